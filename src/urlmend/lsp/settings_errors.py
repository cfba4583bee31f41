"""The errors of an open settings file, with their ranges in its text."""

from __future__ import annotations

import os
from collections.abc import Iterator

from urlmend.model.span import Span
from urlmend.settings.config import ConfigError
from urlmend.settings.loading import MAX_SIZE, SETTINGS_FILES, config_of, is_shared, mentions_urlmend
from urlmend.settings.rule_selection import faults_of_codes


def settings_errors(path: str, data: bytes) -> Iterator[tuple[str, Span]]:
    """Yield the errors of a file with this content, if it has settings of urlmend, and their ranges (code points)."""
    name = os.path.basename(path)
    if name not in SETTINGS_FILES or len(data) > MAX_SIZE or (is_shared(path) and not mentions_urlmend(data)):
        return
    try:
        config_of(data, path, faults_of_codes)
    except ConfigError as error:
        for message in error.args:
            if isinstance(message, str):
                yield message.removeprefix(f"{path}: "), Span(0, 0)
            else:
                yield message.fault, Span(*message.span)
