"""Secret forms: find passwords, tokens and keys in a text, and recognise placeholders.

RFC 3986 section 3.2.1: applications should not render the part of a userinfo after its first colon.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span

# The start of a userinfo up to its colon, and the `@` that ends it: the last one before a host. Two expressions rather
# than one: searching for an `@` from each colon would take quadratic time.
_USER = lazy(
    r"""
    (?: (?<=:)/{0,2} | (?<![^\s"'(<])// )  # after the scheme, or a network-path reference
    [^:/?\#\s@]* :                         # the user
    (?! [0-9]{0,5} [/?\#] )                # a port and a path, not a password
    """,
    re.VERBOSE,
)
_END_OF_USERINFO = lazy(r"@(?=[^@/?#\s]*(?:[/?#\s]|\Z))")
_WHITE_SPACE = lazy(r"\s")
# A password that a line break or a fold interrupts, or of which only the beginning is there. A number is a port.
_BROKEN_PASSWORD = lazy(
    r"""
    (?<=://) [^:/?\#\s@\[]* :                    # the user
    (?! [0-9]{0,5} (?:[/?\#\s]|\Z) )             # a port, not a password
    (?P<start>[^/?\#\s@]{1,200})
    (?: \s{1,20} [>|\#*;/ \t]{0,20}              # the break, with the prefix of a quotation or comment
        (?P<end>[^\s/@:]{1,200}) @
      | (?<![$}>%\])]) \Z )                      # the end of the text, but not of a template
    """,
    re.VERBOSE,
)
# A token in place of a user: no user name is of this length and mixture.
_TOKEN_AS_USER = lazy(r"(?<=://)(?=[A-Za-z_-]*[0-9])(?=[0-9_-]*[A-Za-z])(?P<token>[A-Za-z0-9_-]{20,})(?=@)")
# Every value of these parameters is a password, even a short one.
_PASSWORD_PARAMETER = lazy(r"[?&;#](?:passwd|password|passphrase|pwd)=(?P<value>[^&;#\s<>\"']+)", re.IGNORECASE)

# Query parameters whose value is a credential, provided that it looks random.
_CREDENTIAL_NAMES = (
    "access_token|auth_token|refresh_token|id_token|api_?key|client_secret|secret|secret_key|"
    "passwd|password|pwd|private_key|x-amz-signature|x-amz-security-token|x-goog-signature|awsaccesskeyid|sig|signature|"
    "token|session_?id|jsessionid|phpsessid"
)
SECRET_PARAMETER = lazy(
    rf"""
    [?&;\#](?P<name>{_CREDENTIAL_NAMES})=
    (?P<value>
      (?=[A-Za-z%._~+/=-]*[0-9]) (?=[0-9%._~+/=-]*[A-Za-z])  # a digit and a letter
      [A-Za-z0-9%._~+/=-]{{16,}} )
    """,
    re.IGNORECASE | re.VERBOSE,
)

_SECRET_ENDINGS = "token key secret passwd password pwd signature sig keyid session_id sessionid sessid".split()
NOT_SECRET = "".join(rf"(?<!(?i:{ending})=)" for ending in _SECRET_ENDINGS)
"""Look-behind after the `=` of a parameter: its name does not end like that of a secret parameter."""
# Webhook and bot addresses: whoever knows the path can write or read.
_SECRET_PATH = lazy(
    r"""
    ://(?: hooks\.slack\.com/(?:services|workflows|triggers)/ (?P<slack>[A-Za-z0-9/_-]{8,})
         | (?:\w+\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]+/ (?P<discord>[A-Za-z0-9_-]{8,})
         | api\.telegram\.org/(?:file/)?bot[0-9]+: (?P<telegram>[A-Za-z0-9_-]{8,}) )
    """,
    re.IGNORECASE | re.VERBOSE,
)

# The `://` of a URL that is a percent-encoded value of another one, encoded once or more often; and the end of a value.
_NESTED_URL = lazy(r"%(?:25)*3[aA](?:%(?:25)*2[fF]){2}")
_END_OF_VALUE = lazy(r"[\s<>\"'&#]|\Z")
_ESCAPE = lazy(r"%([0-9A-Fa-f]{2})")
# No real URL is encoded more often.
_MAX_NESTED = 3

# Words that manuals use as passwords.
_PLACEHOLDER_WORDS = frozenset(
    """
    changeit changeme credential credentials example hidden hunter2 mypass mypasswd mypassword my-password my_password
    pass passwd password passwort passphrase pw pwd redacted secret somepassword testpass token user_password userpass
    xxx xxxx xxxxx xxxxxx your-password your_password yourpassword
    """.split()
)
_WORD_FOR_PASSWORD = lazy(r"(?:my|your|the|some|test|user|db)?[-_ ]?pass(?:word|wd|phrase)?[0-9]*\Z")
# Real passwords are longer than this many characters; that of `http://a:b@host/` is an example.
_MAX_EXAMPLE_LENGTH = 2
_MASKED = lazy(r"(?:[*x.\u2022_#-]|%2[aA])+$")
# Variables and substitutions: shell, Jinja, C and Python formats, Windows, Autoconf, SQL, Ruby, Python, HTML (also
# percent-encoded), ellipses, string concatenation.
_TEMPLATE = lazy(
    r"""
    \$\w+ | \$\{.*\} | \$\(.*\) | \{\{.*\}\} | \{[^{}]*\} | <[^<>]*> | \[[^\[\]]*\] | %\(\w+\)[sdr] | %[sdv@] | %\w+% |
    @\w+@ | :\w+ | \#\{.*\} | __\w+__ | &lt;.*&gt; | %7[bB].*%7[dD] | %3[cC].*%3[eE] | \.\.\. | \u2026 | "?\s*\+.*
    """,
    re.VERBOSE,
)
_DOCUMENTATION_HOST = lazy(
    r"""
    (?:.*\.)? (?:example|invalid|test|localhost) $     # RFC 2606 section 2
    | (?:.*\.)? example\.(?:com|net|org|edu) $         # RFC 2606 section 3
    | (?:host|hostname|server|your-?host|my-?host|domain|address|ip|proxy-?server) $
    | [$<{%]                                           # a template
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_documentation_host(host: str) -> bool:
    """Return whether a host is reserved for documentation (RFC 2606), a word for a host, or a template."""
    return bool(_DOCUMENTATION_HOST.match(host))


def is_placeholder(user: str, password: str, host: str) -> bool:
    """Return whether a password is a template, a mask or an example, or its host is a documentation host."""
    from urllib.parse import unquote  # only where there is a password

    decoded = unquote(password)
    if len(decoded) <= _MAX_EXAMPLE_LENGTH or _MASKED.match(decoded) or _MASKED.match(password):
        return True
    if _TEMPLATE.fullmatch(decoded) or _TEMPLATE.fullmatch(password):
        return True
    word = decoded.lower()
    if word in _PLACEHOLDER_WORDS or _WORD_FOR_PASSWORD.match(word):
        return True
    if is_documentation_host(host):
        return True
    return word == unquote(user).lower() and word in ("user", "username", "guest", "anonymous", "ftp", "foo")


def is_token(user: str) -> bool:
    """Return whether a user name is itself a secret."""
    return bool(_TOKEN_AS_USER.match(f"://{user}@", 3))


def find_secrets(text: str, *, depth: int = 0) -> list[Span]:
    """Return the secrets of a text: each userinfo after its first colon, and secrets in queries and paths.

    Includes those of URLs that are percent-encoded values of others; `depth` is how many layers of encoding were
    removed already. The spans ascend and do not overlap (offsets in code points).
    """
    found: list[Span] = []
    if "@" in text:
        found += _passwords(text)
        found += [Span(*match.span("token")) for match in _TOKEN_AS_USER.finditer(text)]
    if "://" in text:
        for match in _BROKEN_PASSWORD.finditer(text):
            found += [Span(*match.span(group)) for group in ("start", "end") if match.group(group)]
        found += [Span(*match.span(match.lastgroup or 0)) for match in _SECRET_PATH.finditer(text)]
    if "%" in text and depth < _MAX_NESTED:
        found += _nested(text, depth + 1)
    if "=" in text:
        for pattern in (SECRET_PARAMETER, _PASSWORD_PARAMETER):
            found += [Span(*match.span("value")) for match in pattern.finditer(text)]
    return merged(found)


def _nested(text: str, depth: int) -> Iterator[Span]:
    """Yield the secrets of values that are URLs, found after removing one layer of percent-encoding."""
    stop = 0
    for match in _NESTED_URL.finditer(text):
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
        if ends[number] < white_space:
            last = ends[number]
            yield Span(start, last)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in ascending order, overlapping ones merged."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start < found[-1].stop:
            found[-1] = Span(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(Span(start, stop))
    return found
