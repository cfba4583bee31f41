"""Labels for people of the values in a result."""

from __future__ import annotations

import math
from collections.abc import Mapping

from urlmend.reports.scan_result.queries import Break
from urlmend.rules import RULES

CERTAINTY_LABELS = ("certain", "likely", "guess", "resolved")
"""The label of each of `CERTAINTIES`."""

# Lines are counted only for parts of files, whose lines follow those of the part before; only mail has quotations.
_SHOWN_IF_COUNTED = frozenset(("lines", "others"))
_UNITS = ("kB", "MB", "GB", "TB")

UNFINISHED = "The scan was stopped, or still reads: run its command again to continue."

# The totals, in the order in which they are shown; `{s}` is the ending of the plural.
_TOTALS_LABELS = {
    "findings": "finding{s}",
    "urls": "URL{s}",
    "others": "further URL{s} in quotations, footers and copies",
    "distinct": "distinct URL{s}",
    "broken": "broken URL{s}",
    "hosts": "host{s}",
    "messages": "message{s} read",
    "settled": "ambiguous URL{s} resolved",
    "files": "file{s} with URLs",
    "lines": "line{s} read",
    "bytes": "read",
    "units": "work unit{s}",
    "problems": "problem{s}",
}


def labelled_totals(totals: Mapping[str, int]) -> list[tuple[str, str, int | str]]:
    """The name, label and number of each total, the most interesting ones first; that of bytes is a text."""
    shown = [name for name in _TOTALS_LABELS if totals[name] or name not in _SHOWN_IF_COUNTED]
    numbers: dict[str, int | str] = {**totals, "bytes": sized(totals["bytes"])}
    return [(name, _TOTALS_LABELS[name].format(s=_plural(totals[name])), numbers[name]) for name in shown]


def sized(count: int) -> str:
    """A number of bytes with a unit: `1 byte`, `400 bytes`, `1.2 kB`, `96 MB`."""
    if -1000 < count < 1000:
        return counted(count, "byte")
    power = min(len(_UNITS), int(math.log10(abs(count) * 1.0005) // 3))  # 999,600 bytes are 1.0 MB
    size = count / 1000**power
    return f"{size:,.0f} {_UNITS[power - 1]}" if abs(size) >= 9.95 else f"{size:.1f} {_UNITS[power - 1]}"


def counted(number: int, noun: str) -> str:
    """A number and a noun: `1 finding`, `2,000 findings`."""
    return f"{number:,} {noun}{_plural(number)}"


def _plural(number: int) -> str:
    return "" if number == 1 else "s"


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
