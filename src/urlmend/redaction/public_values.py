"""Values that look like secrets, but open nothing, or are meant for the public."""

from __future__ import annotations

import re
from collections.abc import Iterable

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.bounded_cache import search_once
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span
from urlmend.redaction.expiry import is_expired
from urlmend.redaction.forms import Kind, Secret

_TOKENS = (Kind.PARAMETER, Kind.WEAK_PARAMETER, Kind.KNOWN_TOKEN, Kind.PATH_WORD)
_PARAMETERS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER)
# Every newsletter has such links, each with a token of its reader.
_UNSUBSCRIBE = lazy(r"(?i:(?:unsubscribe|opt-?out)(?![a-z]))")
_TRACKING = lazy(r"//(?:[\w-]+\.)*click\.|/(?:aclk|click|link-tracker|tracker)(?=[/%?]|\Z)", re.IGNORECASE)
_SIGNATURE = lazy(r"(?i:sig|signature)\Z")
_SIGNATURE_OF_TARGET = lazy(r"(?i:sig|signature|hmac|redir(?:ect)?_token)\Z")
# Names of parameters that usually have public values, and what shows in the URL that the value is a secret.
_TELLTALES = (
    # What else a signed URL has: until when it is valid, or for whom.
    (
        _SIGNATURE,
        lazy(
            r"[?&;](?i:s[eprv]|skoid|expir\w*|exp|deadline|policy|key-pair-id|\w*access-?_?(?:key-?_?)?id|\w*accesskey"
            r"|x-\w+-\w+|q-\w+-\w+|timestamp|ts|nonce)="
        ),
    ),
    # An answer of OAuth (RFC 6749 section 4.1.2), or a key of Azure Functions.
    (
        lazy(r"(?i:code)\Z"),
        lazy(
            r"[?&;#](?i:state|session_state|scope|iss)=|/(?i:oauth2?|callback|cb)(?=[/?#])"
            r"|//[\w.-]+\.azurewebsites\.net/|/api/[^?#\s]*\?(?:[^#\s]*&)?code=[\w%/+-]{40,}"
        ),
    ),
    # The key of an API; elsewhere the name of a program.
    (lazy(r"(?i:app_?id)\Z"), lazy(r"//api\.")),
)
# What a server gives every visitor: keys for scripts of pages, and links that were made to be shared.
# `pk_` is Stripe's and Mapbox's, `pub` Datadog's.
_PUBLIC_VALUE = lazy(r"pk_|pub[0-9a-f]{32}\Z")
_PUBLIC_NAME = lazy(r"author_access_token\Z|(?i:search|share)(?![a-z])|(?:search|share|SEARCH|SHARE)(?=[A-Z])")
_SHARED = lazy(r"/(?i:shared?|sharing|selfsched|bookings?|appointments?)(?=[/?#]|\Z)")
# A URI that makes keys trusted has their fingerprints (XEP-0434 section 4).
_TRUSTED_KEYS = lazy(r"xmpp:[^?\s]*\?[\w-]*trust;")
# A link to download a file from Firebase, which whoever has it may do.
_DOWNLOAD = lazy(r"[?&]alt=media(?:&|\Z)")
# The name of a document that its owner shared, in links of Google Docs.
_DOCUMENT = lazy(r"//(?:docs|spreadsheets[0-9]*)\.google\.com/[^?#\s]*[?#]")
_ACCESS_TOKEN = lazy(r"(?i:token)\Z")
_ALL_KINDS, _ANY = tuple(Kind), lazy("")


class _Sign(NamedTuple):
    """A sign in a URL that nobody needs to revoke a secret of it."""

    kinds: tuple[Kind, ...]
    """The kinds of such secrets."""
    part: str
    """Where the sign is: in the `url`, in its `path` before the secret, or in the `value`."""
    pattern: re.Pattern[str]
    name: re.Pattern[str] = _ANY
    """The expression for the names of such secrets."""
    if_nested: bool = True
    """Whether it holds for a secret of a nested URL, too: the rest of that URL is encoded."""


_SPENT = (
    # A link that invites everyone who reads it: to a meeting, a list, a course, or a group of QQ.
    _Sign(
        _PARAMETERS,
        "path",
        lazy(
            r"/(?:(?:[jsw]|meetings?)/[0-9]{9,11}|(?i:join|subscribe|enroll?(?:ment)?)|/qm\.qq\.com/cgi-bin/qm/qr)"
            r"(?=[/.?]|\Z)"
        ),
        if_nested=False,
    ),
    # An invitation to a server of Discord, which its members publish for everyone.
    _Sign((Kind.PATH_WORD,), "path", lazy(r"//discord(?:app)?\.com/invite/\Z")),
    # A link to shared files, with the code that opens it: `/s/1Fk3yB7xQ?pwd=k3vt`.
    _Sign((Kind.PASSWORD_PARAMETER,), "path", lazy(r"/(?i:s|shared?)/[\w-]+\Z")),
    # The picture of a badge, which a page shows everyone: its token opens nothing else.
    _Sign(_PARAMETERS, "path", lazy(r"\.svg\Z|/(?i:badges?|shields?)(?=[/.?]|\Z)"), if_nested=False),
    # The ticket of a login that was valid once, for seconds (CAS Protocol 3.0 section 3.1).
    _Sign(_ALL_KINDS, "value", lazy(r"\A[SP]T-[0-9]"), name=lazy(r"(?i:ticket)\Z")),
    # The identifier of an object with its type, as in addresses of Stripe (API reference): `we_1Rz4EFEWqBe9pRB4`.
    _Sign((Kind.PATH_WORD,), "value", lazy(r"\A[a-z]{2,8}_[A-Za-z0-9]{14,}\Z")),
    # The address of a notebook that a program prints when it starts; it makes another token each time (Jupyter Server).
    _Sign(
        _PARAMETERS,
        "url",
        lazy(r"\Ahttp://[^/?#@]+:[0-9]+/(?:lab|tree)?\?token=[0-9a-f]{24,48}\Z"),
        if_nested=False,
    ),
    # The key of a program that reports its errors to Sentry (Sentry, Data Source Name): it only allows to send reports.
    _Sign((Kind.TOKEN_USER,), "url", lazy(r"\Ahttps?://[0-9a-f]{32}@[\w.-]+(?::[0-9]+)?/(?:[\w-]+/)*[0-9]+\Z")),
    # A session ends by itself, and the token of a form with it. The token of a client makes a request unique.
    _Sign(
        _ALL_KINDS,
        "value",
        _ANY,
        name=lazy(
            r"(?i:\A(?:session|cftoken|atl_token|casa_token|client_?token)|sess(?:ion)?_?id|[cx]srf_?(?:token)?)\Z"
        ),
    ),
    # The same, as Struts sends it with its name (Apache Struts, Token Tag).
    _Sign(_PARAMETERS, "url", lazy(r"[?&]struts\.token\.name="), name=lazy(r"token\Z"), if_nested=False),
    # An access that was granted for so many seconds (RFC 6749 section 5.1).
    _Sign(_PARAMETERS, "url", lazy(r"[?&#]expires_in=[0-9]{1,6}(?![0-9])"), if_nested=False),
)
# The header of a JSON Web Token is JSON, and names the algorithm (RFC 7515 section 4.1.1).
_HEADER = lazy(r"eyJ[\w-]+")
_ALGORITHM = b'"alg"'
# What signs a URL until it expires, and nothing else, with the name of the key.
_OF_SIGNED_URL = lazy(r"(?i:sig|signature|hmac|awsaccesskeyid|x-(?:amz|goog)-[\w-]+)\Z")
# A picture that a page shows is fetched by everyone who reads it.
_PICTURE = lazy(r"\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)(?=[?&#]|\Z)", re.IGNORECASE)
# Another URL in the value of a parameter, percent-encoded or in Base64.
_TARGET = lazy(r"=(?:https?%3[Aa]|aHR0c)")
# The rest of a URL that is asked, before a value and after it.
_REACH = 2000
_BEFORE_URL = lazy(r"(?s:.*[\s<>\"])")
_REST = lazy(r"[^\s<>\"]*")


def without_public(text: str, secrets: Iterable[Secret]) -> list[Secret]:
    """Return the secrets of a text, less those that open nothing as far as the URLs that they are in show."""
    secrets = list(secrets)
    public = {
        secret.span
        for secret in secrets
        if secret.kind in _TOKENS and _opens_nothing(secret, *_around(text, secret.span))
    }
    # The value may have been found a second time, after an encoding was removed.
    return [secret for secret in secrets if secret.kind not in _TOKENS or secret.span not in public]


def is_spent(secret: Secret, url: str) -> bool:
    """Return whether nobody needs to revoke a secret of a URL: it is for all readers, or was valid for a time only.

    Such values are those of `_SPENT`, the signature of a picture, what has expired, and what has the form of a JSON
    Web Token without being one.
    """
    start = secret.span.start
    end = url.find("?", 0, start)
    path = url[max(0, end - _REACH) : end] if end >= 0 else url[max(0, start - _REACH) : start]
    parts = {"url": url, "path": path, "value": secret.value}
    if any(
        secret.kind in sign.kinds
        and (sign.if_nested or not secret.depth)
        and sign.name.search(secret.name)
        and search_once(sign.pattern, parts[sign.part])
        for sign in _SPENT
    ):
        return True
    header = _HEADER.match(secret.value) if secret.kind is Kind.KNOWN_TOKEN else None
    if header and _is_without_algorithm(header[0]):
        return True
    of_signed_url, of_picture = _OF_SIGNED_URL.search(secret.name), search_once(_PICTURE, url)
    return bool(of_signed_url and of_picture) or (bool(of_signed_url or of_picture) and is_expired(url))


def _is_without_algorithm(encoded: str) -> bool:
    """Whether the header of a token, in Base64, is JSON that names no algorithm."""
    try:
        header = decode_base64(encoded)
    except ValueError:
        return False
    return header.endswith(b"}") and _ALGORITHM not in header


def _around(text: str, span: Span) -> tuple[str, str]:
    """The parts of a URL before and after a span."""
    low = max(0, span.start - _REACH)
    before = _BEFORE_URL.match(text, low, span.start)
    after = _REST.match(text, span.stop, span.stop + _REACH)
    return text[before.end() if before else low : span.start], after.group() if after else ""


def _opens_nothing(secret: Secret, before: str, after: str) -> bool:
    """Whether a token only ends a subscription or counts a click, signs a redirect's target, or is public."""
    url = f"{before}{secret.value}{after}"
    if _UNSUBSCRIBE.search(url) or _TRACKING.search(url.partition("?")[0]):
        return True
    if _is_public(secret, before, url):
        return True
    is_outside = before.endswith((f"?{secret.name}=", f"&{secret.name}="))
    return is_outside and bool(
        _SIGNATURE_OF_TARGET.search(secret.name) and (_TARGET.search(before) or _TARGET.search(after))
    )


def _is_public(secret: Secret, before: str, url: str) -> bool:
    """Whether the value of a parameter is meant for the public, as far as its name and the rest of the URL show."""
    if secret.depth:  # the rest of the URL that it belongs to is encoded, too
        return False
    if secret.name == "code" and "#" in before:
        return True  # a program that the page runs: codes of OAuth are in queries
    if _PUBLIC_VALUE.match(secret.value) or _PUBLIC_NAME.match(secret.name) or _TRUSTED_KEYS.match(before):
        return True
    if secret.name == "key" and _DOCUMENT.search(before):
        return True
    if _ACCESS_TOKEN.search(secret.name) and (_SHARED.search(before.partition("?")[0]) or _DOWNLOAD.search(before)):
        return True
    telltales = [telltale for names, telltale in _TELLTALES if names.search(secret.name)]
    return bool(telltales) and not any(telltale.search(url) for telltale in telltales)
