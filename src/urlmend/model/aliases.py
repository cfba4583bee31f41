"""Types of arguments and attributes: words of a list, and lists of words. Only type checkers need this module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

Profile = Literal["rfc1738", "rfc3986", "whatwg"]
"""A specification to check against."""

Severity = Literal["error", "warning", "info"]
"""The severity of a rule or a finding."""

Fixability = Literal["safe", "unsafe", ""]
"""What the fixes of a rule are: `safe` if they change no URL's meaning, `unsafe` if they guess; empty without fixes."""

Form = Literal["url-wrapper", "angle", "bare", "markup", "schemeless", "fault", ""]
"""How a URL appears in a text; empty if a finding is not about a URL."""

Confidence = Literal["certain", "likely", "guess"]
"""How sure the reading of a URL is."""


class _Collection(Protocol):
    """A list, tuple or set of strings. A string does not match: its `__contains__` takes strings only."""

    def __iter__(self) -> Iterator[str]: ...

    def __contains__(self, value: object, /) -> bool: ...


Strings = _Collection | Iterator[str]
"""A list, tuple, set or iterator of strings, but not a string."""
