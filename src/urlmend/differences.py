"""A mended file beside what it was, as a diff that `patch -p0` reads."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterator

from urlmend.concealment import secret_spans
from urlmend.decode import decode_text
from urlmend.secrets import mask


def unified(name: str, before: bytes, after: bytes, *, show_secrets: bool = False) -> Iterator[str]:
    """The lines of a diff, each with its end; without secrets unless they may be shown."""
    old, new = (_lines(data, show_secrets=show_secrets) for data in (before, after))
    for line in difflib.unified_diff(old, new, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(data: bytes, *, show_secrets: bool) -> list[str]:
    document = decode_text(data)
    text = document.text if show_secrets else mask(document.text, secret_spans(document))
    return list(io.StringIO(text, newline="\n"))
