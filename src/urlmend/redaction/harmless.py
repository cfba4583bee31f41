"""Expressions for parts of URLs without secrets, of which the fast path makes those for ordinary URLs.

They match less than what has no secret: tests/finder/test_fast_ordinary.py compares them with the table of forms.
"""

from __future__ import annotations

from itertools import groupby

from urlmend.redaction.forms import BASE64_URL, FORMS, PROOFPOINT_URL, Kind
from urlmend.redaction.placeholders import MIN_TOKEN

_ANY_VALUE = (Kind.PASSWORD_PARAMETER,)
_LONG_VALUE = (Kind.PARAMETER, Kind.WEAK_PARAMETER)


# The beginnings of most hosts whose paths are secrets, and the ends of the others. Expressions need not be exact here,
# but fast: few hosts begin with one of these letters.
_INITIALS = "acdehmopACDEHMOP"
_BEGINNINGS = (
    r"hooks?\.|hc-ping\.|ptb\.|canary\.|discord|api\.telegram|outlook\.|maker\.|open\.|calendar\.|events\.pagerduty"
)
_NO_BEGINNING = f"(?:(?=[^{_INITIALS}])|(?!(?i:{_BEGINNINGS})))"
NO_SERVICE = rf"{_NO_BEGINNING}(?![\w-]+\.(?i:infura|webhook|g\.alchemy)\.)"
"""Not before a host whose paths are secrets."""
NO_SERVICE_BEFORE = _NO_BEGINNING
"""The same for a host that `NO_SERVICE_AFTER` follows."""
NO_SERVICE_AFTER = r"(?<!(?i:\.infura\.io))(?<!(?i:\.g\.alchemy\.com))(?<!(?i:\.webhook\.office\.com))"


# What separates the parts of the name of a parameter: nothing, or a character, escaped or not.
_SEPARATORS = ("[_.-]", "%[0-9A-F]{2}")
# The last parts of names of passwords that names of parameters without a secret end in, too.
_COMMON_PARTS = ("word", "code", "phrase")


def _endings(word: str) -> tuple[str, ...]:
    """What names that end in a word end in, whatever separates the parts of the name; each of a fixed width."""
    if word.endswith("id"):
        return word[-4:], *(f"{separator}id" for separator in _SEPARATORS)
    if word.endswith(("pw", "wd")):  # a separator, or nothing, may precede them
        return (f".{word[-2:]}",)
    if word.startswith("pass") and word.endswith(_COMMON_PARTS):
        part = word.removeprefix("pass")
        return tuple(f"s{separator}{part}" for separator in ("", *_SEPARATORS))
    if word == "passwordconfirmation":
        return ("mation",)
    return (word[-3:] if word.endswith("key") else word[-4:],)


def _width(ending: str) -> int:
    """The number of characters that an ending matches."""
    return len(ending.replace(_SEPARATORS[0], "_").replace(_SEPARATORS[1], "%5F"))


def _not_after(kinds: tuple[Kind, ...], equals: str) -> str:
    """An expression that fails after the names of parameters of some kinds, or `]`, and `equals`."""
    words = {word.removeprefix("^") for form in FORMS if form.kind in kinds for word in form.match}
    found = {"%5D", *(ending for word in words for ending in _endings(word))}
    by_width = groupby(sorted(found, key=_width), key=_width)
    return "".join(f"(?<!(?i:{'|'.join(sorted(group))}){equals})" for _, group in by_width)


# No URL that is quoted otherwise than by percent-encoding: few values begin with one of these letters.
_NO_URL = f"(?:(?=[^hfaZcbY])|(?!{PROOFPOINT_URL}|{BASE64_URL}))"


def _no_secret_after(equals: str) -> str:
    short = rf"(?![A-Za-z0-9%._~+/|:!*,=-]{{{MIN_TOKEN}}})"
    no_password, no_secret = (_not_after(kinds, equals) for kinds in (_ANY_VALUE, _ANY_VALUE + _LONG_VALUE))
    return f"(?:{short}{no_password}|{NO_SERVICE}{_NO_URL}{no_secret})"


EQUALS = f"=(?!3D){_no_secret_after('=')}"
"""The `=` of a parameter whose name and value are not those of a secret; it is not left of quoted-printable."""
# Escaped letters and digits may hide a name, an escaped `%` anything, and an escaped `=` a parameter.
_ESCAPED_EQUALS = rf"3[Dd]{_no_secret_after('%3[Dd]')}"
ESCAPED = rf"(?:2[Ff]{NO_SERVICE}|(?!2[5Ff]|3[0-9Dd]|[46][1-9A-Fa-f]|[57][0-9Aa])[0-9A-Fa-f]{{2}}|{_ESCAPED_EQUALS})"
"""A percent-encoding after its `%`, that of no letter or digit, and not the `=` of a secret."""
MAY_BE_SECRET = rf"=(?!{_no_secret_after('=')})|%(?!{ESCAPED})|//(?!{NO_SERVICE})"
"""An `=` or a percent-encoding that is none of the above, or a URL of a service."""
