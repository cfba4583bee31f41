"""Count the links that were reported before their maintainers repaired them.

`ecosystem/repairs.jsonl` lists lines of other projects in which a commit mended a URL or a link: its syntax, the URL
itself, an anchor, or a relative path. In each, a reader sees the mistake without a network. The file is linted as it
was before the commit and after it; a repair was reported if a finding at its line is gone. The histories are not in the
repository: they are looked for in FOLDER, as `owner+name`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ecosystem import HERE, table

REPAIRS = HERE / "repairs.jsonl"
KINDS = ("syntax", "url", "anchor", "path")
# How many lines from a repair its findings may be, as a link may go over a line break.
REACH = 1
COMMAND = (sys.executable, "-m", "urlmend", "lint", "--format", "jsonl", "--exit-zero", "--isolated", ".")


class Repair(NamedTuple):
    """A line in which a commit mended a link."""

    repository: str
    commit: str
    file: str
    line: int
    """Its number before the commit."""
    line_after: int
    kind: str
    """One of KINDS."""


def read(path: Path) -> list[Repair]:
    """Read a list of repairs; raise ValueError for an unknown kind."""
    rows = [Repair(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        if row.kind not in KINDS:
            raise ValueError(f"{path}: {row.kind!r}: use one of {', '.join(KINDS)}")
    return rows


def history(folder: Path, repository: str) -> Path | None:
    """The Git directory of a repository below a folder; None if it has none."""
    clone = folder / repository.replace("/", "+")
    found = (clone / inner for inner in ("repo/.git", "repo", ".git", ""))
    return next((path for path in found if (path / "HEAD").is_file()), None)


def blob(git: Path, name: str) -> bytes | None:
    """The content of a file at a commit, as `COMMIT:PATH`; None if the clone lacks it."""
    done = subprocess.run(["git", "-C", str(git), "cat-file", "blob", name], capture_output=True, check=False)
    return None if done.returncode else done.stdout


def write_version(root: Path, git: Path, repair: Repair, version: str) -> bool:
    """Write the file of a commit into a new repository that tracks all files of that commit; False if a clone lacks it.

    The repository has no other files, and the address of the listed one.
    """
    content = blob(git, f"{version}:{repair.file}")
    if not content:
        return False
    folder, path = root / ".git", root / repair.file
    (folder / "objects" / "info").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/main\n", "ascii")
    (folder / "config").write_text(f'[remote "origin"]\n\turl = https://github.com/{repair.repository}.git\n', "utf-8")
    (folder / "objects" / "info" / "alternates").write_text(f"{git / 'objects'}\n", "utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    read_tree = ("git", "-C", str(git), "read-tree", version)
    tracked = {"GIT_INDEX_FILE": str(folder / "index"), "GIT_NO_LAZY_FETCH": "1"}
    return not subprocess.run(read_tree, env=os.environ | tracked, capture_output=True, check=False).returncode


def findings(folder: Path) -> dict[str, list[tuple[int, int, str, str]]]:
    """The findings in the files below a folder, by the names of its folders: first and last line, code and message."""
    done = subprocess.run(COMMAND, cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, list[tuple[int, int, str, str]]] = defaultdict(list)
    for row in map(json.loads, done.stdout.splitlines()):
        place = row["file"].removeprefix("./").partition("/")[0]
        found[place].append((row["line"], row.get("end_line", row["line"]), row["code"], row["message"]))
    return found


def outcomes(repairs: Iterable[Repair], folder: Path) -> Iterator[tuple[Repair, bool]]:
    """Yield the repairs whose history is in a folder, and whether each was reported before."""
    known: list[Repair] = []
    with tempfile.TemporaryDirectory() as temporary:
        sides = Path(temporary, "before"), Path(temporary, "after")
        for repair in repairs:
            git = history(folder, repair.repository)
            roots = [side / str(len(known)) for side in sides]
            versions = (f"{repair.commit}^", repair.commit)
            if git and all(
                write_version(root, git, repair, version) for root, version in zip(roots, versions, strict=True)
            ):
                known.append(repair)
            else:
                for root in roots:
                    shutil.rmtree(root, ignore_errors=True)
        if not known:
            sys.exit(f"{folder}: no history of a listed repository")
        before, after = map(findings, sides)
    for number, repair in enumerate(known):
        old = at_line(before[str(number)], repair.line)
        new = at_line(after[str(number)], repair.line_after)
        yield repair, bool(old - new)


def at_line(found: Iterable[tuple[int, int, str, str]], line: int) -> Counter[tuple[str, str]]:
    """The codes and messages of findings at a line."""
    return Counter((code, message) for first, last, code, message in found if first - REACH <= line <= last + REACH)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="clones with their histories, named `owner+name`")
    parser.add_argument("--missed", action="store_true", help="print the repairs that were not reported")
    options = parser.parse_args()
    counts: dict[str, Counter[bool]] = {kind: Counter() for kind in KINDS}
    for repair, is_reported in outcomes(read(REPAIRS), options.folder):
        counts[repair.kind][is_reported] += 1
        if options.missed and not is_reported:
            print(f"{repair.kind}: {repair.repository} {repair.commit[:10]} {repair.file}:{repair.line}")
    rows = (
        (kind, found[True], found.total(), f"{found[True] / max(1, found.total()):.0%}")
        for kind, found in counts.items()
    )
    print("\n".join(table(("repaired", "reported before", "of", "share"), rows)))


if __name__ == "__main__":
    main()
