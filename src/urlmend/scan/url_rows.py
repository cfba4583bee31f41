"""URLs to rows of a result, without secrets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.sanitize import for_database
from urlmend.model.document import Document, Part
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.redaction.detect import hidden_in_url
from urlmend.redaction.redact import mask, redact
from urlmend.redaction.url_masks import hidden_in, pieces_around, redacted_reading
from urlmend.scan.identity import text_hash
from urlmend.scan.message_columns import shown
from urlmend.scan.rows import UrlRow
from urlmend.uri.link_kinds import link
from urlmend.uri.rfc3986 import split
from urlmend.uri.whatwg import reached_host

# The number of texts of URLs whose columns are remembered: newsletters repeat theirs.
_REMEMBERED = 1 << 14
# A web URL without userinfo and port, whose host is a name.
_NAMED_HOST = lazy(r"https?://((?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9-]*)(?=[/?#]|\Z)")


class OfText(NamedTuple):
    """What the text of a URL says, wherever it occurs."""

    shown: str
    """Without secrets, and without characters that databases refuse, as are the others."""
    host: str
    """As in `UrlRow`, without secrets, but for pieces of broken ones."""
    link_kind: str
    target: str | None


@partial(cached_for_short_text, size=_REMEMBERED)
def of_text(url: str) -> OfText:
    """The columns that depend on the text of a URL only."""
    kind, unwrapped = link(url)
    target = for_database(redact(unwrapped.target)) if unwrapped and unwrapped.target else None
    hidden = hidden_in_url(url)
    redacted = mask(url, hidden) if hidden else url
    return OfText(for_database(redacted), _host(redacted), kind, target)


def _host(url: str) -> str:
    """The column `host` of a URL without secrets."""
    named = _NAMED_HOST.match(url)  # true of most: splitting a URL takes several times as long
    return named[1].lower() if named else for_database(reached_host(split(url).host or "").removesuffix("."))


def url_rows(
    document: Document,
    urls: Sequence[Url],
    message: tuple[object, ...],
    around: Sequence[tuple[object, ...]],
    key: bytes,
) -> list[UrlRow]:
    """The rows of URLs of a document, in their order.

    `message` are the columns of its message and of the attached message, `around` those of the context of each URL, and
    `key` is that of hashes.
    """
    part, layout = document.part, document.layout
    of_document = (*message, *_of_part(part, document.format))
    locations = document.locate_all([url.spans[0] if url.spans else url.outer for url in urls])
    rows = []
    for url, location, context in zip(urls, locations, around, strict=True):
        text, spans, _, form, scheme, breaks, alternatives, confidence = url
        shown, host, kind, target = of_text(text)
        if pieces := pieces_around(document.text, url):
            masked = mask(text, hidden_in(document.text, url, pieces))
            if for_database(masked) != shown:
                # A target may have the first part of a secret in another encoding.
                shown, host, target = for_database(masked), _host(masked), None
        readings, reading_hashes = _readings(document, url, pieces, key) if alternatives else ("[]", None)
        position = location if len(spans) < 2 else (*location[:2], *document.locate(spans[-1])[2:])
        # In the order of the columns; a name for each takes several times as long, and the constructor twice.
        row = (
            *(shown, scheme, host, kind, target, None if shown is text else text_hash(key, text, shown)),
            *(form, ",".join(breaks) if breaks else "", confidence, readings, reading_hashes, shown),
            *(of_document if layout is None else _at_place(document, url, message)),
            *position,
            *context,
        )
        rows.append(tuple.__new__(UrlRow, row))
    return rows


def _at_place(document: Document, url: Url, message: tuple[object, ...]) -> tuple[object, ...]:
    """The columns from `archive` to `format` of a URL in a document such as a PDF, whose place is a part."""
    path, content_type, _, name = _of_part(document.part, document.format)
    place = for_database(redact(document.place(url.outer.start)))
    return (*message, f"{path}:{place}" if path else place, content_type, document.format, name)


def _of_part(part: Part | None, form: str) -> tuple[str | None, ...]:
    """The columns from `part` to `file_name`."""
    return (part.path, part.content_type, form, shown(part.file_name)) if part else (None, None, form, None)


def _readings(document: Document, url: Url, pieces: Sequence[Span], key: bytes) -> tuple[str, str | None]:
    """Return the columns `alternatives` and `alternative_hashes`."""
    hidden = hidden_in(document.text, url, pieces)
    shown = [for_database(redacted_reading(reading, url.text, hidden)) for reading in url.alternatives]
    hashes = [text_hash(key, *reading) for reading in zip(url.alternatives, shown, strict=True)]
    return json.dumps(shown), json.dumps(hashes) if any(hashes) else None
