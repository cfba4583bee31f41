"""The paragraphs of a chapter in HTML, with their links."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend.document_formats.flow import Paragraph
from urlmend.document_formats.passages import MAX_NAME, Passage
from urlmend.formats import html
from urlmend.formats.html_attributes import url_values

# After all addresses of any source.
_NO_URL = (1 << 62, "")


def paragraphs(path: str, source: str) -> Iterator[Passage]:
    """Yield the paragraphs of a chapter without the numbers of notes. Never raises: malformed is text."""
    visible = html.without_invisible(source)
    chapter = _Chapter(path)
    values, offsets = url_values(visible, source)
    urls = iter(zip(offsets(), html.decoded_values(values), strict=True))
    offset, url = next(urls, _NO_URL)
    at = 0
    for tag in html.TAG.finditer(visible):
        chapter.add(html.decoded(visible[at : tag.start()]))
        at = tag.end()
        own: list[str] = []
        while offset < at:
            own.append(url)
            offset, url = next(urls, _NO_URL)
        chapter.mark(tag[1].lower() if tag[1] else "", own, is_note="noteref" in tag.group())
        shown = html.tag_text(tag[1])
        if shown != html.PARAGRAPH:
            chapter.add(shown)
        elif passage := chapter.ended_paragraph():
            yield passage
    chapter.add(html.decoded(visible[at:]))
    if passage := chapter.ended_paragraph():
        yield passage


class _Chapter:
    """A chapter whose tags and texts are added in order."""

    def __init__(self, path: str) -> None:
        self._path = path = path[:MAX_NAME]
        self._number = 1
        """The number of the paragraph; those without visible text do not count."""
        self._paragraph = Paragraph(f"{path}:par1")
        self._start, self._address = 0, ""
        """The offset in the paragraph of the text of the open link, and its address."""
        self._is_continued = False
        """Whether a paragraph before has a part of this text."""
        self._is_internal = False
        """Whether a link within the book is open."""
        self._is_note = False
        """Whether it is the number of a note."""
        self._is_raised = False
        """Whether superscript text is open."""

    def add(self, text: str) -> None:
        """Add visible text."""
        if not (self._is_note or (self._is_raised and self._is_internal)):
            self._paragraph.add(text)

    def mark(self, name: str, urls: list[str], *, is_note: bool) -> None:
        """Take a tag, and the addresses of its attributes."""
        if name in ("a", "/a"):
            self._end_link()
            self._start, self._address = self._paragraph.length, urls.pop(0) if urls and name == "a" else ""
            self._is_continued = False
            self._is_internal = name == "a" and not self._address
            self._is_note = self._is_internal and is_note
        elif name in ("sup", "/sup"):
            self._is_raised = name == "sup"
        for url in urls:
            self._paragraph.link(url, self._paragraph.length)

    def ended_paragraph(self) -> Passage | None:
        """Return the paragraph, if it is visible, and begin the next one, in which an open link continues."""
        if self._start < self._paragraph.length:
            self._end_link()
            self._is_continued = True
        passage = self._paragraph.passage()
        self._number += passage is not None
        self._paragraph, self._start = Paragraph(f"{self._path}:par{self._number}"), 0
        return passage

    def _end_link(self) -> None:
        if self._address and (self._start < self._paragraph.length or not self._is_continued):
            self._paragraph.link(self._address, self._start)
