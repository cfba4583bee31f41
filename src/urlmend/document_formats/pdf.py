"""PDF files: the text of their pages in reading order, and their link annotations (ISO 32000-2 section 12.5.6.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.document_formats.killable import answers
from urlmend.document_formats.passages import MAX_PAGES, DocumentError, Link, Metadata, Passage

if TYPE_CHECKING:
    from typing import Any

_MODULE = "urlmend.document_formats.pdf_pages"
# A date (ISO 32000-2 section 7.9.4), and what is missing at its end.
_DATE = re.compile(
    r"(?:D:)?([0-9]{4})([0-9]{2})?([0-9]{2})?([0-9]{2})?([0-9]{2})?([0-9]{2})?(?:([+-])([0-9]{2})(?:'([0-9]{2}))?)?"
)
_FIRST = (0, 1, 1, 0, 0, 0)
# How many damaged pages a message names.
_MAX_NAMED = 5


def metadata(data: bytes) -> Metadata:
    """Return the title and the date of creation of a PDF. Raises DocumentError."""
    found: dict[str, Any] = {}
    for answer in answers(_MODULE, "metadata", data):  # to its end: the process is used again
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
    """Yield the pages of a PDF. Raises DocumentError, after the last page that can be read."""
    damaged: list[int] = []
    page = pages = 0
    failure = ""
    try:
        for answer in answers(_MODULE, "pages", data):
            if "pages" in answer:
                pages = answer["pages"]
            elif "page" not in answer:
                failure = answer["error"]
            elif "error" in answer:
                damaged.append(answer["page"])
            else:
                page = answer["page"]
                yield Passage(f"p{page}", answer["text"], tuple(sorted(map(_link, answer["links"]))), page)
        if failure:
            raise DocumentError(failure)  # noqa: TRY301  # the page is added, as for the errors of the process
    except DocumentError as error:
        if not pages:
            raise
        raise DocumentError(f"page {page + 1} of {pages}: {error}; the pages from it on are not read") from error
    if damaged:
        named = ", ".join(map(str, damaged[:_MAX_NAMED]))
        raise DocumentError(
            f"{len(damaged)} of {pages} pages are damaged: {named}{', ...' * (len(damaged) > _MAX_NAMED)}"
        )
    if pages > MAX_PAGES:
        raise DocumentError(f"only the first {MAX_PAGES} of {pages} pages are read")


def _link(row: list[Any]) -> Link:
    start, stop, target, rectangles = row
    return Link(start, stop, target, tuple(tuple(rectangle) for rectangle in rectangles))
