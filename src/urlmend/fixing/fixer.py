"""Fix texts and the bytes of files, in rounds until nothing fixable is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from urlmend._lib.fast_typing import NamedTuple
from urlmend.finder import FindOptions
from urlmend.fixing.contexts import names_url
from urlmend.fixing.fix_offsets import Fixed, moved, moved_back, without_kept
from urlmend.fixing.offers import rewritten, wanted
from urlmend.fixing.proof import at_once, proven_fixes, read_again, source_edits
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding, Result, apply
from urlmend.model.named_paths import NamedPaths

# One fix may make another one possible; this many rounds are enough unless fixes undo each other.
ROUNDS = 10


class FixedFile(NamedTuple):
    """A fixed file, and what was fixed in it."""

    data: bytes
    results: Sequence[Result]
    """The findings that remain in the fixed file."""
    counts: Counter[str]
    """Number of fixed findings, by code."""
    left: Counter[str]
    """Number of fixes that were not applied, by the reason."""
    applied: Sequence[Applied] = ()
    """The fixes that were applied, in the order of the fixed file."""
    texts: tuple[Document, Document] | None = None
    """The text before and after, as it was read; None if nothing was fixed, or the file is not one text."""


class Applied(NamedTuple):
    """A fix that was applied, and where its finding is in the fixed file and in the original one."""

    document: Document
    """The document of the fixed file that contains it."""
    offset: int
    """Offset in the source of that document, in code points."""
    finding: Finding
    original: Document
    """The document of the original file that contains it."""
    original_offset: int
    """Offset in the source of that document, in code points."""

    @property
    def position(self) -> tuple[int, int]:
        """Line and column in the fixed file."""
        return self.document.source.position(self.offset)

    @property
    def position_before(self) -> tuple[int, int]:
        """Line and column in the original file."""
        return self.original.source.position(self.original_offset)


def fix_text(
    document: Document,
    examine: Callable[[Document], Iterable[Finding]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
) -> str:
    """Return the source of a document, fixed until `examine` reports nothing fixable, for at most ROUNDS rounds."""
    for _ in range(ROUNDS):
        chosen = at_once(proven_fixes(document, examine(document), options, unsafe=unsafe))
        if not chosen:
            break
        edits = source_edits(chosen)
        document = read_again(document, apply(document.source.text, edits))
    return document.source.text


def fix_bytes(
    data: bytes,
    examine: Callable[[bytes], Iterable[Result]],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool = False,
    named: NamedPaths = NamedPaths(),
) -> FixedFile:
    """Fix the bytes of a file until `examine` reports nothing fixable, for at most ROUNDS rounds.

    `named` are the paths of the command line.
    No byte outside the edits changes: a document whose text does not encode to exactly its source bytes is not fixed.
    A round after which the file is read as other documents is undone.
    """
    fixed: list[Fixed] = []
    made: list[dict[int, list[Edit]]] = []
    originals = results = list(examine(data))
    original_size = len(data)
    for _ in range(ROUNDS):
        edited, edits, found = _fix_once(data, results, options, unsafe=unsafe, named=named)
        if edited == data:
            break
        again = list(examine(edited))
        if _kinds(again) != _kinds(results):
            break
        data, results = edited, again
        for earlier in reversed(made):
            found = moved_back(found, earlier)
        made.append(edits)
        fixed = moved([*fixed, *found], edits)
    left = Counter(reason for result in results for reason in _reasons(*result, unsafe=unsafe, named=named))
    applied = [
        Applied(results[number].document, offset, finding, originals[number].document, original)
        for number, offset, original, finding in sorted(fixed, key=lambda item: item[:2])
    ]
    document = originals[0].document if made and len(originals) == 1 else None
    region = document.source.region if document and not document.part else None
    texts = (document, results[0].document) if document and region and region.stop == original_size else None
    return FixedFile(data, results, Counter(item.finding.code for item in fixed), left, applied, texts)


def _reasons(document: Document, findings: Sequence[Finding], *, unsafe: bool, named: NamedPaths) -> Iterator[str]:
    """Yield why the fixes of a document that are wanted were not applied."""
    left = [(finding, fix) for finding in findings if (fix := wanted(finding, unsafe=unsafe))]
    if not left:
        return
    if document.source.region is None:
        reason = "in a header or an encoded, signed or HTML part" if document.part else "in a compressed file"
        yield from [reason] * len(left)
        return
    from urlmend.fixing.places import Places

    places = Places(document, named)
    for finding, fix in left:
        if reason := places.reason(finding):
            yield reason
        else:
            fixed = rewritten(document.text, finding.url, fix.edits)
            yield "near its fixed form" if names_url(document, finding.url, fixed) else "not proven harmless"


def _kinds(results: Iterable[Result]) -> list[tuple[object, ...]]:
    """How the documents of a file are read."""
    return [(document.name, document.format, document.part, document.source.region is None) for document, _ in results]


def _fix_once(
    data: bytes, results: Iterable[Result], options: FindOptions, *, unsafe: bool, named: NamedPaths
) -> tuple[bytes, dict[int, list[Edit]], list[Fixed]]:
    """Return the fixed bytes, the edits of each source by the number of its document, and what they fix, and where."""
    replaced: list[tuple[int, int, bytes]] = []
    made: dict[int, list[Edit]] = {}
    total: list[Fixed] = []
    for number, (document, findings) in enumerate(results):
        source = document.source
        region = source.region if findings else None
        if region is None:
            continue
        chosen = at_once(proven_fixes(document, findings, options, unsafe=unsafe, named=named))
        edits = source_edits(chosen)
        if edits and _encode(source.text, region.codec) == data[region.start : region.stop]:
            encoded = _encode(apply(source.text, edits), region.codec)
            if encoded is not None:
                replaced.append((region.start, region.stop, encoded))
                made[number] = list(without_kept(source.text, edits))
                for finding, *_ in chosen:
                    at = document.in_source(finding.spans[0]).start
                    total.append(Fixed(number, at, at, finding))
    pieces, at = [], 0
    for start, stop, encoded in sorted(replaced):
        pieces += [data[at:start], encoded]
        at = stop
    return b"".join([*pieces, data[at:]]), made, total


def _encode(text: str, codec: str) -> bytes | None:
    try:
        return text.encode(codec, "surrogateescape")
    except UnicodeError:
        return None
