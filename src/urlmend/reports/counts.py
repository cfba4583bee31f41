"""The number of occurrences of each URL, the most frequent first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from urlmend._lib.sanitize import printable


def _sorted(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: -item[1])


def as_text(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield one line for each URL: the number of its occurrences, a space, and the URL."""
    width = len(str(max(counts.values(), default=0)))
    for url, count in _sorted(counts):
        yield f"{count:{width}} {printable(url)}\n"


def as_jsonl(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield one JSON object a line for each URL."""
    for url, count in _sorted(counts):
        yield json.dumps({"url": url, "count": count}) + "\n"


FORMATS = {"text": as_text, "jsonl": as_jsonl}
"""The output formats, by name."""
