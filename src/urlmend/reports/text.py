"""Plain text, safe for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from urlmend._lib.sanitize import printable
from urlmend._lib.terminal import BOLD, CYAN, GREEN, PLAIN, RED, YELLOW, link
from urlmend.model.finding import Finding, Result
from urlmend.reports import FIXABLE, SAFE_MARK, UNSAFE_MARK, ReportStyle, named_path, position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from urlmend.model.document import Document
    from urlmend.model.span import Span

_COLOURS = {"error": RED, "warning": YELLOW, "info": CYAN}
_INDENT = "    "


def findings(results: Iterable[Result], out: TextIO, style: ReportStyle) -> None:
    """Write one finding a line: `FILE:LINE:COL: CODE message`, and its source lines if the style shows them.

    The code of a finding that `--fix` fixes, as `urlmend.fixing.offers` decides, is followed by FIXABLE.
    """
    for document, found in results:
        if not found:
            continue
        from urlmend.redaction.redact import redact_names  # only findings need it

        name = named_path(document.name)
        name = printable(name if style.show_secrets else redact_names(name))
        secret = _secret_spans(document) if style.show_source and not style.show_secrets else []
        for finding in found:
            location = f"{name}:{printable(position(document, finding.spans[0].start))}:"
            code, mark, colour = finding.code, "", ""
            if finding.fix and finding.fix.safe:
                mark = f" {_painted(FIXABLE, CYAN)}" if style.colour else f" {FIXABLE}"
            if style.colour:
                colour = _COLOURS[finding.severity]
                location, code = _painted(location, BOLD), _painted(code, colour)
            if style.links:
                code = _linked(code, finding.code)
            out.write(f"{location} {code}{mark} {printable(finding.message)}\n")
            if style.show_source:
                out.writelines(_source_lines(document, finding, secret, style, colour))


def _source_lines(
    document: Document, finding: Finding, secret: Sequence[Span], style: ReportStyle, colour: str
) -> Iterator[str]:
    """Yield the lines of a finding, and those that its fix makes of them."""
    from urlmend.reports.source_lines import fixed_lines, source_lines  # not needed for most reports

    columns = style.columns - len(_INDENT)
    for source, marks in source_lines(document.text, finding.spans, secret, columns):
        yield f"{_INDENT}{source}\n{_INDENT}{_painted(marks, colour)}\n"
    if fix := finding.fix:
        mark, green = SAFE_MARK if fix.safe else UNSAFE_MARK, colour and GREEN
        for line in fixed_lines(document.text, finding.spans, fix.edits, secret, columns):
            yield f"{_painted(f'  {mark} {line}', green)}\n"


def _linked(shown: str, code: str) -> str:
    """The code of a rule, as it is shown, as a link to the rule's page."""
    from urlmend.rules.registry import RULES

    rule = RULES.get(code)
    return link(shown, rule.address) if rule and rule.address else shown


def _painted(text: str, colour: str) -> str:
    return f"{colour}{text}{PLAIN}" if colour else text


def _secret_spans(document: Document) -> list[Span]:
    from urlmend.finder.secret_spans import secret_spans  # finds the URLs again, which only source lines need

    return secret_spans(document)
