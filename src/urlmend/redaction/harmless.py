"""Expressions for parts of URLs without secrets, of which the fast path makes those for ordinary URLs.

They match less than what has no secret: tests/finder/test_fast_ordinary.py compares them with the table of forms.
"""

from __future__ import annotations

from urlmend.redaction.forms import FORMS, Kind
from urlmend.redaction.placeholders import MIN_TOKEN

_ANY_VALUE = (Kind.PASSWORD_PARAMETER,)
_LONG_VALUE = (Kind.PARAMETER, Kind.WEAK_PARAMETER)


# The beginnings of most hosts whose paths are secrets, and the ends of the others. Expressions need not be exact here,
# but fast: few hosts begin with one of these letters.
_INITIALS = "acdhmopACDHMOP"
_BEGINNINGS = r"hooks?\.|ptb\.|canary\.|discord|api\.telegram|outlook\.|maker\.|open\.|calendar\."
_NO_BEGINNING = f"(?:(?=[^{_INITIALS}])|(?!(?i:{_BEGINNINGS})))"
NO_SERVICE = rf"{_NO_BEGINNING}(?![\w-]+\.(?i:infura|webhook)\.)"
"""Not before a host whose paths are secrets."""
NO_SERVICE_BEFORE = _NO_BEGINNING
"""The same for a host that `NO_SERVICE_AFTER` follows."""
NO_SERVICE_AFTER = r"(?<!(?i:\.infura\.io))(?<!(?i:\.webhook\.office\.com))"


def _endings(kinds: tuple[Kind, ...]) -> str:
    """The last three characters of the names of parameters of some kinds, as alternatives."""
    words = {word.removeprefix("^") for form in FORMS if form.kind in kinds for word in form.match}
    # A separator may precede `id`, and nothing `pw`.
    found = {f".{word[-2:]}" if len(word) == 2 or word.endswith("id") else word[-3:] for word in words}
    return f"(?:%5[Dd]|(?i:{'|'.join(sorted(found))}))"


def _no_secret_after(equals: str) -> str:
    short = rf"(?![A-Za-z0-9%._~+/|:!*,=-]{{{MIN_TOKEN}}})"
    return f"(?:{short}|{NO_SERVICE}(?<!{_endings(_LONG_VALUE)}{equals}))(?<!{_endings(_ANY_VALUE)}{equals})"


EQUALS = f"=(?!3D){_no_secret_after('=')}"
"""The `=` of a parameter whose name and value are not those of a secret; it is not left of quoted-printable."""
# Escaped letters and digits may hide a name, an escaped `%` anything, and an escaped `=` a parameter.
_ESCAPED_EQUALS = rf"3[Dd]{_no_secret_after('%3[Dd]')}"
ESCAPED = rf"(?:2[Ff]{NO_SERVICE}|(?!2[5Ff]|3[0-9Dd]|[46][1-9A-Fa-f]|[57][0-9Aa])[0-9A-Fa-f]{{2}}|{_ESCAPED_EQUALS})"
"""A percent-encoding after its `%`, that of no letter or digit, and not the `=` of a secret."""
MAY_BE_SECRET = rf"=(?!{_no_secret_after('=')})|%(?!{ESCAPED})|//(?!{NO_SERVICE})"
"""An `=` or a percent-encoding that is none of the above, or a URL of a service."""
