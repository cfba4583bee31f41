"""A URL in a wrapper, over four lines: what belongs to it, and what is dropped."""

from __future__ import annotations

import urlmend
from pictures.canvas import CHAR, LINE, Canvas

_TEXT = """\
> The survey is at <URL:http://www.canal.example
>   /survey/2003/north-
>   bank.html
> #levels>, the maps are not.
"""
_LEFT, _TOP = 24, 36


def draw() -> str:
    """The picture."""
    (url,) = urlmend.find(_TEXT)
    lines = _TEXT.splitlines()
    assert len(url.spans) == len(lines)
    bottom = _TOP + LINE * len(lines)
    canvas = Canvas(bottom + 104, f"A wrapper over {len(lines)} lines, read as {url.text}")
    _mark(canvas, url.outer.start, url.outer.stop, "lost")
    for low, high in url.spans:
        _mark(canvas, low, high, "kept")
    for number, line in enumerate(lines):
        canvas.text(_LEFT, _TOP + LINE * number, line, "code")
    for number, (name, text) in enumerate((("read as", url.text), ("or, perhaps", url.alternatives[0]))):
        y = bottom + 16 + (LINE + 4) * number
        canvas.text(_LEFT, y, name, "faint")
        canvas.rect(_LEFT + 90, y - 15, CHAR * len(text) + 4, LINE - 2, "perhaps" if number else "kept")
        canvas.text(_LEFT + 92, y, text, "code")
    y = bottom + 76
    canvas.rect(_LEFT, y - 12, 24, 15, "kept")
    canvas.text(_LEFT + 32, y, "belongs to the URL", "faint")
    canvas.rect(_LEFT + 190, y - 12, 24, 15, "lost")
    canvas.text(_LEFT + 222, y, "is dropped: the wrapper, white space, quote marks", "faint")
    return canvas.svg()


def _mark(canvas: Canvas, start: int, stop: int, kind: str) -> None:
    """Mark a range of the text, line by line."""
    at = 0
    for number, line in enumerate(_TEXT.splitlines()):
        low, high = max(start, at), min(stop, at + len(line))
        if low < high:
            canvas.rect(_LEFT + CHAR * (low - at), _TOP + LINE * number - 15, CHAR * (high - low), LINE - 2, kind)
        at += len(line) + 1
