"""Links of Markdown whose syntax is broken."""

import pytest

from urlmend.finder import FindOptions
from urlmend.fixing.fixer import fix_text
from urlmend.formats.reader import read_format
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.settings.config import Config


def findings(text, form="markdown", name="a.md", **settings):
    linter = ProjectLinter(Config(**settings), ".", FindOptions())
    return linter.findings(read_format(Document(text, name), form))


def fixed(text, *, unsafe):
    examine = ProjectLinter(Config(), ".", FindOptions()).findings
    return fix_text(read_format(Document(text, "a.md"), "markdown"), examine, unsafe=unsafe)


SPACE = "space between text and target of link: remove it"
FULL_WIDTH = "full-width brackets around target of link: write (...)"
CLOSING = "full-width bracket after target of link: write ')'"
SWAPPED = "swapped brackets of link: write [text](target)"
SQUARE = "square brackets around target of link: write (...)"
QUOTES = "quotation marks around target of link: remove them"
OPEN = "no ')' after target of link: add it"
# What is broken, the message, and what fixes make of it.
BROKEN = [
    ("[b] (https://a.foo.org/)", SPACE, "[b](https://a.foo.org/)"),
    ("![b] (https://a.foo.org/c.png)", SPACE, "![b](https://a.foo.org/c.png)"),
    ('[b] (https://a.foo.org/ "c d")', SPACE, '[b](https://a.foo.org/ "c d")'),
    ("[`b`] (https://a.foo.org/)", SPACE, "[`b`](https://a.foo.org/)"),
    ("[#12] (https://a.foo.org/12)", SPACE, "[#12](https://a.foo.org/12)"),
    ("[[b]] (https://a.foo.org/)", SPACE, "[[b]](https://a.foo.org/)"),
    ("[\u6587]\uff08https://a.foo.org/\uff09\u3002", FULL_WIDTH, "[\u6587](https://a.foo.org/)\u3002"),
    ("[\u6587] \uff08https://a.foo.org/)", FULL_WIDTH, "[\u6587](https://a.foo.org/)"),
    ("[\u6587](https://a.foo.org/\uff09\u3002", CLOSING, "[\u6587](https://a.foo.org/)\u3002"),
    ("(b c)[https://a.foo.org/]", SWAPPED, "[b c](https://a.foo.org/)"),
    ("[b][https://a.foo.org/].", SQUARE, "[b](https://a.foo.org/)."),
    ("[b](\u201chttps://a.foo.org/\u201d)", QUOTES, "[b](https://a.foo.org/)"),
    ("[b]('https://a.foo.org/')", QUOTES, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.org/", OPEN, "[b](https://a.foo.org/)"),
    ("[b](https://a.foo.org/\n\n- c", OPEN, "[b](https://a.foo.org/)\n\n- c"),
    ("[b](https://a.foo.org/ and more\n", OPEN, "[b](https://a.foo.org/) and more\n"),
]
INTACT = [
    "[b](https://a.foo.org/) (https://a.foo.org/c)",
    "[1] (https://a.foo.org/), [2, 3] (https://a.foo.org/c), [1-3] (https://a.foo.org/d)",
    "[^1] (https://a.foo.org/) [...] (https://a.foo.org/)",
    "- [x] (https://a.foo.org/)\n- [ ] (https://a.foo.org/)",
    "[b] (https://a.foo.org/)\n\n[b]: https://a.foo.org/c",
    "[b c][D] (https://a.foo.org/), [ d ] (https://a.foo.org/c)\n\n[d]: https://a.foo.org/d",
    "\\[b] (https://a.foo.org/)",
    "`[b] (https://a.foo.org/)`",
    "```\n[b] (https://a.foo.org/)\n```\n",
    "text\n\n    [b] (https://a.foo.org/)",
    "[b] (see https://a.foo.org/) b (https://a.foo.org/)",
    "[1]\uff08https://a.foo.org/\uff09 \u6587\uff08https://a.foo.org/\uff09",
    "f(b)[https://a.foo.org/] (b) [https://a.foo.org/] (b)[https://a.foo.org/](https://a.foo.org/)",
    "[b](https://a.foo.org/)[https://a.foo.org/c]",
    "[b][https://a.foo.org/]\n\n[https://a.foo.org/]: https://a.foo.org/c",
    '[b](https://a.foo.org/ "c")',
    "[b](https://a.foo.org/\n) and [b](https://a.foo.org/\n  'c')",
    '[b](https://a.foo.org/ "c\nd")',
]


@pytest.mark.parametrize(("text", "message", "_"), BROKEN)
def test_broken_links(text, message, _):
    found = findings(f"see {text}")
    assert [(finding.code, finding.message) for finding in found] == [("URL124", message)]


@pytest.mark.parametrize(("text", "message", "result"), BROKEN)
def test_fixes(text, message, result):
    assert fixed(f"see {text}", unsafe=True) == f"see {result}" or message == QUOTES
    assert (fixed(f"see {text}", unsafe=False) != f"see {text}") == (message == SPACE)


@pytest.mark.parametrize("text", INTACT)
def test_other_text(text):
    assert not [finding for finding in findings(text) if finding.code == "URL124"]


@pytest.mark.parametrize("form", ["asciidoc", "org", "restructuredtext", "wiki"])
def test_other_formats(form):
    assert not findings("see [b] (https://a.foo.org/)", form, "a.txt")


@pytest.mark.parametrize(("text", "message", "_"), BROKEN)
def test_long_text(text, message, _):
    """The fast path finds the same."""
    filler = "see https://b.foo.org/ now\n" * 4000
    found = findings(f"{filler}see {text}\n\n{filler}")
    assert [finding.message for finding in found] == [message] or message == OPEN
