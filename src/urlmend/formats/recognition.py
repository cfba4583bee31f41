"""Recognise the format of a text: by its file's name, by its first bytes, by its content type in mail.

Every file is asked, so this module loads nothing that reads a format, and no library of file types: importing the
smallest of them takes as long as linting a small file.
"""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple


class Format(NamedTuple):
    """How a format is recognised: any of these is enough."""

    name: str
    """Also the name of its module in `urlmend.formats`."""
    names: str = ""
    """File names, and extensions with their dot, in lower case, separated by spaces."""
    begins: tuple[bytes, ...] = ()
    """First bytes of a text."""
    shared_names: str = ""
    """Extensions that other files have, too: one of `lines` has to occur."""
    lines: tuple[bytes, ...] = ()
    """Line feeds and beginnings of lines."""
    interpreters: str = ""
    """Names of programs in a first line with `#!`, separated by spaces."""
    content_types: str = ""
    """Content types in mail, separated by spaces."""


FORMATS = (
    Format("asciidoc", names=".adoc .asciidoc"),
    Format("gettext", names=".po .pot"),
    Format("haskell", names=".hs .lhs .hs-boot .hsc"),
    Format("latex", names=".tex .latex .ltx .sty .cls .dtx .bib .bibtex .bbl"),
    Format("markdown", names=".md .markdown .mdown .mkd .mdx .rmd .qmd", content_types="text/markdown"),
    Format("org", names=".org"),
    Format("restructuredtext", names=".rst .rest", content_types="text/x-rst text/prs.fallenstein.rst"),
    Format(
        "roff",
        names=".man .mdoc .roff",
        begins=(b'.\\"', b"'\\\"", b".TH ", b"\n.TH ", b".Dd "),
        shared_names=".1 .1m .1x .2 .3 .3am .3p .3pm .3x .4 .5 .6 .7 .8 .9 .n .me .ms .mm",
        lines=(b"\n.SH", b"\n.PP", b"\n.TP", b"\n.IP", b"\n.Sh", b"\n.Pp", b"\n.It", b"\n.br", b"\n.Sp"),
    ),
    Format("texinfo", names=".texi .texinfo .txi", begins=(b"\\input texinfo",)),
    Format("wiki", names=".wiki .mediawiki .wikitext .dokuwiki .vimwiki .creole .twiki .tikiwiki .xwiki .zim"),
)

_BY_NAME = {name: row.name for row in FORMATS for name in row.names.split()}
_BY_BEGINNING = {beginning: row.name for row in FORMATS for beginning in row.begins}
_BEGINNINGS = tuple(_BY_BEGINNING)
_BY_SHARED_NAME = {name: row for row in FORMATS for name in row.shared_names.split()}
_BY_INTERPRETER = {name.encode(): row.name for row in FORMATS for name in row.interpreters.split()}
_BY_TYPE = {name: row.name for row in FORMATS for name in row.content_types.split()}


def format_of(name: str, head: bytes) -> str:
    """The format of a text by the name of its file, or else by its first bytes; empty for plain text."""
    base = name[max(name.rfind("/"), name.rfind("\\")) + 1 :].lower()
    extension = base[base.rfind(".") :]
    return _BY_NAME.get(base) or _BY_NAME.get(extension) or _format_of_head(head) or _format_of_lines(extension, head)


def _format_of_head(head: bytes) -> str:
    if head.startswith(_BEGINNINGS):
        return next(name for beginning, name in _BY_BEGINNING.items() if head.startswith(beginning))
    if head.startswith(b"#!"):
        words = head[2:200].partition(b"\n")[0].split()
        programs = [word.rpartition(b"/")[2] for word in words if b"=" not in word and not word.startswith(b"-")]
        program = programs[1] if len(programs) > 1 and programs[0] == b"env" else programs[0] if programs else b""
        return _BY_INTERPRETER.get(program.rstrip(b"0123456789."), "")
    return ""


def _format_of_lines(extension: str, head: bytes) -> str:
    row = _BY_SHARED_NAME.get(extension)
    return row.name if row and any(line in head for line in row.lines) else ""


def format_of_type(content_type: str) -> str:
    """The format of a text of mail by its content type in lower case, such as `text/calendar`; empty for plain text."""
    return _BY_TYPE.get(content_type, "")
