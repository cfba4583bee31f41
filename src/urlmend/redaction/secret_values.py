"""Secrets in the values of parameters, and in the members of JSON that is such a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.span import Span
from urlmend.redaction.forms import Kind, Secret
from urlmend.redaction.known_tokens import token_at
from urlmend.redaction.placeholders import is_basic_login, is_known_token, is_token
from urlmend.redaction.secret_names import is_working_directory, kind_of_name
from urlmend.uri.placeholders import looks_random

# The beginning of a parameter, in a query, a fragment, a path or a connection string. The `=` is not part of the match:
# its value may begin with another parameter (`odbc_connect=PWD=...`).
_PARAMETER = lazy(r"(?:[?&=@,!]|\#!?/?|;[+ ]?|\\u0026|\\u003[Ff])(?P<name>[\w.%\[\]-]{1,80}+)(?==[^\s&;#\"'<>])")
_IN_PASSWORD = repeated(
    r"""
    [^&;\#\s<>\"'`\\{]++ | \{[^{}\s]*\} | \{
    | ;(?![+ ]?[\w.%\[\]-]{0,80}=)(?=\w)             # no next parameter
    | '(?=\w) | \\(?=\w\w)(?!u00)
    """,
    least=1,
)
_PASSWORD_VALUE = lazy(
    rf"= ( {_IN_PASSWORD} )",
    re.VERBOSE,
)
# No value of a token contains another character than printable ASCII.
_VALUE_END = lazy(r"[&;#?<>\"'`\\{}]|[^!-~]|\Z")
# The delimiter of a placeholder before a value that may be a token nevertheless.
_BRACKET = lazy(r"(?:\$?[{\[]{1,3}|%7[Bb]|%5[Bb])(?=\w)")
_AFTER_VALUE = ").,:!]"
_WHITE_SPACE = lazy(r"\s")
# The characters of a value that show whether it is a token, not cut within an escape.
_TO_JUDGE = lazy(r".{0,400}(?<!%)(?<!%.)", re.DOTALL)
# The scheme of an authorization header, with the header's name or without, before its value.
_SPACE = r"(?:%20|[+ ])"
_HEADER = rf"=(?:[\w-]{{1,40}}(?::|%3[Aa]){_SPACE}?)?"
_AUTHORIZATION = lazy(rf"{_HEADER}(?P<scheme>(?i:bearer|basic)){_SPACE}+")
_ANY_AUTHORIZATION = lazy(rf"{_HEADER}(?P<scheme>[A-Za-z][A-Za-z-]{{1,20}}){_SPACE}+")
# Members of JSON: in a text, only in the value of a parameter.
_JSON_START = lazy(r"[?&\#;](?:[\w.-]{1,80}=)?[\[{](?=[\s\[{]{0,20}\\{0,3}[\"'])")
_JSON_SIGN = lazy(r"[\"']\s?:")
_MEMBER = lazy(
    r"""
    \\{0,3}(?P<quote>["'])(?P<name>[\w.-]{1,80})\\{0,3}(?P=quote) \s{0,3}:\s{0,3} \\{0,3}(?P=quote)
    (?P<value>(?:(?!(?P=quote))[^\\\r\n])+)
    """,
    re.VERBOSE,
)
_MEMBER_AUTHORIZATION = lazy(r"(?i:(?P<scheme>bearer|basic|token)) +")


def secret_values(text: str, *, is_nested: bool) -> Iterator[Secret]:
    """Yield the secrets in the values of parameters; `is_nested`: in a text that a URL encodes."""
    if "=" in text:
        yield from _parameters(text)
    if _JSON_SIGN.search(text):
        yield from _members(text, is_nested=is_nested)


def _parameters(text: str) -> Iterator[Secret]:
    """Yield the secrets in the values of parameters."""
    stop = end = 0
    for match in _PARAMETER.finditer(text):
        name, equals = match["name"], match.end()
        kind = kind_of_name(name)
        if match.start() < stop:
            continue
        if kind is None and (known := token_at(text, equals + 1)):
            if is_known_token(known.group()):
                yield Secret(Span(*known.span()), Kind.KNOWN_TOKEN, name, known.group())
            continue
        if kind is Kind.PASSWORD_PARAMETER:
            is_folder = is_working_directory(name, text[equals + 1 : equals + 4])
            value = None if is_folder else _PASSWORD_VALUE.match(text, equals)
            if value:
                stop = value.end()
                yield Secret(Span(*value.span(1)), kind, name, value[1])
            continue
        header = (_ANY_AUTHORIZATION if kind and "auth" in name.lower() else _AUTHORIZATION).match(text, equals)
        if header and end <= header.end():  # values may begin with other parameters, and then have the same end
            end = _end_of_value(text, header.end())
        if header and (span := _authorization(text, header, end)):
            stop = span.stop
            yield Secret(span, kind or Kind.KNOWN_TOKEN, name, text[span.start : span.stop])
            continue
        if kind is None:
            continue
        bracket = _BRACKET.match(text, equals + 1)
        start = bracket.end() if bracket else equals + 1
        if end <= start:
            end = _end_of_value(text, start)
        start, stop_of_token = _without_quotes(text, start, end)
        token = _to_judge(text, start, stop_of_token)
        if is_token(token, weak=kind is Kind.WEAK_PARAMETER) and (bracket is None or looks_random(token)):
            stop = end
            yield Secret(Span(start, stop_of_token), kind, name, text[start:stop_of_token])


def _without_quotes(text: str, start: int, stop: int) -> tuple[int, int]:
    """The range of a value without encoded quotes around it."""
    quote = text[start : start + 3]
    if quote in ("%22", "%27") and stop - start >= 2 * len(quote) and text.endswith(quote, start, stop):
        return start + len(quote), stop - len(quote)
    return start, stop


def _authorization(text: str, header: re.Match[str], end: int) -> Span | None:
    """Where the value of an authorization header that ends at an offset is a secret."""
    value = _to_judge(text, header.end(), end)
    is_secret = is_basic_login(value) if header["scheme"].lower() == "basic" else is_token(value)
    return Span(header.end(), end) if is_secret else None


def _members(text: str, *, is_nested: bool) -> Iterator[Secret]:
    """Yield the secrets in the members of JSON that is the value of a parameter."""
    stop = 0
    for start in _JSON_START.finditer(text):
        if start.start() < stop:
            continue
        end = None if is_nested else _WHITE_SPACE.search(text, start.end())
        stop = end.start() if end else len(text)
        for match in _MEMBER.finditer(text, start.end(), stop):
            if (kind := kind_of_name(match["name"])) and (span := _secret_of_member(text, match, kind)):
                yield Secret(span, kind, match["name"], text[span.start : span.stop])


def _secret_of_member(text: str, match: re.Match[str], kind: Kind) -> Span | None:
    start, stop = match.span("value")
    if kind is Kind.PASSWORD_PARAMETER:
        return Span(start, stop)
    if (header := _MEMBER_AUTHORIZATION.match(text, start, stop)) and (span := _authorization(text, header, stop)):
        return span
    return Span(start, stop) if is_token(match["value"], weak=kind is Kind.WEAK_PARAMETER) else None


def _end_of_value(text: str, start: int) -> int:
    found = _VALUE_END.search(text, start)
    end = found.start() if found else len(text)
    while end > start and text[end - 1] in _AFTER_VALUE:
        end -= 1
    return end


def _to_judge(text: str, start: int, end: int) -> str:
    match = _TO_JUDGE.match(text, start, end)
    return match.group() if match else ""
