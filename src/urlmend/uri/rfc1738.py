"""RFC 1738: the grammar of section 5, production by production, and the split of a URL into its fields.

Names and order in PRODUCTIONS are those of the RFC; a name in braces refers to that production. The grammar has
no fragment (although the appendix uses one), so all functions ignore the URL from its first `#` on.
"""

from __future__ import annotations

import re
from functools import cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

PRODUCTIONS: dict[str, str] = {
    # The generic form of a URL, and new schemes.
    "genericurl": "{scheme}:{schemepart}",
    "otherurl": "{genericurl}",
    "scheme": "[A-Za-z0-9+.-]+",  # in lower case; interpreters should ignore case
    "schemepart": "(?:{ip_schemepart}|{xchar}*)",
    # Schemes based on the internet protocol.
    "ip_schemepart": "//{login}(?:/{urlpath})?",
    "login": "(?:{user}(?::{password})?@)?{hostport}",
    "hostport": "{host}(?::{port})?",
    "host": "(?:{hostname}|{hostnumber})",
    "hostname": r"(?:{domainlabel}\.)*{toplabel}",
    "domainlabel": "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)",
    "toplabel": "(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)",
    "hostnumber": r"{digits}\.{digits}\.{digits}\.{digits}",
    "port": "{digits}",
    "user": "(?:{uchar}|[;?&=])*",
    "password": "(?:{uchar}|[;?&=])*",
    "urlpath": "{xchar}*",
    # The predefined schemes.
    "ftpurl": "ftp://{login}(?:/{fpath}(?:;type={ftptype})?)?",
    "fpath": "{fsegment}(?:/{fsegment})*",
    "fsegment": "(?:{uchar}|[?:@&=])*",
    "ftptype": "[AIDaid]",
    "fileurl": "file://(?:{host}|localhost)?/{fpath}",
    "httpurl": r"http://{hostport}(?:/{hpath}(?:\?{search})?)?",
    "hpath": "{hsegment}(?:/{hsegment})*",
    "hsegment": "(?:{uchar}|[;:@&=])*",
    "search": "(?:{uchar}|[;:@&=])*",
    "gopherurl": "gopher://{hostport}(?:/(?:{gtype}(?:{selector}(?:%09{search}(?:%09{gopherplus_string})?)?)?)?)?",
    "gtype": "{xchar}",
    "selector": "{xchar}*",
    "gopherplus_string": "{xchar}*",
    "mailtourl": "mailto:{encoded822addr}",
    "encoded822addr": "{xchar}+",
    "newsurl": "news:{grouppart}",
    "grouppart": r"(?:\*|{article}|{group})",
    "group": "[A-Za-z][A-Za-z0-9.+_-]*",
    "article": "(?:{uchar}|[;/?:&=])+@{host}",
    "nntpurl": "nntp://{hostport}/{group}(?:/{digits})?",
    "telneturl": "telnet://{login}/?",
    "waisurl": "(?:{waisdoc}|{waisindex}|{waisdatabase})",
    "waisdatabase": "wais://{hostport}/{database}",
    "waisindex": r"wais://{hostport}/{database}\?{search}",
    "waisdoc": "wais://{hostport}/{database}/{wtype}/{wpath}",
    "database": "{uchar}*",
    "wtype": "{uchar}*",
    "wpath": "{uchar}*",
    "prosperourl": "prospero://{hostport}/{ppath}{fieldspec}*",
    "ppath": "{psegment}(?:/{psegment})*",
    "psegment": "(?:{uchar}|[?:@&=])*",
    "fieldspec": "(?:;{fieldname}={fieldvalue})",
    "fieldname": "(?:{uchar}|[?:@&])*",
    "fieldvalue": "(?:{uchar}|[?:@&])*",
    # Miscellaneous definitions.
    "escape": "%[0-9A-Fa-f][0-9A-Fa-f]",
    "uchar": "(?:[A-Za-z0-9$_.+!*'(),-]|{escape})",
    "xchar": "(?:[A-Za-z0-9$_.+!*'(),;/?:@&=-]|{escape})",
    "digits": "[0-9]+",
}

RESERVED = ";/?:@=&"


class Scheme(NamedTuple):
    """A predefined scheme (section 3)."""

    form: str
    """Its form, for people."""
    fields: str
    """The fields after the login, or after the colon, whatever characters they contain."""
    allowed: dict[str, str]
    """By field: reserved characters that need no encoding, as they have a role there or the grammar allows them."""


SCHEMES: dict[str, Scheme] = {
    "ftp": Scheme(
        "ftp://USER:PASSWORD@HOST:PORT/PATH;type=TYPE",
        r"(?P<fpath>.*?)(?:;type=(?P<ftptype>[^;]*))?$",
        {"fpath": "/?:@&="},
    ),
    "http": Scheme(
        "http://HOST:PORT/PATH?SEARCH",
        r"(?P<hpath>[^?]*)(?:\?(?P<search>.*))?$",
        {"hpath": "/;:@&=", "search": ";:@&="},
    ),
    "gopher": Scheme(
        "gopher://HOST:PORT/TYPE SELECTOR%09SEARCH%09GOPHER+",
        r"(?P<gtype>.)?(?P<selector>.*?)(?:%09(?P<search>.*?)(?:%09(?P<gopherplus_string>.*))?)?$",
        {"gtype": RESERVED, "selector": RESERVED, "search": ";:@&=", "gopherplus_string": RESERVED},
    ),
    "mailto": Scheme("mailto:ADDRESS", r"(?P<encoded822addr>.*)$", {"encoded822addr": RESERVED}),
    "news": Scheme("news:GROUP or news:MESSAGE-ID", r"(?:(?P<article>.*@.*)|(?P<group>.*))$", {"article": ";/?:&=@"}),
    "nntp": Scheme("nntp://HOST:PORT/GROUP/NUMBER", r"(?P<group>[^/]*)(?:/(?P<digits>.*))?$", {}),
    "telnet": Scheme("telnet://USER:PASSWORD@HOST:PORT/", r"(?P<urlpath>.*)$", {}),
    "wais": Scheme(
        "wais://HOST:PORT/DATABASE?SEARCH or wais://HOST:PORT/DATABASE/TYPE/PATH",
        r"(?P<database>[^/?]*)(?:\?(?P<search>.*)|/(?P<wtype>[^/]*)(?:/(?P<wpath>.*))?)?$",
        {"search": ";:@&="},
    ),
    "file": Scheme("file://HOST/PATH", r"(?P<fpath>.*)$", {"fpath": "/?:@&="}),
    "prospero": Scheme(
        "prospero://HOST:PORT/PATH;FIELD=VALUE",
        r"(?P<ppath>[^;]*)(?P<fieldspec>.*)$",
        {"ppath": "/?:@&=", "fieldspec": ";=?:@&"},
    ),
}
# Section 4: reserved names, whose syntax is that of otherurl.
RESERVED_NAMES = ("afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50")
_OTHER_FIELDS = r"(?P<urlpath>.*)$"

_LOGIN = lazy(
    r"""(?P<scheme>[A-Za-z0-9+.-]+):
    (?://(?:(?P<user>[^:@/]*)(?::(?P<password>[^@/]*))?@)?(?P<host>[^:/]*)(?::(?P<port>[^/]*))?(?:/|$))?""",
    re.VERBOSE,
)


@cache
def _expanded(name: str) -> str:
    return re.sub(r"\{([a-z0-9_]+)\}", lambda match: _expanded(match.group(1)), PRODUCTIONS[name])


@cache
def _production(name: str) -> re.Pattern[str]:
    return lazy(_expanded(name))


def conforms(url: str) -> bool:
    """Whether a URL conforms to the grammar of section 5; the case of the scheme is ignored."""
    production, text = _form(url)
    return ":" in text and _production(production).fullmatch(text) is not None


def fault(url: str) -> int:
    """Return the offset where a URL stops conforming to the grammar, or the end before the fragment: a part lacks."""
    import regex  # type: ignore[import-untyped]  # `re` has no partial matches

    production, text = _form(url)
    expression = regex.compile(_expanded(production))
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if expression.fullmatch(text[:middle], partial=True):
            low = middle
        else:
            high = middle - 1
    return low


def _form(url: str) -> tuple[str, str]:
    """Return the production of a URL's scheme, and the URL with its scheme in lower case, without its fragment."""
    scheme, colon, rest = url.partition("#")[0].partition(":")
    return f"{scheme.lower()}url" if scheme.lower() in SCHEMES else "otherurl", scheme.lower() + colon + rest


_NO_XCHAR = lazy(rf"(?!{_expanded('escape')})[^A-Za-z0-9$_.+!*'(),;/?:@&=#-]")


def with_xchars(url: str) -> str:
    """Return a URL with a letter in the place of each character that the grammar has nowhere."""
    return _NO_XCHAR.sub("x", url)


def ranges_of_xchars(url: str, start: int, stop: int) -> list[tuple[int, int]]:
    """Return the ranges of `url[start:stop]` without the characters that the grammar has nowhere."""
    bounds = [start, *(bound for match in _NO_XCHAR.finditer(url, start, stop) for bound in match.span()), stop]
    return [(low, high) for low, high in zip(bounds[::2], bounds[1::2], strict=True) if low < high]


def split(url: str) -> dict[str, tuple[int, str]]:
    """Split a URL into the fields of section 3.1 and of its scheme's section, each with its offset in code points.

    Absent fields are omitted. The `/` after the host belongs to no field (section 3.1).
    """
    text = url.partition("#")[0]
    login = _LOGIN.match(text)
    if login is None:
        return {}
    scheme = login.group("scheme").lower()
    fields = SCHEMES[scheme].fields if scheme in SCHEMES else _OTHER_FIELDS
    rest = re.compile(fields, re.DOTALL).match(text, login.end())
    assert rest is not None  # the expressions of all schemes match any text
    return {
        name: (match.start(name), value)
        for match in (login, rest)
        for name, value in match.groupdict().items()
        if value is not None
    }
