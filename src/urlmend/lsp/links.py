"""Links of a document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lsprotocol import types

from urlmend._lib.sanitize import printable
from urlmend.lsp.documents import OpenDocument
from urlmend.redaction.url_masks import redacted_url

# The number of links of a document.
_MAX_LINKS = 10_000
# Schemes that run what they contain in the program that opens the link.
_NOT_OPENED = frozenset(("command", "data", "javascript", "vbscript"))


def links(document: OpenDocument) -> list[types.DocumentLink]:
    """A link for each piece of a URL: it opens the complete URL, and shows it without secrets.

    (LSP section Document Link Request)
    """
    return list(islice(_links(document), _MAX_LINKS))


def _links(document: OpenDocument) -> Iterator[types.DocumentLink]:
    for place in document.places():
        if place.url.scheme and place.url.scheme not in _NOT_OPENED:
            tooltip = printable(redacted_url(place.document.text, place.url))
            for span in place.spans:
                yield types.DocumentLink(document.positions.range(span), place.url.text, tooltip)
