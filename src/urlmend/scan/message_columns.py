"""Messages to columns of a result, without secrets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.lazy_regex import lazy
from urlmend._lib.sanitize import for_database
from urlmend.model.document import Author, Conversation, Document, Message, StoredMessage
from urlmend.redaction.detect import may_contain_secret
from urlmend.redaction.harmless import may_contain_token
from urlmend.redaction.redact import redact, redact_ids
from urlmend.scan.identity import name_hash, shown_name
from urlmend.scan.rows import MessageRow

# The number of values of fields that are remembered: messages of a thread share most of theirs.
_REMEMBERED_FIELDS = 1 << 12
# There was no mail before.
_FIRST_YEAR = 1970
# A date as RFC 5322 section 3.3 has it, without obsolete forms, with at most one comment.
_DATE = lazy(
    r"(?:[A-Z][a-z]{2},[ \t]{1,9})?([0-9]{1,2})[ \t]{1,9}(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ \t]{1,9}"
    r"([0-9]{4})[ \t]{1,9}((?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2})[ \t]{1,9}([+-](?:[01][0-9]|2[0-3])[0-5][0-9])"
    r"(?:[ \t]{1,9}\([A-Za-z ]{1,30}\))?"
)
# The time zone at the end of a date, and the longest end that has one, in code points.
_ZONE = lazy(r"[\s0-9]([+-][0-9]{4}|[A-Z]{1,5})(?:\s*\([^()]*\))?\s*\Z")
_LONGEST_ZONE = 60
# An address without a sign of a secret but for `@`.
_ADDRESS = lazy(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,255}")
_NAMES_OF_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_MONTHS = {name: f"{number:02}" for number, name in enumerate(_NAMES_OF_MONTHS, 1)}
# Columns of a message that documents such as PDF files have, too.
_DATE_COLUMN, _SUBJECT_COLUMN = (MessageRow._fields.index(name) for name in ("date", "subject"))


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def _subject(text: str) -> str:
    """The column of a subject; a mark of replies, which most have, is no part of a secret."""
    words = text.removeprefix("Re: ")
    return for_database(text if not may_contain_secret(words) else redact(text))


def utc(date: str) -> str | None:
    """The date of a message (RFC 5322 section 3.3) in UTC, in ISO 8601; None if it is invalid or before 1970."""
    return _date_columns(date)[0]


def _date_columns(date: str) -> tuple[str | None, str | None]:
    """The columns `date` and `time_zone` of a date."""
    zone: str | None
    try:
        if match := _DATE.fullmatch(date):  # true of most; the standard library takes several times as long
            day, month, year, clock, zone = match.groups()
            text = f"{year}-{_MONTHS[month]}-{day if len(day) == 2 else '0' + day}T{clock}"
            moment = datetime.fromisoformat(text)
            if zone != "+0000":
                moment -= _ahead_of_utc(zone)
        else:
            from email.utils import parsedate_to_datetime  # imports slowly

            zone = _time_zone(date)
            moment = parsedate_to_datetime(date)
            moment = (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None)
    except Exception:  # the standard library does not promise which ones it raises
        return None, zone
    # Some programs wrote the year 102 for 2002.
    return f"{moment.isoformat()}Z" if moment.year >= _FIRST_YEAR else None, zone


@lru_cache(_REMEMBERED_FIELDS)
def _ahead_of_utc(zone: str) -> timedelta:
    ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:]))
    return -ahead if zone[0] == "-" else ahead


def message_columns(stored: StoredMessage, key: bytes, *, has_url: bool = True) -> tuple[object, ...]:
    """The columns of `MessageRow` of a message; None for missing fields. `key` is that of hashes."""
    name = shown_name(stored.name)
    message, conversation = stored.message, stored.conversation
    message_id, thread, in_reply_to, references = _ids(message, conversation)
    subject: str | None = None
    digest: str | None = None
    if has_url:
        subject, digest = _subject(message.subject) or None, stored.sha256
    else:
        in_reply_to = references = None
    author, sender = conversation.author, conversation.sender
    received = utc(conversation.received) if conversation.received else None
    return (
        *(name, message.index, message_id, *_date_columns(message.date), received),
        *(subject, *_people(author, sender), thread, in_reply_to, references),
        *(shown(conversation.list_id), ",".join(conversation.recipient_domains) or None),
        *(stored.offset, stored.size, digest, name_hash(key, stored.name, name)),
    )


def file_columns(document: Document, key: bytes, date: str) -> tuple[object, ...]:
    """The columns of `MessageRow` of a file outside mail; a document such as a PDF may have a date and a title.

    `date` is when a web archive recorded it, or empty.
    """
    name = shown_name(document.name)
    columns: list[object] = [name, *(None,) * (len(MessageRow._fields) - 2), name_hash(key, document.name, name)]
    columns[_DATE_COLUMN] = date or None
    if layout := document.layout:
        columns[_DATE_COLUMN] = layout.date or date or None
        columns[_SUBJECT_COLUMN] = _subject(layout.title) or None
    return tuple(columns)


def attached_columns(message: Message, conversation: Conversation | None) -> tuple[str | None, ...]:
    """The columns of a URL for the attached message that has it, from `attached_id_header` on."""
    sender = shown(conversation.sender) if conversation else None
    message_id = _shown_ids(_without_comment(message.id))
    return message_id, utc(message.date), sender, _subject(message.subject) or None


def _ids(message: Message, conversation: Conversation) -> list[str | None]:
    """The columns `message_id_header`, `thread`, `in_reply_to` and `reference_ids`."""
    references = conversation.references
    own = _without_comment(message.id)
    thread = references[0] if references else conversation.in_reply_to or own
    ids = (own, thread, conversation.in_reply_to, " ".join(references))
    if not any(ids):
        return [None] * len(ids)
    together = " ".join(ids)
    if redact_ids(together) == for_database(together) == together:  # true of most
        return [found or None for found in ids]
    return [_shown_ids(found) for found in ids]


def _shown_ids(text: str) -> str | None:
    return for_database(redact_ids(text)) if text else None


@partial(cached_for_short_text, size=_REMEMBERED_FIELDS)
def shown(text: str) -> str | None:
    """Return a column without secrets; None if it is empty."""
    return for_database(redact(text)) if text else None


def _shown_address(address: str) -> str | None:
    """A column of an address; most are neither URLs nor contain parameters or tokens."""
    if _ADDRESS.fullmatch(address) and not may_contain_token(address):
        return address
    return shown(address)


@lru_cache(_REMEMBERED_FIELDS)
def _people(author: Author, sender: str) -> tuple[str | None, ...]:
    """The columns from `author` to `sender_domain`."""
    address, written = _shown_address(author.address), _shown_address(sender)
    domains = [text.rpartition("@")[2] if text else None for text in (address, written)]
    return (address, domains[0], shown(author.name), author.source or None, written, domains[1])


def _time_zone(date: str) -> str | None:
    """The time zone of a date (RFC 5322 section 3.3); None if it has none."""
    found = _ZONE.search(date[-_LONGEST_ZONE:])
    return found[1] if found else None


def _without_comment(message_id: str) -> str:
    """A message-id without comments around it (RFC 5322 section 3.6.4); unchanged if it is malformed."""
    start, stop = message_id.find("<"), message_id.find(">") + 1
    return message_id[start:stop] if 0 <= start < stop else message_id
