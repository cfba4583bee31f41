"""Templates: texts with placeholders, grammars, and regular expressions."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case

# The alternatives that several expressions share.
_OPERATORS = r"\[\^ | \][*+?{] | \(\?[:=!<P] | \)[*+?] | \.[*+](?![A-Za-z0-9])"  # of regular expressions
# `|name|` of reStructuredText, but no item of a list (`a|b|c`), which has letters or digits on both sides.
_NAME = r"[A-Za-z][\w.:+-]*"
_SUBSTITUTION = rf"\|(?<![^\W_]\|){_NAME}\| | \|{_NAME}\|(?![^\W_])"
_BRACE = r"""\{(?!["']|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-)"""  # no JSON, no UUID

# A part that is replaced, or an operator of a pattern.
_TEMPLATE = lazy(
    rf"{_OPERATORS} | {_SUBSTITUTION} | {_BRACE}"
    r"""[^{}\s]*\}                   # `{id}`, `{?q,lang}` (RFC 6570)
    # Variables
    | \$[({\[] | \$[A-Za-z_]           # `$(HOST)`, `${HOST}`, `$HOST`
    | \{\{ | \{% | \#\{ | @\{        # `{{host}}`, `{% if %}`, `#{host}`, `@{host}`
    | \{[A-Za-z_][\w.]*\Z            # the same, cut at a blank
    | @[A-Z][A-Z0-9_]+@              # `@HOST@`
    | (?<=//)%\$                     # `https://%$:8983` of Dovecot
    | (?<!\w)\[[A-Za-z_]\w*(?:\](?!=)|\Z)  # `[name]`, or cut at a blank, but no parameter `a[b]=c`
    | (?<=/):[a-z_]\w*(?=[/?#]|\Z)   # `:id` of a route
    | ["'](?:\+\+?|<>|~|\.\.|&)["']   # strings that are concatenated inside a wrapper
    # Format strings
    | %\([A-Za-z_][\w.:-]*\)         # `%(name)s`
    | %\{                            # `%{host}`
    | %\[[0-9]\][a-z]               # `%[1]s` of Go
    | %(?![0-9A-Fa-f]{2})[#0+-]?[0-9.]*(?:hh?|ll?|z|j|t|L)?[sdiuxXgq@](?![0-9A-Za-z])  # `%s`, `%-5d`
    | %0[1-9][dxX](?![0-9A-Za-z])    # `%02d`
    | %[1-9](?=[/?&.:]|\Z)           # `%1`
    | %%[0-9A-Za-z(] | (?<=[/=])%[a-z](?=&)  # `%%f`, `file=%f&line=%l`
    | (?<=[/=:@.])%[g-zG-Z](?=[/&:?]|\Z)  # `%h`
    | %[A-Za-z_][\w.]*%(?![0-9A-Fa-f]{2}) | %\w+\(  # `%HOST%`, `%env(HOST)%`
    | %(?=[A-Z]*[G-Z])[A-Z_]{3,}     # `%HOSTIP`
    # Grammar
    | (?<![/@])\[[:/?\#&;@]          # `[:port]`, `[/path]`
    | :\[[0-9]+\] | [?&]\[\w+=       # `:[993]`, `?[q=foo]`
    | (?<=//)\[\w+(?::\w+|\[:\w+\])?@\]  # `ftp://[user@]host`, `ftp://[user[:password]@]host`
    | <[A-Za-z_][\w .-]*>            # `<host>`
    | \.\.\.(?=[/?\#&:\[]|\Z) | \u2026 # an ellipsis, but no `v1...v2`
    # Patterns
    | \\[dwsDWS][*+?{] | \\[./]
    | (?<=[/=:@])\\{1,2}[1-9](?!\w)  # `\1` of sed
    | \\\([^()\s]*\)                 # `\(name)` of Swift and jq
    | \[\w+-\w+(?::\w+)?\]           # `[1-20]` and `[a-z:2]` of curl
    | \([\w.-]*(?:\|[\w.-]*)+\)      # `(localhost|)`
    | \(%\w[+*-]?\)                 # `(%w+)` of Lua
    | (?<=/)\*(?=[/.:]|\Z)           # a host or segment `*`, and `*.host`
    | /\*\* (?=/|\Z)                 # `/**/`
    | \#\.\#                         # a version `#.#`
    | (?<=[A-Za-z]):(?::(?!//)|//\*)       # a name of Perl or C++ (`<File::Spec>`)
    """,
    re.VERBOSE,
)
_WITH_WILDCARDS = ("news", "snews", "nntp")
# A word in the place of a port, in any language, after a word in the place of a host: `http://servidor:puerto/`.
_PORT_WORD = lazy(r"://(?:[^/?#@]*@)?[^\W\d_]+:[^\W\d_]{3,}(?=[/?#]|\Z)")
# What is before a URL in a regular expression, or in a substitution of sed.
_EXPRESSION_BEFORE = lazy(r"(?:\^|(?<!\w)s[#|@,!~]\^?)\Z")
# What is before a URL in a string that is a regular expression by where it is, even if it has no operators: an argument
# of a function, or the value of a key.
_EXPRESSION_STRING = lazy(
    r"""
    (?: (?: (?<![\w.]) (?: re | regex ) \. (?: compile | search | (?:full)?match | subn? | split | find(?:all|iter) )
          | (?<!\w) (?: RegExp | Regexp?(?:::|\.)new | Regex | Pattern\.(?:compile | matches)
                       | regexp\.(?:Must)?(?:Compile|Match)\w* | Regex\.\w+\(\s*[\w.]+, | preg_[a-z_]+ | re_path
                       | assert\w*Regexp?\(\s*[\w.]+, | grepl | gsub | g?regexpr ) )
        (?: (?<=,) | \( ) \s*
      | (?i: pattern | regexp? ) ["']? \s* (?: => | [:=] ) \s*
    )
    [A-Za-z@]{0,2} (?: \"{3} | '{3} | ["'`] )
    [^"'`\n]{0,80} \Z
    """,
    re.VERBOSE,
)
# The same for the unquoted value of a key in YAML.
_EXPRESSION_VALUE = lazy(r"(?:^|\n)[ \t-]*+[\w-]*(?i:pattern|regexp?):[ \t]+(?:[^\s\"'#][^\n]*)?\Z")
# How far back to look, in code points.
_EXPRESSION_REACH = 200
# What follows a URL that is cut at a placeholder, or at the end of a string that a program extends.
_PLACEHOLDER_AFTER = lazy(
    r"""
    < (?! / | (?i: a | b | br | code | div | d[dt] | em | hr | i | img | li | p | pre | span | strong | t[drt] )\b )
      [\w .-]{1,40} >
    | &lt; [A-Za-z_][\w .-]{0,39} &gt;                   # the source of HTML
    | [{\[] [\w:./-]{0,40} [}\]] | \{\{ | \$[({A-Za-z] | %[({sdA-Z] | \*
    | (?<=[/@=])\.\.\.                                  # `http://user@...`
    | \\(?:[./]|[dwsDWSbB](?![A-Za-z]{2}))               # a regular expression
    | [.,:;!?]* ["'`] [ ]?                              # the end of a string
      (?: (?: \+ | & (?!&) | % (?!%) | \.\. | ~ | <> ) [ ]? (?=[\w$("'@{\[]) | \. [ ]? (?=[$("']) )
    """,
    re.VERBOSE,
)
# The same if the end of the URL, or a space in the name, cuts it.
_SUBSTITUTION_START = lazy(rf"\|{_NAME}\Z")
_SUBSTITUTION_END = lazy(r"(?:[ ][\w.:+-]{1,40}){0,4}\|")
# What is before a string that continues one.
_CONCATENATED_BEFORE = lazy(r"[\w)\]][ ]?(?:\+|\.\.?|&|~|<>)[ ]?[\"'`]\Z")
# A part that is replaced, from its start to its end; what is encoded in it may be a part of its value.
_PLACEHOLDER = lazy(
    rf"{_SUBSTITUTION} | {_BRACE}"
    r"""(?<![{$]\{)\{*+[^{}\s]*+(?:\}+|$)  # `{id}` (RFC 6570), `{{host}}`
    | \$\{++[^{}\s]*+(?:\}+|$)  # `${HOST}`
    | \$\([^()]*\)  # `$(HOST)`
    | %\([A-Za-z_][\w.:-]*\)[#0\ +-]?[0-9.]*[a-z]  # `%(name)s`
    | %[A-Za-z_]\w*%(?![0-9A-Fa-f]{2})  # `%HOST%`
    | %[#0+-]?[0-9.]*(?:hh?|ll?|z|j|t|L)?[sdiuxXgop@](?![0-9A-Fa-f])  # `%s`, `%02d`
    | %[#0+-]?[0-9.]+[cef](?![0-9A-Fa-f]) | (?<=[/=])%[cef](?=[/&]|\Z)  # `%.2f`, `%f`
    | %\{[^{}]*\}  # `%{host}`
    | %[1-9](?![0-9A-Fa-f])  # `%1`
    | %s
    """,
    re.VERBOSE,
)
# A regular expression has sets, groups and repetitions.
_EXPRESSION = lazy(rf"{_OPERATORS} | \\[dwsDWSb]", re.VERBOSE)
# A part of a host, a path or a user name that is replaced.
_IN_COMPONENT = lazy(
    r"""
    [$*{}()\\|\u2026]  # `$HOST`, `{host}`, `*.example`
    | %(?![0-9A-Fa-f]{2})  # `%s`
    | %(?![0-9A-Fa-f]{2}%)[A-Za-z_]\w*%  # `%HOST%`
    | @\w+@
    | \.\.\.
    | ^[\x00-/:-@\[-`{-\x7f]*$  # no letter, digit or character outside ASCII
    """,
    re.VERBOSE,
)
# A port that is replaced, or a list of hosts.
_PORT = lazy(
    r"""
    .*[$*{}()\\|\u2026%\#?@,]  # `$PORT`, `#`; a list of hosts (`mongodb://a:1,b:2/`)
    | .*[Pp][Oo][Rr][Tt]
    | [A-Z_]+[0-9]*$  # `PORT2`
    | [0-9]*[NnXxPp]+$  # `nnnn`, `80xx`
    | \W*$
    """,
    re.VERBOSE,
)


def is_template(case: Case) -> bool:
    """Whether a URL, or what follows it directly, is still to be completed, or is a pattern."""
    return _has_template(case) or has_port_word(case.url.text) or is_truncated(case)


def _has_template(case: Case) -> bool:
    """Whether a URL contains a placeholder; in a wrapper, the wildcard of a newsgroup is none (RFC 5538 section 4)."""
    is_wildcard = case.wrapped and case.url.scheme in _WITH_WILDCARDS
    return _TEMPLATE.search(case.url.text.replace("*", "x") if is_wildcard else case.url.text) is not None


def has_port_word(url: str) -> bool:
    """Whether a URL has words in the places of a host and a port."""
    return bool(_PORT_WORD.search(url))


def is_concrete(case: Case, *schemes: str) -> bool:
    """Whether the URL has one of these schemes, and is no template."""
    return case.url.scheme in schemes and not _has_template(case)


def is_truncated(case: Case) -> bool:
    """Whether a placeholder, a concatenation or a regular expression cuts the URL, so that its end is unknown."""
    if case.wrapped:
        return False
    (start, _), (_, stop) = case.url.spans[0], case.url.spans[-1]
    before = case.text[max(0, start - 8) : start]
    return bool(
        _PLACEHOLDER_AFTER.match(case.text, stop)
        or _CONCATENATED_BEFORE.search(before)
        or _EXPRESSION_BEFORE.search(before)
        or (_SUBSTITUTION_END.match(case.text, stop) and _SUBSTITUTION_START.search(case.url.text))
    )


def is_in_expression(case: Case) -> bool:
    """Whether a URL is in a string that is a regular expression, as an argument of `re.compile` is."""
    start = case.url.outer.start
    return bool(_EXPRESSION_STRING.search(case.text[max(0, start - _EXPRESSION_REACH) : start]))


def is_in_expression_value(case: Case) -> bool:
    """Whether a URL is in the unquoted value of a key for a regular expression, as in YAML."""
    start = case.url.outer.start
    return bool(_EXPRESSION_VALUE.search(case.text[max(0, start - _EXPRESSION_REACH) : start]))


def placeholders(text: str) -> list[tuple[int, int]]:
    """The ranges of the parts of a URL that are replaced, ascending and disjoint (offsets in code points)."""
    return [match.span() for match in _PLACEHOLDER.finditer(text)] if any(char in text for char in "{$%|") else []


def is_expression(text: str) -> bool:
    """Whether a URL is a regular expression."""
    return bool(_EXPRESSION.search(text))


def has_placeholder(component: str) -> bool:
    """Whether a component of a URL contains a placeholder or a pattern, or is an ellipsis."""
    return bool(_IN_COMPONENT.search(component))


def is_port_template(port: str) -> bool:
    """Whether a port is to be replaced, as `$PORT` or `80xx`, or a list of hosts continues in its place."""
    return bool(_PORT.match(port))
