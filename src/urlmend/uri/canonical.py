"""The canonical form of a URL: the serialisation of the WHATWG URL standard (section 4.5), without the fragment."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.uri.whatwg import SPECIAL, failure, reached_host

# A URL that is its own canonical form: most are.
_CANONICAL = lazy(
    r"""
    https?://(?:[a-z0-9]++[.-])*(?<!-)[a-z]++(?<![a-z0-9.-]{64}) /
    (?!\.|%2[eE]) [A-Za-z0-9_~!$&'()*+,;=:@%.|-]*+ (?> (?: / (?!\.|%2[eE]) [A-Za-z0-9_~!$&'()*+,;=:@%.|-]*+ )* )
    (?> (?: \? [A-Za-z0-9_~!$&()*+,;=:@%./?-]*+ )? )
    """,
    re.VERBOSE,
)
_TAB_OR_NEWLINE = lazy(r"[\t\n\r]")
_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SPECIAL_REST = lazy(r"[/\\]*([^/\\?]*)([^?]*)(\?.*)?", re.DOTALL)
_OPAQUE_REST = lazy(r"(//[^/?]*)?([^?]*)(\?.*)?", re.DOTALL)
_FILE_REST = lazy(r"(?:[/\\]{2}([^/\\?]*))?([^?]*)(\?.*)?", re.DOTALL)
_PORT = lazy(r":([0-9]*)\Z")
_DEFAULT_PORTS = {"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21"}
_C0_AND_SPACE = "".join(map(chr, range(0x21)))
# The characters that each component encodes, besides those outside printable ASCII (section 1.3).
_IN_QUERY = ' "#<>'
_IN_SPECIAL_QUERY = f"{_IN_QUERY}'"
_IN_PATH = f"{_IN_QUERY}?^`{{}}"
_IN_USERINFO = f"{_IN_PATH}/:;=@[\\]|"
_DOTS = {".": ".", "%2e": ".", "..": "..", ".%2e": "..", "%2e.": "..", "%2e%2e": ".."}
# What writers put for the scheme so that no program takes a URL for a link.
_DEFANGED = {"hxxp": "http", "hxxps": "https", "fxp": "ftp"}


def canonical(url: str) -> str | None:
    """Return the canonical form of a URL; None if the parser of the standard fails.

    URLs that are equal in this form lead to the same resource. A defanged one is read as a link.
    """
    if _CANONICAL.fullmatch(url):
        return url
    text = _TAB_OR_NEWLINE.sub("", url.strip(_C0_AND_SPACE)).partition("#")[0]
    match = _SCHEME.match(text)
    if not match:
        return None
    scheme = match[1].lower()
    if scheme in _DEFANGED:
        scheme, text = _DEFANGED[scheme], f"{_DEFANGED[scheme]}:{text[match.end() :].replace('[:]', ':').lstrip(':')}"
        text = text.replace("[.]", ".").replace("(.)", ".").replace("[dot]", ".")
        match = _SCHEME.match(text)
        assert match
    if failure(text):
        return None
    rest = text[match.end() :]
    if scheme in SPECIAL:
        return _special(scheme, rest)
    if scheme == "file":
        return _file(rest)
    return _other(scheme, rest)


def _special(scheme: str, rest: str) -> str:
    authority, path, query = _groups(_SPECIAL_REST, rest)
    userinfo, at, host = authority.rpartition("@")
    port = _PORT.search(host)
    if port:
        host = host[: port.start()]
    number = (port[1].lstrip("0") or "0") if port and port[1] else ""
    shown = f":{number}" if number and number != _DEFAULT_PORTS[scheme] else ""
    path = _path(path.replace("\\", "/"))
    return f"{scheme}://{_userinfo(userinfo) if at else ''}{_host(host)}{shown}{path}{_query(query, _IN_SPECIAL_QUERY)}"


def _file(rest: str) -> str:
    host, path, query = _groups(_FILE_REST, rest)
    name = _host(host) if host else ""
    path = _path(path.replace("\\", "/"))
    return f"file://{'' if name == 'localhost' else name}{path}{_query(query, _IN_SPECIAL_QUERY)}"


def _other(scheme: str, rest: str) -> str:
    authority, path, query = _groups(_OPAQUE_REST, rest)
    if authority:
        name, port = authority[2:], _PORT.search(authority)
        shown = f":{port[1].lstrip('0') or 0}" if port and port[1] else ""
        userinfo, at, host = (name[: -len(port[0])] if port else name).rpartition("@")
        host = host.lower() if host.startswith("[") else _encoded(host, "")
        authority = f"//{_userinfo(userinfo) if at else ''}{host}{shown}"
    is_hierarchical = authority or path.startswith("/")
    path = _encoded(path, "") if not is_hierarchical else _path(path) if path else ""
    return f"{scheme}:{authority}{path}{_query(query, _IN_QUERY)}"


def _groups(pattern: re.Pattern[str], text: str) -> tuple[str, str, str]:
    match = pattern.match(text)
    assert match  # matches the empty string
    first, second, third = match.groups("")
    return first, second, third


def _userinfo(text: str) -> str:
    """Return a userinfo with its `@`; empty if it has neither name nor password."""
    name, _, password = text.partition(":")
    if not (name or password):
        return ""
    return f"{_encoded(name, _IN_USERINFO)}{':' if password else ''}{_encoded(password, _IN_USERINFO)}@"


def _host(host: str) -> str:
    if not host.startswith("["):
        return reached_host(host)
    from ipaddress import IPv6Address  # few hosts are one

    try:
        return f"[{IPv6Address(host.strip('[]')).compressed}]"
    except ValueError:
        return host.lower()


def _path(path: str) -> str:
    """Return a path without `.` and `..` segments."""
    segments: list[str] = []
    *folders, last = path.removeprefix("/").split("/")
    for segment in folders:
        dots = _DOTS.get(segment.lower())
        if dots == ".." and segments:
            segments.pop()
        elif not dots:
            segments.append(_encoded(segment, _IN_PATH))
    dots = _DOTS.get(last.lower())
    if dots == ".." and segments:
        segments.pop()
    return f"/{''.join(f'{segment}/' for segment in segments)}{'' if dots else _encoded(last, _IN_PATH)}"


def _query(query: str, encoded: str) -> str:
    return f"?{_encoded(query[1:], encoded)}" if query else ""


def _encoded(text: str, reserved: str) -> str:
    """Percent-encode controls, characters outside ASCII and the reserved ones (section 1.3)."""
    if text.isascii() and text.isprintable() and not any(char in text for char in reserved):
        return text
    return "".join([_percent(char) if char in reserved or not " " <= char <= "~" else char for char in text])


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))
