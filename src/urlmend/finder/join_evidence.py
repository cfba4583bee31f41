"""Whether a bare URL goes on in the next line: named evidence, weighed and added up.

RFC 1738 gives no licence to rejoin bare URLs, so each join is a guess with reasons. The
table EVIDENCE holds them: positive weights speak for a join, negative ones against it.
"""

from __future__ import annotations

from collections.abc import Callable

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.file_endings import FILE_ENDINGS, completes_ending

# Sums from JOIN on are joined; from AMBIGUOUS on, the joined reading is kept as an alternative.
JOIN = 3.0
AMBIGUOUS = 1.0


# How wide a line that stands alone is taken to be able to grow.
_USUAL_WIDTH = 68
# By how much the lines of one paragraph differ although each is full.
_SLACK = 3


class Junction(NamedTuple):
    """All that there is to know about a place where a URL may go on in the next line."""

    head: str
    """The URL as far as the line goes, nothing trimmed."""
    tail: str
    """What the next line begins with, up to white space or what else ends a URL; punctuation trimmed."""
    rest: str
    """What follows the tail on its line."""
    before: str
    """The text directly before the URL."""
    width: int
    """The length of the line on which the URL breaks off."""
    widest: int
    """The length of the longest line around it, its own and that of the tail left out; 0 if it stands alone."""
    indent: int
    """The column where the text of the URL's line begins."""
    url_column: int
    tail_indent: int
    lost: str
    """What stood before the text of the first line and is missing in the next: "quotes", "leader", or ""."""
    pieces: int
    """How many pieces the head consists of: more than one if the URL was broken before already."""
    kind: str
    """What was stepped over: a kind of break."""
    flow: str
    """In `format=flowed` text (RFC 3676): "soft" or "hard" for the kind of line break, "delsp" for a soft one that
    leaves no blank, "space" for one that leaves a blank of its own; "" in other text."""
    last_line: bool
    """Whether nothing, or a blank line, follows the tail's line."""


class Evidence(NamedTuple):
    """One reason for or against a join."""

    name: str
    weight: float
    holds: Callable[[Junction], object]


_ANOTHER = lazy(
    r"/?[^\s/?#=&%@]{0,60}://|(?i:mailto|news|urn|tel):|(?i:www)\.[A-Za-z0-9-]+\.[A-Za-z]|<"
    r"|[A-Za-z0-9][^\s@/:]*@[\w-]+\."
)
_BULLET = lazy(
    r"(?:[-*+\u2022o]|\(?(?:[0-9]{1,3}|[A-Za-z]|[ivx]{1,4})[.)]|\[[^\]]*\]|[-=_*#~]{3,}|[0-9]{1,3}:|#[0-9]+|:[a-z]+)$"
)
_FUNCTION_WORDS = frozenset(
    """
    a about after all also an and any are as at be but by can do for from has have he his how i if in is it its may
    more no not of on one or our see she so some than that the their them then there these they this to under was we
    were what when where which who why will with would you your
    """.split()
)
_WORD = lazy(r"[A-Za-z\u00c0-\u024f]+(?:['\u2019-][A-Za-z\u00c0-\u024f]+)?$")
_URL_SHAPE = lazy(r"[/=&~_?#+$]|%[0-9A-Fa-f]{2}|[A-Za-z]-?[0-9]|[0-9]-?[A-Za-z]|[A-Za-z0-9]\.[A-Za-z0-9]|\w-\w+-\w")
_LABEL = lazy(r"[A-Za-z][\w-]*[:=]")
_FILE_END = lazy(rf"\.(?i:{'|'.join(sorted(FILE_ENDINGS))})(?:[#?].*)?$")
_ROFF = lazy(r"\.(?:ad|br|de|EE|EX|el|fi|ft|hy|ie|if|ig|in|IP|na|nf|nh|PP|RE|RS|SH|sp|SS|ti|TP|UE|UR)$")
_NAME = lazy(r"[A-Za-z0-9][\w./-]*\Z")
_COLON = lazy(r":(?:\s|$)")
_PROSE_BEHIND = lazy(r"[,;]? +[A-Za-z0-9<(\"']")
_PARAMETER = lazy(r"[\w.]+[=:]|[0-9a-f]{16}")
_CUT_PERCENT = lazy(r"%[0-9A-Fa-f]?$")
_HEX = lazy(r"[0-9A-Fa-f]{1,2}")
_HOST_ONLY = lazy(r"[^:]*:/*[^/]*\Z")
_HYPHEN_OR_DOT = lazy(r"[-.][A-Za-z0-9]")
_COMMA = lazy(r",[0-9]")
_SENTENCE = lazy(r" [a-z]+ [a-z]+")
_PROGRAM = lazy(r"\w+::\w|[A-Za-z_][\w.]*\(|:[a-z]+:")
_DATE = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}$|[0-9]{1,2}/\w{2,3}/[0-9]{2,4}$")
_ASSIGNMENT = lazy(r"\s+(?:[:+*/-]?=)(?:\s|\Z)")
_LOCAL_PATH = lazy(r"/(?:bin|dev|etc|home|lib|mnt|opt|proc|srv|tmp|usr|var)/")
# Marks of what stands inside of URLs.
_INSIDE = tuple(lazy(mark) for mark in ("/", "[0-9]", r"\.[A-Za-z0-9]", "[=&%]", "_.*_", "_.*_.*_", "-.*-", "-.*-.*-"))
_NUMBERED = lazy(r"[/=#][0-9]+$")
_OPENERS = {'"': '"', "(": ")", "[": "]", "{": "}", "'": "'", "`": "`", "\u201c": "\u201d", "\u00ab": "\u00bb"}


def _opener_closes(place: Junction) -> bool:
    closer = _OPENERS.get(place.before[-1:])
    return closer is not None and place.rest.lstrip(".,").startswith(closer)


def _fits(place: Junction) -> bool:
    """The tail would have had room on the first line, so no line-filler broke the URL."""
    room = max(place.widest or _USUAL_WIDTH, place.width) - place.width
    return len(place.tail) <= room


def _in_mid_token(place: Junction) -> bool:
    return place.head[-1:].isalnum() and place.tail[:1].isalnum()


def _fills_its_line(place: Junction) -> bool:
    # A lost prefix shows that a mail program broke the lines again, so they were full before.
    alone = not place.widest and not place.lost
    return place.width >= (_USUAL_WIDTH if alone else max(place.widest - _SLACK, 60))


def _is_word(place: Junction) -> bool:
    return bool(_WORD.match(place.tail)) and not _completes_file_end(place)


def _completes_file_end(place: Junction) -> bool:
    return completes_ending(place.head, place.tail)


def _is_label(place: Junction) -> bool:
    """`url.c: replaced`, or `TITLE:` below `URL:http://a/`: the next line begins with a label of its own."""
    label = place.before.rstrip()[-1:]
    same_label = label in (":", "=") and _LABEL.match(place.tail)
    name = _NAME.match(place.tail)
    return bool((name and _COLON.match(place.rest)) or (same_label and same_label.group()[-1] == label))


def _goes_on_as_prose(place: Junction) -> bool:
    return place.head[-1:] != "-" and _is_word(place) and bool(_PROSE_BEHIND.match(place.rest))


def _in_parameters(place: Junction) -> bool:
    """`/Sent;` + `uid=45`, `:internal:` + hexadecimal digits."""
    return place.head[-1:] in ";:" and bool(_PARAMETER.match(place.tail))


def _is_deep(place: Junction) -> bool:
    """The tail has several marks of a URL's inside."""
    return sum(bool(mark.search(place.tail)) for mark in _INSIDE) >= 2


def _ends_a_sentence(place: Junction) -> bool:
    return not _in_parameters(place) and place.head[-1:] in ".,!:;)'"


def _is_query(head: str) -> bool:
    return "?" in head


EVIDENCE = (
    # Where the line breaks.
    Evidence(
        "percent sign cut from its digits",
        5,
        lambda p: _CUT_PERCENT.search(p.head) and _HEX.match(p.tail),
    ),
    Evidence("breaks after = & ? _ + ~", 2.5, lambda p: p.head[-1:] in "=&_+~?"),
    Evidence("breaks after a hyphen", 4, lambda p: p.head[-1:] == "-"),
    Evidence("breaks after a slash", 1, lambda p: p.head[-1:] == "/"),
    Evidence(
        "breaks within the scheme or host",
        -1.5,
        lambda p: _HOST_ONLY.match(p.head) and p.head[-1:] != "-",
    ),
    Evidence("goes on with / ? & = % # _", 3, lambda p: p.tail[:1] in "/?&=%#_" and not p.tail.startswith("//")),
    Evidence("goes on with a hyphen or dot", 2, lambda p: _HYPHEN_OR_DOT.match(p.tail)),
    Evidence(
        "goes on with a sign that no URL's piece begins with",
        -4,
        lambda p: (
            not p.tail[0].isalnum() and p.tail[0] not in "/?&=%#_-.~,;+:$!" and (p.tail[0] != "(" or p.head[-1] != "?")
        ),
    ),
    Evidence("goes on with a comma in a path of commas", 2.5, lambda p: _COMMA.match(p.tail) and "," in p.head),
    Evidence("ends as a sentence does", -3, lambda p: _ends_a_sentence(p) and not _is_query(p.head)),
    Evidence("ends as a sentence does, in a query", -1, lambda p: _ends_a_sentence(p) and _is_query(p.head)),
    Evidence("breaks between parameters", 2, _in_parameters),
    Evidence(
        "ends as a file does",
        -1.5,
        lambda p: (
            not _is_query(p.head) and _FILE_END.search(p.head) and p.tail[:1].isalnum() and not _completes_file_end(p)
        ),
    ),
    # The shape of the lines.
    Evidence("the line is full", 1, _fills_its_line),
    Evidence("broken in mid-token at the full width", 1.5, lambda p: _in_mid_token(p) and _fills_its_line(p)),
    Evidence("in mid-token, the line not full", -1.5, lambda p: _in_mid_token(p) and not _fills_its_line(p)),
    Evidence("the tail had room on the line", -2, _fits),
    Evidence("hanging under the URL", 2, lambda p: p.tail_indent == p.url_column > p.indent),
    Evidence("deeper than the URL's line", 0.5, lambda p: p.tail_indent > p.indent),
    Evidence("less deep than the URL's line", -1.5, lambda p: p.tail_indent < p.indent and not p.lost),
    Evidence("the quote marks are lost", -0.5, lambda p: p.lost == "quotes"),
    Evidence("the comment is over", -20, lambda p: p.lost == "leader"),
    Evidence("broken before already", 2, lambda p: p.pieces > 1),
    Evidence("over a page break", -1, lambda p: p.kind == "page"),
    Evidence("at the edge of a table's cell", 1.5, lambda p: p.kind == "other"),
    Evidence("a soft break that leaves no blank", 20, lambda p: p.flow == "delsp"),
    Evidence("a soft break that leaves a blank", -20, lambda p: p.flow == "space"),
    Evidence("a soft break", 0.5, lambda p: p.flow == "soft"),
    Evidence("a hard break in flowed text", -1, lambda p: p.flow == "hard"),
    # What the next line holds.
    Evidence("the tail looks like a piece of a URL", 1.5, lambda p: _URL_SHAPE.search(p.tail)),
    Evidence("the tail has several marks of one", 1, _is_deep),
    Evidence("the tail completes a file's ending", 4, _completes_file_end),
    Evidence("the tail ends as a file does", 1.5, lambda p: _FILE_END.search(p.tail)),
    Evidence("the tail is all there is on its line", 1, lambda p: not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the tail is the paragraph's end", 0.5, lambda p: p.last_line and not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the quotes or brackets close behind the tail", 2.5, _opener_closes),
    Evidence("the tail is a word", -1, _is_word),
    Evidence("a sentence goes on behind the tail", -1, lambda p: _SENTENCE.match(p.rest)),
    Evidence(
        "the tail is a name or a call of a program",
        -4,
        lambda p: _PROGRAM.match(p.tail + p.rest),
    ),
    Evidence(
        "the tail is a date",
        -5,
        lambda p: p.head[-1] != "/" and _DATE.match(p.tail),
    ),
    Evidence("a number, and a word", -3, lambda p: _NUMBERED.search(p.head) and p.tail[:1].isalpha()),
    Evidence("the tail repeats the URL's end", -4, lambda p: p.head.endswith("/" + p.tail)),
    Evidence("a request of roff", -8, lambda p: p.tail_indent == 0 and _ROFF.match(p.tail)),
    Evidence("the tail is assigned to", -4, lambda p: _ASSIGNMENT.match(p.rest)),
    Evidence(
        "the tail is a path of this machine",
        -6,
        lambda p: _LOCAL_PATH.match(p.tail),
    ),
    Evidence("a list of pairs in XML", -6, lambda p: p.before.endswith('ocation="')),
    Evidence("the tail is a label", -4, _is_label),
    Evidence("a word in a table's cell", -3, lambda p: p.kind == "other" and _is_word(p) and p.head[-1] != "-"),
    Evidence("the tail begins a sentence", -2.5, _goes_on_as_prose),
    Evidence("the tail is a function word", -4, lambda p: p.tail.lower() in _FUNCTION_WORDS),
    Evidence("the tail is a bullet or number", -5, lambda p: _BULLET.match(p.tail + p.rest[:1].strip())),
    Evidence("the tail is another URL or an address", -20, lambda p: _ANOTHER.match(p.tail + p.rest)),
    Evidence("a rule or a boundary between parts", -20, lambda p: p.tail.startswith("--")),
    Evidence("the tail holds nothing of a URL", -20, lambda p: not any(char.isalnum() for char in p.tail)),
)


def weigh(place: Junction) -> float:
    """The sum of all evidence that holds."""
    total = 0.0
    for _, weight, holds in EVIDENCE:
        if holds(place):
            total += weight
    return total


def reasons(place: Junction) -> list[tuple[str, float]]:
    """Each piece of evidence that holds, with its weight: for people who ask why."""
    return [(evidence.name, evidence.weight) for evidence in EVIDENCE if evidence.holds(place)]
