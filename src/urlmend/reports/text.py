"""Plain text, safe for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlmend._lib.sanitize import printable
from urlmend.model.document import END_OF_LINE, Document, without_boundaries
from urlmend.model.finding import Finding, Result
from urlmend.model.span import Span
from urlmend.reports import ReportStyle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_BOLD, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_COLOURS = {"error": _RED, "warning": _YELLOW, "info": _CYAN}
# Code points of a long line that are shown before and after the span of a finding.
_CONTEXT = 60
_ELLIPSIS = "..."


def urls(texts: Iterable[str]) -> str:
    """The texts of URLs, one a line, with control characters escaped."""
    lines = "\n".join([*texts, ""])
    # Check all of them at once: there is rarely anything to escape.
    if lines.isascii() and lines.replace("\n", "").isprintable():
        return lines
    return "\n".join(map(printable, lines.split("\n")))


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line: `FILE:LINE:COL: CODE message`, and its source lines if the style shows them."""
    for document, found in results:
        if not found:
            continue
        name = printable(style.path(document.name))
        secret = _secret_spans(document) if style.show_source and not style.show_secrets else []
        for finding in found:
            line, column = document.position(finding.spans[0].start)
            location, code = f"{name}:{line}:{column}:", finding.code
            if style.colour:
                location, code = f"{_BOLD}{location}{_PLAIN}", f"{_COLOURS[finding.severity]}{code}{_PLAIN}"
            out.write(f"{location} {code} {printable(finding.message)}\n")
            if style.show_source:
                out.writelines(_source_lines(document, finding, secret, style))


def _secret_spans(document: Document) -> list[Span]:
    from urlmend.finder.secret_spans import secret_spans  # finds the URLs again, which only source lines need

    return secret_spans(document)


def _source_lines(document: Document, finding: Finding, secret: list[Span], style: ReportStyle) -> Iterator[str]:
    """The line of each span of a finding, with marks under the span."""
    from urlmend.redaction.redact import mask

    text = document.text
    for start, stop in finding.spans:
        # Only the part of a long line that is shown is searched for line ends.
        near, far = max(0, start - _CONTEXT), min(len(text), stop + _CONTEXT)
        line_start = max(text.rfind("\n", near, start), text.rfind("\r", near, start)) + 1
        end = END_OF_LINE.search(text, start, far)
        low, high = line_start or near, end.start() if end else far
        before = _ELLIPSIS * (not line_start and near > 0) + printable(
            without_boundaries(mask(text, secret, low, start))
        )
        marked = printable(mask(text, secret, start, min(stop, high)))
        after = printable(without_boundaries(mask(text, secret, min(stop, high), high)))
        after += _ELLIPSIS * (not end and far < len(text))
        marks = "^" * len(marked)
        if style.colour:
            marks = f"{_COLOURS[finding.severity]}{marks}{_PLAIN}"
        yield f"    {before}{marked}{after}\n    {' ' * len(before)}{marks}\n"
