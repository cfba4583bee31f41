"""Turn findings into edits, and apply them to texts and bytes."""

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

# One fix may make another one possible; this many rounds are enough unless fixes undo each other.
ROUNDS = 10
# How often the fixes of a text are halved to find the harmful ones.
_HALVINGS = 5


class FixedFile(NamedTuple):
    """A fixed file, and what was fixed in it."""

    data: bytes
    results: Sequence[Result]
    """The findings that remain in the fixed file."""
    counts: Counter[str]
    """Number of fixed findings, by code."""
    out_of_reach: int
    """Number of fixes not applied: the text is encoded, compressed, signed or a header, or the fix is harmful."""


def wanted(finding: Finding, *, unsafe: bool) -> Fix | None:
    """Return the fix of a finding; None if it has none, or only an unsafe one that is not wanted."""
    fix = finding.fix
    return fix if fix and (unsafe or fix.safe) else None


def choose(findings: Iterable[Finding], *, unsafe: bool) -> tuple[list[Edit], Counter[str]]:
    """Return the ascending edits of all findings that can be fixed at once, and the number of those findings by code.

    Of fixes that overlap or touch, only the first one is chosen; the others wait for the next round.
    """
    chosen: list[Edit] = []
    counts: Counter[str] = Counter()
    last = -1
    fixable = [(fix, finding.code) for finding in findings if (fix := wanted(finding, unsafe=unsafe))]
    for fix, code in sorted(fixable, key=lambda item: item[0].edits[0].span):
        if fix.edits[0].span.start > last:
            chosen += fix.edits
            last = max(fix.edits[-1].span.stop - 1, fix.edits[-1].span.start)
            counts[code] += 1
    return chosen, counts


def choose_harmless(
    document: Document, findings: Iterable[Finding], options: FindOptions = FindOptions(), *, unsafe: bool = False
) -> tuple[list[Edit], Counter[str]]:
    """Choose edits as `choose` does, without safe fixes that would change a URL.

    A fix may keep its own URL and change another one: the surrounding text decides whether a URL continues in the next
    line, so that the width of a line or the edge of a table cell may matter. Unsafe fixes are not checked, except that
    the format of the document must read the fixed text as it is meant.
    """
    fixable = [
        finding
        for finding in findings
        if (fix := wanted(finding, unsafe=unsafe))
        and (document.rewriting is None or document.is_editable(edit.span for edit in fix.edits))
    ]
    if fixable and not unsafe:
        fixable = [finding for finding in fixable if _keeps_url(document.text, finding)]
    if fixable and not (unsafe and document.rewriting is None):
        fixable = _Trial(document, options, unsafe=unsafe).harmless(fixable, _HALVINGS)
    return choose(fixable, unsafe=unsafe)


def edited_source(document: Document, edits: Iterable[Edit]) -> str:
    """Return the source of a document with the edits of its text applied."""
    return apply(document.source.text, [Edit(document.in_source(span), text) for span, text in edits])


def _edited(document: Document, edits: Sequence[Edit]) -> Document | None:
    """Return a document with edits applied; None if its format reads something else from the edited source."""
    text = apply(document.text, edits)
    if document.rewriting is None:
        return Document(text, flowed=document.flowed)
    from urlmend.formats.reader import read_format

    edited = read_format(Document(edited_source(document, edits), flowed=document.flowed), document.format)
    return edited if edited.text == text else None


class _Trial:
    """Applies fixes to a copy of a document, and compares the URLs."""

    def __init__(self, document: Document, options: FindOptions, *, unsafe: bool) -> None:
        self._document = document
        self._options = options
        self._unsafe = unsafe
        self._before = [] if unsafe else self._urls(document)

    def harmless(self, findings: list[Finding], halvings: int) -> list[Finding]:
        """Return the findings whose fixes together change no URL."""
        if self._is_harmless(findings):
            return findings
        if len(findings) == 1 or not halvings:
            return []
        middle = len(findings) // 2
        first, rest = (self.harmless(half, halvings - 1) for half in (findings[:middle], findings[middle:]))
        return [*first, *rest] if self._is_harmless([*first, *rest]) else first or rest

    def _is_harmless(self, findings: list[Finding]) -> bool:
        text = self._document.text
        edits, _ = choose(findings, unsafe=self._unsafe)
        edited = _edited(self._document, edits)
        if edited is None or self._unsafe:
            return edited is not None
        after = self._urls(edited)
        urls = {finding.url for finding in findings if _may_change_url(finding)}
        intended = {url.text: _rewritten(text, url, edits) for url in urls}
        return len(after) == len(self._before) and all(
            _is_same(old, new) or new == intended.get(old) for old, new in zip(self._before, after, strict=True)
        )

    def _urls(self, document: Document) -> list[str]:
        return [text for found in read_texts(document, self._options) for text in found]


def _may_change_url(finding: Finding) -> bool:
    """Whether the finding is of a custom rule, whose safe fix may intend to change the URL."""
    return not finding.code.startswith("URL")


def _keeps_url(text: str, finding: Finding) -> bool:
    """Whether the safe fix of a finding keeps what its URL means, or may intend to change it."""
    if finding.fix is None or _may_change_url(finding):
        return True
    return _is_same(finding.url.text, _rewritten(text, finding.url, finding.fix.edits))


def _rewritten(text: str, url: Url, edits: Sequence[Edit]) -> str:
    """Return a URL with the edits inside its pieces applied."""
    pieces = []
    for start, stop in url.spans:
        first, last = (bisect_left(edits, offset, key=lambda edit: edit.span.start) for offset in (start, stop))
        inside = [
            Edit(Span(span.start - start, span.stop - start), replacement)
            for span, replacement in edits[first:last]
            if span.stop <= stop
        ]
        pieces.append(apply(text[start:stop], inside))
    return "".join(pieces)


def _is_same(before: str, after: str) -> bool:
    """Whether two URLs are equivalent; the new one may have gained the fragment after it."""
    if before == after:
        return True
    from urlmend.uri.equivalence import canonical

    before, after = canonical(before), canonical(after)
    return after == before or (after.startswith(f"{before}#") and "#" not in before)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with edits applied, which ascend and do not overlap (offsets in code points)."""
    pieces, at = [], 0
    for (start, stop), replacement in edits:
        pieces += [text[at:start], replacement]
        at = stop
    return "".join([*pieces, text[at:]])


def fix_text(
    text: str,
    examine: Callable[[str], Iterable[Finding]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
) -> str:
    """Fix a text until `examine` reports nothing fixable, for at most ROUNDS rounds."""
    for _ in range(ROUNDS):
        edits, _ = choose_harmless(Document(text), examine(text), options, unsafe=unsafe)
        if not edits:
            break
        text = apply(text, edits)
    return text


def fix_bytes(
    data: bytes,
    examine: Callable[[bytes], Iterable[Result]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
) -> FixedFile:
    """Fix the bytes of a file until `examine` reports nothing fixable, for at most ROUNDS rounds.

    No byte outside the edits changes: a document whose text does not encode to exactly its source bytes is not fixed.
    """
    total: Counter[str] = Counter()
    for _ in range(ROUNDS):
        results = list(examine(data))
        fixed, counts = _fix_once(data, results, options, unsafe=unsafe)
        if fixed == data:
            break
        data = fixed
        total += counts
    else:
        results = list(examine(data))
    out_of_reach = sum(wanted(finding, unsafe=unsafe) is not None for _, findings in results for finding in findings)
    return FixedFile(data, results, total, out_of_reach)


def _fix_once(
    data: bytes, results: Iterable[Result], options: FindOptions, *, unsafe: bool
) -> tuple[bytes, Counter[str]]:
    replaced: list[tuple[int, int, bytes]] = []
    total: Counter[str] = Counter()
    for document, findings in results:
        source = document.source
        region = source.region if findings else None
        edits, counts = choose_harmless(document, findings, options, unsafe=unsafe) if region else ([], Counter())
        if region and edits and _encode(source.text, region.codec) == data[region.start : region.stop]:
            encoded = _encode(edited_source(document, edits), region.codec)
            if encoded is not None:
                replaced.append((region.start, region.stop, encoded))
                total += counts
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
