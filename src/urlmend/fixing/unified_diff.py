"""Unified diff between a file and its fixed content, as `patch -p0` reads it."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from urlmend._lib.lazy_regex import lazy
from urlmend._lib.line_diff import Change, changes
from urlmend.finder.secret_spans import secret_spans
from urlmend.model.document import Document
from urlmend.model.span import Span, merged
from urlmend.redaction.redact import MASK, mask

_CONTEXT = 3
# What a fix leaves unchanged of a secret, in one piece; shorter ones tell little, and occur elsewhere.
_PIECE = lazy(r"[!-$&-~]{5,}")
# Compiling an expression takes 800 bytes for each character of a longer one; a text has few of these.
_LONG_PIECE = 4096


def unified(name: str, before: Document, after: Document, *, show_secrets: bool = False) -> Iterator[str]:
    """Yield the lines of a diff of two sources, each with its line end; secrets are hidden unless `show_secrets`."""
    secrets, others = ([] if show_secrets else _secret_spans(document) for document in (before, after))
    old, new = _lines(mask(before.source.text, secrets)), _lines(mask(after.source.text, others))
    found = list(changes(old, new))
    if secrets:
        _hide_kept(before.source.text, secrets, found, new)
    hunks = _hunks(found)
    first = next(hunks, None)
    if first is None:
        return
    yield from (f"--- {name}\n", f"+++ {name}\n")
    for hunk in (first, *hunks):
        yield from _hunk(hunk, old, new)


def _lines(text: str) -> list[str]:
    return list(io.StringIO(text, newline="\n"))


def _hide_kept(before: str, secrets: list[Span], found: Iterable[Change], new: list[str]) -> None:
    """Mask what changed lines keep of the secrets of the lines before: a fix may divide a secret or end its form."""
    import regex  # type: ignore[import-untyped]  # only where there are secrets

    starts = [0, *accumulate(map(len, _lines(before)))]
    for change in found:
        first = bisect_left(secrets, starts[change.start], key=lambda span: span.stop)
        last = bisect_left(secrets, starts[change.stop], key=lambda span: span.start)
        pieces = {piece for low, high in secrets[first:last] for piece in _PIECE.findall(before, low, high)}
        long = sorted((piece for piece in pieces if len(piece) > _LONG_PIECE), key=len, reverse=True)
        for number in range(change.new_start, change.new_stop):
            for piece in long:
                new[number] = new[number].replace(piece, MASK)
        if short := pieces.difference(long):
            kept = regex.compile(r"\L<pieces>", pieces=short)
            for number in range(change.new_start, change.new_stop):
                new[number] = kept.sub(MASK, new[number])


def _secret_spans(document: Document) -> list[Span]:
    """The secrets of the source of a document, whether it is read as plain text or by its format."""
    spans = secret_spans(document.source)
    if document.source is document:
        return spans
    return merged([*spans, *(document.in_source(span) for span in secret_spans(document))])


def _hunks(all_changes: Iterable[Change]) -> Iterator[list[Change]]:
    """Group the changes whose context lines overlap or touch."""
    hunk: list[Change] = []
    for change in all_changes:
        if hunk and change.start - hunk[-1].stop > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _hunk(hunk: list[Change], old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the lines of one hunk: its changes with their context lines."""
    start = max(0, hunk[0].start - _CONTEXT)
    stop = min(len(old), hunk[-1].stop + _CONTEXT)
    new_start = hunk[0].new_start - (hunk[0].start - start)
    new_stop = hunk[-1].new_stop + (stop - hunk[-1].stop)
    yield f"@@ -{_range(start, stop)} +{_range(new_start, new_stop)} @@\n"
    lines: list[str] = []
    at = start
    for change in hunk:
        lines += [f" {line}" for line in old[at : change.start]]
        lines += [f"-{line}" for line in old[change.start : change.stop]]
        lines += [f"+{line}" for line in new[change.new_start : change.new_stop]]
        at = change.stop
    lines += [f" {line}" for line in old[at:stop]]
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _range(start: int, stop: int) -> str:
    """Format a range of lines, counted from 1; an empty range names the line before it."""
    count = stop - start
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"
