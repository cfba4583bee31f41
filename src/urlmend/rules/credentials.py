"""Family 5: passwords, user names and other secrets (RFC 1738 section 3.1, RFC 3986 sections 3.2.1 and 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.bounded_cache import search_once
from urlmend._lib.lazy_regex import lazy
from urlmend.model.scope import ALL_SCOPES
from urlmend.redaction.forms import BASE64_URL, PROOFPOINT_URL, Kind, Secret
from urlmend.redaction.placeholders import (
    is_abridged,
    is_documentation_host,
    is_placeholder,
    is_private_address,
    is_template,
    is_token_user,
)
from urlmend.redaction.public_values import is_spent
from urlmend.redaction.secret_names import names_secret
from urlmend.rules.edges import is_in_marks, is_loaded
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.rules.templates import PORT_WORD
from urlmend.uri.ordinary_host import DOTTED_NUMBERS
from urlmend.uri.placeholders import WORDS, begins_placeholder, has_placeholder
from urlmend.uri.schemes import WEB

# Schemes whose grammar has a hostport, but no login (RFC 1738 section 5).
_WITHOUT_LOGIN = frozenset(("gopher", "nntp", "wais", "file", "prospero"))


_REVOKE = "remove and revoke it"
_ANONYMOUS = frozenset(("anonymous", "ftp"))
# The host may be missing: servers know it.
_MAIL_ADDRESS = lazy(r"[\w.+-]+(?:@|%40)(?:[\w-]+(?:\.[\w-]+)+)?\Z")
_IN_USERINFO = (Kind.PASSWORD, Kind.TOKEN_USER)
_IN_PATH = (Kind.PATH, Kind.PATH_WORD)
_PASSWORDS = (Kind.PASSWORD, Kind.PASSWORD_PARAMETER)
_TOKENS = (Kind.PARAMETER, Kind.WEAK_PARAMETER, Kind.KNOWN_TOKEN)
# The beginning of a URL within another one, whatever encodes it.
_NESTED = lazy(rf"[A-Za-z](?::|%(?:25)*3[Aa])(?:/|%(?:25)*2[Ff])|\\u00|=(?:{PROOFPOINT_URL}|{BASE64_URL})")
# Schemes whose URLs have an account in the path.
_WITH_ACCOUNT = frozenset(("otpauth",))
_ACCOUNT_HOST = lazy(r"@|%40")
# What the documentation of Amazon has in the place of the access key that belongs to a secret.
_EXAMPLE_LOGIN = lazy(r"[=%/]AKIA[A-Z0-9]{5,9}EXAMPLE(?![A-Za-z0-9])")
# The id of a token or secret (RFC 9562), which its server gives only to who may have it: `/secrets/9f86d081-…`.
_MEMBER = lazy(r"/(?i:tokens|secrets)/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")
_WORDS = lazy(r"[A-Za-z]+(?:[_-][A-Za-z]+)*\Z")
# So many secrets of a URL are asked about each other, and so far before one another URL may begin, in code points.
_MANY, _LONGEST_PREFIX = 20, 4000
# An id of a key of Amazon, without the secret that belongs to it or a valid signature: links to shops have that of a
# seller.
_KEY_ID = lazy(r"A[KS]IA[A-Z2-7]{16}\Z")
# A word in the place of the last part of a webhook, or one that is shorter than those of any service: `T000/B000/demo`.
_WORD_AT_END = lazy(r"/(?:[a-z]{1,12}|[^/]{1,6})\Z")
_WITH_LINKS = frozenset(("asciidoc", "html", "latex", "markdown", "restructuredtext"))
# Names that say less than `access_token`, and a JSON Web Token without a name: pages have them in the addresses that
# readers copy, with a value that opens nothing or has expired.
_COMMON_NAME = lazy(r"(?!(?i:.*(?:access|api|auth|private|secret)))(?i:.*(?:token|sig|signature|hmac))\Z|=eyJ")
# A host that everyone reaches on its usual port, and neither it nor the path names an interface for programs.
_PUBLIC_HOST = lazy(r"(?:[\w-]+\.)+(?!(?i:internal|intranet|corp|home|lan|local)\Z)[A-Za-z]{2,}\Z")
_INTERFACE = lazy(
    r"(?:\A|[./])(?=[\w-]{1,24}(?:[./]|\Z))[\w-]*?(?<![a-z])"
    r"(?:[a-z]*apis?|graphql|rest|rpc|(?:web)?hooks?|oauth2?|cgi-bin|v[0-9]{1,2}|ws)(?![a-z])",
    re.IGNORECASE,
)
# Before a port, and no user: `tcp:///192.0.2.7:7069@61616` in the records of a program.
_ADDRESS = lazy(rf"{DOTTED_NUMBERS}\Z")
# The prefixes of React, Vite, Next, Nuxt, Vue, Gatsby and Expo for settings that readers of a page may know.
_PUBLIC_SETTING = lazy(
    r"\b(?:REACT_APP|VITE|NEXT_PUBLIC|NUXT_PUBLIC|VUE_APP|GATSBY|EXPO_PUBLIC)_[A-Z0-9_]+[\"']?[ ]?[=:][ ]?[\"']?\Z"
)
_SETTING_REACH = 100
_USER_PARAMETER = lazy(r"[?&;](?i:(?:\w{1,20}_)?(?:user|username|uid|login))=([^&;#]+)")


def _is_placeholder(case: Case, secret: Secret) -> bool:
    """Whether a secret only takes the place of one."""
    if secret.kind is Kind.PASSWORD:
        is_port = search_once(PORT_WORD, case.url.text) is not None or is_in_marks(case)
        is_name = bool(_WORDS.match(secret.value)) and names_secret(secret.value)
        if is_abridged(secret.value) or (_ADDRESS.match(secret.name) and secret.value.isdigit()):
            return True
        after = case.url.spans[-1].stop
        after += case.text.startswith("\\", after)  # which escapes a sign in Markdown
        is_host_replaced = not case.parts.host and begins_placeholder(case.text, after)
        return is_port or is_name or is_host_replaced or is_placeholder(secret.name, secret.value, secret.host)
    if is_spent(secret, case.url.text):
        return True
    host = _host(case)
    if secret.kind is Kind.PASSWORD_PARAMETER:
        user = search_once(_USER_PARAMETER, case.url.text)
        return _is_cut_placeholder(case, secret) or is_placeholder(user[1] if user else "", secret.value, host)
    if secret.kind is Kind.PATH_WORD and _MEMBER.search(case.url.text, 0, secret.span.stop):
        return True
    if secret.kind is Kind.PATH and _WORD_AT_END.search(secret.value):
        return True
    if secret.kind in _TOKENS and is_loaded(case):  # all readers of the page fetch it with its token
        return True
    if secret.kind in _TOKENS and _KEY_ID.match(secret.value):
        others = [other for other in case.secrets if other is not secret]
        return len(others) < _MANY and all(is_spent(other, case.url.text) for other in others)
    if is_abridged(secret.value) or _is_for_page(case) or _is_of_page(case, secret):
        return True
    is_nearby = is_documentation_host(host) or (secret.kind is Kind.WEAK_PARAMETER and is_private_address(host))
    return (is_nearby or search_once(_EXAMPLE_LOGIN, case.url.text) is not None) and not _is_nested(case, secret)


def _is_of_page(case: Case, secret: Secret) -> bool:
    """Whether a link of a document to a public page has a value with a common name, which somebody copied with it.

    Links with which somebody logs in or changes a password are for the reader of a mail: elsewhere, they are samples.
    """
    name = secret.name or f"={secret.value}"
    is_common = secret.kind is Kind.WEAK_PARAMETER or (secret.kind in _TOKENS and _COMMON_NAME.match(name))
    if not (secret.kind is Kind.PATH_WORD or (is_common and case.format in _WITH_LINKS)):
        return False
    if case.in_mail or case.url.scheme not in WEB or (secret.depth and secret.kind is not Kind.PATH_WORD):
        return False
    host, path = case.parts.host or "", case.parts.path
    return (
        case.parts.port is None
        and _PUBLIC_HOST.match(host) is not None
        and not (_INTERFACE.search(host) or _INTERFACE.search(path))
    )


def _is_for_page(case: Case) -> bool:
    """Whether a URL is the value of a setting that programs build into the scripts of a page."""
    start = case.url.outer.start
    return _PUBLIC_SETTING.search(case.text, max(0, start - _SETTING_REACH), start) is not None


def _host(case: Case) -> str:
    """The host of a URL, or of the account in its path, as in `otpauth://totp/Plan:alice@a.example`."""
    if case.parts.host and case.url.scheme not in _WITH_ACCOUNT:
        return case.parts.host
    return _ACCOUNT_HOST.split(case.parts.path)[-1].partition("/")[0] if "@" in case.url.text else ""


def _is_cut_placeholder(case: Case, secret: Secret) -> bool:
    """Whether a URL ends in a placeholder, the last character of which is punctuation: `!PASSWORD!`."""
    stop = case.url.spans[-1].stop
    return secret.span.stop == len(case.url.text) and is_template(secret.value + case.text[stop : stop + 1])


def _is_nested(case: Case, secret: Secret) -> bool:
    """Whether a secret belongs to another URL within the URL, with another host."""
    stop = secret.span.stop
    start = max(case.parts.starts.get("authority", 0), stop - _LONGEST_PREFIX)
    return _NESTED.search(case.url.text, start, stop) is not None


def _is_published(case: Case, secret: Secret) -> bool:
    """Whether an FTP login is for everyone: the same word twice, or anonymous (RFC 1738 section 3.2.1)."""
    if case.url.scheme != "ftp":
        return False
    is_anonymous = secret.name.lower() in _ANONYMOUS and _MAIL_ADDRESS.match(secret.value) is not None
    return is_anonymous or secret.name == secret.value


def _start(secret: Secret) -> int:
    """The offset of a secret, or of the user before a password, which is read only with the colon encoded."""
    return secret.span.start - (len(secret.name) + 1 if secret.kind is Kind.PASSWORD and not secret.depth else 0)


def _password_hit(case: Case, secret: Secret) -> Hit:
    """A hit at a password and its user."""
    start, stop = _start(secret), secret.span.stop
    # The user of an encoded password is not in the URL as it is named.
    user = secret.name if secret.depth else case.shown(start, start + len(secret.name))
    said = f"password of user {user!r}" if user else "password without user"
    return case.hit(f"{said} in URL: remove and change it", start, stop)


@rule("URL501", "error", scopes=ALL_SCOPES, whatwg_severity="warning", triggers={Trigger.SECRET})
def password(case: Case) -> Iterator[Hit]:
    """The URL contains a password, or a token as its user name.

    Everyone who can read the text, a log or a browser history can use the password. RFC 1738
    section 6 calls this "clearly unwise"; RFC 3986 section 3.2.1 deprecates it. Remove the
    password, and change it on the server. The rule also checks nested URLs, percent-encoded or not.
    Placeholders such as `hunter2`, and passwords and tokens for `localhost`, loopback addresses and
    hosts such as `example.com` (RFC 2606), are URL507, which is off by default; `lint --verbose`
    prints them. The mail address of an anonymous FTP login is not a password (RFC 1738 section
    3.2.1), nor is the user name again, with which sites publish files.
    [Recognised secrets](../secrets.md) lists all forms.

    ```bad
    mirror ftp://backup:h7Tq-92x@ftp.musterstadt.internal/pub every night
    ```

    ```good
    mirror ftp://backup@ftp.musterstadt.internal/pub every night
    postgresql://app:$PASS@db.musterstadt.internal/app, ftp://user:password@host/
    ftp://anonymous:alice%40example.org@ftp.musterstadt.internal/pub
    ftp://genome:genome@ftp.musterstadt.internal/pub
    ```
    """
    token_end = -1
    for secret in case.secrets:
        if secret.kind is Kind.TOKEN_USER:
            token_end = secret.span.stop
            if not _is_placeholder(case, secret):
                yield case.hit(f"token as user name in URL: {_REVOKE}", *secret.span)
        elif secret.kind is Kind.PASSWORD and (_start(secret) < token_end or is_token_user(secret.name)):
            continue  # a part of what was reported
        elif secret.kind is Kind.PASSWORD and not (_is_placeholder(case, secret) or _is_published(case, secret)):
            yield _password_hit(case, secret)


@rule("URL502", "warning", default=("rfc1738",), fix="unsafe", contains_any="@")
def username_http(case: Case) -> Iterator[Hit]:
    """An http or https URL contains a user name.

    RFC 1738 section 3.3 allows neither user name nor password in an http URL, and browsers hide or
    remove them. User names are often used to imitate the host.

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
    if case.url.scheme in WEB and parts.user and not parts.password:  # with a password: URL501 or URL507
        is_placeholder_user = has_placeholder(parts.user) or parts.user.lower() in WORDS["user name"]
        if _is_token(case) or is_placeholder_user or is_documentation_host(parts.host or ""):
            return
        start = parts.starts["userinfo"]
        stop = start + len(parts.user)
        edits = case.replaced(start, start + len(parts.userinfo or "") + 1, "")
        message = f"user name {case.shown(start, stop)!r} in {case.url.scheme} URL: remove it"
        yield Hit(message, case.url.spans_of(start, stop), edits)


@rule("URL503", "info", default=False, contains_any="@")
def username(case: Case) -> Iterator[Hit]:
    """A URL contains a user name.

    User names are legal in most schemes (RFC 3986 section 3.2.1), but may reveal more than a reader
    should know.

    ```bad
    fetch sftp://alice@files.musterstadt.internal/plan.txt
    ```

    ```good
    fetch sftp://files.musterstadt.internal/plan.txt
    ```
    """
    parts = case.parts
    if case.url.scheme in WEB | _WITHOUT_LOGIN or not parts.user or parts.password is not None:
        return
    if not _is_token(case):
        start = parts.starts["userinfo"]
        stop = start + len(parts.user)
        yield case.hit(f"user name {case.shown(start, stop)!r} in URL: remove it", start, stop)


@rule("URL504", "info", default=("rfc1738",), fix="unsafe", contains_any="@")
def empty_password(case: Case) -> Iterator[Hit]:
    """The userinfo ends with a colon but has no password.

    `user:@host` has an empty password, `user@host` has none (RFC 1738 section 3.1). The colon is
    usually a mistake.

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
        yield Hit("empty password: remove ':'", case.url.spans_of(start, stop), case.replaced(colon, stop, ""))


@rule("URL505", "warning", default=("rfc1738",), fix="unsafe", contains_any="@")
def empty_user(case: Case) -> Iterator[Hit]:
    """The `@` before the host has no user name before it.

    `@host` has an empty user name (RFC 1738 section 3.1), which is rarely intended. A password
    without a user name, as some databases use it, is URL501.

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
        yield case.hit("empty user name: remove '@'", start, start + len(parts.userinfo) + 1, replacement="")


@rule("URL506", "warning", scopes=ALL_SCOPES, triggers={Trigger.SECRET}, applies_to_partial=True)
def secret_in_query(case: Case) -> Iterator[Hit]:
    """A parameter or the path contains a secret: a password, a token, a key, a signature, a webhook.

    Everyone who has the URL can use it (RFC 3986 section 7.5). The parameter may be in the query,
    the fragment, the path, a connection string, or a nested URL, percent-encoded or not. Any
    value of a password parameter is reported, and values of other parameters that look random.
    Several tokens in the parameters of a URL are one finding. Paths without a host are checked for
    client secrets.

    Not reported are values of parameters with common names such as `key` in links to public pages,
    and links to log in or reset a password outside mail; what ends a subscription, counts a click,
    or signs a redirect or picture; links below `/share/`, keys that begin with `pk_`, a `code`
    without `state`, and signatures without their other parameters; invitations, badges, tokens of
    pictures and scripts in pages, identifiers of objects, sessions, tickets of CAS, and what has
    expired. Tokens for hosts such as `example.com` (RFC 2606) are URL507, which is off by default.
    [Recognised secrets](../secrets.md) lists all forms.

    ```bad
    get https://files.musterstadt.internal/plan?access_token=9f86d081884c7d659a2feaa0c55ad015
    post to https://hooks.slack.com/services/T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G
    ```

    ```good
    get https://files.musterstadt.internal/plan?access_token=TOKEN
    get https://files.musterstadt.internal/plan?page=9f86d081884c7d659a2feaa0c55ad015
    post to https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
    ```
    """
    tokens: list[Secret] = []
    for secret in case.secrets:
        if secret.kind in _IN_USERINFO or _is_placeholder(case, secret):
            continue
        if secret.kind in _TOKENS:
            tokens.append(secret)
        else:
            where = f"{secret.name} in URL" if secret.kind in _IN_PATH else _in_parameter(case, secret)
            yield case.hit(f"{where}: {_REVOKE}", *secret.span)
    if tokens:
        first, *others = tokens
        also = "".join(f" and {secret.name!r}" for secret in others if secret.name)
        spans = [span for secret in tokens for span in case.url.spans_of(*secret.span)]
        yield Hit(f"{_in_parameter(case, first)}{also}: {_REVOKE}", tuple(spans))


def _in_parameter(case: Case, secret: Secret) -> str:
    """Where a secret is that is the value of a parameter."""
    if not secret.name:
        return "token in URL"
    start, query = case.parts.starts.get("query"), case.parts.query or ""
    in_query = start is not None and start <= secret.span.start < start + len(query)
    return f"secret in {'query ' if in_query else ''}parameter {secret.name!r}"


@rule("URL507", "info", scopes=ALL_SCOPES, default=False, triggers={Trigger.SECRET})
def placeholder(case: Case) -> Iterator[Hit]:
    """The password or token is a placeholder.

    `$PASS`, `{password}`, `***` and `user:pass@example.com` are not secrets, but suggest that
    readers put their passwords into the URL. The rule also reports tokens for hosts that are
    reserved for documentation (RFC 2606), and those that nobody needs to revoke, such as sessions.

    ```bad
    postgresql://app:$PASS@db.musterstadt.internal/app
    https://www.example.com/plan?access_token=9f86d081884c7d659a2feaa0c55ad015
    ```

    ```good
    postgresql://app@db.musterstadt.internal/app
    ```
    """
    for secret in case.secrets:
        if _is_placeholder(case, secret):
            noun = "password" if secret.kind in _PASSWORDS else "token"
            yield case.hit(f"placeholder as {noun} in URL: remove it", _start(secret), secret.span.stop)


@rule("URL508", "error", default=("rfc1738",), whatwg_severity="warning", contains_any="@")
def userinfo_forbidden(case: Case) -> Iterator[Hit]:
    """A URL contains a user name or password that its scheme does not allow.

    In the grammars of gopher, nntp, wais, file and prospero (RFC 1738 section 5), there is no
    userinfo before the host.

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
        message = f"user name or password in {case.url.scheme} URL: remove it"
        yield case.hit(message, start, start + len(parts.userinfo) + 1)


def _is_token(case: Case) -> bool:
    """Whether the user name is a secret, or ends in one: URL501 and URL507 report it."""
    start, stop = case.parts.starts["userinfo"], case.parts.starts["userinfo"] + len(case.parts.user or "")
    return any(low < stop and start < high for (low, high), *_ in case.secrets)
