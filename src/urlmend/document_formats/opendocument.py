"""OpenDocument (ODF 1.3) and its predecessor: texts, sheets and slides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from urlmend.document_formats.flow import Attributes, Begin, End, Flow, Paragraph, absolute, shown_as
from urlmend.document_formats.package import Package, in_utc
from urlmend.document_formats.passages import MAX_NAME, DocumentError, Metadata, Passage
from urlmend.document_formats.spreadsheet import address_in_formula, cell_name, number

# The parts with text; objects in a document have the first one in their folders.
_CONTENT, _STYLES = "content.xml", "styles.xml"
_MANIFEST, _METADATA = "META-INF/manifest.xml", "meta.xml"
# Shapes may be within paragraphs, and contain some.
_SHAPES = """
    frame custom-shape rect line polyline polygon regular-polygon path circle ellipse connector caption measure control
    page-thumbnail g scene
""".split()


def passages(data: bytes) -> Iterator[Passage]:
    """Yield the passages of a document. Raises DocumentError for what cannot be read, after all that can be."""
    package = Package(data)
    if _is_encrypted(package):
        raise DocumentError("encrypted")
    if _CONTENT not in package:
        raise DocumentError("damaged: it has no content")
    embedded = [path for path in package if path.endswith(f"/{_CONTENT}")]
    for path in (_CONTENT, *embedded, _STYLES):
        if path in package:
            yield from package.attempt(path, _OpenDocumentFlow(path).read(package.open(path)))
    package.raise_faults()


def metadata(data: bytes) -> Metadata:
    """Return the title and the date of creation of a document. Raises DocumentError if it is no package."""
    package = Package(data)
    return Metadata(package.text_of(_METADATA, "title"), in_utc(package.text_of(_METADATA, "creation-date")))


def _is_encrypted(package: Package) -> bool:
    """Whether the manifest says that parts are encrypted (part 2 section 3.4.1)."""
    return any(name == "encryption-data" for name, _, _ in package.elements(_MANIFEST))


class _OpenDocumentFlow(Flow):
    """The flow of a part."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self._is_sheet = False
        """Whether tables are sheets."""
        self._sheet = ""
        self._row = self._column = 0
        """The first row and column of the cell; 0 outside cells."""
        self._next_row = self._next_column = 1
        self._target = ""
        """The address that the formula of the cell links to."""

    def place(self) -> str:
        """Return the cell or the slide, or the number of the paragraph."""
        if self._sheet and self._column:
            return f"{self._sheet}!{cell_name(self._column, self._row)}"
        return super().place()

    def target(self, attributes: Attributes) -> str:
        """Return the absolute address that an element links to."""
        return absolute(attributes.get("xlink:href", ""))

    def begins_paragraph(self, attributes: Attributes) -> End:
        """Begin a paragraph, whose characters are text."""
        end = super().begins_paragraph(attributes)
        self.takes_text = True
        return end

    def passage_of(self, paragraph: Paragraph) -> Passage | None:
        """Link the text of a formula."""
        if self._target:
            paragraph.link(self._target, 0)
        return super().passage_of(paragraph)

    def contains_sheets(self, _attributes: Attributes) -> None:
        """Take tables as sheets."""
        self._is_sheet = True

    def begins_table(self, attributes: Attributes) -> End | None:
        """Begin a sheet, unless it is a table in a text."""
        if not self._is_sheet:
            return None
        self._sheet, self._next_row = attributes.get("table:name", "")[:MAX_NAME], 1
        return self._end_table

    def _end_table(self) -> None:
        self._sheet = ""

    def begins_row(self, attributes: Attributes) -> None:
        """Begin one or several equal rows."""
        self._row, self._next_column = self._next_row, 1
        self._next_row += number(attributes.get("table:number-rows-repeated", ""), 1)

    def begins_cell(self, attributes: Attributes) -> End | None:
        """Begin one or several equal cells."""
        if not self._sheet:
            return None
        self._column = self._next_column
        self._next_column += number(attributes.get("table:number-columns-repeated", ""), 1)
        self._target = address_in_formula(attributes.get("table:formula", ""))
        return self._end_cell

    def _end_cell(self) -> None:
        self._column, self._target = 0, ""

    def begins_slide(self, _attributes: Attributes) -> None:
        """Begin a slide."""
        self.page += 1
        self.number = 0
        self.label = f"slide{self.page}"

    def begins_notes(self, _attributes: Attributes) -> End:
        """Begin the notes of a slide."""
        slide, self.label = self.label, f"{self.label}:notes"

        def end() -> None:
            self.label = slide

        return end

    meanings: ClassVar[Mapping[str, Begin]] = {
        **dict.fromkeys(("p", "h"), begins_paragraph),
        "a": Flow.is_link,
        "s": shown_as(" "),
        **dict.fromkeys(("tab", "tab-stop"), shown_as("\t")),
        "line-break": shown_as("\n"),
        **dict.fromkeys(("tracked-changes", "scripts", "event-listeners", "script"), Flow.is_hidden),
        **dict.fromkeys((*_SHAPES, "note", "footnote", "endnote", "annotation", "ruby-text"), Flow.is_apart),
        "spreadsheet": contains_sheets,
        "table": begins_table,
        "table-row": begins_row,
        **dict.fromkeys(("table-cell", "covered-table-cell"), begins_cell),
        "page": begins_slide,
        "notes": begins_notes,
    }
