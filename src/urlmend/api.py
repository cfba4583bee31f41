"""The public functions; `urlmend` re-exports them."""

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
    """The URLs of a text, put together again, in the order in which they stand.

    `schemeless` finds `www.` hosts too; `extend_schemes` names more schemes to look for.
    Offsets in the result are in code points of the text. Never raises for any text.
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
    """The URLs of a file, a folder, a mailbox, an archive, bytes or a stream of them, one by one as it is read.

    Memory stays bounded, however large a file is. The arguments are those of `documents` and
    of `find`. Raises OSError for what cannot be read.
    """
    options = _options(schemeless, extend_schemes)
    for document in _documents(source, headers, in_stretches=True):
        for urls in find_urls_by_window(document, options):
            for url in urls:
                if url.counts:
                    place = document.locate(Span(url.spans[0].start, url.spans[-1].stop))
                    yield Found(url, document.name, place, document.message, document.part)


def documents(source: str | os.PathLike[str] | bytes | BinaryIO, *, headers: bool = False) -> Iterator[Document]:
    """The documents of a file, a folder, bytes or a stream: plain text, mail, news, or archives of them.

    Which of these it is, its content tells. Mail gives a document for each subject and each text
    part, whose `locate` speaks of lines and columns of the file; `headers` reads the other header
    fields too. Mailboxes and archives are read as streams, message by message. Raises OSError for
    what cannot be read.
    """
    return _documents(source, headers, in_stretches=False)


def _documents(
    source: str | os.PathLike[str] | bytes | BinaryIO, headers: bool, *, in_stretches: bool
) -> Iterator[Document]:
    # `find` alone must not pay for loading what reads files.
    from urlmend.sources import paths as inputs

    reading = inputs.Reading(all_headers=headers, in_windows=in_stretches)
    if isinstance(source, bytes):
        found = inputs.read_stream(io.BytesIO(source), "-", len(source), reading)
    elif isinstance(source, str | os.PathLike):
        found = inputs.documents([os.fspath(source)], reading)
    else:
        found = inputs.read_stream(source, "-", None, reading)
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
    rules: Iterable[Rule] = (),
    show_secrets: bool = False,
) -> list[Finding]:
    """What is wrong with the URLs of a text, by the rules of a profile (`rfc1738`, `rfc3986` or `whatwg`).

    `select`, `extend_select` and `ignore` take codes (`URL501`) and prefixes of them (`URL5`).
    `rules` are own ones, made with `rule`; they are chosen in the same way, and what they raise is raised.
    `schemeless` and `extend_schemes` are those of `find`. Messages hide passwords unless
    `show_secrets`. Raises ValueError for an unknown profile or code, TypeError for a string in the place of a list.
    """
    # `find` alone must not pay for loading the rules.
    from urlmend.linting.linter import Linter

    document = _document(text)
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
    """The text with what `lint` finds in it mended, as far as that is safe: every URL stays what it was.

    `unsafe` mends by guessing too. The other arguments are those of `lint`, and so are the errors.
    What is mended anew may need mending again: there are up to ten rounds.
    """
    from urlmend.fixing.fixer import fix_text
    from urlmend.linting.linter import Linter

    linter = Linter(_rules(profile, select, extend_select, ignore, rules), profile)
    options = _options(schemeless, extend_schemes)

    def examine(text: str) -> Iterator[Finding]:
        document = Document(text)
        return linter.findings(document, find_candidates(document, options, ordinary=linter.applies_to_ordinary))

    return fix_text(text, examine, options, unsafe=unsafe)


def _rules(
    profile: str, select: Iterable[str], extend_select: Iterable[str], ignore: Iterable[str], own: Iterable[Rule]
) -> list[Rule]:
    """The rules that run. Raises ValueError for an unknown profile or code."""
    from urlmend.settings.rule_selection import select_rules

    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}: one of {', '.join(PROFILES)}")
    if isinstance(select, str) or isinstance(extend_select, str) or isinstance(ignore, str):
        raise TypeError("codes come as a list of strings")
    return select_rules(select, extend_select, ignore, own=own)


def _document(text: str | Document) -> Document:
    if isinstance(text, str):
        return Document(text)
    if not isinstance(text, Document):
        raise TypeError("a text is a string or a Document; find_in and documents read bytes and files")
    return text


def _options(schemeless: bool, extend_schemes: Iterable[str]) -> FindOptions:
    if isinstance(extend_schemes, str):
        raise TypeError("schemes come as a list of strings")
    return FindOptions(SchemeTable(frozenset(scheme.lower() for scheme in extend_schemes)), schemeless)
