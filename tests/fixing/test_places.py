"""Where fixes are written, and how each format writes them."""

import json
import tomllib
from xml.etree import ElementTree as ET

import pytest

HOST = "http://www.canal.de"
# A defect, and what becomes of it.
DEFECTS = {
    "bar": ("/a|b", "/a%7Cb"),
    "caret": ("/a^b", "/a%5Eb"),
    "brackets": ("/?a[]=1&b[c]=2", "/?a%5B%5D=1&b%5Bc%5D=2"),
    "object": ("/?q={'a':1}", "/?q=%7B'a':1%7D"),
    "identifier": (
        "/x={3F2504E0-4F89-11D3-9A0C-0305E82C3301}&y=1",
        "/x=%7B3F2504E0-4F89-11D3-9A0C-0305E82C3301%7D&y=1",
    ),
}
# A file, its text around the URL, and the defects that its markup or the rules allow.
ALL, NO_BRACKETS, NO_BAR = (
    tuple(DEFECTS),
    tuple(set(DEFECTS) - {"brackets"}),
    tuple(set(DEFECTS) - {"bar"}),
)
FILES = [
    ("a.txt", "see @ for more\n", ALL),
    ("README", "see @ for more\n", ALL),
    ("a.eml", "From: a@b.example\nSubject: x\nMessage-ID: <1@b.example>\n\nsee @ for more\n", ALL),
    ("a.md", "See [text](@) here.\n", ALL),
    ("a.md", "<@>\n", ALL),
    ("a.md", "[x]: @\n", ALL),
    ("a.md", "Bare @ text\n", ALL),
    ("a.rst", "See `text <@>`_ here.\n", ALL),
    ("a.rst", ".. _x: @\n\ntext\n", ALL),
    ("a.rst", "Bare @ text.\n", ALL),
    ("a.html", '<p><a href="@">x</a></p>\n', ALL),
    ("a.adoc", "See @[text] ok.\n", NO_BRACKETS),
    ("a.adoc", "link:@[text]\n", NO_BRACKETS),
    ("a.adoc", "Title\n-----\n\nlink:@[text]\n\nOther\n-----\n", NO_BRACKETS),
    ("a.rst", "- Run::\n\n     x\n  See @ for more.\n", ALL),
    ("a.org", "See [[@][text]].\n", ("caret",)),
    ("a.texi", "See @uref{@, text}.\n", ("bar", "caret", "brackets")),
    ("a.1", ".TH X 1\n.SH NAME\nx \\- see\n@\nfor more\n", ALL),
    ("a.wiki", "[@ text]\n", NO_BAR),
    ("a.tex", "See \\url{@}.\n", ALL),
    ("a.bib", "@misc{a,\n  url = {@},\n}\n", NO_BRACKETS),
    ("a.po", 'msgid "x"\nmsgstr "see @ x"\n', ALL),
    ("a.po", 'msgid "x"\nmsgstr ""\n"see @ "\n"x"\n', ALL),
    ("a.py", "# see @ for more\nx = 1\n", ALL),
    ("a.py", '"""See @ for more."""\n', ALL),
    ("a.c", "/* see @ for more */\n", ALL),
    ("a.js", "// see @ for more\nlet a = 1;\n", ALL),
    ("a.json", '{"homepage": "@"}\n', NO_BRACKETS),
    ("a.yml", "homepage: @\n", NO_BRACKETS),
    ("a.toml", 'homepage = "@"\n', NO_BRACKETS),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="@"/></svg>\n', ("bar", "caret", "object")),
    ("a.xml", "<project><url>@</url></project>\n", ("bar", "caret", "object")),
    ("a.css", '@import url("@");\n', NO_BRACKETS),
    ("a.csv", "id,url\n1,@\n2,http://b.example/\n", ALL),
    ("a.ics", "BEGIN:VCALENDAR\nURL:@\nEND:VCALENDAR\n", ALL),
]
CASES = [(name, text, defect) for name, text, defects in FILES for defect in sorted(defects)]


def around(text, url):
    """The text with a URL in the place of the last `@` that is no part of markup."""
    before, _, after = text.rpartition("@")
    return f"{before}{url}{after}"


def fixed(urlmend, tree, name, text, *options):
    """The text of a file after `lint --fix`."""
    folder = tree({name: text.encode()})
    urlmend("lint", "--fix", *options, name)
    return (folder / name).read_bytes().decode()


@pytest.mark.parametrize(("name", "text", "defect"), CASES)
def test_fixes_are_written_in_prose_links_comments_and_values(urlmend, tree, name, text, defect):
    bad, good = (around(text, HOST + path) for path in DEFECTS[defect])
    assert fixed(urlmend, tree, name, bad) == good
    parse = {".json": json.loads, ".toml": tomllib.loads, ".svg": ET.fromstring, ".xml": ET.fromstring}
    parse.get(name[name.rfind(".") :], str)(good)


WRITTEN = [
    ("a.tex", "See \\href{http://a.de/b|c}{x}.\n", "See \\href{http://a.de/b\\%7Cc}{x}.\n"),
    ("a.tex", "See http://a.de/b|c, ok.\n", "See http://a.de/b\\%7Cc, ok.\n"),
    ("a.tex", "x % see http://a.de/b|c\n", "x % see http://a.de/b%7Cc\n"),
    ("a.tex", "<URL:http://a.de/b/~c_-\nd/e> x\n", "<URL:http://a.de/b\n/~c_-d/e> x\n"),
    ("a.json", '{"u": "http:\\/\\/a.de\\/b|c"}', '{"u": "http:\\/\\/a.de\\/b%7Cc"}'),
    ("a.po", 'msgid "x"\nmsgstr "\\"http://a.de/b|c\\""\n', 'msgid "x"\nmsgstr "\\"http://a.de/b%7Cc\\""\n'),
    ("a.txt", "<URL:http://a.de/b/c-\nd/e> x\n", "<URL:http://a.de/b\n/c-d/e> x\n"),
    ("a.py", "# <URL:http://a.de/b/c-\n# d/e>\ny = 1\n", "# <URL:http://a.de/b\n# /c-d/e>\ny = 1\n"),
    (
        "a.txt",
        "See http://a.de/map|north and <URL:http://a.de/a|b>\n",
        "See http://a.de/map%7Cnorth and <URL:http://a.de/a%7Cb>\n",
    ),
    ("a.md", "[g](http://a.de/my maps/north)\n", "[g](http://a.de/my%20maps/north)\n"),
    ("a.txt", '<URL:http://a.de/?"x">\n', "<URL:http://a.de/?%22x%22>\n"),
    ("a.md", '[x](<http://a.de/?"x">)\n', "[x](<http://a.de/?%22x%22>)\n"),
    ("a.txt", "<URL:<http://a.de/>> x\n", "<URL:http://a.de/> x\n"),
    ("a.md", "[x](<URL:http://a.de/>)\n", "[x](http://a.de/)\n"),
    ("a.txt", "<URL:http://a.de/b>#c x\n", "<URL:http://a.de/b#c> x\n"),
    ("a.html", '<a href="http://a.de/my file.pdf">x</a>\n', '<a href="http://a.de/my%20file.pdf">x</a>\n'),
    ("a.md", '<a href="http://a.de/my file.pdf">x</a>\n', '<a href="http://a.de/my%20file.pdf">x</a>\n'),
    ("a.md", "[x](<http://a.de/my file.pdf>)\n", "[x](<http://a.de/my%20file.pdf>)\n"),
    ("a.md", "[x](http://a.de/my file.pdf)\n", "[x](http://a.de/my%20file.pdf)\n"),
]


@pytest.mark.parametrize(("name", "text", "expected"), WRITTEN)
def test_fixes_are_written_as_the_format_writes_them(urlmend, tree, name, text, expected):
    assert fixed(urlmend, tree, name, text) == expected


GUESSED = [
    ("a.txt", "see http://a.de/?x=1&amp;y=2\n", "see http://a.de/?x=1&y=2\n"),
    ("a.rst", "see http://a.de/?x=1&amp;y=2\n", "see http://a.de/?x=1&y=2\n"),
    ("a.txt", "see http://a.de/100% now\n", "see http://a.de/100%25 now\n"),
    ("a.md", "by [@t](htts://github.com/t).\n", "by [@t](https://github.com/t).\n"),
    ("a.md", "by [@t](http://https://github.com/t).\n", "by [@t](https://github.com/t).\n"),
    ("a.md", "[a](https://a.de/b) [c](htts://a.de/b)\n", "[a](https://a.de/b) [c](https://a.de/b)\n"),
    ("a.txt", "see http://a.de/b##c x\n", "see http://a.de/b#c x\n"),
]


@pytest.mark.parametrize(("name", "text", "expected"), GUESSED)
def test_unsafe_fixes_are_guesses(urlmend, tree, name, text, expected):
    folder = tree({name: text})
    done = urlmend("lint", "--fix", "--unsafe-fixes", name)
    assert (folder / name).read_text() == expected
    assert f"urlmend: {name}:1:" in done.err
    assert " unsafe fix of " in done.err


# Code, patterns, templates, format strings, words of a shell, inputs of tests, keys, tables and unknown formats.
LEFT = [
    ("a.txt", "Call curl http://a.de/i.sh|sh\n"),
    ("a.md", "Download it: wget -O- http://a.de/i.sh|bash\n"),
    ("a.txt", "* [http://a.de/wiki|Wiki] (Confluence)\n"),
    ("a.md", "See <http://a.de/plan|the plan> there\n"),
    ("a.md", "![](http://a.de/i.png =100x20)\n"),
    ("a.md", "[c](http://a.de/b {target=_blank}) ![](http://a.de/b width=50%)\n"),
    ("a.md", "[d](http://a.de/b see also) [e](http://a.de/b \u201ctitle\u201d)\n"),
    ("Dockerfile", "RUN curl http://a.de/x.tgz|tar xz\n"),
    ("Makefile", "URL = http://a.de/a|b\n"),
    ("a.adoc", "----\nhttp://a.de/a|b\n----\n"),
    ("a.adoc", "see `http://a.de/a|b`\n"),
    ("a.conf", "url http://a.de/a|b\n"),
    ("a.desktop", "[Desktop Entry]\nURL=http://a.de/a|b\n"),
    ("a.go", '// "http://a.de/a|b" is wrong\npackage a\n'),
    ("a.html", '<script>x = "http://a.de/a|b"</script>\n'),
    ("a.html", "<pre>http://a.de/a|b</pre>\n"),
    ("a.html", '<p title="http://a.de/a|b">x</p>\n'),
    ("a.ini", "[x]\nurl = http://a.de/a|b\n"),
    ("a.js", "fetch('http://a.de/a|b')\n"),
    ("a.json", '{"pattern": "http://a.de/(a|b)"}\n'),
    ("a.json", '{"pattern": "http://a.de/a|b"}\n'),
    ("a.json", '{"x": "see http://a.de/a|b for more"}\n'),
    ("a.json", '{"http://a.de/a|b": 1}\n'),
    ("a.md", "```\nhttp://a.de/a|b\n```\n"),
    ("a.md", "```sh\nx\n```\n\n    curl http://a.de/a|b\n"),
    ("a.md", "see `http://a.de/a|b`\n"),
    ("a.md", "| a | http://a.de/a|b |\n|---|---|\n"),
    ("a.patch", "+see http://a.de/a|b\n"),
    ("a.po", '#, c-format\nmsgid "x"\nmsgstr "see http://a.de/a|b"\n'),
    ("a.po", '#, fuzzy, python-format\nmsgid "x"\nmsgstr "see http://a.de/a|b"\n'),
    ("a.po", 'msgid "see http://a.de/a|b"\nmsgstr ""\n'),
    ("a.properties", "url=http://a.de/a|b\n"),
    ("a.py", "import re\nre.compile(r'http://a.de/[a-z]+|b')\n"),
    ("a.py", "x = 'http://a.de/a|b'\n"),
    ("a.py", 'x = "http://a.de/%s|y" % n\n'),
    ("a.py", '# requests.get("http://a.de/a|b")\nx = 1\n'),
    ("a.rb", 'x = "http://a.de/a|b"\n'),
    ("a.rst", "=====  =====\na      b\n=====  =====\nx      http://a.de/a|b\n=====  =====\n"),
    ("a.rst", ".. tabs::\n\n   .. code:: sh\n\n      x\n\n   http://a.de/a|b\n"),
    ("a.rst", ">>> x = 'http://a.de/a|b'\n"),
    ("a.rst", "Code::\n\n  http://a.de/a|b\n"),
    ("a.rst", ".. code-block:: sh\n\n   wget http://a.de/a|b\n"),
    ("a.rst", "see ``http://a.de/a|b``\n"),
    ("a.service", "[Unit]\nDocumentation=http://a.de/a|b\n"),
    ("a.sh", "curl http://a.de/x.tgz|tar xz\n"),
    ("a.tex", "\\begin{verbatim}\nhttp://a.de/a|b\n\\end{verbatim}\n"),
    ("a.tex", "\\footnote{see \\url{http://a.de/a|b}}\n"),
    ("a.txt", "$ curl http://a.de/a|b\n"),
    ("a.txt", 'get("http://a.de/a|b")\n'),
    ("a.txt", "http_proxy=http://a.de/a|b\n"),
    ("a.txt", "join https://app.canal.de/#/a#b\n"),
    ("a.txt", "join https://matrix.to/#/#room:canal.de\n"),
    ("a.txt", "see http://a.de/b#c#d\n"),
    ("a.xml", '<beans xmlns:x="http://a.de/a|b"/>\n'),
    ("a.yml", "run: curl http://a.de/a|b\n"),
    ("requirements.txt", "http://a.de/x.zip#egg=requests[security]\n"),
    ("spec/a.json", '{"url": "http://a.de/a|b"}\n'),
    ("tests/a.txt", "see http://a.de/a|b\n"),
]


@pytest.mark.parametrize(("name", "text"), LEFT)
def test_everything_else_is_left(urlmend, tree, name, text):
    assert fixed(urlmend, tree, name, text, "--unsafe-fixes") == text
    assert "fixable" not in urlmend("lint", name).err
    assert urlmend("lint", "--diff", "--unsafe-fixes", name).out == ""


@pytest.mark.parametrize(("name", "text", "defect"), [case for case in CASES[::7] if case[0] != "a.eml"])
def test_the_diff_shows_what_is_fixed(urlmend, tree, name, text, defect):
    bad = around(text, HOST + DEFECTS[defect][0])
    tree({name: bad})
    diff = urlmend("lint", "--diff", name).out
    assert urlmend("lint", name).err.endswith("[*] 1 fixable with --fix\n")
    good = fixed(urlmend, tree, name, bad)
    assert [line[1:] for line in diff.splitlines() if line[:1] in " +" and line[:3] != "+++"] == good.splitlines()


def test_a_file_that_would_no_longer_parse_is_left(urlmend, tree):
    yml = "a: http://a.de/b|c\nb: [\n"  # it did not parse before, so nothing is proven but the URLs
    assert fixed(urlmend, tree, "a.yml", yml) == yml.replace("|", "%7C")
