"""Find the secrets of texts and of URLs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.lazy_regex import lazy
from urlmend.model.span import Span, merged
from urlmend.redaction.broken_secrets import broken_secrets
from urlmend.redaction.forms import Secret
from urlmend.redaction.harmless import HARMLESS, is_plain, may_contain_part, may_contain_token, names_service
from urlmend.redaction.interruptions import has_interruption
from urlmend.redaction.placeholders import is_template
from urlmend.redaction.public_values import without_public
from urlmend.redaction.secrets import secrets_of_text, without_quoted_printable

# Every text with a secret contains one of these, a service, or an interruption; most other texts than URLs contain
# none: a sign of a userinfo, a parameter or an encoding, the beginning of a URL, a member of JSON, a long part of a
# path. The expression begins with a set of characters, for speed.
_SIGN = lazy(
    r"""
    [@=%\\&:"'/?\#;,!|~] (?: (?<=[@=%\\]) | (?<=&)\# | (?<=:)/ | (?<=(?i:sip):) | (?<=(?i:sips):) | (?<=["'])\s?:
                          | (?<=[/?&\#;:,!|~])[A-Za-z0-9_.+~-]{16} )
    """,
    re.VERBOSE,
)
# The number of URLs whose secrets are remembered: mail and newsletters repeat theirs.
_REMEMBERED = 1 << 12
# A URL in which an `@` ends no userinfo.
_NO_USERINFO = lazy(r"https?://[^/?#@:%\\]+(?::[0-9]{1,5})?[/?#][^:%\\]*\Z")
# Without one of these, a harmless URL without userinfo has no secret: `%40`, a bracket or backslash, `&#`, and a colon
# after a quote. It begins with a set, too.
_ENCODED_SIGN = lazy(r"[%\[{\\&\"'](?:(?<=[\[{\\])|(?<=%)40|(?<=&)\#|(?<=[\"'])\s?:)")


def find_secrets(text: str) -> list[Span]:
    """Return the spans of the secrets of a text, including those that a line break interrupts.

    They ascend and do not overlap (offsets in code points).
    """
    return [*_found(text)] if may_contain_secret(text) else []


def _find(text: str) -> Sequence[Span]:
    secrets = without_public(text, secrets_of_text(text))
    found = [secret.span for secret in secrets if not is_template(secret.value)]
    if not found and ":" not in text and "%" not in text:  # a broken secret begins after one of them
        return []
    return merged([*found, *broken_secrets(text, merged(found))])


# Rules, masks and reports ask about the same URLs, one after the other.
_found = cached_for_short_text(_find)


def may_contain_secret(text: str) -> bool:
    """Whether a text contains a sign without which there is no secret: a fast test for other texts than URLs."""
    return _SIGN.search(text) is not None or names_service(text) or has_interruption(text)


def secrets_of_url(url: str) -> list[Secret]:
    """Return the secrets of a URL in ascending order, without empty ones.

    Of those that overlap, it is the one with the fewest layers of encoding.
    """
    return [*_known(url)[0]] if may_contain_part(url) else []  # false for most URLs


def hidden_in_url(url: str) -> list[Span]:
    """Return the spans of a URL that `find_secrets` returns."""
    return [*_known(url)[1]] if may_contain_part(url) else []


@partial(cached_for_short_text, size=_REMEMBERED)
def _known(url: str) -> tuple[Sequence[Secret], Sequence[Span]]:
    """The secrets of a URL, without overlaps, and the spans to hide, which are those of all that are no templates."""
    if not is_suspicious(url):
        return (), ()
    secrets = without_public(url, secrets_of_text(url))
    found: list[Secret] = []
    for secret in sorted(secrets, key=lambda secret: (secret.depth, secret.span)):
        start, stop = secret.span
        before = bisect_left(found, stop, key=lambda other: other.span.start) - 1
        if start < stop and not (before >= 0 and found[before].span.stop > start):
            found.insert(before + 1, secret)
    return found, merged(secret.span for secret in secrets if not is_template(secret.value))


def is_suspicious(url: str) -> bool:
    """Whether a URL, or what is left of it without quoted-printable, may have a secret; false for most URLs."""
    if not may_contain_part(url):
        return False
    if has_interruption(url) or _has_sign(url):
        return True
    decoded = without_quoted_printable(url)
    return decoded is not url and _has_sign(decoded)


def _has_sign(url: str) -> bool:
    if is_plain(url):
        return may_contain_token(url)
    return (
        not HARMLESS.match(url)
        or _ENCODED_SIGN.search(url) is not None
        or ("@" in url and not _NO_USERINFO.match(url))
        or may_contain_token(url)
    )
