"""Addresses of messages, most of which are written to a result without a search for secrets."""

import io
import re

from tables import each_row
from urlmend.mail.mailbox import messages
from urlmend.mail.source_map import stored
from urlmend.redaction.forms import KNOWN_BEGINNINGS, PATH_SIGNS
from urlmend.redaction.redact import redact
from urlmend.scan.message_columns import message_columns
from urlmend.scan.rows import MessageRow

WORDS = [*KNOWN_BEGINNINGS, *PATH_SIGNS, "password", "token", "Bearer", "sip", "ada"]
ADDRESSES = [
    "ada@canal.example",
    "ada.l+maps@sub.canal.example",
    "SRS0=x7Qd=AB=canal.example=ada@lists.example",
    *(f"{word}aB3dE5fG7hI9jK1lM@canal.example" for word in WORDS),
    *(f"ada@{word}aB3dE5fG7hI9jK1lM.example" for word in WORDS),
    *(f"{word}.{word}@{word}.example" for word in WORDS),
]
IS_ADDRESS = re.compile(r"[^\s<>@:;,()\[\]\\\"]+@[\w.-]+\Z")


def sender(address: str) -> str | None:
    head = f"From: <{address}>\nDate: Mon, 5 Jan 2004 10:00:00 +0000\n\n".encode()
    (message,) = messages(head, io.BytesIO(), "a.eml")
    return MessageRow._make(message_columns(stored(message, 0), b"")).sender


@each_row("address", [each for each in ADDRESSES if IS_ADDRESS.match(each)])
def test_an_address_is_written_as_if_it_was_searched_for_secrets(address):
    local, _, domain = address.rpartition("@")
    assert sender(address) == redact(f"{local}@{domain.lower()}")
