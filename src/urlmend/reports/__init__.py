"""Output formats: in each module a function `findings(results, out, look)`; a table of them all."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from urlmend.bases import NamedTuple, Protocol
from urlmend.model import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

FORMATS = ("text", "json", "jsonl", "csv", "github", "gitlab", "junit", "sarif")


class Look(NamedTuple):
    """What a report is to look like, where its format leaves a choice."""

    open: bool = False
    """Whether secrets are shown."""
    colour: bool = False
    """Whether terminal colours may be used."""
    source: bool = False
    """Whether the lines that findings speak of are shown too."""

    def show(self, text: str) -> str:
        """A text as it is shown: without its secrets, unless they may be seen."""
        if self.open:
            return text
        from urlmend.secrets import redact

        return redact(text)


class Report(Protocol):
    """What writes findings: all of the results in one go, as they come."""

    def __call__(self, results: Iterable[Result], out: TextIO, look: Look) -> None:
        """Write the findings of the results."""


def report(name: str) -> Report:
    """The report of a format, one of FORMATS; only its module is loaded."""
    found: Report = import_module(f"urlmend.reports.{name}").findings
    return found
