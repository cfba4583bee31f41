"""Display untrusted text: escape characters that are invisible or reorder text, and shorten long text."""

from __future__ import annotations

_END_OF_LINE = "↵\n"
_ELLIPSIS = "…"


def visible(text: str, limit: int = 0) -> str:
    """The text with each non-printing character escaped; shortened first to `limit` characters unless that is 0."""
    text = shortened(text, limit)
    if text.isprintable():  # true of most
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def visible_lines(text: str) -> str:
    """Several lines of text, escaped in the same way, with a visible mark at each line end."""
    return _END_OF_LINE.join(map(visible, text.replace("\r\n", "\n").split("\n")))


def shortened(text: str, limit: int) -> str:
    """The text, with its middle left out if it has more than `limit` characters; unchanged if the limit is 0."""
    if not limit or len(text) <= limit:
        return text
    tail = limit // 3
    return text[: limit - tail - 1] + _ELLIPSIS + text[-tail:]
