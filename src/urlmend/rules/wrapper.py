"""Family 1: wrappers of URLs and their prefix (RFC 1738 appendix, RFC 3986 appendix C)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.scope import PROSE
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, Trigger, rule

_OPENING = lazy(r"<|[uU][rR][lL][:=][ \t]?[<\u2039]")
_PREFIX = lazy(r"<?\s*([uU][rR][lL])\s*[:=]([ \t]*)")
# What precedes the target of a link in Markdown; in reStructuredText, a backtick follows it.
_BEFORE_TARGET = lazy(r"\](?:\(|:)[ \t]*\Z")
_TARGET_REACH = 20
# How far after the first URL of a wrapper its closing bracket is looked for, if it has several.
_OTHERS_REACH = 200
# Declares a rule on how wrappers are written.
_style = partial(
    rule, severity="info", scopes=PROSE, default=False, applies_to_ordinary=True, fix="safe", triggers={Trigger.WRAPPER}
)


def _prefix(case: Case) -> re.Match[str] | None:
    """The prefix of a wrapper: group 1 is `URL`, 2 the white space after the colon."""
    return _PREFIX.match(case.text, *case.url.outer) if case.url.form == "url-wrapper" else None


def _is_target(case: Case) -> bool:
    """Whether a URL in angle brackets is the target of a link in Markdown or reStructuredText."""
    start, stop = case.url.outer
    before = _BEFORE_TARGET.search(case.text, max(0, start - _TARGET_REACH), start)
    return before is not None or case.text.startswith("`", stop)


@rule("URL101", "error", scopes=PROSE, triggers={Trigger.UNCLOSED})
def wrapper_unclosed(case: Case) -> Iterator[Hit]:
    """A `<URL:` wrapper is not closed.

    There is no `>` within 4,096 characters and 64 lines, or an empty line comes first. The end of
    the URL is therefore unknown (RFC 1738 appendix). `URL:<`, `URL=<`, `<URL=`, and typographic
    brackets after `URL:` are reported, too, and so is a wrapper around several URLs.

    ```bad
    see <URL:http://www.example.org/plan and tell me
    see <URL=http://www.example.org/plan and tell me
    ```

    ```good
    see <URL:http://www.example.org/plan> and tell me
    ```
    """
    url = case.url
    opening = case.text[url.outer.start : url.spans[0].start]
    if not case.wrapped and _OPENING.match(opening):
        closing = "\u203a" if "\u2039" in opening else ">"
        stop = url.spans[-1].stop
        message = f"{opening!r} without {closing!r}: close it after the URL"
        if _has_others(case.text[stop : stop + _OTHERS_REACH], closing):
            message = f"{opening!r} with several URLs: wrap each of them"
        yield Hit(message, (Span(url.outer.start, stop),))


def _has_others(following: str, closing: str) -> bool:
    """Whether a text has further URLs before a closing bracket, and no other bracket."""
    inside, found, _ = following.partition(closing)
    return bool(found) and "://" in inside and "<" not in inside


@_style("URL102", profiles=("rfc1738",))
def wrapper_missing_prefix(case: Case) -> Iterator[Hit]:
    """A URL is in angle brackets without the prefix `URL:`.

    The appendix of RFC 1738 recommends the prefix; RFC 3986 no longer does. Targets of links in
    Markdown and reStructuredText are not reported. Where angle brackets are markup, as in Markdown,
    HTML and documentation comments, the prefix would break the link, so there is no fix.

    ```bad
    see <http://www.example.org/>
    ```

    ```fixed
    see <URL:http://www.example.org/>
    ```

    ```good
    see <URL:http://www.example.org/>
    see [the plan](<http://www.example.org/plan>) and `the plan <http://www.example.org/plan>`_
    ```
    """
    if case.url.form == "angle" and not _is_target(case):
        after = case.url.outer.start + 1
        yield Hit("wrapper without 'URL:': add it after '<'", (case.url.outer,), (Edit(Span(after, after), "URL:"),))


@_style("URL103", profiles=("rfc3986", "whatwg"))
def wrapper_obsolete_prefix(case: Case) -> Iterator[Hit]:
    """A wrapper has the prefix `URL:`.

    RFC 3986 appendix C no longer recommends the prefix: `<http://...>` is enough.

    ```bad
    see <URL:http://www.example.org/>
    ```

    ```fixed
    see <http://www.example.org/>
    ```

    ```good
    see <http://www.example.org/>
    ```
    """
    if match := _prefix(case):
        # Without `//`, brackets alone may not mark a URL.
        edits = (Edit(Span(match.start(1), match.end()), ""),) if "://" in case.url.text else ()
        yield Hit("obsolete prefix 'URL:' in wrapper: remove it", (Span(*match.span(1)),), edits)


@_style("URL104")
def wrapper_prefix_case(case: Case) -> Iterator[Hit]:
    """The prefix of a wrapper is not in upper case.

    The appendix of RFC 1738 writes `URL:`, and some programs recognise only this spelling.

    ```bad
    see <url:http://www.example.org/>
    ```

    ```fixed
    see <URL:http://www.example.org/>
    ```

    ```good
    see <URL:http://www.example.org/>
    ```
    """
    if (match := _prefix(case)) and match[1] != "URL":
        span = Span(*match.span(1))
        yield Hit(f"prefix {match[1]!r} not in upper case: write 'URL'", (span,), (Edit(span, "URL"),))


@_style("URL105")
def wrapper_space_after_prefix(case: Case) -> Iterator[Hit]:
    """A space follows the prefix of a wrapper.

    RFC 3986 appendix C tolerates the space, but not every program does.

    ```bad
    see <URL: http://www.example.org/>
    ```

    ```fixed
    see <URL:http://www.example.org/>
    ```

    ```good
    see <URL:http://www.example.org/>
    ```
    """
    if (match := _prefix(case)) and match[2]:
        span = Span(*match.span(2))
        yield Hit("space after prefix of wrapper: remove it", (span,), (Edit(span, ""),))


@rule("URL113", "error", scopes=PROSE, applies_to_partial=True, schemes=("",))
def wrapper_empty(case: Case) -> Iterator[Hit]:
    """A wrapper is empty.

    ```bad
    see <URL:>
    ```

    ```good
    see <URL:http://www.example.org/>
    ```
    """
    if case.url.form == "url-wrapper" and not case.url.text:
        yield Hit("empty wrapper: add the URL, or remove the wrapper", (case.url.outer,))
