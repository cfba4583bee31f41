"""Where fixes are written, and how each format writes them."""

import json
import tomllib
from xml.etree import ElementTree as ET

import pytest

from fix_samples import CASES, DEFECTS, GUESSED, HOST, LEFT, around


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
    ("a.md", "[x](http://a.de/black[5].jpg)\n", "[x](http://a.de/black%5B5%5D.jpg)\n"),
    ("a.txt", "see http://a.de/?q=[1,2]&b[c]=d\n", "see http://a.de/?q=%5B1,2%5D&b%5Bc%5D=d\n"),
    ("a.html", '<a href="http://a.de/#a b">x</a>\n', '<a href="http://a.de/#a%20b">x</a>\n'),
    (
        "a.html",
        '<a href="http://a.de/a b/c - d.html">x</a>\n',
        '<a href="http://a.de/a%20b/c%20-%20d.html">x</a>\n',
    ),
    ("a.md", "<img src='http://a.de/a (b).jpg'>\n", "<img src='http://a.de/a%20(b).jpg'>\n"),
]


@pytest.mark.parametrize(("name", "text", "expected"), WRITTEN)
def test_fixes_are_written_as_the_format_writes_them(urlmend, tree, name, text, expected):
    assert fixed(urlmend, tree, name, text) == expected


@pytest.mark.parametrize(("name", "text", "expected"), GUESSED)
def test_unsafe_fixes_are_guesses(urlmend, tree, name, text, expected):
    folder = tree({name: text})
    done = urlmend("lint", "--fix", "--unsafe-fixes", name)
    assert (folder / name).read_text() == expected
    assert f"urlmend: {name}:1:" in done.err
    assert " unsafe fix of " in done.err


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
