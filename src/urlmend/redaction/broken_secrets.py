"""Secrets that a break interrupts: their pieces before and after it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise, takewhile

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.lines import PATCH_MARK
from urlmend.model.span import Span
from urlmend.redaction.forms import Kind
from urlmend.redaction.placeholders import is_template
from urlmend.redaction.public_values import without_public
from urlmend.redaction.secrets import secrets_of_text

# A word that contains a scheme, and the next words: the line between them may be broken or folded within the URL. Lines
# may begin with marks of quotations, comments or patches.
_NO_SIGN = repeated(r"[^\s:%]++ | :(?!/)(?<![Ss][Ii][Pp]:)(?<![Ss][Ii][Pp][Ss]:) | %(?!(?:25){0,3}3[Aa])")
_TO_BREAK = repeated(r"[^\s\\^`]++ | [\\^`](?![ \t]{0,20}[\r\n])")  # without the mark of a line that goes on
_BEFORE_BREAK = lazy(rf"""(?x)
    (?<!\S) {_NO_SIGN} [:%] {_TO_BREAK}
    (?<![\"']) (?<![\"'`][,;)\]}}])                               # the end of a literal
    (?= [\\^`]? \s{{1,20}} {PATCH_MARK} (?P<second>\S++)
        (?: \s{{0,20}}[\r\n]\s{{0,20}} {PATCH_MARK} (?P<third>\S++) )? )
""")
_WHITE_SPACE = lazy(r"\s")
# A port, several ports, or a range of them, and what may follow it in a text.
_PORT = lazy(r"[0-9]{1,5}(?:[-:,][0-9]{1,5})*(?:[\"'`)\]},;.]*\Z|[/?#])")
_PLAIN_WORD = lazy(r"[(\[]?[A-Z]?[a-z]*(?:'[a-z]{1,2})?[).,:;!?]*\Z")
ANOTHER_URL = lazy(
    r"[(\[{<\"'`]{0,3}(?i:(?:url:)?(?:[a-z][a-z0-9+.-]{1,20}:){1,3}//|(?:mailto|cid|mid|news|tel|urn|data|javascript):|www\.)"
)
"""The beginning of a word that begins another URL, and so continues none."""
# The beginning of a word that continues no parameter and no path: of an entry of a log, a list or a configuration.
_NEW_ENTRY = lazy(
    r"""
    [(\[{<"'`]{0,3} (?:
        (?: [0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2} | [0-9]{1,2}([-/.])(?:[0-9]{1,2}|[A-Z][a-z]{2})\2[0-9]{4}
          | [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})? ) (?![0-9A-SU-Za-su-z])                   # a date or time
      | [0-9]{1,3}(?:\.[0-9]{1,3}){3} (?=[^\w.]|\Z)                                     # an IPv4 address
      | git@[\w.-]{1,80}:                                                               # a repository
      | (?: GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|HTTP/[0-9.]{1,3}
          | TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL ) (?![\w=-])
    )
    | [A-Za-z_][\w.-]{0,80} (?: =(?![=\s|>)\]},;&]|\Z) | :(?=\s|\Z) )                 # a name and its value
    | (?: [(\[]?[0-9]{1,3}[.)\]]:? | [-=*_~\#+|$\u2022\u2013\u2014]{1,200} ) (?=\s|\Z)   # a list mark, a ruler
    | [(\[{}\])]{1,9} (?=[\s"']|\Z)                                                     # data
    """,
    re.VERBOSE,
)
_TAG_END = '">'
_BLANK_LINE = lazy(r"\n[ \t\r]*\n")
# A blank line, a list mark, or the edge of a cell, before a word.
_NEW_BLOCK = lazy(r"[ \t]+\|[ \t]|\s*?\n(?:[ \t\r]*\n|[ \t]*[-+] \Z)")


def broken_secrets(text: str, found: list[Span]) -> Iterator[Span]:
    """Yield the pieces of secrets that a break interrupts; `found` are those in one piece, ascending and disjoint."""
    if not _WHITE_SPACE.search(text):  # true of most URLs
        return
    for match in _BEFORE_BREAK.finditer(text):
        words = [Span(*match.span(group)) for group in ("second", "third") if match[group]]
        words = list(takewhile(lambda word: not ANOTHER_URL.match(text, word.start), words))
        if not words:
            continue
        pieces = [Span(*match.span()), *words]
        breaks = list(accumulate([stop - start for start, stop in pieces[:-1]]))
        entries = {word.start for before, word in pairwise(pieces) if _begins_entry(text, before.stop, word.start)}
        joined = "".join([text[start:stop] for start, stop in pieces])
        for secret in without_public(joined, secrets_of_text(joined)):
            if _TAG_END in secret.name or is_template(secret.value):  # the name of another attribute's value
                continue
            parts = _parts(secret.span, pieces, breaks)
            if secret.kind is not Kind.PASSWORD:  # a password ends at the `@` before its host, whatever precedes
                entry = next((number for number, part in enumerate(parts) if part.start in entries), None)
                parts = parts[:entry]
            if _is_broken(text, parts, pieces, found) and not _BLANK_LINE.search(text, parts[0].start, parts[-1].stop):
                yield from parts


def _begins_entry(text: str, stop: int, start: int) -> bool:
    """Whether a word begins an entry, rather than continuing the word that ends at `stop`.

    No name follows the `=` of a soft line break.
    """
    if _NEW_BLOCK.match(text, stop, start):
        return True
    return text[stop - 1] != "=" and _NEW_ENTRY.match(text, start) is not None


def _parts(span: Span, pieces: list[Span], breaks: list[int]) -> list[Span]:
    """Return the parts of a text that a span of its pieces, joined, covers."""
    parts = []
    for (start, stop), base in zip(pieces, [0, *breaks], strict=True):
        low, high = max(start, start + span.start - base), min(stop, start + span.stop - base)
        if low < high:
            parts.append(Span(low, high))
    return parts


def _is_broken(text: str, parts: list[Span], pieces: list[Span], found: list[Span]) -> bool:
    """Whether parts of a text are a secret that is broken, rather than what is before a break and the next word."""
    if not parts:
        return False
    words = [text[start:stop] for start, stop in parts]
    at = bisect_left(found, parts[0].start, key=lambda span: span.start)
    is_complete = at < len(found) and found[at].start == parts[0].start
    if parts[-1].stop <= pieces[0].stop:  # unless only the `@` after the break shows that it is a secret
        is_before_at = parts[-1].stop == pieces[0].stop and text.startswith("@", pieces[1].start)
        return is_before_at and not is_complete and not _is_port(words[0])
    if len(parts) == 1:
        return True
    return not (_is_port(words[0]) or (is_complete and _PLAIN_WORD.match(words[1])))


def _is_port(text: str) -> bool:
    return _PORT.match(text) is not None or is_template(text)
