"""Family 2: characters that must be percent-encoded (RFC 1738 section 2.2, RFC 3986 section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import FOLLOWED, PROSE
from urlmend.rules.edges import is_target_of_rst
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, rule
from urlmend.rules.templates import is_expression, template_spans

_CONTROL = lazy(r"[\x00-\x1f\x7f]+")
INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\U000e0000-\U000e007f"
)
"""Invisible characters, as a part of a regular expression's set.

These are Unicode's Default_Ignorable_Code_Point and the soft hyphen, except characters with a meaning:
bidirectional controls (URL610), the joiners of Persian, Indic scripts and emoji, and variation selectors.
"""
_NON_ASCII = lazy(f"[^\\x00-\\x7f{INVISIBLE}]+")
_DELIMITER = lazy(r"[<>\"]")
# The beginning of a path with a drive of Windows, in the place of whose colon browsers once wrote a bar.
_DRIVE = lazy(r"/*[A-Za-z]\|")
# A `^` before a number is a range of versions, as in `https://unpkg.com/a@^5`.
_NATIONAL = lazy(r"[{}|`]|(?<!@)\^|\^(?![0-9])")
# A `|` that separates the fields of a record, of which the URL is one.
_FIELD_BEFORE, _FIELD_AFTER = lazy(r"(?<!\S)\|"), lazy(r"\|[\w .-]*(?:[=:]|->)[^|]*\||\|[^\s|]*\Z")
# Fields with names, alternatives (`/plan|map|list`), or the version of a canonical URL in resources of FHIR (FHIR, Data
# Types, canonical).
_OTHER_FIELDS = lazy(r"(?:\|[A-Za-z_]\w*(?:=[^|]*)?){2,}\Z|\|[0-9]+(?:\.[0-9A-Za-z-]+)+\Z")
# A line with a string that begins with a URL, as in a list of records, and the fields after it.
_ROW = lazy(r"[^\w\n|]{0,40}[\"'][A-Za-z][\w+.-]{0,20}://[^\s|]+(\|[^\n]*)")
_BRACKET = lazy(r"[\[\]]")
# How far to look, in code points.
_REACH = 200
# Schemes whose programs decode percent-encoding; those of stores and databases take a path as it is written.
_DECODED_SCHEMES = frozenset(
    "http https ws wss ftp ftps sftp file mailto news nntp gopher wais prospero ldap ldaps imap telnet git sip".split()
)
# Browsers send no fragment, and programs on the page compare it as it is written.
_KEPT_IN_FRAGMENTS = frozenset("{}|^[]~")
# A bracket of a name or value in a query, and not of a label after the URL.
_QUERY_BRACKETS = lazy(r"\[[^\[\]&]*\](?=[=\[%]|\Z)|(?<==)\[[^\[\]]*\]")
_PERCENT = lazy(r"%(?![0-9A-Fa-f]{2})")
# The place where a program left the rest of a URL out.
_ABRIDGED = lazy(r"%[0-9A-Fa-f]?(?:\.\.\.|\u2026)")

# Lone surrogates that do not represent an undecodable byte (`surrogateescape`).
_LONE_SURROGATE = lazy("[\ud800-\udc7f\udd00-\udfff]")


def _outside_templates(pattern: re.Pattern[str], case: Case) -> Iterator[re.Match[str]]:
    """The matches of a pattern that do not begin inside a template; none if the URL is a regular expression."""
    if is_expression(case.url.text):
        return
    inside = {at for start, stop in template_spans(case) for at in range(start, stop)}
    yield from (match for match in pattern.finditer(case.url.text) if match.start() not in inside)


def quote(text: str) -> str:
    """Percent-encode every byte of the text's UTF-8 (RFC 3986 section 2.1)."""
    encodable = _LONE_SURROGATE.sub("\ufffd", text)
    return "".join(f"%{byte:02X}" for byte in encodable.encode("utf-8", "surrogateescape"))


def unencoded(case: Case, match: re.Match[str], where: str, *, fixable: bool = True) -> Hit:
    """A hit at a match in the URL that must be percent-encoded, with the fix if there is one."""
    encoded = quote(match.group())
    message = f"{case.shown(*match.span())!r} {where}: encode as {case.shown(*match.span(), encoded)}"
    return case.hit(message, *match.span(), replacement=encoded if fixable else None)


def _may_encode(case: Case, match: re.Match[str]) -> bool:
    """Whether a character belongs to its URL for certain, and means the same if it is encoded."""
    text, starts = case.url.text, case.parts.starts
    # Encoding does not make a host valid. If another URL follows, the character may be the end of this one.
    if match.start() < starts["path"] or "://" in text[match.end() :]:
        return False
    if case.url.scheme not in _DECODED_SCHEMES:
        return False
    if case.url.scheme == "file" and match.start() == starts["path"] + 2:  # the `|` after a drive, as in `file:///C|/`
        return False
    if match.group() in _KEPT_IN_FRAGMENTS and match.start() >= starts.get("fragment", len(text)):
        return False
    if not _is_paired(text, match.group()):
        return False
    if case.wrapped or case.url.form == "markup":
        return case.url.scheme != "mailto" or match.start() >= starts.get("query", len(text))
    if match.group() in "[]":
        query = starts.get("query", len(text))
        return any(match.start() in range(*found.span()) for found in _QUERY_BRACKETS.finditer(text, query))
    return match.end() < len(text) or match.group() == "}"


def _is_paired(text: str, character: str) -> bool:
    """Whether a URL has as many opening as closing ones of a delimiter; a single one belongs to the text around it."""
    pair = next((pair for pair in ("[]", "{}", "<>", '""') if character in pair), "")
    return not pair or (text.count(pair[0]) == text.count(pair[1]) and (pair != '""' or text.count('"') % 2 == 0))


def code_points(text: str) -> str:
    """Name the distinct characters of a text by code point; lone surrogates represent undecodable bytes."""
    names = [
        f"byte 0x{ord(char) & 0xFF:02X}" if "\udc80" <= char <= "\udcff" else f"U+{ord(char):04X}"
        for char in dict.fromkeys(text)
    ]
    kind = "" if names[0].startswith("byte") else "characters " if len(names) > 1 else "character "
    return f"{kind}{', '.join(names)}"


@rule("URL201", "error", whatwg_severity="warning", contains_any=OUTSIDE_PRINTABLE_ASCII)
def control_char(case: Case) -> Iterator[Hit]:
    """The URL contains a control character.

    The characters U+0000 to U+001F and U+007F are never part of a URL (RFC 1738 section 2.2,
    RFC 3986 section 2). Tabs and line breaks inside a wrapper are allowed.

    ```bad
    see <URL:http://www.example.org/a\x07b>
    ```

    ```good
    see <URL:http://www.example.org/a%07b>
    ```
    """
    for match in _CONTROL.finditer(case.url.text):
        shown = case.shown(*match.span(), code_points(match.group()))
        yield case.hit(f"control {shown} in URL: remove it", *match.span())


@rule(
    "URL203",
    "warning",
    default=("rfc1738",),
    profiles=("rfc1738", "rfc3986"),
    fix="unsafe",
    contains_any=OUTSIDE_PRINTABLE_ASCII,
)
def non_ascii(case: Case) -> Iterator[Hit]:
    """The URL contains a non-ASCII character.

    URLs are written in ASCII (RFC 1738 section 2.2, RFC 3986 section 2). In a path or query,
    percent-encode the UTF-8 bytes; in a host, use the `xn--` form. Invisible characters are URL213.

    ```bad
    see http://www.example.org/caf\u00e9
    ```

    ```fixed
    see http://www.example.org/caf%C3%A9
    ```

    ```good
    see http://www.example.org/caf%C3%A9
    ```
    """
    for match in _NON_ASCII.finditer(case.url.text):
        encoded = quote(match.group())
        in_authority = match.start() < case.parts.starts["path"]
        found, shown = (case.shown(*match.span(), text) for text in (code_points(match.group()), encoded))
        advice = "host: write its xn-- form" if in_authority else f"URL: encode as {shown}"
        replacement = None if in_authority else encoded
        yield case.hit(f"non-ASCII {found} in {advice}", *match.span(), replacement=replacement)


@rule(
    "URL204",
    "error",
    default=("rfc1738",),
    scopes=FOLLOWED,
    whatwg_severity="warning",
    fix="safe",
    contains_any='<>"',
)
def unsafe_delimiter(case: Case) -> Iterator[Hit]:
    """The URL contains `<`, `>` or `"`.

    These characters delimit URLs in text, so they must not occur in a URL (RFC 1738 section 2.2).
    They can only occur in a wrapper; elsewhere they end the URL. In the query of a link of
    reStructuredText, browsers encode quotes themselves: these are not reported.

    ```bad
    see <URL:http://www.example.org/say?"hello">
    ```

    ```fixed
    see <URL:http://www.example.org/say?%22hello%22>
    ```

    ```good
    see <URL:http://www.example.org/say?%22hello%22>
    ```
    """
    is_link = case.profile != "rfc1738" and is_target_of_rst(case)
    for match in _DELIMITER.finditer(case.url.text):
        if match.group() == '"' and match.start() >= case.parts.starts.get("query", match.end()) and is_link:
            continue
        yield unencoded(case, match, "in URL", fixable=_may_encode(case, match))


@rule("URL205", "error", whatwg_severity="warning", fix="safe", contains_any="{}|^`")
def unsafe_national(case: Case) -> Iterator[Hit]:
    """The URL contains `{`, `}`, `|`, `^` or a backtick.

    Gateways are known to modify these characters (RFC 1738 section 2.2), and RFC 3986 does not
    allow them. Browsers and programs send a `|` or `^` in a query, where they are reported in style
    sheets and in markup in programs only, a `|` in the path of a picture or script, and no fragment. Templates
    such as `{id}`, `${HOST}` and `|version|`, the `|` before the text of a link in Slack's markup,
    `<URL|text>`, or between the fields of a record, drives (`file:///C|/`), ranges of versions
    (`@^5`), versions in FHIR (`|4.0.1`) and scripts (`javascript:`) are not reported. In the profile
    `rfc1738`, a `{` that nothing closes on the line is no template. A backslash is URL216.

    ```bad
    see http://www.example.org/a|b
    ```

    ```fixed
    see http://www.example.org/a%7Cb
    ```

    ```good
    see http://www.example.org/a%7Cb
    GET https://api.example.org/users/{id}/posts
    see http://www.example.org/plan-|version|.zip
    see http://www.example.org/plan?streets=a|b and http://www.example.org/plan#a|b
    name=plan|link=http://www.example.org/|size=4
    ```
    """
    starts, stop = case.parts.starts, len(case.url.text)
    is_strict = case.profile == "rfc1738"
    if case.url.scheme == "javascript" and not is_strict:
        return
    if "|" in case.url.text and not (is_strict or _belongs_to_path(case)):
        return
    fragment = stop if is_strict else starts.get("fragment", stop)
    for match in _outside_templates(_NATIONAL, case):
        if match.start() < fragment and not _is_border(case, match):  # browsers send no fragment
            yield unencoded(case, match, "in URL", fixable=_may_encode(case, match))


def _is_border(case: Case, match: re.Match[str]) -> bool:
    """Whether a character stands between spaces, as the border of a table in which the URL is broken."""
    at = case.offset(match.start())
    return case.text[at - 1 : at].isspace() and case.text[at + 1 : at + 2].isspace()


def _belongs_to_path(case: Case) -> bool:
    """Whether the first `|` of a URL is a part of it, but no drive, and does not begin the next field of a record."""
    text, start = case.text, case.url.spans[0].start
    at = case.url.text.index("|")
    if at < case.parts.starts["path"]:  # none is in a host
        return False
    is_drive = case.url.scheme == "file" and _DRIVE.match(case.parts.path)
    if is_drive or _OTHER_FIELDS.match(case.url.text, at):
        return False
    line = text.rfind("\n", max(0, start - _REACH), start) + 1
    is_record = _FIELD_BEFORE.search(text, max(line, start - _REACH), start)
    if is_record and _FIELD_AFTER.match(case.url.text, at):
        return False
    is_in_query = at >= case.parts.starts.get("query", at + 1)
    return is_in_query or text[start - 1 : start] not in ("'", '"') or not _is_row(case, line, case.offset(at))


def _is_row(case: Case, line: int, bar: int) -> bool:
    """Whether a line, whose first `|` is at `bar`, and one next to it are strings with a URL and as many fields."""
    text, below = case.text, case.text.find("\n", line) + 1
    above = text.rfind("\n", max(0, line - 1 - _REACH), line - 1) + 1 if line else 0
    row, *others = (_ROW.match(text, at, at + 2 * _REACH) for at in (line, above, below))
    if not row or row.start(1) != bar:
        return False
    fields = row[1].count("|")
    return any(other and other[1].count("|") == fields and other.group() != row.group() for other in others)


@rule("URL206", "warning", profiles=("rfc1738",), applies_to_ordinary=True, fix="safe", contains_any="~")
def unsafe_tilde(case: Case) -> Iterator[Hit]:
    """The URL contains a `~`.

    The character is unsafe in RFC 1738 section 2.2. Since RFC 2396 it is unreserved and should not
    be encoded. The `~` of a fragment directive such as `#:~:text=plan` is not reported.

    ```bad
    see http://www.example.org/~alice/
    ```

    ```fixed
    see http://www.example.org/%7Ealice/
    ```

    ```good
    see http://www.example.org/%7Ealice/
    see http://www.example.org/#:~:text=plan
    ```
    """
    text = case.url.text
    fragment = case.parts.starts.get("fragment", len(text))
    for match in re.finditer("~", text):
        if match.start() < fragment or not text.startswith(":~:", match.start() - 1):
            yield unencoded(case, match, "in URL", fixable=_may_encode(case, match))


@rule("URL207", "warning", default=("rfc1738",), scopes=PROSE, fix="safe", contains_any="[]")
def bracket_outside_host(case: Case) -> Iterator[Hit]:
    """The URL contains a `[` or `]` that is not around an IPv6 address.

    RFC 3986 section 3.2.2 reserves these characters for IP literals; RFC 1738 section 2.2 calls
    them unsafe.

    ```bad
    see http://www.example.org/list?item[]=1
    ```

    ```fixed
    see http://www.example.org/list?item%5B%5D=1
    ```

    ```good
    see http://www.example.org/list?item%5B%5D=1
    see http://[2001:db8::7]/
    beware of http://www[.]example[.]org/
    ```
    """
    host = case.parts.host or ""
    host_start = case.parts.starts.get("host", 0)
    ip_literal = range(host_start, host_start + len(host)) if host.startswith("[") and host.endswith("]") else range(0)
    end = len(case.url.text) if case.profile == "rfc1738" else case.parts.starts.get("fragment", len(case.url.text))
    for match in _outside_templates(_BRACKET, case):
        # Browsers leave brackets in fragments alone, and names of functions have them.
        if match.start() < end and match.start() not in ip_literal and not _is_defanged(case.url.text, match.start()):
            yield unencoded(case, match, "outside host", fixable=_may_encode(case, match))


def _is_defanged(text: str, at: int) -> bool:
    """Whether the bracket at an offset belongs to `[.]`, which keeps an address from being followed."""
    return text.startswith("[.]", at) or text.startswith("[.]", at - 2)


# A percent sign after a number, and not before a word.
_PERCENTAGE = lazy(r"(?<!%)(?<!%[0-9A-Fa-f])[0-9]%(?![\w%$({])")


def _is_around(case: Case, match: re.Match[str]) -> bool:
    """Whether the same sign is before the URL and at its end, as around a variable of a batch file."""
    start = case.url.outer.start
    return match.end() == len(case.url.text) and case.text[start - 1 : start] == match.group()


@rule("URL208", "error", scopes=PROSE, whatwg_severity="warning", fix="unsafe", contains_any="%")
def bad_percent(case: Case) -> Iterator[Hit]:
    """A `%` is not followed by two hexadecimal digits.

    A percent sign is written `%25` (RFC 1738 section 2.2, RFC 3986 section 2.1). Templates such as
    `%s` and `%(name)s` are not reported, nor is `%1` at the end of a URL, except in the profile
    `rfc1738`; mail addresses are URL307. The fix assumes that a `%`
    after a digit is a percentage.

    ```bad
    see http://www.example.org/up-100%
    ```

    ```fixed
    see http://www.example.org/up-100%25
    ```

    ```good
    see http://www.example.org/up-100%25
    fetch("http://www.example.org/%s" % name)
    ```
    """
    if case.url.scheme == "mailto":
        return
    zone = case.parts.starts["path"] if (case.parts.host or "").startswith("[") else 0  # URL412 reports it
    for match in _outside_templates(_PERCENT, case):
        if match.start() < zone or _is_around(case, match) or _ABRIDGED.match(case.text, case.offset(match.start())):
            continue
        # Anything else may be a cut escape or the format of a program.
        replacement = "%25" if _PERCENTAGE.match(case.url.text, match.start() - 1) else None
        yield case.hit("'%' without two hexadecimal digits: encode as %25", *match.span(), replacement=replacement)
