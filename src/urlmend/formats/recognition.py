"""Recognise the format of a text: by its file's name, by its first bytes, by its content type in mail.

Every file is asked, so this module loads nothing that reads a format, and no library of file types: importing the
smallest of them takes as long as linting a small file.
"""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple
from urlmend.formats.languages import LANGUAGES, base_name, file_names, language_of_file


class Format(NamedTuple):
    """How a format is recognised: any of these is enough."""

    name: str
    """Also the name of its module in `urlmend.formats`, except for programming languages."""
    names: str = ""
    """File names, and extensions with their dot, in lower case, separated by spaces.

    `name.` applies with any extension, as `dockerfile.` to `Dockerfile.dev`; `folder/.ext` applies in that folder.
    """
    begins: tuple[bytes, ...] = ()
    """First bytes of a text."""
    contains: tuple[bytes, ...] = ()
    """Bytes in the first block of a text that no name says the format of."""
    shared_names: str = ""
    """Extensions that other files have, too: one of `lines` has to occur."""
    lines: tuple[bytes, ...] = ()
    """Line feeds and beginnings of lines."""
    interpreters: str = ""
    """Names of programs in a first line with `#!`, separated by spaces."""
    content_types: str = ""
    """Content types in mail, separated by spaces."""


# Languages with an expression for one string of several literals: `urlmend.formats.literals` reads them all.
_LANGUAGES_WITH_LITERALS = tuple(
    Format(row.name, names=row.names, interpreters=row.interpreters)
    for row in LANGUAGES
    if row.joining and row.name not in ("haskell", "shell")  # their formats have modules of their own
)
LANGUAGES_WITH_LITERALS = frozenset(row.name for row in _LANGUAGES_WITH_LITERALS)
"""The formats that are programming languages, and are read by `urlmend.formats.literals`."""

# HTML, and XML except for declarations without elements.
_NOT_ELEMENTS = frozenset((".dtd", ".ent"))
_MARKUP_NAMES = " ".join(
    name for name in ".html .htm .xhtml .docbook .dbk".split() + file_names("xml").split() if name not in _NOT_ELEMENTS
)
FORMATS = (
    Format(
        "asciidoc",
        names=".adoc .asciidoc",
        shared_names=".asc",
        lines=(b"\n= ", b"\n== ", b"\n=== ", b"\n[source", b"\n[[", b"\nimage::"),
        content_types="text/asciidoc text/x-asciidoc",
    ),
    Format("batch", names=file_names("batch"), content_types="text/x-msdos-batch application/x-bat application/bat"),
    Format(
        "columns",
        names="_redirects _headers sources.list sources.list.d/.list .sources .gitmodules .externals svn.externals"
        " hosts requirements.txt constraints.txt requirements-dev.txt requirements_dev.txt dev-requirements.txt"
        " requirements-test.txt test-requirements.txt requirements-docs.txt requirements.in requirements/.txt"
        " requirements/.in",
    ),
    Format(
        "csv", names=".csv .tsv .tab", content_types="text/csv text/x-csv application/csv text/tab-separated-values"
    ),
    Format("folded", contains=(b"' line wrapping per RFC 8792", b"' line wrapping per BCP")),
    Format(
        "icalendar",
        names=".ics .ical .icalendar .ifb .vcf .vcard .vcs",
        begins=(b"BEGIN:VCALENDAR", b"BEGIN:VCARD"),
        content_types="text/calendar application/ics text/vcard text/x-vcard text/x-vcalendar text/directory",
    ),
    Format(
        "json",
        names=f"{file_names('json')} .topojson .ipynb .sarif .code-workspace pipfile.lock flake.lock deno.lock",
        content_types="application/json text/json application/x-json application/json-seq application/jsonl"
        " application/x-ndjson application/ndjson",
    ),
    Format(
        "shell",
        names=f"{file_names('shell', 'autoconf', 'docker', 'just', 'make', 'powershell')} dockerfile. containerfile."
        " makefile. jenkinsfile jenkinsfile. vagrantfile .travis.yml .gitlab-ci.yml .gitlab-ci/.yml appveyor.yml"
        " .appveyor.yml azure-pipelines.yml .circleci/.yml workflows/.yml workflows/.yaml .drone.yml .cirrus.yml"
        " bitbucket-pipelines.yml cloudbuild.yaml action.yml action.yaml",
        interpreters="sh bash zsh ksh mksh dash ash pwsh",
        content_types="text/x-sh text/x-shellscript application/x-sh application/x-shellscript application/x-csh",
    ),
    Format(
        "gettext",
        names=".po .pot",
        content_types="text/x-po text/x-pot text/x-gettext-translation application/x-gettext application/x-po",
    ),
    Format(
        "haskell",
        names=f"{file_names('haskell')} .cabal",
        content_types="text/x-haskell text/x-literate-haskell",
    ),
    Format(
        "latex",
        names=".tex .latex .ltx .sty .cls .dtx .bib .bibtex .bbl",
        content_types="text/x-tex text/tex text/x-latex application/x-tex application/x-latex text/x-bibtex"
        " application/x-bibtex",
    ),
    Format(
        "markup",
        names=_MARKUP_NAMES,
        begins=(b"<?xml ", b"\xef\xbb\xbf<?xml "),
        content_types="text/xml application/xml",
    ),
    Format("markdown", names=".md .markdown .mdown .mkd .mdx .rmd .qmd", content_types="text/markdown text/x-markdown"),
    Format("org", names=".org", content_types="text/org text/x-org"),
    Format(
        "restructuredtext",
        names=".rst .rest",
        content_types="text/x-rst text/prs.fallenstein.rst text/restructured",
    ),
    Format(
        "roff",
        names=".man .mdoc .roff",
        begins=(b'.\\"', b"'\\\"", b".TH ", b"\n.TH ", b".Dd "),
        shared_names=".1 .1m .1x .2 .3 .3am .3p .3pm .3x .4 .5 .6 .7 .8 .9 .n .me .ms .mm",
        lines=(b"\n.SH", b"\n.PP", b"\n.TP", b"\n.IP", b"\n.Sh", b"\n.Pp", b"\n.It", b"\n.br", b"\n.Sp"),
        content_types="text/troff application/x-troff application/x-troff-man application/x-troff-me"
        " application/x-troff-ms text/x-troff-man",
    ),
    Format(
        "rtf",
        names=".rtf",
        begins=(b"{\\rtf",),
        content_types="text/rtf application/rtf application/x-rtf",
    ),
    Format(
        "texinfo",
        names=".texi .texinfo .txi",
        begins=(b"\\input texinfo",),
        contains=(b"mode: texinfo", b"-*-texinfo-*-"),  # for Emacs
        content_types="text/x-texinfo application/x-texinfo",
    ),
    Format("wiki", names=".wiki .mediawiki .wikitext .dokuwiki .vimwiki .creole .twiki .tikiwiki .xwiki .zim"),
    *_LANGUAGES_WITH_LITERALS,
)

# Languages of files that are read as plain text, by name: file names, and extensions with their dot.
_LANGUAGES = {
    "prose": ".txt .text",
    "html": ".html .htm .xhtml",
    "xml": ".xml .svg .rss .atom .opml",
    "yaml": ".yml .yaml",
    "toml": ".toml",
    "css": ".css .scss .less",
    "cmake": "cmakelists.txt",
    "robots": "robots.txt ads.txt",
    "android": "strings.xml",
}
# Names of files that hold prose, up to their first dot, whatever their extension.
_PROSE_NAMES = frozenset(
    "- about announce authors backers bugs changelog changes changes-file code_of_conduct contributing contributors"
    " copying copyright credits faq hacking history install install-unix install-win license maintainers news notes"
    " notice readme releasenotes security support thanks todo upgrade upgrading versions whatsnew".split()
)

# What a file may be read as by name: HTML is not recognised, plain text is `text`.
NAMES = tuple(sorted({"html", "mail", "text", *(row.name for row in FORMATS)}))

_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
# The end of a path that has the names of the file and of its folder.
_NAME_REACH = 520
_BY_NAME = {name: row.name for row in FORMATS for name in row.names.split()}
_LANGUAGE_OF = {name: language for language, names in _LANGUAGES.items() for name in names.split()}
_BY_BEGINNING = {beginning: row.name for row in FORMATS for beginning in row.begins}
_BEGINNINGS = tuple(_BY_BEGINNING)
_BY_SIGN = {sign: row.name for row in FORMATS for sign in row.contains}
_BY_SHARED_NAME = {name: row for row in FORMATS for name in row.shared_names.split()}
_BY_INTERPRETER = {name.encode(): row.name for row in FORMATS for name in row.interpreters.split()}
_BY_TYPE = {name: row.name for row in FORMATS for name in row.content_types.split()}
_TYPE_OF = {row.name: row.content_types.split()[0] for row in FORMATS if row.content_types}
_BY_SUFFIX = {"+json": "json", "+xml": "markup"}  # of a content type (RFC 6838 section 4.2.8)


def format_of(name: str, head: bytes) -> str:
    """The format of a text by the name of its file, or else by its first bytes; empty for plain text."""
    *_, folder, base = ("", "", *name[-_NAME_REACH:].lower().replace("\\", "/").replace("!", "/").split("/"))
    extension = base[base.rfind(".") :]
    if extension in _COMPRESSED:
        base = base.removesuffix(extension)
        extension = base[base.rfind(".") :]
    return (
        _BY_NAME.get(base)
        or _BY_NAME.get(f"{folder}/{extension}")
        or _BY_NAME.get(extension)
        or _BY_NAME.get(base[: base.find(".") + 1])
        or _format_of_head(extension, head)
    )


def _format_of_head(extension: str, head: bytes) -> str:
    """The format of a text by its beginning, by lines that tell files of an extension apart, or by a sign in it."""
    if head.startswith(_BEGINNINGS):
        return next(name for beginning, name in _BY_BEGINNING.items() if head.startswith(beginning))
    if head.startswith(b"#!") and (name := _format_of_program(head[2:].partition(b"\n")[0].split())):
        return name
    row = _BY_SHARED_NAME.get(extension)
    if row and any(line in head for line in row.lines):
        return row.name
    return next((name for sign, name in _BY_SIGN.items() if sign in head), "")


def _format_of_program(words: list[bytes]) -> str:
    """The format of a script by the program, with its arguments, that runs it."""
    programs = [word.rpartition(b"/")[2] for word in words if b"=" not in word and not word.startswith(b"-")]
    program = programs[1] if len(programs) > 1 and programs[0] == b"env" else programs[0] if programs else b""
    return _BY_INTERPRETER.get(program.rstrip(b"0123456789."), "")


def format_of_type(content_type: str) -> str:
    """The format of a text by its content type in lower case, such as `text/calendar`; empty for plain text.

    Images are no texts, even in XML.
    """
    if content_type.startswith("image/"):
        return ""
    return _BY_TYPE.get(content_type, "") or _BY_SUFFIX.get(content_type[content_type.rfind("+") :], "")


def type_of_text(head: bytes) -> str:
    """The content type of a text by its beginning; `text/plain` without a sign of a format."""
    return _TYPE_OF.get(_format_of_head("", head), "text/plain")


def language_of(name: str) -> str:
    """The language of a file that is read as plain text by its name, such as `xml` or `prose`; empty if unknown."""
    base = base_name(name).lower()
    if base.endswith(_COMPRESSED):
        base = base[: base.rfind(".")]
    return _LANGUAGE_OF.get(base) or _LANGUAGE_OF.get(base[base.rfind(".") :], "") if "." in base else ""


def is_named_like_prose(name: str) -> bool:
    """Whether the name of a file is one of prose unless it is source code, such as `README` or `NEWS.old`."""
    return base_name(name).lower().partition(".")[0] in _PROSE_NAMES


LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"}
"""The letters that one sign of typeset text stands for; such signs remain in the text of PDF files."""


def may_have_escapes(text: str, name: str) -> bool:
    """Whether URLs of a text may contain escapes, as `urlmend.formats.escapes` reads them, by a quick look."""
    if "\\" in text or (not text.isascii() and any(ligature in text for ligature in LIGATURES)):
        return True
    if "''" not in text and "E<" not in text:  # true of most texts
        return False
    language = language_of_file(name)
    return language is not None and ("E<" if language.name == "perl" else "''") in text
