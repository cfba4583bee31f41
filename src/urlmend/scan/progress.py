"""The progress of a scan: a bar on a terminal, or lines for a log."""

from __future__ import annotations

import sys
import time
from enum import StrEnum
from types import TracebackType
from typing import TYPE_CHECKING

from urlmend.redaction.console import say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

# Seconds between two lines.
INTERVAL = 10.0


class ProgressKind(StrEnum):
    """How progress is shown."""

    AUTO = "auto"
    """A bar on a terminal, and nothing elsewhere."""
    PLAIN = "plain"
    """Lines for a log."""
    NONE = "none"


KINDS = tuple(kind.value for kind in ProgressKind)


def is_shown(kind: str) -> bool:
    """Whether progress of this kind, one of KINDS, is shown."""
    return kind == ProgressKind.PLAIN or (kind == ProgressKind.AUTO and sys.stderr.isatty())


class Progress:
    """Counts what was read and found, and shows the counts."""

    def __init__(self, kind: str, total: int) -> None:
        """`kind` is one of KINDS, `total` the size of the archives in bytes."""
        self.total = total
        self.bytes: int = 0
        self.urls: int = 0
        self.findings: int = 0
        self._start = self._last_line = time.monotonic()
        self._plain = kind == ProgressKind.PLAIN
        self._bar = _bar() if kind == ProgressKind.AUTO and sys.stderr.isatty() else None
        self._task = self._bar.add_task("", total=total, counts="") if self._bar else None

    def __enter__(self) -> Progress:
        """Start the bar."""
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop the bar, or print the last line."""
        if self._bar:
            self._bar.stop()
        elif self._plain:
            self._print_line()

    def advance(self, size: int, urls: int, findings: int) -> None:
        """Add `size` bytes that were read, and the URLs and findings in them."""
        self.bytes += size
        self.urls += urls
        self.findings += findings
        if self._bar and self._task is not None:
            counts = f"{self.urls:,} URLs, {self.findings:,} findings"
            self._bar.update(self._task, completed=self.bytes, counts=counts)
        elif self._plain and time.monotonic() - self._last_line >= INTERVAL:
            self._print_line()

    def _print_line(self) -> None:
        now = time.monotonic()
        self._last_line = now
        seconds = max(now - self._start, 1e-3)
        rate = self.bytes / seconds
        remaining = (self.total - self.bytes) / rate if rate else 0
        share = 100 * self.bytes / self.total if self.total else 100
        say(
            f"{share:.0f}% of {_megabytes(self.total)}, {_megabytes(rate)}/s, {remaining:.0f} s left; "
            f"{self.urls} URLs, {self.findings} findings"
        )


def _megabytes(count: float) -> str:
    return f"{count / 1e6:.1f} MB"


def _bar() -> Bar | None:
    """A progress bar; None, with a message, if rich is not installed."""
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
