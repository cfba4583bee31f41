"""Count how often each rule is right, for its page, and write `tools/rule_figures.json`.

usage: rule_figures.py PROGRAM FOLDER...

Each folder holds trees as those of `ecosystem.py --fetch`, whose findings have the verdicts of
`ecosystem/verdicts.jsonl`. Or it holds `trees` and a file `verdicts.jsonl` with a verdict for each finding of all
rules. A tree of the same name counts once. Of rules that are on by default, the findings that are printed now count;
of others, all verdicts of these samples and of `ecosystem/verdicts.jsonl`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ecosystem import JUDGED, VERDICTS, Finding, Verdicts, findings, read_verdicts

from urlmend.model.finding import DEFAULT_PROFILE
from urlmend.rules import RULES

RESULT = Path(__file__).resolve().parent.parent / "tools" / "rule_figures.json"
# How many lines a finding may have moved since it was read.
NEAR = (0, -1, 1)
Counts = Counter[tuple[str, str]]


def of_sample(folder: Path, found: list[Finding]) -> Iterator[tuple[str, str]]:
    """Yield the rule and the verdict of each finding of a sample that was read; defects that were missed are right."""
    printed: dict[tuple[str, int], set[str]] = {}
    for one in found:
        printed.setdefault((f"{one.tree}/{one.file}", one.line), set()).add(one.code)
    for row in map(json.loads, (folder / "verdicts.jsonl").read_text("utf-8").splitlines()):
        if row["verdict"] == "missed":
            yield from ((code, "right") for code in sorted(printed.get((row["file"], row["line"]), ())))
            continue
        near = [printed.get((row["file"], row["line"] + by), ()) for by in NEAR]
        if row["code"] in RULES and (is_off(row["code"]) or any(row["code"] in codes for codes in near)):
            yield row["code"], row["verdict"]


def is_off(code: str) -> bool:
    """Whether a rule is off by default."""
    return code in RULES and DEFAULT_PROFILE not in RULES[code].default_profiles


def counts(program: str, folders: list[Path]) -> tuple[Counts, dict[str, int]]:
    """Count the verdicts of each rule, and the trees: samples of projects, and complete ones."""
    judged = list(read_verdicts(VERDICTS))
    verdicts = Verdicts(judged)
    found: Counts = Counter((one.code, one.verdict) for one in judged if is_off(one.code))
    seen: set[str] = set()
    read = {"samples": 0, "trees": 0}
    for folder in folders:
        is_sample = (folder / "verdicts.jsonl").exists()
        trees = [tree for tree in sorted((folder / "trees" if is_sample else folder).iterdir()) if tree.is_dir()]
        new = [tree for tree in trees if tree.name not in seen]
        printed = list(findings(program, new))
        seen.update(tree.name for tree in new)
        read["samples" if is_sample else "trees"] += len(new)
        found.update(of_sample(folder, printed) if is_sample else ((one.code, verdicts.of(one)) for one in printed))
    return found, read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    found, read = counts(options.program, options.folders)
    figures = {code: [found[code, verdict] for verdict in JUDGED] for code in sorted({code for code, _ in found})}
    head = {"when": f"{date.today():%B %Y}", **read, "columns": list(JUDGED)}
    rows = ",\n".join(f'    "{code}": {json.dumps(row)}' for code, row in figures.items() if any(row))
    RESULT.write_text(f'{json.dumps(head)[:-1]}, "figures": {{\n{rows}\n  }}\n}}\n', "utf-8")


if __name__ == "__main__":
    main()
