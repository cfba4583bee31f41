"""Lines that changed since a Git revision."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence

from urlmend._lib import line_diff
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.settings.config import ConfigError

_HUNK = re.compile(rb"@@ -[0-9]+(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPED = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}

# Options for a diff of changed lines only, in a fixed format whatever the user's settings are.
_DIFF_OPTIONS = (
    *("--unified=0", "--no-color", "--no-prefix", "--no-relative", "--no-ext-diff", "--no-textconv"),
    "--ignore-submodules",
)


class Changes:
    """New and changed lines by file, counted from 1; all lines of untracked files are new."""

    def __init__(self, revision: str) -> None:
        """Run git in the current folder. Raises ConfigError if it fails."""
        top = _git("rev-parse", "--show-toplevel").removesuffix(b"\n")
        commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", revision).strip()
        diff = _git("diff", *_DIFF_OPTIONS, commit.decode("ascii"), "--")
        untracked = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
        self._lines: dict[bytes, set[int] | None] = {
            os.path.realpath(os.path.join(top, name)): lines for name, lines in _changed(diff).items()
        }
        self._lines |= {os.path.realpath(os.path.join(top, name)): None for name in untracked.split(b"\0") if name}

    def include(self, name: str) -> bool:
        """Whether a file has changed."""
        return _key(name) in self._lines

    def filtered(self, document: Document, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings of a document with at least one changed line."""
        lines = self._lines.get(_key(document.name), set())
        if lines is None:
            return list(findings)
        return [finding for finding in findings if not lines.isdisjoint(_lines_of(document, finding))]

    def update(self, name: str, before: bytes, after: bytes) -> None:
        """Renumber the changed lines of a file after fixes; lines that fixes wrote count as changed."""
        lines = self._lines.get(_key(name))
        if not lines:
            return
        moved: set[int] = set()
        at = shift = 0
        for change in line_diff.changes(before.split(b"\n"), after.split(b"\n")):
            moved |= {line + shift for line in range(at + 1, change.start + 1) if line in lines}
            moved |= set(range(change.new_start + 1, change.new_stop + 1))
            at, shift = change.stop, change.new_stop - change.stop
        moved |= {line + shift for line in lines if line > at}
        self._lines[_key(name)] = moved


def _key(name: str) -> bytes:
    return os.path.realpath(os.fsencode(name))


def _lines_of(document: Document, finding: Finding) -> set[int]:
    found: set[int] = set()
    for span in finding.spans:
        place = document.locate(span)
        found |= set(range(place.line, place.end_line + 1))
    return found


def _git(*arguments: str) -> bytes:
    """Return the output of a git command. Raises ConfigError with its error message if it fails."""
    try:
        process = subprocess.run(["git", *arguments], capture_output=True, check=False)  # noqa: S603, S607  # the user's own git
    except OSError as error:
        raise ConfigError(f"--since-revision needs git: {error.strerror}") from error
    if process.returncode:
        message = process.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        raise ConfigError(f"--since-revision: {message or f'no such revision: {arguments[-1]}'}")
    return process.stdout


def _changed(diff: bytes) -> dict[bytes, set[int] | None]:
    """Return the line numbers that a diff without context adds, by file."""
    found: dict[bytes, set[int] | None] = {}
    lines: set[int] = set()
    removed = added = 0  # lines of the hunk that have not been read
    for line in diff.split(b"\n"):
        if removed or added:
            removed -= line.startswith(b"-")
            added -= line.startswith(b"+")
        elif line.startswith(b"+++ "):
            lines = set()
            found[_unquoted(line[4:])] = lines
        elif match := _HUNK.match(line):
            removed, start, added = int(match[1] or 1), int(match[2]), int(match[3] or 1)
            lines |= set(range(start, start + added))
    return found


def _unquoted(name: bytes) -> bytes:
    """Decode a path of git's output: paths with unusual characters are quoted, with escapes as in C."""
    if not name.startswith(b'"'):
        return name.removesuffix(b"\t")
    return _ESCAPE.sub(
        lambda match: bytes((int(match[1], 8),)) if match[1].isdigit() else _ESCAPED.get(match[1], match[1]),
        name.rstrip(b"\t")[1:-1],
    )
