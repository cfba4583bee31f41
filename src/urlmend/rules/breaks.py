"""Family 1: broken URLs, and URLs whose end is ambiguous (RFC 1738 appendix, RFC 3986 appendix C)."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.common_ends import common_ends
from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.lines import SIGNS
from urlmend.model.scope import PROSE
from urlmend.model.span import Span
from urlmend.rules.characters import quote
from urlmend.rules.edges import is_target_of_rst
from urlmend.rules.edits import broken_before_slash, in_brackets, on_one_line
from urlmend.rules.registry import Case, Hit, Trigger, rule


@rule("URL106", "warning", scopes=PROSE, fix="safe", triggers={Trigger.READING})
def break_after_hyphen(case: Case) -> Iterator[Hit]:
    """A line ends in a hyphen of the URL.

    The hyphen may belong to the URL, or may have been added at the line break (RFC 1738 appendix,
    RFC 3986 appendix C). Break the line at another place, or in Markdown, where a link is on one line,
    rejoin the URL. If the same URL occurs unbroken elsewhere in the text, that occurrence decides, and
    nothing is reported; nor is a link of reStructuredText, which drops line breaks only, nor a URL in angle
    brackets in a comment.

    ```bad
    see <URL:http://www.example.org/yearly-
    plan.html>
    ```

    ```fixed
    see <URL:http://www.example.org
    /yearly-plan.html>
    ```

    ```good
    see <URL:http://www.example.org/
    yearly-plan.html>
    ```
    """
    url = case.url
    if not url.alternatives or url.confidence == "guess" or is_target_of_rst(case):
        return
    numbers = [number for number in range(len(url.breaks)) if _is_after_hyphen(case, number)]
    if numbers:
        kept, dropped = _difference(case, url.alternatives[0])
        message = f"line break after hyphen, {kept!r} or {dropped!r}: break the line elsewhere"
    # A link of Markdown is on one line (CommonMark section 6.5).
    may_break = case.wrapped and not (case.format == "markdown" and url.form == "angle")
    for number in numbers:
        hyphen = Span(url.spans[number].stop - 1, url.spans[number].stop)
        edits = broken_before_slash(case, number) if may_break else on_one_line(case)
        yield Hit(message, (hyphen,), () if _was_added(case, number) else edits, safe=case.wrapped)


# What separates the parts of a URL.
_DELIMITER = lazy(r"([/?#&=])")
# The name of a hyperlink target of reStructuredText, in a docstring or a comment, too: `.. _plan:`.
_BEFORE_TARGET = lazy(rf"\.\. _(?:`[^`\n]+`|[^:\n]|:(?=\S))+:[ \t]*(?:\r?\n[ \t{SIGNS}]*)?\Z")
_TARGET_REACH = 200
# A line end in quoted-printable that was encoded twice.
_QUOTED_PRINTABLE_BREAK = lazy(r"=0[AD]")


def _difference(case: Case, other: str) -> tuple[str, str]:
    """The parts in which a URL and another reading of it differ, without secrets; the URLs if they contain one."""
    left, right = case.shown(0, len(case.url.text)), case.shown_reading(other)
    if case.hidden or (left, right) != (case.url.text, other):
        return left, right
    lefts, rights = _DELIMITER.split(left), _DELIMITER.split(right)
    start, stop = common_ends(lefts, rights)
    return "".join(lefts[start : len(lefts) - stop]), "".join(rights[start : len(rights) - stop])


def _is_after_hyphen(case: Case, number: int) -> bool:
    """Whether the break after a piece of the URL is after a hyphen that may have been added."""
    hyphen = case.text[case.url.spans[number].stop - 1] == "-"
    return bool(case.url.alternatives) and case.url.breaks[number] != "space" and hyphen


# A space in a wrapper that belongs to the URL: programs remove it, but the name of a file has it.
_WORD_SPACE = lazy(r"\w[ ]\w")
# The text in a wrapper after its URL, without the brackets that close it.
_LEFT_OUT = lazy(r"\s+([^>\s](?:[^>]*[^>\s])?)[\s>]*\Z")
_FILE_NAME_END = lazy(r"/[^/?#]+\.[A-Za-z0-9]{1,5}\Z")


def _was_added(case: Case, number: int) -> bool:
    """Whether the hyphen after a piece was probably added: after a slash, or in the host of a URL without a wrapper."""
    pieces = [case.text[slice(*span)] for span in case.url.spans[: number + 1]]
    return pieces[-1].endswith("/-") or (not case.wrapped and len("".join(pieces)) <= case.parts.starts["path"])


# A space next to one of these separates no text from the URL.
_DELIMITERS = ("/", "?", "#", "&", "=")


@rule("URL107", "warning", scopes=PROSE, fix="unsafe", triggers={Trigger.SPACE, Trigger.READING})
def wrapper_inner_space(case: Case) -> Iterator[Hit]:
    """A wrapped URL contains a space that is not next to a line break.

    White space in a wrapper has no meaning (RFC 1738 appendix), so a space that belongs to the URL
    is lost. `--unsafe-fixes` writes a space between two words as `%20`, and removes any other one.
    Words of a sentence, such as `and` and `the`, and brackets end the URL: the text that is left
    out of the wrapper is reported.

    ```bad
    see <URL:http://www.example.org/annual report.pdf>
    see <URL:http://www.example.org/plans/ budget.html>
    ```

    ```fixed
    see <URL:http://www.example.org/annual%20report.pdf>
    see <URL:http://www.example.org/plans/budget.html>
    ```

    ```good
    see <URL:http://www.example.org/annual%20report.pdf>
    write to <mailto: alice@example.org>
    ```
    """
    url = case.url
    if rest := _left_out(case):
        is_inside = url.text.endswith(_DELIMITERS) or case.text.startswith(_DELIMITERS, rest.start)
        advice = "close the wrapper before it, or encode spaces as %20"
        yield Hit("space in wrapped URL: remove it" if is_inside else f"text after URL in wrapper: {advice}", (rest,))
    gaps = [number for number, gap in enumerate(url.breaks) if gap == "space" and not _is_after_scheme(case, number)]
    if not gaps:
        return
    is_file = _FILE_NAME_END.search(url.text) is not None
    # Some people write addresses with spaces. Without its `>`, a wrapper continues into a sentence.
    is_closed = case.text[url.spans[-1].stop : url.outer.stop].strip(" \t") == ">"
    is_sentence = any(case.text[url.spans[number].stop - 1] in (";:.!?" if is_file else ",;:.!?") for number in gaps)
    fixable = url.scheme != "mailto" and is_closed and not is_sentence
    for number in gaps:
        between = Span(url.spans[number].stop, url.spans[number + 1].start)
        is_between_words = _WORD_SPACE.search(case.text, between.start - 1, between.stop + 1)
        is_in_name = is_file and case.text[between.start - 1] == ","
        written = "%20" if is_between_words or is_in_name else ""
        message = "space between words in wrapped URL: encode as %20" if written else "space in wrapped URL: remove it"
        yield Hit(message, (between,), (Edit(between, written),) if fixable else ())


def _left_out(case: Case) -> Span | None:
    """The text in a wrapper after its URL that may belong to it: an alternative of the URL contains it."""
    if not (case.wrapped and case.url.alternatives):
        return None
    match = _LEFT_OUT.match(case.text, case.url.spans[-1].stop, case.url.outer.stop)
    return Span(match.start(1), match.end(1)) if match else None


def _is_after_scheme(case: Case, number: int) -> bool:
    """Whether a break directly follows the scheme, as in `<mailto: alice@a.example>`."""
    return case.url.spans[number].stop == case.url.spans[0].start + len(case.url.scheme) + 1


def _is_target(case: Case) -> bool:
    """Whether a URL is the target of a link in reStructuredText, which may have several lines anywhere."""
    start = case.url.outer.start
    return _BEFORE_TARGET.search(case.text, max(0, start - _TARGET_REACH), start) is not None


# A person may break a URL once to fill a line, and not before each group of parameters.
_WRAPPED_ONCE = 2
# A backslash that continues the line.
_CONTINUED = lazy(r"\\[ \t]*\r?\n")


# How far before its text the start tag of a link may begin, in code points.
_TAG_REACH = 1000


def _is_text_of_link(case: Case) -> bool:
    """Whether a URL is the text of a link in HTML or XML, whose target has it unbroken."""
    start = case.url.outer.start
    tag = case.text.rfind("<", max(0, start - _TAG_REACH), start) if case.text.endswith(">", 0, start) else -1
    return tag >= 0 and case.text.find(f'"{case.url.text}"', tag, start) >= 0


# Pieces of a token or of a path are told from words by what words do not have: a digit, or a delimiter.
_IN_WORD, _WORDS = lazy(r"[A-Za-z0-9]\Z"), lazy(r"[A-Za-z][A-Za-z._-]*\Z")
_CUT_ESCAPE = lazy(r"%[0-9A-Fa-f]?\Z")


def _may_be_words(case: Case) -> bool:
    """Whether a URL that ends in a word continues with a word on its last line, which may be text after the URL."""
    before, last = case.url.spans[-2:]
    head, tail = case.text[before.start : before.stop], case.text[last.start : last.stop]
    return bool(_IN_WORD.search(head) and _WORDS.match(tail) and not _CUT_ESCAPE.search(head))


@rule("URL108", "warning", scopes=PROSE, fix="unsafe", triggers={Trigger.BARE_BREAK})
def bare_url_broken(case: Case) -> Iterator[Hit]:
    """A URL without a wrapper continues on the next line.

    Most programs recognise only the first line. Put the URL into angle brackets, which allow line
    breaks (RFC 1738 appendix), or on one line. The message contains the confidence of the join.
    Joins with the confidence `guess`, hosts without a dot such as `localhost`, breaks after a
    backslash that continues the line, several lines of parameters that each begin with `&`, and the text
    of a link to the same URL are not reported, nor are joins of two words that are less than certain.
    Breaks after a hyphen are URL106.

    ```bad
    The plan for the coming year is at http://www.example.org/plans/
    city/2004/budget_overview.html, they say.
    ```

    ```fixed
    The plan for the coming year is at http://www.example.org/plans/city/2004/budget_overview.html, they say.
    ```

    ```good
    The plan for the coming year is at <http://www.example.org/plans/
    city/2004/budget_overview.html>, they say.
    http://localhost:8080/plans/deploy
     ?config=file:/plans/city/context.xml
    ```
    """
    url = case.url
    if url.form == "markup" or case.wrapped or url.confidence == "guess" or "." not in (case.parts.host or ""):
        return
    if _QUOTED_PRINTABLE_BREAK.search(url.text) or _is_target(case) or _is_text_of_link(case):
        return
    if all(_CONTINUED.match(case.text, span.stop) for span in url.spans[:-1]):
        return
    if len(url.spans) > _WRAPPED_ONCE and all(case.text[span.start] == "&" for span in url.spans[1:]):
        return
    if url.confidence != "certain" and _may_be_words(case):
        return
    if any(gap not in ("space", "flowed") for gap in url.breaks):
        unit = "over {} lines" if {"\n", "\r"} & set(case.outer_text()) else "into {} pieces"
        message = f"broken {unit.format(len(url.spans))} ({url.confidence}): join as {case.shown(0, len(url.text))}"
        yield Hit(message, url.spans, on_one_line(case))


@rule("URL109", "warning", scopes=PROSE, fix="safe", triggers={Trigger.PAGE})
def wrapper_page_break(case: Case) -> Iterator[Hit]:
    """A wrapped URL contains a page break.

    Its two parts are on two pages, with a footer and a header between them.

    ```bad
    see <URL:http://www.example.org/plans/

    Alice                                                          [Page 3]
    \x0c
    RFC 9999                      City Plans                   January 2004

    budget.html>
    ```

    ```fixed
    see <URL:http://www.example.org/plans/budget.html>

    Alice                                                          [Page 3]
    \x0c
    RFC 9999                      City Plans                   January 2004


    ```

    ```good
    see <URL:http://www.example.org/plans/
    budget.html>
    ```
    """
    url = case.url
    if case.wrapped and "page" in url.breaks:
        yield Hit("page break in URL: write the URL on one line", url.spans, on_one_line(case))


@rule("URL110", "info", scopes=PROSE, default=False, fix="safe", triggers={Trigger.QUOTE})
def wrapper_quote_prefix(case: Case) -> Iterator[Hit]:
    """A wrapped URL contains quote marks or comment leaders.

    They were added to each line after the URL was broken, and not every program removes them.

    ```bad
    > see <URL:http://www.example.org/
    > budget.html>
    ```

    ```fixed
    > see <URL:http://www.example.org/budget.html>
    ```

    ```good
    > see <URL:http://www.example.org/budget.html>
    ```
    """
    url = case.url
    if case.wrapped and "quote" in url.breaks:
        yield Hit("quote marks or comment leaders in URL: write the URL on one line", url.spans, on_one_line(case))


@rule("URL111", "info", scopes=PROSE, default=False, applies_to_ordinary=True, fix="unsafe")
def ambiguous_end(case: Case) -> Iterator[Hit]:
    """The URL is followed by punctuation that could belong to it.

    A URL may end in a period or a comma. Angle brackets make the end of the URL unambiguous
    (RFC 3986 appendix C).

    ```bad
    The plan is at http://www.example.org/plan.
    ```

    ```fixed
    The plan is at <http://www.example.org/plan>.
    ```

    ```good
    The plan is at <http://www.example.org/plan>.
    ```
    """
    after = case.text[case.url.outer.stop : case.url.outer.stop + 1]
    if case.url.form == "bare" and after and after in ".,;:!?":
        message = f"{after!r} after URL may belong to it: put the URL in angle brackets"
        yield Hit(message, case.url.spans, in_brackets(case))


@rule("URL112", "info", default=False, scopes=PROSE, contains_any="([")
def unbalanced_bracket(case: Case) -> Iterator[Hit]:
    """The URL contains an opening bracket without a closing one.

    The URL may be truncated, or the bracket may belong to the text.

    ```bad
    see http://www.example.org/plan_(draft
    ```

    ```good
    see http://www.example.org/plan_(draft) or (http://www.example.org/plan_draft)
    ```
    """
    text = case.url.text
    if "{" in text:  # a template, whose brackets are not checked
        return
    for opener, closer in ("()", "[]"):
        if text.count(opener) > text.count(closer):
            at = text.rfind(opener)
            yield case.hit(f"{opener!r} without {closer!r} in URL: close it, or encode as {quote(opener)}", at, at + 1)


@rule("URL117", "warning", scopes=PROSE, fix="unsafe", triggers={Trigger.FLOWED})
def flowed_space(case: Case) -> Iterator[Hit]:
    """A URL without a wrapper contains a soft line break of flowed text.

    In `format=flowed` without `DelSp=yes`, the space before the break is kept when the lines are
    joined (RFC 3676 section 4). Most programs then see two words. In angle brackets, the space has
    no meaning.

    ```bad flowed
    The plan is at http://www.example.org/plans/city/2004/budget/over\x20
    view_of_the_second_half.html
    ```

    ```fixed flowed
    The plan is at <http://www.example.org/plans/city/2004/budget/over\x20
    view_of_the_second_half.html>
    ```

    ```good flowed
    The plan is at <http://www.example.org/plans/city/2004/budget/over\x20
    view_of_the_second_half.html>
    ```
    """
    url = case.url
    if case.flowed == "yes" and not case.wrapped and "flowed" in url.breaks:
        yield Hit("soft line break adds a space to URL: put the URL in angle brackets", url.spans, in_brackets(case))
