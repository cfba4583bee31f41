"""CPU time grows linearly with the text, whatever is in it."""

import pytest

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks
from tables import each_row
from urlmend import Document, find, lint

PROSE = "some prose that goes on and on without any end\n"
PAGE = "\n\nAlice                  [Page 3]\n\f\nRFC 9999     Plans     January 2004\n\n"

# What grows, and in which text: name -> function of n.
HOSTILE = {
    "labels": lambda n: "a." * n,
    "user part": lambda n: "a" * n + "@",
    "unclosed wrappers": lambda n: "<URL:http://a/" * n,
    "unclosed wrappers with blanks": lambda n: "<URL:http://a/ " * n,
    "unclosed wrappers over lines": lambda n: "<URL:http://a/\n" * n,
    "unclosed wrapper, then prose": lambda n: "<URL:http://a/ " + PROSE * n,
    "wrappers in wrappers": lambda n: "<URL:" + "<" * n,
    "prefixes": lambda n: "URL:<" * n,
    "opening angle brackets": lambda n: "<" * n,
    "angle brackets and line ends": lambda n: "<http\n" * n,
    "empty wrapper": lambda n: "<URL:" + "\n" * n,
    "opening brackets": lambda n: "http://a/" + "(" * n,
    "closing brackets": lambda n: "http://a/" + ")" * n,
    "pairs of brackets": lambda n: "http://a/" + "()" * n,
    "trailing punctuation": lambda n: "http://a/" + "." * n,
    "schemes alone": lambda n: "http://" * n,
    "schemes and brackets": lambda n: "http://)" * n,
    "colons": lambda n: ":" * n,
    "slashes": lambda n: "/" * n + "://" * n,
    "quote marks": lambda n: "> " * n,
    "footers without brackets in a wrapper": lambda n: "".join(f"<URL:http://a/\nCity plans {i}\n\n" for i in range(n)),
    "a footer and much text in a wrapper": lambda n: "<URL:http://a/\nCity plans 1\n\n" + "City  plans\n" * n,
    "schemes at line ends": lambda n: "see https:\n" * n,
    "lines that begin alike": lambda n: "17:17 http://a/\n" * n,
    "quote marks behind a wrapper": lambda n: "> <URL:http://a/\n" + "> " * n,
    "initials": lambda n: "JD> " * n + "<URL:http://a/\n" + "JD> " * n,
    "hyphens at line ends": lambda n: "http://a/-\n" * n,
    "a URL over endless lines": lambda n: "http://www.example.org/" + ("a" * 98 + "-\n") * n,
    "a query over endless lines": lambda n: "http://www.example.org/?" + ("a" * 18 + "&\n") * n,
    "broken bare URLs": lambda n: "see http://www.example.org/a_\nb/c.html is\n" * n,
    "broken bare URLs, quoted": lambda n: "> see http://www.example.org/a_\n> b/c.html is\n" * n,
    "one endless line of URLs": lambda n: "http://www.example.org/ and " * n,
    "URLs glued together": lambda n: "http://www.example.org/," * n,
    "blank lines": lambda n: "http://a/-" + "\n" * n,
    "blanks": lambda n: "http://a/_" + " " * n,
    "page footers": lambda n: "http://a/b_" + PAGE * n,
    "page footers in a wrapper": lambda n: "<URL:http://a/b_" + PAGE * n,
    "form feeds": lambda n: "http://a/_\n" + "\f" * n,
    "percent signs": lambda n: "http://a/" + "%" * n,
    "at signs": lambda n: "http://" + "@" * n,
    "users": lambda n: "http://" + "a@" * n,
    "ports": lambda n: "http://" + "a:" * n,
    "mailto": lambda n: "mailto:" * n,
    "mailto with addresses": lambda n: "mailto:a@b.example " * n,
    "news": lambda n: "news:" * n,
    "templates": lambda n: "http://a/" + "${" * n,
    "ampersands": lambda n: "http://a/?" + "&" * n,
    "backslashes": lambda n: "http://a/" + "\\" * n,
    "ideographs": lambda n: "http://a/" + "\u4e00/" * n,
    "ornaments": lambda n: "-=" * n + "http://a/" + "=-" * n,
    "comments": lambda n: "/*\n" + " * http://a/_\n" * n,
    "tables": lambda n: "| http://a/_ | b |\n" * n,
    "wide tables": lambda n: "| http://a/b_ " * n + "\n" + "| http://a/b_ " * n,
    "layers of schemes": lambda n: "git+" * n + "http://a/",
    "semicolons": lambda n: "ftp://a/" + ";" * n,
    "passwords": lambda n: "http://a:b@c/ " * n,
    "tokens": lambda n: "http://a/?" + "&token=abcdefgh12345678" * n,
    "tags": lambda n: "<tag:a b='c'>" * n,
    "deeper quotes before a long line": lambda n: "> <URL:http://a/\n" + ">> " + "a" * 20 * n,
    "a URL before blank lines": lambda n: "see https://a.example/. \r\n \r\n" + " " * 20 * n,
    "braces": lambda n: "http://a/" + "{" * 20 * n,
    "long schemes": lambda n: "a" * 20 * n + "://b/ ",
    "schemes of plus signs": lambda n: "a+" * 10 * n + "://b/ ",
    "closing angle brackets": lambda n: "<URL:http://a/" + ">" * 20 * n,
    "quotes never closed": lambda n: 'see "http://a/b ' * n,
    "a mail address a line": lambda n: "a@b.com\n" * n,
    "comments that silence": lambda n: "http://a/|x # urlmend: ignore[URL205]\n" * n,
    "comments that silence on one line": lambda n: "http://a/|x urlmend: ignore " * n,
    "comments that silence blocks": lambda n: "# urlmend: off\n# urlmend: on\nhttp://a/|x\n" * n,
    "comments never closed": lambda n: "http://a/|x # urlmend: ignore[" * n,
    "hyphenated readings": lambda n: "<URL:http://a/b-\nc> " * n,
}


def find_all(document):
    find(document, schemeless=True)


def lint_all(document):
    lint(document, select=["ALL"], profile="rfc1738")


def documents(made):
    """The same texts as documents, by their length."""
    unit = (len(made(100)) - len(made(0))) / 100
    return lambda length: Document(made(round(length / unit)))


@pytest.mark.slow
@pytest.mark.parametrize(("work", "length"), [(find_all, 8_000), (lint_all, 8_000)], ids=["find", "lint"])
@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_linearly(name, work, length):
    assert_linear(work, documents(HOSTILE[name]), length)


@pytest.mark.slow
@pytest.mark.parametrize("work", [find_all, lint_all], ids=["find", "lint"])
def test_time_grows_linearly_on_attacks(work):
    assert_linear_on_attacks(work, short_attacks(), Document, 5_000)


@pytest.mark.slow
@each_row("name", HOSTILE)
def test_no_text_is_too_long(name):
    find(HOSTILE[name](500))
