"""Marked text: every URL of a text stands between brackets. `cases/README.md` has the notation."""

import re
from pathlib import Path
from typing import NamedTuple

from urlmend.finder import FindOptions, find_urls
from urlmend.model.document import Document
from urlmend.uri.schemes import SchemeTable

CASES = Path(__file__).parent / "cases"

_MARKS = re.compile(r"⟪[^⟫]*⟫|⟦\+?|⟧")
_VISIBLE = {"␌": "\f", "␉": "\t", "␠": " ", "⍽": "\u00a0", "␛": "\x1b", "␇": "\a"}


class MarkedCase(NamedTuple):
    """One block of a case file."""

    title: str
    options: FindOptions
    marked: str
    known: bool

    @property
    def text(self):
        return hidden(_MARKS.sub("", self.marked))


def hidden(text):
    """Visible stand-ins to the characters that they stand for."""
    return text.translate(str.maketrans(_VISIBLE))


def visible(text):
    """The other way round, for a readable difference."""
    text = re.sub(r" (?=\n)", "␠", text)
    return text.translate({ord(char): sign for sign, char in _VISIBLE.items() if char != " "})


def render(text, urls):
    """The text with marks around each piece of each URL."""
    marks = []
    for url in urls:
        for number, span in enumerate(url.spans):
            last = number == len(url.spans) - 1
            marks.append((span.start, 1, "⟦+" if number else "⟦"))
            marks.append((span.stop, 0, "⟧" + (_remark(url) if last else "")))
    out, at = [], 0
    for offset, _, mark in sorted(marks, key=lambda mark: mark[:2]):
        out += [text[at:offset], mark]
        at = offset
    return "".join(out) + text[at:]


def _remark(url):
    said = [] if url.confidence == "certain" else [url.confidence]
    said += [f"or {alternative}" for alternative in url.alternatives]
    return f"⟪{', '.join(said)}⟫" if said else ""


def rendered(text, options=FindOptions()):
    """The text with marks around what the scanner finds; wrappers without an absolute URL have none."""
    return render(text, [url for url in find_urls(Document(text), options) if url.scheme or url.form == "schemeless"])


def read_cases(path):
    """The blocks of a case file."""
    for block in re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = block.partition("\n")
        title, _, flags = title.partition(" {")
        words = flags.rstrip("}").split()
        schemes = frozenset(name for word in words if word.startswith("schemes=") for name in word[8:].split(","))
        options = FindOptions(SchemeTable(schemes), "schemeless" in words)
        yield MarkedCase(title.strip(), options, body.strip("\n") + "\n", "known" in words)


def all_cases():
    """Every block of every case file, with its name."""
    for path in sorted((CASES / "scan").glob("*.txt")):
        for case in read_cases(path):
            yield f"{path.stem}: {case.title}", case
