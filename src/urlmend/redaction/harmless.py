"""Expressions for parts of URLs that contain no secret; most URLs need no further check.

They match less than what has no secret: tests/finder/test_fast_ordinary.py compares them with the table of forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from urlmend._lib.lazy_regex import lazy
from urlmend.redaction.forms import BASE64_URL, FORMS, KNOWN_BEGINNINGS, PROOFPOINT_URL, Kind
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


# What may separate the parts of a name, and the width of what each expression matches.
_SEPARATORS = {"": 0, "[_.-]": 1, "%[0-9A-F]{2}": 3}
# The last parts of names of passwords that names of parameters without a secret end in, too.
_COMMON_PARTS = ("word", "code", "phrase")


def _endings(word: str) -> list[tuple[int, str]]:
    """What names that end in a word end in, whatever separates the parts of the name: widths and expressions."""
    if word.endswith("id"):
        separated = [(width + 2, f"{separator}id") for separator, width in _SEPARATORS.items() if width]
        return [(len(word[-4:]), word[-4:]), *separated]
    if word.endswith(("pw", "wd")):  # a separator, or nothing, may precede them
        return [(3, f".{word[-2:]}")]
    if word.startswith("pass") and word.endswith(_COMMON_PARTS):
        part = word.removeprefix("pass")
        return [(1 + width + len(part), f"s{separator}{part}") for separator, width in _SEPARATORS.items()]
    if word == "passwordconfirmation":
        return [(6, "mation")]
    end = word[-3:] if word.endswith("key") else word[-4:]
    return [(len(end), end)]


def _letters(endings: Iterable[str]) -> str:
    """A set of the given letters in both cases."""
    found = {letter for ending in endings for letter in (ending.lower(), ending.upper())}
    return f"[{''.join(sorted(found))}]"


def _not_after(kinds: tuple[Kind, ...], equals: str) -> str:
    """An expression that fails after the names of parameters of some kinds, or `]`, and `equals`."""
    words = {word.removeprefix("^") for form in FORMS if form.kind in kinds for word in form.match}
    found = sorted({(3, "%5D"), *(ending for word in words for ending in _endings(word))})
    groups = ("|".join(ending for _, ending in group) for _, group in groupby(found, key=lambda ending: ending[0]))
    # Most names have other letters at their end: two sets cost less than many words.
    last, before_last = (_letters(ending[at] for _, ending in found) for at in (-1, -2))
    return f"(?:(?<!{before_last}{last}{equals})|{''.join(f'(?<!(?i:{group}){equals})' for group in groups)})"


# No known token, and no URL that is quoted otherwise than by percent-encoding: few values begin with these letters.
_NO_VALUE = f"(?:(?=[^hfaZcbYgnxsA])|(?!{PROOFPOINT_URL}|{BASE64_URL}|{KNOWN_BEGINNINGS}))"


def _no_parameter(equals: str) -> str:
    """What follows an `=` shows that it belongs to no secret. Only names of passwords make a short value a secret."""
    short = rf"(?![A-Za-z0-9%._~+/|:!*,=-]{{{MIN_TOKEN}}})"
    return f"(?:{short}|{NO_SERVICE}{_NO_VALUE}{_not_after(_LONG_VALUE, equals)}){_not_after(_ANY_VALUE, equals)}"


NO_PARAMETER = _no_parameter("=")
"""After the `=` of a parameter: its name and value are not those of a secret."""
# Escaped letters and digits may hide a name, an escaped `%` anything, and an escaped `=` a parameter.
_ESCAPED_EQUALS = rf"3[Dd]{_no_parameter('%3[Dd]')}"
ESCAPED = rf"(?:2[Ff]{NO_SERVICE}|(?!2[5Ff]|3[0-9Dd]|[46][1-9A-Fa-f]|[57][0-9Aa])[0-9A-Fa-f]{{2}}|{_ESCAPED_EQUALS})"
"""A percent-encoding after its `%`, that of no letter or digit, and not the `=` of a secret."""
HARMLESS = lazy(rf"[^=%/]*+(?>(?:(?:={NO_PARAMETER}|/(?!/(?!{NO_SERVICE}))|%{ESCAPED})[^=%/]*+)*)\Z")
"""A URL without a secret in its parameters or its path."""
