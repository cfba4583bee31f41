"""PDF files: the text of their pages in reading order, and their link annotations (ISO 32000-2 section 12.5.6.5)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats import killable
from urlmend.document_formats.passages import MAX_DAMAGED, MAX_PAGES, DocumentError, Link, Metadata, Passage

if TYPE_CHECKING:
    from typing import Any

_MODULE = "urlmend.document_formats.pdf_pages"
# A date (ISO 32000-2 section 7.9.4), and what is missing at its end.
_DATE = lazy(
    r"(?:D:)?([0-9]{4})([0-9]{2})?([0-9]{2})?([0-9]{2})?([0-9]{2})?([0-9]{2})?(?:([+-])([0-9]{2})(?:'([0-9]{2}))?)?"
)
_FIRST = (0, 1, 1, 0, 0, 0)
# How many damaged pages a message names.
_MAX_NAMED = 5
# After so many pages that end the process, the rest is not read: each takes up to 30 seconds.
_MOST_FAILURES = 4


def metadata(data: bytes) -> Metadata:
    """Return the title and the date of creation of a PDF. Raises DocumentError."""
    found: dict[str, Any] = {}
    for answer in killable.answers(_MODULE, "metadata", data):  # to its end: the process is used again
        found = answer
    if error := found.get("error"):
        raise DocumentError(error)
    return Metadata(str(found.get("Title", "")).strip(), _in_utc(str(found.get("CreationDate", ""))))


def _in_utc(date: str) -> str:
    """Return a date of a PDF in UTC; empty if it is malformed."""
    found = _DATE.match(date)
    if not found:
        return ""
    *numbers, sign, hours, minutes = found.groups()
    try:
        year, month, day, hour, minute, second = (
            int(number or first) for number, first in zip(numbers, _FIRST, strict=True)
        )
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        zone = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        return f"{(moment + zone if sign == '-' else moment - zone):%Y-%m-%dT%H:%M:%S}Z"
    except (ValueError, OverflowError):
        return ""


def passages(data: bytes) -> Iterator[Passage]:
    """Yield the pages of a PDF. Raises DocumentError, after the last page that can be read.

    A page that ends the process, such as one that needs too much memory, is left out, and the next ones are read in
    another process.
    """
    damaged: list[int] = []
    failures: list[str] = []
    page = pages = 0
    deadline = time.monotonic() + killable.TOTAL_TIMEOUT
    while not pages or page < min(pages, MAX_PAGES):
        failure = ""
        try:
            for answer in killable.answers(_MODULE, f"pages:{page + 1}", data):
                page = answer.get("page", page)
                if "pages" in answer:
                    pages = answer["pages"]
                elif "page" not in answer:
                    failure = answer["error"]
                elif "error" in answer:
                    damaged.append(page)
                else:
                    yield Passage(f"p{page}", answer["text"], tuple(sorted(map(_link, answer["links"]))), page)
            if not failure:
                break
            raise DocumentError(failure)  # noqa: TRY301  # the page is added, as for the errors of the process
        except DocumentError as error:
            if not pages:
                raise
            page += 1
            failures.append(f"page {page} of {pages}: {error}")
            if len(failures) >= _MOST_FAILURES or len(damaged) > MAX_DAMAGED or time.monotonic() > deadline:
                failures[-1] += "; the pages from it on are not read"
                break
    failures += _unread(pages, damaged)
    if failures:
        raise DocumentError("; ".join(failures))


def _unread(pages: int, damaged: list[int]) -> Iterator[str]:
    """Yield what else is not read of some pages."""
    if damaged:
        named = ", ".join(map(str, damaged[:_MAX_NAMED]))
        yield f"{len(damaged)} of {pages} pages are damaged: {named}{', ...' * (len(damaged) > _MAX_NAMED)}"
    if pages > MAX_PAGES:
        yield f"only the first {MAX_PAGES} of {pages} pages are read"


def _link(row: list[Any]) -> Link:
    start, stop, target, rectangles = row
    return Link(start, stop, target, tuple(tuple(rectangle) for rectangle in rectangles))
