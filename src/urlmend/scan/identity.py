"""Keyed hashes, which distinguish texts and names of which a result shows the same masked form."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterable
from functools import partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.sanitize import for_database, unstorable
from urlmend.model.span import Span, merged
from urlmend.redaction.redact import redact_names, secret_spans_of_names

# The bytes of a new key, those of the longest one, and those of a hash: two texts of a million with the same masked
# form have the same hash with a probability of one in thirty million.
_NEW_KEY_SIZE = 32
MAX_KEY_SIZE = 64
_HASH_SIZE = 8
_REMEMBERED_NAMES = 1 << 10


def new_key() -> bytes:
    """Return a random key for a new result."""
    return secrets.token_bytes(_NEW_KEY_SIZE)


@partial(cached_for_short_text, size=_REMEMBERED_NAMES)
def shown_name(name: str) -> str:
    """Return the name of a file or member as a result has it: without secrets and undecodable bytes."""
    return for_database(redact_names(name))


def text_hash(key: bytes, text: str, shown: str) -> str | None:
    """Return the hash of a text of which a result has another form; None if it has the text itself, or without key."""
    if not key or shown == text:
        return None
    return hashlib.blake2b(_encoded(text), key=key, digest_size=_HASH_SIZE).hexdigest()


def name_hash(key: bytes, name: str, shown: str) -> str | None:
    """Return the hashes of what `shown_name` hides of a name, separated by dots; None if nothing is hidden.

    Each is the hash of the part that is hidden and of those before it. So the hashes of a file are the first ones of
    its members, and do not depend on how the path to its folder is written.
    """
    return None if not key or shown == name else _name_hash(key, name)


@partial(cached_for_short_text, size=_REMEMBERED_NAMES)
def _name_hash(key: bytes, name: str) -> str:
    hasher = hashlib.blake2b(key=key, digest_size=_HASH_SIZE)
    hashes = []
    for start, stop in merged([*secret_spans_of_names(name), *(Span(*found) for found in unstorable(name))]):
        hidden = _encoded(name[start:stop])
        hasher.update(b"%d:%b" % (len(hidden), hidden))
        hashes.append(hasher.copy().hexdigest())
    return ".".join(hashes)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class FileId(NamedTuple):
    """Identifies a file in a result."""

    name: str
    """The path, as `shown_name` gives it."""
    hash: str | None
    """The `name_hash` of the path."""

    @classmethod
    def of(cls, key: bytes, path: str) -> FileId:
        """Return the identity of a file."""
        shown = shown_name(path)
        return cls(shown, name_hash(key, path, shown))

    def resolved(self) -> FileId:
        """Return the identity of the same file by its absolute path, without symbolic links of its folders."""
        return FileId(os.path.realpath(self.name), self.hash)

    def is_in(self, folder: FileId) -> bool:
        """Return whether the path begins with that of a folder."""
        return self.name.startswith(os.path.join(folder.name, "")) and (
            folder.hash is None or f"{self.hash}.".startswith(f"{folder.hash}.")
        )


def hidden_files(key: bytes, folders: Iterable[str]) -> set[FileId]:
    """Return the files in folders whose names have a hidden part."""
    paths = (os.path.join(path, name) for folder in folders for path, _, names in os.walk(folder) for name in names)
    return {found for found in (FileId.of(key, path) for path in paths) if found.hash}
