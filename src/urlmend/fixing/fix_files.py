"""Fix files one by one, or show what would change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO

from urlmend.fixing.fixer import FixedFile, fix_bytes, proven
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import Result
from urlmend.sources.paths import STDIN, Problem, Reading, read_bytes, read_stream

Write = Callable[[str, bytes, bytes], None]
"""Writes or shows a file: its name, its bytes before, and its bytes after. Raises OSError if that fails."""


class FileFixer:
    """Fixes files by the settings of one project."""

    def __init__(
        self,
        linter: ProjectLinter,
        reading: Reading,
        *,
        unsafe: bool,
        write: Write,
        count: Callable[[FixedFile], None],
        fail: Callable[[Problem], None],
    ) -> None:
        """Take the linter, how files are read, and what is done with fixed files.

        `count` is called with the outcome for each file, `fail` with each file that cannot be read or written.
        """
        self._linter = linter
        self._reading = reading
        self._unsafe = unsafe
        self._write = write
        self._count = count
        self._fail = fail

    def results(self, name: str) -> Iterable[Result]:
        """Fix a file, and return the results that remain."""
        try:
            data = read_bytes(name)
        except (OSError, ValueError) as error:
            self._fail(Problem.from_error(name, error))
            return ()
        if data is None:
            if self._reading.on_binary:
                self._reading.on_binary(name)
            return ()
        return self._fix(name, data)

    def _fix(self, name: str, data: bytes) -> Iterable[Result]:
        rounds = Rounds(self._linter, self._reading, name)
        fixed = fix_bytes(data, rounds.results, self._linter.find_options, unsafe=self._unsafe)
        if fixed.data != data or name == STDIN:  # a filter prints its input even if nothing was fixed
            try:
                self._write(name, data, fixed.data)
            except BrokenPipeError:  # the reader of standard output has closed it
                raise
            except OSError as error:
                self._fail(Problem.from_error(name, error))
                fixed = FixedFile(data, list(rounds.results(data)), fixed.counts - fixed.counts, 0)
        self._count(fixed)
        for problem in rounds.problems:
            self._fail(problem)
        return [
            Result(document, proven(document, findings, self._linter.find_options))
            for document, findings in fixed.results
        ]


class Rounds:
    """Lints a file, and its content after each round of fixes."""

    def __init__(self, linter: ProjectLinter, reading: Reading, name: str) -> None:
        """Take the linter, how the file is read, and its name."""
        self._linter = linter
        self._reading = reading
        self._name = name
        self._baseline = linter.baseline
        self._last: bytes | None = None
        self.problems: dict[Problem, None] = {}
        """The problems of all rounds, each once and in order."""

    def results(self, data: bytes) -> Iterator[Result]:
        """Yield the results for the current content of the file."""
        linter = self._linter
        if self._baseline:
            linter.baseline = self._baseline.copy()  # an entry suppresses its finding in every round
        if linter.changes and self._last is not None:
            linter.changes.update(self._name, self._last, data)
        self._last = data
        name = self._reading.stdin_name if self._name == STDIN else self._name
        for document in read_stream(BytesIO(data), name, len(data), self._reading):
            if isinstance(document, Problem):
                self.problems[document] = None
            else:
                yield linter.result(document)
