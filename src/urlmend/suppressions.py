"""Comments in a text that silence findings: `urlmend: ignore` and its relatives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlmend.model import END_OF_LINE, Finding
from urlmend.patterns import lazy
from urlmend.spans import Span

MARK = "urlmend:"

_COMMENT = lazy(r"\burlmend:[ \t]*(ignore-next|ignore|off|on)\b(?:\[([^\]\r\n]*)\])?")


class Suppression:
    """One comment: what it covers, which codes (all without any), and which of them it has silenced."""

    __slots__ = ("codes", "covered", "silenced", "span")

    def __init__(self, span: Span, covered: Span, codes: tuple[str, ...]) -> None:
        """`span` is where the comment stands, `covered` what it speaks of; both in code points."""
        self.span: Span = span
        self.covered: Span = covered
        self.codes: tuple[str, ...] = codes
        self.silenced: set[str] = set()

    def silences(self, finding: Finding) -> bool:
        """Whether a finding is covered; if so, that is remembered."""
        low, high = self.covered
        if not any(span.start < high and low < max(span.stop, span.start + 1) for span in finding.spans):
            return False
        matching = [code for code in self.codes if finding.code.startswith(code)]
        if self.codes and not matching:
            return False
        self.silenced.update(matching or (finding.code,))
        return True


def read(text: str) -> list[Suppression]:
    """The comments of a text, in the order in which they stand."""
    found = []
    off: tuple[Span, tuple[str, ...]] | None = None
    for match in _COMMENT.finditer(text):
        span = Span(match.start(), match.end())
        codes = tuple(code.strip().upper() for code in (match.group(2) or "").split(",") if code.strip())
        kind = match.group(1)
        if kind == "on" and off:
            found.append(Suppression(off[0], Span(off[0].start, span.start), off[1]))
            off = None
        elif kind == "off" and not off:
            off = (span, codes)
        elif kind.startswith("ignore"):
            found.append(Suppression(span, _line(text, span, following=kind == "ignore-next"), codes))
    if off:
        found.append(Suppression(off[0], Span(off[0].start, len(text)), off[1]))
    return found


def _line(text: str, span: Span, *, following: bool) -> Span:
    """The line of a comment, or the one behind it."""
    if following:
        end = END_OF_LINE.search(text, span.stop)
        start = end.end() if end else len(text)
    else:
        start = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
    end = END_OF_LINE.search(text, start)
    return Span(start, end.start() if end else len(text))


def unused(
    suppressions: Iterable[Suppression], running: Iterable[str], known: Iterable[str]
) -> Iterator[tuple[str, Span]]:
    """What is said of comments that silence nothing: a message, and where the comment stands.

    A code counts only if one of the `running` rules has it; one that no `known` rule has is a mistake.
    """
    running, known = list(running), list(known)
    for suppression in suppressions:
        wrong = [code for code in suppression.codes if not any(rule.startswith(code) for rule in known)]
        idle = [
            code
            for code in suppression.codes
            if code not in suppression.silenced and any(rule.startswith(code) for rule in running)
        ]
        if wrong:
            yield f"no rule has the code {', '.join(wrong)}", suppression.span
        elif idle:
            yield f"nothing to ignore for {', '.join(idle)}", suppression.span
        elif not suppression.codes and not suppression.silenced:
            yield "nothing to ignore", suppression.span
