"""The basic URL parser of the WHATWG URL standard, without a base URL: its failures, but no result.

The functions follow the states and parsers of the standard (snapshot of July 2026), so that they can be compared
with its text; errors have the standard's names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# The special schemes except `file`, which has states of its own.
SPECIAL = frozenset(("ftp", "http", "https", "ws", "wss"))

_C0_AND_SPACE = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE = lazy(r"[\t\n\r]")
_SURROGATE = lazy(r"[\ud800-\udfff]")  # undecodable bytes: not scalar values, so read as U+FFFD
_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SPECIAL_AUTHORITY = lazy(r"[/\\]*([^/\\?#]*)")
_OPAQUE_AUTHORITY = lazy(r"//([^/?#]*)")
_FILE_HOST = lazy(r"[/\\]{2}([^/\\?#]*)")
_DRIVE_LETTER = lazy(r"[A-Za-z][:|]$")
_HOST = lazy(r"(?:[^:\[]|\[[^\]]*\]?)*")  # up to the first colon outside brackets
_ESCAPES = lazy(r"(?:%[0-9A-Fa-f]{2})+")
_FORBIDDEN_HOST = lazy(r"[\x00\t\n\r #/:<>?@\[\\\]^|]")
_FORBIDDEN_DOMAIN = lazy(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")

_DEFANGED_DOT = lazy(r"\[(?:\.|dot)\]|\(\.\)")

_MAX_PORT = 0xFFFF
_IPV6_PIECES = 8
_DIGITS = {8: lazy(r"[0-7]*$"), 10: lazy(r"[0-9]+$"), 16: lazy(r"[0-9A-Fa-f]*$")}


class _FailureError(ValueError):
    """The parser returns failure; the argument names the validation error."""


@lru_cache(maxsize=16)  # several rules ask about one URL
def failure(text: str) -> str | None:
    """The validation error with which the parser returns failure, or None if it succeeds."""
    return _failure_of(_parse_url, text)


def ipv4(host: str) -> str | None:
    """The IPv4 address, in dotted decimals, that a host of a special scheme means; None for names and failures."""
    try:
        number = _parse_domain_or_ipv4(host) if host and not host.startswith("[") else None
    except _FailureError:
        return None
    return None if number is None else _dotted(number)


def _dotted(number: int) -> str:
    return ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))


def reached_host(host: str) -> str:
    """Return the host that a program connects to, for a host as it is written; an invalid one in lower case.

    Escapes are decoded, names outside ASCII are encoded (IDNA), and IPv4 addresses are dotted decimals. The brackets
    of defanged dots are removed.
    """
    lower = host.lower()
    if lower.isascii() and "%" not in lower and "[" not in lower and lower.rpartition(".")[2][:1].isalpha():
        return lower  # true of most
    if lower.startswith("["):
        return lower
    name = _DEFANGED_DOT.sub(".", lower)
    try:
        domain, number = _domain_and_number(name)
    except _FailureError:
        return name
    return domain if number is None else _dotted(number)


def ipv6_failure(address: str) -> str | None:
    """The validation error with which the IPv6 parser fails on an address without brackets, or None."""
    return _failure_of(_parse_ipv6, address)


def label_failure(label: str) -> bool:
    """Whether a label that begins with `xn--` is not the valid encoding of a label (UTS #46 section 4, step 4)."""
    return _failure_of(lambda: _check_label(_decode_label(label))) is not None


def _failure_of(parse: Callable[..., object], *arguments: object) -> str | None:
    """The validation error with which a part of the parser fails, or None."""
    try:
        parse(*arguments)
    except _FailureError as error:
        return str(error)
    return None


def _fail(name: str) -> NoReturn:
    raise _FailureError(name)


# The basic URL parser, section 4.4.


def _parse_url(text: str) -> None:
    cleaned = _SURROGATE.sub("\ufffd", _TAB_OR_NEWLINE.sub("", text.strip(_C0_AND_SPACE)))
    match = _SCHEME.match(cleaned)
    if match is None:
        _fail("missing-scheme-non-relative-URL")
    scheme, at = match.group(1).lower(), match.end()
    if scheme == "file":
        host = _FILE_HOST.match(cleaned, at)
        if host and host.group(1) and not _DRIVE_LETTER.match(host.group(1)):
            _parse_host(host.group(1), _parse_domain_or_ipv4)
    elif scheme in SPECIAL:
        authority = _SPECIAL_AUTHORITY.match(cleaned, at)
        assert authority is not None  # matches the empty string
        _parse_authority(authority.group(1), _parse_domain_or_ipv4)
    elif authority := _OPAQUE_AUTHORITY.match(cleaned, at):
        _parse_authority(authority.group(1), _parse_opaque_host)


_HostParser = Callable[[str], object]


def _parse_authority(authority: str, parse: _HostParser) -> None:
    _, at, hostport = authority.rpartition("@")
    match = _HOST.match(hostport)
    assert match is not None  # matches the empty string
    host, port = match.group(), hostport[match.end() :]
    if host:
        _parse_host(host, parse)
    elif at or port or parse is _parse_domain_or_ipv4:
        _fail("host-missing")
    _parse_port(port[1:])


def _parse_port(port: str) -> None:
    if not port:
        return
    if not (port.isascii() and port.isdigit()):
        _fail("port-invalid")
    significant = port.lstrip("0")
    if len(significant) > len(str(_MAX_PORT)) or int(significant or "0") > _MAX_PORT:
        _fail("port-out-of-range")


# The host parser, section 3.5.


def _parse_host(host: str, parse: _HostParser) -> None:
    if not host.startswith("["):
        parse(host)
    elif not host.endswith("]"):
        _fail("IPv6-unclosed")
    else:
        _parse_ipv6(host[1:-1])


def _parse_opaque_host(host: str) -> None:
    if _FORBIDDEN_HOST.search(host):
        _fail("host-invalid-code-point")


def _parse_domain_or_ipv4(host: str) -> int | None:
    """Parse the host of a special scheme; return the number of an IPv4 address, None for a domain."""
    return _domain_and_number(host)[1]


def _domain_and_number(host: str) -> tuple[str, int | None]:
    """Parse the host of a special scheme; return the domain, and the number if it is an IPv4 address."""
    host = _ESCAPES.sub(lambda escapes: bytes.fromhex(escapes[0].replace("%", "")).decode("utf-8", "replace"), host)
    domain = host.lower() if host.isascii() else _domain_to_ascii(host)
    if not domain or _FORBIDDEN_DOMAIN.search(domain):
        _fail("domain-to-ASCII")
    return domain, _parse_ipv4(domain) if _ends_in_a_number(domain) else None


# IDNA, section 3.3: Unicode ToASCII (UTS #46 section 4.2) with all the strict parameters off.


def _domain_to_ascii(domain: str) -> str:
    import idna

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False)
    except idna.IDNAError:
        _fail("domain-to-ASCII")
    labels = [_decode_label(label) if label.startswith("xn--") else label for label in mapped.split(".")]
    right_to_left = any(map(_is_right_to_left, labels))
    for label in labels:
        _check_label(label, right_to_left=right_to_left)
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)


def _decode_label(label: str) -> str:
    try:
        decoded = label.lower().removeprefix("xn--").encode("ascii").decode("punycode")
    except UnicodeError:
        _fail("domain-to-ASCII")
    if decoded.isascii():  # needs no encoding
        _fail("domain-to-ASCII")
    return decoded


def _is_right_to_left(label: str) -> bool:
    from unicodedata import bidirectional

    return any(bidirectional(char) in ("R", "AL", "AN") for char in label)


def _check_label(label: str, *, right_to_left: bool | None = None) -> None:
    """Check a decoded label against the validity criteria of UTS #46 section 4.1.

    `right_to_left` is whether the domain has a right-to-left label; None considers this label alone.
    """
    if not label:
        return
    from unicodedata import category

    import idna

    if right_to_left is None:
        right_to_left = _is_right_to_left(label)
    if not label.isascii():
        try:
            # Mapping changes or rejects characters that are not valid, and labels that are not in normal form.
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
    except ValueError:  # next to a character that this Python's Unicode data do not contain
        return False


def _obeys_bidi_rule(label: str) -> bool:
    """Whether a label obeys the Bidi rule (RFC 5893 section 2)."""
    import idna
    from idna.core import check_bidi

    try:
        return check_bidi(label, check_ltr=True)
    except idna.IDNABidiError:
        return False


# IP addresses, section 3.5.


def _ends_in_a_number(domain: str) -> bool:
    last = domain.removesuffix(".").rpartition(".")[2]
    return (last.isascii() and last.isdigit()) or _parse_ipv4_number(last) is not None


def _parse_ipv4_number(part: str) -> int | None:
    """The IPv4 number parser; None for failure."""
    radix = 10
    digits = part
    if part[:2] in ("0x", "0X"):
        digits, radix = part[2:], 16
    elif len(part) > 1 and part.startswith("0"):
        digits, radix = part[1:], 8
    if not _DIGITS[radix].match(digits):
        return None
    significant = digits.lstrip("0")
    # 11 octal digits hold 2**32; a longer number cannot be an address, and converting it may take long.
    return int(significant or "0", radix) if len(significant) <= 11 else 1 << 32


def _parse_ipv4(domain: str) -> int:
    parts = domain.removesuffix(".").split(".")
    if len(parts) > 4:
        _fail("IPv4-too-many-parts")
    numbers = [number for part in parts if (number := _parse_ipv4_number(part)) is not None]
    if len(numbers) < len(parts):
        _fail("IPv4-non-numeric-part")
    *front, last = numbers
    if any(number > 0xFF for number in front) or last >= 256 ** (5 - len(numbers)):
        _fail("IPv4-out-of-range-part")
    return last + sum(number << (24 - 8 * at) for at, number in enumerate(front))


_IPV6_PIECE = lazy(r"[0-9A-Fa-f]{0,4}")


def _parse_ipv6(address: str) -> None:
    at = piece = 0
    compressed = False
    if address.startswith(":"):
        if not address.startswith("::"):
            _fail("IPv6-invalid-compression")
        at, piece, compressed = 2, 1, True
    while at < len(address):
        if piece == _IPV6_PIECES:
            _fail("IPv6-too-many-pieces")
        if address[at] == ":":
            if compressed:
                _fail("IPv6-multiple-compression")
            at, piece, compressed = at + 1, piece + 1, True
            continue
        match = _IPV6_PIECE.match(address, at)
        assert match is not None  # matches the empty string
        digits, stop = match.group(), match.end()
        if address.startswith(".", stop):
            _parse_ipv4_in_ipv6(address[at:], digits, piece)
            piece += 2
            break
        if stop < len(address) and (address[stop] != ":" or stop + 1 == len(address)):
            _fail("IPv6-invalid-code-point")
        at, piece = stop + 1, piece + 1
    if not compressed and piece != _IPV6_PIECES:
        _fail("IPv6-too-few-pieces")


def _parse_ipv4_in_ipv6(rest: str, digits: str, piece: int) -> None:
    if not digits:
        _fail("IPv4-in-IPv6-invalid-code-point")
    if piece > _IPV6_PIECES - 2:
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
