"""Findings of two versions of urlmend on trees of other projects, compared by class of finding.

A class is a tree, a rule and a message without its values. `ecosystem/verdicts.jsonl` has one verdict for each class
that somebody has read, so that the share of right findings is known after every change. The trees are not in the
repository: `--fetch` gets those of `ecosystem/repositories.txt` at their commits.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent / "ecosystem"
REPOSITORIES, VERDICTS = HERE / "repositories.txt", HERE / "verdicts.jsonl"
ADDRESS = "https://github.com/{}"
JUDGED = ("right", "noise", "wrong")
UNJUDGED = "unjudged"
# The values in a message: quoted texts, addresses, paths of files, fragments, and numbers.
VALUE = re.compile(r"'[^']*'|\b[a-z][a-z0-9+.-]*://\S+|\bblob/\S+|(?<=: write )(?=\S*[/.#])[\w#%./~-]+\Z|[0-9]+")
COMMAND = ("lint", "--format", "jsonl", "--exit-zero", "--isolated", ".")


class Finding(NamedTuple):
    """A finding, as far as it is compared."""

    tree: str
    code: str
    file: str
    line: int
    column: int
    message: str

    @property
    def kind(self) -> str:
        """The message without its values."""
        return VALUE.sub("…", self.message)

    @property
    def place(self) -> str:
        """Where it is, and the message."""
        return f"{self.tree}/{self.file}:{self.line}: {self.message}"


class Verdict(NamedTuple):
    """Whether a maintainer would act on the findings of a class."""

    tree: str
    code: str
    message: str
    """The message without its values."""
    verdict: str
    """One of JUDGED."""
    reason: str
    file: str = ""
    """The beginning of the names of the files that the verdict is about; empty for all."""


class Verdicts:
    """The verdicts on classes of findings."""

    def __init__(self, rows: Iterable[Verdict]) -> None:
        """Take the verdicts in any order; of several for one finding, the one with the longest `file` counts."""
        self._by_class: dict[tuple[str, str, str], list[Verdict]] = {}
        for row in sorted(rows, key=lambda row: -len(row.file)):
            self._by_class.setdefault(row[:3], []).append(row)

    def of(self, finding: Finding) -> str:
        """Return the verdict on a finding, or UNJUDGED."""
        rows = self._by_class.get((finding.tree, finding.code, finding.kind), [])
        return next((row.verdict for row in rows if finding.file.startswith(row.file)), UNJUDGED)


def read_verdicts(path: Path) -> list[Verdict]:
    """Read the verdicts of a file; raise ValueError for an unknown one."""
    rows = [Verdict(**json.loads(line)) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    for row in rows:
        if row.verdict not in JUDGED:
            raise ValueError(f"{path}: {row.verdict!r}: use one of {', '.join(JUDGED)}")
    return rows


def repositories(path: Path) -> list[tuple[str, str]]:
    """Read the names and commits of repositories, one on a line."""
    rows = [line.split() for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [(name, commit) for name, commit in rows]


def fetch(folder: Path, listed: Iterable[tuple[str, str]]) -> None:
    """Get each repository at its commit, without its history, into a folder named `owner+name`."""
    for name, commit in listed:
        tree = folder / name.replace("/", "+")
        if tree.exists():
            continue
        tree.mkdir(parents=True)
        for arguments in (
            ("init", "-q"),
            ("fetch", "-q", "--depth", "1", ADDRESS.format(name), commit),
            ("checkout", "-q", "FETCH_HEAD"),
        ):
            if subprocess.run(["git", *arguments], cwd=tree, check=False).returncode:
                print(f"{name}: not fetched", file=sys.stderr)
                break


def findings(program: str, trees: Iterable[Path]) -> Iterator[Finding]:
    """Yield the findings of a program in each tree; exit where it fails."""
    program = str(Path(shutil.which(program) or program).absolute())
    for tree in trees:
        done = subprocess.run([program, *COMMAND], cwd=tree, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 2) or "Traceback" in done.stderr:
            sys.exit(f"{program} in {tree}: exit status {done.returncode}\n{done.stderr[-2000:]}")
        for row in map(json.loads, done.stdout.splitlines()):
            file = row["file"].removeprefix("./")
            yield Finding(tree.name, row["code"], file, row["line"], row["column"], row["message"])


def table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; nothing without rows."""
    lines = [" | ".join(str(cell).replace("|", "\\|") for cell in row) for row in rows]
    if lines:
        yield from (f"| {line} |" for line in (" | ".join(head), " | ".join("---" for _ in head), *lines))


def differences(old: set[Finding], new: set[Finding], verdicts: Verdicts) -> Iterator[str]:
    """Yield a table of the findings that one version has, by rule, class and verdict."""
    counts: Counter[tuple[str, str, str, str]] = Counter()
    examples: dict[tuple[str, str, str, str], str] = {}
    for sign, found in (("gone", old - new), ("new", new - old)):
        for finding in sorted(found):
            key = (finding.code, finding.kind, verdicts.of(finding), sign)
            counts[key] += 1
            examples.setdefault(key, finding.place)
    rows = (
        (code, sign, n, verdict, examples[code, kind, verdict, sign])
        for (code, kind, verdict, sign), n in sorted(counts.items())
    )
    yield from table(("rule", "change", "findings", "verdict", "first"), rows)


def shares(found: Iterable[Finding], verdicts: Verdicts) -> Iterator[str]:
    """Yield a table of the verdicts on findings and on their classes, by rule; the last row is for all rules."""
    by_rule: dict[str, Counter[str]] = {}
    classes: dict[str, set[tuple[str, str, str]]] = {}
    for finding in found:
        verdict = verdicts.of(finding)
        for rule in (finding.code, "~"):
            by_rule.setdefault(rule, Counter())[verdict] += 1
            classes.setdefault(rule, set()).add((finding.tree, finding.code + finding.kind, verdict))
    rows = []
    for rule, counts in sorted(by_rule.items()):
        judged = sum(counts[verdict] for verdict in JUDGED)
        kinds = Counter(verdict for *_, verdict in classes[rule])
        judged_kinds = sum(kinds[verdict] for verdict in JUDGED)
        rows.append((
            "all" if rule == "~" else rule,
            *(counts[verdict] for verdict in (*JUDGED, UNJUDGED)),
            f"{counts['right'] / judged:.0%}" if judged else "",
            f"{kinds['right'] / judged_kinds:.0%}" if judged_kinds else "",
        ))  # fmt: skip
    yield from table(("rule", *JUDGED, UNJUDGED, "right", "right, by class"), rows)


def unjudged(found: Iterable[Finding], verdicts: Verdicts) -> Iterator[str]:
    """Yield the classes without a verdict as rows of the file of verdicts, each with a place to read."""
    seen: dict[tuple[str, str, str], str] = {}
    for finding in sorted(found):
        if verdicts.of(finding) == UNJUDGED:
            seen.setdefault((finding.tree, finding.code, finding.kind), finding.place)
    for (tree, code, kind), place in seen.items():
        row = {"tree": tree, "code": code, "message": kind, "verdict": "", "reason": place}
        yield json.dumps(row, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="OLD NEW FOLDER", help="two programs, and folders of trees")
    parser.add_argument(
        "--fetch", type=Path, metavar="FOLDER", help="get the listed repositories into FOLDER, and stop"
    )
    parser.add_argument(
        "--unjudged", action="store_true", help="print the classes without a verdict as rows for the file"
    )
    options = parser.parse_args()
    if options.fetch:
        fetch(options.fetch, repositories(REPOSITORIES))
        return
    if len(options.programs) < 3:
        parser.error("OLD, NEW and FOLDER are needed")
    old_program, new_program, *folders = options.programs
    trees = sorted(tree for folder in folders for tree in Path(folder).iterdir() if tree.is_dir())
    verdicts = Verdicts(read_verdicts(VERDICTS))
    new = set(findings(new_program, trees))
    if options.unjudged:
        print(*unjudged(new, verdicts), sep="\n")
        return
    old = set(findings(old_program, trees)) if old_program != new_program else new
    print(f"## {len(old)} and {len(new)} findings in {len(trees)} trees\n")
    print(*differences(old, new, verdicts), "", *shares(new, verdicts), sep="\n")


if __name__ == "__main__":
    main()
