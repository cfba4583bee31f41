"""PDF files: the text of their pages in reading order, and their link annotations (ISO 32000-2 section 12.5.6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from urlmend.documents.killable import answers
from urlmend.documents.passages import DocumentError, Link, Passage
from urlmend.documents.pdf_pages import MAX_PAGES

_MODULE = "urlmend.documents.pdf_pages"
# How many damaged pages a message names.
_MAX_NAMED = 5


def title(data: bytes) -> str:
    """Return the title of a PDF by its metadata. Raises DocumentError."""
    for answer in answers(_MODULE, "title", data):
        if error := answer.get("error"):
            raise DocumentError(error)
        return str(answer.get("title", ""))
    return ""


def passages(data: bytes) -> Iterator[Passage]:
    """Yield the pages of a PDF. Raises DocumentError, after the last page that can be read."""
    damaged: list[int] = []
    page = pages = 0
    try:
        for answer in answers(_MODULE, "pages", data):
            if "pages" in answer:
                pages = answer["pages"]
            elif "page" not in answer:
                raise DocumentError(answer["error"])  # noqa: TRY301  # the page is added, as for the errors of the process
            elif "error" in answer:
                damaged.append(answer["page"])
            else:
                page = answer["page"]
                yield Passage(f"p{page}", answer["text"], tuple(map(_link, answer["links"])), page)
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
