"""Expressions for many ordinary URLs at once: a subset of `ordinary`, for speed."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.fast.ordinary import VISIBLE
from urlmend.finder.fast.patterns import OVER, at_colon
from urlmend.redaction.harmless import ESCAPED, NO_PARAMETER, NO_SERVICE_AFTER, NO_SERVICE_BEFORE
from urlmend.uri.ordinary_host import OCTET

# Nothing is given back once it is matched, so punctuation is only matched if something follows it. Where there may be
# nothing, an empty branch costs less than a `?`, or than a `*` that matches nothing.
_HOST_LABEL = r"[A-Za-z0-9]++[.-]"
_HOST = (
    rf"(?:{_HOST_LABEL}(?:{_HOST_LABEL}(?:{_HOST_LABEL}(?:{_HOST_LABEL})*|)|)(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{{64}})"
    rf"|{OCTET}(?:\.{OCTET}){{3}})"
)
_PORT = r"(?::(?:[1-5][0-9]{4}|[1-9][0-9]{3}|8[0-9][0-9]|8[1-6])|)"
_ESCAPED = f"%{VISIBLE}[0-9A-Fa-f]{{2}}"
_PLAIN = r"A-Za-z0-9_~$+&@/\-"
_SOME = rf"[{_PLAIN}]++"
_ANY = rf"[{_PLAIN}]*+"
_COLON = rf":(?![/%])(?=[{_PLAIN}:=]){_ANY}"
_MARK = rf"[.,!?](?:{_SOME}|[.,!?]*+(?=[{_PLAIN}=%]){_ANY})"
# After a colon, no `@`: what is between them may be the password of another URL.
_NO_AT = _PLAIN.replace("@", "")
_MARK_NO_AT = _MARK.replace(_PLAIN, _NO_AT)
_COLON_NO_AT = rf"(?::(?!//)|%3[Aa])(?=[{_NO_AT}:=%])[{_NO_AT}]*+"
_PATH_AFTER_SIGN = (
    rf"(?>(?:[.,!](?<!/\.)(?:{_SOME}|[.,!]*+(?=[{_PLAIN}=%]){_ANY})"
    rf"|{_COLON}|=(?![/%]){_ANY}|(?!%2[5Ee]|%3[Aa]){_ESCAPED}(?!\.){_ANY})*)"
)
_QUERY = (
    rf"\?(?:{_SOME}|\.{_SOME}|(?=[=%]))"
    rf"(?>(?:={_ANY}|{_MARK}|(?!%3[Aa]){_ESCAPED}{_ANY})*)"
    rf"(?:{_COLON_NO_AT}(?>(?:=[{_NO_AT}]*+|{_MARK_NO_AT}|{_COLON_NO_AT}|(?!%40){_ESCAPED}[{_NO_AT}]*+)*)|)"
)
_FRAGMENT = rf"\#[{_NO_AT}]*+(?>(?:=[{_NO_AT}]*+|{_MARK_NO_AT}|{_COLON_NO_AT})*)"
# From here on there is no secret, and no `=` is left of quoted-printable.
_NO_SECRET = rf"(?=[{_PLAIN}.,!?:\#]*+(?>(?:(?:=(?!3D){NO_PARAMETER}|%{ESCAPED})[{_PLAIN}.,!?:\#]*+)*)(?![=%]))"
# Many paths have at most one dot, and nothing follows them: then no more is asked.
ORDINARY_REST = (
    rf"(?:s|)://{NO_SERVICE_BEFORE}(?>{_HOST}{NO_SERVICE_AFTER}{_PORT}"
    rf"(?:(?:/{_ANY}|(?=[?\#]))(?:\.(?<!/\.){_SOME}(?![.,!:=%?\#])"
    rf"|(?=[.,!:=%?\#]){_NO_SECRET}{_PATH_AFTER_SIGN}(?:{_QUERY}|)(?:{_FRAGMENT}|)|)|))"
)

ORDINARY_LINE = lazy(rf"http(?<![^\n]http){ORDINARY_REST}\n")
"""A line that consists of an ordinary URL, unless it contains a token."""
SIMPLE_BY_ITSELF = at_colon(
    # A `(` after a space and `]`, and quotes after `](`, may be broken syntax of a link.
    ((r"[ \n\t\r>]", r"[^\] ]\(", r"[^\]] \("), OVER),
    # The quotes, brackets or parentheses of a link in Markdown, with nothing next to them that belongs to the URL.
    ((r'[^(]"', r'[^\]]\("'), '"'),
    ((r"[\x00-!#-&(-;=-\x7f]<",), r">[\x00-\"$-\x7f]"),
    ((r"\]\(",), r"\)"),
)
"""Simple URLs with nothing around them that makes a rule apply."""
