"""Registered domains of hosts, by the Public Suffix List."""

from __future__ import annotations

from functools import cache, lru_cache

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    """The list, with names outside ASCII also in the form that the DNS has.

    The library encodes every name, which takes half of the time to load the list.
    """
    from publicsuffixlist import PSLFILE, PublicSuffixList  # not needed for most commands

    with open(PSLFILE, encoding="utf-8") as file:
        names = [line for line in file.read().split("\n") if not line.startswith("//")]
    encoded = [_encoded(name) for name in names if not name.isascii()]
    return PublicSuffixList(names + encoded, accept_encoded_idn=False)


def _encoded(name: str) -> str:
    """Encode a name of the list, which may have a mark."""
    mark = "!" if name.startswith("!") else ""
    return mark + name.removeprefix(mark).split()[0].encode("idna").decode("ascii")
