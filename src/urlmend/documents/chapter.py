"""The visible text of a chapter in HTML with its links: which text is a link to which address."""

from __future__ import annotations

from urlmend.documents.flow import without_invisible
from urlmend.documents.passages import Link
from urlmend.formats import html
from urlmend.formats.html_attributes import url_values

# After all addresses of any source.
_NO_URL = (1 << 62, "")


def linked_text(source: str) -> tuple[str, tuple[Link, ...]]:
    """Return the visible text without the numbers of notes, and its links, ascending. Never raises."""
    visible = html.without_invisible(source)
    chapter = _Chapter()
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
        chapter.tag(tag[1].lower() if tag[1] else "", own, is_note="noteref" in tag.group())
        chapter.add(html.tag_text(tag[1]))
    chapter.add(html.decoded(visible[at:]))
    return chapter.finished()


class _Chapter:
    """A chapter whose tags and texts are added in order."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._links: list[Link] = []
        self._length = 0
        self._start, self._address = 0, ""
        """The offset of the text of the open link, and its address."""
        self._is_internal = False
        """Whether a link within the book is open."""
        self._is_note = False
        """Whether it is the number of a note."""
        self._is_raised = False
        """Whether superscript text is open."""

    def add(self, text: str) -> None:
        """Add visible text."""
        if not text or self._is_note or (self._is_raised and self._is_internal):
            return
        if (
            text.isspace() and self._texts and self._texts[-1] == html.PARAGRAPH
        ):  # between two tags that separate paragraphs
            return
        text = without_invisible(text)
        self._texts.append(text)
        self._length += len(text)

    def tag(self, name: str, urls: list[str], *, is_note: bool) -> None:
        """Take a tag, and the addresses of its attributes."""
        if name in ("a", "/a"):
            if self._address:
                self._links.append(Link(self._start, self._length, self._address))
            self._start, self._address = self._length, urls.pop(0) if urls and name == "a" else ""
            self._is_internal = name == "a" and not self._address
            self._is_note = self._is_internal and is_note
        elif name in ("sup", "/sup"):
            self._is_raised = name == "sup"
        self._links += [Link(self._length, self._length, url) for url in urls]

    def finished(self) -> tuple[str, tuple[Link, ...]]:
        """Return the text and the links."""
        self.tag("/a", [], is_note=False)
        return "".join(self._texts), tuple(sorted(self._links))
