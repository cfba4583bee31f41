"""The secrets of a text, each in one piece: passwords, tokens and keys, in the forms of the table `FORMS`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.span import OffsetMap, Span
from urlmend.redaction.forms import (
    BASE64_URL,
    FORMS,
    KNOWN_BEGINNINGS,
    NO_SECRETS,
    PATH_SIGNS,
    PROOFPOINT_URL,
    Kind,
    SecretForm,
)
from urlmend.redaction.harmless import may_contain_token
from urlmend.redaction.interruptions import INTERRUPTION, has_interruption, offset_map
from urlmend.redaction.placeholders import (
    end_of_placeholder,
    is_basic_login,
    is_example,
    is_known_token,
    is_ledger_address,
    is_random_segment,
    is_template,
    is_token,
    is_token_user,
)
from urlmend.uri.placeholders import looks_random


class Secret(NamedTuple):
    """A secret of a text."""

    span: Span
    """Where it is, in code points; empty for an empty password."""
    kind: Kind
    name: str
    """For a password its user, for a parameter or a member its name, for a path the name of the form."""
    value: str
    """The secret, without the encoding of the URL that it is in."""
    host: str = ""
    """The host after a password."""
    depth: int = 0
    """How many layers of encoding were removed to find it."""


# The start of a userinfo up to its colon, and the `@` that ends it: the last one before a host. Two expressions rather
# than one: searching for an `@` from each colon would take quadratic time.
_SLASHES_OF_SCHEME = repeated(r"\\?/|\\", least=1)
_USER = lazy(
    rf"""
    (?: (?<=:) {_SLASHES_OF_SCHEME}                # after the scheme
      | //(?: (?<![^\s"'(<=]//)                      # a network-path reference
            # a malformed scheme
            | (?<=\[:\]//) | (?<=[A-Za-z];//) | (?<=(?i:http)//) | (?<=(?i:https)//) | (?<=(?i:ftp)//) )
      | (?<![A-Za-z0-9+.-])(?i:sips?|https?|ftp):(?![/\\])
            (?! [^:/?\#\s@]*@[^:/?\#\s@]*(?i:sips?): )  # an address, and the next one after a line break
      )
    (?! [^:/?\#\s\[]* \[[0-9A-Fa-f:.]*\] )           # an IPv6 address
    (?! jdbc: | (?i:mailto): )                       # the beginning of a connection string, an address
    (?P<user> [^:/?\#\s]* ) :
    (?! (?: [0-9]{{1,5}} | (?i:port) ) [/?\#] )         # a port
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
# No user, but the letter of a drive.
_LONGEST_PORT = 80  # of a placeholder for one
# No user either, but the method of a remote file in Emacs: `file:/scp:alice@a.internal:/b`.
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

# The beginning of a parameter, in a query, a fragment, a path or a connection string. The `=` is not part of the match:
# its value may begin with another parameter (`odbc_connect=PWD=...`).
_PARAMETER = lazy(r"(?:[?&=@,!]|\#!?/?|;[+ ]?|\\u0026|\\u003[Ff])(?P<name>[\w.%\[\]-]{1,80}+)(?==[^\s&;#\"'<>])")
_IN_PASSWORD = repeated(
    r"""
    [^&;\#\s<>\"'`\\{]++ | \{[^{}\s]*\} | \{
    | ;(?![+ ]?[\w.%\[\]-]{0,80}=)(?=\w)             # no next parameter
    | '(?=\w) | \\(?=\w\w)(?!u00)
    """,
    least=1,
)
_PASSWORD_VALUE = lazy(
    rf"= ( {_IN_PASSWORD} )",
    re.VERBOSE,
)
# No value of a token contains another character than printable ASCII.
_VALUE_END = lazy(r"[&;#?<>\"'`\\{}]|[^!-~]|\Z")
# The delimiter of a placeholder before a value that may be a token nevertheless.
_BRACKET = lazy(r"(?:\$?[{\[]{1,3}|%7[Bb]|%5[Bb])(?=\w)")
_AFTER_VALUE = ").,:!]"
# The characters of a value that show whether it is a token, not cut within an escape.
_TO_JUDGE = lazy(r".{0,400}(?<!%)(?<!%.)", re.DOTALL)
# What `pwd` is short for if its value is a path.
_WORKING_DIRECTORY = ("pwd", "oldpwd")


def _named(kind: Kind) -> str:
    """An expression for the normalised names of parameters of a kind."""
    words = [word for form in FORMS if form.kind is kind for word in form.match]
    exact = [word[1:] for word in words if word.startswith("^")]
    endings = [word for word in words if not word.startswith("^")]
    return "|".join([*exact, *(f".*{word}" for word in endings)])


_PARAMETER_KINDS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER)
_SECRET_NAMES = {kind: lazy(f"(?:{_named(kind)})\\Z") for kind in _PARAMETER_KINDS}
_TOKENS = "|".join([word for form in FORMS if form.kind is Kind.KNOWN_TOKEN for word in form.match])
_KNOWN_TOKEN = lazy(rf"(?:{_TOKENS})(?![A-Za-z0-9_-])")
# In a URL, or in what is encoded in one, a sign precedes a token; elsewhere `=` is no such sign, but in a segment.
_BEFORE_TOKEN = lazy(r"[/?&#;:@,!|~](?:(?<=/)(?=(?P<name>[\w.%-]{1,80}+)=)|)")
_BEFORE_NESTED_TOKEN = lazy(r"[/?&#;:@,!|~=\s\"'\[({]")
# The scheme of an authorization header, with the header's name or without, before its value.
_SPACE = r"(?:%20|[+ ])"
_HEADER = rf"=(?:[\w-]{{1,40}}(?::|%3[Aa]){_SPACE}?)?"
_AUTHORIZATION = lazy(rf"{_HEADER}(?P<scheme>(?i:bearer|basic)){_SPACE}+")
_ANY_AUTHORIZATION = lazy(rf"{_HEADER}(?P<scheme>[A-Za-z][A-Za-z-]{{1,20}}){_SPACE}+")
# Members of JSON: in a text, only in the value of a parameter.
_JSON_START = lazy(r"[?&\#;](?:[\w.-]{1,80}=)?[\[{](?=[\s\[{]{0,20}\\{0,3}[\"'])")
_JSON_SIGN = lazy(r"[\"']\s?:")
_MEMBER = lazy(
    r"""
    \\{0,3}(?P<quote>["'])(?P<name>[\w.-]{1,80})\\{0,3}(?P=quote) \s{0,3}:\s{0,3} \\{0,3}(?P=quote)
    (?P<value>(?:(?!(?P=quote))[^\\\r\n])+)
    """,
    re.VERBOSE,
)
_MEMBER_AUTHORIZATION = lazy(r"(?i:(?P<scheme>bearer|basic|token)) +")
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
_NO_SECRET = lazy(f".*(?:{'|'.join(NO_SECRETS)})\\Z")
_SEPARATORS = lazy(r"%5[BbDd]|[^A-Za-z0-9]")
_SEPARATING = ("_", "-", ".")  # such a name goes on, or is no word

# Paths: a slash may be doubled, and escaped as in JSON; the dots of the host may be defanged.
_PATHS = [form for form in FORMS if form.kind is Kind.PATH]
_SLASHES = r"(?:\\?/)+"
_DOT = r"(?:\.|[\[(](?:\.|dot)[\])])"


def _path_expression(form: SecretForm) -> str:
    host, path = form.match
    host = host.replace(r"\.", _DOT)
    return rf"(?i:{host})\.?(?::[0-9]*)?" + path.replace("/", _SLASHES)


_PATH = lazy(r"(?<![\w-])(?:" + "|".join(map(_path_expression, _PATHS)) + ")")

# Words of paths, and what may follow them: ids and actions, and then the secret. They are matched in lower case: words
# that ignore case would take twice as long to compile.
_PATH_WORDS = [form for form in FORMS if form.kind is Kind.PATH_WORD]
_WORD = lazy(
    "/(?:" + "|".join([f"({'|'.join(form.match).replace(' ', '[_.-]?')})" for form in _PATH_WORDS]) + r")(?=\\?/)"
)
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ\u0130\u0131\u017f\u212a", "abcdefghijklmnopqrstuvwxyziisk")
_SEGMENT = lazy(repeated(r"\\?/", least=1) + r"([\w.~%@:+=-]*)")
_MAX_SEGMENTS = 4
# After one of these, a segment is the id of a revision or of an article.
_REVISION = lazy(r"/[0-9a-f]{40}/\w")
# Sites that show public ledgers have pages of contracts below it.
_LEDGER_WORD = lazy(r"/tokens?\Z")
_NO_SECRET_AFTER = frozenset(
    "commit commits blob tree raw compare blame archive tarball zipball docs articles posts questions".split()
)

# A URL with backslashes instead of slashes.
_BACKSLASHED = lazy(r":\\(?:(?<=(?i:http):\\)|(?<=(?i:https):\\))[^\s<>\"]+")
# What encodes a URL that is part of another one, of JSON, or of HTML; and a run of characters with such an escape.
_ESCAPE = lazy(r"%([0-9A-Fa-f]{2})|\\(?:u00|x)([0-9A-Fa-f]{2})|&\#[xX]0{0,4}([0-9A-Fa-f]{2});|&\#0{0,4}([0-9]{2,3});")
_ENCODED_RUN = lazy(r"(?<![^\s<>\"])[^\s<>\"%\\&=]*+[%\\&=][^\s<>\"]*+")
# What is left of quoted-printable: escapes, and the `=` of soft line breaks.
# A soft line break may be within an escape of a URL: `%=` and `3A` on the next line.
_QUOTED_PRINTABLE = lazy(r"(?<!%)(?<!%[0-9A-Fa-f])=([0-9A-F]{2})|=()()()")
_QUOTED_EQUALS = "=3D"
# What version 2 of Proofpoint's URL Defense writes for other characters than letters, digits and dots; `_` is a slash.
_PROOFPOINT = lazy(r"-([0-9A-F]{2})()()()")
_PROOFPOINT_VALUE = lazy(rf"(?<==){PROOFPOINT_URL}[^\s<>\"&=]*+")
_BASE64_VALUE = lazy(rf"(?<==)(?:{BASE64_URL})[A-Za-z0-9+/_-]*+")
_QUOTED_URL = lazy(rf"=(?:{PROOFPOINT_URL}|{BASE64_URL})")
# Escapes of characters that URLs consist of; those of spaces or national characters hide nothing.
_TELLING = lazy(r"%(?:25)*(?:2[1-9A-Fa-f]|3[0-9ABDFabdf]|[4-7][0-9A-Fa-f])|\\(?:u00|x)[2-7]|&\#")
# No real URL is encoded more often.
_MAX_DEPTH = 3


def secrets_of_text(text: str, depth: int = 0) -> list[Secret]:
    """Return the secrets of a text, in any order and overlapping.

    `depth` is how many layers of encoding were removed already.
    """
    if not has_interruption(text):
        return _secrets(text, depth)
    sources = offset_map(text, INTERRUPTION, lambda _: "")
    found = _secrets(INTERRUPTION.sub("", text), depth)
    return [secret._replace(span=_in_source(secret.span, sources)) for secret in found]


def _in_source(span: Span, sources: OffsetMap) -> Span:
    """The span of a source from the first to the last character of a span, without interruptions at its ends."""
    start = sources.to_source(span.start)
    return Span(start, sources.to_source(span.stop - 1) + 1) if span.start < span.stop else Span(start, start)


def _secrets(text: str, depth: int) -> list[Secret]:
    """The secrets of a text that nothing interrupts."""
    found: list[Secret] = []
    if "@" in text and ":" in text:
        found += _passwords(text)
        if any([sign in text for sign in _CONNECTION_SIGNS]):  # noqa: C419  # a list is faster
            found += _connection_passwords(text)
    if "/" in text and "@" in text:
        found += _token_users(text)
    if "=" in text:
        found += _parameters(text)
    if _JSON_SIGN.search(text):
        found += _members(text, is_nested=depth > 0)
    paths: list[Secret] = []
    if has_path_sign := _has_path_sign(text):
        paths += _paths(text)
        found += paths
    if may_contain_token(text):
        found += _known_tokens(text, is_nested=depth > 0)
        found += [secret for secret in _after_words(text) if not _is_within(secret, paths)]
    if depth < _MAX_DEPTH and (
        (("%" in text or "\\" in text or "&#" in text) and _TELLING.search(text))
        or _QUOTED_EQUALS in text
        or (has_path_sign and "=" in text)
    ):
        found += _encoded(text, depth + 1)
    if depth < _MAX_DEPTH and ":\\" in text:
        found += _backslashed(text, depth + 1)
    if depth < _MAX_DEPTH and "=" in text and _QUOTED_URL.search(text):
        found += _quoted(text, depth + 1)
    return found


def _is_within(secret: Secret, others: list[Secret]) -> bool:
    """Whether a secret is a part of one of others, which ascend."""
    at = bisect_right(others, secret.span.start, key=lambda other: other.span.start)
    return at > 0 and others[at - 1].span.stop >= secret.span.stop


def _has_path_sign(text: str) -> bool:
    if "/" not in text and "=" not in text and "\\" not in text:  # a path has slashes, maybe in quoted-printable
        return False
    lowered = text.lower()
    return any([sign in lowered for sign in PATH_SIGNS])  # noqa: C419  # a list is faster


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
            user.startswith(KNOWN_BEGINNINGS) and _KNOWN_TOKEN.fullmatch(user) and is_known_token(user)
        ):
            yield Secret(Span(*match.span("user")), Kind.TOKEN_USER, "", user)


def _connection_passwords(text: str) -> Iterator[Secret]:
    """Yield the passwords of connection strings that are no URLs."""
    for match in _CONNECTION.finditer(text):
        group = next(name for name in ("quoted", "plain", "password") if match[name])
        user = match["user"] or match["login"]
        yield Secret(Span(*match.span(group)), Kind.PASSWORD, user, match[group], _host_at(text, match.end()))


def _known_tokens(text: str, *, is_nested: bool) -> Iterator[Secret]:
    """Yield the tokens with a known beginning that are not the value of a parameter."""
    stop = 0
    for sign in (_BEFORE_NESTED_TOKEN if is_nested else _BEFORE_TOKEN).finditer(text):
        if sign.start() < stop:
            continue
        name, token = "", _token_at(text, sign.end())
        if not token and sign.lastindex:
            name, token = sign["name"], _token_at(text, sign.end("name") + 1)
        if token:
            stop = token.end()
            if is_known_token(token.group()):
                yield Secret(Span(*token.span()), Kind.KNOWN_TOKEN, name, token.group())


def _token_at(text: str, at: int) -> re.Match[str] | None:
    """The token with a known beginning at an offset; most values have another one, and compile nothing."""
    return _KNOWN_TOKEN.match(text, at) if text.startswith(KNOWN_BEGINNINGS, at) else None


def _parameters(text: str) -> Iterator[Secret]:
    """Yield the secrets in the values of parameters."""
    stop = end = 0
    for match in _PARAMETER.finditer(text):
        name, equals = match["name"], match.end()
        kind = kind_of_name(name)
        if match.start() < stop:
            continue
        if kind is None and (known := _token_at(text, equals + 1)):
            if is_known_token(known.group()):
                yield Secret(Span(*known.span()), Kind.KNOWN_TOKEN, name, known.group())
            continue
        if kind is Kind.PASSWORD_PARAMETER:
            is_folder = is_working_directory(name, text[equals + 1 : equals + 4])
            value = None if is_folder else _PASSWORD_VALUE.match(text, equals)
            if value:
                stop = value.end()
                yield Secret(Span(*value.span(1)), kind, name, value[1])
            continue
        header = (_ANY_AUTHORIZATION if kind and "auth" in name.lower() else _AUTHORIZATION).match(text, equals)
        if header and end <= header.end():  # values may begin with other parameters, and then have the same end
            end = _end_of_value(text, header.end())
        if header and (span := _authorization(text, header, end)):
            stop = span.stop
            yield Secret(span, kind or Kind.KNOWN_TOKEN, name, text[span.start : span.stop])
            continue
        if kind is None:
            continue
        bracket = _BRACKET.match(text, equals + 1)
        start = bracket.end() if bracket else equals + 1
        if end <= start:
            end = _end_of_value(text, start)
        start, stop_of_token = _without_quotes(text, start, end)
        token = _to_judge(text, start, stop_of_token)
        if is_token(token, weak=kind is Kind.WEAK_PARAMETER) and (bracket is None or looks_random(token)):
            stop = end
            yield Secret(Span(start, stop_of_token), kind, name, text[start:stop_of_token])


def _without_quotes(text: str, start: int, stop: int) -> tuple[int, int]:
    """The range of a value without encoded quotes around it."""
    quote = text[start : start + 3]
    if quote in ("%22", "%27") and stop - start >= 2 * len(quote) and text.endswith(quote, start, stop):
        return start + len(quote), stop - len(quote)
    return start, stop


def _authorization(text: str, header: re.Match[str], end: int) -> Span | None:
    """Where the value of an authorization header that ends at an offset is a secret."""
    value = _to_judge(text, header.end(), end)
    is_secret = is_basic_login(value) if header["scheme"].lower() == "basic" else is_token(value)
    return Span(header.end(), end) if is_secret else None


def _members(text: str, *, is_nested: bool) -> Iterator[Secret]:
    """Yield the secrets in the members of JSON that is the value of a parameter."""
    stop = 0
    for start in _JSON_START.finditer(text):
        if start.start() < stop:
            continue
        end = None if is_nested else _WHITE_SPACE.search(text, start.end())
        stop = end.start() if end else len(text)
        for match in _MEMBER.finditer(text, start.end(), stop):
            if (kind := kind_of_name(match["name"])) and (span := _secret_of_member(text, match, kind)):
                yield Secret(span, kind, match["name"], text[span.start : span.stop])


def _secret_of_member(text: str, match: re.Match[str], kind: Kind) -> Span | None:
    start, stop = match.span("value")
    if kind is Kind.PASSWORD_PARAMETER:
        return Span(start, stop)
    if (header := _MEMBER_AUTHORIZATION.match(text, start, stop)) and (span := _authorization(text, header, stop)):
        return span
    return Span(start, stop) if is_token(match["value"], weak=kind is Kind.WEAK_PARAMETER) else None


def _end_of_value(text: str, start: int) -> int:
    found = _VALUE_END.search(text, start)
    end = found.start() if found else len(text)
    while end > start and text[end - 1] in _AFTER_VALUE:
        end -= 1
    return end


def _to_judge(text: str, start: int, end: int) -> str:
    match = _TO_JUDGE.match(text, start, end)
    return match.group() if match else ""


@cached_for_short_text
def kind_of_name(name: str) -> Kind | None:
    """Return what a parameter of a name contains; None if no secret."""
    word = _SEPARATORS.sub("", name).lower()
    if _NO_SECRET.match(word) or name.endswith(_SEPARATING):
        return None
    return next((kind for kind, names in _SECRET_NAMES.items() if names.match(word)), None)


def is_working_directory(name: str, value: str) -> bool:
    """Return whether a value is the path of the working directory, as of `PWD=/home/ada`."""
    return name.lower() in _WORKING_DIRECTORY and value.startswith(("/", "%2F", "%2f"))


def names_secret(name: str) -> bool:
    """Whether the value of a parameter of a name is a secret, as of `authKey`."""
    return kind_of_name(name) is not None


def _paths(text: str) -> Iterator[Secret]:
    """Yield the secrets in the paths of webhooks and the like."""
    for match in _PATH.finditer(text):
        number = match.lastindex or 1
        value = match[number]
        if not is_example(value) and not is_example(value.rpartition("/")[2]):
            yield Secret(Span(*match.span(number)), Kind.PATH, _PATHS[number - 1].name, value)


def _after_words(text: str) -> Iterator[Secret]:
    """Yield the segments of paths that look random, after a word that says that a secret follows."""
    lowered = text.lower() if text.isascii() else text.translate(_LOWER)  # of the same length
    for match in _WORD.finditer(lowered):
        form = _PATH_WORDS[(match.lastindex or 1) - 1]
        at = match.end()
        for _ in range(_MAX_SEGMENTS):
            segment = _SEGMENT.match(text, at)
            if segment is None or segment[1] in _NO_SECRET_AFTER:
                break
            at = segment.end()
            value = segment[1].rstrip(".:")
            if not is_random_segment(value):
                continue
            is_address = _LEDGER_WORD.match(match.group()) and is_ledger_address(value)
            if not is_address and not _REVISION.match(text, segment.start()):
                start, stop = segment.start(1), segment.start(1) + len(value)
                while (after := _SEGMENT.match(text, stop)) and is_random_segment(after[1]):
                    stop = after.end()
                yield Secret(Span(start, stop), Kind.PATH_WORD, form.name, text[start:stop])
            break


def _backslashed(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of URLs with backslashes, as browsers read them."""
    for match in _BACKSLASHED.finditer(text):
        for secret in secrets_of_text(match.group().replace("\\", "/"), depth):
            low, high = (match.start() + at for at in secret.span)
            yield secret._replace(span=Span(low, high), depth=secret.depth + 1)


def _encoded(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of runs of characters, found after removing one layer of encoding."""
    for match in _ENCODED_RUN.finditer(text):
        run = match.group()
        may_be_quoted = _QUOTED_EQUALS in run or ("=" in run and _has_path_sign(run))
        for escapes in (_ESCAPE, _QUOTED_PRINTABLE) if may_be_quoted else (_ESCAPE,):
            yield from _decoded(run, escapes, match.start(), depth)


def _decoded(run: str, escapes: re.Pattern[str], start: int, depth: int) -> Iterator[Secret]:
    """Yield the secrets of a run of characters at an offset, found after its escapes are removed."""
    decoded = escapes.sub(_character, run)
    if decoded == run:
        return
    if found := secrets_of_text(decoded, depth):
        to_source = offset_map(run, escapes, _character).to_source
        for secret in found:
            low, high = (start + to_source(at) for at in secret.span)
            yield secret._replace(span=Span(low, high), depth=secret.depth + 1)


def _quoted(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of URLs that the values of parameters contain in base64, or as Proofpoint writes them."""
    for match in _PROOFPOINT_VALUE.finditer(text):
        run = match.group().replace("_", "/")
        yield from _decoded(run, _PROOFPOINT, match.start(), depth)
    for match in _BASE64_VALUE.finditer(text):
        digits = match.group()
        digits = digits[: len(digits) - (len(digits) % 4 == 1)]  # no bytes are encoded in one digit
        for secret in secrets_of_text(decode_base64(digits).decode("latin-1"), depth):
            low, high = secret.span
            span = Span(match.start() + low * 4 // 3, match.start() - high * 4 // -3)  # rounded down, and up
            yield secret._replace(span=span, depth=secret.depth + 1)


def without_quoted_printable(text: str) -> str:
    """Return a text without what is left of quoted-printable in it, if anything is."""
    return _QUOTED_PRINTABLE.sub(_character, text) if _QUOTED_EQUALS in text else text


def _character(escape: re.Match[str]) -> str:
    number, script, entity, decimal = escape.groups()
    number = number or script or entity
    return chr(int(number, 16)) if number else chr(int(decimal)) if decimal else ""
