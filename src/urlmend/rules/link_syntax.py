"""Family 1: links whose syntax is broken, and the markup of links in code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.model.finding import Edit
from urlmend.model.markup import COMMAND_BEFORE, COMMAND_REACH, DEFINITION, LABEL_REACH, has_unmatched_bracket
from urlmend.model.scope import PROSE, Scope
from urlmend.model.span import Span
from urlmend.rules.link_slips import IN_ALL, SLIPS, Slip
from urlmend.rules.registry import Case, Hit, Trigger, rule

# How far before and after a URL the rest of its link may be, in code points.
_REACH = 400
# Labels that are no text of a link: numbers of citations, footnotes, boxes of tasks, and ellipses.
_NO_TEXT = lazy(r"[\d\s,;.&+–-]*|[\W_]*|[xX]|\^.*")
_REST_OF_LINK = lazy(r"[^()\s]{0,400}(?:[ \t]+(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\)")
_DEFINITION = lazy(DEFINITION, re.MULTILINE)
_BEFORE_DEFINED = lazy(rf"{DEFINITION}[ \t]*<?\Z", re.MULTILINE)
_LABEL = lazy(r"\[([^\[\]\n]{1,999})\](?!\()")


@rule("URL124", "warning", scopes=PROSE, applies_to_partial=True, triggers={Trigger.EDGE}, fix="safe")
def broken_link(case: Case) -> Iterator[Hit]:
    """The syntax of a link in Markdown, reStructuredText or HTML is broken.

    In Markdown, a link is `[text](target)`, with nothing between its brackets (CommonMark section 6.3), and an
    image begins with `![`. Otherwise readers see the brackets. The rule reports a space or a sign between them,
    full-width, swapped, wrong, missing or superfluous brackets, links as wikis and reStructuredText write them, text
    and target that are swapped, no target, and other text around it or in its place; relative targets, too. In
    reStructuredText, it reports links with a mark, bracket, space or target that is missing or misplaced, images with
    such a directive, and links of Markdown (as in AsciiDoc). In HTML, it reports curly, doubled or missing quotation
    marks around the value of an attribute, brackets in it, and attributes that are misspelt or outside an element.
    Nor is a URL an address of mail, or the text of a `\\href` in LaTeX. The fix is safe if only a space is removed.

    Numbers of citations, footnotes, boxes of tasks, and labels with a definition are no texts of
    links.

    ```bad markdown
    see [the plan] (https://www.example.org/plan)
    ```

    ```fixed markdown
    see [the plan](https://www.example.org/plan)
    ```

    ```bad markdown
    see (the plan)[https://www.example.org/plan]
    ```

    ```fixed markdown
    see [the plan](https://www.example.org/plan)
    ```

    ```bad
    <a href=\u201dhttps://www.example.org/plan\u201d>the plan</a>
    ```

    ```fixed
    <a href="https://www.example.org/plan">the plan</a>
    ```

    ```bad
    <a href"https://www.example.org/plan">the plan</a>
    ```

    ```fixed
    <a href="https://www.example.org/plan">the plan</a>
    ```

    ```good markdown
    see [the plan](https://www.example.org/plan), and [1] (https://www.example.org/budget)
    see [https://www.example.org/licence](LICENSE)
    - [x] (https://www.example.org/tasks/7)
    ```
    """
    if case.url.breaks:
        return
    if case.url.text.startswith("("):  # which no URL does
        yield Hit("link without target: write it", case.url.spans)
        return
    start, stop = case.url.outer
    low = max(0, start - _REACH)
    end = case.text[start - 1 : start]
    for slip in SLIPS.get(case.format, IN_ALL):
        if slip.end and end not in slip.end:
            continue
        after = slip.after.match(case.text, stop, stop + _REACH)  # which is decided sooner than what is before
        before = slip.before.search(case.text, low, start) if after else None
        if before and after and not (slip.needs_text and _is_no_text(before["label"], case)):
            yield Hit(slip.message, case.url.spans, tuple(_edits(slip, before, after)), safe=slip.safe)
            return
    if not _is_in_link(case):
        return
    if _REST_OF_LINK.match(case.text, stop) and has_unmatched_bracket(case.text, start - 1):
        message = "unmatched ']' before target of link: write '[' before its text, or remove it"
        yield Hit(message, case.url.spans)
    elif case.url.form == "markup" and folded_label(case.url.text) in defined_labels(case.text):
        edits = (Edit(Span(start - 1, start), "["), Edit(Span(stop, stop + 1), "]"))
        yield Hit("label of definition in round brackets: write [text][label]", case.url.spans, edits, safe=False)


def is_target(case: Case) -> bool:
    """Whether a URL or a relative reference is the target of a link in Markdown, or of the definition of a label."""
    start = case.url.outer.start
    return _is_in_link(case) or (case.format == "markdown" and label_before(case.text, start) is not None)


def _is_in_link(case: Case) -> bool:
    start = case.url.outer.start
    return case.format == "markdown" and (
        case.text.startswith("](", start - len("](")) or case.text.startswith("](<", start - len("](<"))
    )


def _is_no_text(label: str, case: Case) -> bool:
    """Whether what is in square brackets before a URL is not the text of a link, or if a definition has its target."""
    if label.isdecimal() and case.url.text.endswith(f"/{label}"):  # the number of an issue, and no citation
        return False
    return bool(_NO_TEXT.fullmatch(label)) or not defined_labels(case.text).isdisjoint(
        (folded_label(label), folded_label(case.url.text))
    )


@lru_cache(1)
def defined_labels(text: str) -> frozenset[str]:
    """The labels that a text defines, each with the target of the links that name it (CommonMark section 4.7)."""
    return frozenset(map(folded_label, _DEFINITION.findall(text)))


@lru_cache(1)
def used_labels(text: str) -> frozenset[str]:
    """The labels that links in a text name; the definition of any other shows nothing."""
    named = Counter(map(folded_label, _LABEL.findall(text)))
    return frozenset(named - Counter(map(folded_label, _DEFINITION.findall(text))))


def label_before(text: str, offset: int) -> str | None:
    """The label whose definition has its target at an offset in code points; None for others, and for footnotes."""
    found = _BEFORE_DEFINED.search(text, max(0, offset - LABEL_REACH), offset)
    return folded_label(found["label"]) if found and not found["label"].startswith("^") else None


def folded_label(label: str) -> str:
    """A label as it is compared with others."""
    return " ".join(label.casefold().split())


def _edits(slip: Slip, before: re.Match[str], after: re.Match[str]) -> Iterator[Edit]:
    """The edits that replace the groups of a broken link."""
    for name, replacement in zip(("opening", "middle", "closing"), slip.replacements, strict=True):
        match = next((match for match in (before, after) if name in match.re.groupindex), None)
        if match and match[name] != replacement:
            yield Edit(Span(*match.span(name)), replacement)


_TARGET_AFTER = lazy(r"\]\(([^\s()]+)\)")


@rule("URL128", "warning", scopes={Scope.CODE, Scope.DATA, Scope.STRING}, triggers={Trigger.EDGE, Trigger.WRAPPER})
def markup_in_code(case: Case) -> Iterator[Hit]:
    """A URL in code is in the markup of a link.

    Who copies `git clone [URL](URL)` from a block of code gets a command that fails, and in `git clone <URL>`, the
    shell reads a file. Assistants write the first, and programs that correct Markdown the second. The rule checks
    commands such as `git clone`, `curl` and `dnf install`, and strings that consist of a link with its target as text.

    ```bad shell
    git clone [https://www.musterstadt.de/plan.git](https://www.musterstadt.de/plan.git)
    ```

    ```good shell
    git clone https://www.musterstadt.de/plan.git
    ```
    """
    start, stop = case.url.outer
    is_string = False
    if case.url.form != "angle":
        link = _TARGET_AFTER.match(case.text, stop, stop + _REACH) if case.text.startswith("[", start - 1) else None
        if link is None:
            return
        start, stop = start - 1, link.end()
        is_quoted = case.text[start - 1 : start] in ("'", '"') and case.text.startswith(case.text[start - 1], stop)
        is_string = is_quoted and link[1] == case.url.text
    if is_string or COMMAND_BEFORE.search(case.text, max(0, start - COMMAND_REACH), start):
        yield Hit("markup of link in code: write the URL only", (Span(start, stop),))
