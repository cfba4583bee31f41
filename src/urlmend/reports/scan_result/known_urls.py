"""Look up which URLs occur unbroken in a result of `urlmend scan`, without reading all of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from urlmend.reports.scan_result.result_file import open_for_lookup
from urlmend.scan.results.row_writer import text_key

_QUERY = """
    SELECT EXISTS (
        SELECT 1 FROM url_texts t JOIN places p INDEXED BY places_by_url_text ON p.url_text_id = t.id
        WHERE t.url_key = ? AND t.url = ? AND t.url_hash IS NULL AND p.breaks = '' AND p.alternatives = '[]'
    )
"""


class KnownUrls:
    """Tells which texts a result has as unbroken URLs without other readings; it can be pickled.

    URLs with secrets are not known, since a result does not contain them. The file is opened for each call, so that
    threads, other processes, and scans that write it in the meantime do not matter.
    """

    def __init__(self, path: str) -> None:
        """Take the path of a result. Raises ResultError for another file."""
        self.path = path
        self(())

    def __call__(self, texts: Collection[str]) -> set[str]:
        """Return those of some texts that the result has. Raises ResultError if the result cannot be read any more."""
        with open_for_lookup(self.path) as connection:
            return {text for text in texts if self._has(connection, text)}

    def _has(self, connection: sqlite3.Connection, text: str) -> bool:
        try:
            key = text_key(text)
            (is_known,) = connection.execute(_QUERY, (key, text)).fetchone()
        except UnicodeEncodeError:  # undecodable bytes, which no URL of a result has
            return False
        return bool(is_known)
