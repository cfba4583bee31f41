"""The flow of text in an XML part of a document: elements to passages, by tables that say what each element means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from urlmend.document_formats import xml_reader
from urlmend.document_formats.passages import MAX_NAME, Link, Passage
from urlmend.document_formats.xml_reader import local
from urlmend.formats.html_attributes import ABSOLUTE_URL

Attributes = dict[str, str]
End = Callable[[], object]
"""The action at the end of an element."""
Begin = Callable[[Any, Attributes], End | None]
"""The meaning of an element: the action at its start, which returns that at its end."""

# Characters that allow a line break and show nothing.
_INVISIBLE = str.maketrans("", "", "\xad\u200b")


class Flow:
    """Collects the passages of a part. Elements without a meaning are transparent."""

    meanings: ClassVar[Mapping[str, Begin]]
    """The meanings of elements by their local names."""

    def __init__(self, label: str, page: int = 0) -> None:
        """Take the name of the part, for places, and the number of the slide."""
        self.label: str = label[:MAX_NAME]
        self.page = page
        self.passages: list[Passage] = []
        """Those that are complete."""
        self._nested: list[tuple[int, Passage]] = []
        """The passages within the outermost open paragraph, with the numbers of their paragraphs in the part."""
        self._count = 0
        """The number of paragraphs up to now."""
        self._ends: list[End | None] = []
        """The actions at the ends of the open elements."""
        self._hidden = 0
        """The number of open elements that are not visible."""
        self.number: int = 0
        """The number of the paragraph that began last, from 1."""
        self.paragraph: Paragraph | None = None
        """The innermost open paragraph."""
        self.takes_text: bool = False
        """Whether characters are text of this paragraph."""

    def read(self, stream: xml_reader.Stream) -> Iterator[Passage]:
        """Yield the passages of a source. Raises XMLError, and what the stream raises."""
        for _ in xml_reader.read(stream, self):
            yield from self.passages
            self.passages.clear()

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of an element."""
        if self._hidden:
            self._hidden += 1
            return
        begin = self.meanings.get(local(name))
        if begin:
            end = begin(self, attributes)
            if self._hidden:
                return
            self._ends.append(end)
        else:
            self._ends.append(None)
            if attributes and (target := self.target(attributes)):
                self.add_link(target)

    def end(self, _name: str) -> None:
        """Take the end of an element."""
        if self._hidden:
            self._hidden -= 1
        elif end := self._ends.pop():
            end()

    def characters(self, text: str) -> None:
        """Take characters between two tags."""
        if self.takes_text and not self._hidden:
            self.add_text(text)

    def place(self) -> str:
        """Return the place of a paragraph that begins here."""
        return f"{self.label}:par{self.number}" if self.number else self.label

    def target(self, attributes: Attributes) -> str:  # noqa: ARG002  # subclasses use it
        """Return the absolute address that an element links to; empty if there is none."""
        return ""

    def add_text(self, text: str) -> None:
        """Add text to the paragraph."""
        if self.paragraph:
            self.paragraph.add(text)

    def add_link(self, target: str) -> None:
        """Add a link without text."""
        if self.paragraph:
            self.paragraph.link(target, self.paragraph.length)
        else:
            self.passages.append(Passage(self.place(), "", (Link(0, 0, target),), self.page))

    # The meanings of elements.

    def begins_paragraph(self, _attributes: Attributes) -> End:
        """Begin a paragraph, maybe within another one; its text is in elements of its own."""
        self.number += 1
        return self.open_paragraph(self.place())

    def open_paragraph(self, place: str) -> End:
        """Begin a paragraph at a place; return what its end does."""
        outer, takes_text = self.paragraph, self.takes_text
        self._count += 1
        paragraph, number = Paragraph(place, self.page), self._count
        self.paragraph, self.takes_text = paragraph, False

        def end() -> None:
            if passage := self.passage_of(paragraph):
                self._nested.append((number, passage))
            if not outer and self._nested:
                self.passages += [found for _, found in sorted(self._nested)]
                self._nested.clear()
            self.paragraph, self.takes_text = outer, takes_text

        return end

    def passage_of(self, paragraph: Paragraph) -> Passage | None:
        """Return the passage of a paragraph that ends; None if it shows nothing."""
        return paragraph.passage()

    def is_text(self, _attributes: Attributes) -> End:
        """Take the characters of the element as text."""
        return self._taking(takes_text=True)

    def is_apart(self, _attributes: Attributes) -> End:
        """Take no characters as text, except in paragraphs within the element."""
        return self._taking(takes_text=False)

    def _taking(self, *, takes_text: bool) -> End:
        before, self.takes_text = self.takes_text, takes_text

        def end() -> None:
            self.takes_text = before

        return end

    def is_hidden(self, _attributes: Attributes) -> None:
        """Skip the element and all within it."""
        self._hidden = 1

    def is_link(self, attributes: Attributes) -> End | None:
        """Link the text of the element."""
        return self.open_link(self.target(attributes))

    def open_link(self, target: str) -> End | None:
        """Begin the text of a link, if there is an address; return what its end does."""
        paragraph = self.paragraph
        if not target:
            return None
        if not paragraph:
            self.add_link(target)
            return None
        start = paragraph.length
        return lambda: paragraph.link(target, start)


def shown_as(text: str) -> Begin:
    """Return the meaning of an element that shows as a text, such as a tab."""

    def begin(flow: Flow, _attributes: Attributes) -> None:
        flow.add_text(text)

    return begin


class Paragraph:
    """A paragraph that is not complete."""

    __slots__ = ("_links", "_page", "_place", "_texts", "length")

    def __init__(self, place: str, page: int = 0) -> None:
        """Begin an empty one at a place, on a slide."""
        self._place, self._page = place, page
        self._texts: list[str] = []
        self._links: list[Link] = []
        self.length: int = 0
        """The length of the text in code points."""

    def add(self, text: str) -> None:
        """Add text."""
        text = without_invisible(text)
        self._texts.append(text)
        self.length += len(text)

    def link(self, target: str, start: int) -> None:
        """Link the text from an offset to the end."""
        self._links.append(Link(start, self.length, target))

    @property
    def text(self) -> str:
        """The text up to now."""
        return "".join(self._texts)

    def passage(self) -> Passage | None:
        """Return the passage; None if it shows nothing. Links to one address that touch each other are one."""
        if not self._texts and not self._links:
            return None
        text = self.text
        links: list[Link] = []
        for link in sorted(self._links):
            if links and links[-1].target == link.target and links[-1].stop >= link.start:
                links[-1] = links[-1]._replace(stop=max(links[-1].stop, link.stop))
            else:
                links.append(link)
        return Passage(self._place, text, tuple(links), self._page) if links or text.strip() else None


def without_invisible(text: str) -> str:
    """Return a text without the characters that allow a line break and show nothing."""
    return text.translate(_INVISIBLE) if not text.isascii() else text


def absolute(reference: str) -> str:
    """Return a reference if it is an absolute address, or was meant to be one; empty for paths of files.

    White space is that of attributes of HTML: a space becomes `%20`.
    """
    is_path = reference[1:3] in (":\\", ":/")  # with the letter of a drive
    return reference.strip().replace(" ", "%20") if ABSOLUTE_URL.match(reference) and not is_path else ""
