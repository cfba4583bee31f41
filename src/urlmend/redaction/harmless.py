"""Expressions for parts of URLs that contain no secret; most URLs need no further check.

They match less than what has no secret: tests/finder/test_fast_ordinary.py compares them with the table of forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import groupby

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.lazy_regex import lazy
from urlmend.redaction.forms import (
    BASE64_URL,
    FORMS,
    KNOWN_BEGINNINGS,
    MIN_TOKEN,
    PATH_SIGNS,
    PATH_WORDS,
    PROOFPOINT_URL,
    Kind,
)
from urlmend.redaction.interruptions import has_interruption

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
    if word.endswith("ation"):
        return [(6, word[-6:])]
    end = word[-3:] if word.endswith("key") else word[-4:]
    return [(len(end), end)]


def _letters(endings: Iterable[str]) -> str:
    """A set of the given letters in both cases."""
    found = {letter for ending in endings for letter in (ending.lower(), ending.upper())}
    return f"[{''.join(sorted(found))}]"


def _not_after(kinds: tuple[Kind, ...]) -> str:
    """An expression that fails after the names of parameters of some kinds, or `]`."""
    words = {word.removeprefix("^") for form in FORMS if form.kind in kinds for word in form.match}
    found = sorted({(3, "%5D"), *(ending for word in words for ending in _endings(word))})
    groups = ("|".join(ending for _, ending in group) for _, group in groupby(found, key=lambda ending: ending[0]))
    # Most names have other letters at their end: two sets cost less than many words.
    last, before_last = (_letters(ending[at] for _, ending in found) for at in (-1, -2))
    return f"(?:(?<!{before_last}{last})|{''.join(f'(?<!(?i:{group}))' for group in groups)})"


# No value of an authorization header, and no URL that is quoted otherwise than by percent-encoding: few values begin
# with these letters.
_NO_VALUE = f"(?:(?=[^hfaZcbYBA])|(?!{PROOFPOINT_URL}|{BASE64_URL}|[Bb](?:earer|asic)|[Aa]uthorization))"


def no_parameter(equals: str) -> str:
    """An expression for the `=` of a parameter: its name and value are not those of a secret."""
    short = rf"(?![A-Za-z0-9%._~+/|:!*,=-]{{{MIN_TOKEN}}})"  # only names of passwords make such a value a secret
    long = f"{_not_after(_LONG_VALUE)}{equals}{NO_SERVICE}{_NO_VALUE}"
    return f"(?={equals}){_not_after(_ANY_VALUE)}(?:{equals}{short}|{long})"


# Escaped letters and digits may hide a name, an escaped `%` anything, an escaped `=` a parameter, an escaped space the
# value of an authorization header, and an escaped quote the name of a member of JSON.
_ESCAPED_SPACE = r"20(?<!(?i:earer)%20)(?<!(?i:asic)%20)"
_ESCAPED_QUOTE = r"2[27](?![%+:])"
ESCAPED = (
    rf"(?:2[Ff]{NO_SERVICE}|{_ESCAPED_SPACE}|{_ESCAPED_QUOTE}"
    r"|(?!2[0257Ff]|3[0-9Dd]|[46][1-9A-Fa-f]|[57][0-9Aa])[0-9A-Fa-f]{2})"
)
"""A percent-encoding after its `%`, that of no letter, digit or `=`, and of nothing before a secret."""
HARMLESS = lazy(rf"[^=%/]*+(?>(?:(?:/(?!/(?!{NO_SERVICE}))|{no_parameter('(?:=|%3[Dd])')}|%{ESCAPED})[^=%/]*+)*)\Z")
"""A URL without a secret in its parameters or its path."""

# Before every token with a known beginning: a sign, or an escape's `%`; and the same before segments of paths that are
# long and no words.
# Grouped by their first letter, so that most letters are excluded by few comparisons.
_BEGINNINGS = "|".join(
    f"{letter}(?:{'|'.join(re.escape(beginning[1:]) for beginning in group)})"
    for letter, group in groupby(sorted(KNOWN_BEGINNINGS), key=lambda beginning: beginning[0])
)
_ESCAPE = r"(?:(?<=%)(?:25)*[0-9A-Fa-f]{2}|)"  # an empty branch costs less than a `?`
_KNOWN_REST = rf"{_ESCAPE}(?:{_BEGINNINGS})"
_BEFORE_PART = r"[/?&#;:@,!|~=%](?=[A-Za-z0-9_.+=-]{16})"
_LONG_PART = lazy(_BEFORE_PART)
# The same for one URL: only the first two characters of the beginnings, which take a fifth of the time to compile.
_FIRST_TWO = "|".join(
    f"{letter}[{''.join(sorted({beginning[1] for beginning in group}))}]"
    for letter, group in groupby(sorted(KNOWN_BEGINNINGS), key=lambda beginning: beginning[0])
)
_MAY_BE_KNOWN = lazy(rf"{_BEFORE_PART}{_ESCAPE}(?:{_FIRST_TWO})")
_LONG = lazy(r"(?:/(?<!:/)|%)(?=[A-Za-z0-9_.+=~-]{16})(?=[a-z_.+=~-]*+[A-Z0-9])")
_KNOWN_OR_LONG = lazy(
    rf"[/?&#;:@,!|~=%](?=[A-Za-z0-9_.+=~-]{{16}})"
    rf"(?:(?P<known>{_KNOWN_REST})|(?<=[/%])(?<!:/)(?=[a-z_.+=~-]*+[A-Z0-9]))"
)
_KNOWN_PART = lazy(rf"[/?&#;:@,!|~=%](?:{_BEGINNINGS})")
_WORD_BORDER = lazy(r"[\s'\"(]")
_LAST_PART = lazy(r"[/?&#;:@,!|~=%]([\w.-]{1,11})\Z")
_PARTS = {beginning[:length] for beginning in KNOWN_BEGINNINGS for length in range(1, len(beginning))}
_WORD = lazy(PATH_WORDS)
# Most URLs: no parameter, nothing encoded, and a host without userinfo that is complete. A secret can then only be in
# the path of a service, all of which have one of PATH_SIGNS, or a token.
_WITHOUT_VALUES = lazy(r"[A-Za-z]++://[A-Za-z0-9.-]++(?::[0-9]++)?[/?#](?>(?:[^=%\\:&]++|&(?!#|\Z))*)\Z")
_SERVICE = lazy(f"(?i:{'|'.join(PATH_SIGNS)})")
# The number of URLs of which it is remembered whether they may have a secret: mail and newsletters repeat theirs.
_REMEMBERED = 1 << 14
# A segment of a path, or of a percent-encoded one, with such a word; its first one decides.
_WORD_OF_PATH = lazy(rf"(?<![^/?#%])(?>[^/?#%]*?(?:{PATH_WORDS}))[^/?#%]*+(?:/|%(?:25)*2f)")


@cached_for_short_text  # whether a URL is ordinary, suspicious, and has tokens is asked one after the other
def may_contain_token(text: str) -> bool:
    """Whether a URL or a text may contain a token with a known beginning, or a secret after a word of a path."""
    sign = _LONG_PART.search(text)  # most URLs have none, and need no expression of many words
    return (sign is not None and _has_known_part(text, sign.start())) or _may_follow_word(text)


def may_be_token(text: str) -> bool:
    """Whether a word of a name or message begins like a known token."""
    return any(word.startswith(KNOWN_BEGINNINGS) for word in _WORD_BORDER.split(text))


def _has_known_part(text: str, start: int) -> bool:
    """Whether a known token may begin after a sign, from an offset on; an escape may be a part of it."""
    return any(
        text[match.start()] == "%" or text.startswith(KNOWN_BEGINNINGS, match.end() - 2)
        for match in _MAY_BE_KNOWN.finditer(text, start)
    )


def _may_follow_word(text: str) -> bool:
    """Whether what may be a secret is after a word of a path."""
    if not _LONG.search(text):  # finding none costs far less than finding no word
        return False
    word = _WORD.search(text.lower())
    return word is not None and _LONG.search(text, word.end()) is not None


@partial(cached_for_short_text, size=_REMEMBERED)
def may_contain_part(url: str) -> bool:
    """Whether the text of a URL may contain a secret, or the part of one before a break; false for most URLs."""
    if not _WITHOUT_VALUES.match(url) or has_interruption(url) or _KNOWN_PART.search(url):
        return True
    last = _LAST_PART.search(url, max(0, len(url) - 12))
    return bool((last and last[1] in _PARTS) or _WORD_OF_PATH.search(url.lower())) or names_service(url)


def is_plain(url: str) -> bool:
    """Whether a URL has neither a value nor a service whose paths are secrets, so that only a token may be in it."""
    return _WITHOUT_VALUES.match(url) is not None and not names_service(url)


def names_service(text: str) -> bool:
    """Whether a text contains a sign of a service whose paths are secrets."""
    if not text.isascii():  # some letters have others as their lower-case forms
        return _SERVICE.search(text) is not None
    lowered = text.lower()
    return any([sign in lowered for sign in PATH_SIGNS])  # noqa: C419  # several times as fast as the expression


def with_token_signs(urls: str) -> set[str]:
    """The lines of a text, each of them a URL, of which `may_contain_token` is true."""
    found = set()
    for match in _KNOWN_OR_LONG.finditer(urls):
        start = match.start()
        if match.lastindex or _WORD.search(urls[urls.rfind("\n", 0, start) + 1 : start].lower()):
            found.add(line_at(urls, match))
    return found


def line_at(text: str, match: re.Match[str]) -> str:
    """The line of a text that a match is in; a line feed ends each line."""
    return text[text.rfind("\n", 0, match.start()) + 1 : text.find("\n", match.end())]
