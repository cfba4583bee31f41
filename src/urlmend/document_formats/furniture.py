"""Headers and footers of pages: lines at their edges that are page numbers, or repeat on the pages around."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend.model.lines import PAGE_NUMBER, without_numbers

# The most lines of a header or footer, and how many pages before and after one are compared: left and right ones.
_MAX_LINES = 3
_PAGES_AROUND = 2
_MIN_LENGTH = 4


def edges(texts: Sequence[str]) -> list[tuple[int, int]]:
    """For each page of consecutive ones, the offsets where its header ends and its footer begins."""
    heads = [text.split("\n", _MAX_LINES)[:_MAX_LINES] for text in texts]
    feet = [text.rsplit("\n", _MAX_LINES)[: -_MAX_LINES - 1 : -1] for text in texts]
    found = []
    for number, text in enumerate(texts):
        header = sum(len(line) + 1 for line in _furniture(heads, number))
        footer = sum(len(line) + 1 for line in _furniture(feet, number))
        found.append((header, len(text) - footer) if header + footer < len(text) else (0, len(text)))
    return found


def _furniture(pages: Sequence[Sequence[str]], number: int) -> list[str]:
    """The lines of a page, from its edge on, that are furniture."""
    others = [
        {_form(line) for line in pages[other]}
        for other in range(max(0, number - _PAGES_AROUND), min(len(pages), number + _PAGES_AROUND + 1))
        if other != number
    ]
    found = []
    for line in pages[number]:
        form = _form(line)
        if not PAGE_NUMBER.match(line) and (len(form) < _MIN_LENGTH or not any(form in forms for forms in others)):
            break
        found.append(line)
    return found


def _form(line: str) -> str:
    """A line without what differs between pages."""
    return without_numbers(line.strip()[:200])
