"""No exception of a decoder, parser or library affects anything but the part it is in."""

import email.utils
import encodings
import io
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend import find
from urlmend.decoding import charsets, transfer_encoding
from urlmend.formats import html
from urlmend.mail import headers
from urlmend.model.span import Span
from urlmend.scan import message_columns
from urlmend.sources.paths import Reading, read_stream

SEPARATOR = b"From a@b.example Mon Jan  5 10:00:00 2004\n"
DIGITS = b"9" * 5000
CODECS = sorted(module.name for module in pkgutil.iter_modules(encodings.__path__))


def mailbox(middle, body=b"see http://middle.example/"):
    """A mailbox of three messages: `middle` are header fields of the second one."""
    first, last = (b"From: a\nSubject: b\n\nsee http://%s.example/\n\n" % name for name in (b"first", b"last"))
    return (
        SEPARATOR + first + SEPARATOR + b"From: a\nSubject: b\n" + middle + b"\n\n" + body + b"\n\n" + SEPARATOR + last
    )


def documents(data):
    return list(read_stream(io.BytesIO(data), "box", None, Reading(all_headers=True)))


def hosts(data):
    """The hosts of all URLs in a mailbox, each located; with the dates of messages read."""
    found = []
    for document in documents(data):
        document.locate(Span(0, len(document.text)))
        message_columns.utc(document.message.date)
        for url in find(document):
            document.locate(url.outer)
            found.append(url.text.split("/")[2])
    return found


FIELDS = {
    "section of a parameter": b"Content-Type: text/plain; name*%s=x" % DIGITS,
    "encoded section of a parameter": b"Content-Type: text/plain; name*%s*=x; name*0*=utf-8''%%ff" % DIGITS,
    "section of the charset": b"Content-Type: text/plain; charset*%s=utf-8; charset*0=latin1" % DIGITS,
    "section of a boundary": b"Content-Type: text/plain; boundary*%s=b" % DIGITS,
    "length": b"Content-Length: " + DIGITS,
    "day": b"Date: Mon, %s Jan 2004 10:00:00 +0000" % DIGITS,
    "zone": b"Date: Mon, 5 Jan 2004 10:00:00 +%s" % DIGITS,
    "zone beyond a day": b"Date: Mon, 5 Jan 2004 10:00:00 +9999999",
    "time": b"Date: Mon, 5 Jan 2004 %s:00:00" % DIGITS,
    "charset": b"Content-Type: text/plain; charset=" + DIGITS,
    "charset with NUL": b"Content-Type: text/plain; charset=a\0b",
    "charset outside ASCII": b"Content-Type: text/plain; charset=\xff",
    "charset of an encoded word": b"Subject: =?%s?q?a?= =?\0?b?a?=" % DIGITS,
    "base64 in an encoded word": b"Subject: =?utf-8?b?A?= =?utf-8?b?\xff\xff?=",
    "transfer encoding": b"Content-Transfer-Encoding: " + DIGITS,
}


@each_row("name", FIELDS)
def test_a_malformed_field_affects_no_other_message(name):
    assert hosts(mailbox(FIELDS[name])) == ["first.example", "middle.example", "last.example"]


@each_row("codec", [*CODECS, "ascii\\x", "../utf_8", "utf-8\u20ac"])
def test_no_charset_affects_another_message(codec):
    found = hosts(
        mailbox(b"Content-Type: text/plain; charset=" + codec.encode(), b"\\N{x} \xff\x80\\x http://a.example/")
    )
    assert found[0] == "first.example"
    assert found[-1] == "last.example"


@each_row("reference", [b"&#%s;", b"&#x%s;", b"&#0%s;", b"&#%s"])
def test_no_character_reference_affects_another_message(reference):
    body = b"<p>%s http://middle.example/ <a href='%s'>" % (reference % DIGITS, reference % DIGITS)
    assert hosts(mailbox(b"Content-Type: text/html", body)) == ["first.example", "middle.example", "last.example"]


TOKENS = [DIGITS, *b"* 0 = ; \" ' % utf-8 charset text/plain \xff =?utf-8?b? ?= ( ) + - : , Mon Jan 2004 UTC".split()]


@given(
    name=st.sampled_from(
        [b"Content-Type: text/plain;", b"Date: ", b"Content-Transfer-Encoding: ", b"X: ", b"Subject: "]
    ),
    value=st.lists(st.sampled_from(TOKENS), max_size=9),
    glue=st.sampled_from([b"", b" "]),
)
def test_no_field_affects_another_message(name, value, glue):
    found = hosts(mailbox(name + glue.join(value)))
    assert found[0] == "first.example"
    assert found[-1] == "last.example"


def failing(error, original=None, marker=None):
    """A function that raises an exception; with a marker, only if an argument contains it."""

    def fail(*arguments, **options):
        if original and not any(marker in str(argument) for argument in arguments):
            return original(*arguments, **options)
        raise error("from a library")

    return fail


ERRORS = [ValueError, RecursionError, MemoryError, AttributeError, KeyError, UnicodeError, RuntimeError]
DECODERS = {
    "quoted-printable": (transfer_encoding.binascii, "a2b_qp"),
    "charset": (charsets, "decode"),
    "HTML": (html, "parse"),
    "parameters": (headers, "_parameters"),
}


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", DECODERS)
def test_an_exception_of_a_decoder_costs_the_decoding_of_its_part(monkeypatch, name, error):
    module, function = DECODERS[name]
    monkeypatch.setattr(module, function, failing(error, getattr(module, function), "middle"))
    fields = b"Content-Type: text/html; name=middle\nContent-Transfer-Encoding: quoted-printable\nX: =?utf-8?q?middle?="
    assert hosts(mailbox(fields)) == ["first.example", "middle.example", "last.example"]


def test_an_exception_of_a_decoder_is_noted(monkeypatch):
    monkeypatch.setattr(charsets, "decode", failing(ValueError, charsets.decode, "middle"))
    notes = [document.note for document in documents(mailbox(b"Content-Type: text/plain"))]
    assert notes == ["", "ValueError: read without decoding", ""]


def test_a_part_that_is_not_decoded_may_have_any_bytes(monkeypatch):
    monkeypatch.setattr(charsets, "decode", failing(ValueError, charsets.decode, "middle"))
    found = hosts(
        mailbox(b"Content-Type: text/plain; charset=latin-1").replace(b"http://middle", b"caf\xe9 http://middle")
    )
    assert found == ["first.example", "middle.example", "last.example"]


@pytest.mark.parametrize("error", ERRORS)
def test_an_exception_in_a_date_leaves_it_out(monkeypatch, error):
    monkeypatch.setattr(email.utils, "parsedate_to_datetime", failing(error))
    assert message_columns.utc("Mon, 5 Jan 2004 10:00:00 +0000 " + error.__name__) is None
