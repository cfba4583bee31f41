"""The text of Office Open XML: WordprocessingML, DrawingML and PresentationML (ECMA-376 part 1), and VML (part 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from urlmend._lib.lazy_regex import lazy
from urlmend.document_formats.flow import Attributes, Begin, End, Flow, Paragraph, absolute, shown_as
from urlmend.document_formats.passages import Passage
from urlmend.document_formats.xml_reader import without_prefixes

# The words of the code of a field (section 17.16.2): in quotation marks, where a backslash escapes, or without.
_WORD = lazy(r'"((?>(?:[^"\\]++|\\.)*))"?|([^\s"]++)')
_ESCAPE = lazy(r"\\(.)")
# Fields whose first argument is an address, and switches that have an argument of their own.
_LINKING = ("HYPERLINK", "INCLUDEPICTURE")
_WITH_ARGUMENT = ("\\l", "\\o", "\\t", "\\s", "\\c", "\\*")
_FALSE = ("0", "false", "off")


class OfficeText(Flow):
    """The flow of a part that is no sheet."""

    def __init__(self, label: str, targets: Mapping[str, str], page: int) -> None:
        """Take the name of the part, the addresses of its relationships by their identifiers, and the slide."""
        super().__init__(label, page)
        self._targets = targets
        self._is_in_run = False
        self._is_vanished = False
        """Whether the text of the run is hidden."""
        self._run_links: list[tuple[str, Paragraph, int]] = []
        """The links of the run: address, paragraph and start."""
        self._fields: list[_Field] = []
        """The open fields."""
        self._codes: list[list[str]] = []
        """The codes of those that are not complete: texts are parts of the innermost one."""

    def target(self, attributes: Attributes) -> str:
        """Return the address of the relationship that an element names, or its own."""
        if self._targets.keys().isdisjoint(attributes.values()):
            return absolute(attributes.get("href") or attributes.get("url") or "")
        target = next(self._targets[value] for value in attributes.values() if value in self._targets)
        anchor = without_prefixes(attributes).get("anchor")
        return f"{target}#{anchor}" if anchor else target

    def add_text(self, text: str) -> None:
        """Add text to the paragraph, or to the code of a field."""
        if self._codes:
            self._codes[-1].append(text)
        else:
            super().add_text(text)

    def begins_paragraph(self, attributes: Attributes) -> End:
        """Begin a paragraph, into which the link of a field may continue."""
        end = super().begins_paragraph(attributes)
        if self._fields and self._fields[-1].target and not self._fields[-1].paragraph:
            self._fields[-1] = self._fields[-1]._replace(paragraph=self.paragraph, start=0)
        return end

    def passage_of(self, paragraph: Paragraph) -> Passage | None:
        """End the codes of fields in the paragraph, which are unterminated, and the text of the link of a field."""
        self._codes.clear()
        if self._fields and self._fields[-1].paragraph is paragraph:
            self._fields[-1] = self._fields[-1].ended()
        return super().passage_of(paragraph)

    def begins_comment(self, attributes: Attributes) -> End | None:
        """Begin a comment on a cell; others consist of paragraphs."""
        return self.open_paragraph(f"{self.label}!{attributes['ref']}") if "ref" in attributes else None

    def begins_run(self, _attributes: Attributes) -> End:
        """Begin a run: its links end with it, and it may be hidden."""
        before = self._is_in_run, self._is_vanished, self._run_links
        self._is_in_run, self._is_vanished, self._run_links = True, False, []

        def end() -> None:
            for target, paragraph, start in self._run_links:
                paragraph.link(target, start)
            self._is_in_run, self._is_vanished, self._run_links = before

        return end

    def links_run(self, attributes: Attributes) -> None:
        """Link the text of the run, or the shape around the element."""
        if target := self.target(attributes):
            if self._is_in_run and self.paragraph:
                self._run_links.append((target, self.paragraph, self.paragraph.length))
            else:
                self.add_link(target)

    def hides_run(self, attributes: Attributes) -> None:
        """Hide the text of the run."""
        self._is_vanished = without_prefixes(attributes).get("val") not in _FALSE

    def is_text_of_run(self, attributes: Attributes) -> End:
        """Take the characters of the element as text, if they are visible."""
        return self.is_apart(attributes) if self._is_vanished else self.is_text(attributes)

    def is_simple_field(self, attributes: Attributes) -> End | None:
        """Link the text of a field whose code is an attribute."""
        return self.open_link(_address(without_prefixes(attributes).get("instr", "")))

    def marks_field(self, attributes: Attributes) -> None:
        """Begin the code of a field, its text, or what follows it."""
        kind = without_prefixes(attributes).get("fldCharType")
        if kind == "begin":
            self._codes.append([])
            self._fields.append(_Field(self._codes[-1]))
        elif self._fields and kind in ("separate", "end"):
            field = self._fields.pop()
            if self._codes and self._codes[-1] is field.code:
                self._codes.pop()
                field = field._replace(target=_address("".join(field.code)), paragraph=self.paragraph)
                if self.paragraph:
                    field = field._replace(start=self.paragraph.length)
            if kind == "separate":
                self._fields.append(field)
            else:
                field.ended()

    def is_code(self, attributes: Attributes) -> End:
        """Take the characters of the element as the code of a field."""
        return self.is_text(attributes) if self._codes else self.is_apart(attributes)

    meanings: ClassVar[Mapping[str, Begin]] = {
        "p": begins_paragraph,
        "cm": begins_paragraph,
        "comment": begins_comment,
        "threadedComment": begins_comment,
        "t": is_text_of_run,
        "text": is_text_of_run,
        "tab": shown_as("\t"),
        "ptab": shown_as("\t"),
        "br": shown_as("\n"),
        "cr": shown_as("\n"),
        "noBreakHyphen": shown_as("-"),
        "sym": shown_as(" "),
        "r": begins_run,
        "fld": begins_run,
        "vanish": hides_run,
        "hyperlink": Flow.is_link,
        "hlinkClick": links_run,
        "hlinkMouseOver": links_run,
        "fldSimple": is_simple_field,
        "fldChar": marks_field,
        "instrText": is_code,
        "pPr": Flow.is_hidden,
        "rPrChange": Flow.is_hidden,
        "del": Flow.is_hidden,
        "moveFrom": Flow.is_hidden,
        "rt": Flow.is_hidden,
        "Fallback": Flow.is_hidden,
    }


class _Field(NamedTuple):
    """A field that is not complete."""

    code: list[str]
    target: str = ""
    """The address that it links to, if its code is complete."""
    paragraph: Paragraph | None = None
    """The paragraph that its text is in; None between two."""
    start: int = 0
    """The offset of its text in the paragraph."""

    def ended(self) -> _Field:
        """Link the text in the paragraph; return the field without it."""
        if self.target and self.paragraph:
            self.paragraph.link(self.target, self.start)
        return self._replace(paragraph=None)


def _address(code: str) -> str:
    """Return the absolute address that a field links to; empty if there is none."""
    words = iter([_ESCAPE.sub(r"\1", quoted) if quoted else word for quoted, word in _WORD.findall(code)])
    if next(words, "").upper() not in _LINKING:
        return ""
    target = fragment = ""
    for word in words:
        if word in _WITH_ARGUMENT:
            argument = next(words, "")
            fragment = argument if word == "\\l" else fragment
        elif not word.startswith("\\") and not target:
            target = word
    target = absolute(target)
    return f"{target}#{fragment}" if target and fragment else target
