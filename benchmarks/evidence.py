"""What each row of evidence for joins is worth: the joins that are right and wrong with it, and without it."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import folds
from line_ends import LineEnd, labelled, unlabelled, wrapped

from urlmend.finder.join_evidence import AMBIGUOUS, EVIDENCE, JOIN
from urlmend.finder.junction import Junction

_BOUNDS = (AMBIGUOUS, JOIN)
# What a line end costs that ends the URL, is ambiguous, and is joined, by what is right.
_COSTS = {True: (1.0, 0.75, 0.0), False: (0.0, 0.5, 4.0)}
# How much a line end counts: people have read the labelled ones, and programs made the wrapped ones.
_COUNTS = {"labelled": 10.0, "elsewhere": 1.0, "wrapped": 0.1}
_PULL = 2.0
"""How strongly fitted weights are drawn to the present ones."""

Weights = Sequence[float]


class Pattern(NamedTuple):
    """Line ends of one source with the same evidence."""

    kind: str
    """How it is known what is right: `labelled`, `elsewhere` or `wrapped`."""
    source: str
    """The name of the source."""
    truth: bool | None
    """Whether the URL continues; None if it is not known."""
    rows: tuple[int, ...]
    """The numbers of the rows that hold."""


Patterns = Mapping[Pattern, int]


def main() -> None:
    """Collect line ends, and print what is asked for."""
    options = _parser().parse_args()
    if options.folds:
        folds.report(options.folders)
        return
    found = Counter[Pattern]()
    for kind, ends in _collected(options):
        found.update(Pattern(kind, end.source, end.truth, rows_of(end.junction)) for end in ends)
    print_sources(found)
    known = {pattern: count for pattern, count in found.items() if pattern.truth is not None}
    weights = [row.weight for row in EVIDENCE]
    print_rows(found, weights)
    if options.greedy:
        print_elimination(known, weights)
    if options.fit:
        print_fit(known, weights)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="texts with URLs that occur several times")
    add = parser.add_argument
    add("--labelled", nargs="+", default=[], type=Path, metavar="FOLDER", help="texts with labels")
    add("--wrap", nargs="+", default=[], type=Path, metavar="FOLDER", help="texts whose paragraphs are wrapped again")
    add("--greedy", action="store_true", help="take rows out as long as nothing gets worse")
    add("--fit", action="store_true", help="fit weights, and compare them on sources that were held out")
    add("--folds", action="store_true", help="only fold the long URLs of the folders, at widths of 30 to 150")
    return parser


def _collected(options: argparse.Namespace) -> Iterator[tuple[str, Iterable[LineEnd]]]:
    """Yield the line ends of each folder; those of one kind of text that are equal are counted once."""
    yield from (("labelled", labelled(folder)) for folder in options.labelled)
    yield from (("elsewhere", set(unlabelled(folder))) for folder in options.folders)
    yield from (("wrapped", set(wrapped(folder))) for folder in options.wrap)


def rows_of(junction: Junction) -> tuple[int, ...]:
    """Return the numbers of the rows that hold."""
    return tuple(number for number, row in enumerate(EVIDENCE) if row.holds(junction))


def outcome(rows: Iterable[int], weights: Weights) -> int:
    """Return the number of bounds that a sum reaches: 0 ends the URL, 2 joins."""
    total = sum(weights[row] for row in rows)
    return sum(total >= bound for bound in _BOUNDS)


def cost(pattern: Pattern, weights: Weights) -> float:
    """Return what one line end costs."""
    assert pattern.truth is not None
    return _COUNTS[pattern.kind] * _COSTS[pattern.truth][outcome(pattern.rows, weights)]


def total_cost(patterns: Patterns, weights: Weights) -> float:
    """Return what all line ends cost."""
    return sum(count * cost(pattern, weights) for pattern, count in patterns.items())


# --- Sources. ---


def print_sources(found: Patterns) -> None:
    """Print for each source what is joined of the line ends where a URL continues, ends, or nobody knows."""
    weights = [row.weight for row in EVIDENCE]
    tallies: dict[tuple[str, str], Counter[tuple[bool | None, bool]]] = defaultdict(Counter)
    for pattern, count in found.items():
        for name in (pattern.source, "all"):
            tallies[pattern.kind, name][pattern.truth, outcome(pattern.rows, weights) >= 2] += count
    print(f"{'':10} {'':40} {'continues':>9} {'joined':>7} {'ends':>7} {'joined':>7} {'unknown':>8} {'joined':>7}")
    for (kind, name), tally in sorted(tallies.items()):
        cells = [(tally[truth, True] + tally[truth, False], tally[truth, True]) for truth in (True, False, None)]
        print(f"{kind:10} {name[-40:]:40} " + " ".join(f"{count:8} {joined:7}" for count, joined in cells))


# --- Rows, one at a time. ---


def print_rows(found: Patterns, weights: Weights) -> None:
    """Print where each row holds, and what changes without it: joins lost and gained, right ones and wrong ones."""
    print(f"\n{'':54} {'':5}   {'holds':^22}   {'without it: joins lost/gained':^46}")
    heads = ("continues", "ends", "unknown", "right", "wrong", "unknown", "cost")
    print(f"{'row':54} {'':5}   " + " ".join(f"{head:>10}" for head in heads))
    holding: dict[int, dict[Pattern, int]] = defaultdict(dict)
    for pattern, count in found.items():
        for row in pattern.rows:
            holding[row][pattern] = count
    for number, row in enumerate(EVIDENCE):
        held = Counter[bool | None]()
        changes = Counter[tuple[bool | None, bool]]()
        dearer = 0.0
        for pattern, count in holding[number].items():
            held[pattern.truth] += count
            rest = [other for other in pattern.rows if other != number]
            before, after = outcome(pattern.rows, weights), outcome(rest, weights)
            if (before >= 2) != (after >= 2):
                changes[pattern.truth, after >= 2] += count
            if pattern.truth is not None:
                costs = _COSTS[pattern.truth]
                dearer += count * _COUNTS[pattern.kind] * (costs[after] - costs[before])
        counts = " ".join(f"{held[truth]:10}" for truth in (True, False, None))
        pairs = (f"{changes[truth, False]}/{changes[truth, True]}" for truth in (True, False, None))
        print(
            f"{row.name[:54]:54} {row.weight:5g}   {counts} "
            + " ".join(f"{p:>10}" for p in pairs)
            + f" {dearer:+10.1f}"
        )


def print_elimination(known: Patterns, weights: Weights) -> None:
    """Take out the row that costs least without it, again and again, as long as the costs do not rise."""
    kept = list(weights)
    at = total_cost(known, kept)
    print(f"\nwithout a row, and those above it ({at:.1f} with all rows)")
    while True:
        without = {}
        for number, weight in enumerate(kept):
            if weight:
                changed = ((p, count) for p, count in known.items() if number in p.rows)
                fewer = [0.0 if row == number else kept[row] for row in range(len(kept))]
                without[number] = sum(count * (cost(p, fewer) - cost(p, kept)) for p, count in changed)
        number = min(without, key=lambda row: without[row])
        if without[number] > 0:
            return
        at += without[number]
        kept[number] = 0
        print(f"{at:10.1f}  {EVIDENCE[number].name}")


# --- Weights. ---


def fitted(known: Patterns, weights: Weights, rounds: int = 60) -> list[float]:
    """Return weights by logistic regression, in steps of a half and drawn to the present ones; signs are kept."""
    new = list(weights)
    samples = [(p.rows, float(p.truth or 0), count * _COUNTS[p.kind]) for p, count in known.items()]
    scale = sum(count for *_, count in samples)
    for step in range(rounds):
        slopes = [_PULL * (weight - old) * 0.01 for weight, old in zip(new, weights, strict=True)]
        for rows, truth, count in samples:
            total = sum(new[row] for row in rows) - JOIN
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - truth
            for row in rows:
                slopes[row] += error * count * 20 / scale
        rate = 2 / (1 + step / 20)
        new = [
            weight if abs(old) >= 20 else math.copysign(max(0.0, math.copysign(1, old) * (weight - rate * slope)), old)
            for weight, old, slope in zip(new, weights, slopes, strict=True)
        ]
    return [round(weight * 2) / 2 for weight in new]


def print_fit(known: Patterns, weights: Weights) -> None:
    """Print costs on each source with weights fitted to the others, then the table with weights fitted to all."""
    print(f"\n{'held out':50} {'now':>8} {'fitted':>8}")
    for name in sorted({pattern.source.rpartition("(")[2] for pattern in known}):
        held = {p: count for p, count in known.items() if p.source.rpartition("(")[2] == name}
        others = {p: count for p, count in known.items() if p not in held}
        print(f"{name[:50]:50} {total_cost(held, weights):8.1f} {total_cost(held, fitted(others, weights)):8.1f}")
    new = fitted(known, weights)
    print(f"{'all, fitted to all':50} {total_cost(known, weights):8.1f} {total_cost(known, new):8.1f}\n")
    for row, weight in zip(EVIDENCE, new, strict=True):
        print(f"{row.weight:6g} {weight:6g}  {row.name}")


if __name__ == "__main__":
    sys.exit(main())
