"""JSON Lines: one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from urlmend.model.document import Document
from urlmend.model.finding import Result
from urlmend.model.url import Url
from urlmend.reports import ReportStyle, reported_path
from urlmend.reports.rows import finding_row, of_document, url_row

# The encoder of strings that `json.dumps` uses, without its overhead.
_quoted = json.encoder.encode_basestring_ascii


def urls(document: Document, found: Iterable[Url], shown: Callable[[str], str] = str) -> Iterator[str]:
    """Yield one line for each URL; `shown` is applied to URLs."""
    from urlmend.uri.link_kinds import link  # `lint` does not need it

    file = form = provenance = ""
    for url in found:
        if url.breaks or url.alternatives or url.confidence != "certain" or link(url.text).kind:
            yield json.dumps(url_row(document, url, shown)) + "\n"
            continue
        if not file:
            file, form = json.dumps(reported_path(document.name)), json.dumps(document.format)
            fields = of_document(document)
            provenance = f", {json.dumps(fields)[1:-1]}" if fields else ""
        (span,) = url.spans
        line, column, end_line, end_column = document.locate(span)
        start, stop = document.in_source(span)
        yield (
            f'{{"file": {file}, "line": {line}, "column": {column}, "end_line": {end_line}, '
            f'"end_column": {end_column}, "url": {_quoted(shown(url.text))}, "form": "{url.form}", '
            f'"breaks": [], "confidence": "certain", "alternatives": [], '
            f'"spans": [[{start}, {stop}]], "format": {form}{provenance}}}\n'
        )


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line."""
    for document, found in results:
        out.writelines(json.dumps(finding_row(document, finding, style)) + "\n" for finding in found)
