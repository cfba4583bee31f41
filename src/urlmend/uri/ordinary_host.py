"""An expression for ordinary hosts: names of ASCII letters, digits and single hyphens, and IPv4 addresses."""

from __future__ import annotations

# Fewer than 64 characters; the last label consists of letters, so that it is neither an address nor an `xn--` name.
NAME = r"(?:[A-Za-z0-9]++[.-])*(?<!-)[A-Za-z]++(?<![A-Za-z0-9.-]{64})"
OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
HOST = rf"(?:{NAME}|{OCTET}(?:\.{OCTET}){{3}})"
