"""The figures of the page: a chart in two layouts, a caption, and a table with the same numbers."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from urlmend.model.finding import SEVERITIES
from urlmend.reports.html import charts
from urlmend.reports.html.charts import NARROW, SERIES, WIDE, Layout, Row
from urlmend.reports.html.tables import Cell, Column, ColumnKind, Table
from urlmend.reports.html.untrusted_text import visible
from urlmend.reports.scan_result import queries
from urlmend.reports.scan_result.labels import CERTAINTY_LABELS, break_label, percentage, rule_name, scheme_label
from urlmend.reports.scan_result.queries import Break, Host, RuleCount, Totals, Year, YearOfScheme

_MAX_BARS = 15
_MAX_SCHEMES = 5
_LONGEST_NAME = 60
# Years without URLs are added to the charts, unless the years span more than archives do: then a date is wrong.
_LONGEST_SPAN = 120
_SEVERITY_COLOURS = (SERIES[1], SERIES[0], SERIES[5])


class Figure(NamedTuple):
    """A figure; both charts are empty if there is nothing to show."""

    name: str
    title: str
    caption: str
    wide: Markup
    narrow: Markup
    table: Table


class Bars(NamedTuple):
    """The data of a bar chart: for each bar a name, and a count for each series."""

    heading: str
    names: Sequence[str]
    series: Sequence[str]
    counts: Sequence[tuple[int, ...]]
    palette: Sequence[str]


Draw = Callable[[Layout], Markup]


def figures(connection: sqlite3.Connection, totals: Totals, hosts: Sequence[Host]) -> list[Figure]:
    """All figures, in order; `hosts` are those with the most URLs."""
    of_schemes = queries.years_of_schemes(connection)
    dated = _without_gaps([row for row in queries.years(connection, of_schemes) if row.year])
    undated = sum(row.urls for row in of_schemes if not row.year)
    return [
        _years(dated, undated),
        _broken_share(dated, totals),
        _schemes(of_schemes, dated),
        _breaks(queries.breaks(connection), totals),
        _hosts(hosts[:_MAX_BARS], totals),
        _rules(queries.rules(connection)),
    ]


def _years(dated: Sequence[Year], undated: int) -> Figure:
    series = ("URLs", "broken URLs", "findings")
    cells = [(row.year, row.urls, row.broken, row.findings) for row in dated]
    rows: list[Row] = [
        {"year": year, "series": name, "value": value}
        for year, *values in cells
        for name, value in zip(series, values, strict=True)
    ]
    return _figure(
        name="years",
        title="URLs and findings over the years",
        caption=f"By the dates of the messages. {undated:,} URLs are in messages without a date, or in no message.",
        columns=(Column("Year"), *_number_columns(series)),
        rows=cells,
        draw=lambda layout: charts.lines(rows, series, layout),
    )


def _broken_share(dated: Sequence[Year], totals: Totals) -> Figure:
    cells = [(row.year, row.urls, row.broken, row.broken / row.urls if row.urls else None) for row in dated]
    rows: list[Row] = [{"year": year, "series": "broken", "value": share} for year, *_, share in cells]
    share_of_all = percentage(totals.broken, totals.urls)
    return _figure(
        name="broken",
        title="Share of broken URLs over the years",
        caption=(
            f"Of all URLs, {totals.broken:,} are broken ({share_of_all}): a line end or something else interrupts them."
        ),
        columns=(Column("Year"), *_number_columns(("URLs", "broken URLs")), Column("Share", ColumnKind.SHARE)),
        rows=cells,
        draw=lambda layout: charts.lines(rows, ("broken",), layout, shares=True),
    )


def _schemes(of_schemes: list[YearOfScheme], dated: Sequence[Year]) -> Figure:
    ranked = [scheme for scheme, _ in queries.schemes(of_schemes)]
    named = {scheme: visible(scheme_label(scheme), _LONGEST_NAME) for scheme in ranked[:_MAX_SCHEMES]}
    others = f"others ({len(ranked) - len(named):,})" if len(ranked) > len(named) else ""
    series = [*named.values(), *([others] if others else [])]
    counts = {row.year: dict.fromkeys(series, 0) for row in dated}
    for row in of_schemes:
        if row.year:
            counts[row.year][named.get(row.scheme, others)] += row.urls
    rows: list[Row] = [
        {"year": year, "series": name, "value": value, "rank": rank}
        for year, of_year in counts.items()
        for rank, (name, value) in enumerate(of_year.items())
    ]
    palette = (*SERIES[: len(named)], SERIES[-1])
    return _figure(
        name="schemes",
        title="Schemes over the years",
        caption="The share of each scheme in the URLs of a year.",
        columns=(Column("Year"), *_number_columns(series)),
        rows=[(year, *of_year.values()) for year, of_year in counts.items()],
        draw=lambda layout: charts.shares(rows, series, layout, palette),
    )


def _hosts(found: Sequence[Host], totals: Totals) -> Figure:
    bars = Bars(
        heading="Host",
        names=[visible(row.host, _LONGEST_NAME) for row in found],
        series=("unbroken", "broken"),
        counts=[(row.urls - row.broken, row.broken) for row in found],
        palette=SERIES,
    )
    caption = _shown_of_all(len(found), totals.hosts, "hosts")
    return _bar_figure(name="top-hosts", title="Hosts with the most URLs", caption=caption, bars=bars)


def _rules(found: Sequence[RuleCount]) -> Figure:
    shown = found[:_MAX_BARS]
    bars = Bars(
        heading="Rule",
        names=[visible(f"{row.code} {rule_name(row.code)}", _LONGEST_NAME) for row in shown],
        series=SEVERITIES,
        counts=[tuple(row.findings if row.severity == severity else 0 for severity in SEVERITIES) for row in shown],
        palette=_SEVERITY_COLOURS,
    )
    caption = f"{_shown_of_all(len(shown), len(found), 'rules with findings')} The colour is the severity."
    return _bar_figure(name="top-rules", title="Findings by rule", caption=caption, bars=bars)


def _breaks(found: Sequence[Break], totals: Totals) -> Figure:
    shown = [row for row in found if row.kinds][:_MAX_BARS]
    bars = Bars(
        heading="Interrupted by",
        names=[visible(break_label(row), _LONGEST_NAME) for row in shown],
        series=list(CERTAINTY_LABELS.values()),
        counts=[tuple(row.certainties.values()) for row in shown],
        palette=SERIES,
    )
    caption = (
        f"What interrupts the {totals.broken:,} broken URLs, and how certain their rejoined readings are; some "
        "ambiguous URLs are resolved by the same URL elsewhere in the archive."
    )
    return _bar_figure(name="breaks", title="How broken URLs were rejoined", caption=caption, bars=bars)


def _bar_figure(*, name: str, title: str, caption: str, bars: Bars) -> Figure:
    cells: list[list[str | int]] = [
        [bar, *counts] for bar, counts in zip(_numbered(bars.names), bars.counts, strict=True)
    ]
    rows: list[Row] = [
        {"name": bar, "series": series, "value": value, "rank": rank}
        for bar, *counts in cells
        for rank, (series, value) in enumerate(zip(bars.series, counts, strict=True))
    ]
    return _figure(
        name=name,
        title=title,
        caption=caption,
        columns=(Column(bars.heading), *_number_columns(bars.series)),
        rows=cells,
        draw=lambda layout: charts.bars(rows, bars.series, layout, bars.palette),
    )


def _number_columns(titles: Iterable[str]) -> list[Column]:
    return [Column(title[0].upper() + title[1:], ColumnKind.NUMBER) for title in titles]


def _figure(
    *, name: str, title: str, caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], draw: Draw
) -> Figure:
    return Figure(
        name=name,
        title=title,
        caption=caption,
        wide=draw(WIDE) if rows else Markup(),
        narrow=draw(NARROW) if rows else Markup(),
        table=Table(name=f"{name}-numbers", title=title, columns=columns, rows=rows, total=len(rows)),
    )


def _without_gaps(dated: Sequence[Year]) -> list[Year]:
    """The years, with the years without URLs between them."""
    known = {row.year: row for row in dated}
    if not dated or int(dated[-1].year) - int(dated[0].year) > _LONGEST_SPAN:
        return list(dated)
    years = (f"{year:04}" for year in range(int(dated[0].year), int(dated[-1].year) + 1))
    return [known.get(year, Year(year, urls=0, broken=0, findings=0)) for year in years]


def _shown_of_all(shown: int, total: int, noun: str) -> str:
    return f"The first {shown:,} of {total:,} {noun}." if total > shown else f"All {total:,} {noun}."


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, with a number after each name that has occurred before: shortened names may be equal."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return numbered
