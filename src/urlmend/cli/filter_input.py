"""Input of the filters: the bytes of files and of standard input, one after the other, as `cat` reads them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.cli.option_table import value
from urlmend.decoding.sniff import archive_format, text_encoding, unsupported_format
from urlmend.redaction.console import say, say_that_input_is_typed
from urlmend.reports import named_path
from urlmend.sources.paths import STDIN, could_not_open

if TYPE_CHECKING:
    from typing import BinaryIO

PATHS = {"paths": value("PATH", "file; '-' or none: standard input", nargs="*")}
_PDF = b"%PDF-"


def encoding(head: bytes) -> tuple[str, str]:
    """Return the codec of a text that begins with `head`, and the error handler that keeps its bytes."""
    _, codec, _ = text_encoding(head)
    return codec, "surrogateescape" if codec == "utf-8" else "surrogatepass"


def unreadable_format(head: bytes) -> str:
    """Return the format of a file that is no text, whose secrets or URLs a filter would overlook; or empty."""
    return "pdf" if head.startswith(_PDF) else archive_format(head) or unsupported_format(head)


class Inputs:
    """The named files; prints problems, and records in `failed` that there are."""

    def __init__(self, paths: list[str]) -> None:
        """Take the operands of the command line."""
        self.failed: bool = False
        self._paths = paths or [STDIN]

    def __iter__(self) -> Iterator[tuple[str, BinaryIO]]:
        """Yield each file with its name, open."""
        for path in self._paths:
            if path == STDIN:
                if sys.stdin.isatty():
                    say_that_input_is_typed()
                yield path, sys.stdin.buffer
                continue
            try:
                file = open(path, "rb")  # noqa: SIM115  # as a problem with one file must not affect others
            except (OSError, ValueError) as error:
                self.fail(path, could_not_open(path, error).reason)
                continue
            with file:
                yield path, file

    def fail(self, name: str, reason: str) -> None:
        """Print why a file cannot be read."""
        self.failed = True
        say(f"{named_path(name)}: {reason}")

    @contextmanager
    def problems_of(self, name: str) -> Iterator[None]:
        """Print what prevents reading a file to its end, instead of raising it."""
        try:
            yield
        except UnicodeDecodeError as error:
            self.fail(name, f"invalid {error.encoding}; not read to its end")
        except BrokenPipeError:
            raise
        except OSError as error:
            self.fail(name, could_not_open(name, error).reason)
