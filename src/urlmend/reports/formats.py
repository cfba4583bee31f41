"""The table of output formats."""

from __future__ import annotations

from importlib import import_module

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from urlmend.model.finding import Result
    from urlmend.reports import ReportStyle

    Report = Callable[[Iterable[Result], TextIO, ReportStyle], None]
    """Writes the findings of results, as they come."""

FORMATS = ("text", "json", "jsonl", "csv", "github", "gitlab", "junit", "sarif")


def report(name: str) -> Report:
    """The report of a format, one of FORMATS; only its module is imported."""
    found: Report = import_module(f"urlmend.reports.{name}").findings
    return found
