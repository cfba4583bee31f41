"""Family 4: IPv4 and IPv6 addresses (RFC 3986 section 3.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import DEFAULT_PROFILE
from urlmend.rules.authority import NETWORK_SCHEMES, component_range, is_unbracketed_ipv6, name_or_ipv4, whatwg_failure
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.rules.templates import is_replaced
from urlmend.uri import whatwg

_MAY_END_IN_NUMBER = lazy(r"[0-9A-Fa-fXx]\.?$")  # hexadecimal numbers included
# Of other hosts, such as `192.168.x.1`, `redis.0` or `0x7f.1`, a person knows what they mean.
_NUMBERS = lazy(r"\A[0-9.]+\Z")
# Groups whose digits are left out: `[fe80:xxxx::1]`.
_MASKED_LITERAL = lazy(r"\[(?=[^\]]*[xX])[0-9A-Fa-fxX:]+\]$")
_LITERAL = lazy(r"\[([0-9A-Fa-f:.]+)(?:%(.*))?\]$")
_FUTURE_LITERAL = lazy(r"\[[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]$")
_ZONE = lazy(r"25(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$")
# A word instead of an address, without a colon: `http://[server]/`; or with one, as of a socket: `[unix:/run/a]`.
_WORD_LITERAL = lazy(r"\[[^:\]G-Zg-z]*[G-Zg-z][^:\]]*(?:\]$|:$|:[G-Zg-z])")


@rule("URL411", "warning", whatwg_severity="error", triggers={Trigger.AUTHORITY})
def ipv4_malformed(case: Case) -> Iterator[Hit]:
    """The host ends in a number but is not an IPv4 address.

    An address has four decimal numbers up to 255, without leading zeros (RFC 3986 section 3.2.2).
    In RFC 3986, other hosts are names; but no name ends in a number, and WHATWG parsers fail. By RFC 3986, the
    rule reports numbers only, and by the others, names that end in one, too. Hosts that WHATWG parsers read as an
    address are URL607.

    ```bad
    see http://192.0.2.300/
    see http://192.0.2.7.1/
    ```

    ```good
    see http://192.0.2.30/ or http://7.musterstadt.internal/
    ```
    """
    if case.profile == "whatwg":
        name = whatwg_failure(case.url.text, "URL411")
    else:
        host = name_or_ipv4(case)
        ends = _NUMBERS if case.profile == DEFAULT_PROFILE else _MAY_END_IN_NUMBER
        name = whatwg_failure(f"http://{host}/", "URL411") if host and ends.search(host) else None
    if name:
        yield case.hit(f"invalid IPv4 address ({name}): write four numbers up to 255", *component_range(case, "host"))


@rule("URL412", "error", default=("rfc1738", "whatwg"), triggers={Trigger.AUTHORITY})
def ipv6_malformed(case: Case) -> Iterator[Hit]:
    """The IPv6 address in brackets is invalid, or an IPv6 address has no brackets.

    An address has eight groups of up to four hexadecimal digits; one run of zeros may be shortened
    to `::` (RFC 3986 section 3.2.2). RFC 1738 has no IPv6 addresses; RFC 2732 added them.

    ```bad
    see http://[2001:db8::7::1]/
    see http://[2001:db8:7]/
    see http://2001:db8::7/
    ```

    ```good
    see http://[2001:db8::7]/ or http://[2001:db8::7]:8080/
    ```

    ```bad rfc1738
    see http://[2001:db8::7]/
    see http://[v1.a]/
    ```
    """
    if case.profile == "whatwg":
        name = whatwg_failure(case.url.text, "URL412")
        fault = _invalid_ipv6(name) if name else None
    else:
        fault = _ipv6_fault(case)
    if fault:
        yield case.hit(fault, *component_range(case, "host"))


def _ipv6_fault(case: Case) -> str | None:
    """The message about a malformed IPv6 address under the profiles of the RFCs, or None."""
    host = case.parts.host or ""
    if case.url.scheme not in NETWORK_SCHEMES:
        return None
    if is_unbracketed_ipv6(case):
        return "IPv6 address without brackets: put it in '[' and ']'"
    is_future = _FUTURE_LITERAL.match(host)
    if case.profile == "rfc1738" and host.startswith("[") and (":" in host or is_future):
        return "IPv6 address in RFC 1738 URL: write a name or an IPv4 address"
    if not host.startswith("[") or is_future or _WORD_LITERAL.match(host) or _MASKED_LITERAL.match(host):
        return None
    if not host.endswith("]"):
        return None if is_replaced(host) else "IPv6 address without ']': add it"
    literal = _LITERAL.match(host)
    if literal is None or not (literal.group(2) is None or _ZONE.match(literal.group(2))):
        return None if is_replaced(host[1:-1].partition("%")[0]) else _invalid_ipv6("IPv6-invalid-code-point")
    name = whatwg.ipv6_failure(literal.group(1))
    return _invalid_ipv6(name) if name else None


def _invalid_ipv6(name: str) -> str:
    """The message about an invalid address; `name` is a validation error of the WHATWG standard."""
    return f"invalid IPv6 address ({name}): write eight groups, or '::' once"


@rule("URL419", "warning", default=False, triggers={Trigger.AUTHORITY})
def ipv6_zone(case: Case) -> Iterator[Hit]:
    """An IPv6 address has a zone.

    A zone is the name of a network interface, which is valid on one machine only (RFC 6874
    section 1). Browsers reject it.

    ```bad
    see http://[fe80::7%25eth0]/
    ```

    ```good
    see http://[fe80::7]/
    ```
    """
    host = case.parts.host or ""
    if host.startswith("[") and (literal := _LITERAL.match(host)) and literal.group(2):
        start = case.parts.starts["host"]
        yield case.hit("zone in IPv6 address: remove it", start + literal.start(2) - 1, start + len(host) - 1)
