"""Plain text, safe for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlmend._lib.sanitize import printable
from urlmend.model.document import END_OF_LINE, Document
from urlmend.model.finding import Finding, Result
from urlmend.model.span import Span
from urlmend.reports import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_BOLD, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_COLOURS = {"error": _RED, "warning": _YELLOW, "info": _CYAN}
# How much of a long line is shown before and behind the place that a finding speaks of.
_AROUND = 60
_ELLIPSIS = "..."


def urls(texts: Iterable[str]) -> str:
    """The texts of URLs, one a line."""
    lines = "\n".join([*texts, ""])
    # One look at all of them: hardly ever is there anything to escape.
    if lines.isascii() and lines.replace("\n", "").isprintable():
        return lines
    return "\n".join(map(printable, lines.split("\n")))


def findings(results: Iterable[Result], out: TextIO, look: Look) -> None:
    """One finding a line: `FILE:LINE:COL: CODE message`; below it, if that is asked for, what it speaks of."""
    for document, found in results:
        name = printable(document.name)
        secret = _secrets(document) if look.source and found and not look.open else []
        for finding in found:
            line, column = document.position(finding.spans[0].start)
            place, code = f"{name}:{line}:{column}:", finding.code
            if look.colour:
                place, code = f"{_BOLD}{place}{_PLAIN}", f"{_COLOURS[finding.severity]}{code}{_PLAIN}"
            out.write(f"{place} {code} {printable(finding.message)}\n")
            if look.source:
                out.writelines(_source(document, finding, secret, look))


def _secrets(document: Document) -> list[Span]:
    from urlmend.finder.secret_spans import secret_spans  # looks for URLs once more, which only this view needs

    return secret_spans(document)


def _source(document: Document, finding: Finding, secret: list[Span], look: Look) -> Iterator[str]:
    """Each line that a finding speaks of, with marks under its spans."""
    from urlmend.redaction.redact import mask

    text = document.text
    for start, stop in finding.spans:
        # Of a long line, no more is looked at than is shown.
        near, far = max(0, start - _AROUND), min(len(text), stop + _AROUND)
        line_start = max(text.rfind("\n", near, start), text.rfind("\r", near, start)) + 1
        end = END_OF_LINE.search(text, start, far)
        low, high = line_start or near, end.start() if end else far
        before = _ELLIPSIS * (not line_start and near > 0) + printable(mask(text, secret, low, start))
        marked = printable(mask(text, secret, start, min(stop, high)))
        behind = printable(mask(text, secret, min(stop, high), high)) + _ELLIPSIS * (not end and far < len(text))
        marks = "^" * len(marked)
        if look.colour:
            marks = f"{_COLOURS[finding.severity]}{marks}{_PLAIN}"
        yield f"    {before}{marked}{behind}\n    {' ' * len(before)}{marks}\n"
