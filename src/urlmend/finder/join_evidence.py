"""Decide whether a bare URL continues on the next line, by adding up the weights of named evidence.

RFC 1738 does not allow rejoining bare URLs, so each join is a guess with reasons. The table
EVIDENCE lists them: positive weights are evidence for a join, negative ones against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.file_endings import FILE_ENDINGS, completes_ending

# If the sum is at least JOIN, the lines are joined; if at least AMBIGUOUS, the joined reading is an alternative.
JOIN = 3.0
AMBIGUOUS = 1.0


# The assumed line width where no other lines show it.
_USUAL_WIDTH = 68
# By how much the widths of full lines in one paragraph differ.
_SLACK = 3


class Junction(NamedTuple):
    """A line break within or after a bare URL, and its surroundings."""

    head: str
    """The URL up to the line break, without anything trimmed."""
    tail: str
    """The beginning of the next line, up to white space or another character that ends a URL; punctuation is trimmed."""
    rest: str
    """The text after the tail on its line."""
    before: str
    """The text directly before the URL."""
    width: int
    """The length of the line before the break."""
    widest: int
    """The length of the longest line around it, except its own and that of the tail; 0 if there is none."""
    indent: int
    """The column where the text of the line before the break begins."""
    url_column: int
    """The column where the URL begins."""
    tail_indent: int
    """The column where the tail begins."""
    missing: str
    """The part of the first line's prefix that the next line does not have: "quotes", "leader", or ""."""
    pieces: int
    """The number of pieces of the head: more than one if lines were already joined."""
    kind: str
    """The kind of break."""
    flow: str
    """In `format=flowed` text (RFC 3676): "soft" or "hard" for the kind of line break, "delsp" for a soft one that
    leaves no space, "space" for one that leaves a space; "" in other text."""
    last_line: bool
    """Whether the line after the tail's line is empty or missing."""


class Evidence(NamedTuple):
    """One reason for or against a join."""

    name: str
    weight: float
    holds: Callable[[Junction], object]


_ANOTHER_URL = lazy(
    r"""
    /? [^\s/?#=&%@]{0,60} ://
    | (?i: mailto | news | urn | tel ) :
    | (?i: www ) \. [A-Za-z0-9-]+ \. [A-Za-z]
    | <                                      # a wrapper
    | [A-Za-z0-9] [^\s@/:]* @ [\w-]+ \.      # an email address
    """,
    re.VERBOSE,
)
_BULLET = lazy(
    r"""
    (?: [-*+\u2022o]
    | \(? (?: [0-9]{1,3} | [A-Za-z] | [ivx]{1,4} ) [.)]  # `1.`, `(a)`, `iv)`
    | \[ [^\]]* \]                                       # `[1]`
    | [-=_*#~]{3,}                                       # a horizontal rule
    | [0-9]{1,3} :
    | \# [0-9]+                                          # an issue
    | : [a-z]+                                           # a field of reStructuredText
    )$
    """,
    re.VERBOSE,
)
_FUNCTION_WORDS = frozenset(
    """
    a about after all also an and any are as at be but by can do for from has have he his how i if in is it its may
    more no not of on one or our see she so some than that the their them then there these they this to under was we
    were what when where which who why will with would you your
    """.split()
)
_WORD = lazy(r"[A-Za-z\u00c0-\u024f]+(?:['\u2019-][A-Za-z\u00c0-\u024f]+)?$")
_URL_SHAPE = lazy(
    r"""
    [/=&~_?#+$]
    | % [0-9A-Fa-f]{2}
    | [A-Za-z] -? [0-9]
    | [0-9] -? [A-Za-z]
    | [A-Za-z0-9] \. [A-Za-z0-9]
    | \w - \w+ - \w
    """,
    re.VERBOSE,
)
_LABEL = lazy(r"[A-Za-z][\w-]*[:=]")
_ENDS_IN_EXTENSION = lazy(rf"\.(?i:{'|'.join(sorted(FILE_ENDINGS))})(?:[#?].*)?$")
_ROFF = lazy(r"\.(?:ad|br|de|EE|EX|el|fi|ft|hy|ie|if|ig|in|IP|na|nf|nh|PP|RE|RS|SH|sp|SS|ti|TP|UE|UR)$")
_NAME = lazy(r"[A-Za-z0-9][\w./-]*\Z")
_COLON = lazy(r":(?:\s|$)")
_PROSE_AFTER = lazy(r"[,;]? +[A-Za-z0-9<(\"']")
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
# Features of paths and queries.
_URL_FEATURES = tuple(
    lazy(feature) for feature in ("/", "[0-9]", r"\.[A-Za-z0-9]", "[=&%]", "_.*_", "_.*_.*_", "-.*-", "-.*-.*-")
)
_ENDS_IN_NUMBER = lazy(r"[/=#][0-9]+$")
_OPENERS = {'"': '"', "(": ")", "[": "]", "{": "}", "'": "'", "`": "`", "\u201c": "\u201d", "\u00ab": "\u00bb"}


def _opener_closes(junction: Junction) -> bool:
    closer = _OPENERS.get(junction.before[-1:])
    return closer is not None and junction.rest.lstrip(".,").startswith(closer)


def _would_fit(junction: Junction) -> bool:
    """Whether the tail would fit on the first line, so that no line filling broke the URL."""
    room = max(junction.widest or _USUAL_WIDTH, junction.width) - junction.width
    return len(junction.tail) <= room


def _in_mid_token(junction: Junction) -> bool:
    return junction.head[-1:].isalnum() and junction.tail[:1].isalnum()


def _is_full_line(junction: Junction) -> bool:
    # A missing prefix shows that a mail program has broken the lines again, so they were full before.
    alone = not junction.widest and not junction.missing
    return junction.width >= (_USUAL_WIDTH if alone else max(junction.widest - _SLACK, 60))


def _is_word(junction: Junction) -> bool:
    return bool(_WORD.match(junction.tail)) and not _completes_extension(junction)


def _completes_extension(junction: Junction) -> bool:
    return completes_ending(junction.head, junction.tail)


def _is_label(junction: Junction) -> bool:
    """Whether the next line begins with a label: `url.c: replaced`, or `TITLE:` below `URL:http://a/`."""
    label = junction.before.rstrip()[-1:]
    same_label = label in (":", "=") and _LABEL.match(junction.tail)
    name = _NAME.match(junction.tail)
    return bool((name and _COLON.match(junction.rest)) or (same_label and same_label.group()[-1] == label))


def _begins_sentence(junction: Junction) -> bool:
    return junction.head[-1:] != "-" and _is_word(junction) and bool(_PROSE_AFTER.match(junction.rest))


def _in_parameters(junction: Junction) -> bool:
    """Whether the break separates parameters: `/Sent;` and `uid=45`, or `:internal:` and hexadecimal digits."""
    return junction.head[-1:] in ";:" and bool(_PARAMETER.match(junction.tail))


def _has_several_features(junction: Junction) -> bool:
    """Whether the tail has several features of paths and queries."""
    return sum(bool(feature.search(junction.tail)) for feature in _URL_FEATURES) >= 2


def _ends_like_sentence(junction: Junction) -> bool:
    return not _in_parameters(junction) and junction.head[-1:] in ".,!:;)'"


def _is_query(head: str) -> bool:
    return "?" in head


EVIDENCE = (
    # Where the line breaks.
    Evidence(
        "percent sign separated from its digits",
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
    Evidence("continues with / ? & = % # _", 3, lambda p: p.tail[:1] in "/?&=%#_" and not p.tail.startswith("//")),
    Evidence("continues with a hyphen or dot", 2, lambda p: _HYPHEN_OR_DOT.match(p.tail)),
    Evidence(
        "continues with a character that begins no piece of a URL",
        -4,
        lambda p: (
            not p.tail[0].isalnum() and p.tail[0] not in "/?&=%#_-.~,;+:$!" and (p.tail[0] != "(" or p.head[-1] != "?")
        ),
    ),
    Evidence("continues with a comma in a path with commas", 2.5, lambda p: _COMMA.match(p.tail) and "," in p.head),
    Evidence("ends like a sentence", -3, lambda p: _ends_like_sentence(p) and not _is_query(p.head)),
    Evidence("ends like a sentence, in a query", -1, lambda p: _ends_like_sentence(p) and _is_query(p.head)),
    Evidence("breaks between parameters", 2, _in_parameters),
    Evidence(
        "ends like a file name",
        -1.5,
        lambda p: (
            not _is_query(p.head)
            and _ENDS_IN_EXTENSION.search(p.head)
            and p.tail[:1].isalnum()
            and not _completes_extension(p)
        ),
    ),
    # The shape of the lines.
    Evidence("the line is full", 1, _is_full_line),
    Evidence("in mid-token, on a full line", 1.5, lambda p: _in_mid_token(p) and _is_full_line(p)),
    Evidence("in mid-token, on a short line", -1.5, lambda p: _in_mid_token(p) and not _is_full_line(p)),
    Evidence("the tail would fit on the line", -2, _would_fit),
    Evidence("indented to the column of the URL", 2, lambda p: p.tail_indent == p.url_column > p.indent),
    Evidence("indented more than the URL's line", 0.5, lambda p: p.tail_indent > p.indent),
    Evidence("indented less than the URL's line", -1.5, lambda p: p.tail_indent < p.indent and not p.missing),
    Evidence("the quote marks are missing", -0.5, lambda p: p.missing == "quotes"),
    Evidence("the comment has ended", -20, lambda p: p.missing == "leader"),
    Evidence("lines were already joined", 2, lambda p: p.pieces > 1),
    Evidence("across a page break", -1, lambda p: p.kind == "page"),
    Evidence("at the edge of a table cell", 1.5, lambda p: p.kind == "other"),
    Evidence("a soft break that leaves no space", 20, lambda p: p.flow == "delsp"),
    Evidence("a soft break that leaves a space", -20, lambda p: p.flow == "space"),
    Evidence("a soft break", 0.5, lambda p: p.flow == "soft"),
    Evidence("a hard break in flowed text", -1, lambda p: p.flow == "hard"),
    # The content of the next line.
    Evidence("the tail looks like a piece of a URL", 1.5, lambda p: _URL_SHAPE.search(p.tail)),
    Evidence("the tail has several features of a URL", 1, _has_several_features),
    Evidence("the tail completes a file extension", 4, _completes_extension),
    Evidence("the tail ends like a file name", 1.5, lambda p: _ENDS_IN_EXTENSION.search(p.tail)),
    Evidence("the tail is alone on its line", 1, lambda p: not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the tail ends the paragraph", 0.5, lambda p: p.last_line and not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the quotes or brackets close after the tail", 2.5, _opener_closes),
    Evidence("the tail is a word", -1, _is_word),
    Evidence("a sentence continues after the tail", -1, lambda p: _SENTENCE.match(p.rest)),
    Evidence(
        "the tail looks like program code",
        -4,
        lambda p: _PROGRAM.match(p.tail + p.rest),
    ),
    Evidence(
        "the tail is a date",
        -5,
        lambda p: p.head[-1] != "/" and _DATE.match(p.tail),
    ),
    Evidence(
        "a number before the break, a word after it",
        -3,
        lambda p: _ENDS_IN_NUMBER.search(p.head) and p.tail[:1].isalpha(),
    ),
    Evidence("the tail repeats the end of the URL", -4, lambda p: p.head.endswith("/" + p.tail)),
    Evidence("the tail is a roff request", -8, lambda p: p.tail_indent == 0 and _ROFF.match(p.tail)),
    Evidence("the tail is assigned a value", -4, lambda p: _ASSIGNMENT.match(p.rest)),
    Evidence(
        "the tail is a local path",
        -6,
        lambda p: _LOCAL_PATH.match(p.tail),
    ),
    Evidence("a list of schema locations in XML", -6, lambda p: p.before.endswith('ocation="')),
    Evidence("the tail is a label", -4, _is_label),
    Evidence("a word in a table cell", -3, lambda p: p.kind == "other" and _is_word(p) and p.head[-1] != "-"),
    Evidence("the tail begins a sentence", -2.5, _begins_sentence),
    Evidence("the tail is a function word", -4, lambda p: p.tail.lower() in _FUNCTION_WORDS),
    Evidence("the tail is a bullet or number", -5, lambda p: _BULLET.match(p.tail + p.rest[:1].strip())),
    Evidence("the tail is another URL or an address", -20, lambda p: _ANOTHER_URL.match(p.tail + p.rest)),
    Evidence("a horizontal rule or MIME boundary", -20, lambda p: p.tail.startswith("--")),
    Evidence("the tail has no letter or digit", -20, lambda p: not any(char.isalnum() for char in p.tail)),
)


# Evidence for a join first, then the strongest evidence against it.
_FOR_JOIN = tuple(evidence for evidence in EVIDENCE if evidence.weight > 0)
_AGAINST_JOIN = tuple(sorted((evidence for evidence in EVIDENCE if evidence.weight < 0), key=lambda e: e.weight))


def weigh(junction: Junction) -> float:
    """The sum of the weights of all evidence that holds, or of enough of it to show that it is below AMBIGUOUS."""
    total = 0.0
    for _, weight, holds in _FOR_JOIN:
        if holds(junction):
            total += weight
    for _, weight, holds in _AGAINST_JOIN:
        if total < AMBIGUOUS:
            break
        if holds(junction):
            total += weight
    return total


def reasons(junction: Junction) -> list[tuple[str, float]]:
    """The name and weight of each piece of evidence that holds, to explain a decision."""
    return [(evidence.name, evidence.weight) for evidence in EVIDENCE if evidence.holds(junction)]
