"""Fix files one by one, or show what would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from urlmend.fixing.fixer import FixedFile, fix_bytes
from urlmend.fixing.offers import offered, wanted
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import Result
from urlmend.sources.paths import STDIN, Problem, Reading, Skipped, could_not_open, read_bytes, read_stream


class FileOutcome(NamedTuple):
    """A fixed file before it is written."""

    name: str
    before: bytes
    fixed: FixedFile
    problems: Sequence[Problem]
    is_ahead: bool = False
    """Whether earlier files may have been written after this one was read, which could have another name."""

    @property
    def is_written(self) -> bool:
        """Whether the file has to be written; a filter prints its input even if nothing was fixed."""
        return self.fixed.data != self.before or self.name == STDIN

    @property
    def says_anything(self) -> bool:
        """Whether there is anything to write or report."""
        fixed = self.fixed
        return self.is_written or bool(fixed.counts or fixed.left or fixed.applied or fixed.results or self.problems)


def fix_file(name: str, linter: ProjectLinter, reading: Reading, *, unsafe: bool) -> FileOutcome | Problem:
    """Fix a file without writing it; return why it is not read if it is not."""
    try:
        data = read_bytes(name, reading)
    except (OSError, ValueError) as error:
        return could_not_open(name, error)
    if isinstance(data, Skipped):
        return data
    rounds = Rounds(linter, reading, name)
    fixed = fix_bytes(data, rounds.results, linter.find_options, unsafe=unsafe, named=linter.named)
    rounds.finish()
    results = [
        # A fix that was wanted and not applied was refused.
        Result(document, [each._replace(fix=None) if wanted(each, unsafe=unsafe) else each for each in findings])
        for document, findings in _offered(fixed.results, linter)
    ]
    return FileOutcome(name, data, fixed._replace(results=results), list(rounds.problems))


def unfixed(outcome: FileOutcome, linter: ProjectLinter, reading: Reading) -> FileOutcome:
    """Return the outcome for a file that could not be written."""
    rounds = Rounds(linter, reading, outcome.name)
    results = _offered(rounds.results(outcome.before), linter)
    rounds.finish()
    fixed = FixedFile(outcome.before, results, Counter(), Counter())
    return outcome._replace(fixed=fixed, problems=list(dict.fromkeys((*outcome.problems, *rounds.problems))))


def _offered(results: Iterable[Result], linter: ProjectLinter) -> list[Result]:
    """Return the results that have findings, with the fixes that may be offered."""
    return [Result(document, offered(document, findings, linter.named)) for document, findings in results if findings]


class Rounds:
    """Lints a file, and its content after each round of fixes."""

    def __init__(self, linter: ProjectLinter, reading: Reading, name: str) -> None:
        """Take the linter, how the file is read, and its name."""
        self._linter = linter
        self._reading = reading
        self._name = name
        self._baseline = linter.baseline
        self.problems: dict[Problem, None] = {}
        """The problems of all rounds, each once and in order."""

    def results(self, data: bytes) -> Iterator[Result]:
        """Yield the results for the current content of the file."""
        linter = self._linter
        if self._baseline:
            linter.baseline = self._baseline.as_read()  # an entry suppresses its finding in every round
        if linter.changes:
            linter.changes.use(self._name, data)
        linter.take_failures()  # those of the last round count, whose lines are those of the fixed file
        name = self._reading.stdin_name if self._name == STDIN else self._name
        for document in read_stream(BytesIO(data), name, len(data), self._reading):
            if isinstance(document, Problem):
                self.problems[document] = None
            else:
                yield from linter.results(document)

    def finish(self) -> None:
        """Let the baseline note the findings of the last round, and note the rules that failed in it."""
        linter = self._linter
        self.problems |= {failure.problem: None for failure in linter.take_failures()}
        if self._baseline and linter.baseline:
            self._baseline.add(linter.baseline.take())
            linter.baseline = self._baseline
