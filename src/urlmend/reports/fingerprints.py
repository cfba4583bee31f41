"""What a finding is known by from one run to the next."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import lru_cache
from hashlib import sha256

from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.redaction.redact import redact


def reported_path(name: str) -> str:
    """The path of a document's file from the current folder, with `/`; what lies elsewhere stays absolute."""
    # What an archive says of its entries is no path to resolve.
    file, mark, entry = name.partition("!")
    path = os.path.normpath(file) if file else file
    if os.path.isabs(path):
        here = os.path.join(os.getcwd(), "")
        path = path.removeprefix(here)
    return path.replace(os.sep, "/") + mark + entry


class Fingerprints:
    """Gives the findings of one run names that stay when lines move."""

    def __init__(self) -> None:
        """Begin with no finding seen."""
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def of(self, document: Document, finding: Finding) -> str:
        """A hash (32 hexadecimal digits) of file, code, URL, and how many such findings the file had before.

        Secrets have no part in it: neither can they be guessed from it, nor does it change with them.
        """
        same = (reported_path(document.name), finding.code, _digest(finding.url.text))
        self._seen[same] += 1
        return _hash(json.dumps([*same, self._seen[same]]))


@lru_cache(maxsize=1)
def _digest(url: str) -> str:
    # The findings on one URL follow each other, and a long one can have as many as it has characters.
    return _hash(json.dumps(redact(url)))


def _hash(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()[:32]
