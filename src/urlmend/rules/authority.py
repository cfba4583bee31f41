"""Host and port, as the rules of families 4 and 6 read them (RFC 3986 section 3.2, RFC 1738 section 3.1).

Under the profile `whatwg`, the errors of family 4 are exactly the URLs that the standard's parser rejects: each
rule of severity error there reports the failures listed for it here. Under the other profiles, templates are
not reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case
from urlmend.rules.templates import is_replaced
from urlmend.uri import whatwg
from urlmend.uri.schemes import DEFAULT_PORTS

# Schemes whose host is looked up in the DNS; in others it may be anything (RFC 3986 section 3.2.2).
NETWORK_SCHEMES = frozenset((*DEFAULT_PORTS, *"ftps git irc ircs nfs rsync smb smtp svn svn+ssh".split()))
# The rule that reports each failure of the WHATWG parser.
_RULE_OF_FAILURE = {
    "host-missing": "URL401",
    "port-invalid": "URL407",
    "port-out-of-range": "URL408",
    "IPv4-too-many-parts": "URL411",
    "IPv4-non-numeric-part": "URL411",
    "IPv4-out-of-range-part": "URL411",
    "IPv6-unclosed": "URL412",
    "IPv6-invalid-compression": "URL412",
    "IPv6-too-many-pieces": "URL412",
    "IPv6-multiple-compression": "URL412",
    "IPv6-invalid-code-point": "URL412",
    "IPv6-too-few-pieces": "URL412",
    "IPv4-in-IPv6-too-many-pieces": "URL412",
    "IPv4-in-IPv6-invalid-code-point": "URL412",
    "IPv4-in-IPv6-out-of-range-part": "URL412",
    "IPv4-in-IPv6-too-few-parts": "URL412",
}
_RULE_OF_OTHER_FAILURES = "URL421"
_UNBRACKETED_IPV6 = lazy(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,}(?:\.[0-9.]+)?$")


def name_or_ipv4(case: Case) -> str | None:
    """The host, if it is looked up in a network, and is no template, no IPv6 address, and no text after a host."""
    host = case.parts.host
    if not host or case.url.scheme not in NETWORK_SCHEMES or "[" in host:
        return None
    if any(is_unspaced(text[:1]) for text in host.split(",")[1:]):  # text, and no label
        return None
    return None if is_replaced(host) or is_unbracketed_ipv6(case) else host


def is_unspaced(letter: str) -> bool:
    """Whether a letter is of a script without spaces between words: Chinese, Japanese or Korean.

    In an expression, each of these ranges would take as long to compile as a hundred words.
    """
    return "\u3040" <= letter <= "\u30ff" or "\u3400" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7a3"


def is_unbracketed_ipv6(case: Case) -> bool:
    """Whether host and port together are an IPv6 address without its brackets."""
    parts = case.parts
    if parts.host is None or not parts.port or ":" not in parts.port or case.url.scheme not in NETWORK_SCHEMES:
        return False
    return bool(_UNBRACKETED_IPV6.match(f"{parts.host}:{parts.port}"))


def is_decimal(port: str) -> bool:
    """Whether a port consists of decimal digits, at least one."""
    return port.isascii() and port.isdigit()


def labels(case: Case) -> Iterator[tuple[str, int]]:
    """The labels of a DNS name or IPv4 address, each with its offset; no empty one after a final dot."""
    host = name_or_ipv4(case)
    if host is None:
        return
    start = case.parts.starts["host"]
    for label in host.removesuffix(".").split("."):
        yield label, start
        start += len(label) + 1


def component_range(case: Case, component: str) -> tuple[int, int] | tuple[()]:
    """The offsets of a component, for `Case.hit`; empty (the complete URL) if the component is absent or empty."""
    text = getattr(case.parts, component)
    if not text:
        return ()
    start = case.parts.starts[component]
    return start, start + len(text)


def found_in(case: Case, component: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The matches of a pattern in a component of the URL; their offsets are those of the URL."""
    yield from pattern.finditer(case.url.text, *(component_range(case, component) or (0, 0)))


def shown_component(case: Case, component: str, instead: str | None = None) -> str:
    """A component for a message, or what the message says of it `instead`, with its secrets hidden."""
    start = case.parts.starts.get(component, 0)
    return case.shown(start, start + len(getattr(case.parts, component) or ""), instead)


def whatwg_failure(text: str, code: str) -> str | None:
    """The validation error with which a WHATWG parser rejects a URL, if the rule `code` reports it."""
    name = whatwg.failure(text)
    return name if name and _RULE_OF_FAILURE.get(name, _RULE_OF_OTHER_FAILURES) == code else None
