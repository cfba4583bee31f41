"""Public functions, re-exported by `urlmend`."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterable, Iterator

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend.finder import FindOptions, find_candidates, find_urls, find_urls_by_window
from urlmend.model.document import Document, Region
from urlmend.model.finding import PROFILES, Finding
from urlmend.model.span import Span
from urlmend.model.url import Found, Url
from urlmend.uri.schemes import SchemeTable

if TYPE_CHECKING:
    from urlmend.model.aliases import Profile, Source, Stream, Strings
    from urlmend.rules.registry import Rule
    from urlmend.sources.paths import Problem


def find(text: str | Document, *, schemeless: bool = False, extend_schemes: Strings = ()) -> list[Url]:
    """Return the URLs of a text, rejoined, in document order.

    `schemeless` also finds `www.` hosts without a scheme; `extend_schemes` adds schemes to look for.
    Offsets in the result are in code points of the text. URLs of more than 8,192 code points are cut. No text raises
    an exception; ConfigError is raised for an invalid scheme, TypeError for an argument of another type.
    """
    urls = find_urls(_document(text), _options(schemeless, extend_schemes))
    return [url for url in urls if url.counts]


def find_in(
    source: Source, *, headers: bool = False, schemeless: bool = False, extend_schemes: Strings = ()
) -> Iterator[Found]:
    """Yield the URLs of a file, a folder, a mailbox, an archive, bytes, a stream or a message while it is read.

    A string is a path, and `-` is standard input; use `find` for a text. Memory is bounded, whatever the size of a
    file. Undecodable bytes in URLs are lone surrogates (see `Document`). A binary file has no URLs. The arguments and
    the errors are those of `documents` and `find`.
    """
    return _found(_documents(source, headers, in_windows=True), _options(schemeless, extend_schemes))


def _found(documents: Iterable[Document], options: FindOptions) -> Iterator[Found]:
    """Yield the URLs of documents."""
    for document in documents:
        for urls in find_urls_by_window(document, options):
            for url in urls:
                if url.counts:
                    place = document.locate(Span(url.spans[0].start, url.spans[-1].stop))
                    shown = document.place(url.spans[0].start)
                    yield Found(url, document.name, place, document.message, document.part, shown)


def documents(source: Source, *, headers: bool = False) -> Iterator[Document]:
    """Yield the documents of a file, a folder, bytes or a stream: plain text, mail, news, or archives of them.

    The type is detected by content. Mail gives one document for each subject and each text part, whose `locate` returns
    lines and columns of the file; `headers` also reads the other header fields. Mailboxes and archives are read as
    streams, message by message. A stream is a file that is open in binary or text mode, or another object with such a
    method `read`; a message is one of the module `email`, such as `EmailMessage`. The path `-` is standard input. A
    binary file has no documents. Raises TypeError for another source, and ValueError for a text in the place of a path.
    Iterating raises OSError if something cannot be read, such as FileNotFoundError, or at last if that needs a package;
    its `filename` is the name of the file.
    """
    return _documents(source, headers, in_windows=False)


def _documents(source: Source, headers: bool, *, in_windows: bool) -> Iterator[Document]:
    # Imported here: `find` does not need the modules that read files.
    from urlmend.sources import paths

    reading = paths.Reading(all_headers=headers, in_windows=in_windows)
    if isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
        found = paths.read_stream(io.BytesIO(data), "-", len(data), reading)
    elif isinstance(source, str) and ("\n" in source or "\r" in source):
        raise ValueError("a text, not the path of a file: use find or lint")
    elif isinstance(source, str | os.PathLike):
        from urlmend.sources.listing import documents as documents_of

        found = documents_of([os.fspath(source)], reading)
    elif hasattr(source, "as_bytes"):  # a message, without importing its module
        data = source.as_bytes()
        found = paths.read_stream(io.BytesIO(data), "-", len(data), reading._replace(input_kind=paths.InputKind.MAIL))
    elif hasattr(source, "read"):
        stream = source if isinstance(source, io.BufferedIOBase) else _Encoded(source)
        found = paths.read_stream(stream, _name(source), None, reading)  # type: ignore[arg-type]  # it only reads
    else:
        raise TypeError(f"source must be a path, bytes, a file or a message, not {type(source).__name__}")
    return _without_problems(found)


def _without_problems(found: Iterable[Document | Problem]) -> Iterator[Document]:
    """Yield the documents. Raises OSError for a problem, and after all others for a package that is not installed."""
    from urlmend.sources.paths import Problem, Skipped  # loaded before

    unread: Problem | None = None
    for document in found:
        if not isinstance(document, Problem):
            yield document
        elif not isinstance(document, Skipped):  # such as FileNotFoundError
            number = next((number for number in errno.errorcode if os.strerror(number) == document.reason), errno.EIO)
            raise OSError(number, document.reason, document.name)
        elif document.needs_package:
            unread = unread or document
    if unread:
        raise OSError(errno.EIO, unread.reason, unread.name)


class _Encoded(io.RawIOBase):
    """A binary or text stream as a binary one."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Read so many bytes, or so many characters as UTF-8. Raises TypeError for a stream of something else."""
        data = self._stream.read(size)
        if isinstance(data, bytes):
            return data
        if not isinstance(data, str):
            raise TypeError(f"read() of a source must return bytes or a string, not {type(data).__name__}")
        try:
            return data.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # surrogates that stand for no byte
            return data.encode("utf-8", "replace")


def _name(stream: object) -> str:
    """Return the name of the file that a stream reads."""
    name = getattr(stream, "name", "-")
    return name if isinstance(name, str) else "-"


def redact(text: str) -> str:
    """Return a text with the passwords, tokens and other secrets in it replaced by `***`.

    Those are the secrets of URLs, including all pieces that a line break interrupts, and those of header fields such as
    `Authorization`, settings such as `password=`, members of JSON, and connection strings.
    Raises TypeError for an argument that is no string.
    """
    # Imported here: `find` does not need it.
    from urlmend.filters.redacting import redacted

    return redacted(_string(text))


def mend(text: str, *, unwrap: bool = False) -> str:
    """Return a text with each broken URL in one piece, on the line where it begins; all other text is unchanged.

    A URL is left as it is where its reading is a guess. `unwrap` also replaces the URLs of gateways and redirects by
    their targets. Raises TypeError for an argument that is no string.
    """
    # Imported here: `find` does not need it.
    from urlmend.filters.mending import mended

    return mended(_string(text), unwrap=unwrap)


def lint(
    text: str | Document,
    *,
    profile: Profile = "rfc3986",
    select: Strings = (),
    extend_select: Strings = (),
    ignore: Strings = (),
    schemeless: bool = False,
    extend_schemes: Strings = (),
    rules: Iterable[Rule] = (),
    show_secrets: bool = False,
) -> list[Finding]:
    """Return the findings on the URLs of a text by the rules of a profile (`rfc1738`, `rfc3986` or `whatwg`).

    `select`, `extend_select` and `ignore` take codes (`URL501`), prefixes (`URL5`) and names (`password`).
    `rules` adds rules made with `rule`; they are selected in the same way. An exception in one of them propagates; an
    invalid hit raises ConfigError with the code of the rule. No text raises other exceptions.
    `schemeless` and `extend_schemes` are those of `find`. Messages hide passwords unless
    `show_secrets`. Fixes are those that `fix` may apply, by the text around them;
    `fix` also reads the result, and leaves those that would change more than their URLs.
    Raises ConfigError for an unknown code, ValueError for an unknown profile, TypeError for arguments of
    other types.
    """
    # Imported here: `find` does not need the rules.
    from urlmend.linting.linter import Linter
    from urlmend.linting.relative_links import with_relative_links

    document = _document(text)
    linter = Linter(_rules(profile, select, extend_select, ignore, rules), profile, show_secrets=show_secrets)
    options = _options(schemeless, extend_schemes)
    urls = find_candidates(document, options, ordinary=linter.applies_to_ordinary)
    findings = list(linter.findings(document, with_relative_links(document, urls)))
    if not any(finding.fix for finding in findings):
        return findings
    from urlmend.fixing.offers import offered

    return list(offered(_editable(document), findings))


def _editable(document: Document) -> Document:
    """Return a document that can be edited, if it is a text that the caller made; else the document."""
    if document.origin or document.region:
        return document
    text = Document(document.text, document.name, region=Region(0, len(document.text), "utf-8"))
    text.format, text.flowed, text.declared = document.format, document.flowed, document.declared
    text.is_declared_in_text = document.is_declared_in_text
    return text


def fix(
    text: str,
    *,
    unsafe: bool = False,
    profile: Profile = "rfc3986",
    select: Strings = (),
    extend_select: Strings = (),
    ignore: Strings = (),
    schemeless: bool = False,
    extend_schemes: Strings = (),
    rules: Iterable[Rule] = (),
) -> str:
    """Return the text with safe fixes for the findings of `lint` applied: URLs keep their meaning (RFC 3986 section 6).

    `unsafe` also applies unsafe fixes. The other arguments and the errors are those of `lint`.
    One fix may make another one possible: there are at most ten rounds.
    """
    from urlmend.fixing.fixer import fix_text
    from urlmend.linting.linter import Linter

    linter = Linter(_rules(profile, select, extend_select, ignore, rules), profile)
    options = _options(schemeless, extend_schemes)

    def examine(document: Document) -> Iterator[Finding]:
        return linter.findings(document, find_candidates(document, options, ordinary=linter.applies_to_ordinary))

    return fix_text(Document(_string(text)), examine, options, unsafe=unsafe)


def _rules(
    profile: Profile, select: Strings, extend_select: Strings, ignore: Strings, own: Iterable[Rule]
) -> list[Rule]:
    """Return the rules that run. Raises ValueError for an unknown profile or code, TypeError for other than strings."""
    from urlmend.settings.config import Config
    from urlmend.settings.faults import checked_strings
    from urlmend.settings.rule_selection import rules_of

    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}: one of {', '.join(PROFILES)}")
    settings = Config(
        profile=profile,
        select=checked_strings(select, "select"),
        extend_select=checked_strings(extend_select, "extend_select"),
        ignore=checked_strings(ignore, "ignore"),
    )
    if own != ():
        from urlmend.settings.plugins import checked  # only own rules need it

        own = checked(own)
    return rules_of(settings, own=own)


def _string(text: str) -> str:
    """Return the argument. Raises TypeError if it is no string."""
    if not isinstance(text, str):
        raise _no_text(text, "a string")
    return text


def _document(text: str | Document) -> Document:
    if isinstance(text, str):
        return Document(text)
    if not isinstance(text, Document):
        raise _no_text(text, "a string or a Document")
    return text


# What to do with an argument that is no text, by its type: missing values and columns of data frames, and bytes.
_MISSING = ": leave missing values out, in pandas by `column.dropna()`, in Polars by `column.drop_nulls()`"
_INSTEAD = {
    **dict.fromkeys(("NoneType", "float", "NAType", "NaTType"), _MISSING),
    **dict.fromkeys(("int", "bool"), ": convert other values, in pandas by `column.astype(str)`"),
    **dict.fromkeys(("Series", "ndarray", "list", "tuple"), ": call it for each text, in pandas by `column.map`"),
    **dict.fromkeys(("bytes", "bytearray", "memoryview"), ": decode bytes first; find_in and documents read files"),
    "Document": ": call it for its `text`; to fix files, use `urlmend lint --fix`",
}


def _no_text(value: object, wanted: str) -> TypeError:
    """Return the error for an argument that is no text, which says what to do."""
    name = type(value).__name__
    return TypeError(f"text must be {wanted}, not {name}{_INSTEAD.get(name, '; find_in and documents read files')}")


def _options(schemeless: bool, extend_schemes: Strings) -> FindOptions:
    schemes: tuple[str, ...] = ()
    if extend_schemes != ():
        from urlmend.settings.faults import checked, checked_strings  # only these schemes need it

        given = checked_strings(extend_schemes, "extend_schemes")
        schemes = checked("extend-schemes", [scheme.lower() for scheme in given], "extend_schemes")
    return FindOptions(SchemeTable(frozenset(schemes)), schemeless)
