"""Pages of a PDF, read with PDFium in a process of its own: `python -m urlmend.document_formats.pdf_pages`.

A request on standard input is a line with a command and the length of a file in bytes, then the file. The command
`pages:N` is answered with a line for each page from the Nth on, `metadata` with one line, both in JSON; an empty line
ends the answer.
The process that asks may kill this one at any time, and trusts nothing that it says.
"""

from __future__ import annotations

import ctypes
import json
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from itertools import islice

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfiumError

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats.passages import MAX_DAMAGED, MAX_PAGES, Rectangle
from urlmend.document_formats.pdf_margins import EDGES, LINE_END, full_lines

if TYPE_CHECKING:
    from typing import Any

    from pypdfium2 import PdfPage

MAX_TEXT = 1 << 22
"""The most code points of a page."""
MAX_LINKS = 10_000
"""The most links of a page, and the most rectangles of a link."""
MAX_TARGET = 1 << 15
"""The most bytes of the target of a link; all those of a page have MAX_TEXT code points at most."""

# The memory in bytes for a file of any size, for each byte of it, and for all of them.
_MEMORY, _MEMORY_FOR_BYTE, _MOST_MEMORY = 140 << 20, 4, 2 << 30
# The most characters that are compared with the areas of links, for each character of a page.
_LOOKS = 16
# How far a point may be from a character that a link shows, in points.
_TOLERANCE = 2.0
# The points along a rectangle where its first character is looked for.
_PROBES = 16
# Characters without a box, such as the generated ones of a line end, that may follow each other.
_MAX_BOXLESS = 8
# A hyphen at the end of a line: PDFium does not report the line end after it.
_HYPHEN = "\ufffe"
# Glyphs without a character, and what formats insert into texts.
_CONTROL = lazy(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
# The tilde of a user's folder, as fonts for mathematics have it.
_TILDE = lazy(r"[\u223c\u02dc](?<=/.)(?=\w)")
# A URL without spaces, and in it what may be another address: with a scheme, or one of mail after a slash.
_URL = lazy(r"(?:https?|ftp)(://)[^\s<>\"]{1,2000}")
_ADDRESS = lazy(r"(?:https?|ftp)://[A-Za-z]|(?<=/)[A-Za-z0-9][\w.+-]{0,63}@(?:[\w-]{1,63}\.)+[A-Za-z]")


class _Cleaned(NamedTuple):
    """A text without control characters, whose lines end with line feeds."""

    text: str
    offsets: list[int]
    """The offsets in the original text after each change of length, ascending."""
    shifts: list[int]
    """The growth of the text in code points after the same number of changes."""

    def moved(self, offset: int) -> int:
        """The offset in the text of one in the original text."""
        return offset + self.shifts[bisect_left(self.offsets, offset + 1)]


def cleaned(text: str, full: AbstractSet[int] = frozenset(), apart: Iterable[int] = ()) -> _Cleaned:
    """Return the text of a page with line feeds, and hyphens at the ends of lines.

    Lines end in a space if they reach the margin: those whose ends are the offsets `full`. A space is before the texts
    that begin at the offsets `apart`.
    """
    pieces: list[str] = []
    offsets, shifts = [], [0]
    at = 0
    changes = [(offset, offset, " ") for offset in apart]
    for match in LINE_END.finditer(text):
        new = ("-" if match[0][0] == _HYPHEN else "") + (" \n" if match.start() in full else "\n")
        changes.append((*match.span(), new))
    for start, stop, new in sorted(changes):
        pieces += (text[at:start], new)
        at = stop
        offsets.append(at)
        shifts.append(shifts[-1] + len(new) - (at - start))
    result = _TILDE.sub("~", "".join([*pieces, text[at:]]))
    return _Cleaned(_CONTROL.sub("\ufffd", result), offsets, shifts)


def main() -> None:
    """Answer requests until standard input ends."""
    while request := sys.stdin.buffer.readline(100).split():
        command, size = request[0], int(request[1])
        _limit(_MEMORY + _MEMORY_FOR_BYTE * size)
        data = sys.stdin.buffer.read(size)
        for answer in _answers(command.decode("ascii"), data):
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        sys.stdout.write("\n")
        sys.stdout.flush()


def _limit(memory: int) -> None:
    """Limit the memory of this process in bytes, where the operating system can."""
    if sys.platform == "win32":
        return
    import resource

    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        most = resource.getrlimit(kind)[1]
        most = _MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, _MOST_MEMORY)
        try:
            resource.setrlimit(kind, (min(memory, most), most))
        except (OSError, ValueError):  # a lower limit is set, or there is none of this kind
            continue
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answers(command: str, data: bytes) -> Iterator[dict[str, Any]]:
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        yield {"error": _reason(error)}
        return
    try:
        if command == "metadata":
            yield {name: document.get_metadata_value(name) for name in ("Title", "CreationDate")}
        else:
            yield {"pages": len(document)}
            damaged = 0
            first = int(command.partition(":")[2]) - 1
            for number in range(first, min(len(document), MAX_PAGES)):
                page = _page(document, number)
                yield page
                damaged = damaged + 1 if "error" in page else 0
                if damaged > MAX_DAMAGED:
                    yield {"error": f"more than {MAX_DAMAGED} damaged pages in succession"}
                    break
    except Exception as error:  # of the library, or of memory
        yield {"error": _reason(error)}
    finally:
        document.close()


def _reason(error: Exception) -> str:
    """Why a file cannot be read, in few words."""
    if isinstance(error, MemoryError):
        return "needs too much memory"
    text = str(error)
    if "assword" in text:
        return "encrypted: it needs a password"
    if "ecurity" in text:
        return "encrypted in a way that is not supported"
    return "damaged, or no PDF"


def _page(document: PdfDocument, number: int) -> dict[str, Any]:
    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as text_page:
            written = text_page.get_text_range(count=min(text_page.count_chars(), MAX_TEXT))
            handle = text_page.raw  # converting the object takes longer than most calls
            text = cleaned(written, full_lines(written, handle), _apart(written, handle))
            links = _link_rows(document, page, handle, text)
    except MemoryError:
        raise
    except Exception:  # the library does not promise which ones it raises
        return {"error": "damaged page", "page": number + 1}
    return {"page": number + 1, "text": text.text, "links": links}


def _apart(text: str, text_page: pdfium.FPDF_TEXTPAGE) -> Iterator[int]:
    """Yield the offsets of addresses directly after a URL that the page shows as a text of their own.

    Their distance does not tell them apart: there is none.
    """

    def text_object(offset: int) -> int | None:
        index = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, offset)
        return ctypes.cast(pdfium.FPDFText_GetTextObject(text_page, index), ctypes.c_void_p).value

    for url in islice(_URL.finditer(text), MAX_LINKS):
        for address in _ADDRESS.finditer(text, url.end(1), url.end()):
            if text_object(address.start() - 1) != text_object(address.start()):
                yield address.start()


def _links(page: PdfPage) -> Iterator[Any]:
    """The link annotations of a page."""
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(MAX_LINKS):
        if not pdfium.FPDFLink_Enumerate(page, position, link):
            return
        yield link


def _link_rows(
    document: PdfDocument, page: PdfPage, text_page: pdfium.FPDF_TEXTPAGE, text: _Cleaned
) -> list[list[Any]]:
    """The start and stop of the text of each link to an address, its target and its rectangles.

    Raises ValueError for targets that are too long together.
    """
    rows: list[list[Any]] = []
    size = 0
    looks = _LOOKS * pdfium.FPDFText_CountChars(text_page)
    for link in _links(page):
        target = _target(document, link)
        if not target:
            continue
        size += len(target)
        if size > MAX_TEXT:
            raise ValueError
        rectangles = _rectangles(link)
        ranges = [found for rectangle in rectangles if looks > 0 and (found := _range(text_page, rectangle))]
        looks -= sum(high - low for low, high in ranges)
        start, stop = _shown(text_page, text, ranges)
        rows.append([start, stop, target, [[round(edge, 2) for edge in rectangle] for rectangle in rectangles]])
    return rows


def _shown(text_page: pdfium.FPDF_TEXTPAGE, text: _Cleaned, ranges: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The start and stop of the text of a link whose lines have these indexes; 0 if it has none."""
    if not ranges:
        return 0, 0
    start = text.moved(_text_index(text_page, min(low for low, _ in ranges)))
    stop = text.moved(_text_index(text_page, max(high for _, high in ranges)) + 1)
    while start < stop and text.text[stop - 1 : stop].isspace():
        stop -= 1
    return start, max(start, stop)


def _target(document: PdfDocument, link: Any) -> str:  # noqa: ANN401
    """The address that a link leads to (ISO 32000-2 section 12.6.4.8); empty for another action."""
    action = pdfium.FPDFLink_GetAction(link)
    size = pdfium.FPDFAction_GetURIPath(document, action, None, 0) if action else 0
    if not 1 < size <= MAX_TARGET:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAction_GetURIPath(document, action, buffer, size)
    try:
        found = buffer.value.decode("utf-8")
    except UnicodeDecodeError:
        found = buffer.value.decode("latin-1")
    return _CONTROL.sub("\ufffd", found.strip()).replace("\n", "").replace("\t", "")


def _rectangles(link: Any) -> list[Rectangle]:  # noqa: ANN401
    """The areas of a link: those of its lines if it has them, or the one that encloses it."""
    quads, found = pdfium.FS_QUADPOINTSF(), []
    for number in range(min(pdfium.FPDFLink_CountQuadPoints(link), MAX_LINKS)):
        if pdfium.FPDFLink_GetQuadPoints(link, number, quads):
            across, along = (quads.x1, quads.x2, quads.x3, quads.x4), (quads.y1, quads.y2, quads.y3, quads.y4)
            found.append((min(across), min(along), max(across), max(along)))
    rectangle = pdfium.FS_RECTF()
    if not found and pdfium.FPDFLink_GetAnnotRect(link, rectangle):
        (left, right), (bottom, top) = (
            sorted((rectangle.left, rectangle.right)),
            sorted((rectangle.bottom, rectangle.top)),
        )
        found.append((left, bottom, right, top))
    return found


def _range(text_page: pdfium.FPDF_TEXTPAGE, rectangle: Rectangle) -> tuple[int, int] | None:
    """The indexes of the first and the last character whose centre is in a rectangle; None if there is none."""
    left, bottom, right, top = rectangle
    middle = (bottom + top) / 2
    for number in range(_PROBES):
        across = left + (right - left) * (number + 0.5) / _PROBES
        index = pdfium.FPDFText_GetCharIndexAtPos(text_page, across, middle, _TOLERANCE, (top - bottom) / 2)
        if index >= 0 and _is_inside(text_page, index, rectangle):
            return _extended(text_page, index, -1, rectangle), _extended(text_page, index, 1, rectangle)
    return None


def _extended(text_page: pdfium.FPDF_TEXTPAGE, index: int, step: int, rectangle: Rectangle) -> int:
    """The last index in a direction whose character is in the rectangle, as all before it."""
    count = pdfium.FPDFText_CountChars(text_page)
    at, boxless = index + step, 0
    while 0 <= at < count:
        inside = _is_inside(text_page, at, rectangle)
        if inside:
            index, boxless = at, 0
        elif inside is None and boxless < _MAX_BOXLESS:
            boxless += 1
        else:
            break
        at += step
    return index


def _is_inside(text_page: pdfium.FPDF_TEXTPAGE, index: int, rectangle: Rectangle) -> bool | None:
    """Whether the centre of a character is in a rectangle; None if it has no box."""
    left, right, bottom, top = edges = EDGES  # thousands of characters are asked for
    if pdfium.FPDFText_IsGenerated(text_page, index) == 1 or not pdfium.FPDFText_GetCharBox(text_page, index, *edges):
        return None
    across, along = (left.value + right.value) / 2, (bottom.value + top.value) / 2
    return rectangle[0] <= across <= rectangle[2] and rectangle[1] <= along <= rectangle[3]


def _text_index(text_page: pdfium.FPDF_TEXTPAGE, index: int) -> int:
    """The offset in the text of a page of the character at an index."""
    found: int = pdfium.FPDFText_GetTextIndexFromCharIndex(text_page, index)
    return max(found, 0)


if __name__ == "__main__":
    main()
