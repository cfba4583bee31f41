"""Files, mended one after the other, or shown as they would be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO

from urlmend.fixing.fixer import Mended, mend
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.finding import Result
from urlmend.sources.paths import STDIN, Problem, Reading, files, read_bytes, read_stream

Put = Callable[[str, bytes, bytes], None]
"""Does something with a file's name, what it was, and what it is to be. Raises OSError if it cannot."""


class Mender:
    """Mends the files that paths name."""

    def __init__(
        self,
        checker: ProjectLinter,
        reading: Reading,
        *,
        unsafe: bool,
        put: Put,
        count: Callable[[Mended], None],
        fail: Callable[[Problem], None],
    ) -> None:
        """Take what finds faults, how files are read, and what is done with mended ones.

        `count` learns of each file what was mended, `fail` what cannot be read or written.
        """
        self._checker = checker
        self._reading = reading
        self._unsafe = unsafe
        self._put = put
        self._count = count
        self._fail = fail

    def results(self, paths: Iterable[str]) -> Iterator[Result]:
        """What is left to report of each file."""
        for name in files(paths, self._reading):
            try:
                data = read_bytes(name)
            except (OSError, ValueError) as error:
                self._fail(Problem.from_error(name, error))
            else:
                yield from self._mended(name, data) if data is not None else ()

    def _mended(self, name: str, data: bytes) -> Iterable[Result]:
        examination = _Examination(self._checker, self._reading, name)
        mended = mend(data, examination.results, self._checker.find_options, unsafe=self._unsafe)
        if mended.data != data or name == STDIN:  # whoever pipes text through wants it back, mended or not
            try:
                self._put(name, data, mended.data)
            except BrokenPipeError:  # of standard output: nobody reads on
                raise
            except OSError as error:
                self._fail(Problem.from_error(name, error))
                mended = Mended(data, list(examination.results(data)), mended.fixed - mended.fixed, 0)
        self._count(mended)
        for problem in examination.problems:
            self._fail(problem)
        return mended.results


class _Examination:
    """Lints a file, and what it becomes round by round."""

    def __init__(self, checker: ProjectLinter, reading: Reading, name: str) -> None:
        self._checker = checker
        self._reading = reading
        self._name = name
        self._baseline = checker.baseline
        self._last: bytes | None = None
        self.problems: dict[Problem, None] = {}

    def results(self, data: bytes) -> Iterator[Result]:
        """The results for one state of the file."""
        checker = self._checker
        if self._baseline:
            checker.baseline = self._baseline.copy()  # what one round has met, the next one meets again
        if checker.changes and self._last is not None:
            checker.changes.follow(self._name, self._last, data)
        self._last = data
        name = self._reading.stdin_name if self._name == STDIN else self._name
        for document in read_stream(BytesIO(data), name, len(data), self._reading):
            if isinstance(document, Problem):
                self.problems[document] = None
            else:
                yield checker.result(document)
