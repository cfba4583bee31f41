"""Progress on standard error: a bar on a terminal, or lines for a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from urlmend._lib.install_hint import install_hint
from urlmend.redaction.console import say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

Item = TypeVar("Item")
Track = Callable[[Iterable[Item], int], Iterable[Item]]
"""A function that yields items and shows how many of the given number were yielded."""

# Seconds between two lines.
INTERVAL = 10.0
# The width of the bar, and that of the space for the text next to it: numbers that grow must not move the bar.
_BAR_WIDTH = 30
_MIN_BAR_WIDTH = 10
_TEXT_WIDTH = 68
# Items between two looks at the clock.
_STRIDE = 500
# Seconds between two updates of the bar by items.
_REFRESH = 0.1
# The time to settle a result, after its archives were read, as a share of the time to write its rows: 0.2 to 0.4.
_SETTLING = 0.3


class ProgressKind(StrEnum):
    """How progress is shown."""

    AUTO = "auto"
    """A bar on a terminal, and nothing elsewhere."""
    PLAIN = "plain"
    """Lines for a log."""
    NONE = "none"


KINDS = tuple(kind.value for kind in ProgressKind)


class Phase:
    """One phase of a command, shown until the end of a `with` block."""

    def __init__(self, kind: str, name: str, total: int) -> None:
        """`kind` is one of KINDS; `total` may be 0 if it is unknown yet."""
        self.total: int = total
        self.done: int = 0
        self._name = name
        self._last_line = time.monotonic()
        self._counts = False
        """Whether the last line says what was counted."""
        self._plain = kind == ProgressKind.PLAIN
        self.is_shown: bool = self._plain or (kind == ProgressKind.AUTO and sys.stderr.isatty())
        """Whether anybody sees it."""
        self._bar = _bar() if self.is_shown and not self._plain else None
        self._task = self._bar.add_task("", total=total or None, text="") if self._bar else None

    def __enter__(self) -> Self:
        """Start the bar."""
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the bar, or print the last line of a phase that counts."""
        if self._bar:
            self._bar.stop()
        elif self._counts and self.is_shown:
            self.show(is_last=True)

    def track(self, items: Iterable[Item], total: int) -> Iterator[Item]:
        """Yield the items, of which there are `total`, and show how many were yielded."""
        self.total, self.done = total, 0
        moment = time.monotonic()
        for number, item in enumerate(items):
            if self.is_shown and number % _STRIDE == 0 and time.monotonic() >= moment:
                moment = time.monotonic() + _REFRESH
                self.done = number
                self.show()
            yield item
        self.done = total
        if self.is_shown:
            self.show()

    def show(self, *, is_last: bool = False) -> None:
        """Update the bar, or print a line if it is the last one, or the one before is old enough."""
        if self._bar and self._task is not None:
            self._bar.update(self._task, total=self.total or None, completed=self.done, text=self.text(padded=True))
        elif self._plain and (is_last or time.monotonic() - self._last_line >= INTERVAL):
            self._last_line = time.monotonic()
            say(self.text(padded=False))

    def text(self, *, padded: bool) -> str:
        """What is shown next to the bar, or as a line; `padded` to a width that does not change."""
        shown = f"{self._name}: {_percent(self.done, self.total)}% of {self.total:,}"
        return shown.ljust(_TEXT_WIDTH) if padded else shown


class ReadingPhase(Phase):
    """The phase in which archives are read: counts what was read and found."""

    def __init__(self, kind: str, total: Callable[[], int]) -> None:
        """`kind` is one of KINDS, `total` returns the size of the archives in bytes; it is called if that is shown."""
        super().__init__(kind, "reading", 0)
        self.total: int = total() if self.is_shown else 0
        if self.is_shown and not (self._plain or self._bar):
            say(f"for a progress bar: {install_hint('scan')}")
        self.done: int = 0
        self.urls: int = 0
        self.findings: int = 0
        self._counts = True
        self._finished = 0
        """The bytes of finished units."""
        self._skipped = 0
        """Those of them that an earlier scan has read: they have no part in the rate."""
        self._ahead = 0
        """The bytes of unfinished units that were read."""
        self._start = time.monotonic()
        self._writing = 0.0
        """The seconds in which rows were written."""

    def advance(self, size: int, urls: int, findings: int, writing: float = 0) -> None:
        """Count a unit of `size` bytes that was read, the URLs and findings in it, and the seconds of writing them."""
        self._finished += size
        self._writing += writing
        self.urls += urls
        self.findings += findings
        self.done = max(self.done, self._finished + self._ahead)
        if self.is_shown:
            self.show()

    def skip(self, size: int) -> None:
        """Count a unit that is in the result already."""
        if self._skipped == self._finished:  # nothing was read before
            self._start = time.monotonic()
        self._skipped += size
        self.advance(size, 0, 0)

    def read_ahead(self, size: int) -> None:
        """Show that `size` bytes of unfinished units were read."""
        self._ahead = size
        # A unit whose rows are being written is neither finished nor read ahead.
        self.done = max(self.done, self._finished + size)
        self.show()

    def text(self, *, padded: bool) -> str:
        """The share of the archives that was read, the rate, the remaining time, and the counts."""
        read = self.done - self._skipped
        rate = read / max(time.monotonic() - self._start, 1e-3)
        remaining = f"{self._remaining(rate):.0f} s left" if read else "? s left"
        share, speed = _percent(self.done, self.total), f"{_megabytes(rate)}/s"
        if not padded:
            total = _megabytes(self.total)
            return f"{share}% of {total}, {speed}, {remaining}; {self.urls} URLs, {self.findings} findings"
        counts = f"{self.urls:,} URLs, {self.findings:,} findings"
        return f"{share:>3}%  {speed:>10}  {remaining:>12}  {counts:<36}"

    def _remaining(self, rate: float) -> float:
        """The seconds to the end of the scan, if so many bytes are read in a second.

        The rows of what was read ahead are not written yet, and when all are, the result is settled.
        """
        written = self._finished - self._skipped
        for_byte = self._writing / written if written else 0
        unwritten = max(0, self.done - self._finished)
        return max(0, self.total - self.done) / rate + for_byte * (unwritten + _SETTLING * self.total)


def _percent(done: int, total: int) -> str:
    return f"{min(100.0, 100 * done / total):.0f}" if total else "100"


def _megabytes(count: float) -> str:
    return f"{count / 1e6:.1f} MB"


def _bar() -> Bar | None:
    """A progress bar; None if rich is not installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn
        from rich.table import Column
    except ImportError:
        return None
    console = Console(stderr=True)
    width = max(_MIN_BAR_WIDTH, min(_BAR_WIDTH, console.width - _TEXT_WIDTH))
    text = TextColumn("{task.fields[text]}", markup=False, table_column=Column(no_wrap=True))
    return Progress(BarColumn(width), text, console=console, transient=True)
