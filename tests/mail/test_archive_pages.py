"""Pages of web archives of mailing lists say which message they show."""

from __future__ import annotations

import pytest

from tables import each_row
from urlmend.decoding.text import decode_text
from urlmend.mail.archive_pages import with_message
from urlmend.model.document import Author, Conversation, Message

MHONARC = """\
<!-- MHonArc v2.6.19 -->
<!--X-Subject: Re: survey &#45;&#45; north bank -->
<!--X-From-R13: Oqn Zbiryvpr <nqnNpnany.rknzcyr> -->
<!--X-Date: Mon, 5 Jan 2004 10:00:00 +0100 -->
<!--X-Message-Id: 2@canal.example -->
<!--X-Content-Type: text/plain -->
<!--X-Reference: 0@canal.example -->
<!--X-Reference: 1@canal.example -->
<!--X-Head-End-->
<html><body><pre>See http://www.canal.example/map.</pre></body></html>
"""
HYPERMAIL = """\
<!-- received="Mon Jan  5 10:01:00 2004" -->
<!-- isoreceived="20040105090100" -->
<!-- sent="Mon, 5 Jan 2004 10:00:00 +0100" -->
<!-- isosent="20040105090000" -->
<!-- name="Ada" -->
<!-- email="ada_at_canal.example" -->
<!-- subject="Re: survey of &amp;quot;north bank&amp;quot;" -->
<!-- id="2_at_canal.example" -->
<!-- charset="us-ascii" -->
<!-- inreplyto="1_at_canal.example" -->
<!-- expires="-1" -->
<p>See http://www.canal.example/map.</p>
"""
PIPERMAIL = """\
<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE> [canals] survey &amp; maps
   </TITLE></HEAD>
 <BODY BGCOLOR="#ffffff">
   <H1>[canals] survey &amp; maps</H1>
    <B>Ada Lock</B>
    <A HREF="mailto:canals%40lists.canal.example?Subject=Re%3A%20survey&In-Reply-To=%3C2%40canal.example%3E"
       TITLE="[canals] survey &amp; maps">ada at canal.example
       </A><BR>
    <I>Mon Jan  5 10:00:00 CET 2004</I>
    <P><UL><LI>Next message: <A HREF="000002.html">[canals] maps</A></li></UL>
<!--beginarticle-->
<PRE>See <A HREF="http://www.canal.example/map">http://www.canal.example/map</A>.
</PRE>
<!--endarticle-->
"""
DATE = "Mon, 5 Jan 2004 10:00:00 +0100"
IDS = ("<2@canal.example>", "<1@canal.example>", "<0@canal.example>")


@pytest.mark.parametrize(
    ("page", "message", "conversation"),
    [
        pytest.param(
            MHONARC,
            Message(IDS[0], DATE, "Re: survey -- north bank", 0),
            Conversation(
                "ada@canal.example", "", (IDS[2], IDS[1]), "", Author("ada@canal.example", "Ada Lovelice", "from")
            ),
            id="MHonArc",
        ),
        pytest.param(
            MHONARC.replace("-R13: Oqn Zbiryvpr <nqnNpnany.rknzcyr>", ": Ada <ada@canal.example>"),
            Message(IDS[0], DATE, "Re: survey -- north bank", 0),
            Conversation("ada@canal.example", "", (IDS[2], IDS[1]), "", Author("ada@canal.example", "Ada", "from")),
            id="MHonArc with plain addresses",
        ),
        pytest.param(
            HYPERMAIL,
            Message(IDS[0], DATE, 'Re: survey of "north bank"', 0),
            Conversation("ada@canal.example", IDS[1], (), "", Author("ada@canal.example", "Ada", "from")),
            id="Hypermail",
        ),
        pytest.param(
            HYPERMAIL.replace("1_at_canal.example", "[canals] survey of"),
            Message(IDS[0], DATE, 'Re: survey of "north bank"', 0),
            Conversation("ada@canal.example", "", (), "", Author("ada@canal.example", "Ada", "from")),
            id="Hypermail, an answer to a subject",
        ),
        pytest.param(
            HYPERMAIL.replace('email="ada_at_canal.example"', 'email="ada_at_[hidden]"'),
            Message(IDS[0], DATE, 'Re: survey of "north bank"', 0),
            Conversation("", IDS[1], (), "", Author("", "Ada", "name")),
            id="Hypermail without addresses",
        ),
        pytest.param(
            PIPERMAIL,
            Message(IDS[0], "Mon Jan 5 10:00:00 CET 2004", "[canals] survey & maps", 0),
            Conversation("ada@canal.example", "", (), "", Author("ada@canal.example", "Ada Lock", "from")),
            id="Pipermail",
        ),
    ],
)
def test_a_page_shows_its_message(page: str, message: Message, conversation: Conversation) -> None:
    document = with_message(decode_text(page.encode()))
    assert (document.message, document.conversation) == (message, conversation)
    assert document.text == page
    assert document.position(page.index("See")) == decode_text(page.encode()).position(page.index("See"))


@each_row(
    "page",
    [
        "<html><body><p>See http://www.canal.example/map.</p></body></html>",
        '<!-- id="menu" --><h1>Map</h1>',
        "<!--beginarticle--><h1>News</h1><p>Today</p><!--endarticle-->",
        "<!--X-Message-Id:  --><h1>Map</h1>",
        HYPERMAIL.replace("sent=", "sent at ").replace("received=", "received at "),
        " " * 20_000 + HYPERMAIL,
    ],
)
def test_other_pages_show_none(page: str) -> None:
    document = decode_text(page.encode())
    assert with_message(document) is document
