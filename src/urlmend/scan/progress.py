"""How far a scan has come: a bar on a terminal, or lines for a log."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from urlmend.redaction.console import say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

KINDS = ("auto", "plain", "none")
# Seconds between two lines.
INTERVAL = 10.0


class Progress:
    """Counts what was read and found, and shows it."""

    def __init__(self, kind: str, total: int) -> None:
        """`kind` is one of KINDS; `auto` is a bar on a terminal, and nothing elsewhere. `total` is in bytes."""
        self.total = total
        self.bytes: int = 0
        self.urls: int = 0
        self.findings: int = 0
        self._begin = self._said = time.monotonic()
        self._plain = kind == "plain"
        self._bar = _bar() if kind == "auto" and sys.stderr.isatty() else None
        self._task = self._bar.add_task("", total=total, counts="") if self._bar else None

    def __enter__(self) -> Progress:
        """Show what there is to show."""
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Show it a last time."""
        if self._bar:
            self._bar.stop()
        elif self._plain:
            self._say()

    def advance(self, size: int, urls: int, findings: int) -> None:
        """So many more bytes were read, with so many URLs and findings in them."""
        self.bytes += size
        self.urls += urls
        self.findings += findings
        if self._bar and self._task is not None:
            counts = f"{self.urls:,} URLs, {self.findings:,} findings"
            self._bar.update(self._task, completed=self.bytes, counts=counts)
        elif self._plain and time.monotonic() - self._said >= INTERVAL:
            self._say()

    def _say(self) -> None:
        now = time.monotonic()
        self._said = now
        seconds = max(now - self._begin, 1e-3)
        rate = self.bytes / seconds
        left = (self.total - self.bytes) / rate if rate else 0
        share = 100 * self.bytes / self.total if self.total else 100
        say(
            f"{share:.0f}% of {_megabytes(self.total)}, {_megabytes(rate)}/s, {left:.0f} s left; "
            f"{self.urls} URLs, {self.findings} findings"
        )


def _megabytes(count: float) -> str:
    return f"{count / 1e6:.1f} MB"


def _bar() -> Bar | None:
    """The bar, if what draws it is installed."""
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
    except ImportError:
        say("for a progress bar: pip install 'urlmend[scan]'")
        return None
    columns = (
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[counts]}", markup=False),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
