"""The figures of the page: each a chart in two widths, a caption, and a table with the same numbers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from urlmend.model.finding import SEVERITIES
from urlmend.reports.html import charts, queries
from urlmend.reports.html.charts import NARROW, SERIES, WIDE, Row
from urlmend.reports.html.queries import OUTCOMES, Break, Host, RuleCount, Totals, Year, YearOfScheme
from urlmend.reports.html.tables import Cell, Column, Table
from urlmend.reports.html.visible import visible
from urlmend.reports.html.words import OUTCOME_WORDS, break_word, percent, rule_name, scheme_word

_MOST_BARS = 15
_MOST_SCHEMES = 5
_LONGEST_NAME = 60
# A gap between two years is filled up with years of nothing, unless a wrong date makes it longer than archives are.
_LONGEST_SPAN = 120
_OF_SEVERITIES = (SERIES[1], SERIES[0], SERIES[5])


class Figure(NamedTuple):
    """A figure; without charts if there is nothing to show."""

    name: str
    title: str
    caption: str
    wide: Markup
    narrow: Markup
    table: Table


class Bars(NamedTuple):
    """What a chart of bars shows: a name for each bar, and the counts of each part of it."""

    heading: str
    names: Sequence[str]
    series: Sequence[str]
    counts: Sequence[tuple[int, ...]]
    palette: Sequence[str]


Draw = Callable[[int], Markup]


def figures(connection: sqlite3.Connection, totals: Totals, hosts: Sequence[Host]) -> list[Figure]:
    """All figures, in order; `hosts` are those with the most URLs."""
    of_schemes = queries.years_of_schemes(connection)
    dated = _filled([row for row in queries.years(connection, of_schemes) if row.year])
    undated = sum(row.urls for row in of_schemes if not row.year)
    return [
        _years(dated, undated),
        _broken_share(dated, totals),
        _schemes(of_schemes, dated),
        _breaks(queries.breaks(connection), totals),
        _hosts(hosts[:_MOST_BARS], totals),
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
        "years",
        "URLs and findings over the years",
        f"By the dates of the messages. {undated:,} URLs stand in messages without a date, or in none.",
        (Column("Year"), *_numbers(series)),
        cells,
        lambda width: charts.lines(rows, series, width),
    )


def _broken_share(dated: Sequence[Year], totals: Totals) -> Figure:
    cells = [(row.year, row.urls, row.broken, row.broken / row.urls if row.urls else None) for row in dated]
    rows: list[Row] = [{"year": year, "series": "broken", "value": share} for year, *_, share in cells]
    whole = percent(totals.broken, totals.urls)
    return _figure(
        "broken",
        "Share of broken URLs over the years",
        f"Of all URLs, {totals.broken:,} are broken ({whole}): a line end or something else interrupts them.",
        (Column("Year"), *_numbers(("URLs", "broken URLs")), Column("Share", "share")),
        cells,
        lambda width: charts.lines(rows, ("broken",), width, shares=True),
    )


def _schemes(of_schemes: list[YearOfScheme], dated: Sequence[Year]) -> Figure:
    ranked = [scheme for scheme, _ in queries.schemes(of_schemes)]
    named = {scheme: visible(scheme_word(scheme), _LONGEST_NAME) for scheme in ranked[:_MOST_SCHEMES]}
    others = f"others ({len(ranked) - len(named):,})" if len(ranked) > len(named) else ""
    series = [*named.values(), *([others] if others else [])]
    table = {row.year: dict.fromkeys(series, 0) for row in dated}
    for row in of_schemes:
        if row.year:
            table[row.year][named.get(row.scheme, others)] += row.urls
    rows: list[Row] = [
        {"year": year, "series": name, "value": value, "rank": rank}
        for year, counted in table.items()
        for rank, (name, value) in enumerate(counted.items())
    ]
    palette = (*SERIES[: len(named)], SERIES[-1])
    return _figure(
        "schemes",
        "Schemes over the years",
        "The share of each scheme in the URLs of a year.",
        (Column("Year"), *_numbers(series)),
        [(year, *counted.values()) for year, counted in table.items()],
        lambda width: charts.shares(rows, series, width, palette),
    )


def _hosts(found: Sequence[Host], totals: Totals) -> Figure:
    names = [visible(row.host, _LONGEST_NAME) for row in found]
    counts = [(row.urls - row.broken, row.broken) for row in found]
    bars = Bars("Host", names, ("unbroken", "broken"), counts, SERIES)
    return _bars("top-hosts", "Hosts with the most URLs", _of_all(len(found), totals.hosts, "hosts"), bars)


def _rules(found: Sequence[RuleCount]) -> Figure:
    most = found[:_MOST_BARS]
    names = [visible(f"{row.code} {rule_name(row.code)}", _LONGEST_NAME) for row in most]
    counts = [tuple(row.findings if row.severity == severity else 0 for severity in SEVERITIES) for row in most]
    caption = f"{_of_all(len(most), len(found), 'rules with findings')} The colour is the severity."
    return _bars("top-rules", "Findings by rule", caption, Bars("Rule", names, SEVERITIES, counts, _OF_SEVERITIES))


def _breaks(found: Sequence[Break], totals: Totals) -> Figure:
    broken = [row for row in found if row.kinds][:_MOST_BARS]
    names = [visible(break_word(row), _LONGEST_NAME) for row in broken]
    series = [OUTCOME_WORDS[outcome] for outcome in OUTCOMES]
    counts = [tuple(row.outcomes.values()) for row in broken]
    caption = (
        f"What interrupts the {totals.broken:,} broken URLs, and how sure it is how they go on; for some, the same "
        "URL elsewhere in the archive has settled it."
    )
    bars = Bars("Interrupted by", names, series, counts, SERIES)
    return _bars("breaks", "How broken URLs were mended", caption, bars)


def _bars(name: str, title: str, caption: str, bars: Bars) -> Figure:
    cells: list[list[str | int]] = [[of, *counts] for of, counts in zip(_unlike(bars.names), bars.counts, strict=True)]
    rows: list[Row] = [
        {"name": of, "series": part, "value": value, "rank": rank}
        for of, *counts in cells
        for rank, (part, value) in enumerate(zip(bars.series, counts, strict=True))
    ]
    columns = (Column(bars.heading), *_numbers(bars.series))
    return _figure(
        name, title, caption, columns, cells, lambda width: charts.bars(rows, bars.series, width, bars.palette)
    )


def _numbers(titles: Iterable[str]) -> list[Column]:
    return [Column(title[0].upper() + title[1:], "number") for title in titles]


def _figure(
    name: str, title: str, caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], draw: Draw
) -> Figure:
    wide, narrow = (draw(width) if rows else Markup() for width in (WIDE, NARROW))
    return Figure(name, title, caption, wide, narrow, Table(f"{name}-numbers", title, columns, rows, len(rows)))


def _filled(dated: Sequence[Year]) -> list[Year]:
    """The years, and those between them that have nothing."""
    known = {row.year: row for row in dated}
    if not dated or int(dated[-1].year) - int(dated[0].year) > _LONGEST_SPAN:
        return list(dated)
    every = (f"{year:04}" for year in range(int(dated[0].year), int(dated[-1].year) + 1))
    return [known.get(year, Year(year, 0, 0, 0)) for year in every]


def _of_all(shown: int, whole: int, what: str) -> str:
    return f"The first {shown:,} of {whole:,} {what}." if whole > shown else f"All {whole:,} {what}."


def _unlike(names: Sequence[str]) -> list[str]:
    """The names, each with a number behind it that would look like one before it."""
    seen: dict[str, int] = {}
    unlike = []
    for name in names:
        seen[name] = number = seen.get(name, 0) + 1
        unlike.append(f"{name} ({number})" if number > 1 else name)
    return unlike
