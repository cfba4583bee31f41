"""A bare URL at the end of a line, and what speaks for and against its going on in the next one."""

from __future__ import annotations

import math

import urlmend
from pictures.canvas import CHAR, LINE, Canvas
from urlmend.finder.explain import Weighed, explained
from urlmend.finder.join_evidence import AMBIGUOUS, JOIN
from urlmend.model.document import Document

_MARGIN, _AXIS, _UNIT = 24, 470, 30
_TEXT_TOP = 36


def joined() -> str:
    """Lines that are joined."""
    return _picture(
        "The raw numbers are at http://www.canal.example/numbers/2003/\n"
        "december/north-bank-and-locks.csv and on the mirror.\n",
        "likely",
        "the lines are joined; the reading is likely",
    )


def doubtful() -> str:
    """A longer reading that is only listed."""
    return _picture(
        "The survey itself is at http://www.canal.example/survey/north-bank.html\n"
        "levels/2003 has the levels of all locks.\n",
        "guess",
        "it ends with the line, a guess; the longer reading is listed",
    )


def ended() -> str:
    """A URL that ends with its line."""
    return _picture(
        "We keep the maps of the whole canal at http://www.canal.example/maps\n"
        "north-bank and south-bank are both there.\n",
        "certain",
        "it ends with the line, for certain",
    )


def _weighed(text: str) -> tuple[urlmend.Url, Weighed]:
    """The URL of a text, and the line end where it may go on."""
    ((url, (place, *_)),) = explained(Document(text), nearly=-math.inf)
    return url, place


def _picture(text: str, confidence: str, outcome: str) -> str:
    url, place = _weighed(text)
    assert url.confidence == confidence, f"{url} is not {confidence}"
    found = sorted(place.evidence, key=lambda reason: -reason[1])
    total = place.weight
    top = _TEXT_TOP + 2 * LINE + 24
    bottom = top + LINE * len(found)
    canvas = Canvas(bottom + 82, f"{' '.join(text.split())} - {total:g} points: {outcome}")
    _draw_text(canvas, text, url, place)
    for bound, name, anchor in (
        (0, "", "end"),
        (AMBIGUOUS, f"{AMBIGUOUS:g}: doubt", "end"),
        (JOIN, f"{JOIN:g}: join", "start"),
    ):
        x = _AXIS + bound * _UNIT
        canvas.line((x, top - 8), (x, bottom + 34), dashed=bound > 0)
        canvas.text(x, top - 14, name, "faint", anchor=anchor)
    for number, (name, weight) in enumerate(found):
        _draw_weight(canvas, top + LINE * number, name, weight)
    _draw_weight(canvas, bottom + 10, "all together", total, strong=True)
    canvas.text(_MARGIN, bottom + 62, f"{_number(total)} points: {outcome}", "strong")
    return canvas.svg()


def _draw_text(canvas: Canvas, text: str, url: urlmend.Url, place: Weighed) -> None:
    """The lines of a text, with the URL marked, and what may belong to it."""
    start, stop = url.spans[0]
    at = text.index(place.tail, stop)
    kind = "kept" if len(url.spans) > 1 else "perhaps" if url.alternatives else "lost"
    for low, high, shape in ((start, stop, "kept"), (at, at + len(place.tail), kind)):
        line = text.count("\n", 0, low)
        column = low - text.rfind("\n", 0, low) - 1
        x, y = _MARGIN + CHAR * column, _TEXT_TOP + LINE * line
        canvas.rect(x - 2, y - 15, CHAR * (high - low) + 4, LINE - 2, shape)
    for number, line in enumerate(text.splitlines()):
        canvas.text(_MARGIN, _TEXT_TOP + LINE * number, line, "code")


def _draw_weight(canvas: Canvas, y: float, name: str, weight: float, *, strong: bool = False) -> None:
    """One row: a name, and a bar to the right or, for what speaks against a join, to the left."""
    width = abs(weight) * _UNIT
    left = _AXIS if weight > 0 else _AXIS - width
    classes = ("strong",) if strong else ()
    canvas.text(_MARGIN, y + 15, name, *classes)
    if weight:
        canvas.rect(left, y + 3, width, LINE - 6, "for" if weight > 0 else "against")
    beside = _AXIS + width + 6 if weight > 0 else left - 6
    canvas.text(beside, y + 15, _number(weight), *classes, anchor="start" if weight > 0 else "end")


def _number(weight: float) -> str:
    return f"{weight:+g}".replace("-", "\u2212")
