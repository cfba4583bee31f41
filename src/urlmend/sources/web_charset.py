"""Web pages in the charset that the header of their response or the page itself declares."""

from __future__ import annotations

import codecs
import re
from typing import Protocol

from urlmend._lib.lazy_regex import lazy
from urlmend.decoding.charsets import codec_name, error_handler
from urlmend.decoding.sniff import text_encoding

# How far into a page its charset is declared, in bytes (HTML standard, section "Determining the character encoding").
_PRESCAN = 1024
_IN_TYPE = lazy(r";\s*charset\s*=\s*[\"']?([\w.:+-]{1,64})", re.IGNORECASE)
_IN_PAGE = lazy(rb"<meta\s[^>]{0,200}?\bcharset\s*=\s*[\"']?\s*([\w.:+-]{1,64})", re.IGNORECASE)
# What texts are decoded with that declare none.
_DEFAULTS = ("utf-8", "us-ascii", "ascii")


class _Readable(Protocol):
    """A stream of bytes that can be read."""

    def read(self, size: int, /) -> bytes: ...


class Utf8Stream:
    """The text of a response in UTF-8; undecodable bytes are left as they are."""

    def __init__(self, stream: _Readable, content_type: str, *, is_page: bool) -> None:
        """Take the body of a response, its `Content-Type`, and whether it is HTML, which may declare a charset itself.

        A byte order mark takes precedence over the header, and the header over the page.
        """
        self._stream = stream
        self._unread = stream.read(_PRESCAN)
        self._decoder = _decoder(self._unread, content_type, is_page=is_page)
        if self._decoder:
            self._unread = self._decoded(self._unread)

    def read(self, size: int, /) -> bytes:
        """Read up to `size` bytes; none at the end."""
        while not self._unread:
            data = self._stream.read(size)
            self._unread = self._decoded(data)
            if not data:
                break
        data, self._unread = self._unread[:size], self._unread[size:]
        return data

    def _decoded(self, data: bytes) -> bytes:
        if not self._decoder:
            return data
        text = self._decoder.decode(data, final=not data)
        try:
            return text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # some charsets have lone surrogates
            return text.encode("utf-8", "replace")


def _decoder(head: bytes, content_type: str, *, is_page: bool) -> codecs.IncrementalDecoder | None:
    """Return the decoder for a text that begins with `head`; None for UTF-8, and for unknown charsets."""
    mark, _, _ = text_encoding(head)
    if mark:
        return None
    label = _IN_TYPE.search(content_type)
    in_page = _IN_PAGE.search(head) if is_page and not label else None
    name = label[1] if label else in_page[1].decode("ascii", "replace") if in_page else ""
    codec = codec_name(name)
    # A page whose declaration can be read is not in UTF-16.
    if codec in _DEFAULTS or (in_page and codec.startswith(("utf-16", "utf-32"))):
        return None
    try:
        return codecs.getincrementaldecoder(codec)(error_handler(codec))
    except LookupError:
        return None
