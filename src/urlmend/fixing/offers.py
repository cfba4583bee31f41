"""Fixes that may be offered: decided from the lines and scopes around each of them, without reading anything again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from urlmend._lib.fast_typing import NamedTuple
from urlmend.fixing.contexts import names_url
from urlmend.fixing.places import Places
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding, Fix
from urlmend.model.named_paths import NamedPaths
from urlmend.model.span import Span
from urlmend.model.url import Url


class Offer(NamedTuple):
    """A fix that may be written, if the result reads as intended."""

    finding: Finding
    fix: Fix
    """The fix, in the text of the document; what the format writes for it if that text is its source."""
    source_edits: tuple[Edit, ...]
    """The edits of the source, as its format writes them."""


def wanted(finding: Finding, *, unsafe: bool) -> Fix | None:
    """Return the fix of a finding; None if it has none, or only an unsafe one that is not wanted."""
    fix = finding.fix
    return fix if fix and (unsafe or fix.safe) else None


def offered(document: Document, findings: Sequence[Finding], named: NamedPaths = NamedPaths()) -> Sequence[Finding]:
    """Return findings of a document, without the fixes that neither `--fix` nor `--unsafe-fixes` would apply.

    `named` are the paths of the command line.
    """
    fixable = [finding for finding in findings if finding.fix]
    if not fixable:
        return findings
    found = offers(document, fixable, named) if document.source.region is not None else ()
    kept = {id(offer.finding) for offer in found}
    return [finding if id(finding) in kept else finding._replace(fix=None) for finding in findings]


def offers(document: Document, findings: Iterable[Finding], named: NamedPaths) -> Iterator[Offer]:
    """Yield the fixes that the format of a document can write, of safe ones those that keep what their URL means."""
    places = Places(document, named)
    for finding in findings:
        fix, url = finding.fix, finding.url
        if not fix or not (edits := places.written(finding)):
            continue
        fixed = rewritten(document.text, url, fix.edits)
        if not (may_change_url(finding) or is_same_url(url.text, fixed)):
            continue
        if not names_url(document, url, fixed):
            logical = fix if document.format != "text" or document.rewriting else fix._replace(edits=edits)
            yield Offer(finding, logical, edits)


def extends(finding: Finding) -> bool:
    """Whether a fix replaces what ended a URL, so that more text belongs to it."""
    fix, url = finding.fix, finding.url
    is_beyond = bool(fix and not fix.safe and url.spans and fix.edits[-1].span.start >= url.spans[-1].stop)
    return is_beyond or finding.code in _EXTENDING


def may_change_url(finding: Finding) -> bool:
    """Whether a fix may intend to change its URL: an unsafe one, or one of a custom rule."""
    return not (finding.fix and finding.fix.safe) or not finding.code.startswith("URL") or finding.code in _EXTENDING


# Rules whose safe fixes add text to their URLs that is meant to belong to them: the rest of a quoted attribute.
_EXTENDING = frozenset({"URL202"})


def rewritten(text: str, url: Url, edits: Sequence[Edit]) -> str:
    """Return a URL with edits applied; an edit that moves pieces of it to another line changes nothing."""
    low, high = url.spans[0].start, url.spans[-1].stop
    first = bisect_left(edits, low, key=lambda edit: edit.span.start)
    last = bisect_left(edits, high, key=lambda edit: edit.span.start)
    pieces: list[str] = []
    at = low
    for (start, stop), replacement in (*edits[first:last], Edit(Span(high, high), "")):
        is_wrapper = stop == low and replacement in ("<", "<URL:", "URL:")
        if not is_wrapper and not any(start <= span.start and span.stop <= stop for span in url.spans[1:]):
            pieces += [text[max(begin, at) : min(end, start)] for begin, end in url.spans if begin < start and at < end]
            pieces += replacement.split()
            at = stop
    return "".join(pieces)


def is_same_url(before: str, after: str) -> bool:
    """Whether two URLs are equivalent; the new one may have gained the fragment after it."""
    if before == after:
        return True
    from urlmend.uri.equivalence import canonical

    before, after = canonical(before), canonical(after)
    return after == before or (after.startswith(f"{before}#") and "#" not in before)
