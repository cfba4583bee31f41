"""Types of arguments and attributes: words of a list, lists of words, and sources. Only type checkers need them."""

from __future__ import annotations

import email.message
import os
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

FaultOfFragment = Literal["missing", "capital", "github", "second"]
"""The fault of a fragment: no heading has its name, the name has no capital letter, GitHub gives another one, or the
fragment contains another `#`."""

Confidence = Literal["certain", "likely", "guess"]
"""How sure the reading of a URL is."""


class _Collection(Protocol):
    """A list, tuple or set of strings. A string does not match: its `__contains__` takes strings only."""

    def __iter__(self) -> Iterator[str]: ...

    def __contains__(self, value: object, /) -> bool: ...


Strings = _Collection | Iterator[str]
"""A list, tuple, set or iterator of strings, but not a string."""


class Stream(Protocol):
    """A file that is open in binary or text mode, or another object with this method."""

    def read(self, size: int, /) -> bytes | str:
        """Read about so many bytes or characters; at the end, none."""


Source = str | os.PathLike[str] | bytes | bytearray | memoryview | Stream | email.message.Message
"""A path, the content of a file, an object whose `read(size)` returns bytes or a string, or a message of `email`."""
