"""Family 1: the text around a URL, and traces of encodings in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.scope import PROSE
from urlmend.model.span import Span
from urlmend.redaction.placeholders import is_reserved_host
from urlmend.rules.link_targets import BEFORE_TARGET, TARGET_REACH, is_relative_host
from urlmend.rules.registry import OUTSIDE_PRINTABLE_ASCII, Case, Hit, Trigger, rule

_FRAGMENT = lazy(r"#[A-Za-z0-9](?:[A-Za-z0-9._~%-]*[A-Za-z0-9_~])?")
_QUOTED_PRINTABLE = lazy(r"=3D|=20\r?$|=(?:C3=|E2=80)", re.MULTILINE)
_ESCAPED_EQUALS = lazy("=3D")
_ENTITY = lazy(r"&(?:amp|#0*38|#x0*26);", re.IGNORECASE)
_TAG = lazy(r"</[A-Za-z]|<[A-Za-z][^<>]*[\"'/]>|<[?!][A-Za-z]")
# The end of a wrapper, or of two nested ones.
_CLOSING = lazy(r"\s*>(?:\s*>)?")
_SOFT_HYPHENS = "\u00ad\u2010\u2011"
_LINE_END = lazy(r"[ \t]*[\r\n]")
# A URL without its scheme, or a relative reference.
_REFERENCE = lazy(
    r"""
    (?:\.{0,2}/|\#|\?|:)[\w.~%\#/?&=+:-]+$  # a path, query or fragment; the rest after a scheme
    | (?!www\.)(?:
        (?:https?|ftp|gopher|telnet)//  # a scheme without its colon
        | [\w~-][\w.~-]*/[\w.~%\#/?&=+:-]*$  # a name with a path
        | [\w~-]+(?:\.[\w~-]+)*\.(?:com|net|org|edu|gov|html?|txt|pdf|ps|gz|zip)$  # a host, a file name
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
# The host of one.
_PARTIAL_HOST = lazy(r"//([^/?#:]*)")
# How many code points before and after a URL show what kind of text it is in.
_CONTEXT = 1000

_TYPOGRAPHIC_PAIRS = {
    "\u201c": "\u201d",
    "\u201e": "\u201c",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2018": "\u2019",
    "\u201a": "\u2018",
    "\u2039": "\u203a",
    "\u203a": "\u2039",
    "\uff08": "\uff09",
    "\uff1c": "\uff1e",
    "\u3008": "\u3009",
    "\u300a": "\u300b",
    "\u300c": "\u300d",
    "\u3010": "\u3011",
    "\u27e8": "\u27e9",
}


def _context(case: Case) -> str:
    return case.text[max(0, case.url.outer.start - _CONTEXT) : case.url.outer.stop + _CONTEXT]


@rule("URL114", "warning", scopes=PROSE, fix="safe", contains_any="#")
def fragment_outside(case: Case) -> Iterator[Hit]:
    """A fragment follows a wrapper instead of being inside.

    The fragment belongs between the brackets, too (RFC 1738 appendix). Programs do not recognise it
    after the wrapper.

    ```bad
    see <URL:http://www.example.org/plans>#budget
    ```

    ```fixed
    see <URL:http://www.example.org/plans#budget>
    ```

    ```good
    see <URL:http://www.example.org/plans#budget>
    ```
    """
    stop = case.url.outer.stop
    if case.text[stop : stop + 1] != "#" or not case.wrapped or "#" in case.url.text:
        return
    match = _FRAGMENT.match(case.text, stop)
    if match:
        span, inside = Span(*match.span()), Span(stop - 1, stop - 1)
        edits = (Edit(inside, match.group()), Edit(span, ""))
        yield Hit("fragment after wrapper: move it inside", (span,), edits)


@rule("URL115", "warning", scopes=PROSE, fix="safe", triggers={Trigger.NESTED})
def wrapper_nested(case: Case) -> Iterator[Hit]:
    """A wrapper contains another wrapper, or has its prefix twice.

    A URL has one pair of brackets and one prefix `URL:` (RFC 1738 appendix).

    ```bad
    see <URL:<http://www.example.org/plans>>
    see <URL:URL:http://www.example.org/plans>
    ```

    ```fixed
    see <URL:http://www.example.org/plans>
    see <URL:http://www.example.org/plans>
    ```

    ```good
    see <URL:http://www.example.org/plans>
    see URL:<http://www.example.org/plans>
    ```
    """
    if case.url.form != "url-wrapper" or not case.url.spans:
        return
    start = case.url.outer.start
    prefix = case.text[start : case.url.spans[0].start]
    if prefix.count("<") > 1 or len(re.findall("url", prefix, re.IGNORECASE)) > 1:
        span = Span(start, start + len(prefix))
        closing = _CLOSING.match(case.text, case.url.spans[-1].stop)
        holds_url = closing and case.url.scheme not in ("", "url")
        edits = (Edit(span, "<URL:"), Edit(Span(*closing.span()), ">")) if closing and holds_url else ()
        yield Hit("wrapper in wrapper: write <URL:...> once", (span,), edits)


@rule("URL116", "warning", scopes=PROSE, fix="safe", triggers={Trigger.WRAPPER})
def wrapper_redundant(case: Case) -> Iterator[Hit]:
    """A wrapper is around a URL that is already delimited.

    A wrapper is for running text, not for contexts with delimiters of their own (RFC 1738
    appendix). Here it becomes part of the URL.

    ```bad
    <a href="<URL:http://www.example.org/plans>">the plans</a>
    [the plans](<URL:http://www.example.org/plans>)
    ```

    ```fixed
    <a href="http://www.example.org/plans">the plans</a>
    [the plans](http://www.example.org/plans)
    ```

    ```good
    <a href="http://www.example.org/plans">the plans</a>
    the plans (<URL:http://www.example.org/plans>)
    ```
    """
    start, stop = case.url.outer
    if case.url.form == "url-wrapper" and BEFORE_TARGET.search(case.text, max(0, start - TARGET_REACH), start):
        opening, closing = Span(start, case.url.spans[0].start), Span(case.url.spans[-1].stop, stop)
        edits = (Edit(opening, ""), Edit(closing, ""))
        yield Hit("wrapper in other delimiters: write the URL without wrapper", (case.url.outer,), edits)


@rule("URL118", "warning", scopes=PROSE, fix="unsafe", contains_any="=")
def undecoded_qp(case: Case) -> Iterator[Hit]:
    """The URL contains undecoded quoted-printable.

    In quoted-printable, `=3D` is `=`, and `=` at the end of a line is a soft line break (RFC 2045
    section 6.7). The text was not decoded, or not completely.

    ```bad
    see http://www.example.org/plans?year=3D2004&month=3D10
    see http://www.example.org/plans/city/2004/budget/over=
    view_of_the_second_half.html
    ```

    ```fixed
    see http://www.example.org/plans?year=2004&month=10
    see http://www.example.org/plans/city/2004/budget/overview_of_the_second_half.html
    ```

    ```good
    see http://www.example.org/plans?year=2004&month=10
    see http://www.example.org/view?mode=3D
    ```
    """
    text = case.url.text
    if case.url.form == "markup" or "=" not in text or not (case.url.breaks or "=3D" in text):
        return
    breaks = _break_offsets(case)
    soft = [(stop - 1, stop) for stop in breaks if text[stop - 1] == "="]
    escapes = [match.span() for match in _ESCAPED_EQUALS.finditer(text) if match.start() + 1 not in breaks]
    if text.count("=") > len(soft) + len(escapes):
        return  # quoted-printable encodes every `=`
    # At the end of a parameter, `3D` may be its value.
    unambiguous = [stop for _, stop in escapes if stop < len(text) and text[stop] not in "&;"]
    if soft:
        certain = bool(unambiguous) or not ("?" in text or "#" in text)
    else:
        certain = len(unambiguous) > 1 or any(text[stop].isdecimal() for stop in unambiguous)
    if certain or len(_QUOTED_PRINTABLE.findall(_context(case))) > len(escapes):
        message = "undecoded quoted-printable in URL: write '=' for '=3D', and remove '=' at line ends"
        edits = [Edit(Span(case.offset(start), case.offset(stop)), "") for start, stop in soft]
        edits += [edit for start, stop in escapes for edit in case.replaced(start, stop, "=")]
        start, stop = (soft + escapes)[0]
        yield Hit(message, case.url.spans_of(start, stop), tuple(sorted(edits)))


def _break_offsets(case: Case) -> list[int]:
    """The offsets in the URL's text of its line breaks, ascending."""
    if not case.url.breaks:
        return []
    ends = accumulate(span.stop - span.start for span in case.url.spans[:-1])
    return [end for end, gap in zip(ends, case.url.breaks, strict=True) if gap != "space"]


# What begins and ends a block of code in the comments of which a program makes pages.
_CODE_FENCE = "```"
# A bracket before a URL in a text that is escaped as in HTML.
_ESCAPED = lazy(r"&(?:lt|quot|#60|#34);(?:URL:)?\Z")
_ENTITY_REACH = 10


@rule("URL119", "warning", scopes=PROSE, fix="unsafe", contains_any="&")
def html_entity(case: Case) -> Iterator[Hit]:
    """A URL in plain text contains the entity `&amp;`.

    HTML and XML write `&` as `&amp;`. In plain text it is not decoded, and the server receives a
    parameter named `amp;b`. Text that looks like markup is not reported.

    ```bad
    The plans: http://www.example.org/plans?year=2004&amp;month=10
    ```

    ```fixed
    The plans: http://www.example.org/plans?year=2004&month=10
    ```

    ```good
    The plans: http://www.example.org/plans?year=2004&month=10
    ```

    ```good
    <p>The plans: http://www.example.org/plans?year=2004&amp;month=10</p>
    ```
    """
    if case.url.form == "markup" or "&" not in case.url.text:
        return
    entities = list(_ENTITY.finditer(case.url.text))
    start = case.url.outer.start
    if not entities or _TAG.search(case.text, max(0, start - _CONTEXT), start):
        return
    if _ESCAPED.search(case.text, max(0, start - _ENTITY_REACH), start) or _is_in_doc_comment(case):
        return
    if _TAG.search(case.text, case.url.outer.stop, case.url.outer.stop + _CONTEXT):
        return
    for match in entities:
        message = f"{case.shown(*match.span())!r} in plain text: write '&'"
        yield case.hit(message, *match.span(), replacement="&")


def _is_in_doc_comment(case: Case) -> bool:
    """Whether a URL is in a comment from which a program makes pages of HTML, and in no block of code there."""
    start = case.url.outer.start
    begin = case.text.rfind("/**", max(0, start - _CONTEXT), start)
    before = case.text[begin:start] if begin >= 0 else "*/"
    return "*/" not in before and before.count(_CODE_FENCE) % 2 == 0


@rule("URL120", "warning", scopes=PROSE, contains_any=OUTSIDE_PRINTABLE_ASCII, fix="unsafe")
def soft_hyphen(case: Case) -> Iterator[Hit]:
    """The URL is broken at a typographic hyphen.

    A soft hyphen (U+00AD) or a U+2010 at the end of a line was added at the line break, or has
    replaced a `-` of the URL (RFC 1738 appendix). Do not hyphenate URLs.

    ```bad
    see <URL:http://www.example.org/yearly\u2010
    plan.html>
    ```

    ```fixed
    see <URL:http://www.example.org/yearly-
    plan.html>
    ```

    ```good
    see <URL:http://www.example.org/
    yearly-plan.html>
    ```
    """
    text, stop = case.text, case.url.outer.stop
    if text[stop : stop + 1] in _SOFT_HYPHENS and stop < len(text) and _LINE_END.match(text, stop + 1):
        yield Hit("typographic hyphen after URL: complete the URL, or remove the hyphen", (Span(stop, stop + 1),))
    for span, gap in zip(case.url.spans, case.url.breaks, strict=False):
        if gap != "space" and text[span.stop - 1] in _SOFT_HYPHENS:
            hyphen = Span(span.stop - 1, span.stop)
            edits = (Edit(hyphen, "" if text[hyphen.start] == "\u00ad" else "-"),)
            yield Hit("typographic hyphen at line break in URL: remove it, or write '-'", (hyphen,), edits)


@rule("URL121", "info", scopes=PROSE, applies_to_partial=True, schemes=("",))
def schemeless(case: Case) -> Iterator[Hit]:
    """A host is written as a URL without a scheme.

    `www.example.org` is not a URL, although many programs accept it (RFC 3986 section 4.5). Outside
    a wrapper, such hosts are found only with `--schemeless`. Targets of links are URL125.

    ```bad
    see <URL:www.example.org/plans>
    ```

    ```good
    see http://www.example.org/
    ```
    """
    if case.url.text[:4].lower() == "www." and not is_relative_host(case):
        yield Hit("URL without scheme: add http:// or https://", case.url.spans)


@rule("URL122", "info", scopes=PROSE, default=False, applies_to_ordinary=True)
def smart_delimiters(case: Case) -> Iterator[Hit]:
    """A URL is between typographic quotes or brackets.

    Some programs treat them as part of the URL. RFC 3986 appendix C recommends white space, `"..."`
    or `<...>`.

    ```bad
    The plans are at \u201chttp://www.example.org/plans\u201d.
    ```

    ```good
    The plans are at <http://www.example.org/plans>.
    ```
    """
    start, stop = case.url.outer
    closer = _TYPOGRAPHIC_PAIRS.get(case.text[start - 1 : start])
    if closer and case.text[stop : stop + 1] == closer:
        yield Hit("typographic delimiters around URL: write <...>", (Span(start - 1, start), Span(stop, stop + 1)))


@rule("URL123", "warning", default=("rfc1738",), scopes=PROSE, applies_to_partial=True, schemes=("",))
def partial_url(case: Case) -> Iterator[Hit]:
    """A wrapper contains a URL without a scheme.

    In plain text, there is no base for a relative URL: "the full form must always be used" where
    the context is not under control (RFC 1630, "Partial form"). A host after slashes that is reserved
    for examples, as in a template, is not reported.

    ```bad
    see <URL:../plans/budget.html>
    ```

    ```good
    see <URL:http://www.example.org/plans/budget.html>
    see <URL:path-or-url>
    ```
    """
    host = _PARTIAL_HOST.match(case.url.text)
    is_example = host is not None and is_reserved_host(host[1])
    if case.url.form == "url-wrapper" and _REFERENCE.match(case.url.text) and not is_example:
        yield case.hit("URL without scheme in wrapper: write the complete URL")
