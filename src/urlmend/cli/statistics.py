"""Statistics of a run of the linter: findings by rule, and the summary line."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.model.finding import SEVERITIES, Result, is_as_severe
from urlmend.redaction.console import counted
from urlmend.reports import FIXABLE, UNSAFE_MARK

if TYPE_CHECKING:
    from typing import TextIO

    from urlmend.fixing.fixer import FixedFile
    from urlmend.model.document import Document
    from urlmend.model.finding import Finding

_PLURALS = {"error": "errors", "warning": "warnings", "info": "info"}


class Tally:
    """Counts the findings and fixes of a run."""

    def __init__(self) -> None:
        """Start with zero."""
        self.codes: Counter[str] = Counter()
        self.severities: Counter[str] = Counter()
        self.files: dict[str, str] = {}
        """The names of documents with findings, each with the lowest severity that fails the run."""
        self.fixed: Counter[str] = Counter()
        self.fixed_files: int = 0
        self.fails: bool = False
        """Whether a finding has a severity that fails the run."""
        self._left: Counter[str] = Counter()
        """Findings whose fixes were not applied, by the reason."""
        self._fixable: Counter[str] = Counter()
        self._unsafely_fixable: Counter[str] = Counter()

    def count(self, result: Result, fail_on: str) -> None:
        """Count the findings of a result; those of severity `fail_on` or a higher one fail the run."""
        document, findings = result
        if findings:
            self.files[document.name] = fail_on
        failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        for finding in findings:
            self.fails = self.fails or finding.severity in failing
            self.codes[finding.code] += 1
            self.severities[finding.severity] += 1
            if finding.fix:
                (self._fixable if finding.fix.safe else self._unsafely_fixable)[finding.code] += 1

    def is_failure(self, document: Document, finding: Finding) -> bool:
        """Return whether a finding that was counted fails the run."""
        return is_as_severe(finding.severity, self.files[document.name])

    def add_fixed(self, fixed: FixedFile) -> None:
        """Count the fixes that were applied to a file."""
        self.fixed += fixed.counts
        self.fixed_files += bool(fixed.counts)
        self._left += fixed.left

    def write_statistics(self, results: Iterable[Result], out: TextIO) -> None:
        """Consume the results, and write the number of findings of each rule, the most frequent first."""
        deque(results, maxlen=0)
        from urlmend.rules import RULES

        width = len(str(max(self.codes.values(), default=0)))
        marks = {code: FIXABLE if self._fixable[code] else " " * len(FIXABLE) for code in self.codes}
        out.writelines(
            f"{count:{width}} {code} {f'{marks[code]} ' if self._fixable else ''}{RULES[code].name}\n"
            for code, count in sorted(self.codes.items(), key=lambda item: (-item[1], item[0]))
        )

    def summary(self, *, fixing: bool, written: bool = True, previewed: bool = False) -> list[str]:
        """Return the counts in at most two lines: of findings, and of what can be fixed, or why it was not.

        `written` is whether fixed files were written, `previewed` whether the report shows lines as fixes make them.
        """
        parts = []
        if self.fixed:
            verb = "fixed" if written else "would be fixed"
            parts.append(f"{counted(self.fixed.total(), 'finding')} {verb} in {counted(self.fixed_files, 'file')}")
        if found := self.codes.total():
            count = (
                f"{found} left" if self.fixed else f"{counted(found, 'finding')} in {counted(len(self.files), 'file')}"
            )
            kinds = (
                counted(self.severities[kind], kind, _PLURALS[kind]) for kind in SEVERITIES if self.severities[kind]
            )
            parts.append(f"{count}: {', '.join(kinds)}")
        fixes = []
        safe, unsafe = self._fixable.total(), self._unsafely_fixable.total()
        if fixing:
            fixes += [f"{count} not fixed: {reason}" for reason, count in self._left.most_common()]
        elif safe:
            fixes.append(f"{FIXABLE} {safe} fixable with --fix")
        if unsafe:
            option = "--unsafe-fixes" if fixing else "--fix --unsafe-fixes"
            mark = f" (marked {UNSAFE_MARK})" if previewed else ""
            fixes.append(f"{unsafe} {'more' if safe and not fixing else 'fixable'} with {option}{mark}")
        return ["; ".join(counts) for counts in (parts, fixes) if counts]


def unattended_note(kinds: Iterable[str]) -> str:
    """Return the message about files that were linted for secrets only, by their kinds; empty without any."""
    files = ", ".join(counted(count, f"{kind} file") for kind, count in Counter(kinds).most_common())
    way = "to run all rules there, name them or set `unattended = true`"
    return f"looked for random-looking secrets only in {files}; {way}" if files else ""
