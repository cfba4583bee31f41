"""Who wrote the URLs of a result, and where: messages, attached messages, quotations, footers and copies."""

import hashlib
import sqlite3

import pytest

from tables import each_row
from urlmend import scan_bytes

FOOTER = "_______________________________________________\nCanal mailing list\nhttps://lists.example/listinfo/canal\n"


def message(number, name, body, *fields):
    header = (f"Message-ID: <{number}@canal.example>", f"From: {name} <{name.lower()}@canal.example>", *fields)
    return "From a@b Mon Jan  5 10:00:00 2004\n" + "\n".join(header) + f"\n\n{body}\n"


@pytest.fixture
def scanned(tmp_path, urlmend):
    def scanned(*messages):
        (tmp_path / "a.mbox").write_text("".join(messages))
        done = urlmend("scan", "a.mbox", "-o", "r.sqlite", cwd=tmp_path)
        assert done.status < 2, done.err
        return sqlite3.connect(tmp_path / "r.sqlite")

    return scanned


def test_messages_without_urls_are_stored(scanned):
    database = scanned(message(0, "Ada", "no URL"), message(1, "Bob", "see http://www.canal.example/"))
    query = "SELECT message_number, author, subject FROM all_messages ORDER BY message_number"
    assert database.execute(query).fetchall() == [(0, "ada@canal.example", None), (1, "bob@canal.example", None)]


def test_messages_have_their_bytes(scanned, tmp_path):
    database = scanned(*(message(number, "Ada", f"see http://www.canal.example/{number}") for number in range(3)))
    data = (tmp_path / "a.mbox").read_bytes()
    for offset, length, sha256 in database.execute("SELECT byte_offset, bytes, sha256 FROM all_messages"):
        assert hashlib.sha256(data[offset : offset + length]).hexdigest() == sha256


def test_fields_of_messages(scanned):
    fields = (
        "Received: from a by b; Mon, 5 Jan 2004 11:00:02 +0100",
        "Received: from c by a; Mon, 5 Jan 2004 11:00:01 +0100",
        "Date: Mon, 5 Jan 2004 12:00:00 +0200 (EET)",
        "To: Bob <bob@Lock.example>, ada@canal.example",
        "Cc: eve@lock.example",
    )
    database = scanned(message(0, "Ada", "see http://www.canal.example/", *fields))
    query = "SELECT date, time_zone, received, recipient_domains FROM urls"
    expected = ("2004-01-05T10:00:00Z", "+0200", "2004-01-05T10:00:02Z", "canal.example,lock.example")
    assert database.execute(query).fetchall() == [expected]


def test_footers_are_those_of_several_authors(scanned):
    names = ("Ada", "Bob", "Eve", "Ada")
    signature = "-- \nAda\nhttp://ada.canal.example/"
    database = scanned(
        *(
            message(n, name, f"see http://www.canal.example/{n}\n\n{signature if name == 'Ada' else ''}\n{FOOTER}")
            for n, name in enumerate(names)
        )
    )
    query = "SELECT host, kind, count(*) FROM urls GROUP BY host, kind ORDER BY host"
    assert database.execute(query).fetchall() == [
        ("ada.canal.example", "new", 2),
        ("lists.example", "footer", 4),
        ("www.canal.example", "new", 4),
    ]
    assert database.execute("SELECT host, times, all_times FROM hosts ORDER BY host").fetchall() == [
        ("ada.canal.example", 2, 2),
        ("lists.example", 0, 4),
        ("www.canal.example", 4, 4),
    ]


@pytest.mark.parametrize(("others", "kind"), [(2, "new"), (0, "footer")])
def test_forms_that_few_authors_share_are_no_footers(scanned, others, kind):
    """The same end of twelve messages of three authors, and messages of others on the same list between them."""
    form = "The notes are available at:\nhttp://notes.example/all\n"
    messages = []
    for number in range(12):
        messages.append((("Ada", "Bob", "Eve")[number % 3], form))
        messages += [(f"Reader{number}", f"see http://www.canal.example/{other}") for other in range(others)]
    list_id = "List-Id: <canal.lists.example>"
    database = scanned(*(message(number, *each, list_id) for number, each in enumerate(messages)))
    found = database.execute("SELECT DISTINCT kind FROM urls WHERE host = 'notes.example'").fetchall()
    assert found == [(kind,)]


def test_footers_may_show_an_address_of_the_message(scanned):
    notice = "You received this message because you are a member of the list of the canal. To see it there, visit "
    messages = []
    for number, name in enumerate(("Ada", "Bob", "Eve", "Ann")):
        address = f"https://lists.example/canal/message/{name}%40lock.example"
        body = f"<p>{name} saw http://canal.example/{number}</p>{notice}<a href='{address}'>{address}</a>"
        messages.append(message(number, name, body, "Content-Type: text/html"))
        body = (
            f"{name} saw http://canal.example/{number}\n-- \nTo see it there, visit {address}\nhttps://lists.example/"
        )
        messages.append(message(number + 10, name, body))
    database = scanned(*messages)
    query = "SELECT DISTINCT host, kind FROM urls ORDER BY host"
    assert database.execute(query).fetchall() == [("canal.example", "new"), ("lists.example", "footer")]


def test_quoted_footers_are_quoted(scanned):
    quoted = "> ".join(("", *FOOTER.splitlines(keepends=True)))
    database = scanned(*(message(n, name, quoted) for n, name in enumerate(("Ada", "Bob", "Eve", "Ann"))))
    assert database.execute("SELECT DISTINCT kind, depth FROM urls").fetchall() == [("quoted", 1)]


ATTACHED = """\
Message-ID: <outer@canal.example>
From: Ada <ada@canal.example>
Content-Type: multipart/mixed; boundary=b

--b

see http://www.canal.example/
--b
Content-Type: message/rfc822

Message-ID: <inner@lock.example>
From: Eve <eve@lock.example>
Date: Mon, 5 Jan 2004 10:00:00 +0000

see http://www.lock.example/
--b
Content-Type: application/octet-stream; name=pay.html
Content-Transfer-Encoding: base64

PGh0bWw+PGEgaHJlZj0iaHR0cDovL3d3dy5sb2NrLmV4YW1wbGUvcGF5Ij5QYXkgbm93PC9hPg==
--b
Content-Type: application/octet-stream

AB\0http://www.lock.example/binary
--b--
"""


def test_urls_of_attached_messages_belong_to_the_message_that_carries_them():
    rows = scan_bytes(ATTACHED.encode(), "a.eml").urls
    assert [
        (row.part, row.author, row.message_id_header, row.attached_sender, row.attached_id_header) for row in rows
    ] == [
        ("1", "ada@canal.example", "<outer@canal.example>", None, None),
        ("2", "ada@canal.example", "<outer@canal.example>", "eve@lock.example", "<inner@lock.example>"),
        ("3", "ada@canal.example", "<outer@canal.example>", None, None),
    ]
    assert rows[1].attached_date == "2004-01-05T10:00:00Z"
    assert [row.depth for row in rows] == [0, 1, 0]  # as if the attached message were quoted


def test_attachments_without_a_type_are_read_by_content():
    row = scan_bytes(ATTACHED.encode(), "a.eml").urls[-1]
    assert (row.url, row.format, row.content_type) == (
        "http://www.lock.example/pay",
        "html",
        "application/octet-stream",
    )
    assert (row.file_name, row.link_text) == ("pay.html", "Pay now")


@each_row(
    ("content_type", "body", "expected"),
    [
        ("application/x-patch", "--- a\n+++ b\n+see http://www.lock.example/plan\n", "text"),
        ("application/xml", '<a x="http://www.lock.example/plan"/>', "markup"),
        ("application/octet-stream", '<?xml version="1.0"?>\n<a x="http://www.lock.example/plan"/>', "markup"),
        ("application/x-anything", "<html><a href='http://www.lock.example/plan'>x</a>", "html"),
        ("application/msword", '{\\rtf1 {\\field{\\*\\fldinst HYPERLINK "http://www.lock.example/plan"}}}', "rtf"),
        ("application/pgp-signature", "Comment: see http://www.lock.example/plan\n", ""),
        ("application/x-anything", "AB\0http://www.lock.example/plan", ""),
        ("image/png", "http://www.lock.example/plan", ""),
    ],
)
def test_attached_texts_of_any_type_are_read(content_type, body, expected):
    header = "From: Ada <ada@canal.example>\nContent-Type: multipart/mixed; boundary=b\n\n"
    message = f"{header}--b\n\nHello\n--b\nContent-Type: {content_type}\n\n{body}\n--b--\n"
    found = scan_bytes(message.encode(), "a.eml").urls
    assert [(row.format, row.content_type, row.url) for row in found] == (
        [(expected, content_type, "http://www.lock.example/plan")] if expected else []
    )


ALTERNATIVE = """\
From: Ada <ada@canal.example>
Content-Type: multipart/alternative; boundary=b

--b

see http://www.canal.example/ and http://www.canal.example/
--b
Content-Type: text/html

<p>see <a href="http://www.canal.example/">http://www.canal.example/</a> or <a href="http://www.lock.example/">this</a>
<blockquote><a href="http://quay.example/">that</a></blockquote>
--b--
"""


def test_copies_of_a_text_are_marked():
    rows = scan_bytes(ALTERNATIVE.encode(), "a.eml").urls
    assert [(row.host, row.format, row.is_copy, row.depth) for row in rows] == [
        ("www.canal.example", "text", 0, 0),
        ("www.canal.example", "text", 0, 0),
        ("www.canal.example", "html", 1, 0),
        ("www.canal.example", "html", 1, 0),
        ("www.lock.example", "html", 0, 0),
        ("quay.example", "html", 0, 1),
    ]
    assert [row.link_text for row in rows[-3:]] == [None, "this", "that"]


def test_canonical_forms(scanned):
    urls = (
        "http://www.canal.example",
        "http://www.canal.example/a#b",
        "HTTP://WWW.canal.example/",
        "http://www.x.example/",
    )
    database = scanned(message(0, "Ada", "\n".join(urls)))
    assert [row[0] for row in database.execute("SELECT canonical FROM urls ORDER BY id")] == [
        "http://www.canal.example/",
        "http://www.canal.example/a",
        "http://www.canal.example/",
        "http://www.x.example/",
    ]


def test_pages_of_archives_have_quotations():
    page = """<html><body><H1>[canals] survey</H1>
<B>Ada</B>
<A HREF="mailto:canals%40lists.example?In-Reply-To=%3C1%40canal.example%3E" TITLE="survey">ada at canal.example</A><BR>
<I>Mon Jan 5 10:00:00 CET 2004</I>
<!--beginarticle-->
<PRE>&gt;<i> see <A HREF="http://www.lock.example/">http://www.lock.example/</A>
</I>see <A HREF="http://www.canal.example/">the map</A>
</PRE></body></html>
"""
    rows = scan_bytes(page.encode(), "1.html").urls
    found = {(row.url, row.depth, row.link_text) for row in rows if row.url.startswith("http")}
    assert found == {("http://www.lock.example/", 1, None), ("http://www.canal.example/", 0, "the map")}


PAGES = {
    "pipermail": (
        """<H1>survey</H1><B>Ada</B>
<A HREF="mailto:c%40lists.example?In-Reply-To=%3C1%40canal.example%3E" TITLE="survey">ada at canal.example</A><BR>
<I>Mon Jan 5 10:00:00 CET 2004</I>""",
        ("<!--beginarticle-->", "<!--endarticle-->"),
    ),
    "mhonarc": (
        "<!--X-From: ada@canal.example -->\n<!--X-Date: Mon, 5 Jan 2004 10:00:00 +0100 -->\n"
        '<!--X-Message-Id: 1@canal.example -->\nFrom: <a href="mailto:ada@canal.example">Ada</a>',
        ("<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"),
    ),
    "hypermail": (
        '<!-- sent="Mon, 5 Jan 2004 10:00:00 +0100" -->\n<!-- email="ada@canal.example" -->\n'
        '<!-- id="1@canal.example" -->\n<a href="mailto:ada@canal.example">Ada</a>',
        ('<!-- body="start" -->', '<!-- body="end" -->'),
    ),
}


@pytest.mark.parametrize("program", PAGES)
@pytest.mark.parametrize("is_complete", [True, False])
def test_what_an_archive_shows_around_a_message_is_not_of_its_author(tmp_path, urlmend, program, is_complete):
    head, (before, after) = PAGES[program]
    link = '<pre>see <a href="http://www.canal.example/">the map</a></pre>'
    end = f'{after}<a href="http://lists.example/info">more</a>' if is_complete else ""
    (tmp_path / "1.html").write_text(f"<html><body>{head}\n{before}\n{link}\n{end}</body></html>\n")
    urlmend("scan", "1.html", "-o", "r.sqlite", cwd=tmp_path)
    found = sqlite3.connect(tmp_path / "r.sqlite").execute("SELECT host, kind, depth FROM urls ORDER BY id").fetchall()
    others = [("lists.example", "footer", 0)] if is_complete else []
    assert found[1:] == [("www.canal.example", "new", 0), *others]
    assert found[0][1:] == ("footer", 0)


def test_pages_without_comments_around_the_message_are_new(tmp_path, urlmend):
    head, (before, _) = PAGES["hypermail"]
    quoted = before.replace("<", "&lt;")
    (tmp_path / "1.html").write_text(f'<html>{head}<p>{quoted} <a href="http://www.canal.example/">map</a></html>\n')
    urlmend("scan", "1.html", "-o", "r.sqlite", cwd=tmp_path)
    database = sqlite3.connect(tmp_path / "r.sqlite")
    assert database.execute("SELECT kind FROM urls").fetchall() == [("new",), ("new",)]
