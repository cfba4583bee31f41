"""The spans of secrets in a document, including those in broken URLs."""

from __future__ import annotations

from collections.abc import Iterable

from urlmend.finder import FindOptions, find_urls
from urlmend.model.document import Document
from urlmend.model.span import Span, merged
from urlmend.model.url import Url
from urlmend.redaction.detect import find_secrets, secrets_of_url

_ALL = FindOptions(schemeless=True, faults=True)


def secret_spans(document: Document, urls: Iterable[Url] | None = None) -> list[Span]:
    """The spans of a document (in code points) that no output may show, ascending.

    `urls` are the URLs of the document, if known.
    """
    found = find_secrets(document.text)
    for url in find_urls(document, _ALL) if urls is None else urls:
        # Most secrets are also found in the text, but what is around a URL, or breaks it, may hide them there.
        if len(url.spans) > 1 or secrets_of_url(url.text):
            found += [span for low, high in find_secrets(url.text) for span in url.spans_of(low, high)]
    return merged(found)
