"""Registered domains of hosts, by the Public Suffix List."""

from __future__ import annotations

from functools import cache, lru_cache

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from publicsuffixlist import PublicSuffixList

_REMEMBERED_HOSTS = 1 << 12


@lru_cache(_REMEMBERED_HOSTS)
def registered_domain(host: str) -> str:
    """The registered domain of a host in lower case; empty for addresses, public suffixes and names without a dot."""
    if "." not in host or host[-1:].isdecimal() or ":" in host or "" in host.split("."):
        return ""
    return _suffixes().privatesuffix(host) or ""


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PSLFILE, PublicSuffixList  # not needed for most commands

    with open(PSLFILE, encoding="utf-8") as file:
        return PublicSuffixList(_with_encoded_names(file), accept_encoded_idn=False)


def _with_encoded_names(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the list, and names outside ASCII also in the form that the DNS has.

    The library encodes every name, which takes half of the time to load the list.
    """
    for line in lines:
        yield line
        if not line.isascii() and not line.startswith("//"):
            mark, name = ("!", line[1:]) if line.startswith("!") else ("", line)
            yield mark + name.split()[0].encode("idna").decode("ascii")
