"""Fingerprints, which identify a finding across runs."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from hashlib import sha256

from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.redaction.redact import redact, redact_names
from urlmend.reports import reported_path


class Fingerprints:
    """Computes fingerprints of the findings of one run; they do not change when lines move."""

    def __init__(self) -> None:
        """Start a run."""
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def of(self, document: Document, finding: Finding) -> str:
        """A hash (32 hexadecimal digits) of file, code, URL, and the number of equal findings before it in the file.

        File and URL are redacted first: a secret cannot be guessed from the hash, and does not change it.
        """
        identity = (redact_names(reported_path(document.name)), finding.code, _url_hash(finding.url.text))
        self._seen[identity] += 1
        return _hash(json.dumps([*identity, self._seen[identity]]))


@lru_cache(maxsize=1)
def _url_hash(url: str) -> str:
    # The findings of one URL follow each other, and a long URL can have as many as it has characters.
    return _hash(json.dumps(redact(url)))


def _hash(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()[:32]
