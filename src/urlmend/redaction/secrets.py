"""The secrets of a text, each in one piece: passwords, tokens and keys, and those of the URLs that it encodes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import OffsetMap, Span
from urlmend.redaction.forms import BASE64_URL, PROOFPOINT_URL, Secret
from urlmend.redaction.harmless import may_contain_token
from urlmend.redaction.interruptions import INTERRUPTION, has_interruption, offset_map
from urlmend.redaction.known_tokens import known_tokens
from urlmend.redaction.logins import logins
from urlmend.redaction.secret_paths import has_path_sign, secrets_after_words, secrets_in_paths
from urlmend.redaction.secret_values import secret_values

# A URL with backslashes instead of slashes.
_BACKSLASHED = lazy(r":\\(?:(?<=(?i:http):\\)|(?<=(?i:https):\\))[^\s<>\"]+")
# What encodes a URL that is part of another one, of JSON, or of HTML; and a run of characters with such an escape.
_ESCAPE = lazy(r"%([0-9A-Fa-f]{2})|\\(?:u00|x)([0-9A-Fa-f]{2})|&\#[xX]0{0,4}([0-9A-Fa-f]{2});|&\#0{0,4}([0-9]{2,3});")
_ENCODED_RUN = lazy(r"(?<![^\s<>\"])[^\s<>\"%\\&=]*+[%\\&=][^\s<>\"]*+")
# What is left of quoted-printable: escapes, and the `=` of soft line breaks.
# A soft line break may be within an escape of a URL: `%=` and `3A` on the next line.
_QUOTED_PRINTABLE = lazy(r"=(?:(?<!%=)(?<!%[0-9A-Fa-f]=)([0-9A-F]{2})|()()())")
_QUOTED_EQUALS = "=3D"
# What version 2 of Proofpoint's URL Defense writes for other characters than letters, digits and dots; `_` is a slash.
_PROOFPOINT = lazy(r"-([0-9A-F]{2})()()()")
_PROOFPOINT_VALUE = lazy(rf"(?<==){PROOFPOINT_URL}[^\s<>\"&=]*+")
_BASE64_VALUE = lazy(rf"(?<==)(?:{BASE64_URL})[A-Za-z0-9+/_-]*+")
_QUOTED_URL = lazy(rf"=(?:{PROOFPOINT_URL}|{BASE64_URL})")
# Escapes of characters that URLs consist of; those of spaces or national characters hide nothing.
_TELLING = lazy(r"%(?:25)*(?:2[1-9A-Fa-f]|3[0-9ABDFabdf]|[4-7][0-9A-Fa-f])|\\(?:u00|x)[2-7]|&\#")
# No real URL is encoded more often.
_MAX_DEPTH = 3


def secrets_of_text(text: str, depth: int = 0) -> list[Secret]:
    """Return the secrets of a text, in any order and overlapping.

    `depth` is how many layers of encoding were removed already.
    """
    if not has_interruption(text):
        return _secrets(text, depth)
    sources = offset_map(text, INTERRUPTION, lambda _: "")
    found = _secrets(INTERRUPTION.sub("", text), depth)
    return [secret._replace(span=_in_source(secret.span, sources)) for secret in found]


def _in_source(span: Span, sources: OffsetMap) -> Span:
    """The span of a source from the first to the last character of a span, without interruptions at its ends."""
    start = sources.to_source(span.start)
    return Span(start, sources.to_source(span.stop - 1) + 1) if span.start < span.stop else Span(start, start)


def _secrets(text: str, depth: int) -> list[Secret]:
    """The secrets of a text that nothing interrupts."""
    found = [*logins(text), *secret_values(text, is_nested=depth > 0)]
    is_path_possible = has_path_sign(text)
    paths = [*secrets_in_paths(text)] if is_path_possible else []
    found += paths
    if may_contain_token(text):
        found += known_tokens(text, is_nested=depth > 0)
        found += [secret for secret in secrets_after_words(text) if not _is_within(secret, paths)]
    if depth < _MAX_DEPTH and (
        (("%" in text or "\\" in text or "&#" in text) and _TELLING.search(text))
        or _QUOTED_EQUALS in text
        or (is_path_possible and "=" in text)
    ):
        found += _encoded(text, depth + 1)
    if depth < _MAX_DEPTH and ":\\" in text:
        found += _backslashed(text, depth + 1)
    if depth < _MAX_DEPTH and "=" in text and _QUOTED_URL.search(text):
        found += _quoted(text, depth + 1)
    return found


def _is_within(secret: Secret, others: list[Secret]) -> bool:
    """Whether a secret is a part of one of others, which ascend."""
    at = bisect_right(others, secret.span.start, key=lambda other: other.span.start)
    return at > 0 and others[at - 1].span.stop >= secret.span.stop


def _backslashed(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of URLs with backslashes, as browsers read them."""
    for match in _BACKSLASHED.finditer(text):
        for secret in secrets_of_text(match.group().replace("\\", "/"), depth):
            low, high = (match.start() + at for at in secret.span)
            yield secret._replace(span=Span(low, high), depth=secret.depth + 1)


def _encoded(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of runs of characters, found after removing one layer of encoding."""
    for match in _ENCODED_RUN.finditer(text):
        run = match.group()
        may_be_quoted = _QUOTED_EQUALS in run or ("=" in run and has_path_sign(run))
        for escapes in (_ESCAPE, _QUOTED_PRINTABLE) if may_be_quoted else (_ESCAPE,):
            yield from _decoded(run, escapes, match.start(), depth)


def _decoded(run: str, escapes: re.Pattern[str], start: int, depth: int) -> Iterator[Secret]:
    """Yield the secrets of a run of characters at an offset, found after its escapes are removed."""
    decoded = escapes.sub(_character, run)
    if decoded == run:
        return
    if found := secrets_of_text(decoded, depth):
        to_source = offset_map(run, escapes, _character).to_source
        for secret in found:
            low, high = (start + to_source(at) for at in secret.span)
            yield secret._replace(span=Span(low, high), depth=secret.depth + 1)


def _quoted(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of URLs that the values of parameters contain in base64, or as Proofpoint writes them."""
    for match in _PROOFPOINT_VALUE.finditer(text):
        run = match.group().replace("_", "/")
        yield from _decoded(run, _PROOFPOINT, match.start(), depth)
    for match in _BASE64_VALUE.finditer(text):
        digits = match.group()
        digits = digits[: len(digits) - (len(digits) % 4 == 1)]  # no bytes are encoded in one digit
        for secret in secrets_of_text(decode_base64(digits).decode("latin-1"), depth):
            low, high = secret.span
            span = Span(match.start() + low * 4 // 3, match.start() - high * 4 // -3)  # rounded down, and up
            yield secret._replace(span=span, depth=secret.depth + 1)


def without_quoted_printable(text: str) -> str:
    """Return a text without what is left of quoted-printable in it, if anything is."""
    return _QUOTED_PRINTABLE.sub(_character, text) if _QUOTED_EQUALS in text else text


def _character(escape: re.Match[str]) -> str:
    number, script, entity, decimal = escape.groups()
    number = number or script or entity
    return chr(int(number, 16)) if number else chr(int(decimal)) if decimal else ""
