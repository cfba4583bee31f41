"""JSON Lines: one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TextIO

from urlmend._lib.sanitize import strict_json
from urlmend.model.document import Document
from urlmend.model.finding import Result
from urlmend.model.url import Url
from urlmend.reports import ReportStyle, named_path
from urlmend.reports.rows import finding_row, of_document, url_row

# The encoder of strings that `json.dumps` uses, without its overhead.
_quoted = json.encoder.encode_basestring_ascii


def urls(document: Document, found: Sequence[Url], shown: Callable[[str], str] = str) -> Iterator[str]:
    """Yield one line for each URL; `shown` is applied to URLs."""
    from urlmend.uri.link_kinds import is_direct  # `lint` does not need it

    if not found:
        return
    fields = of_document(document)
    file, provenance = _quoted(named_path(document.name)), f", {json.dumps(fields)[1:-1]}" if fields else ""
    end = f'], "format": {_quoted(document.format)}{provenance}}}\n'
    is_source, has_places = document.source is document, document.layout is not None
    for url, location in zip(found, document.locate_all([url.spans[0] for url in found]), strict=True):
        text, spans, _, form, _, breaks, alternatives, confidence = url
        if breaks or alternatives or confidence != "certain" or has_places or not is_direct(text):
            yield strict_json(url_row(document, url, shown)) + "\n"
            continue
        line, column, end_line, end_column = location
        start, stop = spans[0] if is_source else document.in_source(spans[0])
        row = (
            f'{{"file": {file}, "line": {line}, "column": {column}, "end_line": {end_line}, '
            f'"end_column": {end_column}, "url": {_quoted(shown(text))}, "form": "{form}", '
            f'"breaks": [], "confidence": "certain", "alternatives": [], "spans": [[{start}, {stop}]{end}'
        )
        yield f"{strict_json(json.loads(row))}\n" if "\\ud" in row else row


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line."""
    for document, found in results:
        out.writelines(strict_json(finding_row(document, finding, style)) + "\n" for finding in found)
