"""Placeholders: what a program or a reader replaces, in shells, templates, format strings and manuals.

Two kinds of syntax have a name between delimiters: a sigil and brackets (`${x}`, `{{x}}`, `<x>`), and equal marks
(`%x%`, `@x@`, `|x|`). Others begin with a sigil only (`$x`, `%s`), or are words, masks and ellipses.
"""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy

WORDS: dict[str, frozenset[str]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "password": """
        bar baz changeit changeme credential credentials example foo foobar hidden hunter2
        mypass mypasswd mypassword my-password my_password pass passwd password passwort passphrase pw pwd redacted
        s3cret secret somepassword testpass token user_password userpass
        clave contraseña contrasena geheim motdepasse parola secreto segredo senha
        your-password your_password yourpassword x-oauth-basic x-oauth-token
        true false null none required optional prompt
        """,
        # Any short password of a stock user is an example; of a sample user, if it is a word: `test:basic`.
        "stock user": "user username",
        "sample user": "foo bar test tester demo",
        "user as password": "user username guest anonymous ftp foo",
        "user name": "user username login you me",
    }.items()
}
"""Words of manuals, by what they take the place of."""

_NAME = r"[A-Za-z_][\w.:/-]*+"
# What is in braces and in parentheses, up to the closing ones; a URL may end at the first space.
_IN_BRACES = r"(?: [^{}\n]{0,80} \}++ | [^{}\s]*+ )"
_IN_PARENTHESES = r"(?: [^()\n]{0,80} \) | [^()\s]*+ )"
_UUID = "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-"
# Elements of HTML, which are markup after a URL.
_TAGS = "a|b|br|code|div|d[dt]|em|hr|i|img|li|p|pre|span|strong|t[drt]"

_GRAMMAR = {
    "sigil and brackets": rf"""
      \\?\$\$?[!?]?\{{++ {_IN_BRACES}                # `${{x}}` of shells, `$!{{x}}` of Velocity, `${{{{x}}}}`
    | [%\#@!~*&]\{{++ {_IN_BRACES}                   # of Apache, Ruby, Robot Framework, Pug, WDL and Thymeleaf
    | \{{\{{++ {_IN_BRACES} | \{{% {_IN_BRACES}      # of Jinja, Mustache, Handlebars, Go and wikis
    | \{{ (?!["']|{_UUID}) [^{{}}\s]*+ \}}++         # of Python, C#, RFC 6570 and OpenAPI, but not JSON
    | \{{ (?!{_UUID}) [\w$@\[(][^{{}}\s]*+ \Z         # of Javadoc and Python, `{{@code x}}`
    | (?<=://) \{{ [^{{}}\s]*+                          # of Python, `{{'a' if b else c}}`, in the place of a host
    | \\?\$\( {_IN_PARENTHESES} | \\?\$[\[<] [^\[\]<>\s]*+ [\]>]?+  # of Make; of Azure Pipelines and CMake
    | [\\@]\( {_IN_PARENTHESES} | \(\({_NAME}\)\)    # `\(x)` of Swift, `@(x)` of Razor; of Concourse
    | %\({_NAME}\)[#0\ +-]?[0-9.]*[A-Za-z]?          # `%(x)s` of Python
    | %<{_NAME}>[a-z]?                               # of Ruby and Squid
    | \#?\[\[[ ]?{_NAME}[ ]?\]\] | \#\[{_NAME}\]     # of wikis and Thymeleaf; of Mule
    | \[%(?![0-9A-Fa-f]{{2}})[^\[\]\s]*+ (?>(?:%\])?)   # of Template Toolkit
    | (?<!\w)\[ [A-Za-z_]\w*+ (?: \](?!=) | \Z )     # of manuals, but no parameter `a[b]=c`
    | (?<![\w/])\[ [A-Za-z_][\w\ .-]*+ \](?!=)
    | <<?+ (?!(?i:{_TAGS})\b|/) [A-Za-z_][\w\ .:-]*+ >>?+
    | <[%?] [^%<>?]{{0,80}} (?:[%?]>|\Z) | <\#\w[\w.]*+\#?>  # of ERB, EJS, JSP, ASP and PHP; of T4
    | &lt; [A-Za-z_][\w\ .:-]{{0,39}} &gt; | [\xab\u2039]{_NAME}[\xbb\u203a]
""",
    # `@x@` of Autoconf and Meson, `!x!` of batch files, `##x##` and `~x~` of build tools; next to letters only `@X@`.
    "equal marks": r"""
      (?<![^\W_]) (?P<mark> @@? | \|\| | !!? | ~~?(?<![^/]/~)(?<![^/]/~~) | \#\# | \^\^ )
      [A-Za-z_][\w.:-]*+ (?P=mark) (?![^\W_])
    | @[A-Z][A-Z0-9_]+@ | (?<=/)\#[A-Za-z][\w-]*\#(?=/) | (?<==)\#[A-Z][A-Z0-9_]*\#(?=&|\Z)
    | __[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__ | \A__\w+__\Z                       # but no `__init__` in a URL
    | \|(?<![^\W_]\|)[A-Za-z][\w.:+-]*\| | \|[A-Za-z][\w.:+-]*\|(?![^\W_])  # of docutils, but no list `a|b|c`
    | %%[A-Za-z_][\w.]*+%% | %[A-Za-z_][\w.]*+%(?![0-9A-Fa-f]{2})           # of Windows and rsyslog
""",
    "sigil": r"""
      \$\$?!? (?: :: | (?:env|global|script|local|using):)? [A-Za-z_]\w*+
      (?> (?: (?:\.|->)[A-Za-z_]\w*+ )* ) \$*+           # `$$X$$`
    | (?<![^/=:@.,?&-]) \$[0-9] (?!\w)
    | (?<=/) :[a-z_]\w*+ (?![^/?\#])                     # `:id` of a route
    # Entities of XML
    | (?<![^/=:@.?]) [&%] (?!(?:amp|apos|[gl]t|nbsp|[lr]?[ads]?quot?|[mn]dash|hellip);)
      [A-Za-z][\w.-]*+ ; (?![^/=:@.?\#])
    # Format strings: of C, Go, Python and Qt
    | (?<=[/=.-])%s(?=[A-Za-z])
    | % (?![0-9A-Fa-f]{2}) [\#0+-]?[0-9.]*\*?(?:hh?|ll?|z|j|t|L)?[sdiuxXgopqv@] (?![0-9A-Za-z])
    | %0[1-9][dxX] (?![0-9A-Za-z]) | %[0-9]\$[a-z] | %\[[0-9]\][a-z]
    | % (?![0-9A-Fa-f]{2}) [\#0+-]?[0-9.]+[cef] (?![0-9A-Fa-f]) | (?<=[/=])%(?:[a-z](?=&) | [cef](?=[/&]|\Z))
    | (?<=[/=:@.])%[g-zG-Z] (?=[/&:?]|\Z) | (?:(?<=://)|(?<=[:@]))~[asdxobr](?=[:@/?]|\Z)  # of Lisp
    | %[1-9] (?=[/?&.:@,;=-]|\Z) | %%[0-9A-Za-z(] | %!?\w+\( [^()\s]*+ \)?+ | %(?=[A-Z]*[G-Z])[A-Z_]{3,}
""",
    "ellipsis": r"\.\.\.(?:(?=[/?\#&:\[]|\Z)|(?<=//\.\.\.)) | \u2026",
}
_EXPRESSION = lazy("|".join(_GRAMMAR.values()), re.VERBOSE)
_OPENINGS = frozenset("<{[($%&\\\xab\u2039")
# What every placeholder contains, with at most one character before it, or begins after: it begins with a set of
# characters, for speed.
_SIGN = lazy(
    r"""
    [$%{\[<@|!~&(\\\#_^./\u2026\xab\u2039] (?:
        (?<=[${\[<\u2026\xab\u2039])
      | (?<=%) (?! [2-7][0-9A-Fa-f] (?! \w*\( ) )       # no printable character that is encoded
      | (?<=([@|!~])) (?: \1 | [A-Za-z_][\w.:+-]*+ \1 )
      | (?<=~) [asdxobr](?![\w~])
      | (?<=&) [A-Za-z][\w.-]*+ ;
      | (?<=[(\\@]) \(
      | (?<=\#)(?:\#|[A-Za-z][\w-]*\#(?:[/&]|\Z)) | (?<=_)_ | (?<=\^)\^ | (?<=\.)\.\. | (?<=/):(?!/)
    )
    """,
    re.VERBOSE,
)
# What remains of a text that consists of placeholders: it separates them.
_REST = lazy(r"[^\w]*")
# What no name looks like, but a password or a token within the delimiters does.
_LETTER_AFTER_DIGIT = lazy(r"[0-9](?=[A-Za-z])")
_WORD_AND_NUMBER = lazy(r"(?<!\w)[A-Z][a-z]{2,}[_.-]?[0-9]{2,}(?!\w)")
# Masks, parameters of SQL, and sigils that a `<` follows: only the complete value is one.
_COMPLETE = lazy(r"(?:[*xX.\u2022_#-]|%2[aA]){3,}\Z | :\w+\Z | [$%]\Z", re.VERBOSE)


def placeholders(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the placeholders of a URL, ascending and disjoint (offsets in code points)."""
    sign = _SIGN.search(text)
    return [match.span() for match in _EXPRESSION.finditer(text, max(0, sign.start() - 1))] if sign else []


def has_placeholder(text: str) -> bool:
    """Return whether a URL or a part of one contains a placeholder."""
    return bool(placeholders(text))


def is_placeholder(text: str) -> bool:
    """Return whether a value consists of placeholders with names in them, or masks a value (`***`)."""
    ranges = [(0, len(text))] if _COMPLETE.match(text) else placeholders(text)
    if not ranges or any(looks_random(text[start:stop]) for start, stop in ranges):
        return False
    return bool(_COMPLETE.match(text) or _REST.fullmatch(_EXPRESSION.sub("", text)))


def begins_placeholder(text: str, offset: int) -> bool:
    """Return whether a placeholder that may end a URL is at an offset of a text, after the URL."""
    return text[offset : offset + 1] in _OPENINGS and _EXPRESSION.match(text, offset) is not None


def looks_random(name: str) -> bool:
    """Return whether no placeholder has such a name, but a secret may be one: `h7Tq92x`, `Sommer04`."""
    return len(_LETTER_AFTER_DIGIT.findall(name)) > 1 or _WORD_AND_NUMBER.search(name) is not None
