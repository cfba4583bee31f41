"""Expressions for ordinary hosts and escapes: names of ASCII letters, digits and single hyphens, and IPv4 addresses."""

from __future__ import annotations

# Fewer than 64 characters; the last label consists of letters, so that it is neither an address nor an `xn--` name.
NAME = r"(?:[A-Za-z0-9]++[.-])*(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{64})"
OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
# The same without limits, as where an address is only looked for.
DOTTED_NUMBERS = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
HOST = rf"(?:{NAME}|{OCTET}(?:\.{OCTET}){{3}})"
# A percent-encoding: of no control character, of none that nobody sees or that turns text around, and in no more bytes
# than it needs.
ESCAPE = (
    r"%(?![Cc][01]|[Ee]0%8|[Ff]0%8|[Cc]2%[Aa]|[Dd]8%9|[Ee]2%8[01]%[8Aa]|[Ee][Ff]%[Bb])(?=[2-9A-Fa-f])[0-9A-Fa-f]{2}"
)
MISSPELT_WWW = (
    r"(?:ww\.(?=[a-z0-9-]+\.[a-z])|www(?:w+\.|,\.?|/(?=(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|io)(?![A-Za-z0-9.-]))))"
)
"""Regular expression for what should be `www.` at the beginning of a host, with the slash that ends it too soon."""
_LOCALHOST = "localhost"
# A letter of it is missing, there twice, or swapped with the next one.
_LIKE_LOCALHOST = {
    _LOCALHOST[:at] + slip + _LOCALHOST[at + 2 :]
    for at in range(len(_LOCALHOST) - 1)
    for first, second in ((_LOCALHOST[at], _LOCALHOST[at + 1]),)
    for slip in (first, second, second + first, first * 2 + second, first + second * 2)
}
# Those with one first letter together: the matcher looks at it before it tries any.
MISSPELT_LOCALHOST = "|".join(
    rf"{first}(?:{'|'.join(sorted(name[1:] for name in _LIKE_LOCALHOST if name[0] == first))})(?![\w.-])"
    for first in ("l", "o")
)
"""Alternatives of an expression for a host that is meant to be `localhost` (RFC 6761 section 6.3)."""
NO_SLIP = f"(?!{MISSPELT_WWW}|{MISSPELT_LOCALHOST})"
"""Regular expression for where a host begins that has no such slip."""
NO_SEARCH = "(?!q=http)"
"""Regular expression for where a query begins that does not search for a URL."""
