"""Texts that take a backtracking matcher long if an expression can read them in more than one way.

`attacks.jsonl` has pairs of a beginning and of what is repeated after it: for each repetition in an expression of the
package, the shortest text that leads to it, and one round of it.
"""

import json
from functools import partial
from pathlib import Path

_LINES = (Path(__file__).parent / "attacks.jsonl").read_text("utf-8").splitlines()
_PAIRS = [tuple(json.loads(line)) for line in _LINES]
# Repeated on their own.
_CHARACTERS = "a0/:<>@%. \t\n-=&;\"'[({|#?\\*~_,"
# Make an expression fail after the repetitions.
_ENDS = ("\x01", "", "\n", " \x01")


def attacks(ends=_ENDS):
    """Functions of a length that return texts of about so many characters."""
    alone = [("", pump) for pump in (*_CHARACTERS, *(pump for _, pump in _PAIRS))]
    together = [("", before + pump) for before, pump in _PAIRS if before]
    others = dict.fromkeys(pair for pair in (*alone, *together) if pair not in _PAIRS)
    return [
        *(partial(_text, before, pump, end) for before, pump in _PAIRS for end in ends),
        *(partial(_text, before, pump, ends[0]) for before, pump in others),
    ]


def short_attacks():
    """The attacks that differ in more than their end, for work that takes longer than a match."""
    return [partial(_text, before, pump, "\x01") for before, pump in (*_PAIRS, *(("", char) for char in _CHARACTERS))]


def _text(before, pump, end, length):
    return before + pump * (length // len(pump)) + end
