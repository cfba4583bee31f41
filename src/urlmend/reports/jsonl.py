"""One JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from urlmend.model.document import Document
from urlmend.model.finding import Result
from urlmend.model.url import Url
from urlmend.reports import Look
from urlmend.reports.rows import finding_row, url_row


def urls(document: Document, found: Iterable[Url]) -> Iterator[str]:
    """One URL a line."""
    for url in found:
        yield json.dumps(url_row(document, url)) + "\n"


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:
    """One finding a line."""
    for document, found in results:
        out.writelines(json.dumps(finding_row(document, finding, look)) + "\n" for finding in found)
