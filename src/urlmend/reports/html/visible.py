"""Text of strangers for pages: nothing in it hides, turns other text around, or is endless."""

from __future__ import annotations

_END_OF_LINE = "↵\n"
_ELLIPSIS = "…"


def visible(text: str, limit: int = 0) -> str:
    """The text with each character that shows nothing written as an escape; cut in the middle if there is a limit."""
    text = shortened(text, limit)
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _escape(character) for character in text)


def visible_lines(text: str) -> str:
    """The same for text with lines; their ends show."""
    return _END_OF_LINE.join(map(visible, text.replace("\r\n", "\n").split("\n")))


def shortened(text: str, limit: int) -> str:
    """A text of at most so many characters: its middle is left out if need be; the whole if the limit is 0."""
    if not limit or len(text) <= limit:
        return text
    tail = limit // 3
    return text[: limit - tail - 1] + _ELLIPSIS + text[-tail:]


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
