"""The table of output formats."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from urlmend._lib.fast_typing import Protocol
from urlmend.model.finding import Result
from urlmend.reports import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

FORMATS = ("text", "json", "jsonl", "csv", "github", "gitlab", "junit", "sarif")


class Report(Protocol):
    """What writes findings: all of the results in one go, as they come."""

    def __call__(self, results: Iterable[Result], out: TextIO, look: Look) -> None:
        """Write the findings of the results."""


def report(name: str) -> Report:
    """The report of a format, one of FORMATS; only its module is loaded."""
    found: Report = import_module(f"urlmend.reports.{name}").findings
    return found
