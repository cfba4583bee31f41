"""Passages: the pages, paragraphs and cells that readers of documents give, each with its links.

A reader is a module with two functions. `passages(data: bytes) -> Iterator[Passage]` reads one passage at a time;
`metadata(data: bytes) -> Metadata` reads the title and the date. They raise DocumentError for a file that cannot be
read, and `passages` also after passages that could be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

MAX_PAGES = 100_000
"""The most pages of a document that are read."""
MAX_DAMAGED = 100
"""The most damaged pages in succession; few bytes may promise any number of pages."""
MAX_NAME = 250
"""The most code points of the name of a part, sheet or chapter in places, which each finding shows."""
Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top in points, from the lower left corner of the page."""


class DocumentError(Exception):
    """A document that cannot be read, or not to its end; the message says why, and where."""


class Link(NamedTuple):
    """A link of a passage: the target that a reader is taken to, and the range of text that shows it."""

    start: int
    """The offset of the first character of its text in the passage, in code points."""
    stop: int
    """The offset after the last one; equal to `start` if the link has no text."""
    target: str
    """Its address, as the document has it."""
    rectangles: tuple[Rectangle, ...] = ()
    """Its areas on the page; empty if the document has no pages."""


class Passage(NamedTuple):
    """A range of a document's text that has a place of its own: a page, paragraph, slide, cell or chapter."""

    place: str
    """Its place in the document: `p12` for page 12, `word/document.xml:par14`, `Sheet1!B3`, or a chapter's file."""
    text: str
    """Its visible text; lines end with line feeds."""
    links: tuple[Link, ...] = ()
    """Its links, ascending; those whose text is their target, too."""
    page: int = 0
    """The number of the page or slide, from 1; 0 if the document has none."""


class Metadata(NamedTuple):
    """The metadata of a document."""

    title: str
    """Its title; or empty."""
    date: str
    """Its date, in UTC: `2019-05-03T08:00:00Z`; or empty."""


class Reader(NamedTuple):
    """The reader of a type of documents."""

    module: str
    """The module in `urlmend.document_formats`."""
    format: str
    """The name of the format of its documents."""
    packages: tuple[str, ...] = ()
    """The packages that it needs."""
    extra: str = ""
    """The extra of urlmend that has them."""
    is_typeset: bool = False
    """Whether passages are typeset pages: a text may continue on the next one, and a space at the end of a line shows
    that a URL there reaches the margin."""

    @property
    def passages(self) -> Callable[[bytes], Iterator[Passage]]:
        """The function that reads the passages of a file."""
        passages: Callable[[bytes], Iterator[Passage]] = self._function("passages")
        return passages

    @property
    def metadata(self) -> Callable[[bytes], Metadata]:
        """The function that reads the metadata of a file."""
        metadata: Callable[[bytes], Metadata] = self._function("metadata")
        return metadata

    def _function(self, name: str) -> Any:  # noqa: ANN401  # each has a type of its own
        return getattr(import_module(f"urlmend.document_formats.{self.module}"), name)


READERS = {
    "PDF": Reader("pdf", "pdf", packages=("pypdfium2",), extra="documents", is_typeset=True),
    "Word": Reader("office_open", "word"),
    "Excel": Reader("office_open", "excel"),
    "PowerPoint": Reader("office_open", "powerpoint"),
    "OpenDocument": Reader("opendocument", "opendocument"),
    "OpenOffice": Reader("opendocument", "opendocument"),
    "EPUB": Reader("epub", "epub"),
}
"""The readers of documents, by the types of `urlmend.sources.document_types`."""
