"""Read a text by its format."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from urlmend._lib.lazy_regex import lazy
from urlmend.formats.recognition import LANGUAGES_WITH_LITERALS, language_of, may_have_escapes
from urlmend.formats.rewriting import Rewrite, rewritten
from urlmend.model.document import Document

_URL = r"[ ]?(?:https?://|www\.)"
_OF_MARKDOWN = r"\]\(https?://"
LABELS = {
    "html": lazy(rf">\s*+{_URL}[^\s<>]++\s*+<"),
    "markdown": lazy(rf"\[{_URL}[^\[\]\n]*+\]\("),
    "asciidoc": lazy(rf"[^\s\[\]]\x00?\[{_URL}|{_OF_MARKDOWN}"),
    "restructuredtext": lazy(rf"`{_URL}[^`<>\n]*\s<|{_OF_MARKDOWN}"),
}
"""The texts of links that show URLs, and links in the syntax of another format, by format."""
# The formats that have no escapes of their own.
_WITH_ESCAPES = LANGUAGES_WITH_LITERALS | {"text", "shell", "batch", "haskell", "columns", "restructuredtext"}


def read_format(source: Document, form: str) -> Document:
    """The document that a reader sees of a source in a format; its positions are those of the source."""
    if form == "html":
        from urlmend.formats.html import html_document

        return html_document(source)
    if form == "markup":
        from urlmend.formats.markup import markup_document

        document = markup_document(source)
        return with_labels(document, "html") if language_of(document.name) == "html" else document
    return with_labels(rewritten(source, rewrites(source, form), form), form)


def rewrites(source: Document, form: str) -> Iterable[Rewrite]:
    """The rewrites of a text in a format."""
    text = source.text
    found: Iterable[Rewrite] = ()
    if form in LANGUAGES_WITH_LITERALS:
        from urlmend.formats import literals

        found = literals.rewrites(text, form)
    elif form != "text":
        found = import_module(f"urlmend.formats.{form}").rewrites(text)
    if form in _WITH_ESCAPES and may_have_escapes(text, source.name):
        from urlmend.formats import escapes

        return escapes.merged(found, escapes.rewrites(text, source.name))
    return found


def with_labels(document: Document, form: str) -> Document:
    """Return a document after noting whether its links show URLs, or are those of another format."""
    if form in LABELS:
        document.labelled = bool(LABELS[form].search(document.text))
    return document
