import pytest

from urlmend.formats.recognition import FORMATS, format_of, format_of_type


@pytest.mark.parametrize(
    ("name", "head", "form"),
    [
        ("docs/guide.adoc", b"= Guide\n", "asciidoc"),
        ("C:\\docs\\GUIDE.ADOC", b"", "asciidoc"),
        ("a.zip!docs/guide.asciidoc", b"", "asciidoc"),
        ("book/plans.asc", b"[[plans]]\n=== The plans\n", "asciidoc"),
        ("plans.asc", b"-----BEGIN PGP SIGNATURE-----\n\n=abcd\n", ""),
        ("guide.txt", b"= Guide\n", ""),
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
        ("hosts.py", b"", ""),
        (".github/workflows/test.yml", b"", "shell"),
        ("C:\\x\\.github\\workflows\\test.yml", b"", "shell"),
        ("docs/test.yml", b"", ""),
        ("workflows.yml", b"", ""),
        ("draft.txt", b"a\nNOTE: '\\' line wrapping per RFC 8792\n", "folded"),
        ("x", b"#!/bin/sh\n# see ' line wrapping per RFC 8792", "shell"),
        ("script", b"#!", ""),
        ("script", b"#!/usr/bin/env -S A=b bash -x\n", "shell"),
        ("script", b"#!/usr/bin/env -i bash\n", "shell"),
        ("script", b"#!/usr/bin/env A=b bash\n", "shell"),
        ("script", b"#!/bin/cat bash\n", ""),
        ("script", b"#! /usr/bin/env -S A=b perl -w\n", ""),
    ],
)
def test_format(name, head, form):
    assert format_of(name, head) == form


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
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
