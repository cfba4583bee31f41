"""Labels for people of the values in a result."""

from __future__ import annotations

from urlmend.reports.scan_result.queries import Break, Certainty, Totals
from urlmend.rules import RULES

CERTAINTY_LABELS = {
    Certainty.CERTAIN: "certain",
    Certainty.LIKELY: "likely",
    Certainty.GUESS: "a guess",
    Certainty.ARCHIVE: "by the archive",
}
"""How sure the reading of a URL is."""

# Attributes of `Totals`, in the order in which they are shown.
_TOTALS_LABELS = {
    "urls": "URLs",
    "different": "different URLs",
    "broken": "broken URLs",
    "settled": "ambiguous URLs resolved by the archive",
    "findings": "findings",
    "hosts": "hosts",
    "files": "files with URLs",
    "messages": "messages",
    "lines": "lines read",
    "megabytes": "MB read",
    "units": "pieces read",
    "problems": "problems",
}


def labelled_totals(totals: Totals) -> list[tuple[str, int]]:
    """Each total with its label."""
    return [(label, getattr(totals, attribute)) for attribute, label in _TOTALS_LABELS.items()]


def scheme_label(scheme: str) -> str:
    """The scheme, or a label for URLs without one."""
    return scheme or "none (www.)"


def link_label(kind: str) -> str:
    """The kind of a link, or a label for URLs that lead where they say."""
    return kind or "none (direct)"


def break_label(row: Break) -> str:
    """The kinds of breaks, separated by commas, or `none`."""
    return ", ".join(row.kinds) or "none"


def rule_name(code: str) -> str:
    """The name of a rule; empty if this version has no such rule."""
    return RULES[code].name if code in RULES else ""


def percentage(part: int, whole: int) -> str:
    """A share in percent, with one decimal place; `-` if `whole` is 0."""
    return f"{part / whole:.1%}" if whole else "-"
