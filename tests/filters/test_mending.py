"""`mend`: each broken URL in one piece on the line where it begins; every other character stays."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urlmend
from strategies import HOSTILE_TEXTS, folded_wrappers
from tables import each_row
from urlmend import find, mend

CORPORA = Path(__file__).parents[2] / "corpora"

# A text, and the same with its URLs in one piece.
MENDED = {
    "the rest of the last line follows": (
        "see <URL:http://canal.example/a/north-\nbank.html>, and\nmore\n",
        "see <URL:http://canal.example/a/north-bank.html>,\nand\nmore\n",
    ),
    "nothing follows": ("see <http://canal.example/a/\nb.html>.\nmore", "see <http://canal.example/a/b.html>.\nmore"),
    "quoted": (
        "> at <URL:http://canal.example/a/\n> b/\n> c.html> now\n> end",
        "> at <URL:http://canal.example/a/b/c.html>\n> now\n> end",
    ),
    "in a comment": (
        "# see http://canal.example/numbers/2003/december/\n# north-bank-and-locks.csv, and\nx = 1\n",
        "# see http://canal.example/numbers/2003/december/north-bank-and-locks.csv,\n# and\nx = 1\n",
    ),
    "line ends are kept": ("<http://canal.example/a/\r\nb.html> x\r\n", "<http://canal.example/a/b.html>\r\nx\r\n"),
    "a hyphen that another occurrence drops": (
        "<http://canal.example/timetable> (http://canal.example/time-\ntable) x\n",
        "<http://canal.example/timetable> (http://canal.example/timetable)\nx\n",
    ),
    "spaces in a wrapper": (
        "<URL:ftp://canal.example/pub/ trickle.lbr> x",
        "<URL:ftp://canal.example/pub/trickle.lbr> x",
    ),
    "two in a row": (
        "<http://canal.example/a/\nb><http://canal.example/c/\nd> e",
        "<http://canal.example/a/b>\n<http://canal.example/c/d>\ne",
    ),
    "a page": (
        "   at <ftp://canal.example/pub/\n\n\n\nKey                                      [Page 2]\n\f\n"
        "RFC 9999                        Locks                     May 2019\n\n\n   lapsed.txt>.\n",
        "   at <ftp://canal.example/pub/lapsed.txt>.\n\n\n\nKey                                      [Page 2]\n\f\n"
        "RFC 9999                        Locks                     May 2019\n\n\n",
    ),
}
UNCHANGED = {
    "no URL": "nothing\nhere\n",
    "an unbroken URL": "see http://canal.example/a/north-\nand more",
    "a line that begins with a word": "see http://canal.example/a\nand b",
    "a cell": "| chi | http://canal.example/charts/1995/chi- |\n|     | cyg.gif                             |\n",
    "a patch": "@@ -1,3 +1,3 @@\n-x\n+see <http://canal.example/a/\n+b.html> now\n y\n",
    "signed": (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n<http://canal.example/a/\nb.html> x\n"
        "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n"
    ),
}
SAFELINK = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fmap&data=05%7C01&sdata=Rk2m&reserved=0"


@each_row("name", MENDED)
def test_a_broken_url_is_in_one_piece(name):
    text, expected = MENDED[name]
    assert mend(text) == expected
    assert mend(expected) == expected


@each_row("name", UNCHANGED)
def test_other_text_is_unchanged(name):
    assert mend(UNCHANGED[name]) == UNCHANGED[name]


def test_gateways_are_unwrapped_if_asked_for():
    text = f"see {SAFELINK[:60]}{SAFELINK[60:]}, and <{SAFELINK[:50]}\n{SAFELINK[50:]}> more\n"
    assert mend(text, unwrap=True) == "see https://canal.example/map, and <https://canal.example/map>\nmore\n"
    assert SAFELINK in mend(text)


@each_row("target", ["https://canal.example/a%0Ab", "https://canal.example/a%20b", "https://canal.example/%1B"])
def test_a_target_that_is_no_word_is_not_written(target):
    text = f"see https://nam01.safelinks.protection.outlook.com/?url={target.replace('%', '%25')}&data=05 x"
    decoded = text.replace("%25", "%")
    for link in (text, decoded):
        assert "\n" not in mend(link, unwrap=True)
        assert mend(link, unwrap=True).isprintable()


def words(text):
    """All characters of a text but for white space and the marks of lines, in any order."""
    return sorted(re.sub(r"JD>|dnl|REM|[\s>|#:*/;%!.'\"C\\-]", "", text))


@each_row("path", sorted(CORPORA.glob("*/*.txt")), ids=lambda path: path.name)
def test_urls_of_the_corpora_are_the_same_and_unbroken(path):
    text = path.read_text("utf-8", "surrogateescape")
    shown = mend(text)
    before, after = ([url for url in find(each) if url.counts] for each in (text, shown))
    assert [url.text for url in after] == [url.text for url in before]
    broken = [url for url in after if len(url.spans) > 1 and url.confidence != "guess"]
    assert [url.text for url in broken if "other" not in url.breaks] == [], (
        "other than in boxes, which keep their width"
    )
    assert words(shown) == words(text)


@settings(max_examples=settings().max_examples // 2)
@given(st.lists(st.one_of(folded_wrappers().map(lambda wrapper: wrapper[0]), HOSTILE_TEXTS), max_size=3).map("\n".join))
def test_nothing_is_lost(text):
    assert words(mend(text)) == words(text)


def test_an_argument_that_is_no_string():
    with pytest.raises(TypeError, match="must be a string, not bytes"):
        urlmend.mend(b"x")
