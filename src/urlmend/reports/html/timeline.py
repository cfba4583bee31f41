"""The timeline of the page, and the table of years below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from urlmend.reports.html.tables import Table, percent, table
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.html.year_axis import years_on_axis
from urlmend.reports.scan_result.labels import counted
from urlmend.reports.scan_result.overview import DomainYear
from urlmend.reports.scan_result.queries import Year

DOMAINS_OF_YEAR = 3
"""The number of domains that are named for each year."""
# The number of years below the columns.
_LABELS = 10
_LONGEST_NAME = 40


class Bar(NamedTuple):
    """The column of a year."""

    year: str
    urls: int
    percent: int
    """Its height, in percent of the highest one."""
    is_labelled: bool
    is_minor: bool
    """Whether narrow screens leave the label out."""


class Timeline(NamedTuple):
    """The years, in order."""

    bars: Sequence[Bar]
    table: Table
    note: str
    """Which dates are shown, and which are left out."""
    period: str
    """The first and the last year; empty without dates."""
    most: int
    """The largest number of URLs of a year."""


def timeline(years: Sequence[Year], domains: Mapping[str, DomainYear]) -> Timeline:
    """The timeline of a result; `years` may have one with an empty name, for URLs without a date."""
    axis = years_on_axis([row for row in years if row.year])
    step = -(-len(axis) // _LABELS) or 1
    most = max((row.urls for row in axis), default=0)
    bars = [
        Bar(row.year, row.urls, percent(row.urls, most), number % step == 0, number // step % 2 == 1)
        for number, row in enumerate(axis)
    ]
    rows = [_row(row, domains[row.year]) for row in axis]
    period = "" if not axis else axis[0].year if len(axis) == 1 else f"{axis[0].year} to {axis[-1].year}"
    return Timeline(bars, table("years", rows), _note(years, axis), period, most)


def _row(row: Year, domains: DomainYear) -> tuple[str | int | Markup, ...]:
    rest = domains.number_of_new - len(domains.new)
    more = Markup(" and {} more").format(f"{rest:,}") if rest > 0 else ""
    return (
        row.year,
        row.urls,
        row.messages,
        row.broken,
        row.findings,
        _named(domains.cited),
        _named(domains.new) + more,
    )


def _named(domains: Sequence[tuple[str, int]]) -> Markup:
    named = (
        Markup("<code>{}</code>&nbsp;<small>{}</small>").format(visible(name, _LONGEST_NAME), f"{urls:,}")
        for name, urls in domains
    )
    return Markup(", ").join(named)


def _note(years: Sequence[Year], axis: Sequence[Year]) -> str:
    if not axis:
        return "No message has a date."
    first, last = axis[0].year, axis[-1].year
    outside = [row for row in years if row.year and not first <= row.year <= last]
    undated = sum(row.urls for row in years if not row.year)
    omitted = []
    if outside:
        dates = " and ".join(row.year for row in outside) if len(outside) < 3 else f"before {first} or after {last}"
        omitted.append(f"{counted(sum(row.urls for row in outside), 'URL')} from {dates}")
    if undated:
        omitted.append(f"{counted(undated, 'URL')} without a date")
    note = "By the dates of the messages."
    return f"{note} Not shown: {' and '.join(omitted)}." if omitted else note
