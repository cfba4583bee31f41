"""Findings to edits, and edits to mended text and files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from urlmend.model import Edit, Finding, Fix, Result

# Some fixes make room for others; this many rounds are enough for all that do not undo each other.
ROUNDS = 10


class Mended(NamedTuple):
    """What came of mending a file."""

    data: bytes
    results: Sequence[Result]
    """What is left to report, in the mended file."""
    fixed: Counter[str]
    """How many findings were mended, by code."""
    out_of_reach: int
    """How many could have been mended, but stand in text that is encoded, packed, signed or a header."""


def wanted(finding: Finding, *, unsafe: bool) -> Fix | None:
    """The fix of a finding, if it has one that is safe enough."""
    fix = finding.fix
    return fix if fix and (unsafe or fix.safe) else None


def choose(findings: Iterable[Finding], *, unsafe: bool) -> tuple[list[Edit], Counter[str]]:
    """The edits of as many findings as can be mended at once, ascending, and how many those are of each code.

    Fixes that touch the same place exclude each other: the first comes first, the other waits for
    another round.
    """
    taken: list[Edit] = []
    fixed: Counter[str] = Counter()
    last = -1
    fixable = [(fix, finding.code) for finding in findings if (fix := wanted(finding, unsafe=unsafe))]
    for fix, code in sorted(fixable, key=lambda item: item[0].edits[0].span):
        if fix.edits[0].span.start > last:
            taken += fix.edits
            last = max(fix.edits[-1].span.stop - 1, fix.edits[-1].span.start)
            fixed[code] += 1
    return taken, fixed


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits made, which ascend and do not overlap (offsets in code points)."""
    pieces, at = [], 0
    for (start, stop), replacement in edits:
        pieces += [text[at:start], replacement]
        at = stop
    return "".join([*pieces, text[at:]])


def mend_text(text: str, examine: Callable[[str], Iterable[Finding]], *, unsafe: bool = False) -> str:
    """The text, mended until `examine` has no more to fix in it, or ROUNDS are over."""
    for _ in range(ROUNDS):
        edits, _fixed = choose(examine(text), unsafe=unsafe)
        if not edits:
            break
        text = apply(text, edits)
    return text


def mend(data: bytes, examine: Callable[[bytes], Iterable[Result]], *, unsafe: bool = False) -> Mended:
    """The bytes of a file, mended until `examine` has no more to fix in them, or ROUNDS are over.

    Outside the edits no byte changes: a document whose text does not encode to the very bytes that
    it is from is left alone.
    """
    total: Counter[str] = Counter()
    for _ in range(ROUNDS):
        results = list(examine(data))
        mended, fixed = _mend_once(data, results, unsafe=unsafe)
        if mended == data:
            break
        data = mended
        total += fixed
    else:
        results = list(examine(data))
    out_of_reach = sum(wanted(finding, unsafe=unsafe) is not None for _, findings in results for finding in findings)
    return Mended(data, results, total, out_of_reach)


def _mend_once(data: bytes, results: Iterable[Result], *, unsafe: bool) -> tuple[bytes, Counter[str]]:
    replaced: list[tuple[int, int, bytes]] = []
    total: Counter[str] = Counter()
    for document, findings in results:
        edits, fixed = choose(findings, unsafe=unsafe)
        region = document.region if edits else None
        if region and _encode(document.text, region.codec) == data[region.start : region.stop]:
            encoded = _encode(apply(document.text, edits), region.codec)
            if encoded is not None:
                replaced.append((region.start, region.stop, encoded))
                total += fixed
    pieces, at = [], 0
    for start, stop, encoded in sorted(replaced):
        pieces += [data[at:start], encoded]
        at = stop
    return b"".join([*pieces, data[at:]]), total


def _encode(text: str, codec: str) -> bytes | None:
    try:
        return text.encode(codec, "surrogateescape")
    except UnicodeError:
        return None
