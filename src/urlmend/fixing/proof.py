"""Choose the fixes of a document that can be written, and prove that they change nothing but their URLs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from urlmend.finder import FindOptions, read_texts
from urlmend.fixing.offers import Offer, extends, is_same_url, may_change_url, offers, rewritten, wanted
from urlmend.fixing.places import lengthens_lines
from urlmend.fixing.syntax import is_same, tree
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding, apply
from urlmend.model.named_paths import NamedPaths

# How often fixes that are tried together are halved to find the harmful ones, and how much text is read for that in
# all, in code points, but at least so many times the document.
_HALVINGS = 5
_MOST_READ, _LEAST_TRIALS = 500_000, 3
# The fixes of a plain text are tried in stretches, which are read with the text around them: in code points.
_STRETCH = 800
_CONTEXT = 800


def proven_fixes(
    document: Document,
    findings: Iterable[Finding],
    options: FindOptions = FindOptions(),
    *,
    unsafe: bool,
    named: NamedPaths = NamedPaths(),
) -> list[Offer]:
    """Return the fixes of a document that may be written, and that change nothing but their URLs.

    A fix may keep its own URL and change another one: the surrounding text decides whether a URL continues in the next
    line, so that the width of a line or the edge of a table cell may matter. So the fixed source is read again: in the
    same format, it must have the same text and the same URLs but for those that the fixes change, a file that could be
    parsed must parse to the same tree, and no line of iCalendar may become longer than the format allows.

    A long document is read again a few times only: of many fixes together with a harmful one, some may remain.

    `unsafe` is whether unsafe fixes are wanted, `named` are the paths of the command line. Some fixes may exclude each
    other: see `at_once`.
    """
    candidates = [finding for finding in findings if wanted(finding, unsafe=unsafe)]
    possible = list(offers(document, candidates, named)) if candidates else []
    if not possible:
        return []
    trial = _Trial(document, options)
    stretches = _stretches(possible) if trial.is_plain else [possible]
    return [option for stretch in stretches for option in trial.harmless(stretch)]


def at_once(fixes: Iterable[Offer]) -> list[Offer]:
    """Return the fixes that can be made at once, in the order of the text.

    Of those that overlap or touch, it is the first; others wait for a round.
    """
    chosen = []
    last = -1
    for option in sorted(fixes, key=lambda option: option.fix.edits[0].span):
        edits = option.fix.edits
        if edits[0].span.start > last:
            chosen.append(option)
            last = max(edits[-1].span.stop - 1, edits[-1].span.start)
    return chosen


def source_edits(fixes: Iterable[Offer]) -> list[Edit]:
    """Return the edits of the source that fixes make, in the order of the fixes."""
    return [edit for option in fixes for edit in option.source_edits]


class _Trial:
    """Applies fixes to a copy of a document, reads it again, and compares it."""

    def __init__(self, document: Document, options: FindOptions) -> None:
        self._document = document
        self._options = options
        self._tree = None if document.part else tree(document.name, document.source.text)
        self.is_plain: bool = (
            document.format == "text" and not (document.declared or document.rewriting) and self._tree is None
        )
        self._all_before: list[str] | None = None
        self._trials = max(_LEAST_TRIALS, _MOST_READ // (len(document.source.text) + 1))
        """The number of times that the document may still be read again."""

    def harmless(self, fixes: list[Offer], halvings: int = _HALVINGS) -> list[Offer]:
        """Return the fixes that together change nothing but their URLs."""
        if self._is_harmless(fixes):
            return fixes
        if len(fixes) == 1 or not halvings:
            return []
        middle = len(fixes) // 2
        first, rest = (self.harmless(half, halvings - 1) for half in (fixes[:middle], fixes[middle:]))
        return [*first, *rest] if self._is_harmless([*first, *rest]) else first or rest

    def _is_harmless(self, fixes: list[Offer]) -> bool:
        chosen = at_once(fixes)
        if not chosen:
            return True
        edits = [edit for option in chosen for edit in option.fix.edits]
        changed = {option.finding.url: option for option in chosen}
        if self.is_plain:
            low, high = _around(self._document.text, chosen)
            before = self._urls(_plain(self._document, self._document.text[low:high]))
            after = self._urls(_plain(self._document, apply(self._document.text, edits, low, high)))
            return self._has_urls(before, after, list(changed.values()), edits)
        written = source_edits(chosen)
        self._trials -= 1
        if self._trials < 0 or lengthens_lines(self._document, written):
            return False
        source = apply(self._document.source.text, written)
        edited = read_again(self._document, source)
        if edited.text != apply(self._document.text, edits):
            return False
        if self._all_before is None:
            self._all_before = self._urls(self._document)
        if not self._has_urls(self._all_before, self._urls(edited), list(changed.values()), edits):
            return False
        if self._tree is None:
            return True
        pieces = [self._document.text[start:stop] for url in changed for start, stop in url.spans]
        return is_same(self._tree, tree(edited.name, source), pieces)

    def _has_urls(self, before: list[str], after: list[str], changed: list[Offer], edits: list[Edit]) -> bool:
        """Whether a fixed text has the URLs from before, except for those that the fixes intend to change."""
        intended: dict[str, set[str]] = {}
        extended: dict[str, set[str]] = {}
        known, gained = set(before), Counter[str]()
        for finding in (option.finding for option in changed if may_change_url(option.finding)):
            texts = extended if extends(finding) else intended
            text = rewritten(self._document.text, finding.url, edits)
            texts.setdefault(finding.url.text, set()).add(text)
            if finding.url.text not in known:
                gained[text] += 1  # before, it was a fault and no URL
        number = 0
        for new in after:
            old = before[number] if number < len(before) else None
            if old is not None and (
                is_same_url(old, new) or new in intended.get(old, ()) or new.startswith(tuple(extended.get(old, ())))
            ):
                number += 1
            elif gained[new]:
                gained[new] -= 1
            else:
                return False
        return number == len(before)

    def _urls(self, document: Document) -> list[str]:
        return [text for found in read_texts(document, self._options) for text in found]


def _stretches(fixes: Iterable[Offer]) -> list[list[Offer]]:
    """Group fixes that are near each other, in the order of the text."""
    groups: list[list[Offer]] = []
    end = -1
    for option in sorted(fixes, key=lambda option: option.fix.edits[0].span):
        start = option.fix.edits[0].span.start
        if start > end:
            groups.append([])
            end = start + _STRETCH
        groups[-1].append(option)
    return groups


def _around(text: str, fixes: Sequence[Offer]) -> tuple[int, int]:
    """The range of a text around ascending fixes, of complete lines if these are not too long (code points)."""
    outers = [option.finding.url.outer for option in fixes]
    low = max(0, min(fixes[0].fix.edits[0].span.start, min(outers).start) - _CONTEXT)
    high = max(fixes[-1].fix.edits[-1].span.stop, *(outer.stop for outer in outers)) + _CONTEXT
    line_start, line_end = text.rfind("\n", max(0, low - _CONTEXT), low) + 1, text.find("\n", high, high + _CONTEXT)
    return line_start or low, high if line_end < 0 else line_end


def _plain(document: Document, text: str) -> Document:
    return Document(text, document.name, flowed=document.flowed)


def read_again(document: Document, source: str) -> Document:
    """Read an edited source as its document was read: in its format, or as the text that it is."""
    edited = _plain(document, source)
    if document.format == "text" and not document.rewriting:
        return edited
    from urlmend.formats.reader import read_format

    return read_format(edited, document.format)
