"""Quotations: how deep each place of a message is quoted. A digit marks a place, and is its depth."""

import re

from tables import each_row
from urlmend.mail.quotations import PageQuotations, TextQuotations

TEXTS = [
    # marks
    "a0\n> b1\n>> c2\n> > d2\n>  e1\nf0\n",
    "Ada wrote:\n\n> a1\n\nb0\n",
    "AL> a1\n",
    ">From a0\n",
    # signs with other uses
    "| a1\n| b1\n",
    "| a0 | b |\n| c0 | d |\n",
    "see\n: a0\nand\n",
    # headers of messages
    "a0\n\n-----Original Message-----\nFrom: Ada\nSent: Monday\nTo: Bob\n\nb1\n> c2\n",
    "a0\n________________________________\nVon: Ada\nGesendet: Montag\nAn: Bob\nBetreff: x\n\nb1\n",
    "a0\n\n*De :* Ada\n*Envoy\u00e9 :* lundi\n*\u00c0 :* Bob\n\nb1\n",
    "a0\n---------- Forwarded message ---------\nFrom: Ada\nDate: x\nSubject: y\nTo: z\n\nb1\n"
    "----- End forwarded message -----\nc0\n",
    "a0\n-----Original Message-----\nFrom: A\nSent: x\nTo: y\n\nb1\n-----Original Message-----\n"
    "From: B\nSent: x\nTo: y\n\nc2\n",
    "a0\n> b1\n> -----Original Message-----\n> From: A\n> Sent: x\n> To: y\n>\n> c2\n\nd0\n> e1\n",
    # attributions
    "a0\n\nOn Mon, 3 Jan 2022 at 10:00, Ada <ada@canal.example> wrote:\n\nb1\n",
    "a0\n\nOn Mon, 3 Jan 2022 at 10:00, Ada <ada@canal.example> wrote:\n\n> b1\n\nc0\n",
    "a0\n\nOn 3 Jan 2022, Ada\n<ada@canal.example> wrote:\nb1\n",
    "On 3 January, 2022 Ada ada@canal.example wrote:\n\nAL> a1\n\nb0\n",
    # a header that is not that of the message below
    "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: Ada\nDate: x\nSubject: y\n\na0\n",
    "a0\n-- >8 --\nFrom: Ada\nDate: x\nSubject: y\n\nb0\n",
    " From: Ada\n-Date: x\n-Subject: y\n+Date: z\n \n a0\n",
    # no quotations
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\na0\n> b1\n-----BEGIN PGP SIGNATURE-----\nVersion: c0\n\n"
    "-----END PGP SIGNATURE-----\n",
    "a0\n-----Original Message-----\nFrom: A\nSent: x\nTo: y\n\nb1\n-----BEGIN CERTIFICATE-----\nMA\n"
    "-----END CERTIFICATE-----\nc1\n",
    "-- section one --\nNote: a0\n",
    "From: here\nit goes on: a0\n",
    "-- section --\n\na0\n",
    "In 2004, the council wrote:\n\n   the bridge\n\na0\n",
    "Ada wrote:\na0\n",
]
PAGES = [
    "<p>a0</p><blockquote>b1<blockquote>c2</blockquote>d1</blockquote>e0",
    '<div>a0</div><div class="gmail_quote"><div>On Monday</div><blockquote class="gmail_quote">b1</blockquote>c0</div>',
    '<div>a0</div><div class="gmail_quote"><div>On Monday, a1 wrote:</div><blockquote>b1'
    '<div class="gmail_quote">c1<blockquote>d2</blockquote></div></blockquote></div>e0',
    '<p>a0</p><div class="moz-cite-prefix">On Monday, a1 wrote:</div><blockquote>b1</blockquote><p>c0</p>',
    '<div>a0</div><div class="gmail_quote"><div>Forwarded message</div>b1</div>',
    '<p>a0</p><div id="divRplyFwdMsg"><b>From:</b> Ada<br><b>Sent:</b> x<br><b>To:</b> y</div><p>b1</p>',
    "<p>a0</p><div><b>Von:</b> Ada<br><b>Gesendet:</b> x<br><b>An:</b> y</div><p>b1</p>",
    "<p>a0<br>&gt; b1<br>&gt; &gt; c2<br>d0</p>",
    "<p><b>From:</b> the pier</p>a0",
]


@each_row("text", TEXTS)
def test_depths_in_texts(text):
    quotations = TextQuotations(text)
    found = [(match[0], quotations.depth(match.start())) for match in re.finditer(r"(?<![\w<])[a-f][0-9]\b", text)]
    assert found == [(name, int(name[1])) for name, _ in found] != []


@each_row("source", PAGES)
def test_depths_in_pages(source):
    quotations = PageQuotations(source)
    found = [(match[0], quotations.depth(match.start())) for match in re.finditer(r"(?<![\w<])[a-f][0-9]\b", source)]
    assert found == [(name, int(name[1])) for name, _ in found] != []


@each_row("attribute", ["id", "class", "name"])
@each_row(
    "name",
    [
        "divRplyFwdMsg",
        "x_divRplyFwdMsg",
        "stopSpelling",
        "OutlookMessageHeader",
        "OLK_SRC_BODY_SECTION",
        "reply-intro",
        "_MailOriginal",
        "appendonsend",
        "ms-outlook-mobile-reference-message",
        "gmail_quote",
        "yahoo_quoted",
        "protonmail_quote",
        "moz-forward-container",
        "zmail_extra",
        "gmail_forward",
        "tutanota_quote",
        "AOLMsgPart_1",
        "moz-cite-prefix",
    ],
)
def test_names_of_elements_of_mail_programs_begin_quotations(name, attribute):
    source = f'<p>a</p><div {attribute}="{name}"></div><p>b</p>'
    quotations = PageQuotations(source)
    assert [quotations.depth(source.index(f"{place}</p>")) for place in "ab"] == [0, 1]
    source = f"<p>a</p><p>The element {name}</p><p>b</p>"
    assert PageQuotations(source).depth(source.index("b</p>")) == 0


@each_row(
    "text", ["> " * 20_000, "\nFrom: x" * 20_000, "--a" * 20_000, "On 2004 @ wrote:\n" * 20_000, "\n> From: x" * 20_000]
)
def test_depths_of_hostile_texts_are_found(text):
    quotations = TextQuotations(text)
    assert all(quotations.depth(at) >= 0 for at in range(0, len(text), len(text) // 200))
