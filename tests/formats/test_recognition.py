from tables import each_row
from urlmend.formats.recognition import FORMATS, format_of, format_of_type


@each_row(
    ("name", "head", "form"),
    [
        ("docs/guide.adoc", b"= Guide\n", "asciidoc"),
        ("C:\\docs\\GUIDE.ADOC", b"", "asciidoc"),
        ("a.zip!docs/guide.asciidoc", b"", "asciidoc"),
        ("book/plans.asc", b"[[plans]]\n=== The plans\n", "asciidoc"),
        ("plans.asc", b"-----BEGIN PGP SIGNATURE-----\n\n=abcd\n", ""),
        ("guide.txt", b"= Guide\n", ""),
        ("guide.itely", b"@c -*- coding: utf-8; mode: texinfo; -*-\n", "texinfo"),
        ("ls.1", b"[\\-a]\n.SH FILES\n", "roff"),
        ("app.log.1", b"12:00 started\n.\n", ""),
        ("READ.ME", b"Guide\n", ""),
        ("ls.1.in", b".TH LS 1\n", "roff"),
        ("adoc", b"", ""),
        ("docs.adoc/readme", b"", ""),
        ("-", b"", ""),
        ("rows.csv.gz", b"", "csv"),
        ("rows.csv.bz2", b"", "csv"),
        ("rows.csv.xz", b"", "csv"),
        ("rows.csv.zst", b"", "csv"),
        ("rows.csv.zip", b"", ""),
        ("gz", b"", ""),
        ("a.zip!Dockerfile", b"", "shell"),
        ("images/Dockerfile.dev", b"", "shell"),
        ("hosts", b"", "columns"),
        ("hosts.py", b"", "python"),
        (".github/workflows/test.yml", b"", "shell"),
        ("C:\\x\\.github\\workflows\\test.yml", b"", "shell"),
        ("docs/test.yml", b"", ""),
        ("workflows.yml", b"", ""),
        ("draft.txt", b"a\nNOTE: '\\' line wrapping per RFC 8792\n", "folded"),
        ("x", b"#!/bin/sh\n# see ' line wrapping per RFC 8792", "shell"),
        ("plan.vcxproj", b'<?xml version="1.0"?>\n', "markup"),
        ("plan", b'\xef\xbb\xbf<?xml version="1.0"?>\n', "markup"),
        ("plan", b"<?xmlrpc\n", ""),
        ("script", b"#!", ""),
        ("script", b"#!/usr/bin/env -S A=b bash -x\n", "shell"),
        ("script", b"#!/usr/bin/env -i bash\n", "shell"),
        ("script", b"#!/usr/bin/env A=b bash\n", "shell"),
        ("script", b"#!/bin/cat bash\n", ""),
        ("script", b"#! /usr/bin/env -S A=b perl -w\n", "perl"),
    ],
)
def test_format(name, head, form):
    assert format_of(name, head) == form


@each_row("row", FORMATS, ids=lambda row: row.name)
def test_rows(row):
    for name in row.names.split():
        assert name == name.lower()
        assert format_of(f"docs/{name.upper()}", b"") == row.name
        if name.startswith(".") and name.count(".") == 1:
            assert format_of(f"x{name}", b"") == row.name
    for name in row.shared_names.split():
        assert format_of(f"x{name}", b"") == ""
        for line in row.lines:
            assert format_of(f"x{name}", b"x" + line + b" x\n") == row.name
    for beginning in row.begins:
        assert format_of("x", beginning + b"\n") == row.name
    for program in row.interpreters.split():
        for line in (f"#!/usr/bin/{program}\n", f"#! /usr/bin/env {program}\n", f"#!/opt/{program}3.1 -x\n"):
            assert format_of("x", line.encode()) == row.name
    for content_type in row.content_types.split():
        assert format_of_type(content_type) == row.name


def test_no_name_is_listed_twice():
    names = [name for row in FORMATS for name in (row.names + " " + row.shared_names).split()]
    assert len(names) == len(set(names))


# The files of each format: names, or an extension after `x`.
FILES = {
    "asciidoc": """
    x.adoc x.asciidoc
    """,
    "batch": """
    x.bat x.cmd
    """,
    "columns": """
    _redirects _headers sources.list sources.list.d/x.list x.sources x.gitmodules x.externals svn.externals
    hosts requirements.txt constraints.txt requirements-dev.txt requirements_dev.txt dev-requirements.txt
    requirements-test.txt test-requirements.txt requirements-docs.txt requirements.in requirements/x.txt
    requirements/x.in
    """,
    "csv": """
    x.csv x.tsv x.tab
    """,
    "icalendar": """
    x.ics x.ical x.icalendar x.ifb x.vcf x.vcard x.vcs
    """,
    "json": """
    x.json x.jsonl x.ndjson x.jsonld x.json5 x.jsonc x.geojson x.topojson x.ipynb x.webmanifest x.har x.sarif
    x.avsc x.code-workspace x.babelrc x.eslintrc x.jshintrc composer.lock pipfile.lock flake.lock deno.lock
    """,
    "shell": """
    x.sh x.bash x.zsh x.ksh x.bats x.bashrc x.bash_profile x.bash_aliases x.profile x.zshrc x.command x.ebuild
    x.eclass x.pacscript pkgbuild apkbuild dockerfile dockerfile.x x.dockerfile containerfile containerfile.x
    makefile makefile.x gnumakefile x.mk x.mak x.make justfile jenkinsfile jenkinsfile.x vagrantfile
    .travis.yml .gitlab-ci.yml .gitlab-ci/x.yml appveyor.yml .appveyor.yml azure-pipelines.yml .circleci/x.yml
    workflows/x.yml workflows/x.yaml .drone.yml .cirrus.yml bitbucket-pipelines.yml cloudbuild.yaml action.yml
    action.yaml x.ps1 x.psm1 x.psd1 configure configure.ac configure.in x.m4
    """,
    "gettext": """
    x.po x.pot
    """,
    "haskell": """
    x.hs x.lhs x.hs-boot x.hsc x.haddock x.cabal
    """,
    "latex": """
    x.tex x.latex x.ltx x.sty x.cls x.dtx x.bib x.bibtex x.bbl
    """,
    "markdown": """
    x.md x.markdown x.mdown x.mkd x.mdx x.rmd x.qmd
    """,
    "org": """
    x.org
    """,
    "restructuredtext": """
    x.rst x.rest
    """,
    "roff": """
    x.man x.mdoc x.roff
    """,
    "rtf": """
    x.rtf
    """,
    "texinfo": """
    x.texi x.texinfo x.txi
    """,
    "wiki": """
    x.wiki x.mediawiki x.wikitext x.dokuwiki x.vimwiki x.creole x.twiki x.tikiwiki x.xwiki x.zim
    """,
}
TYPES = {
    "asciidoc": """
    text/asciidoc text/x-asciidoc
    """,
    "batch": """
    text/x-msdos-batch application/x-bat application/bat
    """,
    "csv": """
    text/csv text/x-csv application/csv text/tab-separated-values
    """,
    "icalendar": """
    text/calendar application/ics text/vcard text/x-vcard text/x-vcalendar text/directory
    """,
    "json": """
    application/json text/json application/x-json application/json-seq application/jsonl application/x-ndjson
    application/ndjson
    """,
    "shell": """
    text/x-sh text/x-shellscript application/x-sh application/x-shellscript application/x-csh
    """,
    "gettext": """
    text/x-po text/x-pot text/x-gettext-translation application/x-gettext application/x-po
    """,
    "haskell": """
    text/x-haskell text/x-literate-haskell
    """,
    "latex": """
    text/x-tex text/tex text/x-latex application/x-tex application/x-latex text/x-bibtex application/x-bibtex
    """,
    "markdown": """
    text/markdown text/x-markdown
    """,
    "org": """
    text/org text/x-org
    """,
    "restructuredtext": """
    text/x-rst text/prs.fallenstein.rst text/restructured
    """,
    "roff": """
    text/troff application/x-troff application/x-troff-man application/x-troff-me application/x-troff-ms
    text/x-troff-man
    """,
    "rtf": """
    text/rtf application/rtf application/x-rtf
    """,
    "texinfo": """
    text/x-texinfo application/x-texinfo
    """,
}
SHARED = "x.1 x.1m x.1x x.2 x.3 x.3am x.3p x.3pm x.3x x.4 x.5 x.6 x.7 x.8 x.9 x.n x.me x.ms x.mm"
BEGINNINGS = [
    (b"BEGIN:VCALENDAR", "icalendar"),
    (b"BEGIN:VCARD", "icalendar"),
    (b'.\\" x', "roff"),
    (b"'\\\" x", "roff"),
    (b".TH x", "roff"),
    (b"\n.TH x", "roff"),
    (b".Dd x", "roff"),
    (b"\\input texinfo", "texinfo"),
    (b"{\\rtf1\\ansi", "rtf"),
    (b"x ' line wrapping per RFC 8792", "folded"),
    (b"x ' line wrapping per BCP 1", "folded"),
    *((f"#!/bin/{name}".encode(), "shell") for name in "sh bash zsh ksh mksh dash ash pwsh".split()),
    (b"BEGIN:VEVENT", ""),
    (b".THx", ""),
    (b".D", ""),
    (b"#!/bin/csh", ""),
    (b"x ' line wrapping per RFC 879", ""),
]


@each_row("form", FILES)
def test_all_files(form):
    assert [name for name in FILES[form].split() if format_of(f"docs/{name}", b"") != form] == []


@each_row("form", TYPES)
def test_all_content_types(form):
    assert [name for name in TYPES[form].split() if format_of_type(name) != form] == []


def test_suffix_of_json():
    assert [format_of_type(name) for name in ("application/ld+json", "text/xjson", "text/html")] == ["json", "", ""]


@each_row("macro", "SH PP TP IP Sh Pp It br Sp".split())
def test_all_requests_of_roff(macro):
    assert [name for name in SHARED.split() if format_of(name, f"x\n.{macro} y".encode()) != "roff"] == []
    assert format_of("x.10", f"x\n.{macro} y".encode()) == ""


@each_row(("head", "form"), BEGINNINGS)
def test_all_beginnings(head, form):
    assert format_of("x", head) == form
