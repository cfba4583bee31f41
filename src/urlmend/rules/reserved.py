"""Family 3: reserved characters outside their role, scheme by scheme (RFC 1738 sections 2.2, 3 and 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.authority import component_range, found_in
from urlmend.rules.characters import quote, unencoded
from urlmend.rules.registry import Case, Hit, rule
from urlmend.uri import rfc1738

# The fields of all schemes, and those of some that other rules than URL301 check.
_LOGIN = ("scheme", "user", "password", "host", "port")
_RESERVED = f"[{rfc1738.RESERVED}]"
_QUESTION_MARK = lazy(r"[?]")
_ENCODED_DELIMITER = lazy("%(?:2[fF]|3[fF]|23)")
# After the colon before a password, which is the first one.
_SECOND_DELIMITER = lazy("[^:@]*+(?>(?::[^:@]*+)?)([:@])")
_PERCENT = lazy(r"%(?![0-9A-Fa-f]{2}|[sd](?![A-Za-z0-9])|\(|\w+%)")
_OTHER_RULES = {
    "ftp": ("fpath",),
    "http": ("search",),
    "wais": ("database", "wtype", "wpath"),
    "prospero": ("fieldspec",),
}


def in_field(case: Case, name: str, pattern: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern in a field of RFC 1738; their offsets are those of the URL."""
    start, value = rfc1738.split(case.url.text).get(name, (0, ""))
    yield from re.compile(pattern).finditer(case.url.text, start, start + len(value))


@rule("URL301", "warning", profiles=("rfc1738",), fix="unsafe", schemes=tuple(rfc1738.SCHEMES))
def reserved_unencoded(case: Case) -> Iterator[Hit]:
    """A reserved character is used outside its role.

    RFC 1738 section 2.2 reserves `;/?:@=&`. Each scheme gives some of them a role in some of its
    fields (section 3), and its grammar (section 5) allows others. All other reserved characters
    must be encoded.

    ```bad
    nntp://news.example.org/comp.infosystems.www/123?view=1
    ```

    ```fixed
    nntp://news.example.org/comp.infosystems.www/123%3Fview%3D1
    ```

    ```bad
    telnet://host.example.org/now
    ```

    ```good
    nntp://news.example.org/comp.infosystems.www/123
    telnet://host.example.org/
    ```
    """
    scheme = case.url.scheme
    for name, (start, value) in rfc1738.split(case.url.text).items():
        if name in _LOGIN or name in _OTHER_RULES.get(scheme, ()):
            continue
        allowed = rfc1738.SCHEMES[scheme].allowed.get(name, "")
        for match in in_field(case, name, _RESERVED):
            if match.group() not in allowed:
                yield unencoded(case, match, f"in {scheme} {name}")
        if scheme == "telnet" and name == "urlpath" and value:
            yield case.hit("text after '/' in telnet URL: remove it", start, start + len(value))


@rule("URL302", "warning", default=("rfc1738",), fix="unsafe", schemes=("ftp",))
def ftp_question(case: Case) -> Iterator[Hit]:
    """An ftp URL contains a `?`.

    In RFC 1738 section 3.2.2, a `?` is part of the file name. In RFC 3986 section 3.4, it begins a
    query, which FTP does not have. Programs differ, so write `%3F`.

    ```bad
    ftp://ftp.example.org/pub/who?what
    ```

    ```fixed
    ftp://ftp.example.org/pub/who%3Fwhat
    ```

    ```good
    ftp://ftp.example.org/pub/who%3Fwhat
    ```
    """
    if case.parts.query and (mark := _QUESTION_MARK.search(case.url.text)):
        yield unencoded(case, mark, "in ftp path")


@rule("URL303", "warning", default=("rfc1738",), fix="unsafe", schemes=("ftp",))
def ftp_semicolon(case: Case) -> Iterator[Hit]:
    """An ftp URL contains a `;` that does not begin `;type=`.

    `/` and `;` are reserved in the path of an ftp URL (RFC 1738 section 3.2.2).

    ```bad
    ftp://ftp.example.org/pub/notes;1
    ```

    ```fixed
    ftp://ftp.example.org/pub/notes%3B1
    ```

    ```good
    ftp://ftp.example.org/pub/notes%3B1
    ftp://ftp.example.org/pub/notes.txt;type=a
    ```
    """
    for match in in_field(case, "fpath", ";"):
        yield unencoded(case, match, "in ftp path")


@rule("URL304", "warning", profiles=("rfc1738",), applies_to_ordinary=True, schemes=("http",))
def http_search_reserved(case: Case) -> Iterator[Hit]:
    """The search part of an http URL contains a `/` or `?`.

    The grammar of RFC 1738 section 5 does not allow them there; RFC 3986 section 3.4 does.

    ```bad
    http://www.example.org/go?to=/home
    ```

    ```good
    http://www.example.org/go?to=%2Fhome
    ```
    """
    for match in in_field(case, "search", "[/?]"):
        yield unencoded(case, match, "in search part", fixable=False)


@rule("URL305", "info", default=False, applies_to_ordinary=True, contains_any="%")
def encoded_delimiter(case: Case) -> Iterator[Hit]:
    """A path contains an encoded `/`, `?` or `#`.

    `%2F` is not equivalent to `/` (RFC 3986 section 2.2), but many servers and gateways decode it
    too early (section 7.3). At the beginning of the path of an ftp URL, `%2F` means the root
    directory and is not reported.

    ```bad
    http://www.example.org/files/a%2Fb
    ```

    ```good
    http://www.example.org/files/a/b
    ftp://ftp.example.org/%2Fetc/motd
    ```
    """
    for match in found_in(case, "path", _ENCODED_DELIMITER):
        if not (case.url.scheme == "ftp" and match.start() == case.parts.starts["path"] + 1):
            message = f"encoded delimiter {case.shown(*match.span())} in path: use another character"
            yield case.hit(message, *match.span())


@rule("URL306", "error", default=("rfc1738",), whatwg_severity="warning", contains_any="@")
def userinfo_reserved(case: Case) -> Iterator[Hit]:
    """A user name or password contains an unencoded `:`, `@` or `/`.

    These characters end the user name or password (RFC 1738 section 3.1), so the URL may lead to
    another host than intended.

    ```bad
    ftp://alice@work:pass@ftp.example.org/
    ```

    ```good
    ftp://alice%40work:pass@ftp.example.org/
    ```
    """
    # The rule is about these two characters only; the message does not say where in a password one is.
    if found := _SECOND_DELIMITER.match(case.parts.userinfo or ""):
        message = f"{found[1]!r} in userinfo: encode as {quote(found[1])}"
        yield case.hit(message, *component_range(case, "userinfo"))


@rule("URL307", "warning", default=("rfc1738",), fix="unsafe", schemes=("mailto",))
def mailto_percent(case: Case) -> Iterator[Hit]:
    """The address of a mailto URL contains an unencoded `%`.

    Addresses of gateways (`alice%site@relay`) contain percent signs; in a URL, they are written
    `%25` (RFC 1738 section 3.5).

    ```bad
    mailto:alice%site@relay.example.org
    ```

    ```fixed
    mailto:alice%25site@relay.example.org
    ```

    ```good
    mailto:alice%25site@relay.example.org
    ```
    """
    for match in found_in(case, "path", _PERCENT):
        yield unencoded(case, match, "in mail address")


@rule("URL308", "warning", fix="unsafe", schemes=("wais",))
def wais_reserved(case: Case) -> Iterator[Hit]:
    """The database, type or path of a wais URL contains an unencoded reserved character.

    These fields are opaque to the client; a `/` in the path is written `%2F` (RFC 1738
    section 3.9).

    ```bad
    wais://wais.example.org/plans/TEXT/a/b
    ```

    ```fixed
    wais://wais.example.org/plans/TEXT/a%2Fb
    ```

    ```good
    wais://wais.example.org/plans/TEXT/a%2Fb
    wais://wais.example.org/plans?budget
    ```
    """
    for name in ("database", "wtype", "wpath"):
        for match in in_field(case, name, _RESERVED):
            yield unencoded(case, match, f"in wais {name}")


@rule("URL309", "warning", fix="unsafe", schemes=("prospero",))
def prospero_semicolon(case: Case) -> Iterator[Hit]:
    """A prospero URL contains a `;` that does not begin `field=value`.

    The character is reserved for the fields after the path (RFC 1738 section 3.11).

    ```bad
    prospero://prospero.example.org/pub/plans;old
    ```

    ```fixed
    prospero://prospero.example.org/pub/plans%3Bold
    ```

    ```good
    prospero://prospero.example.org/pub/plans%3Bold
    prospero://prospero.example.org/pub/plans;version=2
    ```
    """
    for match in in_field(case, "fieldspec", ";(?![^;=]+=)"):
        yield unencoded(case, match, "in prospero path")
