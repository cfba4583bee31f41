"""Unwrap URLs of gateways and redirects: decode the address that they contain, without network access.

Only `urlmend.uri.gateways` knows the services; this module is imported where a target is requested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.uri.gateways import GATEWAYS, Encoding, Gateway

# Gateways may rewrite the links of other gateways; real mail nests four of them.
MAX_DEPTH = 8

PREFIX = lazy(r"(?i:https?)://(?P<host>[A-Za-z0-9.-]{1,253})(?::[0-9]{0,5})?(?=[/?#])")
"""A web URL up to what follows its host; none that browsers and other programs read differently."""

_TARGET = lazy(r"[A-Za-z][A-Za-z0-9+.-]*+:(?://[^/?#\s]|(?!/)\S)")
_IN_THE_CLEAR = lazy(r"[A-Za-z][A-Za-z0-9+.-]*+:/")
# Programs that normalise paths leave one slash of two.
_SINGLE_SLASH = lazy(r"(?i:https?|ftp):/(?!/)")
# What browsers remove: tabs and line breaks, and control characters and spaces at both ends (WHATWG URL section 4.4).
_ENDS = "".join(map(chr, range(33)))
_DROPPED = str.maketrans("", "", "\t\r\n")
_UNDECODED = lazy("[\udc80-\udcff]")
# Second-level domains of a country that are no names of their own: `google.co.uk`.
_COUNTRY_LEVELS = frozenset(("co", "com", "net", "org"))
_RUN_LENGTHS = {
    sign: number
    for number, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", start=2)
}
_V2_SIGNS = str.maketrans("-_", "%/")


_GATEWAYS_OF_HOSTS: dict[str, list[Gateway]] = {}
for _gateway in GATEWAYS:
    for _host in _gateway.hosts.split():
        _GATEWAYS_OF_HOSTS.setdefault(_host, []).append(_gateway)
HOSTS_OF_GATEWAYS = frozenset(_GATEWAYS_OF_HOSTS)
"""The hosts of all gateways, as `host_names` gives them."""


class Unwrapped(NamedTuple):
    """What the URL of a gateway holds."""

    target: str
    """The address that it leads to, through all gateways; empty if the first one does not disclose it."""
    gateways: tuple[Gateway, ...]
    """The gateways on the way, from the outside in."""

    @property
    def is_complete(self) -> bool:
        """Whether the target is no link of a gateway itself."""
        return bool(self.target) and len(self.gateways) <= MAX_DEPTH and not gateway_of(self.target)


def unwrapped(url: str) -> Unwrapped | None:
    """Return what the URL of a gateway holds; None for any other URL. Nested links are unwrapped up to MAX_DEPTH."""
    target = url
    passed: list[Gateway] = []
    while len(passed) < MAX_DEPTH and (found := _link_at(target)):
        gateway, inner = found
        passed.append(gateway)
        if not inner:
            break
        target = inner
    if not passed:
        return None
    return Unwrapped("" if target is url else target, tuple(passed))


def gateway_of(url: str) -> Gateway | None:
    """Return the gateway of a URL, or None."""
    found = _link_at(url)
    return found[0] if found else None


def is_complete_link(url: str) -> bool | None:
    """Return whether a link has the end that all links of its gateway have; None for other URLs."""
    prefix = PREFIX.match(url)
    for gateway in gateways_of_host(prefix["host"].lower()) if prefix else ():
        start, end = gateway.complete
        if prefix and start and _expression(start).match(url, prefix.end()):
            return _expression(rf"(?:{end})[.,;:!?)'\]]*\Z").search(url, prefix.end()) is not None
    return None


def _link_at(url: str) -> tuple[Gateway, str] | None:
    """Return the gateway of a URL, and the address in it, which is empty if it is opaque; None if it has no gateway."""
    prefix = PREFIX.match(url)
    gateways = gateways_of_host(prefix["host"].lower()) if prefix else ()
    if not prefix or not gateways:
        return None
    for gateway in gateways:
        link = _expression(gateway.link).match(url, prefix.end())
        if link and gateway.encoding is Encoding.OPAQUE:
            return gateway, ""
        if link:
            target = _cleaned(gateway.scheme + _decoded(link[1], gateway))
            return gateway, target if _TARGET.match(target) else ""
    return None


@lru_cache(1024)
def gateways_of_host(host: str) -> tuple[Gateway, ...]:
    """Return the rows of GATEWAYS that apply to a host in lower case."""
    return tuple(gateway for name in host_names(host) for gateway in _GATEWAYS_OF_HOSTS.get(name, ()))


def host_names(host: str) -> Iterator[str]:
    """Yield the host and the hosts above it, and `name.*` if it is a name in a top-level domain."""
    labels = host.rstrip(".").split(".")
    for number in range(len(labels) - 1):
        yield ".".join(labels[number:])
    top = 2 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _COUNTRY_LEVELS else 1
    yield f"{labels[-top - 1]}.*" if len(labels) > top else host


@lru_cache(2 * len(GATEWAYS))
def _expression(link: str) -> re.Pattern[str]:
    return lazy(link, re.DOTALL)


def _decoded(text: str, gateway: Gateway) -> str:
    """Decode what a link holds; empty if it is malformed."""
    try:
        return _DECODERS[gateway.encoding](text, gateway)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):  # also what parses JSON raises the last one
        return ""


def _proofpoint_v1(text: str, _: Gateway) -> str:
    return _unquoted(text).replace("&amp;", "&")


def _proofpoint_v3(text: str, _: Gateway) -> str:
    """Replace `*` by the next character of the text in Base64, and `**` with a sign by as many as the sign says."""
    url, encoded = text.split("__;", 1)
    characters = iter(decode_base64(encoded).decode())

    def restored(match: re.Match[str]) -> str:
        count = _RUN_LENGTHS[match[1]] if match[1] else 1
        return "".join(next(characters, "*") for _ in range(count))

    return re.sub(r"\*(?:\*(.))?", restored, url)


def _json(text: str, gateway: Gateway) -> str:
    """The string at the keys of a gateway in JSON in Base64."""
    import json

    value: object = decode_base64(_unquoted(text)).decode()
    for key in gateway.keys:
        if isinstance(value, str):
            value = json.loads(value)
        value = value[key] if isinstance(value, dict) else ""
    return value if isinstance(value, str) else ""


_DECODERS: Mapping[Encoding, Callable[[str, Gateway], str]] = {
    Encoding.PERCENT: lambda text, _: _unquoted(text),
    # Some links have the address as it is.
    Encoding.CLEAR: lambda text, _: text if _IN_THE_CLEAR.match(text) else _unquoted(text),
    # Base64 may be percent-encoded.
    Encoding.BASE64: lambda text, _: decode_base64(_unquoted(text)).decode(),
    Encoding.HEX: lambda text, _: bytes.fromhex(text).decode(),
    Encoding.JSON: _json,
    # The versions of Proofpoint's links.
    Encoding.PROOFPOINT_V1: _proofpoint_v1,
    Encoding.PROOFPOINT_V2: lambda text, gateway: _proofpoint_v1(text.translate(_V2_SIGNS), gateway),
    Encoding.PROOFPOINT_V3: _proofpoint_v3,
}
"""Decode what a link of a gateway holds; text that is malformed raises exceptions of the functions that read it."""


def _unquoted(text: str) -> str:
    """Decode percent-encoding; bytes that are not UTF-8 stay encoded."""
    from urllib.parse import unquote  # slow to import, and most URLs hold no address

    decoded = unquote(text, errors="surrogateescape")
    return _UNDECODED.sub(lambda match: f"%{ord(match[0]) - 0xDC00:02X}", decoded)


def _cleaned(target: str) -> str:
    """The address as a browser reads it, without tabs and line breaks, with both slashes."""
    text = target.strip(_ENDS).translate(_DROPPED)
    return _SINGLE_SLASH.sub(lambda match: f"{match[0]}/", text, count=1) if _SINGLE_SLASH.match(text) else text
