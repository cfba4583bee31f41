"""Streams are cut into messages: mbox in its variants, rnews batches, single messages."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.mail import mailbox as mailboxes
from urlmend.mail.headers import header_at

FROM = b"From ada@a.example Mon Jan  5 10:00:00 2004\n"


def cut(data: bytes, head: int = 0) -> list[bytes]:
    stream = io.BytesIO(data)
    return [message.data for message in mailboxes.messages(stream.read(head), stream, "box")]


@each_row(
    ("data", "count"),
    [
        (FROM + b"A: b\n\none\n\n" + FROM + b"A: b\n\ntwo\n", 2),
        (FROM + b"A: b\r\n\r\none\r\n\r\n" + FROM + b"A: b\r\n\r\ntwo\r\n", 2),
        (FROM + b"A: b\n\nFrom here we go\n\nFrom there too\n", 1),
        (FROM + b"A: b\n\nno blank line before\n" + FROM + b"A: b\n\n", 2),
        (FROM + b"A: b\r\n\r\nno blank line before\r\n" + FROM[:-1] + b"\r\nA: b\r\n\r\n", 2),
        (FROM + b"A: b\n\nno blank line before\nFrom ada at a.example  Mon Jan  5 10:00:00 2004\nA: b\n\n", 2),
        (FROM + b"A: b\n\nno blank line before\nFrom ada at a.example  Mon Jan  5 10:00:00 MET 2004\nA: b\n\n", 2),
        (FROM + b"A: b\n\nno blank line before\nFrom ada@a.example Mon, 5 Jan 2004 10:00:00 -0400 (EDT)\nA: b\n", 2),
        (FROM + b"A: b\n\nno blank line before\n" + FROM + b">" + FROM + b"A: b\n\n", 2),
        (FROM + b"A: b\n\nno blank line before\n" + FROM + b"Quoted.\n", 1),
        (FROM + b"A: b\n\nno blank line before\n" + FROM + b"http://a.example/\n", 1),
        (FROM + b"A: b\n\nno blank line before\n" + FROM, 1),
        (FROM + b"A: b\n\nwe open\nFrom Mon 10:00 to 12:00 in 2004\nPlace: here\n", 1),
        (FROM + b"A: b\n\nwe open\n\nFrom Monday, 5 January 2004, 10:00\nuntil noon.\n", 1),
        (FROM + b"A: b\n\n> " + FROM + b"> A: b\n", 1),
        (FROM + b"A: b\n\nattached:\nFrom " + b"0a" * 20 + b" Mon Sep 17 00:00:00 2001\nFrom: ada\n", 1),
        (b"From " + b"0a" * 20 + b" Mon Sep 17 00:00:00 2001\nA: b\n\n-- \n2.1\n\n" + FROM + b"A: b\n", 2),
        (b"From ada@a.example Sat, 12 Jun 1999 03:10:45 -0400\nA: b\n\none\n\n" + FROM + b"A: b\n", 2),
        (FROM + b"A: b\n\n>From me\n", 1),
        (b"From - Mon Jan  5 10:00:00 2004\nA: b\n\n\n" + FROM + b"A: b\n\n", 2),
        (FROM + b"Content-Length: 58\n\nquoted:\n\n" + FROM + b"end.\n\n" + FROM + b"A: b\n\ntwo\n", 2),
        (FROM + b"CONTENT-LENGTH: 58\n\nquoted:\n\n" + FROM + b"end.\n\n" + FROM + b"A: b\n\ntwo\n", 2),
        (FROM + b"X-Content-Length: 58\n\nquoted:\n\n" + FROM + b"A: c\n\n" + FROM + b"A: b\n\ntwo\n", 3),
        (FROM + b"A: b\n\n" + FROM + b"\n\n" + FROM, 3),
        (FROM + b"Content-Length: 7\n\nwrong, it is longer\n\n" + FROM + b"A: b\n\ntwo\n", 2),
        (b"#! rnews 12\nA: b\n\nbody1\n#! rnews 12\nA: b\n\nbody2\n", 2),
        (b"Subject: x\nFrom: y\n\nbody\n", 1),
        (b"25      \nSubject: x\nFrom: y\n\nbody\n<?xml version='1.0'?>\n", 1),
    ],
)
def test_messages_are_told_apart(data: bytes, count: int) -> None:
    assert len(cut(data)) == count


@given(
    st.lists(st.sampled_from([b"one\r", b"\r", b"\r\n", FROM[:-1] + b"\rA: b\r\r"]), max_size=9), st.integers(16, 80)
)
def test_bare_carriage_returns_end_lines(pieces: list[bytes], block: int) -> None:
    data = FROM[:-1] + b"\rA: b\r\r" + b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailboxes, "BLOCK", block)
        messages = list(mailboxes.messages(data[:50], io.BytesIO(data[50:]), "box"))
    assert [message.data for message in messages] == cut(re.sub(rb"\r(?!\n)", b"\n", data))
    assert all(message.start is None for message in messages)


def test_numbers_and_lines_of_the_messages() -> None:
    data = FROM + b"A: b\n\none\n\n" + FROM + b"A: b\n\ntwo\n"
    assert [(message.number, message.line) for message in mailboxes.messages(b"", io.BytesIO(data), "box")] == [
        (0, 1),
        (1, 6),
    ]


def test_a_message_of_apple_mail_ends_before_its_property_list() -> None:
    message = b"Subject: x\nFrom: y\n\nbody\n"
    data = b"%d      \n%s<?xml version='1.0'?>\n<plist version='1.0'/>\n" % (len(message), message)
    assert [tuple(found)[:5] for found in mailboxes.messages(b"", io.BytesIO(data), "1.emlx")] == [
        (message, "1.emlx", 0, 2, None)
    ]


@each_row(
    ("head", "mail"),
    [
        (FROM, True),
        (b"#! rnews 100\nPath: x\n", True),
        (b"Received: x\n by y\nSubject: z\n\n", True),
        (b"Path: a!b\nNewsgroups: c.d\n\n", True),
        (b"From here we go\n\nand on\n", False),
        (b"From Monday, 5 January 2004, 10:00\nuntil noon.\n", False),
        (b"From ada@a.example Sat, 12 Jun 1999 03:10:45 -0400\nDate: x\n", True),
        (b"From ada at a.example  Mon Jan  5 10:00:00 2004\nFrom: ada at a.example (Ada)\n", True),
        (FROM + b"\nbody\n", True),
        (FROM[:-1] + b"\rA: b\r", True),
        (b"250       \nReceived: x\n by y\nSubject: z\n\n", True),
        (b"250\nReceived\nSubject\n", False),
        (b"250 people\nReceived: x\nSubject: z\n\n", False),
        (b"Received: x\r by y\rSubject: z\r\r", True),
        (b"Received: x\r by y\rno field\r\r", False),
        (b"note: this\rwhat: that\r", False),
        (b"Subject: only one field\n\n", False),
        (b"note: this\nhttp://a.example/: that\n", False),
        (b"Package: x\nVersion: 1\nDepends: y\n\n", False),
        (b"", False),
        (b"plain text\n", False),
    ],
)
def test_mail_is_recognised_by_its_beginning(head: bytes, mail: bool) -> None:
    assert mailboxes.is_mail(head) is mail


PIECES = st.sampled_from(
    [
        FROM,
        b"\n",
        b"\r\n",
        b"\n\n" + FROM,
        b"A: b\n",
        b" c\n",
        b"no field\n",
        b"Content-Length: 9\n",
        b"x\n",
        b">" + FROM,
    ]
)


@given(st.lists(PIECES, max_size=12).map(b"".join), st.integers(16, 80))
def test_the_header_that_comes_with_a_message_is_that_which_it_has(data: bytes, block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailboxes, "BLOCK", block)
        messages = list(mailboxes.messages(FROM, io.BytesIO(data), "box"))
        without = list(mailboxes.messages(FROM, io.BytesIO(data), "box", places=False))
    assert b"".join(message.data for message in messages) == FROM + data
    assert all(message.header == header_at(message.data, 0, len(message.data)) for message in messages)
    assert without == [message._replace(line=1) for message in messages]
    lines = [1 + b"".join(before.data for before in messages[:number]).count(b"\n") for number in range(len(messages))]
    assert [message.line for message in messages] == lines


@given(st.lists(st.text("ab \n", max_size=30), min_size=1, max_size=6), st.integers(16, 80))
def test_the_size_of_blocks_does_not_matter(bodies: list[str], block: int) -> None:
    data = b"".join(FROM + b"A: b\n\n" + body.encode() + b"\n\n" for body in bodies)
    whole = cut(data)
    assert len(whole) == len(bodies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailboxes, "BLOCK", block)
        assert cut(data, head=100) == whole
    assert b"".join(whole) == data


def test_a_message_too_long_is_cut_and_the_next_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailboxes, "MAX_MESSAGE", 5000)
    monkeypatch.setattr(mailboxes, "BLOCK", 1000)
    data = FROM + b"A: b\n\n" + b"x\n" * 9000 + b"\n" + FROM + b"A: b\n\ntwo\n"
    messages = list(mailboxes.messages(b"", io.BytesIO(data), "box"))
    assert [len(message.data) for message in messages] == [5000, len(FROM) + 10]
    assert messages[1].line == 9005


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "read"), [((1 << 26) - 2, (1 << 26) - 1), ((1 << 26) - 1, 1 << 26), ((1 << 26) + 99, 1 << 26)]
)
def test_64_mib_of_a_message_are_read(size: int, read: int) -> None:
    # The line break before the separator is read, too.
    body = size - len(FROM) - len(b"A: b\n\n")
    data = FROM + b"A: b\n\n" + (b"x" * 63 + b"\n") * (body // 64) + b"x" * (body % 64 - 1) + b"\n"
    rest = b"\n" + FROM + b"A: b\n\ntwo\n"
    messages = list(mailboxes.messages(b"", io.BytesIO(data + rest), "box"))
    assert [len(data), *(len(message.data) for message in messages)] == [size, read, len(FROM) + 10]


def test_an_empty_stream_has_no_message() -> None:
    assert cut(b"") == []
