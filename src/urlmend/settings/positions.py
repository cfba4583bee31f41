"""Positions of keys and values in a settings file, for error messages: `tomllib` reports none."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from urlmend._lib.fast_typing import TYPE_CHECKING, NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.span import Span, merged, overlapping
from urlmend.redaction.detect import find_secrets
from urlmend.redaction.fields import field_secrets, is_secret_value
from urlmend.redaction.redact import mask, redact_names
from urlmend.redaction.secret_names import kind_of_name

if TYPE_CHECKING:
    from urlmend.redaction.forms import Kind

Key = tuple[str, ...]
"""The parts of a dotted key, and after them its VALUE, or one of the strings in this."""
VALUE = "\ud800"
"""Stands for the value of a key; no TOML document contains this string."""

_IN_STRING, _IN_STRINGS = repeated(r'[^"\\\n]++ | \\.'), repeated(r'[^"\\]++ | \\. | "{1,2}(?!")')
# A string that is not terminated ends with the line, or with the document.
_TOKEN = lazy(rf"""(?sx)
    (?P<string> \"{{3}} {_IN_STRINGS} (?:"{{3,5}} | \\?\Z)
    |           '{{3}} {repeated(r"[^']++ | '{1,2}(?!')")} (?:'{{3,5}} | \Z)
    |           " {_IN_STRING} (?:" | (?=\n) | \\?\Z)
    |           ' [^'\n]*+ '? )
    | (?P<word> [^\s\[\]{{}}=,."'\#]++ )
    | (?P<mark> [][{{}},\n] | = [ \t]*+ )
    | \#[^\n]*+
""")
# The number of parts of the longest key that is recorded: `tool.urlmend.per-file-ignores.PATTERN`.
_MAX_PARTS = 4
# How `tomllib` ends its messages.
_PLACE = lazy(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")


class Message(NamedTuple):
    """The message of an error in a settings file, with its line."""

    text: str
    line: str
    """The source line, without secrets; empty if the error has no place."""
    marked: Span
    """What the error is about in `line`."""
    fault: str
    """The message without the place."""
    span: Span
    """What the error is about in the text of the file (code points); empty at its start if the error has no place."""

    def __str__(self) -> str:
        """Return the message without the line."""
        return self.text


def located(text: str, faults: Sequence[tuple[Key, str]], table: Key) -> Iterator[Message]:
    """Yield the message of each fault after its line and column in a TOML document, in the order of these.

    The position is that of the key in a table, or the nearest table around it that the document has.
    """
    known, values = _read(text)
    secrets = _secrets(text, values)
    offsets = [_nearest(known, (*table, *key)) for key, _ in faults]
    for offset, (_, message) in sorted(zip(offsets, faults, strict=True), key=lambda pair: pair[0]):
        yield _message(text, offset, message, secrets) if offset < len(text) else _without_place(message)


def located_syntax_error(data: bytes, error: ValueError) -> Message:
    """Return the message of an error of `tomllib`, or in decoding UTF-8, after its line and column."""
    text = data.decode(errors="replace")
    if isinstance(error, UnicodeDecodeError):
        offset, fault = len(data[: error.start].decode()), "invalid UTF-8: save the file as UTF-8"
        return _message(text, offset, fault, _secrets(text, _read(text)[1]))
    message = str(error)
    place = _PLACE.search(message)
    fault = f"invalid TOML: {message[0].lower()}{message[1 : place.start() if place else None]}"
    if not place:
        return _without_place(fault)
    offset = _offset(text, int(place[1]), int(place[2])) if place[1] else len(text)
    return _message(text, offset, fault, _secrets(text, _read(text)[1]))


def _secrets(text: str, values: Sequence[Span]) -> list[Span]:
    """Return the values that are secrets, and the secrets that are found without the syntax of TOML, in comments, too.

    They ascend and do not overlap.
    """
    return merged([*values, *find_secrets(text), *field_secrets(text)])


def _message(text: str, offset: int, fault: str, secrets: Sequence[Span]) -> Message:
    """Return the message of a fault, with the line, in which the word or string at the offset is marked.

    A secret there is marked up to its ends.
    """
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    token = _TOKEN.match(text, offset)
    stop = max(offset, min(token.end(), end)) if token and token.lastgroup else offset
    low, high = offset, stop
    if inside := overlapping(secrets, offset, max(stop, offset + 1)):
        low, high = max(start, min(low, inside[0].start)), min(end, max(high, inside[-1].stop))
    bounds = pairwise((start, low, high, end))
    pieces = [mask(text, secrets, *piece) if piece[0] < piece[1] else "" for piece in bounds]
    marked = Span(len(pieces[0]), len(pieces[0]) + len(pieces[1]))
    place = f"{text.count(chr(10), 0, start) + 1}:{offset - start + 1}"
    fault = redact_names(fault)
    return Message(f"{place}: {fault}", "".join(pieces).rstrip("\r"), marked, fault, Span(offset, stop))


def _without_place(fault: str) -> Message:
    fault = redact_names(fault)
    return Message(f" {fault}", "", Span(0, 0), fault, Span(0, 0))


def _offset(text: str, line: int, column: int) -> int:
    """The offset of a line and column, both from 1."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return min(start + column - 1, len(text))


def _nearest(known: Mapping[Key, int], key: Key) -> int:
    """The offset of a key, or of the nearest table around it; the end of the document if it has none."""
    while key not in known:
        key = key[:-1]
    return known[key]


def positions(text: str) -> dict[Key, int]:
    """Return the offsets of the keys, tables and strings of a TOML document; that of `()` is its end."""
    return _read(text)[0]


def _read(text: str) -> tuple[dict[Key, int], list[Span]]:
    """Return the offsets of the keys, tables and strings of a TOML document, and the values that are secrets.

    The offset of `()` is that of its end. Of a key that occurs several times, it is the first.
    """
    found: dict[Key, int] = {(): len(text)}
    values: list[tuple[Kind | None, str, Span]] = []
    table: Key = ()
    path: Key = ()  # of the value that is read
    parts: list[tuple[str, int]] = []  # of the key that is read
    kind: Kind | None = None  # of the value that is read, by the last part of its key
    # Around the value: the delimiter that opened it, and `table`, `path` and `kind` before.
    outer: list[tuple[str, Key, Key, Kind | None]] = []
    is_key = True
    for token in _TOKEN.finditer(text):
        word = token[0].rstrip(" \t")  # which may follow `=`
        if token.lastgroup in ("string", "word"):
            if is_key:
                parts.append((_content(word), token.start()))
            else:
                content = _content(word)
                values.append((kind, content, Span(token.start(), token.start() + len(word))))
                found.setdefault((*path, content if token["string"] else VALUE), token.start())
        elif is_key and word in ("=", "]"):  # after a key, or the name of a table
            path = _record(found, table if word == "=" else (), parts)
            if word == "=":
                is_key, kind = False, kind_of_name(parts[-1][0]) if parts else None
                found.setdefault((*path, VALUE), token.end())
            elif parts:  # the second delimiter in `[[name]]` is after none
                table = path
            parts = []
        elif word in ("[", "{") and not is_key:
            outer.append((word, table, path, kind))
            if word == "{":
                table, is_key = path, True
        elif word in ("]", "}") and outer:
            _, table, path, kind = outer.pop()
            is_key = False
        elif word == "," and outer:
            is_key = outer[-1][0] == "{"
        elif word == "\n" and not outer:
            is_key, parts = True, []
    return found, [span for kind, value, span in values if is_secret_value(kind, value)]


def _record(found: dict[Key, int], table: Key, parts: Sequence[tuple[str, int]]) -> Key:
    """Record the parts of a dotted key in a table with their offsets, and return the key."""
    path = table
    for part, offset in parts:
        path = (*path, part)[:_MAX_PARTS]
        found.setdefault(path, offset)
    return path


def _content(word: str) -> str:
    """The content of a string, or a bare word."""
    if word[0] not in "\"'":
        return word
    try:
        return str(tomllib.loads(f"a = {word}")["a"]) if "\\" in word or word[:3] in ('"""', "'''") else word[1:-1]
    except ValueError:  # the file has changed in the meantime
        return word
