"""Problems as results have them: without secrets."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend._lib.fast_typing import NamedTuple
from urlmend.scan.identity import name_hash, shown_name
from urlmend.sources.paths import Problem, Skipped
from urlmend.sources.skipped import SkipKind


class StoredProblem(NamedTuple):
    """A file that could not be read, as results have it: columns of the table `problems`."""

    name: str
    """The name, without secrets."""
    name_hash: str | None
    """As `identity.name_hash` gives it."""
    reason: str
    """The error, without secrets."""

    @classmethod
    def of(cls, key: bytes, problem: Problem) -> StoredProblem:
        """Return a problem without secrets, and without characters that databases refuse."""
        name, reason = redacted_problem(problem)
        return cls(name, name_hash(key, problem.name, name), reason)


def redacted_problem(problem: Problem) -> Problem:
    """The problem without secrets, and without characters that databases refuse."""
    return type(problem)(shown_name(problem.name), shown_name(problem.reason))


def recorded_problems(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that a result has: those with binary files are only counted."""
    return [problem for problem in problems if not (isinstance(problem, Skipped) and problem.kind == SkipKind.BINARY)]


def stored_problems(key: bytes, problems: Iterable[Problem]) -> list[StoredProblem]:
    """The problems that a result has, as it has them."""
    return [StoredProblem.of(key, problem) for problem in recorded_problems(problems)]
