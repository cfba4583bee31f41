"""Family 7: dot segments in any scheme, and the syntax of tel, geo, magnet and urn URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy
from urlmend.rules.authority import found_in
from urlmend.rules.registry import Case, Hit, Trigger, rule
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
    for match in found_in(case, "path", _DOT_SEGMENT):
        message = f"{case.shown(*match.span())!r} in path of absolute URL: remove it"
        yield Hit(message, case.url.spans_of(*match.span()), edits)


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


@rule("URL725", "error", profiles=("rfc1738",), applies_to_ordinary=True, fallback=True, schemes=tuple(rfc1738.SCHEMES))
def form_1738(case: Case) -> Iterator[Hit]:
    """A URL does not match the grammar of its scheme in RFC 1738.

    Section 5 has a grammar for each scheme. This rule reports URLs that do not match it, at the place
    where no other rule reports the fault: a port in a file URL, a `?` directly after the host, a
    missing newsgroup.

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
    text = rfc1738.with_xchars(case.url.text)
    if not rfc1738.conforms(text):
        at = rfc1738.fault(text)
        # Other characters have rules of their own; a host that contains them has no other form.
        if case.url.text[: at + 1] != text[: at + 1] and at < case.parts.starts["path"]:
            return
        start, stop = _part_at(case, at - _is_before(case, text, at))
        ranges = rfc1738.ranges_of_xchars(case.url.text, start, stop)
        spans = tuple(span for low, high in ranges for span in case.url.spans_of(low, high))
        form = rfc1738.SCHEMES[case.url.scheme].form
        yield Hit(f"not in the form of RFC 1738: write {form}", spans or case.url.spans_of(start, stop))


def _is_before(case: Case, text: str, at: int) -> bool:
    """Whether a fault that is found at an offset is in the part of the URL before it: nothing may follow that part."""
    is_complete = rfc1738.conforms(text[:at]) or rfc1738.conforms(f"{text[:at]}/")
    return not is_complete and at > case.parts.starts.get("authority", 0)


def _part_at(case: Case, at: int) -> tuple[int, int]:
    """The range of the part of a URL that contains an offset, or ends there, with the delimiter before the part."""
    starts, stop = case.parts.starts, case.parts.starts.get("fragment", len(case.url.text) + 1) - 1
    bounds = {
        starts.get("userinfo", starts.get("host", 0)),
        starts.get("host", 0),
        starts.get("port", 1) - 1,
        starts["path"] - (case.parts.authority is None),
        starts.get("query", 1) - 1,
    }
    start = max(bound for bound in bounds if bound <= at and bound < stop)
    return start, min((bound for bound in bounds if bound > start), default=stop)


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
    # RFC 8141 section 2; a namespace alone, as in `urn:isbn:`, is its name in a text about it.
    "urn": (lazy(r"[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:"), "invalid urn: write urn:NAMESPACE:NAME"),
}


# An expression of Razor, which a program replaces: `tel:@Model.Number`.
_EXPRESSION = lazy(r"@[A-Za-z_]")


@rule("URL724", "warning", default=False, schemes=tuple(_FORMS))
def minimal_form(case: Case) -> Iterator[Hit]:
    """A tel, geo, magnet or urn URL lacks a required part.

    Telephone numbers consist of digits (RFC 3966 section 3), coordinates are degrees (RFC 5870
    section 3.3), a magnet URL has `xt=`, and a urn has a namespace and a name (RFC 8141 section 2).

    ```bad
    tel:+1-201-555-PLAN
    magnet:?dn=plans.txt
    ```

    ```good
    tel:+1-201-555-0123, tel:@Model.Number
    magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=plans.txt
    ```
    """
    pattern, message = _FORMS[case.url.scheme]
    if _EXPRESSION.match(case.parts.path):
        return
    rest = case.url.text[len(case.url.scheme) + 1 :]
    path = case.parts.path if case.url.scheme != "tel" else _ENCODED_IN_NUMBERS.sub(_decoded, case.parts.path)
    if not pattern.match(rest if case.url.scheme == "magnet" else path):
        yield case.hit(message)


def _decoded(match: re.Match[str]) -> str:
    return "+" if match.group().upper() == "%2B" else "-"
