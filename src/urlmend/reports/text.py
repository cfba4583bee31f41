"""Plain text, safe for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from urlmend.escapes import printable
from urlmend.model import END_OF_LINE, Document, Finding, Result, Url
from urlmend.reports import Look
from urlmend.secrets import mask
from urlmend.spans import Span

_BOLD, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_COLOURS = {"error": _RED, "warning": _YELLOW, "info": _CYAN}
# How much of a long line is shown before and behind the place that a finding speaks of.
_AROUND = 60
_ELLIPSIS = "..."


def urls(found: Iterable[Url]) -> Iterator[str]:
    """One URL a line."""
    lines = "\n".join([url.text for url in found])
    if lines:
        # One look at all of them: hardly ever is there anything to escape.
        clean = lines.replace("\n", "").isprintable() and lines.isascii()
        yield (lines if clean else "\n".join(printable(line) for line in lines.split("\n"))) + "\n"


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:
    """One finding a line: `FILE:LINE:COL: CODE message`; below it, if that is asked for, what it speaks of."""
    for document, found in results:
        name = printable(document.name)
        secret = _secrets(document) if look.source and found and not look.open else []
        for finding in found:
            at = document.locate(finding.spans[0])
            place, code = f"{name}:{at.line}:{at.column}:", finding.code
            if look.colour:
                place, code = f"{_BOLD}{place}{_PLAIN}", f"{_COLOURS[finding.severity]}{code}{_PLAIN}"
            out.write(f"{place} {code} {printable(finding.message)}\n")
            if look.source:
                out.writelines(_source(document, finding, secret, look))


def _secrets(document: Document) -> list[Span]:
    from urlmend.concealment import secret_spans  # looks for URLs once more, which only this view needs

    return secret_spans(document)


def _source(document: Document, finding: Finding, secret: list[Span], look: Look) -> Iterator[str]:
    """Each line that a finding speaks of, with marks under its spans."""
    text = document.text
    for start, stop in finding.spans:
        line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        end = END_OF_LINE.search(text, start)
        line_stop = end.start() if end else len(text)
        low, high = max(line_start, start - _AROUND), min(line_stop, max(start, stop) + _AROUND)
        before = _ELLIPSIS * (low > line_start) + printable(mask(text, secret, low, start))
        marked = printable(mask(text, secret, start, min(stop, high)))
        behind = printable(mask(text, secret, min(stop, high), high)) + _ELLIPSIS * (high < line_stop)
        marks = "^" * len(marked)
        if look.colour:
            marks = f"{_COLOURS[finding.severity]}{marks}{_PLAIN}"
        yield f"    {before}{marked}{behind}\n    {' ' * len(before)}{marks}\n"
