"""Findings to edits, and edits to mended text and files."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from urlmend.finder import FindOptions, read_texts
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding, Fix, Result
from urlmend.model.span import Span
from urlmend.model.url import Url

# Some fixes make room for others; this many rounds are enough for all that do not undo each other.
ROUNDS = 10
# How often the fixes of a text are halved, to find those that do harm.
_HALVINGS = 5


class Mended(NamedTuple):
    """What came of mending a file."""

    data: bytes
    results: Sequence[Result]
    """What is left to report, in the mended file."""
    fixed: Counter[str]
    """How many findings were mended, by code."""
    out_of_reach: int
    """How many could have been mended, but stand in text that is encoded, packed, signed or a header, or do harm."""


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


def choose_harmless(
    document: Document, findings: Iterable[Finding], options: FindOptions = FindOptions(), *, unsafe: bool = False
) -> tuple[list[Edit], Counter[str]]:
    """What `choose` says, less safe fixes that would make another URL of one.

    Each by itself keeps its URL; but what stands around decides where a URL goes on in the next line, and so
    the width of a line or the edge of a cell may count. Guesses are not looked at so closely.
    """
    fixable = [finding for finding in findings if wanted(finding, unsafe=unsafe)]
    if fixable and not unsafe:
        fixable = _Trial(document, options).harmless(fixable, _HALVINGS)
    return choose(fixable, unsafe=unsafe)


class _Trial:
    """Tries fixes out on a document."""

    def __init__(self, document: Document, options: FindOptions) -> None:
        self._document = document
        self._options = options
        self._before = self._urls(document)

    def harmless(self, findings: list[Finding], halvings: int) -> list[Finding]:
        """Those of the findings whose fixes, together, leave every URL what it is."""
        if self._is_harmless(findings):
            return findings
        if len(findings) == 1 or not halvings:
            return []
        middle = len(findings) // 2
        first, rest = (self.harmless(half, halvings - 1) for half in (findings[:middle], findings[middle:]))
        return [*first, *rest] if self._is_harmless([*first, *rest]) else first or rest

    def _is_harmless(self, findings: list[Finding]) -> bool:
        text = self._document.text
        edits, _ = choose(findings, unsafe=False)
        after = self._urls(Document(apply(text, edits), flowed=self._document.flowed))
        meant = {url.text: _rewritten(text, url, edits) for url in {finding.url for finding in findings}}
        return len(after) == len(self._before) and all(
            _stays(old, new) or new == meant.get(old) for old, new in zip(self._before, after, strict=True)
        )

    def _urls(self, document: Document) -> list[str]:
        return [text for found in read_texts(document, self._options) for text in found]


def _rewritten(text: str, url: Url, edits: Sequence[Edit]) -> str:
    """What the pieces of a URL hold when the edits in them are made: somebody's own rule may mean another URL."""
    pieces = []
    for low, high in url.spans:
        first, last = (bisect_left(edits, offset, key=lambda edit: edit.span.start) for offset in (low, high))
        inside = [(span, new) for span, new in edits[first:last] if span.stop <= high]
        pieces.append(apply(text[low:high], [Edit(Span(*(at - low for at in span)), new) for span, new in inside]))
    return "".join(pieces)


def _stays(before: str, after: str) -> bool:
    """Whether a URL is what it was, up to percent-encoding and case; it may have a fragment that stood behind it."""
    if before == after:
        return True
    from urllib.parse import unquote

    before, after = unquote(before).casefold(), unquote(after).casefold()
    return after == before or after.startswith(f"{before}#")


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits made, which ascend and do not overlap (offsets in code points)."""
    pieces, at = [], 0
    for (start, stop), replacement in edits:
        pieces += [text[at:start], replacement]
        at = stop
    return "".join([*pieces, text[at:]])


def mend_text(
    text: str,
    examine: Callable[[str], Iterable[Finding]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
) -> str:
    """The text, mended until `examine` has no more to fix in it, or ROUNDS are over."""
    for _ in range(ROUNDS):
        edits, _fixed = choose_harmless(Document(text), examine(text), options, unsafe=unsafe)
        if not edits:
            break
        text = apply(text, edits)
    return text


def mend(
    data: bytes,
    examine: Callable[[bytes], Iterable[Result]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
) -> Mended:
    """The bytes of a file, mended until `examine` has no more to fix in them, or ROUNDS are over.

    Outside the edits no byte changes: a document whose text does not encode to the very bytes that
    it is from is left alone.
    """
    total: Counter[str] = Counter()
    for _ in range(ROUNDS):
        results = list(examine(data))
        mended, fixed = _mend_once(data, results, options, unsafe=unsafe)
        if mended == data:
            break
        data = mended
        total += fixed
    else:
        results = list(examine(data))
    out_of_reach = sum(wanted(finding, unsafe=unsafe) is not None for _, findings in results for finding in findings)
    return Mended(data, results, total, out_of_reach)


def _mend_once(
    data: bytes, results: Iterable[Result], options: FindOptions, *, unsafe: bool
) -> tuple[bytes, Counter[str]]:
    replaced: list[tuple[int, int, bytes]] = []
    total: Counter[str] = Counter()
    for document, findings in results:
        region = document.region if findings else None
        edits, fixed = choose_harmless(document, findings, options, unsafe=unsafe) if region else ([], Counter())
        if region and edits and _encode(document.text, region.codec) == data[region.start : region.stop]:
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
