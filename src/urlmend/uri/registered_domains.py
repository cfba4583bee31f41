"""Registered domains of hosts, by the Public Suffix List."""

from __future__ import annotations

import re
from functools import cache, lru_cache

_REMEMBERED_HOSTS = 1 << 12
# No name in the DNS has more labels (RFC 1035 section 2.3.4).
_MAX_LABELS = 127
# A rule is the beginning of its line, up to white space; other lines are empty, or comments.
_RULE = re.compile(r"^(?!//)\S+", re.MULTILINE)


@lru_cache(_REMEMBERED_HOSTS)
def registered_domain(host: str) -> str:
    """The registered domain of a host in lower case; empty for addresses, public suffixes and names without a dot."""
    if "." not in host or host[-1:].isdecimal() or ":" in host:
        return ""
    labels = host.split(".")
    if "" in labels:
        return ""
    size = _suffix_size([*map(_decoded, labels)]) if "xn--" in host else _suffix_size(labels)
    return ".".join(labels[-size - 1 :]) if size < len(labels) else ""


def _suffix_size(labels: list[str]) -> int:
    """The number of labels of the public suffix of a name; that of an unknown name is its last label."""
    rules, count = _rules(), min(len(labels), _MAX_LABELS)
    for size in range(count, 0, -1):  # the longest rule decides
        name = ".".join(labels[-size:])
        if f"!{name}" in rules:  # an exception to the wildcard of the name above
            return size - 1
        if f"*.{name}" in rules:  # which makes the name itself a suffix, too
            return min(size + 1, len(labels))
        if name in rules:
            return size
    return 1


@cache
def _rules() -> frozenset[str]:
    """The rules of the list; names that are not ASCII are in Unicode.

    The parser of the library takes twenty times as long: it encodes each of these names.
    """
    from publicsuffixlist import PSLFILE  # not needed for most commands

    with open(PSLFILE, encoding="utf-8") as file:
        return frozenset(_RULE.findall(file.read()))


def _decoded(label: str) -> str:
    """A label in Unicode; one that encodes nothing is left unchanged."""
    if not label.startswith("xn--"):
        return label
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
    return label if decoded.isascii() else decoded
