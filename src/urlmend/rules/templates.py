"""Templates: texts with placeholders, grammars, and regular expressions."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case
from urlmend.uri.placeholders import begins_placeholder, has_placeholder, placeholders

_OPERATORS = r"\[\^ | \][*+?{] | \(\?[:=!<P] | \)[*+?] | \.[*+](?![A-Za-z0-9])"  # of regular expressions
# Grammars and patterns, and what only they have.
_PATTERN = lazy(
    rf"{_OPERATORS}"
    r"""
    | (?<![/@])\[[:/?\#&;@]          # `[:port]`, `[/path]`
    | :\[[0-9]+\] | [?&]\[\w+=       # `:[993]`, `?[q=foo]`
    | (?<=//)\[\w+(?::\w+|\[:\w+\])?@\]  # `ftp://[user@]host`, `ftp://[user[:password]@]host`
    | \[[\w-]+-\w+(?::\w+)?\]        # `[1-20]` and `[a-z:2]` of curl
    | \\[dwsDWS][*+?{] | \\[./]
    | (?<=[/=:@])\\{1,2}[1-9](?!\w)  # `\1` of sed
    | \([\w.-]*(?:\|[\w.-]*)+\)      # `(localhost|)`
    | \(%\w[+*-]?\)                  # `(%w+)` of Lua
    | (?<=/)\*(?=[/.:]|\Z)           # a host or segment `*`, and `*.host`
    | /\*\* (?=/|\Z)                 # `/**/`
    | [\#0-9]\.\#{1,2}(?!\w)        # a version `#.#`
    | (?<=//)%\$                     # `https://%$:8983` of Dovecot
    | (?<=[A-Za-z]):(?::(?!//)|//\*)   # a name of Perl or C++ (`<File::Spec>`)
    | \A[A-Za-z][A-Za-z0-9+.-]*+:["'](?=[;,)+.&~\]}]|\Z)  # a string that ends in the scheme: `"<cid:"`
    | ["'](?:\+\+?|<>|~|\.\.|&)["']  # strings that are concatenated inside a wrapper
    """,
    re.VERBOSE,
)
# Every pattern contains one of these, or two colons.
_PATTERN_SIGN = lazy(r"[][()*+\\\"'#$]")
# A placeholder without its end, and one that may be a cut escape.
_UNCLOSED = lazy(r"(?:\{[^{}]*|%[0-9])\Z")
_LINE_REACH = 200
_WITH_WILDCARDS = ("news", "snews", "nntp")
PORT_WORD = lazy(r"://(?:[^/?#@]*@@?)?[^\W\d_]+:[^\W\d_]{3,}(?=[/?#]|\Z)")
"""A word in the place of a port, in any language, after a word in the place of a host: `http://servidor:puerto/`."""
# What is before a URL in a regular expression, or in a substitution of sed.
_EXPRESSION_BEFORE = lazy(r"(?:\^|(?<!\w)s[\"']?[#|@,!~]\^?)\Z")
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
    [A-Za-z@]{0,2} (?: \"{3} | '{3} | (?P<quote> ["'`] ) )
    (?(quote) (?: (?! (?P=quote) ) [^\n] ){0,80} | [^"'`\n]{0,80} ) \Z
    """,
    re.VERBOSE,
)
# The opening quote of such a string, and how far before the URL it may be.
_QUOTES = ('"', "'", "`")
_STRING_REACH = 81
# The same for the unquoted value of a key in YAML, and for the message in a filter of Python's warnings.
_EXPRESSION_VALUE = lazy(
    r"""
    (?:^|\n) [ \t-]*+ (?: [\w-]*(?i:pattern|regexp?):[ \t]+(?:[^\s"'\#][^\n]*)?
                       | (?:default|error|ignore|always|module|once):[^\n]* ) \Z
    """,
    re.VERBOSE,
)
# How far back to look, in code points.
_EXPRESSION_REACH = 200
# What follows a URL that is a pattern, or that is cut at the end of a string that a program extends.
_CUT_AFTER = lazy(
    r"""
    \* | [{\[] [\w:./-]{0,40} [}\]]
    | (?<=[/@=])\.\.\.                                  # `http://user@...`
    | \\(?:[./]|[dwsDWSbB](?![A-Za-z]{2}))               # a regular expression
    | [.,:;!?]* ["'`] [ ]?                              # the end of a string
      (?: (?: \+ | & (?!&) | % (?!%) | \.\. | ~ | <> ) [ ]? (?=[\w$("'@{\[]) | \. [ ]? (?=[$("']) )
    """,
    re.VERBOSE,
)
# A name that the end of the URL, or a space in it, cuts: `|version|` of docutils, `!HOST!`, `%file;` of XML.
_NAME_START = lazy(r"(?P<mark>[|!]|%(?![0-9A-Fa-f]{2}))[A-Za-z][\w.:+-]*\Z")
_NAME_END = lazy(r"[!;]|(?:[ ][\w.:+-]{1,40}){0,4}\|")
# What is before a string that continues one.
_CONCATENATED_BEFORE = lazy(r"[\w)\]][ ]?(?:\+|\.\.?|&|~|<>)[ ]?[\"'`]\Z")
# A regular expression has sets, groups and repetitions.
_EXPRESSION = lazy(rf"{_OPERATORS} | \\[dwsDWSb]", re.VERBOSE)
# What is a part of a pattern in a host, a path or a user name, or no name at all.
_NO_NAME = lazy(r"[$*{}()\\|\u2026] | %(?![0-9A-Fa-f]{2}) | \.\.\. | ^[\x00-/:-@\[-`{-\x7f]*$", re.VERBOSE)
# A port that is replaced, or a list of hosts.
_PORT = lazy(
    r"""
    .*[$*{}()\[\\|\u2026%\#?@,]  # `$PORT`, `#`; a list of hosts (`mongodb://a:1,b:2/`)
    | .*[Pp][Oo][Rr][Tt]
    | [A-Z_]+[0-9]*$  # `PORT2`
    | [0-9]*[NnXxPp]+$  # `nnnn`, `80xx`
    | [0-9]{1,5}-[0-9]{1,5}$  # a range
    | \W*$
    """,
    re.VERBOSE,
)


def is_template(case: Case) -> bool:
    """Whether a URL, or what follows it directly, is still to be completed, or is a pattern."""
    text = case.url.text
    if case.wrapped and case.url.scheme in _WITH_WILDCARDS:  # of newsgroups (RFC 5538 section 4)
        text = text.replace("*", "x")
    if (has_placeholder(text) and template_spans(case)) or (
        (_PATTERN_SIGN.search(text) or "::" in text) and _PATTERN.search(text)
    ):
        return True
    return PORT_WORD.search(case.url.text) is not None or _is_truncated(case)


def template_spans(case: Case) -> list[tuple[int, int]]:
    """The ranges of the placeholders of a URL.

    RFC 1738 has none: in its profile, neither a `{` that nothing closes on the line nor a `%` with one digit at the end
    of a URL is one.
    """
    spans = placeholders(case.url.text)
    if case.profile != "rfc1738" or not spans or not _UNCLOSED.match(case.url.text, spans[-1][0]):
        return spans
    after = case.url.outer.stop
    closes = "}" in case.text[after : after + _LINE_REACH].partition("\n")[0]
    return spans if closes else spans[:-1]


def _is_truncated(case: Case) -> bool:
    """Whether a placeholder, a concatenation or a regular expression cuts the URL, so that its end is unknown."""
    if case.wrapped:
        return False
    (start, _), (_, stop) = case.url.spans[0], case.url.spans[-1]
    before = case.text[max(0, start - 8) : start]
    return bool(
        begins_placeholder(case.text, stop)
        or _CUT_AFTER.match(case.text, stop)
        or _CONCATENATED_BEFORE.search(before)
        or _EXPRESSION_BEFORE.search(before)
        or _ends_in_name(case.url.text, case.text, stop)
    )


def _ends_in_name(url: str, text: str, stop: int) -> bool:
    """Whether the mark that closes a placeholder at the end of a URL is after it."""
    end = _NAME_END.match(text, stop)
    start = _NAME_START.search(url) if end else None
    return bool(end and start and end.group().endswith(start["mark"].replace("%", ";")))


def is_in_expression(case: Case) -> bool:
    """Whether a URL is in a string that is a regular expression, as an argument of `re.compile` is."""
    text, start = case.text, case.url.outer.start
    low = max(0, start - _STRING_REACH)
    if all(text.rfind(quote, low, start) < 0 for quote in _QUOTES):  # true of most URLs
        return False
    return bool(_EXPRESSION_STRING.search(text[max(0, start - _EXPRESSION_REACH) : start]))


def is_in_expression_value(case: Case) -> bool:
    """Whether a URL is in the unquoted value of a key for a regular expression, as in YAML."""
    start = case.url.outer.start
    return bool(_EXPRESSION_VALUE.search(case.text[max(0, start - _EXPRESSION_REACH) : start]))


def is_expression(text: str) -> bool:
    """Whether a URL is a regular expression."""
    return bool(_EXPRESSION.search(text))


def is_replaced(component: str) -> bool:
    """Whether a component of a URL contains a placeholder or a pattern, or is an ellipsis."""
    return has_placeholder(component) or _NO_NAME.search(component) is not None


def is_port_template(port: str) -> bool:
    """Whether a port is to be replaced, as `$PORT` or `80xx`, or a list of hosts continues in its place."""
    return bool(_PORT.match(port))
