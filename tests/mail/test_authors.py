"""Authors of messages whose field `From` a mailing list has replaced."""

from tables import each_row
from urlmend.mail.headers import identifying_fields
from urlmend.mail.source_map import conversation

LIST = "List-Id: Canal <canal.lists.example>\n"
ADA = "ada@canal.example"


@each_row(
    ("header", "author"),
    [
        # not replaced
        ("From: Ada <ada@canal.example>\n", (ADA, "Ada", "from")),
        ("From: ada@canal.example (Ada)\n", (ADA, "Ada", "from")),
        ("From: ada@canal.example\n", (ADA, "", "from")),
        ("From: =?utf-8?q?Ad=C3=A1?= <ada@canal.example>\n", (ADA, "Ad\u00e1", "from")),
        (f"From: Ada <ada@canal.example>\nReply-To: canal@lists.example\n{LIST}", (ADA, "Ada", "from")),
        (f"From: Ada <ada@canal.example>\nX-MailFrom: bob@lock.example\n{LIST}", (ADA, "Ada", "from")),
        # a program that writes for persons, and the list itself
        (
            "From: Ada <notes@lock.example>\nReply-To: pump <reply+a1@lock.example>\nList-Id: <pump.lock.example>\n",
            ("notes@lock.example", "Ada", "from"),
        ),
        (
            "From: Anonymous via the Tonga Remailer <nobody@lock.example>\n",
            ("nobody@lock.example", "Anonymous", "from"),
        ),
        (
            "From: a-1-ada=canal.example@bounces.lock.example\n",
            ("a-1-ada=canal.example@bounces.lock.example", "", "from"),
        ),
        (f"From: canal@lists.example\n{LIST}", ("canal@lists.example", "", "from")),
        # fields that lists add
        (
            f"From: Ada via Canal <canal@lists.example>\nX-Original-From: Ada <ada@canal.example>\n{LIST}",
            (ADA, "Ada", "x-original-from"),
        ),
        (
            f"From: 'Ada' via Canal <canal@lists.example>\nX-Original-Sender: ada@canal.example\n{LIST}",
            (ADA, "Ada", "x-original-sender"),
        ),
        (
            "From: Ada via Relay <devnull+ada.canal.example@lock.example>\nX-Original-From: Ada <ada@canal.example>\n",
            (ADA, "Ada", "x-original-from"),
        ),
        # Reply-To, but not to the list
        (
            f"From: 'Ada' via Canal <canal@lists.example>\nReply-To: Ada <ada@canal.example>\n{LIST}",
            (ADA, "Ada", "reply-to"),
        ),
        (
            f"From: Ada via Canal <canal@lists.example>\nReply-To: canal@lists.example, Ada <{ADA}>\n{LIST}",
            (ADA, "Ada", "reply-to"),
        ),
        (
            "From: Ada via Canal <canal@lists.example>\nReply-To: canal@lists.example\n"
            "Cc: Bob <bob@lock.example>, Ada <ada@canal.example>\nList-Post: <mailto:canal@lists.example>\n",
            (ADA, "Ada", "cc"),
        ),
        (
            f'From: "Ada \\(of the \\"Lock\\"\\) via Canal" <canal@lists.example>\nReply-To: {ADA}\n{LIST}',
            (ADA, 'Ada (of the "Lock")', "reply-to"),
        ),
        (f"From: ada--- via Canal <canal@lists.example>\nReply-To: {ADA}\n{LIST}", (ADA, "", "reply-to")),
        # encoded in the address
        ("From: Ada <ada=40canal.example@dmarc.lists.example>\n", (ADA, "Ada", "encoded")),
        ('From: "Ada via groups.example" <ada=canal.example@groups.example>\n', (ADA, "Ada", "encoded")),
        # the name and the envelope
        (
            f'From: "ada@canal.example (via canal Mailing List)" <canal@lists.example>\n{LIST}',
            (ADA, "", "display-name"),
        ),
        (
            f"From: Ada via Canal <canal@lists.example>\nX-MailFrom: ada@canal.example\n{LIST}",
            (ADA, "Ada", "x-mailfrom"),
        ),
        (
            f"From: Ada via Canal <canal@lists.example>\nX-MailFrom: canal-bounces@lists.example\n{LIST}",
            ("", "Ada", "name"),
        ),
        ("From: canal at lists.example (Ada via Canal)\n", ("", "Ada", "name")),
        # hidden by archives, which many share
        ("From: Ada <ada...@canal.example>\n", ("", "Ada", "name")),
        ("From: Ada <address@hidden>\n", ("", "Ada", "name")),
        ("From: ada@xxxxx.xxx\n", ("", "", "")),
        ("From: ada at ... (Ada)\n", ("", "Ada", "name")),
        ("From: Ada <a..da@xx.canal.example>\n", ("a..da@xx.canal.example", "Ada", "from")),
        ("From: ada at canal.example (Ada)\n", (ADA, "Ada", "from")),
        ("Subject: x\n", ("", "", "")),
    ],
)
def test_authors(header, author):
    assert tuple(conversation(identifying_fields(header.encode())).author) == author
