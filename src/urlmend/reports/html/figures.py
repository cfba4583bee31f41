"""The figures of the page: a chart in two layouts, a caption, and a table with the same numbers."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from urlmend.model.finding import SEVERITIES
from urlmend.reports.html import charts
from urlmend.reports.html.charts import NARROW, SERIES, WIDE, Layout, Row
from urlmend.reports.html.tables import Cell, Column, ColumnKind, Table
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.html.year_axis import years_on_axis
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import (
    CERTAINTY_LABELS,
    break_label,
    counted,
    percentage,
    rule_name,
    scheme_label,
)
from urlmend.reports.scan_result.queries import Break, Year

_MAX_BARS = 15
_MAX_SCHEMES = 5
_LONGEST_NAME = 60
_SEVERITY_COLOURS = (SERIES[1], SERIES[0], SERIES[5])


class Heading(NamedTuple):
    """The words of a figure."""

    name: str
    title: str
    caption: str


class Figure(NamedTuple):
    """A figure; both charts are empty if there is nothing to show."""

    heading: Heading
    wide: Markup
    narrow: Markup
    table: Table


class FigureGroup(NamedTuple):
    """Figures with a common note."""

    title: str
    note: str
    figures: Sequence[Figure]


Draw = Callable[[Layout], Markup]
_Row = tuple[Any, ...]


def figure_groups(
    connection: sqlite3.Connection, totals: Mapping[str, int], hosts: Sequence[sqlite3.Row]
) -> list[FigureGroup]:
    """All figures, in order; `hosts` are those with the most URLs."""
    of_schemes = queries.years_of_schemes(connection)
    years = queries.years(connection, of_schemes)
    axis = years_on_axis([row for row in years if row.year])
    rules, breaks = _rules([*queries.rows(connection, "rules")]), _breaks(queries.breaks(connection), totals)
    by_year = [_findings(axis), _urls(axis), _broken_share(axis, totals), _schemes(of_schemes, axis)]
    return [
        FigureGroup("Totals", "", [rules, breaks, _hosts(hosts[:_MAX_BARS], totals)]),
        FigureGroup("By year", _note_on_years(years, axis), by_year),
    ]


def _note_on_years(years: Sequence[Year], axis: Sequence[Year]) -> str:
    """Which dates the figures show, and which they leave out."""
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


def _findings(axis: Sequence[Year]) -> Figure:
    has_findings = any(row.findings for row in axis)
    cells = [(row.year, *(row.severities.get(severity, 0) for severity in SEVERITIES)) for row in axis if has_findings]
    heading = Heading("findings-by-year", "Findings by year", "The colour is the severity.")
    return _column_figure(heading, SEVERITIES, cells, _SEVERITY_COLOURS)


def _urls(axis: Sequence[Year]) -> Figure:
    caption = f"{counted(sum(row.urls for row in axis), 'URL')}, broken ones included."
    cells = [(row.year, row.urls) for row in axis]
    return _column_figure(Heading("urls-by-year", "URLs by year", caption), ("URLs",), cells, SERIES)


def _broken_share(axis: Sequence[Year], totals: Mapping[str, int]) -> Figure:
    cells = [(row.year, row.urls, row.broken, row.broken / row.urls if row.urls else None) for row in axis]
    rows: list[Row] = [{"year": year, "value": share} for year, *_, share in cells]
    share = percentage(totals["broken"], totals["urls"])
    caption = f"Of all URLs, {totals['broken']:,} are broken ({share}): a line end or something else interrupts them."
    columns = (Column("Year"), *_number_columns(("URLs", "broken URLs")), Column("Share", ColumnKind.SHARE))
    heading = Heading("broken", "Share of broken URLs by year", caption)
    return _figure(heading, columns, cells, lambda layout: charts.share_line(rows, layout))


def _schemes(of_schemes: Sequence[sqlite3.Row], axis: Sequence[Year]) -> Figure:
    ranked = [scheme for scheme, _ in queries.schemes(of_schemes)]
    named = {scheme: visible(scheme_label(scheme), _LONGEST_NAME) for scheme in ranked[:_MAX_SCHEMES]}
    others = f"others ({len(ranked) - len(named):,})" if len(ranked) > len(named) else ""
    series = [*named.values(), *([others] if others else [])]
    counts = {row.year: dict.fromkeys(series, 0) for row in axis}
    for row in of_schemes:
        if row["year"] in counts:
            counts[row["year"]][named.get(row["name"], others)] += row["urls"]
    cells = [(year, *of_year.values()) for year, of_year in counts.items()]
    heading = Heading("schemes", "Schemes by year", "The share of each scheme in the URLs of a year.")
    return _column_figure(heading, series, cells, (*SERIES[: len(named)], SERIES[-1]), shares=True)


def _column_figure(
    heading: Heading, series: Sequence[str], cells: Sequence[_Row], palette: Sequence[str], *, shares: bool = False
) -> Figure:
    """A figure of columns; each row of cells has a year and a number for each series."""
    rows = _rows_of_chart("year", series, cells)
    columns = (Column("Year"), *_number_columns(series))
    draw = partial(charts.columns, rows, series, palette=palette, shares=shares)
    return _figure(heading, columns, cells, draw)


def _hosts(found: Sequence[sqlite3.Row], totals: Mapping[str, int]) -> Figure:
    names = [visible(row["host"], _LONGEST_NAME) for row in found]
    counts = [(row["urls"] - row["broken"], row["broken"]) for row in found]
    caption = _shown_of_all(len(found), totals["hosts"], "host")
    heading = Heading("top-hosts", "Hosts with the most URLs", caption)
    return _bar_figure(heading, "Host", names, ("unbroken", "broken"), counts)


def _rules(found: Sequence[sqlite3.Row]) -> Figure:
    shown = found[:_MAX_BARS]
    names = [visible(f"{row['code']} {rule_name(row['code'])}", _LONGEST_NAME) for row in shown]
    counts = [tuple(row["findings"] if row["severity"] == each else 0 for each in SEVERITIES) for row in shown]
    caption = f"{_shown_of_all(len(shown), len(found), 'rule')} The colour is the severity."
    heading = Heading("top-rules", "Findings by rule", caption)
    return _bar_figure(heading, "Rule", names, SEVERITIES, counts, _SEVERITY_COLOURS)


def _breaks(found: Sequence[Break], totals: Mapping[str, int]) -> Figure:
    shown = [row for row in found if row.kinds][:_MAX_BARS]
    names = [visible(break_label(row), _LONGEST_NAME) for row in shown]
    counts = [tuple(row.certainties.values()) for row in shown]
    caption = (
        f"What interrupts {counted(totals['broken'], 'broken URL')}, and how certain the rejoined URL is; "
        "an ambiguous URL is resolved if one of its readings occurs unbroken elsewhere."
    )
    heading = Heading("breaks", "How broken URLs were rejoined", caption)
    return _bar_figure(heading, "Interrupted by", names, CERTAINTY_LABELS, counts)


def _bar_figure(
    heading: Heading,
    noun: str,
    names: Sequence[str],
    series: Sequence[str],
    counts: Iterable[tuple[int, ...]],
    palette: Sequence[str] = SERIES,
) -> Figure:
    """A figure of bars: for each a name, and a count for each series."""
    cells: list[_Row] = [(bar, *of_bar) for bar, of_bar in zip(_numbered(names), counts, strict=True)]
    draw = partial(charts.bars, _rows_of_chart("name", series, cells), series, palette=palette)
    return _figure(heading, (Column(noun), *_number_columns(series)), cells, draw)


def _rows_of_chart(key: str, series: Sequence[str], cells: Iterable[_Row]) -> list[Row]:
    """The rows of a chart for rows of cells: one for each series, whose `key` is the first cell."""
    return [
        {key: first, "series": label, "value": value, "rank": rank}
        for first, *values in cells
        for rank, (label, value) in enumerate(zip(series, values, strict=True))
    ]


def _number_columns(titles: Iterable[str]) -> list[Column]:
    return [Column(title[0].upper() + title[1:], ColumnKind.NUMBER) for title in titles]


def _figure(heading: Heading, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], draw: Draw) -> Figure:
    wide, narrow = (draw(layout) if rows else Markup() for layout in (WIDE, NARROW))
    table = Table(heading.title, columns, name=f"{heading.name}-numbers", rows=rows, total=len(rows))
    return Figure(heading, wide, narrow, table)


def _shown_of_all(shown: int, total: int, noun: str) -> str:
    return f"The first {shown:,} of {counted(total, noun)}." if total > shown else f"{counted(total, noun)}."


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, with a number after each name that has occurred before: shortened names may be equal."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return numbered
