"""Decode Base64 as it occurs within other text, such as URLs."""

from __future__ import annotations


def decode_base64(digits: str) -> bytes:
    """Decode Base64 in either alphabet, with or without padding (RFC 4648 sections 4 and 5).

    Raises ValueError for a number of digits that encodes no bytes.
    """
    from base64 import urlsafe_b64decode  # slow to import, and seldom needed

    digits = digits.replace("+", "-").replace("/", "_").rstrip("=")
    return urlsafe_b64decode(digits + "=" * (-len(digits) % 4))
