"""Titles of code actions: what a fix does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import unquote

from urlmend.model.finding import Finding, Fix
from urlmend.redaction.url_masks import hidden_around

# The longest text that a title quotes, and the largest number of texts.
_MAX_QUOTED = 40
_MAX_PAIRS = 3

_Pair = tuple[str, str]
"""The text before and after an edit."""


def fix_title(text: str, finding: Finding, fix: Fix) -> str:
    """The title of a fix for a finding on a text; it quotes nothing of a URL with secrets."""
    return code_title(finding.code, _description(text, finding, fix), safe=fix.safe)


def code_title(code: str, description: str, *, safe: bool) -> str:
    """The title of an action for a finding of a rule."""
    return f"{code}: {description}" if safe else f"{code}: {description} (unsafe)"


def _description(text: str, finding: Finding, fix: Fix) -> str:
    if hidden_around(text, finding.url):
        return "Apply the fix"
    if _rejoins(text, fix):
        return _rejoined(text, finding, fix)
    pairs = list(dict.fromkeys((text[slice(*span)], new) for span, new in fix.edits))
    return _described(pairs)


def _rejoined(text: str, finding: Finding, fix: Fix) -> str:
    """What a fix does that writes a broken URL on one line."""
    is_hyphen = text.endswith("-", 0, fix.edits[0].span.start) and finding.url.alternatives
    return "Keep the hyphen" if is_hyphen else "Rejoin the URL on one line"


def _rejoins(text: str, fix: Fix) -> bool:
    """Whether a fix removes the line break after a piece of a URL."""
    (start, stop), new = fix.edits[0]
    return text[start:stop].lstrip(" \t")[:1] in ("\r", "\n") and new[:1] not in ("", "\r", "\n")


def shortened(text: str) -> str:
    """A text that is short enough for a title."""
    return text if len(text) <= _MAX_QUOTED else f"{text[: _MAX_QUOTED // 2]}…{text[-_MAX_QUOTED // 2 :]}"


def _quoted(text: str) -> str:
    """A text in quotation marks, or the code points of one that cannot be seen."""
    if text.isprintable():
        return f"'{shortened(text)}'"
    return " ".join(f"U+{ord(character):04X}" for character in text[:_MAX_PAIRS])


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - _MAX_PAIRS
    return ", ".join(texts[:_MAX_PAIRS]) + (f" and {more} more" if more > 0 else "")


# What every edit of a kind is, and what the title says of each: an empty text is inserted or removed.
_KINDS: tuple[tuple[str, Callable[[str, str], bool], Callable[[str, str], str]], ...] = (
    (
        "Encode",
        lambda old, new: bool(old) and new.startswith("%") and unquote(new, errors="surrogateescape") == old,
        lambda old, new: f"{_quoted(old)} as {shortened(new)}",
    ),
    (
        "Decode",
        lambda old, new: old.startswith("%") and unquote(old) == new,
        lambda old, new: f"{shortened(old)} as {_quoted(new)}",
    ),
    ("Insert", lambda old, _: not old, lambda _, new: _quoted(new)),
    ("Remove", lambda _, new: not new, lambda old, _: _quoted(old)),
    ("Replace", lambda _, __: True, lambda old, new: f"{_quoted(old)} with {_quoted(new)}" if old or new else ""),
)


def _described(pairs: list[_Pair]) -> str:
    """What edits do that all have a kind, that move a line break, or that wrap a URL."""
    if len(pairs) == 2 and pairs[0] == pairs[1][::-1] and not pairs[0][1]:
        return f"Break before {shortened(pairs[0][0])}"
    if [old for old, _ in pairs] == ["", ""] and pairs[1][1] == ">":
        return f"Put the URL into {pairs[0][1]}…>"
    verb, _, part = next(kind for kind in _KINDS if all(kind[1](*pair) for pair in pairs))
    return f"{verb} {_listed(list(filter(None, (part(*pair) for pair in pairs))))}"
