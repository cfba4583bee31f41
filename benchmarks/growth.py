"""Whether time grows in proportion to the text, whatever is in it.

Each hostile input is read at a length, at twice that length, and so on; printed are the
times and, for each doubling, how many times longer it took. Around 2 is linear, 4 is
quadratic. Some inputs are those that stop other extractors of URLs.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import geometric_mean
from time import process_time

import urlmend
from urlmend.finder import read_texts

CORPORA = Path(__file__).resolve().parent.parent / "corpora"

START = 20_000
DOUBLINGS = 4
# From this ratio on, as the mean of the last two doublings, an input counts as growing faster than its text.
SUSPICIOUS = 2.6
# What is over sooner is too short for a ratio that means anything.
MOMENT = 0.02
# What takes longer is not measured again, and what takes much longer is not doubled.
LONG = 0.5
PATIENCE = 2.0


def repeat(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A text of any length, made of one unit."""
    return lambda length: before + unit * (length // len(unit)) + after


def ordinary_text(length: int) -> str:
    """Text in which nothing is hostile, for comparison."""
    text = "".join(file.read_text("utf-8", "replace") for file in sorted((CORPORA / "mail").glob("*.eml")))
    return (text * (length // len(text) + 1))[:length]


# Inputs that make other extractors slow.
KNOWN = {
    "ordinary text": ordinary_text,
    "labels: a.a.a.": repeat("a."),
    "long word, then @": repeat("a", after="@"),
    "wrappers never closed": repeat("<URL:http://a/"),
    "opening brackets": repeat("(", before="http://a/"),
    "one wrapper never closed": repeat("and then some words\n", before="<URL:http://a/ "),
    "mail addresses": repeat("a@b.com\n"),
    "mailto over and over": repeat("mailto:"),
    "mailto with addresses": repeat("mailto:a@b.com "),
    "path of /../": repeat("/..", before="http://a"),
    "commas": repeat(",", before="http://a/"),
}

# Inputs against what a program that joins lines does.
OTHERS = {
    "colons": repeat(":"),
    "://": repeat("://"),
    "http://": repeat("http://"),
    "http:// and a letter": repeat("http://a"),
    "https://a.example/ each line": repeat("https://a.example/\n"),
    "one endless URL": repeat("a", before="http://a/"),
    "many brackets closed": repeat(")", before="http://a/"),
    "brackets in pairs": repeat("()", before="http://a/"),
    "brackets nested": lambda length: "http://a/" + "(" * (length // 2) + ")" * (length // 2),
    "trailing dots": repeat(".", before="http://a/"),
    "percent signs": repeat("%", before="http://a/"),
    "entities": repeat("&amp;", before="http://a/"),
    "query parameters": repeat("a=b&", before="http://a/?"),
    "user, no end": repeat("a:", before="http://"),
    "passwords": repeat("http://u:p@h/ "),
    "at signs": repeat("@", before="http://"),
    "scheme of plus signs": repeat("a+", after="://b"),
    "scheme of digits": repeat("1", after="://b"),
    "schemes glued together": repeat("xhttp://", before="a"),
    "angle brackets": repeat("<"),
    "<URL: over and over": repeat("<URL:"),
    "<URL:< over and over": repeat("<URL:<"),
    "URL:< over and over": repeat("URL:<"),
    "<http: over and over": repeat("<http:"),
    "<a:b> over and over": repeat("<a:b>"),
    "wrappers, closed": repeat("<URL:http://a/b> "),
    "wrappers, a line each": repeat("<URL:http://a/\n"),
    "wrappers, a blank each": repeat("<URL:http://a/ "),
    "wrapper of line breaks": repeat("\n", before="<URL:http://a/"),
    "wrapper of blanks": repeat(" ", before="<URL:http://a/"),
    "wrapper of pages": repeat("\f\n", before="<URL:http://a/"),
    "wrappers in quotes": repeat("> <URL:http://a/\n> b>\n"),
    "hyphen at each line's end": repeat("http://a/b-\nc "),
    "one URL over all lines": repeat("a-\n", before="http://a/"),
    "slash at each line's end": repeat("b/\n", before="http://a/"),
    "URL, then blanks": repeat(" ", before="http://a/b-"),
    "URL, then blank lines": repeat("\n", before="http://a/b-"),
    "URL, then quote marks": repeat(">", before="> http://a/b-\n"),
    "URLs before blanks": repeat("http://a/b-          \n"),
    "URLs in deep quotes": repeat(">" * 60 + " http://a/b-\n"),
    "URL before a long line": repeat("b", before="http://a/b-\n"),
    "URL behind a long line": repeat("b ", after="http://a/b-\nc"),
    "URLs on one line": repeat("http://a/b- "),
    "readings in doubt": repeat("http://a/b/\nc/d.html\n\n"),
    "different readings": lambda length: "".join(f"http://a/{n}-\nb.html\n\n" for n in range(length // 20)),
    "tables": repeat("| http://a/b- |\n| c |\n"),
    "comments": repeat("# http://a/b-\n# c\n"),
    "form feeds": repeat("http://a/b-\n\f\n"),
    "page footers": repeat("http://a/b-\n\nA. Author   [Page 1]\n\f\nRFC 1   A   1994\n\nc\n"),
    "news:": repeat("news:"),
    "urn:a:": repeat("urn:a:"),
    "file:/": repeat("file:/"),
    "tel:": repeat("tel:0"),
    "carriage returns": repeat("http://a/b-\r"),
    "zero bytes": repeat("\0", before="http://a/"),
    "letters outside ASCII": repeat("\u00e4", before="http://"),
    "lone surrogates": repeat("\udcff", before="http://a/"),
    "<tag:a b=": repeat("<tag:a b="),
    "www.": repeat("www."),
    "www. hosts": repeat("www.a.b "),
}


_PART = "--b\nContent-Type: text/plain\n\nsee http://a.example/\n"

# Inputs against what reads mail.
MAIL = {
    "many messages": repeat("From a@b Mon Jan  5 10:00:00 2004\nSubject: a\n\nhttp://a/\n\n"),
    "many parts": repeat(_PART, before="Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n"),
    "parts that never end": repeat("--b\n", before="Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n"),
    "parts in parts": repeat(
        "--b\nContent-Type: multipart/mixed; boundary=b\n\n",
        before="Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n",
    ),
    "messages in messages": repeat("Content-Type: message/rfc822\nSubject: a\n\n"),
    "header of many fields": repeat("A: http://a/\n", before="Subject: a\n"),
    "header of one long field": repeat("a\n ", before="From: a\nSubject: "),
    "pieces of a parameter": lambda length: (
        "From: a\nContent-Type: text/plain"
        + "".join(f"; a*{n}*=%41" for n in range(length // 12))
        + "\nSubject: a\n\nhttp://a/\n"
    ),
    "fields of many names": lambda length: (
        "From: a\nSubject: a\n" + "".join(f"X{n}: http://a/|\n" for n in range(length // 18)) + "\n"
    ),
    "Punycode": repeat("abcd", before="From: a\nSubject: a\nContent-Type: text/plain; charset=punycode\n\nhttp://a/b-"),
    "HTML in one line": repeat(
        "<p><a href='http://a/'>http://a/</a>", before="Subject: a\nFrom: b\nContent-Type: text/html\n\n"
    ),
    "HTML of opening brackets": repeat("<a ", before="Subject: a\nFrom: b\nContent-Type: text/html\n\n"),
    "HTML of quotes": repeat("<a href='", before="Subject: a\nFrom: b\nContent-Type: text/html\n\n"),
    "HTML of entities": repeat("&colon;", before="Subject: a\nFrom: b\nContent-Type: text/html\n\n"),
    "HTML of comments": repeat("<!--", before="Subject: a\nFrom: b\nContent-Type: text/html\n\n"),
    "quoted-printable of blanks": repeat(
        " ", before="Subject: a\nFrom: b\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a/", after="\n"
    ),
    "quoted-printable of equals signs": repeat(
        "=", before="Subject: a\nFrom: b\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a/"
    ),
}

# Of these, a single line of 12 MB is read too.
LONG_LINES = ("labels: a.a.a.", "one endless URL", "brackets in pairs", "URLs on one line", "passwords")
LONG_LINE = 6_000_000


def read_mail(text: str) -> None:
    """Look for all that can be looked for in mail."""
    for document in urlmend.documents(text.encode(), headers=True):
        for url in urlmend.find(document, schemeless=True):
            document.locate(url.outer)


def read_as_texts(text: str) -> None:
    """Look for URLs as the command `find` does."""
    for _ in read_texts(urlmend.Document(text)):
        pass


def find(text: str) -> None:
    """Look for all that can be looked for."""
    urlmend.find(text, schemeless=True)


def lint(text: str) -> None:
    """Run all rules."""
    urlmend.lint(text, select=["ALL"])


def main() -> None:
    """Measure and print; the exit status is 1 if something grows faster than its text."""
    parser = argparse.ArgumentParser(description="Whether time grows in proportion to the text.")
    parser.add_argument("--start", type=int, default=START, metavar="N", help="shortest length (default: %(default)s)")
    parser.add_argument("--doublings", type=int, default=DOUBLINGS, metavar="N", help="default: %(default)s")
    parser.add_argument("names", nargs="*", metavar="INPUT", help="measure these only (a part of the name will do)")
    options = parser.parse_args()
    gc.disable()  # as the command line does
    lengths = [options.start << step for step in range(options.doublings + 1)]
    print(f"{'input':30} {'':13} {'ms at ' + str(lengths[0]):>14} {'ms at the end':>14}   ratio of each doubling")
    suspicious = 0
    for name, make in {**KNOWN, **OTHERS}.items():
        if options.names and not any(part in name for part in options.names):
            continue
        for work in (find, lint, read_as_texts):
            suspicious += print_growth(name, work, times(work, make, lengths))
    for name, make in MAIL.items():
        if not options.names or any(part in name for part in options.names):
            suspicious += print_growth(name, read_mail, times(read_mail, make, lengths))
    for name in LONG_LINES:
        if not options.names or any(part in name for part in options.names):
            taken = times(read_as_texts, {**KNOWN, **OTHERS}[name], [LONG_LINE, 2 * LONG_LINE])
            suspicious += print_growth(f"{name}, 12 MB", read_as_texts, taken)
    print(f"\n{suspicious} grow faster than their text")
    sys.exit(1 if suspicious else 0)


def times(work: Callable[[str], None], make: Callable[[int], str], lengths: list[int]) -> list[float]:
    """CPU seconds at each length; fewer lengths where it takes too long."""
    taken: list[float] = []
    for length in lengths:
        text = make(length)
        taken.append(min(time(work, text), time(work, text)) if not taken or taken[-1] < LONG else time(work, text))
        if taken[-1] > PATIENCE:
            break
    return taken


def time(work: Callable[[str], None], text: str) -> float:
    """CPU seconds of one run."""
    start = process_time()
    work(text)
    return process_time() - start


def print_growth(name: str, work: Callable[[str], None], taken: list[float]) -> bool:
    """Print a line for one input; whether it grows faster than its text."""
    ratios = [after / before for before, after in pairwise(taken)]
    suspicious = taken[-1] > MOMENT and geometric_mean(ratios[-2:] or [SUSPICIOUS]) >= SUSPICIOUS
    shown = " ".join(f"{ratio:5.2f}" for ratio in ratios)
    mark = "  <--" if suspicious else ""
    print(f"{name:30} {work.__name__:13} {taken[0] * 1e3:14.2f} {taken[-1] * 1e3:14.2f}   {shown}{mark}", flush=True)
    return suspicious


if __name__ == "__main__":
    main()
