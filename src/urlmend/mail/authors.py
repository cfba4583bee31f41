"""Authors of messages whose field `From` a mailing list has replaced, as DMARC (RFC 7489) makes many do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.mail.headers import addresses, decode_encoded_words
from urlmend.model.document import Author

# The number of values of `From` whose names are remembered.
_REMEMBERED = 1 << 10
# A longer value is not read, in code points: that of `Cc` may have thousands of addresses.
_MAX_VALUE = 4000
_LONGEST_NAME = 200

# The fields that have the address of a mailing list.
_NAMES_OF_LIST = ("x-beenthere", "list-post", "mailing-list", "x-mailing-list", "list-id")
# The fields that lists add or change, with the address of the author, in the order of trust.
_ORIGINAL = ("x-original-from", "x-google-original-from", "x-original-sender")

# The tokens of a list of mailboxes: strings, addresses in brackets, separators, and other text.
_TOKEN = lazy(
    r"""
    " (?> (?: [^"\\]++ | \\. )* ) "? | < (?P<address> [^<>]*+ ) >? | (?P<separator> [,;] ) | [^",;<]++
    """,
    re.VERBOSE | re.DOTALL,
)
# A quoted character (RFC 5322 section 3.2.1).
_QUOTED_PAIR = lazy(r"\\(.)", re.DOTALL)
# What lists add to names: `Ada via Canal`, `'Ada' via Canal`, `Ada (via canal Mailing List)`.
_VIA = lazy(r"(?P<name>.*\S)\s+\(?via\s+(?P<list>\S.*)", re.DOTALL | re.IGNORECASE)
_VIA_WORD = "via"
_NO_LETTER = lazy(r"[^a-z0-9]+")
# The address of the author in the local part: `ada=canal.example`, `ada=40canal.example`, `ada_at_canal.example`.
_ENCODED = lazy(r"(?P<local>[^=\s]+)(?:=40|=)(?P<domain>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
_ADDRESSES_OF_PROGRAMS = lazy(r"[-+._=](?:bounces?|owner|request|admin)\b|^(?:bounces?|owner|mailman|no-?reply)\b")


class _Mailbox(NamedTuple):
    """A display name, decoded, and an address; either may be empty."""

    name: str
    address: str


def author(fields: Mapping[str, str], sender: str) -> Author:
    """Return the author of a message, by the unfolded values of its fields, and the address in `From`.

    A list that replaces `From` puts its own address there, or one that encodes that of the author. The author is then
    in a field that it adds, or in `Reply-To`, `Cc`, or the envelope.
    """
    value = fields.get("from", "")
    if not value:
        return Author()
    found = _author_in_from(value, sender, *map(fields.get, _NAMES_OF_LIST))
    return found if isinstance(found, Author) else _author_behind_list(fields, sender, found)


class _Replaced(NamedTuple):
    """The parts of a field `From` that a mailing list has put in the place of the author's."""

    own_name: str
    """The display name of the author; or empty."""
    via: str
    """The name that the list gives itself; or empty."""
    decoded: str
    """The address of the author that the one in `From` encodes; or empty."""
    lists: frozenset[str]
    """The addresses of the list, and the one in `From`, in lower case."""
    is_list: bool
    """Whether the address in `From` is known as that of the list."""


@partial(cached_for_short_text, size=_REMEMBERED)
def _author_in_from(value: str, sender: str, *of_list: str | None) -> Author | _Replaced:
    """Return the author as `From` says, unless a list has replaced that; `of_list` are the _NAMES_OF_LIST."""
    name = "" if value == sender else display_name(value)
    own_name, via = without_list(name) if _VIA_WORD in name.lower() else (name, "")
    if not sender or _is_masked(sender):
        return Author(name=own_name, source="name") if own_name else Author()
    lists = _list_addresses(*of_list) if any(of_list) else frozenset()
    is_list = sender.lower() in lists or bool(via and _is_named(via, sender))
    decoded = _decoded(sender) if "=" in sender and (via or _is_of_list(sender, lists)) else ""
    if not (is_list or decoded or via):
        return Author(sender, name, "from")
    return _Replaced(own_name, via, decoded, frozenset((*lists, sender.lower())), is_list)


def _author_behind_list(fields: Mapping[str, str], sender: str, replaced: _Replaced) -> Author:
    """Return the author of a message of which a list has replaced the field `From`."""
    own_name = replaced.own_name
    for source, found in _candidates(fields, replaced):
        return Author(found.address, found.name if "@" in own_name else own_name or found.name, source)
    if replaced.is_list and replaced.via:
        return Author(name=own_name, source="name")
    return Author(sender, own_name, "from")  # the list itself, as far as the message says


def _is_masked(address: str) -> bool:
    """Whether an archive has hidden an address from harvesters, so that many people seem to have the same one.

    Google Groups cuts the local part (`ada...@canal.example`), MHonArc writes `ada@xxxxx.xxx`, Savannah
    `address@hidden`.
    """
    local, _, domain = address.rpartition("@")
    return local.endswith("...") or domain == "hidden" or not domain.strip("x.")


def _candidates(fields: Mapping[str, str], replaced: _Replaced) -> Iterator[tuple[str, _Mailbox]]:
    """Yield the addresses that may be the author's, the most certain first, each with its source."""
    name, _, decoded, lists, is_list = replaced
    for field in _ORIGINAL:
        for found in _mailboxes(fields.get(field, "")):
            if found.address.lower() not in lists and not _decoded(found.address):
                yield field, found
    if decoded:
        yield "encoded", _Mailbox("", decoded)
    others = [
        (field, found)
        for field in ("reply-to", "cc")
        for found in _mailboxes(fields.get(field, ""))
        if found.address.lower() not in lists
    ]
    yield from (each for each in others if name and each[1].name.casefold() == name.casefold())
    if is_list:
        yield from (each for each in others if each[0] == "reply-to")
        yield from (("display-name", _Mailbox("", found)) for found in addresses(name))
        envelope = next(addresses(fields.get("x-mailfrom", "")), "")
        if envelope and envelope.lower() not in lists and not _is_of_program(envelope):
            yield "x-mailfrom", _Mailbox("", envelope)


def _is_named(via: str, address: str) -> bool:
    """Whether a list is called as the local part of its address is."""
    local = _NO_LETTER.sub("", address.partition("@")[0].lower())
    name = _NO_LETTER.sub("", via.lower())
    return bool(local and name) and (local in name or name in local)


def _is_of_list(address: str, lists: frozenset[str]) -> bool:
    """Whether the domain of an address is made for DMARC, or is that of one of these lists."""
    domain = address.rpartition("@")[2]
    return domain.startswith("dmarc.") or any(f".{each.rpartition('@')[2]}".endswith(f".{domain}") for each in lists)


def _list_addresses(*of_list: str | None) -> frozenset[str]:
    """Return the addresses of the mailing list that has distributed a message, in lower case."""
    *fields, list_id = of_list
    found = {
        each.lower() for value in fields if value for each in addresses(value[:_MAX_VALUE].replace("mailto:", " "))
    }
    return frozenset((*found, _address_of_id(list_id))) if list_id else frozenset(found)


def _address_of_id(value: str) -> str:
    """Return the address of a list by its identifier, which is mostly the address with a dot for the `@`."""
    return value[value.rfind("<") + 1 :].partition(">")[0].strip().lower().replace(".", "@", 1)


def _is_of_program(address: str) -> bool:
    return bool(_ADDRESSES_OF_PROGRAMS.search(address.partition("@")[0].lower()))


def _decoded(address: str) -> str:
    """Return the address that another one encodes in its local part; empty if it encodes none."""
    local = address.rpartition("@")[0]
    if "=" not in local:
        return ""
    found = _ENCODED.fullmatch(local)
    return f"{found['local']}@{found['domain'].lower()}" if found else ""


def _mailboxes(value: str) -> Iterator[_Mailbox]:
    """Yield the mailboxes in the value of a field (RFC 5322 section 3.4)."""
    value = value[:_MAX_VALUE]
    if "<" not in value:
        yield from (_Mailbox("", address) for address in addresses(value))
        return
    name = ""
    for token in _TOKEN.finditer(f"{value},"):
        if token["address"] is not None:
            yield from (_Mailbox(_unquoted(name), address) for address in addresses(token["address"]))
        elif token["separator"]:
            yield from (_Mailbox("", address) for address in addresses(name))
        name = "" if token.lastgroup else name + token[0]


@partial(cached_for_short_text, size=_REMEMBERED)
def display_name(value: str) -> str:
    """Return the display name in the value of `From`, decoded; empty if there is none."""
    before, bracket, _ = value[:_MAX_VALUE].partition("<")
    if bracket:
        return _unquoted(before)
    # `ada@canal.example (Ada)`, as RFC 822 has it
    comment = before.partition("(")[2].rpartition(")")[0]
    return _unquoted(comment)


def _unquoted(name: str) -> str:
    """Return a display name without quotation marks, decoded; empty if it is an address."""
    text = name.strip()
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        text = _QUOTED_PAIR.sub(r"\1", text[1:-1])
    return " ".join(decode_encoded_words(text).split())[:_LONGEST_NAME]


@partial(cached_for_short_text, size=_REMEMBERED)
def without_list(name: str) -> tuple[str, str]:
    """Return a display name without what a mailing list has added to it, and what the list calls itself."""
    found = _VIA.fullmatch(name)
    if not found:
        return name, ""
    text = found["name"].strip()
    if text[:1] == text[-1:] == "'" and len(text) > 1:
        text = text[1:-1].strip()
    # A list shows the local part of an address without a name so.
    return "" if text.endswith("---") else text, found["list"].strip(" )")
