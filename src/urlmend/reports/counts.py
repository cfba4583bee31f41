"""The number of occurrences of each URL, the most frequent first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from urlmend._lib.sanitize import printable, strict_json


def lines(counts: Mapping[str, int], form: str) -> Iterator[str]:
    """Yield a line for each URL: as `text` the number of its occurrences and the URL, as `jsonl` an object."""
    width = len(str(max(counts.values(), default=0)))
    for url, count in sorted(counts.items(), key=lambda item: -item[1]):
        shown = strict_json({"url": url, "count": count}) if form == "jsonl" else f"{count:{width}} {printable(url)}"
        yield f"{shown}\n"
