"""The table of output formats."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from urlmend._lib.fast_typing import TYPE_CHECKING, Protocol
from urlmend.model.finding import Result
from urlmend.reports import ReportStyle

if TYPE_CHECKING:
    from typing import TextIO

FORMATS = ("text", "json", "jsonl", "csv", "github", "gitlab", "junit", "sarif")


class Report(Protocol):
    """A function that writes findings."""

    def __call__(self, results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
        """Write the findings of all results, as they come."""


def report(name: str) -> Report:
    """The report of a format, one of FORMATS; only its module is imported."""
    found: Report = import_module(f"urlmend.reports.{name}").findings
    return found
