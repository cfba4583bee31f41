"""Office Open XML (ECMA-376): Word, PowerPoint and Excel documents as parts that relationships connect."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from urlmend.document_formats.flow import Flow, absolute
from urlmend.document_formats.office_text import OfficeText
from urlmend.document_formats.package import Package, in_utc, resolved
from urlmend.document_formats.passages import MAX_NAME, DocumentError, Metadata, Passage
from urlmend.document_formats.spreadsheet import Cells, Strings, linked_cells

# The parts that are read, by the kind of the part that leads to them, in reading order.
_DRAWN = "chart chartEx diagramData"
_CHILDREN = {
    "": "officeDocument",
    "officeDocument": f"""
        header footnotes endnotes comments {_DRAWN} footer settings
        slide slideMaster notesMaster handoutMaster
        worksheet chartsheet dialogsheet externalLink connections
    """,
    "header": _DRAWN,
    "footer": _DRAWN,
    "slide": f"notesSlide comments {_DRAWN}",
    "slideMaster": f"slideLayout {_DRAWN}",
    "worksheet": "threadedComment comments drawing",
    "chartsheet": "drawing",
    "drawing": _DRAWN,
}
# Where the main part is if no relationship leads to it.
_MAIN_PARTS = ("word/document.xml", "ppt/presentation.xml", "xl/workbook.xml")
# The main parts that list others, by their root elements, and the elements of those.
_LISTS = {"presentation": "sldId", "workbook": "sheet"}


# The parts that belong to a slide or sheet: what follows its name in places.
_SUFFIXES = {
    ("slide", "notesSlide"): ":notes",
    ("slide", "comments"): ":comments",
    ("worksheet", "comments"): "",
    ("worksheet", "threadedComment"): "",
}


class _Relationship(NamedTuple):
    """A relationship of a part."""

    kind: str
    """The last segment of its type; those of the two editions of the standard differ before it."""
    target: str
    """The path of a part, or an address."""
    is_external: bool


class _Part(NamedTuple):
    """A part to read."""

    path: str
    kind: str
    """The kind of the relationship that leads to it."""
    label: str
    """Its name in places."""
    page: int
    """The number of its slide, or 0."""
    relationships: dict[str, _Relationship]
    """Its relationships by their identifiers."""

    @property
    def targets(self) -> dict[str, str]:
        """The absolute addresses of its relationships."""
        external = {key: found.target for key, found in self.relationships.items() if found.is_external}
        return {key: address for key, target in external.items() if (address := absolute(target))}


def passages(data: bytes) -> Iterator[Passage]:
    """Yield the passages of a document. Raises DocumentError for what cannot be read, after all that can be."""
    package = Package(data)
    strings: list[str] = []
    for part in _parts(package):
        yield from package.attempt(part.path, _passages_of_part(package, part, strings))
    package.raise_faults()


def metadata(data: bytes) -> Metadata:
    """Return the core properties of a document (ECMA-376 part 2 section 11). Raises DocumentError."""
    package = Package(data)
    relationships = _relationships(package, "").values()
    path = next((found.target for found in relationships if found.kind == "core-properties"), "")
    return Metadata(package.text_of(path, "title"), in_utc(package.text_of(path, "created")))


def _parts(package: Package) -> Iterator[_Part]:
    """Yield the parts to read, in reading order."""
    relationships = _relationships(package, "")
    if not any(found.kind == "officeDocument" for found in relationships.values()):
        relationships = {
            path: _Relationship("officeDocument", path, is_external=False) for path in _MAIN_PARTS if path in package
        }
    if not relationships:
        raise DocumentError("damaged: it has no main part")
    if any(found.target.endswith(".bin") for found in relationships.values()):
        raise DocumentError("a binary workbook, which is not read")
    yield from _children(package, _Part("", "", "", 0, relationships), set())


def _children(package: Package, parent: _Part, seen: set[str]) -> Iterator[_Part]:
    """Yield the parts that a part leads to, each with its own."""
    names = _names(package, parent) if parent.kind == "officeDocument" else {}
    for key, name in names.items():
        if key not in parent.relationships:
            package.faults[f"{parent.path}: no part for {name[:MAX_NAME]!r}"] = None
    listed = [parent.relationships[key] for key in names if key in parent.relationships]
    labels = dict(zip(listed, names.values(), strict=False))
    numbers = {found: number for number, found in enumerate(listed[::-1])}
    order = listed + [found for found in parent.relationships.values() if found not in labels]
    kinds = {found.kind for found in order}
    for kind in _CHILDREN.get(parent.kind, "").split():
        if kind == "comments" and "threadedComment" in kinds:  # which repeat them for old programs
            continue
        for found in order:
            if found.kind != kind or found.is_external or found.target.lower() in seen:
                continue
            seen.add(found.target.lower())
            label = labels.get(found) or _label(parent, found)
            page = len(listed) - numbers[found] if kind == "slide" and found in labels else parent.page
            part = _Part(found.target, kind, label, page, _relationships(package, found.target))
            yield part
            yield from _children(package, part, seen)


def _label(parent: _Part, child: _Relationship) -> str:
    """Return the name in places of a part: its path, or what belongs to which slide or sheet."""
    suffix = _SUFFIXES.get((parent.kind, child.kind))
    return child.target if suffix is None else f"{parent.label}{suffix}"


def _names(package: Package, main: _Part) -> dict[str, str]:
    """Return the names of the slides or sheets by the identifiers of their relationships, in order."""
    found: dict[str, str] = {}
    elements = package.elements(main.path)
    listed = _LISTS.get(next(elements, ("", {}, ""))[0])
    for name, attributes, _ in elements if listed else ():
        if name == listed and "id" in attributes:
            found[attributes["id"]] = attributes.get("name", f"slide{len(found) + 1}")
    return found


def _relationships(package: Package, part: str) -> dict[str, _Relationship]:
    """Return the relationships of a part, or of the package for an empty path, by their identifiers."""
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    found: dict[str, _Relationship] = {}
    for element, attributes, _ in package.elements(path):
        if element == "Relationship":
            target, is_external = attributes.get("Target", ""), attributes.get("TargetMode") == "External"
            found[attributes.get("Id", "")] = _Relationship(
                attributes.get("Type", "").rpartition("/")[2],
                target if is_external else resolved(part, target),
                is_external,
            )
    return found


def _passages_of_part(package: Package, part: _Part, strings: list[str]) -> Iterator[Passage]:
    """Yield the passages of a part; `strings` are those that the cells of a workbook share."""
    flow: Flow
    if part.kind == "officeDocument":
        for found in part.relationships.values():
            if found.kind == "sharedStrings" and found.target in package:
                yield from package.attempt(found.target, Strings(strings).read(package.open(found.target)))
    if part.kind == "worksheet":
        links = linked_cells(package.open(part.path), part.targets) if part.targets else {}
        flow = Cells(part.label, strings, links, package.spend)
    else:
        flow = OfficeText(part.label, part.targets, part.page)
    yield from flow.read(package.open(part.path))
