"""Find the URLs that people wrote into plain text, put the broken ones back together, and lint them."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator

from urlmend.model import PROFILES, Document, Edit, Finding, Fix, Location, Url
from urlmend.scanner import Options, scan
from urlmend.schemes import SchemeTable
from urlmend.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.rules.registry import Rule

__all__ = ["Document", "Edit", "Finding", "Fix", "Location", "Span", "Url", "documents", "find", "fix", "lint"]
__version__ = "0.1.0"


def find(text: str | Document, *, schemeless: bool = False, extend_schemes: Iterable[str] = ()) -> list[Url]:
    """The URLs of a text, put together again, in the order in which they stand.

    `schemeless` finds `www.` hosts too; `extend_schemes` names more schemes to look for.
    Offsets in the result are in code points of the text. Never raises for any text.
    """
    urls = scan(_document(text), _options(schemeless, extend_schemes))
    return [url for url in urls if url.counts]


def documents(source: str | os.PathLike[str] | bytes, *, headers: bool = False) -> Iterator[Document]:
    """The documents of a file, a folder, or bytes: plain text, mail, news, or archives of them, told by content.

    Mail gives a document for each subject and each text part, whose `locate` speaks of lines
    and columns of the file; `headers` reads the other header fields too. Files are read as
    streams, message by message. Raises OSError for what cannot be read.
    """
    # `find` alone must not pay for loading what reads files.
    from urlmend import inputs

    reading = inputs.Reading(None, headers)
    if isinstance(source, bytes):
        found = inputs.read_stream(io.BytesIO(source), "-", len(source), reading)
    else:
        found = inputs.documents([os.fspath(source)], reading)
    for document in found:
        if isinstance(document, inputs.Problem):
            raise OSError(f"{document.name}: {document.reason}")
        yield document


def lint(
    text: str | Document,
    *,
    profile: str = "rfc3986",
    select: Iterable[str] = (),
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    schemeless: bool = False,
    extend_schemes: Iterable[str] = (),
    show_secrets: bool = False,
) -> list[Finding]:
    """What is wrong with the URLs of a text, by the rules of a profile (`rfc1738`, `rfc3986` or `whatwg`).

    `select`, `extend_select` and `ignore` take codes (`URL501`) and prefixes of them (`URL5`).
    `schemeless` and `extend_schemes` are those of `find`. Messages hide passwords unless
    `show_secrets`. Raises ValueError for an unknown profile or code.
    """
    # `find` alone must not pay for loading the rules.
    from urlmend.linter import Linter
    from urlmend.whole import suspects

    document = _document(text)
    linter = Linter(_rules(profile, select, extend_select, ignore), profile, show_secrets=show_secrets)
    look_for = scan if linter.speaks_of_clean else suspects
    return list(linter.findings(document, look_for(document, _options(schemeless, extend_schemes))))


def fix(
    text: str,
    *,
    unsafe: bool = False,
    profile: str = "rfc3986",
    select: Iterable[str] = (),
    extend_select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    schemeless: bool = False,
    extend_schemes: Iterable[str] = (),
) -> str:
    """The text with what `lint` finds in it mended, as far as that is safe: every URL stays what it was.

    `unsafe` mends by guessing too. The other arguments are those of `lint`, and so are the errors.
    What is mended anew may need mending again: there are up to ten rounds.
    """
    from urlmend.fixer import mend_text
    from urlmend.linter import Linter
    from urlmend.whole import suspects

    linter = Linter(_rules(profile, select, extend_select, ignore), profile)
    options, look_for = _options(schemeless, extend_schemes), scan if linter.speaks_of_clean else suspects

    def examine(text: str) -> Iterator[Finding]:
        document = Document(text)
        return linter.findings(document, look_for(document, options))

    return mend_text(text, examine, options, unsafe=unsafe)


def _rules(profile: str, select: Iterable[str], extend_select: Iterable[str], ignore: Iterable[str]) -> list[Rule]:
    """The rules that run. Raises ValueError for an unknown profile or code."""
    from urlmend.selection import select_rules

    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}: one of {', '.join(PROFILES)}")
    if isinstance(select, str) or isinstance(extend_select, str) or isinstance(ignore, str):
        raise TypeError("codes come as a list of strings")
    return select_rules(select, extend_select, ignore)


def _document(text: str | Document) -> Document:
    return Document(text) if isinstance(text, str) else text


def _options(schemeless: bool, extend_schemes: Iterable[str]) -> Options:
    return Options(SchemeTable(frozenset(scheme.lower() for scheme in extend_schemes)), schemeless)
