"""The end of the time for which a URL is valid, as far as the URL says so itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.lazy_regex import lazy

# In seconds since 1970, as signed URLs of most services have it; Qiniu's name for it is `e`.
_SECONDS = lazy(r"[?&;](?i:e|exp|(?:x-\w+-)?expires|deadline)=([0-9]{10})(?![0-9])")
# The same of Microsoft Azure, as a date.
_DATE = lazy(r"[?&]se=([0-9]{4}-[0-9]{2}-[0-9]{2})")
# The day on which a URL of Amazon S3 or Google Cloud Storage was signed: it is valid for a week at most.
_SIGNED = lazy(r"[?&](?i:X-(?:Amz|Goog)-Date)=([0-9]{8})T")
# The second in which another URL was signed; servers accept it for minutes.
_SIGNED_IN = lazy(r"[?&;](?i:timestamp|ts)=([0-9]{10})(?![0-9])")
_DAY = 24 * 60 * 60
_WEEK = 8 * _DAY  # and the rest of the day
# The payload of a JWT (RFC 7519 section 4.1.4), and the claim in it.
_PAYLOAD = lazy(r"(?<![\w-])eyJ[\w-]{8,1000}\.(eyJ[\w-]{8,4000})\.")
_CLAIM = lazy(r'"exp"\s*:\s*([0-9]{10})(?![0-9])')


def is_expired(url: str) -> bool:
    """Return whether a URL is not valid any more, by the time in it."""
    from time import time

    return any(end < time() for end in _all_ends(url))


@lru_cache(maxsize=4)  # asked for each secret of a URL
def _all_ends(url: str) -> tuple[float, ...]:
    return tuple(_ends(url))


def _ends(url: str) -> Iterator[float]:
    """Yield the times that a URL names as its end, in seconds since 1970."""
    yield from (int(match[1]) for match in _SECONDS.finditer(url))
    yield from (int(match[1]) + _WEEK for match in _SIGNED_IN.finditer(url))
    for days, after in ((_DATE, _DAY), (_SIGNED, _WEEK)):
        yield from (day + after for match in days.finditer(url) if (day := _seconds(match[1])))
    for match in _PAYLOAD.finditer(url):
        claim = _CLAIM.search(decode_base64(match[1][: len(match[1]) - (len(match[1]) % 4 == 1)]).decode("latin-1"))
        if claim:
            yield int(claim[1])


def _seconds(day: str) -> float | None:
    """The start of a day in ISO 8601, in seconds since 1970, or None if it is not in the calendar."""
    from datetime import UTC, datetime

    try:
        return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
