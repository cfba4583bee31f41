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
# A letter of it is missing, swapped with the next one, or another one; or there is one more.
_LIKE_LOCALHOST = {
    _LOCALHOST[:at] + slip
    for at, letter in enumerate(_LOCALHOST)
    for slip in (
        _LOCALHOST[at + 1 :],
        _LOCALHOST[at + 1 : at + 2] + letter + _LOCALHOST[at + 2 :],
        *(f"[a-z]{_LOCALHOST[after:]}" for after in (at, at + 1) if at),
    )
} - {_LOCALHOST}
# Those with one first letter together: the matcher looks at it before it tries any.
_SLIPS = "|".join(
    f"{first}(?:{'|'.join(sorted(name[1:] for name in _LIKE_LOCALHOST if name[0] == first))})" for first in ("l", "o")
)
MISSPELT_LOCALHOST = rf"(?:(?!{_LOCALHOST}(?![\w.-]))(?:{_SLIPS})(?![\w.-]))"
"""Regular expression for a host that is meant to be `localhost` (RFC 6761 section 6.3)."""
NO_SLIP = f"(?!{MISSPELT_WWW}|{MISSPELT_LOCALHOST})"
"""Regular expression for where a host begins that has no such slip."""
NO_SEARCH = "(?!q=http)"
"""Regular expression for where a query begins that does not search for a URL."""
