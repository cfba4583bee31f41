"""Family 2: spaces and line breaks in the targets of links (RFC 1738 section 2.2, RFC 3986 section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.markup import LINK_ATTRIBUTES
from urlmend.model.span import Span
from urlmend.rules.registry import Case, Hit, Trigger, rule

# Attributes whose value is a URL, up to the quotation mark; settings with the name `url` may have a path, too.
_LINK_ATTRIBUTE = lazy(rf"(?<![A-Za-z0-9])(?:{LINK_ATTRIBUTES})\s*=\s*\Z", re.IGNORECASE)
_URL_ATTRIBUTE = lazy(rf"(?<![A-Za-z0-9])(?:{LINK_ATTRIBUTES}|url)\s*=\s*\Z", re.IGNORECASE)
# What may follow a URL in an attribute or in the target of a link: no further attribute, and no title.
_REST_OF_ATTRIBUTE = {'"': lazy(r"(?:\s[^<>\"=]{0,200})?(?=\")"), "'": lazy(r"(?:\s[^<>'=]{0,200})?(?=')")}
# What Markdown's dialects have after the URL of a link or an image: a size, attributes, a title in typographic quotes
# or, within HTML, in quotes as entities. If another URL follows, the words between them are no part of one.
_LINK_OPTIONS = lazy(r"\s+(?:=[0-9x]|\{|[\w-]+=|[\u2018\u201c\xab]|&(?:quot|apos|#3[49]);|(?:\S+\s+){0,9}[a-z]+://)")
# Telephone numbers have no spaces (RFC 3966 section 3). The digit in `(0)` is not dialled from abroad.
_WITHOUT_SPACES = frozenset(("tel", "sms", "fax"))
_TRUNK_PREFIX = "(0)"
# A space in the target of a link that belongs to the URL: it separates words. Others were added, as by translators.
_WORD_SPACE = lazy(r"(?<=[\w)\]])[ ](?=[\w(\[])")
# A segment of a path with one space that was added by accident: next to one hyphen, or in a slug, whose words hyphens
# separate.
_STRAY_SPACE = lazy(r"[^\W_](?:[-_][ ]|[ ][-_])[^\W_]")
_SEGMENT_END, _SEGMENT = lazy(r"[\s/?#]"), lazy(r"[^\s/?#\"'()<>]{0,200}")
_ONE_WORD, _MORE_WORDS = lazy(r"\w+://[A-Za-z]+(?:%20[A-Za-z]+)*\Z"), lazy(r"(?: [A-Za-z]+)*")
_IN_HOST = lazy(r"[^:]*://[^/?#]*\Z")
# Text after a space that belongs to a path: it has a slash, or ends like a file name.
_REST_OF_PATH = lazy(r"/|\.\w{1,5}\s*\Z")
# Three words or more: the closing bracket of a link was forgotten, as in `[a](https://a.example/b for more info).`
_SENTENCE = lazy(r"(?: [A-Za-z][a-z'-]*+){3,20}[.,;:!?]?\Z")
_REST_OF_LINK = lazy(r"(?:(?:\.(?=[ ][\w-]+[./]))?[ ][^()<>\"'\r\n]{0,200})?(?=\))")
# How far to look, in code points.
_REACH = 200


@rule("URL202", "error", whatwg_severity="warning", triggers={Trigger.EDGE}, fix="safe")
def space(case: Case) -> Iterator[Hit]:
    """A URL in an attribute or a Markdown link contains a space or line break.

    Markdown does not recognise such a link, and other programs end the URL there. Write `%20`, or
    rename the file (RFC 1738 section 2.2); remove a line break. Remove a space in a name whose
    words hyphens separate, and in a telephone number (RFC 3966 section 3). A space between words in
    an attribute, which browsers encode, is reported under the profile `rfc1738` only. A line break after a
    backslash, which strings of programs drop, is not reported, nor is a path in a setting
    (`url = "file:///a b"`). Spaces inside a wrapper are URL107.

    ```bad rfc1738
    <a href="http://www.example.org/annual report.pdf">
    ```

    ```fixed rfc1738
    <a href="http://www.example.org/annual%20report.pdf">
    ```

    ```bad
    <a href="http://www.example.org/plans/
       report.pdf">
    ```

    ```fixed
    <a href="http://www.example.org/plans/report.pdf">
    ```

    ```bad
    see [the plan](http://www.example.org/annual report.pdf)
    ```

    ```fixed
    see [the plan](http://www.example.org/annual%20report.pdf)
    ```

    ```good
    <a href="http://www.example.org/annual%20report.pdf">
    <a href="http://www.example.org/annual report.pdf">
    class="external" href="http://www.example.org/" title="annual report.pdf"
    see [the plan](http://www.example.org/plan "annual report")
    ```
    """
    rest = _rest_of_target(case)
    if rest is None or _LINK_OPTIONS.match(rest.group()) or _is_words_for_host(case, rest):
        return
    gaps = [Span(left.stop, right.start) for left, right in pairwise(case.url.spans)]
    gaps = [gap for gap in gaps if case.text[gap.start] != "\\"]  # strings of programs drop such a line break
    gaps += [Span(*gap.span()) for gap in re.compile(r"\s+(?=\S)").finditer(case.text, *rest.span())]
    if gaps:
        is_space = {gap: not re.search(r"[\r\n]", case.text[slice(*gap)]) for gap in gaps}
        if _is_sent(case, gaps, is_space):
            return
        is_stray = len(gaps) == 1 and _is_stray(case, gaps[0])
        is_number = case.url.scheme in _WITHOUT_SPACES
        is_link = case.text.startswith("](", case.url.outer.start - 2) and rest.group().strip()
        if is_space[gaps[0]]:
            is_extra = is_number or _is_in_host(case, gaps[0])
            is_extra = is_extra or (len(gaps) == 1 and _is_next_to_delimiter(case, gaps[0]))
            advice = "remove it" if is_extra else "remove it, or encode as %20" if is_stray else "encode as %20"
            if is_link and _SENTENCE.match(rest.group()):
                advice = "close the link before it, or encode as %20"
            message, spans = f"space in URL: {advice}", tuple(gap for gap in gaps if is_space[gap])
        else:
            message, spans = "line break in URL: remove it", case.url.spans
        space = "" if is_number else "%20"
        edits = [
            Edit(_with_encoded(case, gap), space * (gap.stop - gap.start) if is_space[gap] else "") for gap in gaps
        ]
        fixable = not is_link or (
            _REST_OF_PATH.search(rest.group()) and all(_WORD_SPACE.match(case.text, gap.start) for gap in gaps)
        )
        fixable = fixable and all(_may_close(case, gap, is_space=is_space[gap]) for gap in gaps)
        fixable = fixable and not (is_number and _TRUNK_PREFIX in rest.group())
        yield Hit(message, spans, tuple(edits) if fixable else (), safe=not is_stray)


def _is_sent(case: Case, gaps: list[Span], is_space: dict[Span, bool]) -> bool:
    """Whether all gaps are spaces between words in an attribute of HTML: browsers encode them."""
    is_attribute = case.text[case.url.outer.start - 1 : case.url.outer.start] in _REST_OF_ATTRIBUTE
    return (is_attribute and case.profile != "rfc1738" and case.url.scheme not in _WITHOUT_SPACES) and all(
        is_space[gap] and not _is_stray(case, gap) and _may_close(case, gap, is_space=True) for gap in gaps
    )


def _with_encoded(case: Case, gap: Span) -> Span:
    """The span of spaces and of what a format inserts after them, if it percent-encodes spaces in URLs."""
    encoded = "%20" * (gap.stop - gap.start)
    is_encoded = gap.stop < case.url.outer.stop and case.text.startswith(encoded, gap.stop)
    return Span(gap.start, gap.stop + len(encoded)) if is_encoded else gap


def _is_words_for_host(case: Case, rest: re.Match[str]) -> bool:
    """Whether words take the place of a host and all after it, as in `http://target site`."""
    return bool(_ONE_WORD.match(case.url.text) and _MORE_WORDS.fullmatch(rest.group()))


def _is_stray(case: Case, gap: Span) -> bool:
    """Whether a gap is one space that does not separate words, as in `the-plan -of-the-city`."""
    if case.text[gap.start : gap.stop] != " ":
        return False
    before = _SEGMENT_END.split(case.text[max(case.url.outer.start, gap.start - _REACH) : gap.start])[-1]
    match = _SEGMENT.match(case.text, _with_encoded(case, gap).stop)
    after = match.group() if match else ""
    text = f"{before} {after}"
    return bool(_STRAY_SPACE.search(text)) or ("-" in before and "-" in after and "." not in text)


def _may_close(case: Case, gap: Span, *, is_space: bool) -> bool:
    """Whether a gap in a URL may be closed: no space in the host or at a delimiter, no line break after a hyphen."""
    if not is_space:
        return case.text[gap.start - 1] != "-"
    return not (_is_in_host(case, gap) or _is_next_to_delimiter(case, gap))


def _is_in_host(case: Case, gap: Span) -> bool:
    """Whether a space is in the host."""
    return _IN_HOST.fullmatch(case.text, case.url.outer.start, gap.start) is not None


def _is_next_to_delimiter(case: Case, gap: Span) -> bool:
    """Whether a space is at the edge of a segment or a component: an error of typing, which `%20` would keep."""
    return case.text[gap.start - 1] in "/?#" or case.text[_with_encoded(case, gap).stop] in "/?#"


def _rest_of_target(case: Case) -> re.Match[str] | None:
    """Match the rest of an attribute, or of the target of a link in Markdown, after the URL; None in other text."""
    start, stop = case.url.outer
    if case.text.startswith("](", start - 2):
        return _REST_OF_LINK.match(case.text, stop)
    quotation_mark = case.text[start - 1 : start]
    attribute = _LINK_ATTRIBUTE if case.url.scheme == "file" else _URL_ATTRIBUTE
    if quotation_mark in _REST_OF_ATTRIBUTE and attribute.search(case.text, max(0, start - 24), start - 1):
        return _REST_OF_ATTRIBUTE[quotation_mark].match(case.text, stop)
    return None
