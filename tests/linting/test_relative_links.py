"""Relative links in Markdown: fragments without a heading, labels, and broken syntax."""

import re
import subprocess

import pytest

from tables import each_row
from urlmend import Document
from urlmend.finder import FindOptions
from urlmend.fixing.fixer import fix_text
from urlmend.formats.reader import read_format
from urlmend.linting.project_linter import ProjectLinter
from urlmend.settings.config import Config

NO_HEADING = "no such heading in this document: correct the fragment"
LABEL = "label of definition in round brackets: write [text][label]"
SWAPPED = "swapped brackets of link: write [text](target)"
SQUARE = "square brackets around target of link: write (...)"
SPACE = "space between text and target of link: remove it"
QUOTES = "quotation marks around target of link: remove them"
HEADINGS = """# The locks of Wei\u00dfhafen

## 2. Weirs & `gates`

## [Tides](https://www.musterstadt.de/tides) :ocean:

Winter \u2013 spring
---------------

> ### Moon <sup>new</sup> {#luna .big}

- #### In a list #

<h2 align="center">Sun <b>rise</b></h2>
<a name="Stars"></a> <div id='planets'> <i id="c/c++">

### \u6c34\u4f4d (Levels)

#### Type\\<T\\>

### gate.$open( width, [speed] )

### gate.shut?(now)

### [Weir<T\\>](#weirt)

### P&eacute;niches
"""


def findings(text, name="a.md", form="markdown"):
    return ProjectLinter(Config(), ".", FindOptions()).findings(read_format(Document(text, name), form))


def found(text, name="a.md", form="markdown"):
    return [(one.url.text, one.message) for one in findings(text, name, form)]


def fixed(text, name="a.md"):
    examine = ProjectLinter(Config(), ".", FindOptions()).findings
    return fix_text(read_format(Document(text, name), "markdown"), examine, unsafe=True)


@each_row(
    "fragment",
    [
        *("the-locks-of-wei\u00dfhafen", "the-locks-of-weisshafen", "TheLocks-of-Wei%C3%9Fhafen"),
        *("2-weirs--gates", "weirs-gates", "weirs-gates-1", "user-content-2-weirs--gates", "_2-weirs-gates"),
        *("tides", "tides-ocean", "-tides", "winter--spring", "moon-new", "luna", "in-a-list"),
        *(
            "sun-rise",
            "stars",
            "planets",
            "c/c++",
            "\u6c34\u4f4d-levels",
            "levels",
            "typet",
            "gate-open",
            "gateshut",
            "weirt",
            "peniches",
            "p&#x00E9;niches",
            "top",
            "readme",
            "/tides",
            "7",
            "x",
        ),
        *("", ":~:text=tide", "_", "!/tides", "sec:tides", "{tides}"),
    ],
)
def test_fragments_that_name_a_heading(fragment):
    assert not found(f"{HEADINGS}\nsee [a](#{fragment}) and [b](<#{fragment}>).\n")


@each_row(
    "fragment",
    [
        "tide",
        "weirs",
        "locks",
        "sun-set",
        "luna-2b",
        "2-weirs",
        "moon-old",
        "L7",
        "\u6c34",
        "\u6c34\u4f4d",
        "a%20b",
        "weirs-&-gates",
        "tides?",
        "tide's",
    ],
)
def test_fragments_that_name_none(fragment):
    text = f"{HEADINGS}\nsee [a](#{fragment}) and\n> [b](<#{fragment}>), `[c](#{fragment})`.\n"
    assert found(text) == [(f"#{fragment}", NO_HEADING)] * 2


def test_fragments_before_other_words():
    assert not found("# Locks\n\n[a](##the locks)\n")
    assert found("# The locks\n\n[a](#the weirs)\n") == [("#the", NO_HEADING)]


@each_row(("target", "is_reported"), [("##locks", True), ("###weirs", True), ("#locks", False)])
def test_fragments_with_two_signs(target, is_reported):
    text = f"# Locks\n\n[a]({target})\n"
    assert [one.message for one in findings(text)] == ["second '#' in fragment: remove it"] * is_reported
    assert fixed(text) == re.sub("#+", "#", text)


@each_row("heading", ["\u0301\u0327" * 100_000, "A &#" + "9" * 5000 + ";", "](" * 100_000, "![" * 100_000])
def test_long_headings(heading):
    assert found(f"# {heading}\n\n[a](#weirs)\n") == [("#weirs", NO_HEADING)]


@each_row(
    "elsewhere",
    [
        "import Weirs from './_weirs.mdx'\n\n<Weirs />\n",
        "import Weirs, { Gates } from './_weirs.mdx'\n\n<div>\n  <Gates />\n</div>\n",
        "<Weirs />\n",
        "{% include weirs.md %}\n",
        "{% extends 'weirs.md' %}\n",
        "{% for weir in weirs %}\n",
        "## The {{ site.weirs }}\n",
        '{{ include "weirs" }}\n',
        "[weirs](weirs.md ':include')\n",
        "{{< weirs >}}\n",
        "{{#include weirs.md}}\n",
        '--8<-- "weirs.md"\n',
        "```{include} weirs.md\n```\n",
        "```{eval-rst}\n.. automodule:: weirs\n```\n",
        ":::{automodule} weirs\n:::\n",
        "::: canal.weirs\n",
        "[!INCLUDE [weirs](weirs.md)]\n",
        "<!-- @include: weirs.md -->\n",
        "---\nincludes:\n  - weirs\n---\n",
    ],
)
def test_headings_of_other_files_are_unknown(elsewhere):
    link = "see [a](#weirs)\n"
    assert not found(f"{elsewhere}\n# Locks\n\n{link}")
    style = "```scss\n@import 'weirs';\n```\n\n<IMG SRC='a.png'>\n"
    code = "```jsx\nimport Weirs from './weirs.mdx'\n\n<Weirs />\n```\n"
    imported = "import Tabs, { Tab } from '@theme/Tabs'\n\n<Tabs>\n<Tab>\n\n# Tides\n\n</Tab>\n</Tabs>\n"
    for other in (style, code, imported, "import gates from './gates'\n"):
        assert found(f"{other}\n# Locks\n\n{link}")
    others = (
        "We import them from <B>all</B> rivers, as @importers do.\n\n::: note\nThe canal.weirs {{ are }} open.\n:::\n"
    )
    assert found(f"# Locks that include weirs\n\n{others}\n{link}")
    assert not found(link)  # a part of another text


@each_row(
    "text",
    [
        "f(a)[./b.md] and (a) [./b.md] and \\[a] (./b.md)",
        "[x] (./b.md) and [1] (#b) and [b][#c]\n\n[#c]: d.md",
        "[a](./b.md) and [a](b.md 'c') and [![a](b.png)](#locks)",
        "`(a)[../b.md]` and\n\n```\n[a] (./b.md)\n```\n",
        "(a)[0] and [a][b] and [a] (b) and [a] (/b) and [a](b)\n",
        "f[a] ('b.md') and a['b'](\"c\")",
    ],
)
def test_other_text(text):
    assert not found(f"# Locks\n\n{text}\n")


@each_row(
    ("text", "message", "fixed"),
    [
        ("(a b)[#locks]", SWAPPED, "[a b](#locks)"),
        ("see (a)[../b.md]", SWAPPED, "see [a](../b.md)"),
        ("(a)[/b/c.md]", SWAPPED, "[a](/b/c.md)"),
        ("(a)[b/c.md#d]", SWAPPED, "[a](b/c.md#d)"),
        ("[a][#locks]", SQUARE, "[a](#locks)"),
        ("[a][b/c.rst]", SQUARE, "[a](b/c.rst)"),
        ("[a] (./b.md)", SPACE, "[a](./b.md)"),
        ("[a] (b.md)", SPACE, "[a](b.md)"),
        ('[a]("/b/c.png")', QUOTES, None),
        ("[a](\u201cb.md\u201d)", QUOTES, None),
        ("[a b](Cd)\n\n[cD]: https://a.foo.org/", LABEL, "[a b][Cd]\n\n[cD]: https://a.foo.org/"),
    ],
)
def test_broken_syntax(text, message, fixed):
    examine = ProjectLinter(Config(), ".", FindOptions()).findings
    text = f"# Locks\n\n{text}\n"
    assert [one for _, one in found(text)] == [message]
    result = fix_text(read_format(Document(text, "a.md"), "markdown"), examine, unsafe=True)
    assert message == QUOTES or result == f"# Locks\n\n{fixed}\n"


@pytest.mark.parametrize("form", ["restructuredtext", "asciidoc", "html", "text"])
def test_other_formats(form):
    assert not found("# Locks\n\nsee [a](#weirs), (a)[./b.md] and [a] (./b.md)\n", "a.txt", form)


CAPITAL = "capital letter in the name of a heading: write it in lower case"


def test_capital_letters():
    lower = "see [a](#locks) [b](#weirs) [c](#tides) [d](#locks) [e](#weirs)"
    headings = "# Locks\n\n# Weirs\n\n# Tides\n\n<a id='Gates'>\n\n"
    assert found(f"{headings}{lower} [f](#Tides) [g](#Gates)") == [("#Tides", CAPITAL)]
    assert not found(f"{headings}{lower} [f](#Tides) [g](#Locks)")  # some programs keep capital letters
    assert not found(f"{headings}see [a](#Locks) and [b](#Weirs)")
    examine = ProjectLinter(Config(), ".", FindOptions()).findings
    document = read_format(Document(f"{headings}{lower} [f](#Tides)", "a.md"), "markdown")
    assert fix_text(document, examine, unsafe=True).endswith("[f](#tides)")


# A document that GitHub shows, and the links in it with the names that it has for their headings.
ON_GITHUB = [
    ("# \U0001f511 Keys\n\n[a](#keys)", "#-keys"),
    ("# \U0001f511 Keys\n\n[a](#-keys) [b](#user-content--keys)", None),
    ("# \u2699\ufe0f Keys\n\n[a](#\ufe0f-keys) [b](#%EF%B8%8F-keys) [c](#-keys)", None),
    ("# \u2699\ufe0f Keys\n\n[a](#keys)", "#%EF%B8%8F-keys"),
    ("# \U0001f511 Keys\n\n[a](#Keys)", "#-keys"),
    ("# Keys & locks   ##\n\n[a](#keys-locks)", "#keys--locks"),
    ("# Keys & locks\n\n[a](#keys--locks)", None),
    ("---\ntitle: a\n---\n\n# Keys & locks\n\n[a](#keys-locks)", None),
    ("# `keys_of` [locks](https://a.foo.org/), a\\<b\\>\n\n[a](#keys_of-locks-ab)", None),
    ("# `keys_of` locks\n\n[a](#keysof-locks)", "#keys_of-locks"),
    ("# Keys\n\n# Keys\n\n[a](#keys-1)", None),
    ("# Keys & locks\n\n# Keys/locks\n\n[a](#keys-locks)", None),  # one of two
    ("# Keys[^1]\n\n[a](#keys)", None),
    ("# Locks\n\n<A NAME='keys'></A>\n\n[a](#keys)", None),
    ("# Locks\n\n```{figure} a.png\n:name: keys\n```\n\n@anchor gates\n\n[a](#keys) [b](#gates)", None),
    ("# Keys in m\xb2\n\n[a](#keys-in-m) [b](#keys-in-m\xb2)", None),
    ("# _Keys_ and __locks__\n\n[a](#keys-and-locks)", None),
    ("# 2. Keys\n\n[a](#keys)", "#2-keys"),
    ("# \U0001f511 Keys\n\n```md\n# Keys\n```\n\n[a](#keys)", "#-keys"),
    ("# Locks\n\n```md\n# Keys\n```\n\n[a](#keys)", None),
    ("```md\n# Keys\n```\n\n# Keys\n\n[a](#keys)", None),
    ("# :key: Keys\n\n[a](#key-keys) [b](#-keys)", None),
    ("# \u6c34\u4f4d\u2014Keys\n\n[a](#\u6c34\u4f4dkeys)", None),
    ("# \U0001f511 Keys\n\n<a id='keys'></a>\n\n[a](#keys)", None),
    ("Keys & locks\n---\n\n[a](#keys-locks)", "#keys--locks"),
    ('## <img src="a.png"> Keys\n\n[a](#-keys) [b](#keys)', None),
    ("## ![logo](https://a.foo.org/l.png) Keys <!-- b -->\n\n[a](#-keys-) [b](#keys)", None),
    ('<h2 align="center">\n  Keys\n</h2>\n\n[a](#--keys) [b](#keys)', None),
    ("## [Keys][ref] a ![b][img]\n\n[a](#keys-a-) [b](#keys-a)", None),
    ("## [1.0](https://a.foo.org/b_(c)) (2020-01-01)\n\n[a](#10-2020-01-01)", None),
    ("+++\ntitle = 'a'\n+++\n\n# Keys & locks\n\n[a](#keys-locks)", None),
    ('# Keys\n\n[a](#keys) <a href="#keys">a</a> <a class="b" href="#-keys">b</a> <b href="#locks">', "#keys"),
]


@pytest.mark.parametrize(
    ("remote", "name", "is_there"),
    [
        ("https://github.com/musterstadt/canal.git", "README.md", True),
        ("git@github.com:musterstadt/canal.git", "CONTRIBUTING.md", True),
        ("https://github.com/musterstadt/canal.git", "readme.md", True),
        ("https://gitlab.com/musterstadt/canal.git", "README.md", False),
        ("https://github.com/musterstadt/canal.git", "index.md", True),
        ("https://github.com/musterstadt/canal.git", "docs/README.md", True),
    ],
)
@pytest.mark.parametrize("settings", ["", "docs/.vitepress/config.ts", "site/docusaurus.config.js"])
def test_names_on_github(tree, remote, name, is_there, settings):
    folder = tree({name: "", settings or "a.py": ""})
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    subprocess.run(["git", "-C", folder, "add", "--all"], check=True)
    is_there = is_there and (not settings or name.lower() in ("readme.md", "contributing.md"))
    subprocess.run(["git", "-C", folder, "remote", "add", "origin", remote], check=True)
    path = folder / name
    for text, other in ON_GITHUB:
        path.write_text(text, "utf-8")
        messages = [message for _, message in found(text, str(path))]
        assert messages == [f"other name of this heading on GitHub: write {other}"] * (is_there and bool(other)), text
        assert fixed(text, str(path)) == (
            re.sub(r"(?<=\]\()#[^()]*|(?<=href=\")#-\w+", str(other), text) if messages else text
        )


@pytest.mark.parametrize("count", [1, 4, 5])
def test_a_capital_letter_is_reported_where_five_links_have_none(count):
    text = "# Locks\n\n[a](#Locks) [top](#top) [b](#1) [c](#2) [d](#A) [e](#readme)\n" + "[a](#locks)\n" * count
    reported = ["capital letter in the name of a heading: write it in lower case"] * (count == 5)
    assert [message for _, message in found(text)] == reported


HOST = "link target without scheme: add https://"


@each_row(
    ("text", "form"),
    [
        ("see [musterstadt.org](«musterstadt.org»)", "markdown"),
        ("see [musterstadt.com](«musterstadt.com»)", "markdown"),  # which the finder reads, too
        ("see [www.musterstadt.de](«www.musterstadt.de»)", "markdown"),
        ("see [plans.musterstadt.de](«plans.musterstadt.de»)", "markdown"),
        ("see `the plan <«musterstadt.io/plan»>`_", "restructuredtext"),
        ("see `the plan\n<«plans.musterstadt.com»>`__", "restructuredtext"),
    ],
)
def test_hosts(text, form):
    text = f"{text} now\n"
    target = re.search("«(.*)»", text)[1]
    assert found(re.sub("[«»]", "", text), form=form) == [(target, HOST)]


@each_row(
    ("text", "form"),
    [
        (
            "see [the plan](musterstadt.org) and [plan.md](plan.md), [lib.rs](lib.rs), [b.example.org](b.example.org)",
            "markdown",
        ),
        ("`[a.de](a.de)` and [README.de](README.de), [Notes](notes.org#b)", "markdown"),
        ("see `a <docs/b.rst>`_, `c <d.org>`_, `e <conf.d/f>`_, ``g <h.com>``_ and `i <j_>`_", "restructuredtext"),
        ("b::\n\n    see `a <b.com>`_\n", "restructuredtext"),
    ],
)
def test_names_of_files(text, form):
    assert not found(text, form=form)


def test_hosts_or_names_of_files(tmp_path):
    text = "see [a](musterstadt.org), [b](plans.org) and [c](README.de)\n"
    (tmp_path / "a.md").write_text(text)
    (tmp_path / "plans.org").write_text("")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert found(text, str(tmp_path / "a.md")) == [("musterstadt.org", HOST)]


def test_names_of_headings_without_their_sign(tmp_path):
    links = "see [a](the-locks), [b](weirs), [c](#weirs), [d](gates) and [e](WEIRS)"
    text = f"# The locks\n\n# Weirs\n\n{links}\n\n[gates]: b.md\n"
    path = tmp_path / "a.md"
    path.write_text(text)
    assert found(text, str(path)) == [("gates", LABEL)]  # nobody knows which pages there are
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    message = "no '#' before the name of a heading: add it"
    assert found(text, str(path)) == [("the-locks", message), ("weirs", message), ("gates", LABEL)]
    (tmp_path / "weirs.html").write_text("")
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert found(text, str(path)) == [("the-locks", message), ("gates", LABEL)]


def test_unattended_files(urlmend, tree):
    text = "# Locks\n\nsee [a](#weirs) and [b] (./c.md)\n"
    folder = tree({"a.md": text, "vendor/a.md": text, "test/a.md": text})
    done = urlmend("lint", "--format", "jsonl", ".", cwd=folder)
    assert [row["file"] for row in done.rows] == ["a.md", "a.md"]


def test_scans_keep_the_findings_on_urls(urlmend, tree):
    """A scan reports URLs, and no relative links."""
    urls = "http://www.canal-corp.io/a|b and [c](#weirs) and http://www.canal-corp.io/c|d"
    folder = tree({"a.md": f"# Locks\n\nsee [a](#weirs) {urls}\n"})
    done = urlmend("scan", "-o", "a.sqlite", "--processes", "1", "a.md", cwd=folder)
    assert "2 URLs (2 distinct), 2 findings" in done.err + done.out


def test_comments_suppress_findings():
    assert not found("# Locks\n\n<!-- urlmend: ignore-next -->\nsee [a](#weirs)\n")
