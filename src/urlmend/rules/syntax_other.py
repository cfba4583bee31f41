"""Family 7: dot segments in any scheme, and the syntax of tel, geo, magnet and urn URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.registry import Case, Hit, Trigger, rule
from urlmend.rules.templates import is_concrete, is_truncated
from urlmend.uri import rfc1738

# In these, `..` is an ordinary name (RFC 5538 section 2.3; RFC 1738 sections 3.4, 3.9 and 3.11).
_WITHOUT_DOT_SEGMENTS = frozenset(("news", "snews", "nntp", "gopher", "wais", "prospero", "mailto"))
_DOT_SEGMENT = lazy(r"(?<=/)\.\.?(?=/|$)")


@rule("URL723", "info", default=False, profiles=("rfc3986", "whatwg"), triggers={Trigger.DOT_SEGMENT}, fix="unsafe")
def dot_segments(case: Case) -> Iterator[Hit]:
    """A path contains `.` or `..` as a segment.

    Dot segments are for relative references. Programs remove them from an absolute URL before they
    use it (RFC 3986 sections 3.3 and 5.2.4).

    ```bad
    http://www.example.org/plans/../budget.html
    ```

    ```fixed
    http://www.example.org/budget.html
    ```

    ```good
    http://www.example.org/budget.html
    http://www.example.org/.well-known/a..b
    ```
    """
    if case.url.scheme in _WITHOUT_DOT_SEGMENTS:
        return
    if case.parts.authority is None and case.url.scheme != "file":
        return
    path, start = case.parts.path, case.parts.starts["path"]
    edits = case.replaced(start, start + len(path), _without_dot_segments(path)) if path else ()
    for match in _DOT_SEGMENT.finditer(path):
        low, high = start + match.start(), start + match.end()
        message = f"{case.shown(low, high)!r} in path of absolute URL: remove it"
        yield Hit(message, case.url.spans_of(low, high), edits)


def _without_dot_segments(path: str) -> str:
    """Remove the dot segments of a path (RFC 3986 section 5.2.4)."""
    kept: list[str] = []
    *inner, last = path.split("/")[1:]
    for segment in inner:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if last in (".", ".."):
        del kept[len(kept) - (last == "..") :]
        last = ""
    return "/" + "/".join([*kept, last])


@rule("URL725", "error", profiles=("rfc1738",), applies_to_ordinary=True, fallback=True, schemes=tuple(rfc1738.FORMS))
def form_1738(case: Case) -> Iterator[Hit]:
    """A URL does not match the grammar of its scheme in RFC 1738.

    Section 5 has a grammar for each scheme. This rule reports URLs that do not match it and that no
    other rule reports: a port in a file URL, a `?` directly after the host, a missing newsgroup.

    ```bad
    file://files.musterstadt.internal:80/plan.txt
    http://www.musterstadt.internal?plan
    nntp://news.musterstadt.internal/
    ```

    ```good
    file://files.musterstadt.internal/plan.txt
    http://www.musterstadt.internal/?plan
    nntp://news.musterstadt.internal/comp.text
    ```
    """
    form, text = rfc1738.FORMS.get(case.url.scheme), case.url.text
    # Other characters have rules of their own.
    if form and rfc1738.has_only_xchars(text) and not rfc1738.conforms(text) and not is_truncated(case):
        yield case.hit(f"not in the form of RFC 1738: write {form}")


# Space, brackets and plus: telephones dial a number with them, too.
_ENCODED_IN_NUMBERS = lazy(r"%2[089Bb]")
# By scheme: pattern of the path (of everything after the colon for magnet), and the message if it does not match.
_FORMS: dict[str, tuple[re.Pattern[str], str]] = {
    # RFC 3966 section 3; a local number without `;phone-context=` passes.
    "tel": (
        lazy(
            r"""
            (?:\+[().-]*[0-9][0-9().-]* | [0-9A-Fa-f*().-]+)  # global number, local number
            (?:;[^;=]+(?:=[^;]*)?)*  # parameters
            $""",
            re.VERBOSE,
        ),
        "invalid telephone number: write digits, with -.() between them",
    ),
    # RFC 5870 section 3.3, with the ranges of WGS 84.
    "geo": (
        lazy(
            r"""
            -?(?:90(?:\.0+)? | [0-8]?[0-9](?:\.[0-9]+)?)  # latitude
            ,-?(?:180(?:\.0+)? | (?:1[0-7]|[0-9])?[0-9](?:\.[0-9]+)?)  # longitude
            (?:,-?[0-9]+(?:\.[0-9]+)?)?  # altitude
            (?:;.*)?  # parameters
            $""",
            re.VERBOSE,
        ),
        "invalid geo URL: write geo:LATITUDE,LONGITUDE in degrees",
    ),
    "magnet": (lazy(r"\?(?:.*&)?xt(?:\.[0-9]+)?="), "magnet URL without xt=: add it"),
    # RFC 8141 section 2.
    "urn": (lazy(r"[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:."), "invalid urn: write urn:NAMESPACE:NAME"),
}


@rule("URL724", "warning", schemes=tuple(_FORMS))
def minimal_form(case: Case) -> Iterator[Hit]:
    """A tel, geo, magnet or urn URL lacks a required part.

    Telephone numbers consist of digits (RFC 3966 section 3), coordinates are degrees (RFC 5870
    section 3.3), a magnet URL has `xt=`, and a urn has a namespace and a name (RFC 8141 section 2).

    ```bad
    tel:+1-201-555-PLAN
    magnet:?dn=plans.txt
    ```

    ```good
    tel:+1-201-555-0123
    magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=plans.txt
    ```
    """
    if case.url.scheme not in _FORMS or not is_concrete(case, case.url.scheme) or is_truncated(case):
        return
    pattern, message = _FORMS[case.url.scheme]
    rest = case.url.text[len(case.url.scheme) + 1 :]
    path = case.parts.path if case.url.scheme != "tel" else _ENCODED_IN_NUMBERS.sub(_decoded, case.parts.path)
    if not pattern.match(rest if case.url.scheme == "magnet" else path):
        yield case.hit(message)


def _decoded(match: re.Match[str]) -> str:
    return "+" if match.group().upper() == "%2B" else "-"
