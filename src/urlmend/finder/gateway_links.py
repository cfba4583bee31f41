"""Links of gateways, which show by themselves whether they have their end."""

from __future__ import annotations


def has_end(url: str) -> bool | None:
    """Whether a link of a gateway has the end that all of its links have; None for other URLs."""
    if url.find("http", 8) < 0:  # such a link holds another URL
        return None
    from urlmend.uri.unwrapping import is_complete_link  # most URLs hold no other

    return is_complete_link(url)
