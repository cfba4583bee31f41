"""Small PDF files, written byte by byte (ISO 32000-2): lines of Courier, where each character is six points wide."""

from __future__ import annotations

from typing import NamedTuple

SIZE = 10
WIDTH, LEADING = 0.6 * SIZE, 14
LEFT, TOP = 50, 780


class Link(NamedTuple):
    """A link annotation on each occurrence of a text in a line of a page."""

    text: str
    target: str


class Page(NamedTuple):
    """The lines of a page, and its links."""

    text: str
    links: tuple[Link, ...] = ()
    rotation: int = 0
    content: bytes = b""
    """Operators that follow those of the lines."""


def pdf(*pages: Page | str, title: str = "", extra: str = "", info: str = "") -> bytes:
    """A PDF file of some pages; `extra` are more entries of its trailer, and `info` of its metadata."""
    made = [Page(page) if isinstance(page, str) else page for page in pages]
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", f"<< /Title ({_escaped(title)}) {info}>>"]
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
    kids = []
    for page in made:
        content = _content(page)
        stream = f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"
        annotations = [_annotation(*link) for link in _rectangles(page)]
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 842] /Rotate {page.rotation}"
            f" /Resources << /Font << /F 4 0 R >> >> /Contents {len(objects) + 2} 0 R"
            f" /Annots [{' '.join(annotations)}] >>"
        )
        objects.append(stream)
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return _file(objects, extra)


def survey() -> bytes:
    """The sample `corpora/docs/survey.pdf`: links that are broken, that show words, and one that is cut."""
    site = "https://canal.example"
    flood, plain = f"{site}/archive/flood-", "plain.html"
    report, rest = f"{site}/reports/weather-of-the-year-", "and-the-state-of-the-locks.html"
    survey, bank = f"{site}/survey/2019/", "north-bank-and-locks.html"
    first = Page(
        f"Canal Society                                             Minutes of May\n\n"
        f"The survey of the north bank is published at {survey}\n"
        f"{bank} together with the raw numbers. All drawings\n"
        f"are in the list of maps. The flood is described at {flood}\n"
        f"{plain} in the archive of the society.",
        (
            *(Link(text, survey + bank) for text in (survey, bank)),
            Link("the list of maps", f"{site}/maps"),
            *(Link(text, f"{site}/archive/floodplain.html") for text in (flood, plain)),
        ),
    )
    second = Page(
        f"Canal Society                                             Minutes of May\n\n"
        f"The report of the year is {report}\n"
        f"{rest} and members find it on https://members.canal.example/\n"
        "from June on.",
        (Link(report, report), Link("https://members.canal.example/", "https://www.canal-members.test/")),
    )
    return pdf(first, second, title="Minutes of May", info="/CreationDate (D:20190503100000+02'00') ")


def _file(objects: list[str], extra: str) -> bytes:
    data = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    start = len(data)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    data += f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info 3 0 R {extra} >>\n".encode("latin-1")
    return bytes(data + f"startxref\n{start}\n%%EOF\n".encode())


def _content(page: Page) -> str:
    lines = [
        f"BT /F {SIZE} Tf 1 0 0 1 {LEFT} {TOP - number * LEADING} Tm ({_escaped(line)}) Tj ET"
        for number, line in enumerate(page.text.split("\n"))
        if line.strip()
    ]
    return "\n".join(lines) + page.content.decode("latin-1")


def _rectangles(page: Page) -> list[tuple[float, float, float, float, str]]:
    found = []
    for number, line in enumerate(page.text.split("\n")):
        bottom = TOP - number * LEADING - 3
        for text, target in page.links:
            at = line.find(text)
            if at >= 0:
                left = LEFT + at * WIDTH
                found.append((left - 1, bottom, left + len(text) * WIDTH + 1, bottom + 12, target))
    return found


def _annotation(left: float, bottom: float, right: float, top: float, target: str) -> str:
    action = f"<< /S /URI /URI ({_escaped(target)}) >>"
    return f"<< /Type /Annot /Subtype /Link /Rect [{left:g} {bottom:g} {right:g} {top:g}] /A {action} >>"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
