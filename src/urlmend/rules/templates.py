"""Templates: texts that a program or a reader still has to complete, grammars, and regular expressions."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case

# A part that is replaced, or an operator of a pattern.
_TEMPLATE = lazy(
    r"""
    # Variables
    \$[({\[] | \$[A-Za-z_]           # `$(HOST)`, `${HOST}`, `$HOST`
    | \{\{ | \{% | \#\{ | @\{        # `{{host}}`, `{% if %}`, `#{host}`, `@{host}`
    | \{(?!["']|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-)[^{}\s]*\}  # `{id}`, `{?q,lang}` (RFC 6570); no JSON, no UUID
    | \{[A-Za-z_][\w.]*\Z            # the same, cut at a blank
    | @[A-Z][A-Z0-9_]+@              # `@HOST@`
    | \|(?<=/\|)[A-Za-z][\w-]*\|(?=/|\Z)  # `|name|` of reStructuredText
    | (?<=//)%\$                     # `https://%$:8983` of Dovecot
    | (?<!\w)\[[A-Za-z_]\w*(?:\](?!=)|\Z)  # `[name]`, or cut at a blank, but no parameter `a[b]=c`
    | (?<=/):[a-z_]\w*(?=[/?#]|\Z)   # `:id` of a route
    # Format strings
    | %\([A-Za-z_][\w.]*\)           # `%(name)s`
    | %\{                            # `%{host}`
    | %(?![0-9A-Fa-f]{2})[#0+-]?[0-9.]*(?:hh?|ll?|z|j|t|L)?[sdiuxXgq@](?![0-9A-Za-z])  # `%s`, `%-5d`
    | %0[1-9][dxX](?![0-9A-Za-z])    # `%02d`
    | %[1-9](?=[/?&.:]|\Z)           # `%1`
    | %%[A-Za-z(] | (?<=[/=])%[a-z](?=&)  # `%%f`, `file=%f&line=%l`
    | (?<=[/=:@.])%[g-zG-Z](?=[/&:?]|\Z)  # `%h`
    | %[A-Za-z_][\w.]*%(?![0-9A-Fa-f]{2}) | %\w+\(  # `%HOST%`, `%env(HOST)%`
    | %(?=[A-Z]*[G-Z])[A-Z_]{3,}     # `%HOSTIP`
    # Grammar
    | (?<![/@])\[[:/?\#&;@]          # `[:port]`, `[/path]`
    | :\[[0-9]+\] | [?&]\[\w+=       # `:[993]`, `?[q=foo]`
    | <[A-Za-z_][\w .-]*>            # `<host>`
    | \.\.\.(?=[/?\#&:\[]|\Z) | \u2026 # an ellipsis, but no `v1...v2`
    # Patterns
    | \[\^ | \][*+?{] | \(\?[:=!<P] | \)[*+?] | \\[dwsDWS][*+?{] | \\[./] | \.[*+](?![A-Za-z0-9])
    | \[\w+-\w+(?::\w+)?\]           # `[1-20]` and `[a-z:2]` of curl
    | \(%\w[+*-]?\)                 # `(%w+)` of Lua
    | (?<=/)\*(?=[/.:]|\Z)           # a host or segment `*`, and `*.host`
    | /\*\* (?=/|\Z)                 # `/**/`
    | (?<=[A-Za-z]):(?::(?!//)|//\*)       # a name of Perl or C++ (`<File::Spec>`)
    """,
    re.VERBOSE,
)
# A word in the place of a port, in any language, after a word in the place of a host: `http://servidor:puerto/`.
_PORT_WORD = lazy(r"://(?:[^/?#@]*@)?[^\W\d_]+:[^\W\d_]{3,}(?=[/?#]|\Z)")
# What is before a URL in a regular expression, or in a substitution of sed.
_EXPRESSION_BEFORE = lazy(r"(?:\^|(?<!\w)s[#|@,!~]\^?)\Z")
# What follows a URL that is cut at a placeholder, or at the end of a string that a program extends.
_PLACEHOLDER_AFTER = lazy(
    r"""
    < (?! / | (?i: a | b | br | code | div | d[dt] | em | hr | i | img | li | p | pre | span | strong | t[drt] )\b )
      [\w .-]{1,40} >
    | [{\[] [\w:./-]{0,40} [}\]] | \{\{ | \$[({A-Za-z] | %[({sdA-Z] | \*
    | (?<=[/@=])\.\.\.                                  # `http://user@...`
    | \\(?:[./]|[dwsDWSbB](?![A-Za-z]{2}))               # a regular expression
    | [.,:;!?]* ["'`] [ ]?                              # the end of a string
      (?: (?: \+ | & (?!&) | % (?!%) | \.\. | ~ | <> ) [ ]? (?=[\w$("'@{\[]) | \. [ ]? (?=[$("']) )
    """,
    re.VERBOSE,
)
# What is before a string that continues one.
_CONCATENATED_BEFORE = lazy(r"[\w)\]][ ]?(?:\+|\.\.?|&|~|<>)[ ]?[\"'`]\Z")


def is_template(case: Case) -> bool:
    """Whether a URL, or what follows it directly, is still to be completed, or is a pattern."""
    return bool(_TEMPLATE.search(case.url.text)) or has_port_word(case.url.text) or is_truncated(case)


def has_port_word(url: str) -> bool:
    """Whether a URL has words in the places of a host and a port."""
    return bool(_PORT_WORD.search(url))


def is_concrete(case: Case, *schemes: str) -> bool:
    """Whether the URL has one of these schemes, and is no template."""
    return case.url.scheme in schemes and not _TEMPLATE.search(case.url.text)


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
    )
