"""JSON lines: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from urlmend.model.document import Document
from urlmend.model.finding import Result
from urlmend.model.url import Url
from urlmend.reports import ReportStyle
from urlmend.reports.rows import finding_row, url_row


def urls(document: Document, found: Iterable[Url], shown: Callable[[str], str] = str) -> Iterator[str]:
    """Yield one line for each URL; `shown` is applied to URLs."""
    for url in found:
        yield json.dumps(url_row(document, url, shown)) + "\n"


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line."""
    for document, found in results:
        out.writelines(json.dumps(finding_row(document, finding, style)) + "\n" for finding in found)
