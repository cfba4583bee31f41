"""Passwords: what is one, what only stands for one, and how to keep them out of all output.

RFC 3986 section 3.2.1: whatever follows the first colon of a userinfo is not to be shown.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span

# What a password stands behind (a port and a path are none), and the `@` that ends it: the last one before a host. Two
# expressions, not one: looking from each colon for an `@` would take a time that grows with the square of a text.
_BEFORE_PASSWORD = lazy(r"(?:(?<=:)/{0,2}|(?<![^\s\"'(<])//)[^:/?#\s@]*:(?![0-9]{0,5}[/?#])")
_BEHIND_USERINFO = lazy(r"@(?=[^@/?#\s]*(?:[/?#\s]|\Z))")
_BLANK = lazy(r"\s")
# A password that a line break or a fold cuts in two; or of which only the beginning is there. A number is a port.
_CUT_PASSWORD = lazy(
    r"(?<=://)[^:/?#\s@\[]*:(?![0-9]{0,5}(?:[/?#\s]|\Z))(?P<one>[^/?#\s@]{1,200})"
    r"(?:\s{1,20}[>|#*;/ \t]{0,20}(?P<other>[^\s/@:]{1,200})@|(?<![$}>%\])])\Z)"
)
# A token in the place of a user: nobody is called so.
_TOKEN_AS_USER = lazy(r"(?<=://)(?=[A-Za-z_-]*[0-9])(?=[0-9_-]*[A-Za-z])(?P<token>[A-Za-z0-9_-]{20,})(?=@)")
# Whatever stands behind these names is a password, even a short one.
_PASSWORD_PARAMETER = lazy(r"[?&;#](?:passwd|password|passphrase|pwd)=(?P<value>[^&;#\s<>\"']+)", re.IGNORECASE)

# Query parameters whose value opens something, where that value looks random.
SECRET_PARAMETER = lazy(
    r"[?&;#](?P<name>access_token|auth_token|refresh_token|id_token|api_?key|client_secret|secret|secret_key|"
    r"passwd|password|pwd|private_key|x-amz-signature|x-amz-security-token|x-goog-signature|awsaccesskeyid|sig|signature|"
    r"token|session_?id|jsessionid|phpsessid)=(?P<value>(?=[A-Za-z%._~+/=-]*[0-9])(?=[0-9%._~+/=-]*[A-Za-z])[A-Za-z0-9%._~+/=-]{16,})",
    re.IGNORECASE,
)

# How their names end; and what holds behind the `=` of a parameter that is none of them.
_SECRET_ENDINGS = "token key secret passwd password pwd signature sig keyid session_id sessionid sessid".split()
NOT_SECRET = "".join(rf"(?<!(?i:{ending})=)" for ending in _SECRET_ENDINGS)
# Addresses whose path lets whoever knows it write or read: those of Slack, Discord, Telegram.
_SECRET_PATH = lazy(
    r"://(?:hooks\.slack\.com/(?:services|workflows|triggers)/(?P<slack>[A-Za-z0-9/_-]{8,})"
    r"|(?:\w+\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]+/(?P<discord>[A-Za-z0-9_-]{8,})"
    r"|api\.telegram\.org/(?:file/)?bot[0-9]+:(?P<telegram>[A-Za-z0-9_-]{8,}))",
    re.IGNORECASE,
)

# A URL as a value in another one, percent-encoded once or more often; and what ends it.
_NESTED = lazy(r"%(?:25)*3[aA](?:%(?:25)*2[fF]){2}")
_END_OF_VALUE = lazy(r"[\s<>\"'&#]|\Z")
_ESCAPE = lazy(r"%([0-9A-Fa-f]{2})")
# Nobody encodes a URL more often.
_MAX_NESTED = 3

# Words that manuals write where a password belongs.
_INSTRUCTIVE = frozenset(
    """
    changeit changeme credential credentials example hidden hunter2 mypass mypasswd mypassword my-password my_password
    pass passwd password passwort passphrase pw pwd redacted secret somepassword testpass token user_password userpass
    xxx xxxx xxxxx xxxxxx your-password your_password yourpassword
    """.split()
)
_WORD_FOR_PASSWORD = lazy(r"(?:my|your|the|some|test|user|db)?[-_ ]?pass(?:word|wd|phrase)?[0-9]*\Z")
# No password has so few characters, but `http://a:b@host/` has.
_TOO_SHORT = 2
_MASK = lazy(r"(?:[*x.\u2022_#-]|%2[aA])+$")
_TEMPLATE = lazy(
    r"""
    \$\w+ | \$\{.*\} | \$\(.*\) | \{\{.*\}\} | \{[^{}]*\} | <[^<>]*> | \[[^\[\]]*\] | %\(\w+\)[sdr] | %[sdv@] | %\w+% |
    @\w+@ | :\w+ | \#\{.*\} | __\w+__ | &lt;.*&gt; | %7[bB].*%7[dD] | %3[cC].*%3[eE] | \.\.\. | \u2026 | "?\s*\+.*
    """,
    re.VERBOSE,
)
_DOCUMENTATION_HOST = lazy(
    r"(?:.*\.)?(?:example|invalid|test|localhost)$|(?:.*\.)?example\.(?:com|net|org|edu)$"
    r"|(?:host|hostname|server|your-?host|my-?host|domain|address|ip|proxy-?server)$|[$<{%]",
    re.IGNORECASE,
)


def is_documentation_host(host: str) -> bool:
    """Whether a host is one of those that manuals use (RFC 2606), a word for a host, or a template."""
    return bool(_DOCUMENTATION_HOST.match(host))


def is_placeholder(user: str, password: str, host: str) -> bool:
    """Whether a password only stands for one: a template, a mask, a word of manuals, or a documentation host."""
    from urllib.parse import unquote  # only where there is a password

    plain = unquote(password)
    if len(plain) <= _TOO_SHORT or _MASK.match(plain) or _MASK.match(password):
        return True
    if _TEMPLATE.fullmatch(plain) or _TEMPLATE.fullmatch(password):
        return True
    word = plain.lower()
    if word in _INSTRUCTIVE or _WORD_FOR_PASSWORD.match(word):
        return True
    if is_documentation_host(host):
        return True
    return word == unquote(user).lower() and word in ("user", "username", "guest", "anonymous", "ftp", "foo")


def find_secrets(text: str, *, depth: int = 0) -> list[Span]:
    """Where secrets stand: all of each userinfo behind its first colon, and the secrets in queries and paths.

    Those of URLs that are percent-encoded values of others (`depth` times) are among them. The spans
    ascend and do not overlap (offsets in code points).
    """
    found: list[Span] = []
    if "@" in text:
        found += _passwords(text)
        found += [Span(*match.span("token")) for match in _TOKEN_AS_USER.finditer(text)]
    if "://" in text:
        for match in _CUT_PASSWORD.finditer(text):
            found += [Span(*match.span(part)) for part in ("one", "other") if match.group(part)]
        found += [Span(*match.span(match.lastgroup or 0)) for match in _SECRET_PATH.finditer(text)]
    if "%" in text and depth < _MAX_NESTED:
        found += _nested(text, depth + 1)
    if "=" in text:
        for pattern in (SECRET_PARAMETER, _PASSWORD_PARAMETER):
            found += [Span(*match.span("value")) for match in pattern.finditer(text)]
    return merged(found)


def is_token(user: str) -> bool:
    """Whether a user name is a secret of its own."""
    return bool(_TOKEN_AS_USER.match(f"://{user}@", 3))


def _nested(text: str, depth: int) -> Iterator[Span]:
    """Where secrets stand in values that are URLs, looked at with one layer of percent-encoding taken off."""
    stop = 0
    for match in _NESTED.finditer(text):
        if match.start() < stop:
            continue
        end = _END_OF_VALUE.search(text, match.end())
        stop = end.start() if end else len(text)
        pieces: list[str] = []
        offsets: list[int] = []
        at = match.start()
        for escape in _ESCAPE.finditer(text, at, stop):
            pieces += [text[at : escape.start()], chr(int(escape.group(1), 16))]
            offsets += range(at, escape.start() + 1)
            at = escape.end()
        pieces.append(text[at:stop])
        offsets += range(at, stop + 1)
        for low, high in find_secrets("".join(pieces), depth=depth):
            yield Span(offsets[low], offsets[high])


def _passwords(text: str) -> Iterator[Span]:
    """Where passwords stand; time grows no faster than the text."""
    ends = [match.start() for match in _BEHIND_USERINFO.finditer(text)]
    last = blank = -1
    for match in _BEFORE_PASSWORD.finditer(text):
        start = match.end()
        number = bisect_left(ends, start)
        if number == len(ends):
            return
        if match.start() <= last:
            continue
        if blank < start:
            found = _BLANK.search(text, start)
            blank = found.start() if found else len(text)
        if ends[number] < blank:
            last = ends[number]
            yield Span(start, last)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in ascending order, those that overlap made one."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start < found[-1].stop:
            found[-1] = Span(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(Span(start, stop))
    return found
