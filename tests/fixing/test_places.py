"""Where fixes are written, and how each format writes them."""

import json
import tomllib
from xml.etree import ElementTree as ET

import pytest

from fix_samples import CASES, DEFECTS, GUESSED, HOST, LEFT, around

# URL207, on brackets, is off by default.
LINT = ("lint", "--extend-select", "URL204,URL207,URL216")


def fixed(urlmend, tree, name, text, *options):
    """The text of a file after `lint --fix`."""
    folder = tree({name: text.encode()})
    urlmend(*LINT, "--fix", *options, name)
    return (folder / name).read_bytes().decode()


@pytest.mark.slow_after(1)
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
    ("a.md", "x <http://a.de/b-\nc/> y\n", "x <http://a.de/b-c/>\ny\n"),
    ("a.md", "> x <http://a.de/b-\n> c/>\n", "> x <http://a.de/b-c/>\n"),
    ("a.md", "x <URL:http://a.de/b-\nc/> y\n", "x <URL:http://a.de\n/b-c/> y\n"),
    ("a.txt", "x <http://a.de/b-\nc/> y\n", "x <http://a.de\n/b-c/> y\n"),
    ("a.md", "[x](<URL:http://a.de/>)\n", "[x](http://a.de/)\n"),
    ("a.txt", "<URL:http://a.de/b>#c x\n", "<URL:http://a.de/b#c> x\n"),
    ("a.html", '<a href="http://a.de/my|file.pdf">x</a>\n', '<a href="http://a.de/my%7Cfile.pdf">x</a>\n'),
    ("a.md", '<a href="http://a.de/my|file.pdf">x</a>\n', '<a href="http://a.de/my%7Cfile.pdf">x</a>\n'),
    ("a.md", "[x](http://a.de/my file.pdf)\n", "[x](http://a.de/my%20file.pdf)\n"),
    ("a.md", "[x](http://a.de/black[5].jpg)\n", "[x](http://a.de/black%5B5%5D.jpg)\n"),
    ("a.txt", "see http://a.de/?q=[1,2]&b[c]=d\n", "see http://a.de/?q=%5B1,2%5D&b%5Bc%5D=d\n"),
    (
        "a.html",
        '<a href="http://a.de/a b/c - d.html">x</a>\n',
        '<a href="http://a.de/a%20b/c%20-%20d.html">x</a>\n',
    ),
    ("a.md", "<img src='http://a.de/a^(b).jpg'>\n", "<img src='http://a.de/a%5E(b).jpg'>\n"),
]


# A field of BibTeX or a key of LaTeX, and how a percent sign is written in it.
FIELDS = [
    *((f"{name} = {{@}},", "%") for name in "url biburl url2 eprint pdf ee link file bdsk-url-1 Website".split()),
    ("link={ @ }", "%"),
    ("pdf = {@}, year = 2004", "%"),
    *((f"{name} = {{@}},", "\\%") for name in "howpublished note Title annote".split()),
    ("link = {See @},", "\\%"),
    ("link = {@ and more},", "\\%"),
    ("x-note: {@},", "\\%"),
]


@pytest.mark.parametrize(("field", "percent"), FIELDS)
def test_fields_of_bibtex_with_a_url_are_verbatim_unless_they_are_typeset(urlmend, tree, field, percent):
    bad, good = (around(f"@misc{{a,\n  {field}\n}}\n", f"{HOST}/a{bar}b") for bar in ("|", f"{percent}7C"))
    assert fixed(urlmend, tree, "a.bib", bad) == good


def test_keys_of_latex_are_typeset(urlmend, tree):
    bad, good = (f"\\hypersetup{{\n  pdflink = {{{HOST}/a{bar}b}},\n}}\n" for bar in ("|", "\\%7C"))
    assert fixed(urlmend, tree, "a.tex", bad) == good


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "text", "expected"), WRITTEN)
def test_fixes_are_written_as_the_format_writes_them(urlmend, tree, name, text, expected):
    assert fixed(urlmend, tree, name, text) == expected


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "text", "expected"), GUESSED)
def test_unsafe_fixes_are_guesses(urlmend, tree, name, text, expected):
    folder = tree({name: text})
    done = urlmend(*LINT, "--fix", "--unsafe-fixes", name)
    assert (folder / name).read_text() == expected
    assert f"urlmend: {name}:1:" in done.err
    assert " unsafe fix of " in done.err


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "text"), LEFT)
def test_everything_else_is_left(urlmend, tree, name, text):
    assert fixed(urlmend, tree, name, text, "--unsafe-fixes") == text
    assert "fixable" not in urlmend(*LINT, name).err
    assert urlmend(*LINT, "--diff", "--unsafe-fixes", name).out == ""


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "text", "defect"), [case for case in CASES[::7] if case[0] != "a.eml"])
def test_the_diff_shows_what_is_fixed(urlmend, tree, name, text, defect):
    bad = around(text, HOST + DEFECTS[defect][0])
    tree({name: bad})
    diff = urlmend(*LINT, "--diff", name).out
    assert urlmend(*LINT, name).err.endswith("[*] 1 fixable with --fix\n")
    good = fixed(urlmend, tree, name, bad)
    assert [line[1:] for line in diff.splitlines() if line[:1] in " +" and line[:3] != "+++"] == good.splitlines()


def test_a_file_that_would_no_longer_parse_is_left(urlmend, tree):
    yml = "a: http://a.de/b|c\nb: [\n"  # it did not parse before, so nothing is proven but the URLs
    assert fixed(urlmend, tree, "a.yml", yml) == yml.replace("|", "%7C")


# Whether angle brackets are plain characters, so that a wrapper may have the prefix `URL:`, or markup.
WRAPPERS = [
    ("a.txt", "see @\n", True),
    ("README", "see @\n", True),
    ("a.eml", "From: a@b.example\nSubject: x\nMessage-ID: <1@b.example>\n\nsee @\n", True),
    ("a.tex", "see @\n", True),
    ("a.py", "# see @\nx = 1\n", True),
    ("a.py", "x = 1  # see @\n", True),
    ("a.c", "// see @\nint x;\n", True),
    ("a.c", "/* see\n * @\n */\nint x;\n", True),
    ("a.c", "/** y */\nint x; // see @\n", True),
    ("a.lisp", "; see @\n(f)\n", True),
    ("a.sql", "-- see @\nSELECT 1;\n", True),
    ("a.yml", "# see @\na: 1\n", True),
    ("a.md", "see @\n", False),
    ("a.md", "> - @\n", False),
    ("a.rst", "see @\n", False),
    ("a.adoc", "see @\n", False),
    ("a.org", "see @\n", False),
    ("a.wiki", "see @\n", False),
    ("a.html", "<p>see @</p>\n", False),
    ("a.po", 'msgid "x"\nmsgstr "see @"\n', False),
    ("a.json", '{"homepage": "@"}\n', False),
    ("a.yml", "homepage: '@'\n", False),
    ("a.rs", "/// see @\nfn x() {}\n", False),
    ("a.rs", "//! see @\n", False),
    ("a.c", "/** see @ */\nint x;\n", False),
    ("a.java", "/**\n * see @\n */\nclass X {}\n", False),
    ("a.c", "/*! see @ */\nint x;\n", False),
    ("a.hs", "-- | see @\nx = 1\n", False),
    ("a.py", '"""See @."""\n', False),
]


@pytest.mark.parametrize(("name", "text", "is_plain"), WRAPPERS)
def test_wrappers_get_a_prefix_where_angle_brackets_are_plain(urlmend, tree, name, text, is_plain):
    bad, good = (around(text, f"<{prefix}{HOST}/a>") for prefix in ("", "URL:"))
    assert fixed(urlmend, tree, name, bad, "--profile", "rfc1738", "--select", "URL102") == (good if is_plain else bad)


# A text with a URL, the length of its line in octets, and whether `|` is encoded in it, which adds two octets.
LINES = [
    ("URL:¤", 73, True),
    ("URL:¤", 74, False),
    ("URL:¤", 80, True),  # such a file is not folded
    ("DESCRIPTION:x\n see ¤", 73, True),
    ("DESCRIPTION:x\n see ¤", 74, False),
    ("SUMMARY:é ¤\r", 74, True),  # with its line break
    ("SUMMARY:é ¤\r", 75, False),
]


@pytest.mark.parametrize(("text", "length", "is_written"), LINES)
def test_lines_of_icalendar_stay_short(urlmend, tree, text, length, is_written):
    start, end = (f"{HOST}/", "|b")
    line = text[text.rfind("\n") + 1 :].replace("¤", start + end)
    bad = f"BEGIN:VCALENDAR\n{text}\nEND:VCALENDAR\n".replace("¤", start + "x" * (length - len(line.encode())) + end)
    assert fixed(urlmend, tree, "a.ics", bad) == (bad.replace("|", "%7C") if is_written else bad)
    tree({"b.ics": bad.encode()})
    assert ("[*]" in urlmend("lint", "b.ics").out) == is_written


def test_fixes_of_icalendar_that_fit_together_are_written(urlmend, tree):
    bad = f"BEGIN:VCALENDAR\nDESCRIPTION:{HOST}/a|b or {HOST}/longer/path|c\nEND:VCALENDAR\n"
    assert fixed(urlmend, tree, "a.ics", bad) == bad.replace("a|b", "a%7Cb")
