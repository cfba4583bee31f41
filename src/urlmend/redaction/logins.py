"""Secrets before the `@` of a host: passwords and tokens of userinfos, and passwords of connection strings."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span
from urlmend.redaction.forms import KNOWN_BEGINNINGS, Kind, Secret
from urlmend.redaction.known_tokens import KNOWN_TOKEN
from urlmend.redaction.placeholders import end_of_placeholder, is_known_token, is_template, is_token_user

# The start of a userinfo up to its colon, and the `@` that ends it: the last one before a host. Two expressions rather
# than one: searching for an `@` from each colon would take quadratic time.
_USER = lazy(
    r"""
    [/\\sShHfF]
    (?: (?<=:[/\\]) [/\\]*+                        # after the scheme
      | (?<=/)/(?: (?<![^\s"'(<=]//)                # a network-path reference
            # a malformed scheme
            | (?<=\[:\]//) | (?<=[A-Za-z];//) | (?<=(?i:http)//) | (?<=(?i:https)//) | (?<=(?i:ftp)//) )
      | (?<![A-Za-z0-9+.-].) (?i: (?<=s)ips? | (?<=h)ttps? | (?<=f)tp ) : (?![/\\])
            (?! [^:/?\#\s@]*@[^:/?\#\s@]*(?i:sips?): )  # an address, and the next one after a line break
      )
    (?! [^:/?\#\s\[]* \[[0-9A-Fa-f:.]*\] )           # an IPv6 address
    (?! jdbc: | (?i:mailto): )                       # the beginning of a connection string, an address
    (?P<user> [^:/?\#\s]* ) :
    (?! (?: [0-9]{1,5} | (?i:port) ) [/?\#] )         # a port
    """,
    re.VERBOSE,
)
_END_OF_USERINFO = lazy(r"@(?=[^@/?#\s\"<>\\]*(?:[/?#\s\"<>\\]|\Z))")
# The same before what can only be a host: after an `@` and a slash, a password may go on up to there.
_CERTAIN_END = lazy(
    r"""
    @ (?= (?: (?:[A-Za-z0-9-]{1,63}\.){1,20}[A-Za-z]{2,63} | [0-9]{1,3}(?:\.[0-9]{1,3}){3} | \[[0-9A-Fa-f:.]{2,45}\]
            | localhost | [A-Za-z0-9-]{1,63}(?=:[0-9]) ) (?::[0-9]{0,5})? (?:[/?\#\s\"<>\\]|\Z) )
    """,
    re.VERBOSE,
)
# What is in no password but between two URLs, or in a query with a mail address.
_NO_PASSWORD = lazy(r"[\s\"'<>\\,;|()]|://|[?&][\w.%-]{1,80}=")
_MAX_PASSWORD = 200
_HOST = lazy(r"\[[^\]\s]{0,100}\]|[^:/?#\s\"'<>\\,;&)]*")
_LONGEST_PORT = 80  # of a placeholder for one
# No user, but the letter of a drive, or the method of a remote file in Emacs: `file:/scp:alice@a.internal:/b`.
_DRIVE = lazy(
    r"file:(?:[/\\]+[A-Z]:[/\\]|/(?:ssh|scp|sftp|rsync|sudo|su|doas|plink|pscp|ftp|smb|docker|adb):)", re.IGNORECASE
)
_WHITE_SPACE = lazy(r"\s")
_DELIMITER = lazy("[/?#]")
# A token in the place of a user, with a password or without.
_TOKEN_USER = lazy(
    r"""
    (?<=/) (?: (?<=:/) | (?<=://) | (?<=:///) | (?<=\[:\]//) | (?<=(?i:http)//) | (?<=(?i:https)//) )
    (?P<user> [A-Za-z0-9_.~+=%-]{20,4000}+ ) (?= @ | :[^\s/?\#@]{0,400}@ )
    """,
    re.VERBOSE,
)
# The passwords of connection strings that are no URLs: of Oracle, and of drivers for MySQL.
_CONNECTION_SIGNS = ("racle:", "RACLE:", "@tcp", "@unix")
_CONNECTION = lazy(
    r"""
    \boracle:(?:thin|oci8?):(?P<user>"[^"\s]{1,64}"|[^/\s@"'<>]{1,64})/
    (?:"(?P<quoted>[^"\s]{1,128})"@|(?P<plain>[^\s"'<>]{1,128})@(?=//|\(|[\w.-]{1,255}(?:[:/\s"'<>,;)]|\Z)))
    | (?<![\w/:.-])(?P<login>[\w.-]{1,64}):(?!//)(?P<password>[^\s@"'<>]{1,128})@(?:tcp6?|unix)\(
    """,
    re.VERBOSE | re.IGNORECASE,
)


def logins(text: str) -> Iterator[Secret]:
    """Yield the secrets before the `@` of a host."""
    if "@" in text and ":" in text:
        yield from _passwords(text)
        if any([sign in text for sign in _CONNECTION_SIGNS]):  # noqa: C419  # a list is faster
            yield from _connection_passwords(text)
    if "@" in text and "/" in text:
        yield from _token_users(text)


def _passwords(text: str) -> Iterator[Secret]:
    """Yield the passwords of userinfos, in linear time."""
    ends = [match.start() for match in _END_OF_USERINFO.finditer(text)]
    certain = [match.start() for match in _CERTAIN_END.finditer(text)] if len(ends) > 1 else ends
    last = white_space = -1
    for match in _USER.finditer(text):
        start = match.end()
        number = bisect_left(ends, start)
        if number == len(ends):
            return
        if match.start() <= last:
            continue
        if white_space < start:
            found = _WHITE_SPACE.search(text, start)
            white_space = found.start() if found else len(text)
        stop = _end_of_password(text, ends[number], certain)
        if stop >= white_space:
            continue
        user, host = match["user"], _host_at(text, stop + 1)
        value = text[start:stop]
        if end := end_of_placeholder(user, value, host):
            start, user = match.start("user") + end + 1, text[match.start("user") : match.start("user") + end]
            if start > stop or text[start - 1] != ":":
                continue
            value = text[start:stop]
        if _is_path(user, value, host) or _DRIVE.match(text, match.start() - len("file:")):
            continue
        last = stop
        yield Secret(Span(start, stop), Kind.PASSWORD, user, value, host)


def _end_of_password(text: str, first: int, certain: list[int]) -> int:
    """Where a password ends: at the first `@` that can end it, or at the next one that a host must follow."""
    number = bisect_left(certain, first)
    if (
        number == len(certain)
        or certain[number] - first > _MAX_PASSWORD
        or _NO_PASSWORD.search(text, first, certain[number])
    ):
        return first
    return certain[number]


def _host_at(text: str, start: int) -> str:
    match = _HOST.match(text, start)
    return match.group() if match else ""


def _is_path(user: str, value: str, host: str) -> bool:
    """Whether `user:value@host` is rather a host and a path that contains an `@`: without a port, or after a user."""
    delimiter = _DELIMITER.search(value)
    if delimiter is None:
        return False
    port = value[: min(delimiter.start(), _LONGEST_PORT)]
    if "@" in user or is_template(port):  # ssh://git@a.internal:b/c@d, http://a:${PORT}/b@c
        return True
    return delimiter.start() == 0 and (
        user == "localhost" or ("." in user and ("/" in value[1:] or "." not in host))  # http://a.internal:/b@c
    )


def _token_users(text: str) -> Iterator[Secret]:
    for match in _TOKEN_USER.finditer(text):
        user = match["user"]
        if is_token_user(user) or (
            user.startswith(KNOWN_BEGINNINGS) and KNOWN_TOKEN.fullmatch(user) and is_known_token(user)
        ):
            yield Secret(Span(*match.span("user")), Kind.TOKEN_USER, "", user)


def _connection_passwords(text: str) -> Iterator[Secret]:
    """Yield the passwords of connection strings that are no URLs."""
    for match in _CONNECTION.finditer(text):
        group = next(name for name in ("quoted", "plain", "password") if match[name])
        user = match["user"] or match["login"]
        yield Secret(Span(*match.span(group)), Kind.PASSWORD, user, match[group], _host_at(text, match.end()))
