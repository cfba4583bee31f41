"""Fuzz targets: each checks invariants of `tests/invariants.py` on the given bytes. Importable without a fuzzer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import invariants  # noqa: E402  # tests/invariants.py
import office_samples  # noqa: E402
import pdf_samples  # noqa: E402
from structures import ARCHIVERS, CHARSETS, COMPRESSORS, ENCODINGS, encoded  # noqa: E402
from urlmend.document_formats.passages import READERS  # noqa: E402
from urlmend.model.finding import PROFILES  # noqa: E402
from urlmend.reports.formats import FORMATS  # noqa: E402
from urlmend.rules import RULES  # noqa: E402
from urlmend.rules.registry import examples  # noqa: E402

FOUND = ROOT / "fuzz" / "found"
_SAMPLES = (ROOT / "corpora",)
_LONGEST = 600
# What a digit makes of an archive; inputs in `found` have these digits, so that new formats go to the end.
CONTAINERS = ("", "gzip", "bzip2", "xz", "zip", "tar", "zstd", "warc")


# What a digit makes of XML, in inputs of `office`.
_LINK = ("hyperlink", "https://a.example")
_OFFICE: tuple[tuple[str, Callable[[str], bytes]], ...] = (
    ("Word", lambda text: office_samples.word(text, _LINK[1])),
    ("PowerPoint", lambda text: office_samples.slides((text, [_LINK]))),
    ("Excel", lambda text: office_samples.workbook(("Plan", text, [_LINK]), strings="<si><t>a.example</t></si>")),
    ("OpenDocument", lambda text: office_samples.open_document("text", text)),
    ("OpenDocument", lambda text: office_samples.open_document("spreadsheet", text)),
    ("EPUB", lambda text: office_samples.epub({"a.xhtml": text})),
    ("Word", lambda text: office_samples.word("", parts={"word/document.xml": text})),
    ("Word", lambda text: office_samples.word("", parts={"_rels/.rels": text})),
    ("EPUB", lambda text: office_samples.epub({"a.xhtml": ""}, parts={"OPS/book.opf": text})),
)


class Draw:
    """Takes choices from the front of some bytes, one byte each; what is left is the text."""

    def __init__(self, data: bytes) -> None:
        """Take the bytes. Where there are none left, every choice is the first one."""
        self.rest = data

    def below(self, count: int) -> int:
        """A number; digits stand for themselves, so that inputs can be read and written by people."""
        first, self.rest = self.rest[:1] or b"0", self.rest[1:]
        return (first[0] - ord("0")) % count

    def bytes(self, count: int) -> bytes:
        """So many bytes, or as many as there are."""
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken


def find(data: bytes) -> None:
    """A digit (of format=flowed, and whether www. hosts count), then the text."""
    draw = Draw(data)
    number = draw.below(6)
    invariants.find(draw.rest, schemeless=number % 2 == 1, flowed=("", "yes", "delsp")[number // 2])


def lint(data: bytes) -> None:
    """A digit for the profile, one for the format of the report, then the text; a NUL where a secret goes."""
    draw = Draw(data)
    profile, form = PROFILES[draw.below(len(PROFILES))], FORMATS[draw.below(len(FORMATS))]
    before, mark, after = draw.rest.partition(b"\0")
    if mark:
        planted = invariants.PLANTED[len(before) % len(invariants.PLANTED)]
        invariants.secrets(before, after, planted=planted, profile=profile, form=form)
    else:
        invariants.lint(draw.rest, profile=profile, form=form)


def fix(data: bytes) -> None:
    """A digit (of the profile, whether to guess, and whether it is a file), then the text."""
    draw = Draw(data)
    number = draw.below(8)
    if number < 6:
        invariants.fix(draw.rest, profile=PROFILES[number % 3], unsafe=number >= 3)
    else:
        invariants.fix_file(draw.rest, unsafe=number == 7)


def mail(data: bytes) -> None:
    """A file of mail."""
    invariants.mail(data)


def archives(data: bytes) -> None:
    """An archive; or a digit behind a `!`, and what one is to be built of."""
    if data[:1] != b"!":
        invariants.archive(data)
        invariants.archive(data, "box.zip")
        return
    draw = Draw(data[1:])
    name, contents, archive = _built(draw, 3)
    if not draw.rest:
        invariants.unpacked(archive, name, contents)
    else:
        at = len(archive) * draw.below(64) // 64
        invariants.archive(archive[:at] + draw.rest + archive[at + len(draw.rest) :], name)


def _built(draw: Draw, depth: int) -> tuple[str, list[tuple[str, str]], bytes]:
    """An archive that some bytes describe: its name, the names and texts in it, and its bytes."""
    container = CONTAINERS[draw.below(len(CONTAINERS))] if depth else ""
    if not container:
        text = b"see http://a.example/" + draw.bytes(draw.below(10)).hex().encode()
        return "box", [("box", text.decode())], text
    if container in COMPRESSORS:
        name, contents, data = _built(draw, depth - 1)
        return name, contents, COMPRESSORS[container](data)
    return _build_archive(draw, depth, ARCHIVERS[container])


def _build_archive(
    draw: Draw, depth: int, pack: Callable[[dict[str, bytes]], bytes]
) -> tuple[str, list[tuple[str, str]], bytes]:
    contents, entries = [], {}
    for number in range(draw.below(4)):
        _, inner, data = _built(draw, depth - 1)
        entries[str(number)] = data
        contents += [(f"box!{number}{name[3:]}", text) for name, text in inner]
    return "box", contents, pack(entries)


def office(data: bytes) -> None:
    """The bytes of a document; or a digit that says what is made of the XML after it."""
    if data.startswith(b"PK"):
        for kind in READERS:
            if kind != "PDF":
                invariants.document_file(data, kind)
        return
    draw = Draw(data)
    kind, make = _OFFICE[draw.below(len(_OFFICE))]
    invariants.document_file(make(draw.rest.decode("utf-8", "replace")), kind)


def pdf(data: bytes) -> None:
    """The bytes of a PDF file, which are read in a process of their own."""
    invariants.document_file(data, "PDF")


def pages(data: bytes) -> None:
    """The number of links, a digit for the page of each, two bytes for its range, then its target and a NUL; pages."""
    draw = Draw(data)
    links = []
    for _ in range(draw.below(4)):
        number, start, stop = draw.below(3) + 1, *(draw.bytes(2) + b"\0\0")[:2]
        target, _, draw.rest = draw.rest.partition(b"\0")
        links.append((number, start, stop, target.decode("utf-8", "replace")))
    invariants.pages(draw.rest.decode("utf-8", "replace").split("\f"), links)


def configuration(data: bytes) -> None:
    """A settings file: `urlmend.toml`, or a `pyproject.toml` if it has our table."""
    invariants.configuration(data, "pyproject.toml" if b"tool.urlmend" in data else "urlmend.toml")


def repository(data: bytes) -> None:
    """An ignore file, a NUL, and settings, which may name a pipe or a device."""
    patterns, _, settings = data.partition(b"\0")
    invariants.repository(patterns, settings)


def tar(data: bytes) -> None:
    """Entries of a tar file, separated by NUL: a type, a digit that is added to the size of the data, and the data."""
    archive = b""
    for entry in data.split(b"\0"):
        draw = Draw(entry)
        kind, added = draw.bytes(1), draw.below(10)
        archive += _tar_header(kind or b"0", len(draw.rest) + added * added * added)
        archive += draw.rest + bytes(-len(draw.rest) % 512)
    invariants.archive(archive + bytes(1024))


def _tar_header(kind: bytes, size: int) -> bytes:
    header = b"box".ljust(100, b"\0") + b"%07o\0" % 0o644 + b"%07o\0%07o\0" % (0, 0) + b"%011o\0%011o\0" % (size, 0)
    header += b" " * 8 + kind + bytes(100) + b"ustar\x0000"
    header = header.ljust(512, b"\0")
    return header[:148] + b"%06o\0 " % sum(header) + header[156:]


def field(data: bytes) -> None:
    """Parameters of a content type, in a mailbox."""
    invariants.field(data)


def result(data: bytes) -> None:
    """Changes of the result of a scan, separated by NUL: two bytes for the offset, and what is written there."""
    patches = [(int.from_bytes(change[:2], "big"), change[2:]) for change in data.split(b"\0")]
    invariants.result(patches)


def framing(data: bytes) -> None:
    """Standard input of the language server."""
    invariants.framing(data)


def _samples() -> Iterator[bytes]:
    """The sample texts, in pieces as long as inputs are."""
    for folder in _SAMPLES:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in (".md", ".jsonl"):
                data = path.read_bytes()
                yield from (data[at : at + _LONGEST] for at in range(0, min(len(data), 20 * _LONGEST), _LONGEST))


def _examples() -> Iterator[bytes]:
    """What the pages of rules show."""
    yield from (example.text.encode() for rule in RULES.values() for example in examples(rule))


def _texts() -> Iterator[bytes]:
    """Examples and samples, with all digits before them in turn."""
    for number, data in enumerate(chain(_examples(), _samples())):
        yield b"%d%d" % (number % 8, number % 9) + data


def _marked() -> Iterator[bytes]:
    """The same, and each with a secret in the middle."""
    for data in _texts():
        middle = len(data) // 2
        yield from (data, data[:middle] + b"\0" + data[middle:])


def _messages() -> Iterator[bytes]:
    text = '<a href="http://a.example/é">see \nhttp://b.example/</a>\n'
    for kind, charset, encoding in product(("plain; format=flowed", "html"), CHARSETS, ENCODINGS):
        header = f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
        yield header.encode() + encoded(text, charset, encoding)
    for data in _samples():
        yield data
        if data.startswith((b"From", b"Path", b"Return", b"Message")):
            yield b"From ada@canal.example Mon Jan  5 10:00:00 2004\n" + data + b"\n\n" + data


def _archives() -> Iterator[bytes]:
    contents = {"a.txt": b"see http://a.example/b\n", "b.eml": b"Subject: x\nFrom: y\n\nsee http://a.example/b\n"}
    for outer in (archive(contents) for archive in ARCHIVERS.values()):
        yield outer
        yield from (compress(outer) for compress in COMPRESSORS.values())
        yield ARCHIVERS["zip"]({"c": outer})
    yield from (b"!" + bytes(digits) for digits in ([0x34, 0x33, 0x31, 0x30], [0x35, 0x32, 0x34, 0x31]))


def _office_texts() -> Iterator[bytes]:
    run = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>https://b.example/</w:t><w:tab/><w:noBreakHyphen/></w:r>'
    field = "".join(f'<w:fldChar w:fldCharType="{kind}"/>' for kind in ("begin", "separate", "end"))
    code = field.replace("/>", "/><w:instrText> HYPERLINK \\l &quot;https://c.example&quot;</w:instrText>", 1)
    box = f"<w:txbxContent><w:p>{run}</w:p></w:txbxContent><mc:Fallback><w:p/></mc:Fallback>"
    yield f'0<w:p><w:hyperlink r:id="rId1">{run}</w:hyperlink>{code}{box}<w:del>{run}</w:del></w:p>'.encode()
    yield b'1<a:p><a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>https://b.example</a:t></a:r><a:br/></a:p>'
    yield b"""2<row r="1"><c r="A1" t="s"><v>0</v></c><c t="str"><f>HYPERLINK("https://b.example")</f></c></row>
        <oddHeader>&amp;Lhttps://c.example&amp;P</oddHeader><hyperlink ref="A1:B2" r:id="rId1"/>"""
    link = '<text:a xlink:href="https://b.example">b</text:a>'
    yield f"3<text:p>{link}<text:note><text:p>{link}</text:p></text:note><text:tab/></text:p>".encode()
    yield f"""4<table:table table:name="a"><table:table-row table:number-rows-repeated="9"><table:table-cell
        table:formula="of:=HYPERLINK(&quot;https://c.example&quot;)"><text:p>{link}</text:p></table:table-cell>""".encode()
    yield b'5<p>https://b.example<sup><a href="#a">1</a></sup> <a href="https://c.example">c</a><img src="x">'
    yield b'6<!DOCTYPE w [<!ENTITY a "b">]><w><p><t>&a;&#58;&amp;<![CDATA[https://b.example]]></t></p></w>'
    yield b'7<Relationships><Relationship Id="a" Type="b/officeDocument" Target="word/document.xml"/></Relationships>'
    yield b'8<p><item id="a" href="../OPS/a.xhtml"/><itemref idref="a"/><itemref idref="a"/></p>'
    yield office_samples.word("<w:p><w:r><w:t>https://b.example</w:t></w:r></w:p>")


def _pdf_files() -> Iterator[bytes]:
    url = "https://b.example/c"
    link = pdf_samples.Link(url, url)
    yield pdf_samples.survey()
    yield pdf_samples.pdf(pdf_samples.Page(f"see {url} and\nwww.b.example", (link,), rotation=90), "2", title="a")
    yield pdf_samples.pdf("a", info="/CreationDate (D:20190503100000+02'00') ", extra="/Encrypt << /V 1 >>")


def _pages() -> Iterator[bytes]:
    url = "https://b.example/c"
    yield f"20\x00\x0c{url}\0000\x0e\x13{url}\0{url[:12]}\r\n{url[12:]} \ufffe\f2".encode()
    yield f"10\x01\x09{url}\0the words (b\u223c)\r\nwww.b.example \f{url}\r\n2\f".encode()


def _settings() -> Iterator[bytes]:
    yield b"""
profile = "rfc1738"
select = ["URL1", "URL501"]
extend-select = ["URL206"]
ignore = ["URL106"]
extend-schemes = ["frob", "x.y+z-1"]
schemeless = true
exclude = ["build/", "!b", "*.[ch]"]
baseline = "agreed.jsonl"
[per-file-ignores]
"tests/*" = ["URL501"]
[allow]
URL501 = ["*.test.internal", "ftp://*"]
[severity]
URL106 = "info"
"""
    yield b'[tool.urlmend]\nprofile = "whatwg"\nexclude = ["*.md"]\n[tool.urlmend.allow]\nURL4 = ["[a-z]"]\n'
    yield b"tool.urlmend = 1\n"


def _repositories() -> Iterator[bytes]:
    yield b"*a*a*a*a*a*a*a*a*a*b\n**/**/**/x\n!sub/\n[[:alpha:]-z]\\\n\0"
    for name in (b"fifo", b"/dev/zero", b"../x", b"loop/loop", b"endless"):
        yield b'*.log\n\0baseline = "%s"\nexclude = ["%s*a*a*a*a*b"]\n' % (name, name)
    yield b"\0" + next(_settings())


def _tar_entries() -> Iterator[bytes]:
    yield b"00see http://a.example/\x000\x00L0name\x0000text"
    yield b"x011 path=a\n\x0000text\x00g099999999999999999999 path=a\n\x0000text"
    yield b"S0see\x0009short"
    yield b"\0".join([b"L0name", b"x09 size=1\n"] * 99 + [b"00text"])


def _parameters() -> Iterator[bytes]:
    yield b"charset*0=utf; charset*1=-8; name*0*=utf-8''%ff; name*1*=%e4"
    yield b"name*" + b"9" * 5000 + b"=x; boundary*0=a; boundary*0=b"
    yield b"".join(b"a*%d*=x;" % number for number in range(300))
    yield b'charset="=?utf-8?b?\xff?="; name=(((\\"'


def _changes() -> Iterator[bytes]:
    yield from (b"\x00\x10\xff\xff", b"\x10\x10" + b"9" * 99, b"\x20\x00\x0d\xff\xff\x00\x31\x00NULL")


def _frames() -> Iterator[bytes]:
    yield b"Content-Length: 5\r\n\r\n{}\r\n{}"
    yield b"Content-Length: 999999999999999999\r\n\r\n{}"
    yield b"content-length: -1\nContent-Length: 99\r\nContent-Type: x\r\n\r\n" + b"[" * 99
    yield b"{}Content-Length: 40\r\n\r\n{}Content-Le"


class Target(NamedTuple):
    """Something to fuzz."""

    check: Callable[[bytes], None]
    """Raise AssertionError if the invariants do not hold for an input."""
    seeds: Callable[[], Iterator[bytes]]
    """What to begin with."""
    words: str
    """The name of the list of words in `fuzz/words`."""


TARGETS = {
    "find": Target(find, _texts, "text"),
    "lint": Target(lint, _marked, "text"),
    "fix": Target(fix, _texts, "text"),
    "mail": Target(mail, _messages, "mail"),
    "archives": Target(archives, _archives, "archives"),
    "office": Target(office, _office_texts, "office"),
    "pdf": Target(pdf, _pdf_files, "pdf"),
    "pages": Target(pages, _pages, "text"),
    "configuration": Target(configuration, _settings, "configuration"),
    "repository": Target(repository, _repositories, "configuration"),
    "tar": Target(tar, _tar_entries, "archives"),
    "field": Target(field, _parameters, "mail"),
    "result": Target(result, _changes, "text"),
    "framing": Target(framing, _frames, "text"),
}
