"""Links whose text names an issue, a document, a version or a mail address, and whose target is another."""

from __future__ import annotations

import re

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy


class _Kind(NamedTuple):
    """A kind of things with names, and how the text of a link and its target contain them.

    In `text` and `target`, `NAME` is replaced by an expression for the name, `KEY` by one for the letters before it.
    """

    text: str
    target: str
    name: str
    goes_on: str
    """An expression for the characters that continue a name."""


_PATH = r"https?://[^\s()<>\[\]]{1,300} /"
# What may follow the number in the text of a link: no other number.
_REST = r"(?: [ ,:] [^\[\]\n\#<>`\d]{0,80} )?"
_NOUN = "(?: PR | MR | [Pp]ull [ ] [Rr]equest | [Ii]ssue | [Bb]ug | [Tt]icket )"
_KEY = r"[A-Za-z]{2,10} (?: - \d{4} )?"
# A label of a host, without the `_` of markup at its end.
_LABEL = r"[^\W_] (?: [^\W_] | - ){0,62}"
_KINDS = {
    "issue": _Kind(
        rf"(?: (?: [\w./-]{{2,80}} )? \\? \# | GH- | ! | {_NOUN} [ ] \#? | (?= [1-9] \d{{2,8}}+ (?! [ ,:] (?! < ) ) ) )"
        rf" NAME {_REST}",
        rf"{_PATH} (?: (?: pulls? | pull-requests | issues? | merge_requests | discussions | bugs? | tickets? ) /"
        r" | show_bug\.cgi\?id= ) NAME (?! [\w.-] )",
        r"\d{1,9}",
        r"\d",
    ),
    "document": _Kind("KEY [- ]? NAME", rf"{_PATH} KEY [-_]? NAME (?! /? [\w-] )", r"\d{3,9}", r"\d"),
    "version": _Kind(
        "v? NAME",
        rf"{_PATH} (?: tags? | tree ) / [^\d\s()<>\[\]/]{{0,40}} NAME (?! [\w.-] )",
        r"\d{1,4} \. \d{1,4} \. \d{1,4}",
        r"\d",
    ),
    "address": _Kind("NAME", "mailto: NAME", rf"[\w.+-]{{1,64}} @ {_LABEL} (?: \. {_LABEL} ){{1,5}}", r"[.-]? \w"),
}


def _expression(before: str, between: str, after: str = "", *, is_text_first: bool = True) -> re.Pattern[str]:
    """An expression for links, by what precedes, separates and follows text and target."""
    links = []
    for kind, (text, target, name, goes_on) in _KINDS.items():
        first = (rf"(?P<key> {_KEY} )", rf"(?> (?: 0+ (?= \d ) )? ) (?P<{kind}> {name} ) (?! {goes_on} )")
        same = rf"0* (?i: (?P={kind}) ) (?! {goes_on} )"
        other = (r"(?i: (?P=key) )", rf"(?! {same} ) (?P<other_{kind}> {name} ) (?! {goes_on} )")
        marked = f"(?P<at_{kind}> ) {target}"
        pieces = (text, marked) if is_text_first else (marked, text)
        one, two = (
            piece.replace("KEY", key).replace("NAME", named)
            for piece, (key, named) in zip(pieces, (first, other), strict=True)
        )
        links.append(f"{before} {one} {between} {two} {after}")
    return lazy("|".join(links), re.VERBOSE)


_TARGET = lazy(r"[^\s()<>\[\]]+")
_NUMBER, _YEAR = lazy(r"(?<!\d)0*(\d+)"), lazy(r"(?:19|20)\d\d")
_MARKS_BEFORE, _MARKS_AFTER = r"[*_`(]{0,3}", r"[*_`)]{0,3}"
_CONTRADICTIONS = {
    "markdown": _expression(rf"\[ {_MARKS_BEFORE}", rf"{_MARKS_AFTER} \]\( <?"),
    "restructuredtext": _expression("`", r"[ \n] [ ]* <"),
    "asciidoc": _expression(
        r"\b", rf"[^\s\[\]]{{0,99}} \x00? \[ {_MARKS_BEFORE}", rf"{_MARKS_AFTER} \^? \]", is_text_first=False
    ),
}


def contradictions(text: str, form: str) -> dict[int, tuple[str, str]]:
    """Return the names in the text and the target of each such link in a format, by the target's offset (code points).

    The expressions leave out most links whose names are equal.
    """
    found: dict[int, tuple[str, str]] = {}
    for link in _CONTRADICTIONS[form].finditer(text) if form in _CONTRADICTIONS else ():
        other = str(link.lastgroup)
        kind = other.removeprefix("other_")
        start = link.start(f"at_{kind}")
        of_text, of_target = (other, kind) if start == link.start() else (kind, other)
        shown, named = link[of_text], link[of_target]
        if kind in ("issue", "document"):  # with zeros before them, or digits of another script
            shown, named = str(int(shown)), str(int(named))
        target = _TARGET.match(text, start)
        is_plain = kind == "issue" and text[link.start(of_text) - 1] not in "#-!0"
        if shown == named:
            continue
        if target and (_is_number(shown, named) if is_plain else _contradict(kind, shown, named, target[0])):
            found[start] = (shown, named)
    return found


def _is_number(shown: str, named: str) -> bool:
    """Whether a number without a sign is one of an issue, such as another, and neither a year nor an ordinal number."""
    return len(shown) == len(named) > 1 and not _YEAR.fullmatch(shown)


def _contradict(kind: str, shown: str, named: str, target: str) -> bool:
    """Whether two names are those of two things: the first is not elsewhere in the target, and no ordinal number."""
    if kind == "version":
        return [*map(int, shown.split("."))] != [*map(int, named.split("."))]
    if kind == "address":
        return shown.lower() not in target.lower() and "xn--" not in target
    return shown not in _NUMBER.findall(target) and (kind == "document" or abs(len(shown) - len(named)) < 2)
