"""Read a text by its format."""

from __future__ import annotations

from importlib import import_module

from urlmend.formats.rewriting import rewritten
from urlmend.model.document import Document


def read_format(source: Document, form: str) -> Document:
    """The document that a reader sees of a source in a format; its positions are those of the source."""
    if form == "html":
        from urlmend.formats.html import html_document

        return html_document(source)
    return rewritten(source, import_module(f"urlmend.formats.{form}").rewrites(source.text), form)
