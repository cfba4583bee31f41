"""Markup directly after a URL, which is not part of it: the text of a link, attributes, macros, and closing delimiters.

Such markup occurs wherever people quote it, in mail, catalogues, comments and patches, and not only in its own format.
"""

from __future__ import annotations

import re
from functools import cache

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.lines import LINE_REACH

_SIGN = lazy(r"[()\[\]{}]")
# What closes a sentence or markup after an attribute list.
_CLOSING = lazy(r"[\])}.,;:!?'\"|]*+")
# What is in brackets after a URL: text, the number of an issue or a footnote, or an omission. But no index, range or
# optional component.
_TEXT = lazy(
    r"\[(?:(?![-.,;+=:/?&%])[^\[\]\n]*?(?:[^\W\d_](?:[^\W\d_]|[ ])|[^\x00-\x7f]|\#[0-9])|\^[\w-]+\]|\.\.\.\]|(?P<copy>https?://))"
)
_TEXT_WITH_SPACES = lazy(r"(?:[^\[\]\r\n]|\r?\n(?![ \t>]*\r?\n)){1,400}\]")
_PARAMETER = lazy(r"[?&;][^=&;]*\Z")
_INDEX = lazy(r"\[[\w.-]*\]")
_VARIABLE, _LONGEST_NAME = lazy(r"\$\w*\Z"), 40
# Attributes of Markdown dialects: `{.class}`, `{#id}`, `{: .class}`, `{target=_blank}`.
_ATTRIBUTES = lazy(
    r"\{(?:[.#][A-Za-z][^{}/\r\n]{0,200}|:[ .#\w][^{}\r\n]{0,200}|[A-Za-z-]+=[\"'\w][^{}/*\r\n]{0,200})\}"
)
# Macros of Jira that surround text, and its marks of emphasis within words: `{color:red}the {*}text{*}{color}`. The
# path of a template may go on after a placeholder of that name.
_MACRO = lazy(
    r"\{(color|quote|code|noformat|panel|info|note|tip|warning|expand|section|column|html|[*_+~^-])\}(?![\w/?#&=%.-]*/)"
)
_BEFORE_MACRO = frozenset("/)]#.*_+}")


def markup_start(text: str, start: int, body: int, stop: int, before: str, *, is_target: bool) -> int:
    """Where markup begins that directly follows the URL in `text[start:stop]`, or `stop`; offsets are in code points.

    `body` is the offset after the colon (and slashes) of its scheme, and `before` the text before it. `is_target` is
    whether that opens the target of a link, or a value: brackets belong to these.
    """
    depth = 0
    for sign in _SIGN.finditer(text, body, stop):
        at = sign.start()
        if sign[0] in ")]}":
            depth -= depth > 0
            continue
        if not depth and at > body and (text[at - 1].isalnum() or text[at - 1] in "/)]#."):
            if sign[0] == "[" and not is_target and _is_text(text, body, at, stop, before):
                return at
            if sign[0] == "{" and _is_attributes(text, at, stop, before):
                return at
        if not depth and at > body and sign[0] == "{" and _is_end_of_macro(text, start, at):
            return at
        depth += 1
    return stop


def _is_text(text: str, body: int, at: int, stop: int, before: str) -> bool:
    """Whether a bracket in a URL begins a text after it."""
    if text.startswith("[]", at) and before.endswith("link:"):
        return _ends(text, at + 2, stop, before)
    found = _TEXT.match(text, at)
    if not found or _VARIABLE.search(text, max(body, at - _LONGEST_NAME), at):
        return False
    closing = text.find("]", at, stop)
    if closing < 0:
        is_closed = text[stop : stop + 1].isspace() and _TEXT_WITH_SPACES.match(text, at + 1) is not None
        return is_closed or text[at + 1] == "'"
    query = text.find("?", body, at)
    if query >= 0 and _PARAMETER.search(text, query, at) and _INDEX.match(text, at):
        return False
    return found["copy"] is not None or _ends(text, closing + 1, stop, before)


def _is_attributes(text: str, at: int, stop: int, before: str) -> bool:
    """Whether a brace in a URL begins its attributes."""
    found = _ATTRIBUTES.match(text, at)
    return found is not None and _ends(text, found.end(), stop, before)


def _is_end_of_macro(text: str, start: int, at: int) -> bool:
    """Whether a brace in a URL begins the end of a macro around it: other markup may follow."""
    found = _MACRO.match(text, at) if text[at - 1].isalnum() or text[at - 1] in _BEFORE_MACRO else None
    low = max(0, start - LINE_REACH)
    if found is None or text.find(f"{{{found[1]}", low, start) < 0:  # true of most
        return False
    return _opening(found[1]).search(text, low, start) is not None


@cache
def _opening(macro: str) -> re.Pattern[str]:
    """An expression for the beginning of a macro, which is no placeholder in a URL."""
    return re.compile(rf"(?<![\w$:/=&?.,-])\{{{re.escape(macro)}[:}}|]")


def _ends(text: str, at: int, stop: int, before: str) -> bool:
    """Whether the run of characters that a URL is read from ends at an offset, but for what closes text around it."""
    closing = _CLOSING.match(text, at, max(at, stop))
    at = closing.end() if closing else at
    following = text[at : at + 1]
    return at >= stop or not following.isascii() or (following in "*_~" and before.endswith(following))


def delimiter_end(text: str, start: int, body: int, stop: int, delimiter: str) -> int:
    """Where a delimiter ends the URL in `text[start:stop]`, as in `s#http://a/#http://b/#`, or `stop`."""
    closing = body if delimiter == "/" else text.find(delimiter, body, stop)
    low = max(text.rfind("\n", max(0, start - LINE_REACH), start) + 1, start - LINE_REACH)
    return closing if closing >= 0 and _opened(delimiter).search(text, low, start) else stop


@cache
def _opened(delimiter: str) -> re.Pattern[str]:
    """An expression for the beginning of a quotation of Perl or a substitution up to an offset in one of its texts."""
    sign = re.escape(delimiter)
    first = sign + (r"\^?" if delimiter == "/" else repeated(rf"[^{sign}\n\\]++|\\."))
    return re.compile(rf"(?<![\w$@%&>/.-])(?:s|m|q[qrwx]?|tr|y){first}(?:{first})?\Z")
