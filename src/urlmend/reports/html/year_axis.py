"""The years on the axes of the figures: without single wrong dates, which would stretch them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from urlmend.reports.scan_result.queries import Year

# Years at an end are left out if their share of the URLs is less than this part of the share of the axis they take.
_NEGLIGIBLE = 0.1
# A wrong date is at least this many years from the others.
_DISTANCE = 3
# Years without URLs are added to the axis, unless the years span more than archives do: then a date is wrong.
_LONGEST_SPAN = 120


class _Run(NamedTuple):
    """Years with URLs that are close together."""

    first: int
    last: int
    urls: int


def years_on_axis(dated: Sequence[Year]) -> list[Year]:
    """The years from the first to the last one on the axis; `dated` has those with URLs, in order."""
    runs = _runs(dated)
    urls = sum(run.urls for run in runs)
    low, high = 0, len(runs) - 1
    while low < high:
        span = runs[high].last - runs[low].first + 1
        if runs[low].urls / urls < _NEGLIGIBLE * (runs[low + 1].first - runs[low].first) / span:
            urls -= runs[low].urls
            low += 1
        elif runs[high].urls / urls < _NEGLIGIBLE * (runs[high].last - runs[high - 1].last) / span:
            urls -= runs[high].urls
            high -= 1
        else:
            break
    return _without_gaps([year for year in dated if runs[low].first <= int(year.year) <= runs[high].last])


def _runs(dated: Sequence[Year]) -> list[_Run]:
    runs: list[_Run] = []
    for row in dated:
        year = int(row.year)
        if runs and year - runs[-1].last < _DISTANCE:
            runs[-1] = _Run(runs[-1].first, year, runs[-1].urls + row.urls)
        else:
            runs.append(_Run(year, year, row.urls))
    return runs


def _without_gaps(dated: Sequence[Year]) -> list[Year]:
    """The years, with the years without URLs between them."""
    if not dated or int(dated[-1].year) - int(dated[0].year) > _LONGEST_SPAN:
        return list(dated)
    known = {row.year: row for row in dated}
    years = (f"{year:04}" for year in range(int(dated[0].year), int(dated[-1].year) + 1))
    return [known.get(year, Year(year, urls=0, broken=0, severities={})) for year in years]
