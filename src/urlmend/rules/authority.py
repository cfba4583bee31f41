"""Family 4: the authority: hosts, IP addresses and ports (RFC 3986 section 3.2, RFC 1738 section 3.1).

Under the profile `whatwg` the errors of this family are exactly the URLs that the
standard's parser rejects: each rule of severity error there asks for the failures that
are its own, and `host_invalid` for all others. Elsewhere, what a template holds the
place of is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend import whatwg
from urlmend.patterns import lazy
from urlmend.rules.registry import Case, Hit, rule
from urlmend.schemes import DEFAULT_PORTS

# Schemes whose host is looked up in the DNS; that of others may be anything (RFC 3986 section 3.2.2).
NETWORK_SCHEMES = frozenset(DEFAULT_PORTS)
# Their grammar asks for a host: RFC 1738 section 5, RFC 9110 section 4.2, RFC 6455 section 3.
_WITH_HOST = frozenset("ftp gopher http https nntp prospero telnet wais ws wss".split())

_PORT_FAILURES = frozenset(("port-invalid",))
_RANGE_FAILURES = frozenset(("port-out-of-range",))
_MISSING_FAILURES = frozenset(("host-missing",))
_IPV4 = ("IPv4-empty-part", "IPv4-too-many-parts", "IPv4-non-numeric-part", "IPv4-out-of-range-part")

_MAX_LABEL, _MAX_NAME = 63, 253  # octets (RFC 1035 section 2.3.4), without the final dot
_MAX_PORT = 65535

# A host or port that something else is put in place of: `$HOST`, `{host}`, `%s`, `%HOST%`, `@HOST@`, `*.example`, `...`
_TEMPLATE = lazy(r"[$*{}()\\|\u2026]|%(?![0-9A-Fa-f]{2})|%[A-Za-z_]\w*%|^@|@\w+@|\.\.\.|^[^A-Za-z0-9\u0080-\U0010ffff]*$")
_PORT_TEMPLATE = lazy(r"[$*{}()\\|\u2026%#?@]|.*port|[A-Z_]+[0-9]*$|[NnXxPp]+$|\W*$", re.IGNORECASE)
_PORT_WORD = lazy(r".*[Pp][Oo][Rr][Tt]|[A-Z_]+[0-9]*$|[nxp]+$|\W*$")
_SIGN = lazy(r"[$*{}()\\|\u2026%#?@,]")
_HOSTNUMBER = lazy(r"[0-9]+(?:\.[0-9]+){3}$")
_LITERAL = lazy(r"\[([0-9A-Fa-f:.]+)(?:%(.*))?\]$")
_FUTURE_LITERAL = lazy(r"\[[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]$")
_ZONE = lazy(r"25(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$")
_BARE_IPV6 = lazy(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,}(?:\.[0-9.]+)?$")
_NOT_IN_HOSTNAME = lazy(r"[!&'+,;=~]+")
_SPECIAL_USE = lazy(
    r"(?:.*\.)?(?:test|localhost|invalid|example(?:\.(?:com|net|org))?|local|onion|alt|internal|home\.arpa)\.?$",
    re.IGNORECASE,
)


def is_template(host: str) -> bool:
    """Whether a host only holds the place of one."""
    return bool(_TEMPLATE.search(host))


def plain_host(case: Case) -> str | None:
    """The host, if its scheme looks it up in a network, and it is no template and no IP literal."""
    host = case.parts.host
    if not host or case.url.scheme not in NETWORK_SCHEMES or "[" in host or is_template(host):
        return None
    return host


def _fails(case: Case, names: frozenset[str]) -> bool:
    """Whether the profile is `whatwg`, and its parser rejects the URL with one of these errors."""
    return case.profile == "whatwg" and whatwg.failure(case.url.text) in names
