"""Family 7: syntax of mailto, mid and cid URLs (RFC 1738 section 3.5, RFC 6068, RFC 2392)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import FOLLOWED
from urlmend.rules.registry import Case, Hit, rule
from urlmend.uri.schemes import HIDDEN_ADDRESS

# --- mailto (RFC 1738 section 3.5, RFC 6068) ---

_ATOM = r"[^\x00-\x20\"(),.:;<>@\[\\\]\x7f]+"
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*"
_ADDR_SPEC = lazy(rf'(?:{_DOT_ATOM}|"(?:[^"\\]|\\.)*")@(?:{_DOT_ATOM}|\[[^\[\]\\]*\])$')
_HIDDEN_ADDRESS = lazy(rf"{HIDDEN_ADDRESS}\Z")
_PLACEHOLDER = lazy(r"[$\[{<\\]")
# The pattern of all addresses, in settings of programs.
_ALL = "*"
# Commands of Texinfo, in which a comma begins the text of the link; other formats contain them, too.
_TEXINFO_BEFORE = lazy(r"@(?:uref|url|email)\{\Z")
# The escape that keeps an address from being a link, in Markdown.
_ESCAPED_AT = "\\@"
# An XML entity as an address, or as one side of it; not a predefined entity (XML 1.0 section 4.6).
_ENTITY = r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z_][\w.-]*;"
_ENTITY_ADDRESS = lazy(rf"(?:{_DOT_ATOM}@)?{_ENTITY}$|{_ENTITY}@(?:{_DOT_ATOM}|{_ENTITY})$")
# An expression, which a program replaces: a call such as `user.address()`, or of Razor (`@Model.Address`).
_EXPRESSION = lazy(r"\s?[A-Za-z_][\w.]*\(\)|@[A-Za-z_]\w*\Z|@(?=[\w.]*[A-Z])[A-Za-z_]\w*(?:\.[A-Za-z]\w*)+\Z")
_RECIPIENT = lazy(r"(?:^|[&;])(?:to|cc|bcc)=[^&]", re.IGNORECASE)
_HEADER_FIELD = lazy(r"(?:^|&(?:amp;)?)(?P<name>[^=&]*)=(?P<value>[^&]*)")
# Fields that "MUST be ignored" (section 3), and `attach`, with which pages try to send files of the reader.
_UNSAFE_HEADER = lazy(
    r"(?:from|sender|date|received|return-path|apparently-to|resent-.*|mime-version|content-.*|attach|attachment)$",
    re.IGNORECASE,
)
# How far back to look, in code points.
_REACH = 10
_PLUS_FOR_SPACE = lazy(r"(?<=[A-Za-z]{2})\+(?=[A-Za-z]{2})")


@rule("URL713", "info", default=False, schemes=("mailto",))
def mailto_empty(case: Case) -> Iterator[Hit]:
    """A mailto URL has no address.

    RFC 1738 section 3.5 requires an address. RFC 6068 section 2 allows omitting it, so that the
    reader chooses one.

    ```bad
    mailto:?subject=plans
    ```

    ```good
    mailto:alice@example.org?subject=plans
    mailto:?to=alice@example.org
    ```
    """
    parts = case.parts
    if not (parts.path or parts.authority or _RECIPIENT.search(parts.query or "")):
        yield case.hit("mailto URL without address: add it")


@rule("URL714", "error", scopes=FOLLOWED, whatwg_severity="warning", schemes=("mailto",))
def mailto_addr_spec(case: Case) -> Iterator[Hit]:
    """The address of a mailto URL is invalid.

    An address is NAME@HOST, without `//`, comments or a display name (RFC 6068 section 2). Several
    addresses are separated by commas; RFC 1738 section 3.5 allows only one. In mail, `NAME at HOST`
    is not reported, because archives of mailing lists write all addresses in this form. An XML
    entity such as `&email.list;` is treated as an address, and so are expressions of templates.

    ```bad
    <URL:mailto:alice>
    mailto:alice@example.org;bob@example.org
    ```

    ```good
    mailto:alice@example.org
    mailto:alice@example.org,bob@example.org
    ```
    """
    if case.parts.authority is not None:
        yield case.hit("'//' in mailto URL: remove it", len("mailto:"), len("mailto://"))
        return
    if "&" in case.url.text and _has_hidden_address(case.url.text):
        return
    start, path = case.parts.starts["path"], case.parts.path
    if _TEXINFO_BEFORE.search(case.text, max(0, case.url.outer.start - _REACH), case.url.outer.start):
        path = path.partition(",")[0]
    if path in ("", _ALL) or case.text.startswith(_ESCAPED_AT, case.url.outer.stop) or _PLACEHOLDER.search(path):
        return
    addresses = path.split(",") if case.profile != "rfc1738" else [path]
    for address in addresses:
        decoded = _percent_decoded(address)
        is_hidden = case.in_mail and _HIDDEN_ADDRESS.match(decoded)
        is_replaced = _ENTITY_ADDRESS.match(address) or _EXPRESSION.match(decoded)
        if not (is_hidden or is_replaced or _ADDR_SPEC.match(decoded)):
            yield case.hit(_invalid(address, decoded), *_visible_range(start, address))
        start += len(address) + 1


def _invalid(address: str, decoded: str) -> str:
    """What is wrong with an address."""
    if _ADDR_SPEC.match(decoded.strip()):
        return "space next to mail address: remove it"
    correction = "separate addresses with ','" if ";" in address else "write NAME@HOST"
    return f"invalid mail address: {correction}"


@rule("URL715", "info", profiles=("rfc1738",), schemes=("mailto",))
def mailto_header_1738(case: Case) -> Iterator[Hit]:
    """A mailto URL has header fields.

    RFC 1738 section 3.5 allows only an address; RFC 6068 added header fields such as `?subject=`.

    ```bad
    mailto:alice@example.org?subject=plans
    ```

    ```good
    mailto:alice@example.org
    ```
    """
    if case.parts.query is not None:
        yield case.hit("header fields in mailto URL: remove them", case.parts.starts["query"] - 1)


@rule("URL716", "warning", default=False, profiles=("rfc3986", "whatwg"), schemes=("mailto",))
def mailto_unsafe_header(case: Case) -> Iterator[Hit]:
    """A mailto URL sets an unsafe header field.

    Programs must ignore fields such as `From`, `Date`, `Received`, `Resent-` and MIME fields.
    Attachments would be files of the reader (RFC 6068 sections 3 and 4).

    ```bad
    mailto:alice@example.org?from=bob@example.org
    ```

    ```good
    mailto:alice@example.org?cc=bob@example.org&subject=plans
    ```
    """
    for field in _header_fields(case):
        if _UNSAFE_HEADER.match(field.group("name")):
            start = case.parts.starts["query"] - 1 + field.start("name")
            yield case.hit("unsafe header field in mailto URL: remove it", start, start + len(field.group("name")))


@rule("URL717", "warning", default=False, profiles=("rfc3986", "whatwg"), fix="unsafe", schemes=("mailto",))
def mailto_plus_space(case: Case) -> Iterator[Hit]:
    """The subject or body of a mailto URL contains a `+` instead of a space.

    A `+` means a space in HTML forms, but not in mailto: write `%20` (RFC 6068 section 5).

    ```bad
    mailto:alice@example.org?subject=new+plans
    ```

    ```fixed
    mailto:alice@example.org?subject=new%20plans
    ```

    ```good
    mailto:alice@example.org?subject=new%20plans
    mailto:alice+plans@example.org?subject=C++
    ```
    """
    for field in _header_fields(case):
        if field.group("name").lower() in ("subject", "body") and "%20" not in field.group("value"):
            plus = _PLUS_FOR_SPACE.search(field.group("value"))
            if plus:
                start = case.parts.starts["query"] - 1 + field.start("value") + plus.start()
                yield case.hit("'+' instead of space in mailto URL: write %20", start, start + 1, replacement="%20")


@rule("URL718", "warning", default=("rfc1738",), schemes=("mailto",))
def mailto_fragment(case: Case) -> Iterator[Hit]:
    """A mailto URL has a fragment.

    There is no document to which a fragment could refer (RFC 6068 section 2). A `#` in an address
    or a subject is written `%23`.

    ```bad
    mailto:alice@example.org?subject=plan#4
    ```

    ```good
    mailto:alice@example.org?subject=plan%234
    ```
    """
    if case.parts.fragment is not None:
        start = case.parts.starts["fragment"] - 1
        yield case.hit("'#' in mailto URL: encode as %23", start, start + 1)


def _header_fields(case: Case) -> Iterator[re.Match[str]]:
    """The header fields (`hfield`) of a mailto URL; offsets count from the `?`."""
    if case.parts.query:
        start = case.parts.starts["query"]
        yield from _HEADER_FIELD.finditer("&" + case.url.text[start : start + len(case.parts.query)])


# --- mid and cid (RFC 2392) ---


@rule(
    "URL720",
    "error",
    profiles=("rfc3986", "whatwg"),
    default=False,  # programs find the part, whatever its id looks like
    whatwg_severity="warning",
    schemes=("cid", "mid"),
)
def cid_mid_syntax(case: Case) -> Iterator[Hit]:
    """A cid or mid URL contains no valid message-id or content-id.

    Both are NAME@HOST without angle brackets. In a mid URL, a `/` separates the two ids; other
    slashes are encoded (RFC 2392 section 2).

    ```bad
    <URL:cid:logo>
    <URL:mid:%3C1999.17@mail.example.org%3E>
    ```

    ```good
    <URL:cid:logo.1@mail.example.org>
    <URL:mid:1999.17@mail.example.org/part1.1999.17@mail.example.org>
    ```
    """
    start, path = case.parts.starts["path"], case.parts.path
    max_slashes = 1 if case.url.scheme == "mid" else 0
    message = f"invalid {case.url.scheme} URL: write {case.url.scheme}:NAME@HOST, without brackets"
    for slashes, name in enumerate(path.split("/")):
        decoded = _percent_decoded(name)
        if decoded.count("@") != 1 or decoded[0] in "<@" or decoded[-1] in "@>" or slashes > max_slashes:
            yield case.hit(message, *_visible_range(start, name))
        start += len(name) + 1


def _has_hidden_address(url: str) -> bool:
    """Whether the addresses of a URL are valid with the character references of HTML that hide them decoded."""
    from html import unescape

    addresses = unescape(url).partition(":")[2].partition("?")[0]
    return all(_ADDR_SPEC.match(_percent_decoded(address)) for address in addresses.split(","))


def _percent_decoded(text: str) -> str:
    from urllib.parse import unquote  # few URLs need it

    return unquote(text)


def _visible_range(start: int, text: str) -> tuple[int, int]:
    """The offsets of a part of a URL, or of the character before it if the part is empty."""
    return (start, start + len(text)) if text else (start - 1, start)
