"""What the URL standard of the WHATWG rejects, and what it calls a mistake: its basic URL parser without a base URL.

The functions follow the standard's states and parsers (snapshot of July 2026), so that
they can be laid beside its text; `failure` and `notes` name its validation errors.
Nothing is built from what is read but the answer whether it can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# The special schemes; `file` is one too, but has a parser of its own.
SPECIAL = frozenset(("ftp", "http", "https", "ws", "wss"))

_C0_AND_SPACE = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE = lazy(r"[\t\n\r]")
_SURROGATE = lazy(r"[\ud800-\udfff]")  # undecodable bytes: no scalar values, so read as U+FFFD
_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SPECIAL_AUTHORITY = lazy(r"([/\\]*)([^/\\?#]*)")
_OPAQUE_AUTHORITY = lazy(r"//([^/?#]*)")
_FILE_HOST = lazy(r"[/\\]{2}([^/\\?#]*)")
_DRIVE_LETTER = lazy(r"[A-Za-z][:|]$")
_HOST = lazy(r"(?:[^:\[]|\[[^\]]*\]?)*")  # up to the first colon outside brackets
_ESCAPE = lazy(r"%[0-9A-Fa-f]{2}")
_ESCAPES = lazy(r"(?:%[0-9A-Fa-f]{2})+")
_FORBIDDEN_HOST = lazy(r"[\x00\t\n\r #/:<>?@\[\\\]^|]")
_FORBIDDEN_DOMAIN = lazy(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
# What no URL code point is, noncharacters too; those of most higher planes are left out.
_NO_URL_UNIT = lazy(
    r"[\x00-\x20\"#<>\[\\\]^`{|}\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\U0010fffe\U0010ffff]|%(?![0-9A-Fa-f]{2})"
)

_MAX_PORT = 0xFFFF
_PIECES = 8
_DIGITS = {8: lazy(r"[0-7]*$"), 10: lazy(r"[0-9]+$"), 16: lazy(r"[0-9A-Fa-f]*$")}

_Note = Callable[[str], None]


class _FailureError(ValueError):
    """The parser returns failure; the argument names the validation error."""


class _Verdict(NamedTuple):
    failure: str | None
    notes: tuple[str, ...]


def failure(text: str) -> str | None:
    """The validation error with which the parser returns failure, or None where it succeeds."""
    return _verdict(text).failure


def notes(text: str) -> tuple[str, ...]:
    """The validation errors up to the end, or up to the failure, that are no failures; each once."""
    return _verdict(text).notes


def ipv4(host: str) -> str | None:
    """The address in dotted decimals that a host of a special scheme is read as; None for names and failures."""
    try:
        number = _special_host(host, _ignore) if host and not host.startswith("[") else None
    except _FailureError:
        return None
    return None if number is None else ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))


def ipv6_failure(address: str) -> str | None:
    """The validation error with which the IPv6 parser fails on an address (without brackets), or None."""
    try:
        _ipv6(address, _ignore)
    except _FailureError as error:
        return str(error)
    return None


def label_failure(label: str) -> bool:
    """Whether a label that begins with `xn--` is no valid encoding of a label (UTS #46 section 4, step 4)."""
    try:
        _validate(_decoded(label))
    except _FailureError:
        return True
    return False


@lru_cache(maxsize=16)  # several rules ask about one URL
def _verdict(text: str) -> _Verdict:
    found: list[str] = []
    try:
        _url(text, found.append)
    except _FailureError as error:
        return _Verdict(str(error), tuple(dict.fromkeys(found)))
    return _Verdict(None, tuple(dict.fromkeys(found)))


def _ignore(_: str) -> None:
    pass


def _fail(name: str) -> NoReturn:
    raise _FailureError(name)


# The basic URL parser, section 4.4.


def _url(text: str, note: _Note) -> None:
    whole = _TAB_OR_NEWLINE.sub("", text.strip(_C0_AND_SPACE))
    if whole != text:
        note("invalid-URL-unit")
    whole = _SURROGATE.sub("\ufffd", whole)
    match = _SCHEME.match(whole)
    if match is None:
        _fail("missing-scheme-non-relative-URL")
    scheme, rest = match.group(1).lower(), whole[match.end() :]
    if scheme in SPECIAL:
        _special(rest, note)
    elif scheme == "file":
        _file(rest, note)
    else:
        authority = _OPAQUE_AUTHORITY.match(rest)
        if authority:
            _authority(authority.group(1), _opaque_host, note)
        _units(rest[authority.end() :] if authority else rest, note)


def _special(rest: str, note: _Note) -> None:
    match = _SPECIAL_AUTHORITY.match(rest)
    assert match is not None  # it matches nothing too
    if match.group(1) != "//":
        note("special-scheme-missing-following-solidus")
    _authority(match.group(2), _special_host, note)
    _special_path(rest[match.end() :], note)


def _file(rest: str, note: _Note) -> None:
    if not rest.startswith("//"):
        note("special-scheme-missing-following-solidus")
    match = _FILE_HOST.match(rest)
    host = match.group(1) if match else ""
    if _DRIVE_LETTER.match(host):
        note("file-invalid-Windows-drive-letter-host")
    elif host:
        _host(host, _special_host, note)
    _special_path(rest[match.end() :] if match else rest, note)


def _special_path(rest: str, note: _Note) -> None:
    path = re.split(r"[?#]", rest, maxsplit=1)[0]
    if "\\" in path:
        note("invalid-reverse-solidus")
    _units(path.replace("\\", "/") + rest[len(path) :], note)


def _units(rest: str, note: _Note) -> None:
    before, _, fragment = rest.partition("#")
    if _NO_URL_UNIT.search(before) or _NO_URL_UNIT.search(fragment):
        note("invalid-URL-unit")


_ParseHost = Callable[[str, _Note], int | None]


def _authority(authority: str, parse: _ParseHost, note: _Note) -> None:
    _, at, hostport = authority.rpartition("@")
    if at:
        note("invalid-credentials")
        if not hostport:
            _fail("host-missing")
    match = _HOST.match(hostport)
    assert match is not None  # it matches nothing too
    host, port = match.group(), hostport[match.end() :]
    if host:
        _host(host, parse, note)
    elif port or parse is _special_host:
        _fail("host-missing")
    _port(port[1:])


def _port(port: str) -> None:
    if not port:
        return
    if not (port.isascii() and port.isdigit()):
        _fail("port-invalid")
    significant = port.lstrip("0")
    if len(significant) > len(str(_MAX_PORT)) or int(significant or "0") > _MAX_PORT:
        _fail("port-out-of-range")


# The host parser, section 3.5.


def _host(host: str, parse: _ParseHost, note: _Note) -> None:
    if not host.startswith("["):
        parse(host, note)
    elif not host.endswith("]"):
        _fail("IPv6-unclosed")
    else:
        _ipv6(host[1:-1], note)


def _opaque_host(host: str, note: _Note) -> None:
    if _FORBIDDEN_HOST.search(host):
        _fail("host-invalid-code-point")
    if _NO_URL_UNIT.search(host):
        note("invalid-URL-unit")


def _special_host(host: str, note: _Note) -> int | None:
    """Read a domain or an IPv4 address; the number if it is one."""
    if _ESCAPE.search(host):
        note("domain-percent-encoded")
        host = _ESCAPES.sub(lambda match: _bytes(match.group()).decode("utf-8", "replace"), host)
    domain = host.lower() if host.isascii() else _to_ascii(host)
    if not domain or _FORBIDDEN_DOMAIN.search(domain):
        _fail("domain-to-ASCII")
    return _ipv4(domain, note) if _ends_in_a_number(domain) else None


def _bytes(escapes: str) -> bytes:
    return bytes.fromhex(escapes.replace("%", ""))


# IDNA, section 3.3: Unicode ToASCII (UTS #46 section 4.2) with all the strict parameters off.


def _to_ascii(domain: str) -> str:
    import idna

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False)
    except idna.IDNAError:
        _fail("domain-to-ASCII")
    labels = [_decoded(label) if label.startswith("xn--") else label for label in mapped.split(".")]
    right_to_left = any(map(_is_right_to_left, labels))
    for label in labels:
        _validate(label, right_to_left=right_to_left)
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)


def _decoded(label: str) -> str:
    try:
        decoded = label.lower().removeprefix("xn--").encode("ascii").decode("punycode")
    except UnicodeError:
        _fail("domain-to-ASCII")
    if decoded.isascii():  # nothing is encoded there
        _fail("domain-to-ASCII")
    return decoded


def _is_right_to_left(label: str) -> bool:
    from unicodedata import bidirectional

    return any(bidirectional(char) in ("R", "AL", "AN") for char in label)


def _validate(label: str, *, right_to_left: bool | None = None) -> None:
    """The validity criteria of UTS #46 section 4.1 for a label, decoded where it was encoded.

    `right_to_left` tells whether the domain has such a label; None looks at this one alone.
    """
    if not label:
        return
    from unicodedata import category

    import idna

    if right_to_left is None:
        right_to_left = _is_right_to_left(label)
    if not label.isascii():
        try:
            # A character that is not valid changes or raises, and so does what is not in normal form.
            valid = idna.uts46_remap(label, std3_rules=False) == label
        except idna.IDNAError:
            valid = False
        if not valid or label.startswith("xn--") or "." in label or category(label[0]).startswith("M"):
            _fail("domain-to-ASCII")
        joiners = (at for at, char in enumerate(label) if char in "\u200c\u200d")
        if not all(_is_joined(label, at) for at in joiners):
            _fail("domain-to-ASCII")
    if right_to_left and not _obeys_bidi_rule(label):
        _fail("domain-to-ASCII")


def _is_joined(label: str, at: int) -> bool:
    from idna.core import valid_contextj

    try:
        return valid_contextj(label, at)
    except ValueError:  # next to a character that the Unicode data of this Python do not have
        return False


def _obeys_bidi_rule(label: str) -> bool:
    """Whether a label obeys RFC 5893 section 2."""
    import idna
    from idna.core import check_bidi

    try:
        return check_bidi(label, check_ltr=True)
    except idna.IDNABidiError:
        return False


# IP addresses, section 3.5.


def _ends_in_a_number(domain: str) -> bool:
    last = domain.removesuffix(".").rpartition(".")[2]
    return (last.isascii() and last.isdigit()) or _number(last) is not None


def _number(part: str) -> tuple[int, bool] | None:
    """The IPv4 number parser: the number, and whether it is not in decimal; None for failure."""
    radix = 10
    digits = part
    if part[:2] in ("0x", "0X"):
        digits, radix = part[2:], 16
    elif len(part) > 1 and part.startswith("0"):
        digits, radix = part[1:], 8
    if not _DIGITS[radix].match(digits):
        return None
    significant = digits.lstrip("0")
    # No number of more digits than 2**32 has in octal can be an address, and it may be very long.
    return (int(significant or "0", radix) if len(significant) <= 11 else 1 << 32), radix != 10


def _ipv4(domain: str, note: _Note) -> int:
    parts = domain.split(".")
    if not parts[-1]:
        note("IPv4-empty-part")
        parts.pop()
    if len(parts) < 4:
        note("IPv4-too-few-parts")
    if len(parts) > 4:
        _fail("IPv4-too-many-parts")
    numbers = []
    for part in parts:
        number = _number(part)
        if number is None:
            _fail("IPv4-non-numeric-part")
        if number[1]:
            note("IPv4-non-decimal-part")
        numbers.append(number[0])
    *front, last = numbers
    if any(number > 0xFF for number in front) or last >= 256 ** (5 - len(numbers)):
        _fail("IPv4-out-of-range-part")
    if last > 0xFF:
        note("IPv4-out-of-range-part")
    return last + sum(number << (24 - 8 * at) for at, number in enumerate(front))


_PIECE = lazy(r"[0-9A-Fa-f]{0,4}")


def _ipv6(address: str, note: _Note) -> None:
    at = piece = 0
    compressed = False
    if address.startswith(":"):
        if not address.startswith("::"):
            _fail("IPv6-invalid-compression")
        at, piece, compressed = 2, 1, True
    while at < len(address):
        if piece == _PIECES:
            _fail("IPv6-too-many-pieces")
        if address[at] == ":":
            if compressed:
                _fail("IPv6-multiple-compression")
            at, piece, compressed = at + 1, piece + 1, True
            continue
        match = _PIECE.match(address, at)
        assert match is not None  # it matches nothing too
        digits, stop = match.group(), match.end()
        if address.startswith(".", stop):
            _ipv4_in_ipv6(address[at:], digits, piece)
            piece += 2
            break
        if stop < len(address) and (address[stop] != ":" or stop + 1 == len(address)):
            _fail("IPv6-invalid-code-point")
        if len(digits) > 1 and digits.startswith("0"):
            note("IPv6-piece-leading-zero")
        at, piece = stop + 1, piece + 1
    if not compressed and piece != _PIECES:
        _fail("IPv6-too-few-pieces")


def _ipv4_in_ipv6(rest: str, digits: str, piece: int) -> None:
    if not digits:
        _fail("IPv4-in-IPv6-invalid-code-point")
    if piece > _PIECES - 2:
        _fail("IPv4-in-IPv6-too-many-pieces")
    parts = rest.split(".")
    for number, part in enumerate(parts):
        decimal = re.match(r"0|[1-9][0-9]*", part)
        if number == 4 or decimal is None:
            _fail("IPv4-in-IPv6-invalid-code-point")
        if len(decimal.group()) > 3 or int(decimal.group()) > 0xFF:
            _fail("IPv4-in-IPv6-out-of-range-part")
        if decimal.end() < len(part):
            _fail("IPv4-in-IPv6-invalid-code-point")
    if len(parts) < 4:
        _fail("IPv4-in-IPv6-too-few-parts")
