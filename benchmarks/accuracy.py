"""How many URLs of the labelled texts `urlmend find` finds, and how many it makes up.

`corpora/` is always scored; so is `accuracy/dev` in the folder that `URLMEND_DATA` names, with that folder's own
program `accuracy/score.py`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path("corpora")
DATA = Path(os.environ.get("URLMEND_DATA", "/dev/null")).absolute()
REAL_TEXT = DATA / "accuracy" / "dev"
SCORER = DATA / "accuracy" / "score.py"
LABELS = ".labels.jsonl"
COMMAND = [str(Path(sysconfig.get_path("scripts")) / "urlmend"), "find", "--format", "jsonl"]

Label = dict[str, Any]
Figures = dict[str, float]


def main() -> None:
    """Score all sets and print a table."""
    os.chdir(ROOT)
    folders = [*subfolders(CORPORA), *subfolders(REAL_TEXT)]
    lenient, strict = score(folders, COMMAND), score(folders, COMMAND, strict=True)
    print(f"{'':30} {'':42}   {'strict':>24}")
    print(f"{'set':30} {'urls':>6} {'missed':>6} {'spurious':>8} {'prec.':>6} {'recall':>6} {'F1':>6}", end="")
    print(f"   {'prec.':>6} {'recall':>6} {'F1':>6}")
    for name, figures in lenient.items():
        counts = f"{figures['urls']:6} {figures['missed']:6} {figures['spurious']:8}"
        print(f"{name:30} {counts} {rates(figures)}   {rates(strict[name])}")


def subfolders(folder: Path) -> list[Path]:
    """The folders with labelled texts in a folder, where there is one."""
    return sorted({path.parent for path in folder.glob(f"*/*{LABELS}")})


def rates(figures: Figures) -> str:
    """Precision, recall and F1 as columns."""
    return " ".join(f"{figures[key]:6.4f}" for key in ("precision", "recall", "f1"))


def score(folders: list[Path], finder: list[str], *, strict: bool = False) -> dict[str, Figures]:
    """Figures by set, and those of `all`, of a command that prints a JSON object for each URL of the files."""
    return (score_elsewhere if SCORER.exists() else score_here)(folders, finder, strict)


def score_elsewhere(folders: list[Path], finder: list[str], strict: bool) -> dict[str, Figures]:
    """Figures from the program that comes with the labelled text."""
    options = ["--json", *["--strict"] * strict, "--command", shlex.join(finder)]
    command = [sys.executable, str(SCORER), *options, *map(str, folders)]
    result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return {**result["sets"], "all": result["all"]}


def score_here(folders: list[Path], finder: list[str], strict: bool) -> dict[str, Figures]:
    """The same without that program."""
    tallies = {str(folder): tally_folder(folder, finder, strict) for folder in folders}
    tallies["all"] = sum(tallies.values(), Counter())
    return {name: figures_of(tally) for name, tally in tallies.items()}


def tally_folder(folder: Path, finder: list[str], strict: bool) -> Counter[str]:
    """Hits, misses and spurious URLs in the texts of a folder."""
    texts = [path for path in sorted(folder.iterdir()) if path.with_name(path.name + LABELS).exists()]
    printed = find(texts, finder)
    tally: Counter[str] = Counter()
    for text in texts:
        lines = text.with_name(text.name + LABELS).read_text("utf-8").splitlines()
        tally.update(outcomes([json.loads(line) for line in lines], printed[str(text)], strict))
    return tally


def find(texts: list[Path], finder: list[str]) -> dict[str, set[str]]:
    """The URLs that a command finds in each text."""
    found: dict[str, set[str]] = defaultdict(set)
    done = subprocess.run([*finder, *map(str, texts)], stdout=subprocess.PIPE, check=True)
    for row in map(json.loads, done.stdout.splitlines()):
        found[row["file"]].add(row["url"])
    return found


def outcomes(labels: list[Label], printed: set[str], strict: bool) -> Iterable[str]:
    """`hit` or `miss` for each URL that must be found, `spurious` for each that no label explains."""
    required: dict[str, bool] = {}
    explained: set[str] = set()
    for label in labels:
        readings = {label["url"], *label.get("accept", ())}
        seen = {url for url in printed if url in readings or re.fullmatch(label.get("accept_re", "(?!)"), url)}
        explained |= seen
        if not label.get("optional") and label["form"] != "schemeless":
            found = label["url"] in seen if strict else bool(seen)
            required[label["url"]] = required.get(label["url"], False) or found
    yield from ("hit" if found else "miss" for found in required.values())
    yield from ("spurious" for _ in printed - explained)


def figures_of(tally: Counter[str]) -> Figures:
    """What the table shows of a tally."""
    precision = tally["hit"] / max(1, tally["hit"] + tally["spurious"])
    recall = tally["hit"] / max(1, tally["hit"] + tally["miss"])
    return {
        "urls": tally["hit"] + tally["miss"],
        "missed": tally["miss"],
        "spurious": tally["spurious"],
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
    }


if __name__ == "__main__":
    main()
