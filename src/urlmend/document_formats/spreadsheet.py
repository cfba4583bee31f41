"""Cells of SpreadsheetML sheets (ECMA-376 part 1 section 18.3), the texts they share, and their links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import ClassVar

from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats import xml_reader
from urlmend.document_formats.flow import Attributes, Begin, End, Flow, Paragraph, absolute
from urlmend.document_formats.passages import Link, Passage
from urlmend.document_formats.xml_reader import XMLError, local, without_prefixes

# The address in a formula, if it is a complete text; separators differ between formats.
_HYPERLINK = lazy(r'(?i:\bHYPERLINK)\(\s*+"((?>(?:[^"]++|"")*))"\s*+[,;)]')
_HEADERS = "oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter".split()
# Codes of formats in headers (section 18.3.1.46); group 1 is an escaped sign.
_HEADER_CODE = lazy(r'&(?:"[^"]*+"|[0-9]++|K[0-9A-Fa-f+-]{6}|(&)|.)')


class Strings(Flow):
    """The texts that cells share, in order; they are no passages themselves."""

    def __init__(self, strings: list[str]) -> None:
        """Take the list to which they are added."""
        super().__init__("shared strings")
        self._strings = strings

    def passage_of(self, paragraph: Paragraph) -> None:
        """Add a text."""
        self._strings.append(paragraph.text)

    meanings: ClassVar[Mapping[str, Begin]] = {"si": Flow.begins_paragraph, "t": Flow.is_text, "rPh": Flow.is_hidden}


class Cells(Flow):
    """The cells of a sheet that may show a URL, or link to one."""

    def __init__(self, label: str, strings: list[str], links: dict[str, str], spend: Callable[[int], None]) -> None:
        """Take the name of the sheet, the texts that cells share, and the addresses of linked cells.

        `spend` is called with the length of each shared text that is read again; few bytes could name a long one.
        """
        super().__init__(label)
        self._strings = strings
        self._spend = spend
        self._links = links
        self._row = self._column = 0
        self._cell = self._kind = ""
        """The name of the cell, and its type."""
        self._formula = ""
        self._texts: list[str] = []
        """The characters of its value or formula."""

    def read(self, stream: xml_reader.Stream) -> Iterator[Passage]:
        """Yield the passages of the cells, then those of links of cells that the sheet does not have."""
        yield from super().read(stream)
        for cell, target in self._links.items():
            yield self._passage(cell, "", target)

    def add_text(self, text: str) -> None:
        """Add characters to the value or formula."""
        self._texts.append(text)

    def begins_row(self, attributes: Attributes) -> None:
        """Begin a row; its number may be missing."""
        self._row, self._column = number(attributes.get("r", ""), self._row + 1), 0

    def begins_cell(self, attributes: Attributes) -> End:
        """Begin a cell; its name may be missing."""
        self._column += 1
        self._cell = attributes.get("r") or cell_name(self._column, self._row)
        self._kind = attributes.get("t", "n")
        self._formula = ""
        return self._end_cell

    def _end_cell(self) -> None:
        text = "".join(self._texts)
        if self._texts:
            self._texts.clear()
            if self._kind == "s":
                at = number(text, -1)
                text = self._strings[at] if 0 <= at < len(self._strings) else ""
        target = self._links.pop(self._cell, "") or address_in_formula(self._formula)
        if target or may_show_url(text):
            if self._kind == "s":
                self._spend(len(text))
            self.passages.append(self._passage(self._cell, text, target))

    def _passage(self, cell: str, text: str, target: str) -> Passage:
        return Passage(f"{self.label}!{cell}", text, (Link(0, len(text), target),) if target else ())

    def is_value(self, attributes: Attributes) -> End | None:
        """Take the value of a cell, unless it is a number."""
        return None if self._kind == "n" else self.is_text(attributes)

    def is_formula(self, attributes: Attributes) -> End:
        """Take the formula of a cell."""
        end = self.is_text(attributes)

        def ends_formula() -> None:
            self._formula = "".join(self._texts)
            self._texts.clear()
            end()

        return ends_formula

    def is_header(self, attributes: Attributes) -> End:
        """Take a header or footer of the printed sheet, with a line for each section."""
        end = self.is_text(attributes)

        def ends_header() -> None:
            text = _HEADER_CODE.sub(_shown_code, "".join(self._texts))
            self._texts.clear()
            end()
            if may_show_url(text):
                self.passages.append(Passage(f"{self.label}, headers", text))

        return ends_header

    meanings: ClassVar[Mapping[str, Begin]] = {
        "row": begins_row,
        "c": begins_cell,
        "v": is_value,
        "t": Flow.is_text,
        "f": is_formula,
        "rPh": Flow.is_hidden,
        **dict.fromkeys(
            ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"), is_header
        ),
    }


def linked_cells(stream: xml_reader.Stream, targets: Mapping[str, str]) -> dict[str, str]:
    """Return the addresses of the linked cells of a sheet; of a range, the first cell is linked."""
    handler = _LinkedCells(targets)
    with suppress(XMLError):  # it is raised again when the sheet is read
        for _ in xml_reader.read(stream, handler):
            pass
    return handler.found


class _LinkedCells:
    """Finds the links of a sheet, which follow its cells."""

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = targets
        self.found: dict[str, str] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if local(name) == "hyperlink":
            link = without_prefixes(attributes)
            if target := self._targets.get(link.get("id", "")):
                location = link.get("location")
                self.found[link.get("ref", "").partition(":")[0]] = f"{target}#{location}" if location else target

    def end(self, name: str) -> None:
        pass

    def characters(self, text: str) -> None:
        pass


def address_in_formula(formula: str) -> str:
    """Return the absolute address that a formula links to; empty if there is none, or if it is computed."""
    found = _HYPERLINK.search(formula) if formula else None
    return absolute(found[1].replace('""', '"')) if found else ""


def may_show_url(text: str) -> bool:
    """Whether a text has a sign that is in every URL and host."""
    return ":" in text or "." in text


def number(text: str, default: int) -> int:
    """Return a number of at most nine digits, or a default for other texts."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else default


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell, such as `AB12`; both numbers count from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def _shown_code(code: re.Match[str]) -> str:
    """Return what a code of a header shows: a section is a line of its own."""
    return code[1] or ("\n" if code[0] in ("&L", "&C", "&R") else "")
