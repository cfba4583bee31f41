"""Write each broken URL of mail in one piece, in the bytes of its text parts."""

from __future__ import annotations

import io

from urlmend._lib.fast_typing import NamedTuple
from urlmend.filters.mending import Change, apply, changes
from urlmend.mail.mailbox import messages
from urlmend.mail.message import documents
from urlmend.mail.source_map import FieldOrigin, RawMessage, TextOrigin
from urlmend.model.span import Span

# The longest line of a message without its end, in bytes (RFC 5322 section 2.1.1).
_LONGEST_LINE = 998
_QUOTED_PRINTABLE = "quoted-printable"


class MendedMail(NamedTuple):
    """The bytes of a message or mailbox with broken URLs in one piece."""

    data: bytes
    unchanged: int
    """The number of broken URLs that are left as they are: in encoded or signed parts, and in long lines."""


def mend_mail(data: bytes, *, unwrap: bool = False) -> MendedMail:
    """Return the bytes of a message or a mailbox with each broken URL in one piece.

    Only the text of parts changes, where it is not encoded, or in quoted-printable: no header field, no HTML, and
    nothing that is signed. A message whose parts would not be read as before, but for these URLs, stays as it is, and
    so does one whose length its header or its mailbox states.
    """
    found: list[bytes] = []
    at = unchanged = 0
    for raw in messages(data, io.BytesIO(), "-"):
        edits, left = _edits(raw, unwrap=unwrap)
        unchanged += left
        if not edits:
            continue
        written = _spliced(raw.data, edits)
        if raw.start is None or not _is_as_planned(raw, written, edits):
            unchanged += len(edits)
            continue
        found += (data[at : raw.start], written)
        at = raw.start + len(raw.data)
    return MendedMail(b"".join([*found, data[at:]]), unchanged)


class _Edit(NamedTuple):
    """A change of a part of a message, in the bytes of the message."""

    start: int
    stop: int
    written: bytes
    part: int
    """The number of the document that it changes."""
    change: Change


def _edits(raw: RawMessage, *, unwrap: bool) -> tuple[list[_Edit], int]:
    """Return the changes of a message, and the number of broken URLs that cannot be changed."""
    edits: list[_Edit] = []
    unchanged = 0
    for number, document in enumerate(documents(raw)):
        origin = document.origin
        if not isinstance(origin, TextOrigin) or isinstance(origin, FieldOrigin) or origin.page:
            continue
        is_writable = not (origin.signed or document.note) and origin.encoding in ("", _QUOTED_PRINTABLE)
        for change in changes(document, unwrap=unwrap):
            edit = _edit(raw, origin, change, number) if is_writable else None
            if edit:
                edits.append(edit)
            else:
                unchanged += 1
    return sorted(edits, key=lambda edit: edit.start), unchanged


def _edit(raw: RawMessage, origin: TextOrigin, change: Change, number: int) -> _Edit | None:
    """Return a change in the bytes of a message; None if it makes a line too long."""
    start, stop = origin.in_message(change.span)
    line_end = b"\r\n" if raw.data[raw.data.find(b"\n") - 1 :].startswith(b"\r") else b"\n"
    soft_break = b"=" + line_end if origin.encoding else b""
    url = [_bytes_of(raw, origin, piece, line_end) for piece in change.url]
    if isinstance(change.url[0], str):
        url.insert(0, b"")  # the line may be too long otherwise
    written = soft_break.join(url) + b"".join([_bytes_of(raw, origin, piece, line_end) for piece in change.after])
    first = raw.data[raw.data.rfind(b"\n", 0, start) + 1 : start]
    if max(map(len, (first + written).split(b"\n"))) > _LONGEST_LINE:
        return None
    return _Edit(start, stop, written, number, change)


def _bytes_of(raw: RawMessage, origin: TextOrigin, piece: Span | str, line_end: bytes) -> bytes:
    """Return the bytes of a range of a part, or of ASCII text, in the encoding of the part."""
    if not isinstance(piece, str):
        start, stop = origin.in_message(piece)
        return raw.data[start:stop]
    text = piece.encode("ascii")
    if not origin.encoding:
        return text
    from quopri import encodestring  # few parts are encoded and have links of gateways

    return encodestring(text).replace(b"\n", line_end)


def _spliced(data: bytes, edits: list[_Edit]) -> bytes:
    """Return the bytes of a message with edits applied, which ascend and do not overlap."""
    pieces: list[bytes] = []
    at = 0
    for edit in edits:
        pieces += (data[at : edit.start], edit.written)
        at = edit.stop
    return b"".join([*pieces, data[at:]])


def _is_as_planned(raw: RawMessage, written: bytes, edits: list[_Edit]) -> bool:
    """Whether each part of a message has the text that its changes give, and nothing else has changed."""
    changed: dict[int, list[Change]] = {}
    for edit in edits:
        changed.setdefault(edit.part, []).append(edit.change)
    before = [apply(document.text, changed.get(number, ())) for number, document in enumerate(documents(raw))]
    return before == [document.text for document in documents(raw._replace(data=written, header=None))]
