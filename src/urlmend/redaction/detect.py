"""Find the secrets of a text: passwords, tokens and keys, in the forms of the table `FORMS`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise, takewhile

from urlmend._lib.base64_digits import decode_base64
from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span
from urlmend.redaction.forms import BASE64_URL, FORMS, NO_SECRETS, PATH_SIGNS, PROOFPOINT_URL, Kind, SecretForm
from urlmend.redaction.harmless import HARMLESS
from urlmend.redaction.placeholders import is_example, is_token, is_token_user


class Secret(NamedTuple):
    """A secret of a text."""

    span: Span
    """Where it is, in code points; empty for an empty password."""
    kind: Kind
    name: str
    """For a password its user, for a parameter its name, for a path the name of the form."""
    value: str
    """The secret, without the encoding of the URL that it is in."""
    host: str = ""
    """The host after a password."""
    depth: int = 0
    """How many layers of encoding were removed to find it."""


# The start of a userinfo up to its colon, and the `@` that ends it: the last one before a host. Two expressions rather
# than one: searching for an `@` from each colon would take quadratic time.
_USER = lazy(
    r"""
    (?: (?<=:)(?:\\?/|\\)+ | (?<![^\s"'(<=])//       # after the scheme, or a network-path reference
      | (?<![A-Za-z0-9+.-])[Ss][Ii][Pp][Ss]?: )
    (?! [^:/?\#\s\[]* \[[0-9A-Fa-f:.]*\] )           # an IPv6 address
    (?P<user> [^:/?\#\s]* ) :
    (?! (?: [0-9]{1,5} | [$%]\w{1,40} | \$?\{[^\s{}/@]{0,40}\} | <[^\s<>/@]{0,40}> | (?i:port) ) [/?\#] )  # a port
    """,
    re.VERBOSE,
)
_END_OF_USERINFO = lazy(r"@(?=[^@/?#\s\"<>\\]*(?:[/?#\s\"<>\\]|\Z))")
_HOST = lazy(r"\[[^\]\s]*\]|[^:/?#\s\"'<>\\,;&)]*")
_WHITE_SPACE = lazy(r"\s")
_DELIMITERS = ("/", "?", "#")
_DELIMITER = lazy("[/?#]")
# The beginning of a password at the end of a text, but not of a port, a number or a template.
_CUT_PASSWORD = lazy(
    r"""(?<=://)[^:/?\#\s@\[]*:(?![0-9]{0,5}(?:[/?\#;,]|\Z))(?P<start>[^/?\#\s@]{1,200})\Z(?<![$}>%\])])""", re.VERBOSE
)
# A word that contains a scheme, and the next words: the line between them may be broken or folded within the URL. Lines
# may begin with marks of quotations, comments or patches.
_BEFORE_BREAK = lazy(
    r"""
    (?<!\S) (?> (?: [^\s:%]++ | :(?!/)(?<![Ss][Ii][Pp]:)(?<![Ss][Ii][Pp][Ss]:) | %(?!(?:25){0,3}3[Aa]) )* ) [:%] \S*+
    (?= \s{1,20} [>|\#*;/+-]{0,20}[ \t]{0,20} (?P<second>\S++)
        (?: \s{0,20}[\r\n]\s{0,20} [>|\#*;/+-]{0,20}[ \t]{0,20} (?P<third>\S++) )? )
    """,
    re.VERBOSE,
)
_PORT = lazy(r"[0-9]{1,5}\Z")
_PLAIN_WORD = lazy(r"[(\[]?[A-Z]?[a-z]*(?:'[a-z]{1,2})?[).,:;!?]*\Z")
ANOTHER_URL = lazy(
    r"[(\[{<\"'`]{0,3}(?i:(?:url:)?(?:[a-z][a-z0-9+.-]{1,20}:){1,3}//|(?:mailto|cid|mid|news|tel|urn|data|javascript):|www\.)"
)
"""The beginning of a word that begins another URL, and so continues none."""
# The beginning of a word that continues no parameter and no path: of an entry of a log, a list or a configuration.
_NEW_ENTRY = lazy(
    r"""
    [(\[{<"'`]{0,3} (?:
        (?: [0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2} | [0-9]{1,2}([-/.])(?:[0-9]{1,2}|[A-Z][a-z]{2})\2[0-9]{4}
          | [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})? ) (?![0-9A-SU-Za-su-z])                   # a date or time
      | [0-9]{1,3}(?:\.[0-9]{1,3}){3} (?=[^\w.]|\Z)                                     # an IPv4 address
      | git@[\w.-]{1,80}:                                                               # a repository
      | (?: GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|HTTP/[0-9.]{1,3}
          | TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL ) (?![\w=-])
    )
    | [A-Za-z_][\w.-]{0,80} (?: =(?!=|\s|\Z) | :(?=\s|\Z) )                             # a name and its value
    | (?: [(\[]?[0-9]{1,3}[.)\]]:? | [-=*_~\#+|$\u2022\u2013\u2014]{1,200} ) (?=\s|\Z)   # a list mark, a ruler
    | [(\[{}\])]{1,9} (?=[\s"']|\Z)                                                     # data
    """,
    re.VERBOSE,
)
_TAG_END = '">'
# A blank line, a list mark, or the edge of a cell, before a word.
_NEW_BLOCK = lazy(r"[ \t]+\|[ \t]|\s*?\n(?:[ \t\r]*\n|[ \t]*[-+] \Z)")
# A token in the place of a user, with a password or without.
_TOKEN_USER = lazy(r"(?:(?<=:/)|(?<=://)|(?<=:///))(?P<user>[A-Za-z0-9_.~+=%-]{20,400}+)(?=@|:[^\s/?#@]{0,400}@)")

# The beginning of a parameter, in a query, a fragment, a path or a connection string. The `=` is not part of the match:
# its value may begin with another parameter (`odbc_connect=PWD=...`).
_PARAMETER = lazy(r"(?:[?&\#=@,]|;[+ ]?|\\u0026|\\u003[Ff])(?P<name>[\w.%\[\]-]{1,80}+)(?==[^\s&;#\"'<>])")
_PASSWORD_VALUE = lazy(
    r"""
    = ( (?: [^&;\#\s<>\"'`\\{] | \{[^{}\s]*\} | \{
          | ;(?![+ ]?[\w.%\[\]-]{0,80}=)(?=\w)       # no next parameter
          | '(?=\w) | \\(?=\w\w)(?!u00) )+ )
    """,
    re.VERBOSE,
)
_VALUE_END = lazy(r"[&;#?\s<>\"'`\\{}]|\Z")
_AFTER_VALUE = ").,:!]"
# The characters of a value that show whether it is a token, not cut within an escape.
_TO_JUDGE = lazy(r".{0,400}(?<!%)(?<!%.)", re.DOTALL)
# What `pwd` is short for if its value is a path.
_WORKING_DIRECTORY = "pwd"


def _named(kind: Kind) -> str:
    """An expression for the normalised names of parameters of a kind."""
    words = [word for form in FORMS if form.kind is kind for word in form.match]
    exact = [word[1:] for word in words if word.startswith("^")]
    endings = [word for word in words if not word.startswith("^")]
    return "|".join([*exact, *(f".*{word}" for word in endings)])


_PARAMETER_KINDS = (Kind.PASSWORD_PARAMETER, Kind.PARAMETER, Kind.WEAK_PARAMETER)
_SECRET_NAMES = {kind: lazy(f"(?:{_named(kind)})\\Z") for kind in _PARAMETER_KINDS}
_NO_SECRET = lazy(f".*(?:{'|'.join(NO_SECRETS)})\\Z")
_SEPARATORS = lazy(r"%5[BbDd]|[^A-Za-z0-9]")
_SEPARATING = ("_", "-", ".")  # such a name goes on, or is no word

# Paths: a slash may be doubled, and escaped as in JSON.
_PATHS = [form for form in FORMS if form.kind is Kind.PATH]
_SLASHES = r"(?:\\?/)+"


def _path_expression(form: SecretForm) -> str:
    host, path = form.match
    return rf"(?i:{host})\.?(?::[0-9]*)?" + path.replace("/", _SLASHES)


_PATH = lazy(r"(?<![\w-])(?:" + "|".join(map(_path_expression, _PATHS)) + ")")

# What encodes a URL that is part of another one, of JSON, or of HTML; and a run of characters with such an escape.
_ESCAPE = lazy(r"%([0-9A-Fa-f]{2})|\\(?:u00|x)([0-9A-Fa-f]{2})|&\#[xX]0{0,4}([0-9A-Fa-f]{2});|&\#0{0,4}([0-9]{2,3});")
_ENCODED_RUN = lazy(r"(?<![^\s<>\"])[^\s<>\"%\\&=]*+[%\\&=][^\s<>\"]*+")
# What is left of quoted-printable: escapes, and the `=` of soft line breaks.
_QUOTED_PRINTABLE = lazy(r"=([0-9A-F]{2})|=()()()")
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
# Every text with a secret contains one of these; most other texts than URLs contain none.
_SIGN = lazy(r"[:=%/\\]|&\#")
# A URL in which an `@` ends no userinfo.
_NO_USERINFO = lazy(r"https?://[^/?#@:%\\]+(?::[0-9]{1,5})?[/?#][^:%\\]*\Z")
# Without one of these, a harmless URL without userinfo has no secret.
_ENCODED_SIGN = lazy(r"%40|\[|\\|&\#")


def find_secrets(text: str) -> list[Span]:
    """Return the spans of the secrets of a text, including those that a line break interrupts.

    They ascend and do not overlap (offsets in code points).
    """
    if not may_contain_secret(text):
        return []
    found = [secret.span for secret in _secrets(text, 0)]
    if "://" in text and (cut := _CUT_PASSWORD.search(text)):
        found.append(Span(*cut.span("start")))
    if not found and ":" not in text and "%" not in text:  # `_broken` begins at one of them
        return []
    if not _WHITE_SPACE.search(text):  # true of most URLs
        return merged(found)
    return merged([*found, *_broken(text, merged(found))])


def may_contain_secret(text: str) -> bool:
    """Whether a text contains a character without which there is no secret: a fast test for other texts than URLs."""
    return _SIGN.search(text) is not None


def secrets_of_url(url: str) -> list[Secret]:
    """Return the secrets of a URL in ascending order, without empty ones.

    Of those that overlap, it is the one with the fewest layers of encoding.
    """
    if not _is_suspicious(url):  # true of most URLs
        return []
    all_found = _secrets(url, 0)
    found: list[Secret] = []
    for secret in sorted(all_found, key=lambda secret: (secret.depth, secret.span)):
        start, stop = secret.span
        before = bisect_left(found, stop, key=lambda other: other.span.start) - 1
        if start < stop and not (before >= 0 and found[before].span.stop > start):
            found.insert(before + 1, secret)
    return found


def _is_suspicious(url: str) -> bool:
    """Whether a URL, or what is left of it without quoted-printable, may have a secret."""
    if _has_sign(url):
        return True
    return _QUOTED_EQUALS in url and _has_sign(_QUOTED_PRINTABLE.sub(_character, url))


def _has_sign(url: str) -> bool:
    return (
        not HARMLESS.match(url) or _ENCODED_SIGN.search(url) is not None or ("@" in url and not _NO_USERINFO.match(url))
    )


def _secrets(text: str, depth: int) -> list[Secret]:
    """Return the secrets of a text, in any order and overlapping."""
    found: list[Secret] = []
    if "@" in text and ":" in text:
        found += _passwords(text)
    if ":/" in text and "@" in text:
        found += _token_users(text)
    if "=" in text:
        found += _parameters(text)
    if has_path_sign := _has_path_sign(text):
        found += _paths(text)
    if depth < _MAX_DEPTH and (
        (("%" in text or "\\" in text or "&#" in text) and _TELLING.search(text))
        or _QUOTED_EQUALS in text
        or (has_path_sign and "=" in text)
    ):
        found += _encoded(text, depth + 1)
    if depth < _MAX_DEPTH and "=" in text and _QUOTED_URL.search(text):
        found += _quoted(text, depth + 1)
    return found


def _has_path_sign(text: str) -> bool:
    if "/" not in text and "=" not in text:  # a path has slashes, maybe in quoted-printable
        return False
    lowered = text.lower()
    return any([sign in lowered for sign in PATH_SIGNS])  # noqa: C419  # a list is faster


def _passwords(text: str) -> Iterator[Secret]:
    """Yield the passwords of userinfos, in linear time."""
    ends = [match.start() for match in _END_OF_USERINFO.finditer(text)]
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
        stop = ends[number]
        if stop >= white_space:
            continue
        user, host = match["user"], _host_at(text, stop + 1)
        if _is_path(user, text[start:stop], host):
            continue
        last = stop
        yield Secret(Span(start, stop), Kind.PASSWORD, user, text[start:stop], host)


def _host_at(text: str, start: int) -> str:
    match = _HOST.match(text, start)
    return match.group() if match else ""


def _is_path(user: str, value: str, host: str) -> bool:
    """Whether `user:value@host` is rather a host and a path that contains an `@`: without a port, or after a user."""
    if "@" in user:
        return bool(_DELIMITER.search(value))  # ssh://git@a.internal:b/c@d
    return value[:1] in _DELIMITERS and (
        user == "localhost" or ("." in user and ("/" in value[1:] or "." not in host))  # http://a.internal:/b@c
    )


def _token_users(text: str) -> Iterator[Secret]:
    for match in _TOKEN_USER.finditer(text):
        user = match["user"]
        if is_token_user(user):
            yield Secret(Span(*match.span("user")), Kind.TOKEN_USER, "", user)


def _parameters(text: str) -> Iterator[Secret]:
    """Yield the secrets in the values of parameters."""
    stop = end = 0
    for match in _PARAMETER.finditer(text):
        name, equals = match["name"], match.end()
        kind = _kind_of(name)
        if kind is None or match.start() < stop:
            continue
        if kind is Kind.PASSWORD_PARAMETER:
            value = _PASSWORD_VALUE.match(text, equals)
            if value and not (name.lower() == _WORKING_DIRECTORY and value[1].startswith(("/", "%2F", "%2f"))):
                stop = value.end()
                yield Secret(Span(*value.span(1)), kind, name, value[1])
            continue
        if end <= equals:  # values may begin with other parameters, and then have the same end
            end = _end_of_value(text, equals + 1)
        if is_token(_to_judge(text, equals + 1, end), weak=kind is Kind.WEAK_PARAMETER):
            stop = end
            yield Secret(Span(equals + 1, end), kind, name, text[equals + 1 : end])


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
def _kind_of(name: str) -> Kind | None:
    """What a parameter of a name contains; None if no secret."""
    word = _SEPARATORS.sub("", name).lower()
    if _NO_SECRET.match(word) or name.endswith(_SEPARATING):
        return None
    return next((kind for kind, names in _SECRET_NAMES.items() if names.match(word)), None)


def _paths(text: str) -> Iterator[Secret]:
    """Yield the secrets in the paths of webhooks and the like."""
    for match in _PATH.finditer(text):
        number = match.lastindex or 1
        value = match[number]
        if not is_example(value) and not is_example(value.rpartition("/")[2]):
            yield Secret(Span(*match.span(number)), Kind.PATH, _PATHS[number - 1].name, value)


def _broken(text: str, found: list[Span]) -> Iterator[Span]:
    """Yield the pieces of secrets that a break interrupts; `found` are those without a break."""
    for match in _BEFORE_BREAK.finditer(text):
        words = [Span(*match.span(group)) for group in ("second", "third") if match[group]]
        words = list(takewhile(lambda word: not ANOTHER_URL.match(text, word.start), words))
        if not words:
            continue
        pieces = [Span(*match.span()), *words]
        breaks = list(accumulate([stop - start for start, stop in pieces[:-1]]))
        entries = {word.start for before, word in pairwise(pieces) if _begins_entry(text, before.stop, word.start)}
        for secret in _secrets("".join([text[start:stop] for start, stop in pieces]), 0):
            if _TAG_END in secret.name:  # the value of another attribute
                continue
            parts = _parts(secret.span, pieces, breaks)
            if secret.kind is not Kind.PASSWORD:  # a password ends at the `@` before its host, whatever precedes
                entry = next((number for number, part in enumerate(parts) if part.start in entries), None)
                parts = parts[:entry]
            if _is_broken(text, parts, pieces, found):
                yield from parts


def _begins_entry(text: str, stop: int, start: int) -> bool:
    """Whether a word begins an entry, rather than continuing the word that ends at `stop`.

    No name follows the `=` of a soft line break.
    """
    if _NEW_BLOCK.match(text, stop, start):
        return True
    return text[stop - 1] != "=" and _NEW_ENTRY.match(text, start) is not None


def _parts(span: Span, pieces: list[Span], breaks: list[int]) -> list[Span]:
    """Return the parts of a text that a span of its pieces, joined, covers."""
    parts = []
    for (start, stop), base in zip(pieces, [0, *breaks], strict=True):
        low, high = max(start, start + span.start - base), min(stop, start + span.stop - base)
        if low < high:
            parts.append(Span(low, high))
    return parts


def _is_broken(text: str, parts: list[Span], pieces: list[Span], found: list[Span]) -> bool:
    """Whether parts of a text are a secret that is broken, rather than what is before a break and the next word."""
    if not parts:
        return False
    words = [text[start:stop] for start, stop in parts]
    at = bisect_left(found, parts[0].start, key=lambda span: span.start)
    is_complete = at < len(found) and found[at].start == parts[0].start
    if parts[-1].stop <= pieces[0].stop:  # unless only the `@` after the break shows that it is a secret
        is_before_at = parts[-1].stop == pieces[0].stop and text.startswith("@", pieces[1].start)
        return is_before_at and not is_complete and not _PORT.match(words[0])
    if len(parts) == 1:
        return True
    return not (_PORT.match(words[0]) or (is_complete and _PLAIN_WORD.match(words[1])))


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
    offsets: list[int] = []
    for secret in _secrets(decoded, depth):
        offsets = offsets or _offsets(run, escapes)
        low, high = (start + offsets[at] for at in secret.span)
        yield secret._replace(span=Span(low, high), depth=secret.depth + 1)


def _quoted(text: str, depth: int) -> Iterator[Secret]:
    """Yield the secrets of URLs that the values of parameters contain in base64, or as Proofpoint writes them."""
    for match in _PROOFPOINT_VALUE.finditer(text):
        run = match.group().replace("_", "/")
        yield from _decoded(run, _PROOFPOINT, match.start(), depth)
    for match in _BASE64_VALUE.finditer(text):
        digits = match.group()
        digits = digits[: len(digits) - (len(digits) % 4 == 1)]  # no bytes are encoded in one digit
        for secret in _secrets(decode_base64(digits).decode("latin-1"), depth):
            low, high = secret.span
            span = Span(match.start() + low * 4 // 3, match.start() - high * 4 // -3)  # rounded down, and up
            yield secret._replace(span=span, depth=secret.depth + 1)


def _character(escape: re.Match[str]) -> str:
    number, script, entity, decimal = escape.groups()
    number = number or script or entity
    return chr(int(number, 16)) if number else chr(int(decimal)) if decimal else ""


def _offsets(run: str, escapes: re.Pattern[str]) -> list[int]:
    """Return the offset in a run of each character of the decoded run, and of its end."""
    offsets: list[int] = []
    at = 0
    for escape in escapes.finditer(run):
        offsets += range(at, escape.start() + bool(_character(escape)))
        at = escape.end()
    return [*offsets, *range(at, len(run) + 1)]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in ascending order, overlapping ones merged."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start < found[-1].stop:
            found[-1] = Span(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(Span(start, stop))
    return found
