"""Properties of fixes in generated files of every format."""

import io
import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urlmend
from urlmend.finder import FindOptions
from urlmend.fixing import syntax
from urlmend.fixing.fixer import fix_bytes
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
                yield linter.result(document)

    return fix_bytes(text.encode(), examine, unsafe=unsafe).data.decode()


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


@pytest.mark.parametrize("name", NAMES)
def test_texts_without_urls_are_left(name):
    assert fixed(name, "no URL\n", unsafe=True) == "no URL\n"
