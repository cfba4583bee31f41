"""The spans of secrets in a document, including those in broken URLs."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend.finder import find_urls
from urlmend.model.document import Document
from urlmend.model.span import Span, merged
from urlmend.model.url import Url
from urlmend.redaction.detect import find_secrets


def secret_spans(document: Document, urls: Iterable[Url] | None = None) -> list[Span]:
    """The spans of a document (in code points) that no output may show, ascending.

    `urls` are the URLs of the document, if known.
    """
    found = find_secrets(document.text)
    for url in find_urls(document) if urls is None else urls:
        if len(url.spans) > 1:  # secrets of unbroken URLs are found in the text
            found += [span for low, high in find_secrets(url.text) for span in url.spans_of(low, high)]
    return merged(found)
