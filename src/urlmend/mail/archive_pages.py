"""Pages of web archives of mailing lists: the message that a page of Hypermail, MHonArc or Pipermail shows."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from html import unescape
from urllib.parse import unquote

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Conversation, Document, Location, Message, Part, Region, StoredMessage
from urlmend.model.span import Span

# Programs write what they know of a message at the beginning of its page, in its first code points.
_HEAD = 1 << 14
_SIGN = lazy(r"<!--X-Message-Id: |<!-- id=\"|<!--beginarticle-->")
_MHONARC = lazy(r"<!--X-(Subject|From(?:-R13)?|Date|Message-Id|Reference): ([^\n]{0,2000}?) ?-->")
_HYPERMAIL = lazy(r"<!-- (sent|received|name|email|subject|id|inreplyto)=\"([^\"\n]{0,2000})\" -->")
_PIPERMAIL = lazy(
    r"""(?isx)
    <h1> (?P<subject>[^<]*+) </h1> \s*+
    <b> (?P<name> [^<]*+ ) </b> \s*+
    <a \s++ href="(?P<link>[^"]*+)" [^>]*+> (?P<author>[^<]*+) </a> \s*+ <br> \s*+
    <i> (?P<date>[^<]*+) </i>
    """
)
# What each program writes before and after the body of the message; the rest of the page is its own text.
_BODIES = (
    ("<!--beginarticle-->", "<!--endarticle-->"),
    ("<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"),
    ('<!-- body="start" -->', '<!-- body="end" -->'),
)
_OWN_ID = lazy(r"(?i)[?&]In-Reply-To=([^&]*)")
# MHonArc rotates letters by 13, and upper-case ones together with the characters before and after them.
_ROTATED = str.maketrans(
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[abcdefghijklmnopqrstuvwxyz", "NOPQRSTUVWXYZ[@ABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm"
)


class _Fields(NamedTuple):
    """The fields of a message, as its page gives them; missing ones are empty."""

    id: str = ""
    date: str = ""
    subject: str = ""
    author: str = ""
    name: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()


def with_message(page: Document) -> Document:
    """Return a page with the message that it shows; the page itself if it is not that of an archive."""
    head = page.text[:_HEAD]
    sign = _SIGN.search(head)
    if not sign:
        return page
    fields = _fields(head, sign[0])
    if not fields or not fields.date or not (fields.id or fields.author):
        return page
    from urlmend.mail.authors import author  # few pages are of an archive
    from urlmend.mail.headers import sender

    named = f'"{fields.name.replace(chr(34), "")}" <{fields.author}>'
    address = sender(fields.author.replace("_at_", "@"))
    return Document(
        page.text,
        page.name,
        note=page.note,
        origin=_PageOrigin(
            page,
            Message(_bracketed(fields.id), fields.date, fields.subject, 0),
            Conversation(
                sender=address,
                in_reply_to=_bracketed(fields.in_reply_to),
                references=tuple(_bracketed(each) for each in fields.references),
                list_id="",
                author=author({"from": fields.author if "<" in fields.author else named}, address),
            ),
        ),
    )


def body(page: str) -> tuple[int, int]:
    """Return start and stop of the body of the message in the source of its page; all of it if no comment says so."""
    for before, after in _BODIES:
        start = page.find(before)
        if start >= 0:
            stop = page.rfind(after, start)
            return start, stop if stop >= 0 else len(page)
    return 0, len(page)


def with_bytes(page: Document, data: bytes) -> StoredMessage:
    """Return the message of a page `with_message` as a file has it, by the bytes of the page."""
    assert page.message
    assert page.conversation
    return StoredMessage(page.name, page.message, page.conversation, None, len(data), sha256(data).hexdigest())


def _fields(head: str, sign: str) -> _Fields | None:
    """Return what the beginning of a page says in the form that a sign shows; None if it says nothing."""
    if sign.startswith("<!--X-"):
        return _of_mhonarc(_MHONARC.findall(head))
    if sign.startswith("<!-- id"):
        return _of_hypermail(dict(_HYPERMAIL.findall(head)))
    return _of_pipermail(head)


def _of_mhonarc(found: Iterable[tuple[str, str]]) -> _Fields:
    values = [(name, unescape(value).strip()) for name, value in found]
    first = dict(reversed(values))
    return _Fields(
        id=first.get("Message-Id", ""),
        date=first.get("Date", ""),
        subject=first.get("Subject", ""),
        author=first.get("From", "") or first.get("From-R13", "").translate(_ROTATED),
        references=tuple(value for name, value in values if name == "Reference"),
    )


def _of_hypermail(found: dict[str, str]) -> _Fields:
    values = {name: unescape(value) for name, value in found.items()}
    answered = values.get("inreplyto", "")
    return _Fields(
        id=values.get("id", ""),
        date=values.get("sent") or values.get("received", ""),
        # Subjects are written for a page, and then for a comment.
        subject=unescape(values.get("subject", "")),
        author=values.get("email", ""),
        name=values.get("name", ""),
        in_reply_to="" if " " in answered else answered,  # the subject, where the header gives no id
    )


def _of_pipermail(head: str) -> _Fields | None:
    found = _PIPERMAIL.search(head)
    if not found:
        return None
    own_id = _OWN_ID.search(unescape(found["link"]))
    return _Fields(
        id=unquote(own_id[1]) if own_id else "",
        date=" ".join(found["date"].split()),
        subject=" ".join(unescape(found["subject"]).split()),
        author=" ".join(unescape(found["author"]).split()),
        name=" ".join(unescape(found["name"]).split()),
    )


def _bracketed(identifier: str) -> str:
    """Return a message-id with angle brackets, and `@` where an archive has written `_at_`."""
    plain = identifier.strip("<> ")
    if "@" not in plain:
        plain = "@".join(plain.rsplit("_at_", 1))
    return f"<{plain}>" if plain else ""


class _PageOrigin:
    """The `Origin` of a page: its own positions, and the message that it shows."""

    part: Part | None = None

    def __init__(self, page: Document, message: Message, conversation: Conversation) -> None:
        self._page = page
        self.message = message
        self.conversation = conversation

    @property
    def region(self) -> Region | None:
        """The region of the page."""
        return self._page.region

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the page (code points)."""
        return self._page.position(offset)

    def locate_all(self, spans: Iterable[Span]) -> list[Location]:
        """Lines and columns in the file of spans of the page."""
        return self._page.locate_all(spans)
