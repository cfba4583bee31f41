"""Properties of fixes in generated files of every format."""

import csv
import io
import json
import re
import tomllib
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urlmend
from tables import each_row
from urlmend.finder import FindOptions
from urlmend.fixing import syntax
from urlmend.fixing.fixer import fix_bytes
from urlmend.formats.writing import WRITERS
from urlmend.linting.project_linter import ProjectLinter
from urlmend.settings.config import Config
from urlmend.sources.paths import Reading, read_stream

NAMES = [
    f"a{extension}"
    for extension in (
        ".1 .adoc .c .css .csv .eml .html .ics .js .json .md .org .po .py .rst .sh .svg .tex .texi .toml .txt .wiki"
        " .xml .yml"
    ).split()
]
URLS = st.builds(
    "{}{}".format,
    st.sampled_from(["http://a.de/", "htts://a.de/", "ftp://a.de/x", "mailto:a@b.de?", "http://a.de/b##"]),
    st.lists(
        st.sampled_from(
            [
                "|",
                "^",
                "[]=",
                "{",
                "}",
                "%",
                "100%",
                "&amp;",
                "&",
                "#",
                "\\",
                "\\%",
                '"',
                "'",
                "b",
                "/c-",
                "=3D",
                "~",
                "$x",
            ]
        ),
        max_size=5,
    ).map("".join),
)
AROUND = st.sampled_from(
    [
        "see {} x\n",
        "<URL:{}> x\n",
        "[x]({})\n",
        "| a | {} | b |\n",
        "`{}`\n",
        "```\n{}\n```\n",
        "text::\n\n    {}\n\n",
        '<a href="{}">x</a>\n',
        "<url>{}</url>\n",
        "<pre>{}</pre>\n",
        "# see {} x\n",
        "/* {} */\n",
        'x = "{}"\n',
        "x: {}\n",
        '"x": "{}",\n',
        'msgid "x"\nmsgstr "{} "\n"y"\n\n',
        '#, c-format\nmsgid "x"\nmsgstr "{}"\n\n',
        "\\url{{{}}}\n",
        "\\href{{{}}}{{x}} \\footnote{{\\url{{{}}}}}\n",
        "@uref{{{}, x}}\n",
        "1,{},2\n",
        "curl {}|sh\n",
        "<URL:{}-\nx/y>\n",
        '.\\" {}\n',
        "see {}/plans/\ncity/budget_overview.html, they say.\n",
        "<{} y/ z>\n",
        "[x]({} y.pdf)\n",
        "a.svg - A, {}c-d\nb.svg - B, {}\n",
        "h[ttp{}]({})\n",
    ]
)
TEXTS = st.lists(st.builds(lambda around, url: around.format(url, url), AROUND, URLS), min_size=1, max_size=5).map(
    "".join
)


def fixed(name, text, *, unsafe):
    """A file after `lint --fix`."""

    linter = ProjectLinter(Config(), "", FindOptions())

    def examine(data):
        for document in read_stream(io.BytesIO(data), name, len(data), Reading()):
            if isinstance(document, urlmend.Document):
                yield from linter.results(document)

    return fix_bytes(text.encode(), examine, unsafe=unsafe).data.decode()


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(NAMES), TEXTS, st.booleans())
def test_fixing_files_twice_is_fixing_them_once(name, text, unsafe):
    once = fixed(name, text, unsafe=unsafe)
    assert fixed(name, once, unsafe=unsafe) == once


@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(NAMES), TEXTS)
def test_safe_fixes_change_the_encoding_only(name, text):
    once = fixed(name, text, unsafe=False)

    def plain(source):
        return re.sub(r"[\s<>\\]|URL:", "", unquote(source))

    assert plain(once) == plain(text)
    assert syntax.tree(name, text) is None or syntax.tree(name, once) is not None


# Valid files of every format with a writer: their name, and the text before, in and after their rows.
VALID = {
    "asciidoc": ("a.adoc", "Title\n=====\n\n", "* link:{}[x]\n", ""),
    "csv": ("a.csv", "id,url\n", '1,"{}"\n', ""),
    "gettext": ("a.po", 'msgid ""\nmsgstr ""\n\n', 'msgid "{}"\nmsgstr "see {} x"\n\n', ""),
    "html": ("a.html", "<!DOCTYPE html>\n<p>\n", '<a href="{}">x</a>\n', "</p>\n"),
    "icalendar": ("a.ics", "BEGIN:VCALENDAR\n", "URL:{}\n", "END:VCALENDAR\n"),
    "json": ("a.json", "[\n", '"{}",\n', "1]\n"),
    "latex": ("a.tex", "\\begin{document}\n", "See \\url{{{}}}.\n", "\\end{document}\n"),
    "markdown": ("a.md", "# Title\n\n", "* See [text]({}) here.\n", ""),
    "org": ("a.org", "* Title\n", "- See [[{}][text]].\n", ""),
    "restructuredtext": ("a.rst", "Title\n=====\n\n", "* See `text <{}>`__ here.\n", ""),
    "roff": ("a.1", ".TH X 1\n.SH NAME\n", "see {} x\n", ""),
    "rtf": ("a.rtf", "{\\rtf1\\ansi\n", "see {} for it\\par\n", "}\n"),
    "texinfo": ("a.texi", "\\input texinfo\n", "See @uref{{{}, text}}.\n", "@bye\n"),
    "text": ("a.txt", "Title\n\n", "see {} for more\n", ""),
    "toml": ("a.toml", "urls = [\n", '"{}",\n', "]\n"),
    "wiki": ("a.wiki", "== Title ==\n", "* [{} text]\n", ""),
    "xml": ("a.xml", "<a>\n", "<url>{}</url>\n", "</a>\n"),
    "yaml": ("a.yml", "urls:\n", "- {}\n", "z: 1\n"),
}
PARSERS = {
    "csv": lambda text: [len(row) for row in csv.reader(io.StringIO(text))],
    "json": lambda text: len(json.loads(text)),
    "toml": lambda text: len(tomllib.loads(text)["urls"]),
    "xml": lambda text: len(ET.fromstring(text)),
}


def test_files_of_every_format_with_a_writer_are_generated():
    assert set(VALID) == set(WRITERS) | {"xml"}


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(sorted(VALID)), st.lists(URLS, min_size=1, max_size=4), st.booleans())
def test_valid_files_of_every_format_stay_valid(form, urls, unsafe):
    name, head, row, tail = VALID[form]
    text = head + "".join(row.format(url, url) for url in urls) + tail
    try:
        before = PARSERS[form](text) if form in PARSERS else None
    except (ValueError, ET.ParseError):
        return  # the URL itself is not valid there
    once = fixed(name, text, unsafe=unsafe)
    assert fixed(name, once, unsafe=unsafe) == once
    assert before is None or PARSERS[form](once) == before
    for old, new in zip(text.splitlines(), once.splitlines(), strict=True):
        if old != new:
            starts_and_ends = [line.split("\0") for line in row.format("\0", "\0").splitlines() if line]
            assert any(new.startswith(start) and new.endswith(end) for start, end in starts_and_ends)


@each_row("name", NAMES)
def test_texts_without_urls_are_left(name):
    assert fixed(name, "no URL\n", unsafe=True) == "no URL\n"
