"""Print errors of settings and options, with the lines of settings files that they are in."""

from __future__ import annotations

import sys

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.terminal import columns
from urlmend.redaction.console import say
from urlmend.reports import ReportStyle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from urlmend.settings.config import ConfigError
    from urlmend.settings.positions import Message

_INDENT = "    "


def say_errors(error: ConfigError) -> None:
    """Print the message of each error, and its line with marks below."""
    message: str | Message
    for message in error.args:
        say(str(message), *([] if isinstance(message, str) else _lines(message)))


def _lines(message: Message) -> Iterator[str]:
    """Yield the line of an error, cut to the width of the terminal, and the marks below it."""
    if not message.line.strip():
        return
    from urlmend.reports.source_lines import source_lines  # most errors have no line

    width = columns() if sys.stderr.isatty() else ReportStyle().columns
    for pair in source_lines(message.line, [message.marked], (), width - len(_INDENT)):
        yield from (_INDENT + line for line in pair)
