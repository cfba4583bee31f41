"""Where the secrets of a whole text stand, those of broken URLs too."""

from __future__ import annotations

from urlmend.model import Document
from urlmend.scanner import scan
from urlmend.secrets import hidden, joined
from urlmend.spans import Span


def secret_spans(document: Document) -> list[Span]:
    """The spans of a document (in code points) that no output may show, ascending."""
    found = hidden(document.text)
    for url in scan(document):
        if len(url.spans) > 1:  # the others are seen in the text as it stands
            found += [span for low, high in hidden(url.text) for span in url.spans_of(low, high)]
    return joined(found)
