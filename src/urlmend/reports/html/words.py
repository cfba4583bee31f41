"""What the values of a result are called where people read them."""

from __future__ import annotations

from urlmend.reports.html.queries import OUTCOMES, Break, Totals
from urlmend.rules import RULES

OUTCOME_WORDS = dict(zip(OUTCOMES, ("certain", "likely", "a guess", "by the archive"), strict=True))
"""How a URL was mended, for each outcome."""

# What `Totals` counts, in the order in which it is told.
_TOTALS = {
    "urls": "URLs",
    "different": "different URLs",
    "broken": "broken URLs",
    "settled": "doubts settled by the archive",
    "findings": "findings",
    "hosts": "hosts",
    "files": "files with URLs",
    "messages": "messages",
    "lines": "lines read",
    "megabytes": "MB read",
    "units": "pieces read",
    "problems": "problems",
}


def told(totals: Totals) -> list[tuple[str, int]]:
    """What there is of everything, with its name."""
    return [(words, getattr(totals, field)) for field, words in _TOTALS.items()]


def scheme_word(scheme: str) -> str:
    """The name of a scheme."""
    return scheme or "none (www.)"


def break_word(row: Break) -> str:
    """What interrupts some URLs."""
    return ", ".join(row.kinds) or "none"


def rule_name(code: str) -> str:
    """The name of a rule; empty if this version knows no such rule."""
    return RULES[code].name if code in RULES else ""


def percent(part: int, whole: int) -> str:
    """A share, in percent with one digit."""
    return f"{part / whole:.1%}" if whole else "-"
