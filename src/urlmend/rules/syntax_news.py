"""Family 7: syntax of news and nntp URLs (RFC 1738 sections 3.6 and 3.7, RFC 5538, RFC 5536 section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.rules.characters import unencoded
from urlmend.rules.registry import Case, Hit, rule
from urlmend.uri import rfc1738


def _group_or_message_id(case: Case) -> tuple[int, str]:
    """The offset and text of the newsgroup or message-id in a news URL, or of the group in an nntp URL."""
    start, name = case.parts.starts["path"], case.parts.path
    if case.profile == "rfc1738":  # has no query: `?` may be a part of a message-id
        name = case.url.text[start:].partition("#")[0]
    if case.parts.authority is not None:
        start, name = start + 1, name[1:]
    return start, name.partition("/")[0] if case.url.scheme == "nntp" else name


@rule("URL705", "error", default=("rfc1738",), whatwg_severity="warning", schemes=("news", "snews", "nntp"))
def news_group(case: Case) -> Iterator[Hit]:
    """The newsgroup of a news or nntp URL is invalid.

    Names of newsgroups consist of letters, digits, `+`, `-` and `_`, with single dots in between.
    In RFC 1738 section 3.6, the first character is a letter, and `*` means all groups. RFC 5538
    section 4 allows the wildcard `*` at any place of a news URL. An nntp URL names one group.

    ```bad
    nntp://news.example.org/comp..text/12
    <URL:news:comp.text,comp.lang>
    ```

    ```good
    nntp://news.example.org/comp.text/12
    news:comp.text.tex, <URL:news:*>
    ```
    """
    start, name = _group_or_message_id(case)
    if not name or (name == "*" and case.url.scheme != "nntp") or "@" in name:
        return
    is_rfc1738 = case.profile == "rfc1738"
    # Under RFC 1738, URL301 reports other reserved characters.
    wildcard = "*" if is_rfc1738 or case.url.scheme == "nntp" else ""
    wrong = re.search(f"[!$'(),{wildcard}]" if is_rfc1738 else f"[!$'(),;:=&~/{wildcard}]", name)
    if wrong:
        at = start + wrong.start()
        yield case.hit(f"{case.shown(at, at + 1)!r} in newsgroup name: correct it", at, at + 1)
    elif is_rfc1738 and name[0].isdecimal():
        yield case.hit("newsgroup name begins with a digit: correct it", start, start + 1)
    elif not is_rfc1738 and (empty := re.search(r"^\.|\.\.|\.$", name)):
        yield case.hit("empty part in newsgroup name: remove '.'", start + empty.start(), start + empty.end())


@rule("URL706", "error", default=("rfc1738",), whatwg_severity="warning", fix="unsafe", schemes=("news", "snews"))
def news_message_id(case: Case) -> Iterator[Hit]:
    """The message-id of a news URL is invalid.

    It contains one `@` with text on both sides, and no angle brackets (RFC 1738 section 3.6). In
    RFC 5538 section 4, a `/` must be encoded.

    ```bad
    <URL:news:%3C1999.17@news.example.org%3E>
    ```

    ```fixed
    <URL:news:1999.17@news.example.org>
    ```

    ```bad
    news:1999.17@list@news.example.org
    ```

    ```good
    news:1999.17@news.example.org
    ```
    """
    start, name = _group_or_message_id(case)
    if "@" not in name:
        return
    if brackets := re.search("%3[CcEe]|[<>]", name):
        at = start + brackets.start()
        yield case.hit("angle brackets around message-id: remove them", at, start + brackets.end(), replacement="")
    if name.count("@") > 1 or name[0] == "@" or name[-1] == "@":
        yield case.hit("invalid message-id: write NAME@HOST", start, start + len(name))
    if case.profile != "rfc1738":
        for slash in re.compile("/").finditer(case.url.text, start, start + len(name)):
            yield unencoded(case, slash, "in message-id")


@rule("URL707", "error", whatwg_severity="warning", schemes=("nntp",))
def nntp_article_number(case: Case) -> Iterator[Hit]:
    """The article of an nntp URL is not a number.

    It consists of digits (RFC 1738 section 3.7), at most 16 (RFC 5538 section 3).

    ```bad
    nntp://news.example.org/comp.text.tex/1999a
    nntp://news.example.org/comp.text.tex/
    ```

    ```good
    nntp://news.example.org/comp.text.tex/1999
    nntp://news.example.org/comp.text.tex
    ```
    """
    start, number = rfc1738.split(case.url.text).get("digits", (0, None))
    if number is None:
        return
    # Under RFC 1738, URL301 reports reserved characters; elsewhere, `?` begins the query.
    number = re.split(f"[{rfc1738.RESERVED}]" if case.profile == "rfc1738" else "[?]", number)[0]
    longest = "" if case.profile == "rfc1738" else "16"
    if not re.fullmatch(f"[0-9]{{1,{longest}}}", number):
        # An empty number is reported at the slash before it.
        yield case.hit("invalid article number: write 1 to 16 digits", start - (not number), start + len(number))


@rule("URL708", "info", profiles=("rfc1738",), default=False, schemes=("nntp",))
def nntp_no_number(case: Case) -> Iterator[Hit]:
    """An nntp URL contains a group but no article.

    The text of RFC 1738 section 3.7 requires the number, its grammar does not. For a group, `news:`
    is more widely supported.

    ```bad
    nntp://news.example.org/comp.text.tex
    ```

    ```good
    nntp://news.example.org/comp.text.tex/1999
    ```
    """
    fields = rfc1738.split(case.url.text)
    if "group" in fields and "digits" not in fields:
        yield case.hit("nntp URL without article number: add it, or use news:")


@rule("URL721", "error", profiles=("rfc1738",), schemes=("news",))
def news_server(case: Case) -> Iterator[Hit]:
    """A news URL contains a server.

    In RFC 1738 section 3.6, news URLs do not depend on a server; `nntp:` URLs do. RFC 5538
    section 4 allows `news://server/`.

    ```bad
    news://news.example.org/comp.text.tex
    ```

    ```good
    news:comp.text.tex or nntp://news.example.org/comp.text.tex/1999
    ```
    """
    if case.parts.authority is not None:
        yield case.hit("server in news URL: remove it, or write nntp://")


@rule("URL722", "info", default=False, schemes=("nntp",))
def prefer_news_over_nntp(case: Case) -> Iterator[Hit]:
    """A URL has the scheme nntp.

    Most servers are open to their own users only, and number articles differently (RFC 1738
    section 3.7, RFC 5538 section 2.1). Use `news:` and the message-id.

    ```bad
    nntp://news.example.org/comp.text.tex/1999
    ```

    ```good
    news:1999.17@news.example.org
    ```
    """
    yield case.hit("nntp URL: use news: and the message-id")
