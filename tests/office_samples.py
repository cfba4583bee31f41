"""Builds small documents from the XML that tests write: Word, PowerPoint, Excel, OpenDocument and EPUB files."""

import io
import zipfile
from itertools import count

from urlmend.document_formats.passages import DocumentError

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DATE = "2019-05-03T10:00:00.5+02:00"
_OFFICE = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    f'xmlns:r="{RELATIONSHIPS}"'
)
_OPEN_DOCUMENT = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "draw", "presentation", "meta", "script", "style")
)
_OPEN_DOCUMENT += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'


def package(parts, method=zipfile.ZIP_DEFLATED):
    """The bytes of a zip file of parts: paths and texts or bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for path, content in parts.items():
            archive.writestr(path, content)
    return file.getvalue()


def relationships(*found):
    """The XML of relationships, each a kind and a target; addresses are external. The identifiers are rId1, rId2, …"""
    rows = [
        f'<Relationship Id="rId{number}" Type="{RELATIONSHIPS}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if ":" in target or target.startswith("www.") else "/>")
        for number, (kind, target) in zip(count(1), found, strict=False)
    ]
    return f'<Relationships xmlns="{RELATIONSHIPS}">{"".join(rows)}</Relationships>'


def office(main, parts, related=(), title=""):
    """An Office document: the path of its main part, the contents of its parts, and the relationships of that one."""
    folder, _, name = main.rpartition("/")
    return package(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relationships(("officeDocument", main), ("metadata/core-properties", "docProps/core.xml")),
            "docProps/core.xml": f"<x><dc:title>{title}</dc:title><dcterms:created>{DATE}</dcterms:created></x>",
            f"{folder}/_rels/{name}.rels": relationships(*related),
            **parts,
        }
    )


def word(body, *targets, parts=None, related=(), title=""):
    """A Word document with a body; hyperlinks have the targets rId1, rId2, …, and other relationships follow."""
    document = f"<w:document {_OFFICE}><w:body>{body}</w:body></w:document>"
    links = [("hyperlink", target) for target in targets]
    return office("word/document.xml", {"word/document.xml": document, **(parts or {})}, (*links, *related), title)


def word_part(element, content):
    """The XML of another part of a Word document, such as `w:footnotes`."""
    return f"<{element} {_OFFICE}>{content}</{element}>"


def runs(*texts):
    """Runs of a paragraph, each with a text."""
    return "".join(f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' for text in texts)


def slides(*contents, parts=None, related=()):
    """A presentation of slides, with relationships of each: pairs of its content and its relationships."""
    names = [f"slides/slide{number}.xml" for number in range(len(contents), 0, -1)]  # as if they had been moved
    listed = "".join(f'<p:sldId r:id="rId{number}" id="{255 + number}"/>' for number in range(1, len(contents) + 1))
    found = {
        "ppt/presentation.xml": f"<p:presentation {_OFFICE}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        **(parts or {}),
    }
    for name, (content, relations) in zip(names, contents, strict=True):
        found[f"ppt/{name}"] = f"<p:sld {_OFFICE}>{content}</p:sld>"
        found[f"ppt/slides/_rels/{name[7:]}.rels"] = relationships(*relations)
    return office("ppt/presentation.xml", found, [*(("slide", name) for name in names), *related])


def slides_that_are_missing(count):
    """A presentation without the parts of its slides."""
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(slides(*[("", ())] * count))) as whole, zipfile.ZipFile(data, "w") as package:
        for name in whole.namelist():
            if "slides/" not in name:
                package.writestr(name, whole.read(name))
    return data.getvalue()


def slide_part(element, content):
    """The XML of another part of a presentation, such as `p:notes`."""
    return f"<{element} {_OFFICE}>{content}</{element}>"


def workbook(*sheets, strings="", parts=None):
    """A workbook of sheets: a name, the content, and relationships of each; `strings` are the shared ones."""
    listed = "".join(f'<sheet name="{name}" sheetId="9" r:id="rId{n}"/>' for n, (name, _, _) in enumerate(sheets, 1))
    found = {"xl/workbook.xml": f"<workbook {_OFFICE}><sheets>{listed}</sheets></workbook>", **(parts or {})}
    for number, (_, content, relations) in enumerate(sheets, 1):
        found[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet {_OFFICE}>{content}</worksheet>"
        found[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = relationships(*relations)
    related = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)]
    if strings:
        found["xl/sharedStrings.xml"] = f"<sst>{strings}</sst>"
        related.append(("sharedStrings", "sharedStrings.xml"))
    return office("xl/workbook.xml", found, related)


def open_document(kind, body, *, styles="", title="", manifest="", parts=None):
    """An OpenDocument file of a kind such as `text`."""
    content = (
        f"<office:document-content {_OPEN_DOCUMENT}><office:body><office:{kind}>{body}</office:{kind}></office:body>"
    )
    return package(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"{content}</office:document-content>",
            "styles.xml": f"<office:document-styles {_OPEN_DOCUMENT}>{styles}</office:document-styles>",
            "meta.xml": f"<office:document-meta {_OPEN_DOCUMENT}><dc:title>{title}</dc:title>"
            f"<meta:creation-date>{DATE}</meta:creation-date></office:document-meta>",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
            **(parts or {}),
        }
    )


def epub(chapters, *, spine=None, title="", parts=None):
    """A book of chapters: paths in the book and the contents of their bodies; `spine` is their order."""
    items = "".join(f'<item id="c{number}" href="{path}"/>' for number, path in enumerate(chapters))
    order = "".join(f'<itemref idref="c{number}"/>' for number in (spine or range(len(chapters))))
    return package(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfile full-path="OPS/book.opf"/></container>',
            "OPS/book.opf": f"""<package><metadata><dc:title>{title}</dc:title><dc:date>{DATE}</dc:date></metadata>
                <manifest>{items}</manifest><spine>{order}</spine></package>""",
            **{f"OPS/{path}": f"<html><head/><body>{body}</body></html>" for path, body in chapters.items()},
            **(parts or {}),
        }
    )


def marked(passages):
    """Passages as lines: the place, the text with the text of each link between brackets, and its target after it."""
    return [f"{passage.place}| {_marked(passage)}" for passage in passages]


def _marked(passage):
    text = passage.text
    for start, stop, target, _ in reversed(passage.links):
        text = f"{text[:start]}[{text[start:stop]}]({target}){text[stop:]}"
    return text


def texts(passages):
    """The same without the places."""
    return [line.partition("| ")[2] for line in marked(passages)]


def read(passages):
    """The passages that can be read, and the message of the error that ends them."""
    found = []
    try:
        for passage in passages:
            found.append(passage)  # noqa: PERF402  # those before the error count
    except DocumentError as error:
        return found, str(error)
    return found, ""
