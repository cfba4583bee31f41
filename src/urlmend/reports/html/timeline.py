"""The timeline of the page, and the table of years below it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from urlmend._lib.lazy_regex import lazy
from urlmend.reports.html.tables import Table, percent, table
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.html.year_axis import years_on_axis
from urlmend.reports.scan_result import overview, queries
from urlmend.reports.scan_result.labels import counted
from urlmend.reports.scan_result.overview import DomainYear
from urlmend.reports.scan_result.queries import Year

# The number of domains that are named for each year.
_DOMAINS_OF_YEAR = 3
# So many years are divided into months.
_YEARS_OF_MONTHS = 2
_MONTH = lazy(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
# The number of years or months below the columns.
_LABELS = 10
_LONGEST_NAME = 40


class Bar(NamedTuple):
    """The column of a year or month."""

    name: str
    urls: int
    percent: int
    """Its height, in percent of the highest one."""
    is_labelled: bool
    is_minor: bool
    """Whether narrow screens leave the label out."""


class Timeline(NamedTuple):
    """The years, in order."""

    unit: str
    """`year`, or `month` if there are few years."""
    bars: Sequence[Bar]
    table: Table
    note: str
    """Which dates are shown, and which are left out."""
    period: str
    """The first and the last year; empty without dates."""
    most: int
    """The height of the highest column."""


def timeline(connection: sqlite3.Connection) -> Timeline:
    """The timeline of a result."""
    years, domains = queries.years(connection), overview.domains_by_year(connection, _DOMAINS_OF_YEAR)
    axis = years_on_axis([row for row in years if row.year])
    rows = [_row(row, domains[row.year]) for row in axis]
    period = "" if not axis else axis[0].year if len(axis) == 1 else f"{axis[0].year} to {axis[-1].year}"
    counts = {row.year: row.urls for row in axis}
    unit = "month" if 0 < len(axis) <= _YEARS_OF_MONTHS else "year"
    if unit == "month":
        counts = _months(overview.months(connection, axis[0].year, axis[-1].year))
    return Timeline(
        unit, _bars(counts), table("years", rows), _note(years, axis), period, max(counts.values(), default=0)
    )


def _months(found: Mapping[str, int]) -> dict[str, int]:
    """The months from the first to the last one, with those without URLs; `found` is in order."""
    names = [name for name in found if _MONTH.fullmatch(name)]
    if not names:
        return {}
    first, last = (int(name[:4]) * 12 + int(name[5:]) - 1 for name in (names[0], names[-1]))
    months = (f"{number // 12:04}-{number % 12 + 1:02}" for number in range(first, last + 1))
    return {name: found.get(name, 0) for name in months}


def _bars(counts: Mapping[str, int]) -> list[Bar]:
    step = -(-len(counts) // _LABELS) or 1
    most = max(counts.values(), default=0)
    return [
        Bar(name, urls, percent(urls, most), number % step == 0, number // step % 2 == 1)
        for number, (name, urls) in enumerate(counts.items())
    ]


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
