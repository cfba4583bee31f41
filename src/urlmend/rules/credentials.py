"""Family 5: passwords, user names and other secrets (RFC 1738 section 3.1, RFC 3986 sections 3.2.1 and 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend.model.scope import ALL_SCOPES
from urlmend.redaction.detect import SECRET_PARAMETER, is_documentation_host, is_placeholder, is_token
from urlmend.rules.registry import Case, Hit, rule

# Schemes whose grammar has a hostport, but no login (RFC 1738 section 5).
_WITHOUT_LOGIN = frozenset(("gopher", "nntp", "wais", "file", "prospero"))
_WEB = frozenset(("http", "https"))
# User names that manuals use as placeholders.
_PLACEHOLDER_USERS = frozenset(("user", "username", "login", "you", "me"))


def _has_secret(case: Case) -> bool:
    parts = case.parts
    if not parts.password or parts.host is None:
        return False
    return not is_placeholder(parts.user or "", parts.password, parts.host)


@rule("URL501", "error", scopes=ALL_SCOPES, whatwg_severity="warning", fix="unsafe", contains_any="@")
def password(case: Case) -> Iterator[Hit]:
    """A password stands in the URL.

    Whoever reads the text can use it, and so can everyone who sees a log or a
    history in which the URL is kept. RFC 1738 section 6 calls it clearly unwise;
    RFC 3986 section 3.2.1 deprecates it. Ask for the password where it is needed,
    and change the one that was published. Placeholders are left to URL507.

    ```bad
    mirror ftp://backup:h7Tq-92x@ftp.musterstadt.internal/pub every night
    ```

    ```fixed
    mirror ftp://backup@ftp.musterstadt.internal/pub every night
    ```

    ```good
    mirror ftp://backup@ftp.musterstadt.internal/pub every night
    postgresql://app:$PASS@db.musterstadt.internal/app, ftp://user:password@host/
    ```
    """
    if _has_secret(case):
        start = case.parts.starts["userinfo"]
        assert case.parts.userinfo is not None
        stop = start + len(case.parts.userinfo)
        if user := case.parts.user:
            message = f"password of user {user!r} in the URL: remove it and change it"
            edits = case.replaced(start + len(user), stop, "")
        else:
            message = "password without a user in the URL: remove it and change it"
            edits = case.replaced(start, stop + 1, "")
        yield Hit(message, case.url.spans_of(start, stop), edits)


@rule("URL502", "warning", default=("rfc1738",), fix="unsafe", contains_any="@")
def username_http(case: Case) -> Iterator[Hit]:
    """An http or https URL names a user.

    RFC 1738 section 3.3 allows neither user nor password in an http URL, and
    browsers hide or drop them; what looks like a user is often meant to look like
    the host.

    ```bad
    see http://alice@www.musterstadt.internal/private/
    ```

    ```fixed
    see http://www.musterstadt.internal/private/
    ```

    ```good
    see http://www.musterstadt.internal/~alice/private/ or ftp://alice@ftp.musterstadt.internal/
    ```
    """
    parts = case.parts
    if case.url.scheme in _WEB and parts.user and not parts.password:  # with a password: URL501 or URL507
        if (
            _is_template(parts.user)
            or parts.user.lower() in _PLACEHOLDER_USERS
            or is_documentation_host(parts.host or "")
        ):
            return
        start = parts.starts["userinfo"]
        stop = start + len(parts.user)
        edits = case.replaced(start, start + len(parts.userinfo or "") + 1, "")
        named = f"user name {parts.user!r}"
        if is_token(parts.user):
            named = "token in the place of a user name"
        yield Hit(f"{named} in an {case.url.scheme} URL", case.url.spans_of(start, stop), edits)


@rule("URL503", "info", default=False, contains_any="@")
def username(case: Case) -> Iterator[Hit]:
    """A URL names a user.

    Legal in most schemes (RFC 3986 section 3.2.1), and sometimes more than a
    reader should learn.

    ```bad
    fetch sftp://alice@files.musterstadt.internal/plan.txt
    ```

    ```good
    fetch sftp://files.musterstadt.internal/plan.txt
    ```
    """
    parts = case.parts
    if case.url.scheme not in _WEB | _WITHOUT_LOGIN and parts.user and parts.password is None:
        start = parts.starts["userinfo"]
        yield case.hit(f"user name {parts.user!r} in the URL", start, start + len(parts.user))


@rule("URL504", "info", default=("rfc1738",), fix="unsafe", contains_any="@")
def empty_password(case: Case) -> Iterator[Hit]:
    """A colon ends the userinfo, with no password behind it.

    `user:@host` means an empty password, `user@host` none at all (RFC 1738
    section 3.1); the colon is mostly left over.

    ```bad
    ftp://guest:@ftp.musterstadt.internal/pub
    ```

    ```fixed
    ftp://guest@ftp.musterstadt.internal/pub
    ```

    ```good
    ftp://guest@ftp.musterstadt.internal/pub
    ```
    """
    parts = case.parts
    if parts.password == "" and parts.user:
        start = parts.starts["userinfo"]
        colon = start + len(parts.user)
        stop = start + len(parts.userinfo or "")
        yield Hit("empty password: drop the colon", case.url.spans_of(start, stop), case.replaced(colon, stop, ""))


@rule("URL505", "warning", default=("rfc1738",), fix="unsafe", contains_any="@")
def empty_user(case: Case) -> Iterator[Hit]:
    """An `@` stands before the host, with no user name before it.

    `@host` is an empty user name (RFC 1738 section 3.1), which is hardly ever
    meant. A password without a user, which some databases take, is left to URL501.

    ```bad
    ftp://@ftp.musterstadt.internal/pub
    ```

    ```fixed
    ftp://ftp.musterstadt.internal/pub
    ```

    ```good
    ftp://ftp.musterstadt.internal/pub
    redis://:$PASSWORD@cache.musterstadt.internal/0
    ```
    """
    parts = case.parts
    if parts.userinfo is not None and not parts.user and not parts.password:
        start = parts.starts["userinfo"]
        yield case.hit("empty user name before the '@'", start, start + len(parts.userinfo) + 1, replacement="")


@rule("URL506", "warning", scopes=ALL_SCOPES, contains_any="=")
def secret_in_query(case: Case) -> Iterator[Hit]:
    """The query carries a secret: a token, a key, a signature.

    Whoever has the URL has what it opens (RFC 3986 section 7.5). Only values that
    look random are reported.

    ```bad
    get https://files.musterstadt.internal/plan?access_token=9f86d081884c7d659a2feaa0c55ad015
    ```

    ```good
    get https://files.musterstadt.internal/plan?access_token=TOKEN
    get https://files.musterstadt.internal/plan?page=9f86d081884c7d659a2feaa0c55ad015
    ```
    """
    if not SECRET_PARAMETER.search(case.url.text) or case.parts.query is None:
        return
    start = case.parts.starts["query"]
    for match in SECRET_PARAMETER.finditer(case.url.text, start - 1, start + len(case.parts.query)):
        yield case.hit(f"secret in query parameter {match.group('name')!r}", match.start("value"), match.end())


@rule("URL507", "info", scopes=ALL_SCOPES, default=False, contains_any="@")
def placeholder(case: Case) -> Iterator[Hit]:
    """A placeholder stands where a password would.

    `$PASS`, `{password}`, `***`, `user:pass@example.com`: no secret, but a URL
    that teaches to put one there.

    ```bad
    postgresql://app:$PASS@db.musterstadt.internal/app
    ```

    ```good
    postgresql://app@db.musterstadt.internal/app
    ```
    """
    parts = case.parts
    if parts.password and parts.host is not None and is_placeholder(parts.user or "", parts.password, parts.host):
        start = parts.starts["userinfo"]
        yield case.hit("placeholder for a password", start, start + len(parts.userinfo or ""))


@rule("URL508", "error", default=("rfc1738",), whatwg_severity="warning", contains_any="@")
def userinfo_forbidden(case: Case) -> Iterator[Hit]:
    """A user or password stands in a URL whose scheme has none.

    The grammars of gopher, nntp, wais, file and prospero (RFC 1738 section 5) have
    a host, and no login before it.

    ```bad
    gopher://alice@gopher.musterstadt.internal/11/plans
    ```

    ```good
    gopher://gopher.musterstadt.internal/11/plans
    ```
    """
    parts = case.parts
    if case.url.scheme in _WITHOUT_LOGIN and parts.userinfo is not None:
        start = parts.starts["userinfo"]
        yield case.hit(f"{case.url.scheme} URLs have no user or password", start, start + len(parts.userinfo) + 1)


def _is_template(text: str) -> bool:
    return bool(re.search(r"[${}<>%]", text))
