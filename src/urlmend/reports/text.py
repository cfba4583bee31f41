"""Plain text, safe for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlmend.model import Document, Finding, Url
from urlmend.patterns import lazy

# Control characters, and the format characters that turn text around or hide it.
_UNSAFE = lazy("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with each control character written as an escape, as in Python's string literals."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def urls(found: Iterable[Url]) -> Iterator[str]:
    """One URL a line."""
    lines = "\n".join([url.text for url in found])
    if lines:
        # One look at all of them: hardly ever is there anything to escape.
        clean = lines.replace("\n", "").isprintable() and lines.isascii()
        yield (lines if clean else "\n".join(printable(line) for line in lines.split("\n"))) + "\n"


def findings(document: Document, found: Iterable[Finding]) -> Iterator[str]:
    """One finding a line: `FILE:LINE:COL: CODE message`."""
    name = printable(document.name)
    for finding in found:
        at = document.locate(finding.spans[0])
        yield f"{name}:{at.line}:{at.column}: {finding.code} {printable(finding.message)}\n"
