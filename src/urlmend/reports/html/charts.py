"""Charts as SVG: their colours are variables of the page's style, their text is text."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import vl_convert
from markupsafe import Markup

SERIES = tuple(f"var(--series-{number})" for number in range(1, 7))
"""The colours of series; the last one is for what is left."""

WIDE, NARROW = 660, 288
"""The widths of each chart, in pixels: for screens, and for phones held upright."""

# What vl-convert measures text with, and what has the same widths elsewhere.
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_HEIGHT = 250
_STEP = 24
_LABEL = {WIDE: 230, NARROW: 112}
_TICKS = {WIDE: 8, NARROW: 4}
_LEGEND_COLUMNS = {WIDE: 6, NARROW: 2}
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])

_FIT = alt.AutoSizeParams(type="fit", contains="padding")
_FIT_ACROSS = alt.AutoSizeParams(type="fit-x", contains="padding")

Row = dict[str, str | int | float | None]


def lines(rows: Sequence[Row], series: Sequence[str], width: int, *, shares: bool = False) -> Markup:
    """A line for each series over the years; rows have `year`, `series` and `value`."""
    domain = list(series)
    legend = _legend(width) if len(domain) > 1 else None
    scale = alt.Scale(domain=domain, range=list(SERIES[: len(domain)]))
    chart = (
        _chart(rows)
        .mark_line(point=alt.OverlayMarkDef(size=32, filled=True), strokeWidth=2)
        .encode(
            x=_years(),
            y=alt.Y("value:Q", axis=_scale(5, shares=shares)),
            color=alt.Color("series:N", scale=scale, legend=legend),
            shape=alt.Shape("series:N", scale=alt.Scale(domain=domain, range=_SHAPES[: len(domain)]), legend=legend),
            strokeDash=alt.StrokeDash(
                "series:N", scale=alt.Scale(domain=domain, range=_DASHES[: len(domain)]), legend=legend
            ),
        )
    )
    return _svg(chart, width, _HEIGHT)


def shares(rows: Sequence[Row], series: Sequence[str], width: int, palette: Sequence[str] = SERIES) -> Markup:
    """A column for each year, divided as the series are; rows have `year`, `series` and `value`."""
    chart = (
        _chart(rows)
        .mark_bar(stroke="var(--page)", strokeWidth=1)
        .encode(
            x=_years(),
            y=alt.Y("value:Q", stack="normalize", axis=_scale(5, shares=True)),
            color=_colours(series, width, palette),
            order=alt.Order("rank:Q"),
        )
    )
    return _svg(chart, width, _HEIGHT)


def bars(rows: Sequence[Row], series: Sequence[str], width: int, palette: Sequence[str] = SERIES) -> Markup:
    """A bar for each name, in the order of the rows, divided into series; rows have `name`, `series` and `value`."""
    names = list(dict.fromkeys(str(row["name"]) for row in rows))
    axis = alt.Axis(title=None, labelLimit=_LABEL[width], ticks=False, domain=False, labelPadding=6)
    chart = (
        _chart(rows)
        .mark_bar(stroke="var(--page)", strokeWidth=1)
        .encode(
            x=alt.X("value:Q", axis=_scale(_TICKS[width], shares=False)),
            y=alt.Y("name:N", sort=names, axis=axis),
            color=_colours(series, width, palette),
            order=alt.Order("rank:Q"),
        )
    )
    return _svg(chart, width, alt.Step(_STEP))


def _chart(rows: Sequence[Row]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _years() -> alt.X:
    return alt.X("year:O", axis=alt.Axis(title=None, labelAngle=0, labelOverlap="greedy", labelSeparation=8))


def _scale(count: int, *, shares: bool) -> alt.Axis:
    # A format alone would write all numbers of an axis in thousands, down to 0k.
    label = "format(datum.value, '~%')" if shares else "format(datum.value, '~s')"
    smallest = alt.Undefined if shares else 1
    return alt.Axis(title=None, tickCount=count, tickMinStep=smallest, labelExpr=label, domain=False, ticks=False)


def _colours(series: Sequence[str], width: int, palette: Sequence[str]) -> alt.Color:
    scale = alt.Scale(domain=list(series), range=list(palette[: len(series)]))
    return alt.Color("series:N", scale=scale, legend=_legend(width) if len(series) > 1 else None)


def _legend(width: int) -> alt.Legend:
    return alt.Legend(
        title=None, orient="top", columns=_LEGEND_COLUMNS[width], symbolStrokeWidth=0, labelLimit=120, rowPadding=4
    )


def _svg(chart: alt.Chart, width: int, height: int | alt.Step) -> Markup:
    sized = chart.properties(
        width=width, height=height, autosize=_FIT_ACROSS if isinstance(height, alt.Step) else _FIT, padding=6
    ).configure(
        aria=False,
        background="transparent",
        font=_FONT,
        axis=alt.AxisConfig(
            labelColor="currentColor",
            gridColor="var(--grid)",
            tickColor="var(--grid)",
            domainColor="var(--grid)",
            labelFontSize=12,
        ),
        legend=alt.LegendConfig(labelColor="currentColor", labelFontSize=12),
        view=alt.ViewConfig(stroke=None),
    )
    svg = vl_convert.vegalite_to_svg(sized.to_dict())
    opening, _, content = svg.partition(">")
    size = opening[opening.index("viewBox") :]
    return Markup(f'<svg class="chart" aria-hidden="true" {size}>{content}')  # noqa: S704 - Vega escapes text
