"""What no output may show of a URL of a text, and of the text around it: ranges, not values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, takewhile

from urlmend._lib.common_ends import common_ends
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import BOUNDARY
from urlmend.model.lines import PATCH_MARK
from urlmend.model.span import Span, merged
from urlmend.model.url import Url
from urlmend.redaction.broken_secrets import ANOTHER_URL
from urlmend.redaction.detect import find_secrets, hidden_in_url, is_suspicious, secrets_of_url
from urlmend.redaction.harmless import may_contain_part
from urlmend.redaction.interruptions import INTERRUPTION, begins_interruption, has_interruption
from urlmend.redaction.redact import MASK, mask, redact

# How far around a URL a piece of its secret may be, and how long the interruption before a piece may be.
_REACH = 400
_LONGEST_INTERRUPTION = 80
# The number of groups of words of which it is remembered whether they have a secret.
_REMEMBERED = 1 << 12
# Between words, in unfolded headers on the same line; the mark of a quotation, comment or patch may precede one. It is
# `[\\^`]?\s{1,20}` before the mark, but begins with a set, for speed.
_GAP = lazy(rf"[\\^`\s](?:(?<=\s)\s{{0,19}}|\s{{1,20}}){PATCH_MARK}")
# Before a value without quotes, which may go on in the next line.
_ASSIGNMENT = "="
# A character that formats insert at the end of a value, if it is rather one of the file, in the middle of a word.
_CERTAIN_ENDS = frozenset(("", "\n"))
_IN_WORD = lazy(rf"{BOUNDARY}+[\w%+/=~.!-]")
_END_OF_VALUE = lazy(rf"[\s\"'`<>)\]}}]|{BOUNDARY}|\Z")


def pieces_around(text: str, url: Url) -> list[Span]:
    """The spans of a text that are pieces of secrets which a URL contains only in part, or which are near to it."""
    if not url.spans:
        return []
    start, stop = url.spans[0].start, url.spans[-1].stop
    if url.form == "markup" and text[start - 1 : start] != _ASSIGNMENT and _is_complete(text, stop):
        return []
    low = start
    before = text[max(0, url.outer.start - _LONGEST_INTERRUPTION) : url.outer.start]
    is_second = has_interruption(before) and any(m.end() == len(before) for m in INTERRUPTION.finditer(before))
    if is_second:
        low = max(0, start - _REACH)
    else:
        if len(url.spans) == 1:  # true of most
            may_contain = may_contain_part(url.text)
        else:
            ends = accumulate([stop - start for start, stop in url.spans])
            may_contain = any(may_contain_part(url.text[:end]) for end in ends)
        if not may_contain or not _may_continue(text[start : stop + _REACH]):
            return []
    return [Span(low + at, low + end) for at, end in find_secrets(text[low : stop + _REACH])]


def _is_complete(text: str, stop: int) -> bool:
    """Whether a value of markup, or a literal, ends where its URL does, and nothing is joined to it."""
    if text[stop : stop + 1] in _CERTAIN_ENDS:  # true of most attributes
        return True
    is_end = _END_OF_VALUE.match(text, stop) and not _IN_WORD.match(text, stop)
    return bool(is_end) and not begins_interruption(text, stop)


def _may_continue(around: str) -> bool:
    """Whether the first words of a text, which begins with a URL, have a secret together."""
    joined = INTERRUPTION.sub("", around) if has_interruption(around) else around
    return _have_secret(*_GAP.split(joined, maxsplit=3)[:3])


@lru_cache(_REMEMBERED)  # quotations and footers repeat theirs
def _have_secret(first: str, *others: str) -> bool:
    """Whether words, up to one that begins another URL, have a secret together."""
    words = [first, *takewhile(lambda word: not ANOTHER_URL.match(word), others)]
    if len(words) == 1:  # mostly the URL itself, whose secrets are known
        return bool(secrets_of_url(first))
    return is_suspicious("".join(words)) and any(map(secrets_of_url, accumulate(words)))


def hidden_in(text: str, url: Url, around: Sequence[Span] | None = None) -> list[Span]:
    """The spans of `url.text` to hide, for a URL of a text; `around` are its `pieces_around`, if known."""
    found = hidden_in_url(url.text)
    pieces = pieces_around(text, url) if around is None else around
    if not pieces:
        return found
    at = 0
    for start, stop in url.spans:
        for low, high in pieces:
            if max(low, start) < min(high, stop):
                found.append(Span(at + max(low, start) - start, at + min(high, stop) - start))
        at += stop - start
    return merged(found)


def hidden_around(text: str, url: Url) -> list[Span]:
    """The spans of a text to hide in a URL and around it, ascending."""
    own = [span for low, high in hidden_in_url(url.text) for span in url.spans_of(low, high)]
    return merged([*own, *pieces_around(text, url)])


def redacted_url(text: str, url: Url) -> str:
    """The text of a URL of a text without its secrets and without pieces of them."""
    return mask(url.text, hidden_in(text, url))


def redacted_reading(reading: str, url: str, hidden: Sequence[Span]) -> str:
    """Another reading of a URL of which `hidden` is hidden, without secrets.

    What both readings begin or end with is hidden as it is there. What a longer one adds after a secret continues it.
    """
    if hidden and hidden[-1].stop == len(url) and reading.startswith(url):
        return mask(reading, [*hidden[:-1], Span(hidden[-1].start, len(reading))])
    same, rest = common_ends(reading, url)
    shift = len(reading) - len(url)
    inherited = [Span(low, min(high, same)) for low, high in hidden if low < same]
    last = len(url) - rest
    inherited += [Span(max(low, last) + shift, high + shift) for low, high in hidden if high > last]
    return mask(reading, merged([*hidden_in_url(reading), *inherited]))


def redacted_foreign(message: str, text: str, url: Url) -> str:
    """A message that is not ours, about a URL of a text, without the URL's secrets, wherever it quotes them."""
    hidden = hidden_in(text, url)
    if not hidden:
        return redact(message)
    message = redact(message.replace(url.text, mask(url.text, hidden)))
    values = "|".join(re.escape(url.text[low:high]) for low, high in hidden if low < high) or "(?!)"
    return re.sub(rf"(?<![A-Za-z0-9])(?:{values})(?![A-Za-z0-9])", MASK, message, flags=re.IGNORECASE)
