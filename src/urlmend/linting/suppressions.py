"""Comments in a text that silence findings: `urlmend: ignore` and its relatives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import END_OF_LINE
from urlmend.model.finding import Finding
from urlmend.model.span import Span

# Codes stand in brackets. Where these are badly written, nobody may have all findings silenced.
_CODE = "[A-Za-z]+[0-9]{3}"
_COMMENT = lazy(
    r"\burlmend:[ \t]*(ignore-next|ignore|off|on)\b"
    rf"(?:[ \t]*\[([^\[\]\r\n]*)\]?|[ \t]+({_CODE}(?:[ \t]*,[ \t]*{_CODE})*)\b)?"
)


class Comment(NamedTuple):
    """One comment: where it stands, what it covers (both in code points), and which codes, all without any."""

    span: Span
    covered: Span
    codes: tuple[str, ...]


class Suppressions:
    """The comments of a text, and which of their codes have silenced something."""

    def __init__(self, text: str) -> None:
        """Read the comments of a text."""
        lines, blocks = _comments(text)
        self._comments = sorted((*lines, *blocks))
        self._covered = [sorted({comment.covered for comment in some}) for some in (lines, blocks)]
        """Ranges of which none overlaps another one in its list."""
        self._codes: dict[Span, set[str]] = {}
        for comment in self._comments:
            self._codes.setdefault(comment.covered, set()).update(comment.codes or ("",))
        self._silenced: set[tuple[Span, str]] = set()

    def silence(self, finding: Finding) -> bool:
        """Whether a finding is covered by comments; if so, that is remembered of each."""
        beginnings = {finding.code[:length] for length in range(len(finding.code) + 1)}
        silenced = {(covered, code) for covered in self._around(finding) for code in beginnings & self._codes[covered]}
        self._silenced |= silenced
        return bool(silenced)

    def _around(self, finding: Finding) -> Iterator[Span]:
        """The covered ranges that a finding lies in, at least in part."""
        for start, stop in finding.spans:
            for ranges in self._covered:
                number = bisect_right(ranges, start, key=lambda covered: covered.stop)
                while number < len(ranges) and ranges[number].start < max(stop, start + 1):
                    yield ranges[number]
                    number += 1

    def unused(self, running: Iterable[str], known: Iterable[str]) -> Iterator[tuple[str, Span]]:
        """What is said of comments that silence nothing: a message, and where the comment stands.

        A code counts only if one of the `running` rules has it; one that no `known` rule has is a mistake.
        """
        running, known = list(running), list(known)
        for span, covered, codes in self._comments:
            wrong = [code for code in codes if not any(rule.startswith(code) for rule in known)]
            idle = [
                code
                for code in codes
                if (covered, code) not in self._silenced and any(rule.startswith(code) for rule in running)
            ]
            if wrong:
                yield f"no rule has the code {', '.join(wrong)}", span
            elif idle:
                yield f"nothing to ignore for {', '.join(idle)}", span
            elif not codes and (covered, "") not in self._silenced:
                yield "nothing to ignore", span


def _codes(written: str | None) -> tuple[str, ...]:
    """The codes of a comment; none stands for all, and brackets without any for what no rule has."""
    if written is None:
        return ()
    return tuple(code.strip().upper() for code in written.split(",") if code.strip()) or ("[]",)


def _comments(text: str) -> tuple[list[Comment], list[Comment]]:
    """The comments that speak of a line, and those that speak of all up to another one."""
    breaks = [match.span() for match in END_OF_LINE.finditer(text)]
    starts, stops = [0, *(stop for _, stop in breaks)], [*(start for start, _ in breaks), len(text)]
    lines, blocks = [], []
    off: Comment | None = None
    for match in _COMMENT.finditer(text):
        span = Span(match.start(), match.end())
        codes = _codes(match.group(2) if match.group(3) is None else match.group(3))
        kind = match.group(1)
        if kind == "on" and off:
            blocks.append(off._replace(covered=Span(off.span.start, span.start)))
            off = None
        elif kind == "off" and not off:
            off = Comment(span, Span(span.start, len(text)), codes)
        elif kind.startswith("ignore"):
            number = bisect_right(starts, span.start) - (kind == "ignore")
            line = Span(starts[number], stops[number]) if number < len(starts) else Span(len(text), len(text))
            lines.append(Comment(span, line, codes))
    return lines, [*blocks, off] if off else blocks
