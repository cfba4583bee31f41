"""Line ends where a bare URL may continue, with the right answer where it is known without labelling.

The answer is known in labelled text; in real paragraphs that are wrapped again, since their URLs were unbroken before;
and where one of the two readings occurs unbroken elsewhere in the same source.
"""

from __future__ import annotations

import json
import random
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import urlmend
from urlmend.finder import FindOptions
from urlmend.finder.join_evidence import weigh
from urlmend.finder.joins import Join, follow
from urlmend.finder.junction import Junction
from urlmend.finder.reader import Reader
from urlmend.finder.scanner import read_windows_with
from urlmend.model.document import Document

LABELS = ".labels.jsonl"
# How long the URLs of paragraphs are that are wrapped again, and how many paragraphs a source gives.
_URL_LENGTHS = range(16, 400)
_MOST_PARAGRAPHS = 4000
_CLOSING = ".,;:!?'\")]}*_~>|\\"
_PROSE = re.compile(r"(?:[-*] )?[A-Za-z(\"'\[][^|<>{}]*\Z")
_JOINED, _ENDED = 99.0, -99.0


class LineEnd(NamedTuple):
    """A line end after a bare URL, or after one of its pieces."""

    source: str
    """The name of the collection."""
    truth: bool | None
    """Whether the URL continues; None if nobody knows."""
    junction: Junction


class Known:
    """The URLs of a text, if all of them are known."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._urls = sorted(set(urls))

    def continues(self, head: str, tail: str) -> bool | None:
        """Whether a URL that is `head` up to the line end continues with `tail`; None if both may be right."""
        joined = (head + tail, head[:-1] + tail) if head.endswith("-") else (head + tail,)
        goes_on = any(url.startswith(joined) for url in self._urls)
        ends = any(head.startswith(url) and not head[len(url) :].strip(_CLOSING) for url in self._urls)
        return None if goes_on == ends else goes_on


class _Collector(Reader):
    """A reader that collects line ends, and follows URLs as far as they are known to go."""

    def __init__(
        self, found: list[Junction], answer: Callable[[str, str], bool | None], *arguments: object, **options: object
    ) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._found, self._answer = found, answer

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        def keep(junction: Junction) -> float:
            self._found.append(junction)
            truth = self._answer(junction.head, junction.tail)
            return weigh(junction) if truth is None else _JOINED if truth else _ENDED

        return follow(self.text, self.flowed, start, body, stop, run_end, keep)


def unknown(head: str, tail: str) -> None:
    """Answer that nothing is known."""


def junctions(document: Document, answer: Callable[[str, str], bool | None] = unknown) -> Iterator[Junction]:
    """Yield the line ends of a document; `answer` tells whether a URL continues, so that it is followed correctly."""
    found: list[Junction] = []
    for _ in read_windows_with(partial(_Collector, found, answer), document, FindOptions()):
        yield from found
        found.clear()


def labelled(folder: Path) -> Iterator[LineEnd]:
    """Yield the line ends of the files of a folder that have labels."""
    for labels in sorted(folder.rglob(f"*{LABELS}")):
        rows = map(json.loads, labels.read_text("utf-8").splitlines())
        known = Known(url for row in rows for url in (row["url"], *row.get("accept", ())))
        for document in urlmend.documents(labels.with_name(labels.name.removesuffix(LABELS))):
            for junction in junctions(document, known.continues):
                yield LineEnd(folder.name, known.continues(junction.head, junction.tail), junction)


def unlabelled(folder: Path) -> Iterator[LineEnd]:
    """Yield the line ends of a folder, with answers from URLs that occur unbroken elsewhere in it."""
    found: list[Junction] = []
    unbroken: set[str] = set()
    for document in documents(folder):
        count = len(found)
        found += junctions(document)
        open_heads = {junction.head for junction in found[count:]}
        unbroken.update(url.text for url in urlmend.find(document) if not url.breaks and url.text not in open_heads)
    for junction in found:
        yield LineEnd(folder.name, _elsewhere(junction, unbroken), junction)


def _elsewhere(junction: Junction, unbroken: set[str]) -> bool | None:
    """Whether a URL continues, by which reading occurs unbroken; that of a host or folder alone shows nothing."""
    head, tail = junction.head, junction.tail
    if head + tail in unbroken:
        return True
    ended = head.rstrip(_CLOSING)
    return False if ended[-1:].isalnum() and ended.count("/") > 2 and ended in unbroken else None


def documents(folder: Path) -> Iterator[Document]:
    """Yield the documents of a file or folder, without those that cannot be read."""
    found = urlmend.documents(folder)
    while True:
        try:
            yield next(found)
        except StopIteration:
            return
        except (OSError, ValueError):
            continue


# --- Paragraphs that are wrapped again. ---


def paragraphs(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield paragraphs of prose in one line each, with the URLs in them, all of which are followed by more text."""
    count = 0
    for document in documents(folder):
        if "://" not in document.text:
            continue
        for block in re.split(r"\n[ \t]*\n", document.text):
            if "://" not in block or len(block) > 5000:
                continue
            lines = [line.strip() for line in block.splitlines()]
            if all(map(_PROSE.match, lines)) and not any("://" in line.rsplit(None, 1)[-1] for line in lines[:-1]):
                joined = " ".join(" ".join(lines).split())
                urls = tuple(url.text for url in urlmend.find(joined) if url.form == "bare")
                if joined.count(" ") > 8 and urls and all(len(url) in _URL_LENGTHS for url in urls):
                    yield joined, urls
                    count += 1
        if count > _MOST_PARAGRAPHS:
            return


def _between_words(text: str, width: int) -> list[str]:
    """As `fmt` and most editors do."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _at_hyphens(text: str, width: int) -> list[str]:
    """As programs do that also break after hyphens, and words that are too long for a line."""
    return textwrap.wrap(text, width)


def _at_signs(text: str, width: int) -> list[str]:
    """As programs do that break URLs after a slash or another sign, where one does not fit on the line."""
    lines = [""]
    for word in re.findall(r"\S+", text):
        line = f"{lines[-1]} {word}".lstrip()
        if len(line) <= width:
            lines[-1] = line
        elif "://" not in word:
            lines.append(word)
        else:
            lines[-1] += " " if lines[-1] else ""
            for piece in re.findall(r"[^/?&=]+[/?&=]+|[^/?&=]+$", word):
                if len(lines[-1] + piece) > width:
                    lines.append("")
                lines[-1] += piece
    return [line.rstrip() for line in lines if line.strip()]


def _hard(text: str, width: int) -> list[str]:
    """As `fold` and terminals do."""
    return [text[start : start + width].strip() for start in range(0, len(text), width)]


def _long_words(text: str, width: int) -> list[str]:
    """As `fold -s` does: between words, and in words that are too long for a line."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _quoted_again(text: str, width: int) -> str:
    """As mail programs do that break the lines of a quotation a second time, and give the rests no mark."""
    lines = [f"> {line}" for line in textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(rest for line in lines for rest in textwrap.wrap(line, width + 1, break_on_hyphens=False))


def _flowed(text: str, width: int) -> str:
    """As `format=flowed` (RFC 3676), where URLs that do not fit are broken, too."""
    lines = textwrap.wrap(text, width - 1, break_on_hyphens=False)
    return " \n".join(lines)


def _marked(wrap: Callable[[str, int], list[str]], mark: str, text: str, width: int) -> str:
    return "\n".join(mark + line for line in wrap(text, max(20, width - len(mark))))


def _boxed(text: str, width: int) -> str:
    return "\n".join(f"\u2502 {text[at : at + width]:{width}} \u2502" for at in range(0, len(text), width))


_WRAPS: dict[str, Callable[[str, int], list[str]]] = {
    "fmt": _between_words,
    "hyphens": _at_hyphens,
    "signs": _at_signs,
    "fold": _hard,
    "fold -s": _long_words,
}
STYLES: dict[str, Callable[[str, int], str]] = {
    **{name: partial(_marked, wrap, "") for name, wrap in _WRAPS.items()},
    **{f"{name}, quoted": partial(_marked, wrap, "> ") for name, wrap in _WRAPS.items() if name != "fold"},
    **{f"{name}, comment": partial(_marked, wrap, "# ") for name, wrap in _WRAPS.items() if name == "fmt"},
    **{f"{name}, indented": partial(_marked, wrap, "    ") for name, wrap in _WRAPS.items() if name != "hyphens"},
    "box": _boxed,
    "quoted again": _quoted_again,
    "flowed": _flowed,
}
"""How paragraphs are wrapped: functions of a text and a width."""
WIDTHS = (*range(60, 81), 30, 40, 50, 55, 90, 100, 120, 150)
"""The columns to which they are."""


def wrapped(folder: Path, widths: int = 6, seed: int = 0) -> Iterator[LineEnd]:
    """Yield the line ends of the paragraphs of a folder, each wrapped again in every style, at some of the widths."""
    chance = random.Random(seed)
    for text, urls in paragraphs(folder):
        known = Known(urls)
        for style, width in ((style, width) for style in STYLES for width in chance.sample(WIDTHS, widths)):
            flowed = "yes" if style == "flowed" else ""
            for junction in junctions(Document(STYLES[style](text, width) + "\n\n", flowed=flowed), known.continues):
                truth = known.continues(junction.head, junction.tail)
                if truth is not None:
                    yield LineEnd(f"{style} ({folder.name})", truth, junction)
