"""Draw charts as SVG; colours are variables of the page's style, and text stays text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import vl_convert
from markupsafe import Markup

SERIES = tuple(f"var(--series-{number})" for number in range(1, 7))
"""The colours of series; the last one is for all other values."""


class Layout(NamedTuple):
    """The sizes of a chart, in pixels, and the numbers of its ticks and legend columns."""

    width: int
    label_width: int
    ticks: int
    legend_columns: int


WIDE = Layout(width=660, label_width=230, ticks=8, legend_columns=6)
"""For screens."""
NARROW = Layout(width=288, label_width=112, ticks=4, legend_columns=2)
"""For phones held upright."""

# vl-convert measures text in the first font; the others have the same widths on other systems.
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
# The height of a chart over the years, and of one bar, in pixels.
_HEIGHT = 250
_BAR_HEIGHT = 24
_YEAR_CHART_TICKS = 5

_GRID = "var(--grid)"
_AXES = alt.AxisConfig(labelColor="currentColor", labelFontSize=12, gridColor=_GRID, tickColor=_GRID, domainColor=_GRID)
_LEGENDS = alt.LegendConfig(
    labelColor="currentColor", labelFontSize=12, labelLimit=120, orient="top", symbolStrokeWidth=0, rowPadding=4
)
_VIEW = alt.ViewConfig(stroke=None)
_FIT = alt.AutoSizeParams(type="fit", contains="padding")
_FIT_WIDTH = alt.AutoSizeParams(type="fit-x", contains="padding")

Row = dict[str, str | int | float | None]


def share_line(rows: Sequence[Row], layout: Layout) -> Markup:
    """Draw a line of shares over the years; rows have `year` and `value`."""
    chart = (
        _chart(rows)
        .mark_line(point=alt.OverlayMarkDef(size=32, filled=True, color=SERIES[0]), strokeWidth=2, color=SERIES[0])
        .encode(x=_year_axis(), y=alt.Y("value:Q", axis=_value_axis(_YEAR_CHART_TICKS, shares=True)))
    )
    return _svg(chart, layout, _HEIGHT)


def columns(
    rows: Sequence[Row], series: Sequence[str], layout: Layout, palette: Sequence[str] = SERIES, *, shares: bool = False
) -> Markup:
    """Draw a column for each year, divided into series; rows have `year`, `series`, `value` and `rank`."""
    axis = _value_axis(_YEAR_CHART_TICKS, shares=shares)
    values = alt.Y("value:Q", stack="normalize" if shares else "zero", axis=axis)
    return _svg(_stacked(rows, series, layout, palette).encode(x=_year_axis(), y=values), layout, _HEIGHT)


def bars(rows: Sequence[Row], series: Sequence[str], layout: Layout, palette: Sequence[str] = SERIES) -> Markup:
    """Draw a bar for each name, in the order of the rows, divided into series; rows have `name` in place of `year`."""
    names = list(dict.fromkeys(str(row["name"]) for row in rows))
    axis = alt.Axis(title=None, labelLimit=layout.label_width, ticks=False, domain=False, labelPadding=6)
    values, bar = alt.X("value:Q", axis=_value_axis(layout.ticks, shares=False)), alt.Y("name:N", sort=names, axis=axis)
    return _svg(_stacked(rows, series, layout, palette).encode(x=values, y=bar), layout, alt.Step(_BAR_HEIGHT))


def _stacked(rows: Sequence[Row], series: Sequence[str], layout: Layout, palette: Sequence[str]) -> alt.Chart:
    """A chart of bars or columns that are divided into series, without axes."""
    chart: alt.Chart = _chart(rows).mark_bar(stroke="var(--page)", strokeWidth=1)
    return chart.encode(color=_colours(series, layout, palette), order=alt.Order("rank:Q"))


def _chart(rows: Sequence[Row]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _year_axis() -> alt.X:
    return alt.X("year:O", axis=alt.Axis(title=None, labelAngle=0, labelOverlap="greedy", labelSeparation=8))


def _value_axis(ticks: int, *, shares: bool) -> alt.Axis:
    # `format` alone writes all numbers of an axis with one unit, down to `0k`.
    label = "format(datum.value, '~%')" if shares else "format(datum.value, '~s')"
    smallest = alt.Undefined if shares else 1
    return alt.Axis(title=None, tickCount=ticks, tickMinStep=smallest, labelExpr=label, domain=False, ticks=False)


def _colours(series: Sequence[str], layout: Layout, palette: Sequence[str]) -> alt.Color:
    scale = alt.Scale(domain=list(series), range=list(palette[: len(series)]))
    legend = alt.Legend(title=None, columns=layout.legend_columns) if len(series) > 1 else None
    return alt.Color("series:N", scale=scale, legend=legend)


def _svg(chart: alt.Chart, layout: Layout, height: int | alt.Step) -> Markup:
    autosize = _FIT_WIDTH if isinstance(height, alt.Step) else _FIT
    sized = chart.properties(width=layout.width, height=height, autosize=autosize, padding=6)
    sized = sized.configure(aria=False, background="transparent", font=_FONT, axis=_AXES, legend=_LEGENDS, view=_VIEW)
    svg = vl_convert.vegalite_to_svg(sized.to_dict())
    opening, _, content = svg.partition(">")
    size = opening[opening.index("viewBox") :]
    return Markup(f'<svg class="chart" aria-hidden="true" {size}>{content}')  # noqa: S704 - Vega escapes text
