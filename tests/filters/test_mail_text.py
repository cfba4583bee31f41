"""`mend` of mail: text changes where it is unencoded or quoted-printable; everything else has its bytes."""

import email
import email.policy
from pathlib import Path

from tables import each_row
from urlmend import find_in
from urlmend.filters.mail_text import mend_mail

CORPORA = Path(__file__).parents[2] / "corpora"
HEADER = """\
From: Ada <ada@canal.example>
To: jim@canal.example
Subject: <http://canal.example/header/
 line> stays
Date: Mon, 5 Jan 2004 10:00:00 +0000
MIME-Version: 1.0
"""
BROKEN = "At <URL:http://canal.example/a/north-\nbank.html>, and more.\n"
MENDED = "At <URL:http://canal.example/a/north-bank.html>,\nand more.\n"
QUOTED = "Sch=C3=B6n: <http://canal.example/?a=3Dnorth-\nbank> und Gr=C3=BC=\n=C3=9Fe=20\n"
QUOTED_MENDED = "Sch=C3=B6n: <http://canal.example/?a=3Dnorth-=\nbank>\nund Gr=C3=BC=\n=C3=9Fe=20\n"
SIGNED = "".join(
    f"--x\nContent-Type: {name}\n\n{body}\n"
    for name, body in (("text/plain", BROKEN), ("application/pgp-signature", "x"))
)
HTML = "<p>at &lt;URL:http://canal.example/a/north-\nbank.html&gt;</p>\n"
BASE64 = "QXQgPFVSTDpodHRwOi8vY2FuYWwuZXhhbXBsZS9hL25vcnRoLQpiYW5rLmh0bWw+LCBhbmQgbW9yZS4K\n"
# Header fields, a body, the body as it becomes, and the number of broken URLs that stay.
PARTS = {
    "7bit": ("", BROKEN, MENDED, 0),
    "flowed": (
        "Content-Type: text/plain; format=flowed\n",
        "> at <http://canal.example/a/ \n> b.html> and \n> more\n",
        "> at <http://canal.example/a/b.html> \n> and \n> more\n",
        0,
    ),
    "quoted-printable": ("Content-Transfer-Encoding: quoted-printable\n", QUOTED, QUOTED_MENDED, 0),
    "base64": ("Content-Transfer-Encoding: base64\n", BASE64, BASE64, 1),
    "HTML": ("Content-Type: text/html\n", HTML, HTML, 0),
    "signed": ("Content-Type: multipart/signed; boundary=x\n", f"{SIGNED}--x--\n", f"{SIGNED}--x--\n", 1),
    "a stated length": (f"Content-Length: {len(BROKEN)}\n", BROKEN, BROKEN, 1),
    "two parts": (
        "Content-Type: multipart/mixed; boundary=x\n",
        f"--x\n\n{BROKEN}\n--x\nContent-Type: text/html\n\n{HTML}\n--x--\n",
        f"--x\n\n{MENDED}\n--x\nContent-Type: text/html\n\n{HTML}\n--x--\n",
        0,
    ),
}


@each_row("line_end", ["\n", "\r\n"])
@each_row("name", PARTS)
def test_parts(name, line_end):
    fields, body, expected, unchanged = PARTS[name]
    if name == "a stated length" and line_end == "\r\n":
        fields = f"Content-Length: {len(body) + body.count(chr(10))}\n"
    message, mended = (f"{HEADER}{fields}\n{each}".replace("\n", line_end).encode() for each in (body, expected))
    if name == "a stated length":  # it counts in a mailbox
        message, mended = (b"From ada@canal.example Mon Jan  5 10:00:00 2004\n" + each for each in (message, mended))
    found = mend_mail(message)
    assert found.data == mended
    assert found.unchanged == unchanged
    assert mend_mail(mended) == found


def test_only_some_messages_of_a_mailbox_change():
    separator = "From ada@canal.example Mon Jan  5 10:00:00 2004\n"
    others = f"{separator}{HEADER}\nnothing\n\n"
    mailbox = "".join([others, f"{separator}{HEADER}\n{BROKEN}\n", others, f"{separator}{HEADER}\n{BROKEN}\n", others])
    assert mend_mail(mailbox.encode()).data == mailbox.replace(BROKEN, MENDED).encode()


def test_targets_are_encoded_like_their_part():
    link = (
        "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fb%3Fc%3D1&data=05&reserved=0"
    )
    fields = "Content-Transfer-Encoding: quoted-printable\n"
    message = f"{HEADER}{fields}\nsee {link.replace('=', '=3D')} now\n".encode()
    _, url = find_in(mend_mail(message, unwrap=True).data)
    assert url.url.text == "https://canal.example/b?c=1"


def test_a_line_does_not_become_too_long():
    url = "http://canal.example/" + "/".join(f"{number:050}" for number in range(30))
    folded = "\n".join(url[at : at + 70] for at in range(0, len(url), 70))
    assert mend_mail(f"{HEADER}\n<{folded}>\n".encode()).unchanged == 1
    encoded = f"{HEADER}Content-Transfer-Encoding: quoted-printable\n\n<{folded}>\n".encode()
    found = mend_mail(encoded)
    assert (found.unchanged, max(map(len, found.data.splitlines()))) == (0, 71 + 1)
    assert url in email.message_from_bytes(found.data, policy=email.policy.default).get_content()


@each_row("path", sorted(CORPORA.glob("*/*.eml")), ids=lambda path: path.name)
def test_other_programs_read_the_same_messages(path):
    data = path.read_bytes()
    found = mend_mail(data).data
    before, after = ([url.url for url in find_in(each)] for each in (data, found))
    assert [url.text for url in after] == [url.text for url in before]
    assert [len(part.get_payload(decode=True) or b"") > 0 for part in email.message_from_bytes(found).walk()] == [
        len(part.get_payload(decode=True) or b"") > 0 for part in email.message_from_bytes(data).walk()
    ]
