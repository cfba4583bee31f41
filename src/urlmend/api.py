"""Public functions, re-exported by `urlmend`."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator

from urlmend.finder import FindOptions, find_candidates, find_urls, find_urls_by_window
from urlmend.model.document import Document
from urlmend.model.finding import PROFILES, Finding
from urlmend.model.span import Span
from urlmend.model.url import Found, Url
from urlmend.uri.schemes import SchemeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from urlmend.rules.registry import Rule


def find(text: str | Document, *, schemeless: bool = False, extend_schemes: Iterable[str] = ()) -> list[Url]:
    """Return the URLs of a text, rejoined, in document order.

    `schemeless` also finds `www.` hosts without a scheme; `extend_schemes` adds schemes to look for.
    Offsets in the result are in code points of the text. No text raises an exception.
    """
    urls = find_urls(_document(text), _options(schemeless, extend_schemes))
    return [url for url in urls if url.counts]


def find_in(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    headers: bool = False,
    schemeless: bool = False,
    extend_schemes: Iterable[str] = (),
) -> Iterator[Found]:
    """Yield the URLs of a file, a folder, a mailbox, an archive, bytes or a binary stream while it is read.

    Memory is bounded, whatever the size of a file. The arguments are those of `documents` and `find`.
    Raises OSError if something cannot be read.
    """
    options = _options(schemeless, extend_schemes)
    for document in _documents(source, headers, in_windows=True):
        for urls in find_urls_by_window(document, options):
            for url in urls:
                if url.counts:
                    place = document.locate(Span(url.spans[0].start, url.spans[-1].stop))
                    yield Found(url, document.name, place, document.message, document.part)


def documents(source: str | os.PathLike[str] | bytes | BinaryIO, *, headers: bool = False) -> Iterator[Document]:
    """Yield the documents of a file, a folder, bytes or a binary stream: plain text, mail, news, or archives of them.

    The type is detected by content. Mail gives one document for each subject and each text part, whose `locate`
    returns lines and columns of the file; `headers` also reads the other header fields. Mailboxes and archives are
    read as streams, message by message. Raises OSError if something cannot be read.
    """
    return _documents(source, headers, in_windows=False)


def _documents(
    source: str | os.PathLike[str] | bytes | BinaryIO, headers: bool, *, in_windows: bool
) -> Iterator[Document]:
    # Imported here: `find` does not need the modules that read files.
    from urlmend.sources import paths

    reading = paths.Reading(all_headers=headers, in_windows=in_windows)
    if isinstance(source, bytes):
        found = paths.read_stream(io.BytesIO(source), "-", len(source), reading)
    elif isinstance(source, str | os.PathLike):
        found = paths.documents([os.fspath(source)], reading)
    else:
        found = paths.read_stream(source, "-", None, reading)
    for document in found:
        if isinstance(document, paths.Problem):
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
    rules: Iterable[Rule] = (),
    show_secrets: bool = False,
) -> list[Finding]:
    """Return the findings on the URLs of a text by the rules of a profile (`rfc1738`, `rfc3986` or `whatwg`).

    `select`, `extend_select` and `ignore` take codes (`URL501`) and prefixes of them (`URL5`).
    `rules` adds rules made with `rule`; they are selected in the same way, and their exceptions propagate.
    `schemeless` and `extend_schemes` are those of `find`. Messages hide passwords unless
    `show_secrets`. Raises ValueError for an unknown profile or code, TypeError for a string instead of a list.
    """
    # Imported here: `find` does not need the rules.
    from urlmend.formats.reader import LABELS
    from urlmend.linting.linter import Linter

    document = _document(text)
    if document.format == "text":
        document.labelled = any(expression.search(document.text) for expression in LABELS.values())
    linter = Linter(_rules(profile, select, extend_select, ignore, rules), profile, show_secrets=show_secrets)
    urls = find_candidates(document, _options(schemeless, extend_schemes), ordinary=linter.applies_to_ordinary)
    return list(linter.findings(document, urls))


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
    rules: Iterable[Rule] = (),
) -> str:
    """Return the text with safe fixes for the findings of `lint` applied; safe fixes change no URL.

    `unsafe` also applies unsafe fixes. The other arguments and the errors are those of `lint`.
    One fix may make another one possible: there are at most ten rounds.
    """
    from urlmend.fixing.fixer import fix_text
    from urlmend.linting.linter import Linter

    linter = Linter(_rules(profile, select, extend_select, ignore, rules), profile)
    options = _options(schemeless, extend_schemes)

    def examine(document: Document) -> Iterator[Finding]:
        return linter.findings(document, find_candidates(document, options, ordinary=linter.applies_to_ordinary))

    return fix_text(Document(text), examine, options, unsafe=unsafe)


def _rules(
    profile: str, select: Iterable[str], extend_select: Iterable[str], ignore: Iterable[str], own: Iterable[Rule]
) -> list[Rule]:
    """Return the rules that run. Raises ValueError for an unknown profile or code, TypeError for a string of codes."""
    from urlmend.settings.rule_selection import select_rules

    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}: one of {', '.join(PROFILES)}")
    if isinstance(select, str) or isinstance(extend_select, str) or isinstance(ignore, str):
        raise TypeError("codes must be a list of strings")
    return select_rules(select, extend_select, ignore, profile=profile, own=own)


def _document(text: str | Document) -> Document:
    if isinstance(text, str):
        return Document(text)
    if not isinstance(text, Document):
        raise TypeError("text must be a string or a Document; find_in and documents read bytes and files")
    return text


def _options(schemeless: bool, extend_schemes: Iterable[str]) -> FindOptions:
    if isinstance(extend_schemes, str):
        raise TypeError("schemes must be a list of strings")
    return FindOptions(SchemeTable(frozenset(scheme.lower() for scheme in extend_schemes)), schemeless)
