"""Secrets of a text that are in no URL: in header fields, settings, connection strings and members of JSON.

Only what people ask to be redacted is searched for them: a log or a paste. The names are those of the table `FORMS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.span import Span
from urlmend.redaction.forms import KNOWN_BEGINNINGS, Kind
from urlmend.redaction.known_tokens import KNOWN_TOKEN
from urlmend.redaction.placeholders import is_basic_login, is_known_token, is_template, is_token
from urlmend.redaction.secret_names import is_working_directory, kind_of_name

# A name, and the sign between it and its value: `password=`, `"password": `, `X-Api-Key: `, `--password `.
_FIELD = lazy(
    r"""
    (?P<name>[A-Za-z_] (?<![\w%].) (?P<option>(?<=--.)(?<![\w-]--.))? [\w.-]{1,80}+)
    (?: (?P<name_quote>\\{0,3}["']) (?:[ \t]{0,9}(?::|=>)[ \t]{0,9}) | [ \t]{0,3}=>?[ \t]{0,3} | [ \t]{0,9}:[ \t]{0,9}
      | (?(option)[ \t]|(?!)) )
    """,
    re.VERBOSE,
)
# A quote that is doubled, or after a backslash more than the first one, does not end a value.
_IN_QUOTES = repeated(r"(?P=quote){2} | (?!(?<!\\)(?P=quote))[^\r\n]")
_QUOTED = lazy(rf"""(?P<quote>\\{{0,3}}["'`]) (?P<value>{_IN_QUOTES})""", re.VERBOSE)
_IN_BRACES = lazy(r"\{[^{}\r\n]{1,200}\}(?=[;\s\"']|\Z)")
# A value of a connection string goes on to the next semicolon, and may have spaces.
_IN_CONNECTION = lazy(r"[^;\"'`\r\n]{1,200}(?=;)")
_WORD = lazy(r"[^\s,;&\"'`<>(){}\[\]]+")
# What may follow the only word of a value after a colon; other text is prose.
_ENDS_FIELD = lazy(r"[\"'`]?[ \t]*(?:[,;}\]\r\n]|\Z)")
_PARAMETER_BEGINS = lazy(r"[A-Za-z][\w-]{0,30}=[^=]")
_CALL = lazy(r"[ \t]?[(\[]")
_NO_VALUE = frozenset(("none", "null", "nil", "true", "false", "undefined"))
# Fields whose value is a scheme and a credential (RFC 9110 section 11.6.2), and schemes with nothing else after them.
_AUTHORIZATION = ("authorization", "proxyauthorization")
_CREDENTIAL = lazy(
    r"""[\\"']{0,4} (?: (?P<scheme>(?i:basic|bearer|token|apikey|negotiate|ntlm|dpop|key|sharedkey)) [ \t]+
          | [A-Za-z][\w-]{1,24} [ \t]+ )?
        (?P<value> [^\s,;"'`<>{}()\[\]\\]+ )""",
    re.VERBOSE,
)
_LOGIN = lazy(r"(?P<scheme>[bB](?<![\w-].)(?i:earer|asic))[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{8,4000}+)")
# Fields with several parameters: cookies, and the schemes whose credential is one of them.
_PARAMETERS = lazy(
    r"""[cCsSaA] (?<![\w-].) (?i:
            (?: (?<=c)ookie | (?<=s)et-cookie )["']?[ \t]{0,3}:[ \t"']{0,3} (?P<cookies>[^\r\n"']+)
          | (?<=a)uthorization["']?[ \t]{0,3}:[ \t"']{0,3} (?:digest|oauth|hawk|mac|aws4-[\w-]{1,20})[ \t]
            [^\r\n]+ )""",
    re.VERBOSE,
)
_PARAMETER = lazy(r"(?<![^\s,;:])[^\s=;,:\"']{1,100}+=[\"']?(?P<value>[^\s;,\"']+)")
# A known token may begin here, as `KNOWN_BEGINNINGS` says.
_REST_OF_BEGINNING = {
    first: "|".join(re.escape(word[1:]) for word in KNOWN_BEGINNINGS if word[0] == first)
    for first in sorted({word[0] for word in KNOWN_BEGINNINGS})
}
_BEGINNING = lazy(
    rf"[{''.join(_REST_OF_BEGINNING)}](?<![A-Za-z0-9_-].)"
    rf"(?={'|'.join(f'(?<={first})(?:{rest})' for first, rest in _REST_OF_BEGINNING.items())})"
)
_SEPARATORS = lazy(r"[^A-Za-z0-9]")
_TO_JUDGE = 400  # the characters of a value that show whether it is a token


def field_secrets(text: str) -> list[Span]:
    """Return the spans of the secrets in header fields, settings, connection strings and JSON, in any order."""
    return [*_values(text), *_logins(text), *_parameters(text), *_known_tokens(text)]


def _values(text: str) -> Iterator[Span]:
    """Yield the values of fields whose names say that they are secrets."""
    stop = 0
    for match in _FIELD.finditer(text):
        kind = kind_of_name(match["name"])
        if match.start() < stop or kind is None:
            continue
        if _SEPARATORS.sub("", match["name"]).lower() in _AUTHORIZATION:
            span, is_secret = _credential_at(text, match.end())
        else:
            span, is_secret = _value_of(text, match, kind)
        if is_secret or text[span.start - 1 : span.start] not in "\"'`":
            stop = span.stop
        if is_secret:
            yield span


def _credential_at(text: str, start: int) -> tuple[Span, bool]:
    """Return the span of the value of an authorization field, and whether it is a secret."""
    found = _CREDENTIAL.match(text, start)
    if found is None:
        return Span(start, start), False
    value = found["value"]
    return Span(*found.span("value")), not _is_no_value(value) and bool(found["scheme"] or is_token(value[:_TO_JUDGE]))


def _value_of(text: str, field: re.Match[str], kind: Kind) -> tuple[Span, bool]:
    """Return the span of the value of a field, without quotes, and whether it is a secret."""
    start = field.end()
    if kind is not Kind.PASSWORD_PARAMETER and _PARAMETER_BEGINS.match(text, start):
        return Span(start, start), False  # each parameter is a field of its own
    quoted = _QUOTED.match(text, start)
    if quoted:
        span = Span(*quoted.span("value"))
    else:
        is_connection = text[field.start() - 1 : field.start()] == ";"
        expressions = (_IN_BRACES, _IN_CONNECTION, _WORD) if is_connection else (_WORD,)
        found = next((match for expression in expressions if (match := expression.match(text, start))), None)
        span = Span(*found.span()) if found else Span(start, start)
    value = text[span.start : span.stop]
    if not is_secret_value(kind, value):
        return span, False
    if quoted or kind is not Kind.PASSWORD_PARAMETER:
        return span, True
    if is_working_directory(field["name"], value):
        return span, False
    is_prose = ":" in field.group() and not _ENDS_FIELD.match(text, span.stop)
    return span, not is_prose and not _CALL.match(text, span.stop)


def is_secret_value(kind: Kind | None, value: str) -> bool:
    """Whether a value is a secret, by the kind of its name: any value of a password, a token of other kinds."""
    if kind is None or _is_no_value(value):
        return False
    return kind is Kind.PASSWORD_PARAMETER or is_token(value[:_TO_JUDGE], weak=kind is Kind.WEAK_PARAMETER)


def _is_no_value(value: str) -> bool:
    return not value or is_template(value[:_TO_JUDGE]) or value.lower() in _NO_VALUE


def _logins(text: str) -> Iterator[Span]:
    """Yield the values of authorization fields without the name of the field."""
    for match in _LOGIN.finditer(text):
        value = match["value"][:_TO_JUDGE]
        if is_basic_login(value) if match["scheme"].lower() == "basic" else is_token(value):
            yield Span(*match.span("value"))


def _parameters(text: str) -> Iterator[Span]:
    """Yield the values that look random in cookies, and in authorization fields with several parameters."""
    for field in _PARAMETERS.finditer(text):
        for match in _PARAMETER.finditer(text, field.start(), field.end()):
            if is_token(match["value"][:_TO_JUDGE]):
                yield Span(*match.span("value"))


def _known_tokens(text: str) -> Iterator[Span]:
    """Yield the tokens whose beginning and length tell which service they open, wherever they are."""
    stop = 0
    for beginning in _BEGINNING.finditer(text):
        token = KNOWN_TOKEN.match(text, beginning.start()) if beginning.start() >= stop else None
        if token:
            stop = token.end()
            if is_known_token(token.group()):
                yield Span(*token.span())
