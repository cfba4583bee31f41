"""Immutable values: spans, documents, URLs, findings."""
