"""Decide whether a bare URL continues on the next line, by adding up the weights of named evidence.

RFC 1738 does not allow rejoining bare URLs, so each join is a guess with reasons. The table
EVIDENCE lists them: positive weights are evidence for a join, negative ones against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.file_endings import completes_ending, has_ending
from urlmend.finder.line_breaks import EDGES

# If the sum is at least JOIN, the lines are joined; below LIKELY, the reading that ends at the line break is an alternative.
# If the sum is at least AMBIGUOUS, but below JOIN, the joined reading is one.
LIKELY = 5.0
JOIN = 3.5
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
    """The length of the longest line around it, except its own and that of the tail, or 0."""
    indent: int
    """The column where the text of the line before the break begins."""
    url_column: int
    """The column where the URL begins."""
    tail_indent: int
    """The column where the tail begins."""
    missing: str
    """The part of the first line's prefix that the next line does not have: "quotes", "leader", or ""."""
    in_comment: bool
    """Whether the URL's line is a comment."""
    pieces: int
    """The number of pieces of the head: more than one if lines were already joined."""
    kind: str
    """The kind of break."""
    flow: str
    """In `format=flowed` text (RFC 3676): "soft" or "hard" for the kind of line break, "delsp" for a soft one that
    leaves no space, "space" for one that leaves a space; "" in other text."""
    lead: str
    """The text before the URL on its line, without the line's prefix; empty after a join."""
    previous: str
    """The line before that of the break, or an empty string."""
    next_line: str
    """The line after that of the tail, or an empty string."""
    in_row: bool = False
    """Whether the break is in a cell, and the next line has text in other cells, too."""
    is_continued: bool = False
    """Whether a backslash ends the line, directly after the URL."""

    @property
    def last_line(self) -> bool:
        """Whether the line after the tail's line is empty or missing."""
        return not self.next_line.strip(" \t>|#*/;")


class Evidence(NamedTuple):
    """One reason for or against a join."""

    name: str
    weight: float
    holds: Callable[[Junction], object]


_ANOTHER_URL = lazy(
    r"""
    /? [^\s/?#=&%@]{0,60} ://
    | (?i: https? ) :/
    | (?i: mailto | news | urn | tel | sips? | geo | magnet | doi | xmpp | cid | mid ) :
    | (?i: www ) \. [A-Za-z0-9-]+ \. [A-Za-z]
    | <                                      # a wrapper
    """,
    re.VERBOSE,
)
_ADDRESS = lazy(r"[A-Za-z0-9][^\s@/:]*@[\w-]+\.")
_COMPLETE_VALUE = lazy(r"[?&;][\w.-]+=(?i:true|false|yes|no|null)\Z")
# A user, and the beginning of a password rather than a port; and its rest, up to a host.
_CUT_PASSWORD = lazy(
    r"[A-Za-z][A-Za-z0-9+.-]*://[^\s:/?#@\[.]+:(?![0-9]{1,5}(?:[-:,][0-9]{1,5})*\Z|(?i:port))[^\s/?#@\[\](){}<>$%\"']+(?<![.,;:!?])\Z"
)
_REST_OF_PASSWORD = lazy(r"[^\s/?#@:<>\"']*@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?=[/?#:]|\Z)")
_BULLET = lazy(
    r"""
    (?: [-*+\u2022o]
    | \(? (?: [0-9]{1,3} | [A-Za-z] | [ivx]{1,4} ) [.)]  # `1.`, `(a)`, `iv)`
    | \[ [^\]]* \]                                       # `[1]`
    | [-=_*#~]{3,}                                       # a horizontal rule
    | [0-9]{1,3} :
    | \# [0-9]+ ,?                                       # an issue
    | - [A-Za-z]+ -                                      # `-or-`
    | : [a-z]+                                           # a field of reStructuredText
    )$
    """,
    re.VERBOSE,
)
_FUNCTION_WORDS = frozenset(
    """
    a about after all also an and and/or any are as at be but by can do for from has have he his how i if in is it its may
    more no not of on one or our see she so some than that the their them then there these they this to under was we
    were what when where which who why will with would you your n.b e.g i.e p.s cf viz
    """.split()
)
_LETTERS = "A-Za-z\u00c0-\u024f"
_WORD = lazy(rf"(?![A-Za-z]*[a-z][A-Z])[{_LETTERS}]+(?:['\u2019-][{_LETTERS}]+)?$")  # no `camelCase`
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
_ENDS_IN_ARCHIVE = lazy(r"\.(?i:gz|tgz|bz2|xz|zst|zip|7z|tar|jar|deb|rpm|iso|exe|dmg|whl|git)$")
_NAME = lazy(r"[$#]?[A-Za-z0-9][\w./-]*\Z")
_COLON = lazy(r" ?::?(?:\s|$)")
_PROSE_AFTER = lazy(r"[,;]? +[A-Za-z0-9<(\"']")
_PARAMETERS = lazy(r"[^=&]*[=&][^=&]*[=&]")
_PARAMETER = lazy(r"[\w.]+[=:]|[0-9a-f]{16}")
_CUT_PERCENT = lazy(r"%[0-9A-Fa-f]?$")
_HEX = lazy(r"[0-9A-Fa-f]{1,2}")
_HOST_ONLY = lazy(r"[^:]*:/*[^/]*\Z")
_CONTINUES = lazy(r"(?!//|__|\?[A-Za-z]+$|\#\+|%(?![0-9A-Fa-f]{2}))(?:[/?&=%#]|_\w*[./=&])")
_NO_PIECE = lazy(r"(?=[^A-Za-z0-9/?&=%#_.~,;+:$!(-])[\x00-\x7f]|__|%(?![0-9A-Fa-f]{2})")
_HYPHEN_OR_DOT = lazy(r"[-.][A-Za-z0-9]")
_TEXT_AFTER_NAME = lazy(r",? +[A-Za-z(]")
_NO_PUNCTUATION = lazy(r"#?[A-Za-z0-9_'+-]+$")
_PHONE = lazy(r"[+(]?[0-9]{1,4}[-. )]+[0-9]{2,4}[-. ][0-9]{3}")
_DIRECTIVE = lazy(
    r"""
    (?: TODO | FIXME | XXX | HACK | NOTE | NOLINT | [a-z]+-(?:dis|en)able(?:-[a-z-]+)? | @ts-[a-z-]+
    | \# (?: EXT | EXT[A-Z-]+ | if | ifn?def | el(?:se|if) | endif | define | undef | include | pragma | error )
    ) \b
    | \+ [A-Za-z][\w.:/-]* (?: = | $ )  # a marker of generated code: `+optional`
    """,
    re.VERBOSE,
)
_HOST = lazy(
    r"""
    (?: www | ftp | lists | bugs ) \. [\w-]+ \.
    | (?: [a-z0-9-]+ \. )+ (?: com | org | net | edu | gov | mil | info | [a-z]{2} ) (?: / (?! / ) | : [0-9] )
    """,
    re.VERBOSE,
)
_SCHEME_ONLY = lazy(r"[A-Za-z][A-Za-z0-9+.-]*:/{0,2}\Z")
_HOST_AFTER_SCHEME = lazy(r"//(?:[A-Za-z0-9-]+\.)+[A-Za-z]")
_BROKEN_HOST = lazy(r"[^:]*://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.\Z")
_REST_OF_HOST = lazy(r"(?=[^/]*\.|[a-z]+(?:/|$))[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*(?:[/:?#]|$)")
_BULLET_ONLY = lazy(r"\s*(?:[-*+o\u2022]|\(?[0-9a-z]{1,3}[.)])\s+$")
_ASCII_LETTERS = lazy(r"[A-Za-z]+")
_DIGITS = lazy(r"[0-9]+")
_RECORD = lazy(r"(?=.*\W).*[0-9\[\](){}<>=|]")
_COLUMN = lazy(r".*\S(?: {2,}|[ \t]*\t)(?<!:\t)$")
_APT = lazy(r"(?:.*[^\w])?(?:deb(?:-src)?|(?:Get|Hit|Ign|Err):[0-9]+) $")
_REPOSITORY = lazy(r"/(?:ubuntu|debian)\Z")
_SUITE = lazy(r"[a-z]+(?:-[a-z0-9]+)*/(?:[\s,]|\Z)")
_PAGE = lazy(r"\.(?:html?|php|pdf)\Z")
# The first word of a line, without the prefix that a mail or a comment gives it.
_FIRST_WORD = lazy(r"[\s>|#*/;+]*(\S{1,80})")
_FIELD = lazy(r"[^\w\s]?[\w.$-]+([:=])(?!//)")
_PROGRAM = lazy(
    r"\w+::\w|[a-z][\w-]* --?[A-Za-z]|[A-Za-z_][\w.]*\(|:[a-z]+:|[A-Za-z_]\w*;\s*\Z|[0-9a-f]{7,12} [A-Z]|-[A-Za-z][\w.]*="
)
_OPERATOR = lazy(r"\s+(?:[:+*/-]?=|[-=]>)(?:\s|\Z)")
_LIST_OF_FILES = lazy(r"(?:[\w-]+\.[A-Za-z]\w*, ){2}")
_DATE = lazy(r"[0-9]{4}([-/])[0-9]{2}(?:\1[0-9]{2}|-)$|[0-9]{1,2}/[A-Z][a-z]{2}/[0-9]{2,4}$")
_ORDINAL = lazy(r"(?:[0-9]*1st|[0-9]*2nd|[0-9]*3rd|[0-9]+th)\s+[A-Za-z]")
_VERSION = lazy(r"v?[0-9]+(?:\.[0-9]+)+\.? [-|A-Z]")
# `*.jar`, `-*-gulim-`, `-esnic$`.
_PATTERN = lazy(r"\*\.|-\*-|\*(?!\w*$)|[A-Za-z]\$$")
_FILE_END = lazy(r"/[^/?]*\.(?:s?html?|txt|text|pdf|png|gif|jpe?g|c|h|py|pl|js|css|xml|md|log|conf|sh)$")
_OUTPUT = lazy(r"/[A-Z][a-z]+ [a-z]+ ")
_SIZE = lazy(r"[0-9]+(?:\.[0-9]+)?[kKMG]i?B?\Z")
_UUID = lazy(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\s*\Z")
_HASH = lazy(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?:\s|\Z)")
_STATUS = lazy(r"HTTP/[0-9](?:\.[0-9])?\Z")
# The prompt of a shell, and a command after it.
_COMMAND = lazy(r"(?:(?:\[?[\w.-]+@[\w.-]+[: ][^\s$#%\]]*\]?)?[$#%]|[A-Z]:\\[^\s>]*>) ?[a-z]")
_ENTITY = lazy(r"&(?:[a-z]+|\#[0-9]+);")
# The shortest beginning of a segment that no other one has by chance, in code points.
_RECOGNISABLE = 6
_RULE = lazy(r"--|==|[-=_*#~+]{4}|(?:=3D){3}")  # also in quoted-printable text
_VARIABLE = lazy(r"[A-Z][A-Z0-9_-]{2,}(?:;[A-Z-]+)?=")  # a property of iCalendar, too
_NAME_AND_VALUE = lazy(r"[\w.-]+=[^=&/]*\Z")
_PANE_EDGE = lazy(f"[{EDGES[1:]}]")
_ROFF = lazy(r"\.[A-Za-z]{2}$")
# Requests that are no endings of files, which comments contain, too.
_ROFF_IN_COMMENT = lazy(r"\.(?:pp|br|sp|nf|fi|ti|PP|BR|TP|IP|LP|SH|SS|RS|RE|EX|EE|Pp|Sh|Ss|It|El|Bl|Ed|Bd)$")
_COLUMN_AFTER = lazy(r"(?: *\t|[ ]{3,})(?!\*/)[^\s|]")
_VARIABLE_FIRST = lazy(r"\$(?:\{\w+\}|\(\w+\))")
_LOCAL_PATH = lazy(r"/(?:bin|dev|etc|home|lib|mnt|opt|proc|srv|tmp|usr|var)/")
# Features of paths and queries.
_URL_FEATURES = tuple(
    lazy(feature) for feature in ("/", "[0-9]", r"\.[A-Za-z0-9]", "[=&%]", "_.*_", "_.*_.*_", "-.*-", "-.*-.*-")
)
_ENDS_IN_NUMBER = lazy(r"[/=#][0-9]+$")
_OPENERS = {'"': '"', "(": ")", "[": "]", "{": "}", "'": "'", "`": "`", "\u201c": "\u201d", "\u00ab": "\u00bb"}


def _opener_closes(junction: Junction) -> bool:
    closer = _OPENERS.get(junction.before[-1:])
    return closer is not None and junction.rest.lstrip("., " if closer == ")" else ".,").startswith(closer)


def _bracket_closes(junction: Junction) -> bool:
    """Whether a bracket that opens before other text and the URL closes after the tail."""
    if not junction.rest.startswith(")") or junction.before.endswith("("):
        return False
    return junction.lead.count("(") > junction.lead.count(")")


def _quotes_close_later(junction: Junction) -> bool:
    """Whether quotes that open before the URL close after more text, so that they hold more than a URL."""
    quote = junction.before[-1:] if junction.before[-1:] in ("'", "`") else '"'
    is_open = junction.before.endswith(quote) or junction.lead.count(quote) % 2
    text, found, _ = junction.rest.partition(quote)
    return bool(is_open and found) and " " in text


def _text_follows(junction: Junction) -> bool:
    return bool(junction.rest.strip(" \t.,;:)\"'")) and not _opener_closes(junction)


def _is_column(junction: Junction) -> bool:
    """Whether the URL is in a column of its own, which the next line does not keep."""
    is_column = _COLUMN.match(junction.lead) and not _BULLET_ONLY.match(junction.lead)
    return bool(is_column) and junction.tail_indent < junction.url_column


def _host_is_cut(junction: Junction) -> bool:
    """Whether a host goes on after its dot, or begins after a scheme that ends the line."""
    if _SCHEME_ONLY.match(junction.head):
        return bool(_HOST_AFTER_SCHEME.match(junction.head[junction.head.index(":") + 1 :] + junction.tail))
    return bool(_BROKEN_HOST.match(junction.head) and _REST_OF_HOST.match(junction.tail))


def _password_is_cut(junction: Junction) -> bool:
    """Whether the line ends within a password, and the next one has its end and the host."""
    if "@" not in junction.tail:  # true of most
        return False
    return bool(_REST_OF_PASSWORD.match(junction.tail) and _CUT_PASSWORD.match(junction.head))


def _is_suite(junction: Junction) -> bool:
    """Whether a repository and its suite are separated by the break: `http://a.example/debian` and `bookworm/`."""
    return bool(_SUITE.match(junction.tail + junction.rest) and _REPOSITORY.search(junction.head))


def _first_word(line: str) -> str:
    match = _FIRST_WORD.match(line)
    return match.group(1) if match else ""


def _form(word: str) -> str:
    """A word with one digit for each number, and one letter for each run of letters."""
    return _DIGITS.sub("0", _ASCII_LETTERS.sub("a", word))


def _in_records(junction: Junction) -> bool:
    """Whether the line of the tail begins like one next to it, as the lines of logs, tables and lists do.

    Lines begin alike if their first words are the same, numbers or times of the same form, files of the same folder, or,
    for the URL's own line, names of fields.
    """
    if junction.lead[:1] == junction.tail[0] and junction.tail[0] in "+-/":  # lines of a diff, lists of paths
        return True
    first = _first_word(junction.tail + junction.rest)
    lead = _first_word(junction.lead)
    others = (lead, _first_word(junction.previous), _first_word(junction.next_line))
    if first in others or any(_in_same_folder(first, other) for other in others):
        return True
    if lead and (_in_same_series(first, lead) or (junction.head[-1] not in "?&=;" and _same_field(lead, first))):
        return True
    return _RECORD.match(first) is not None and _form(first) in map(_form, others)


def _in_same_folder(word: str, other: str) -> bool:
    """Whether two words are paths of files with the same first folder."""
    folder, slash, _ = word.partition("/")
    return bool(folder and slash) and other.startswith(folder + "/")


def _in_same_series(word: str, lead: str) -> bool:
    """Whether two words are names with the same first part, such as `_Plan.Year`."""
    part, dot, _ = word.partition(".")
    return bool(part and dot) and lead.startswith(part + ".")


def _same_field(word: str, other: str) -> bool:
    """Whether two words are names of fields, such as `Name:` or `name=value`."""
    field, other_field = _FIELD.match(word), _FIELD.match(other)
    return field is not None and other_field is not None and field[1] == other_field[1]


def _is_in_last_pane(junction: Junction) -> bool:
    """Whether edges of panes precede the URL, and other text precedes such an edge on the next line."""
    if junction.kind == "other" or junction.lead.isascii():
        return False
    return bool(_PANE_EDGE.search(junction.lead) and _PANE_EDGE.search(junction.rest))


def _would_fit(junction: Junction) -> bool:
    """Whether the tail would fit on the first line, so that no line filling broke the URL."""
    room = max(junction.widest or _USUAL_WIDTH, junction.width) - junction.width
    return len(junction.tail) <= room


def _are_filled(junction: Junction) -> bool:
    """Whether the line before is as long as a paragraph's lines are."""
    return len(junction.previous) >= max(junction.widest, junction.width, 62) - 12


def _in_mid_token(junction: Junction) -> bool:
    return junction.head[-1:].isalnum() and junction.tail[:1].isalnum()


def _is_full_line(junction: Junction) -> bool:
    # A missing prefix shows that a mail program has broken the lines again, so they were full before.
    if junction.kind == "other" and junction.widest:
        return junction.width >= junction.widest - _SLACK
    alone = not junction.widest and not junction.missing
    return junction.width >= (_USUAL_WIDTH if alone else max(junction.widest - _SLACK, 60))


def _is_at_full_width(junction: Junction) -> bool:
    """Whether no line around it is longer, as where a program breaks lines without regard to words."""
    return _is_full_line(junction) and junction.width >= junction.widest


def _is_ragged_mid_token(junction: Junction) -> bool:
    """Whether a program that breaks lines between words would have broken the line before the URL."""
    if (
        junction.missing
        or not _in_mid_token(junction)
        or abs(junction.width - (junction.widest or junction.width)) <= 1
    ):
        return False
    return any(char.isalnum() for char in junction.lead)


def _is_entity(junction: Junction) -> bool:
    """Whether the tail is a character entity of HTML."""
    return _ENTITY.match(junction.tail + junction.rest[:1]) is not None


def _continues(junction: Junction) -> bool:
    """Whether the tail begins with a character that separates the parts of a URL, and may do so here."""
    if junction.head[-1] == "/" and junction.tail[0] in "=&":
        return False
    return _CONTINUES.match(junction.tail) is not None and not _is_entity(junction)


def _repeats_end(junction: Junction) -> bool:
    """Whether the tail is the last segment of the URL or a path to that file, or begins like it in mid-token."""
    last = junction.tail[junction.tail.rfind("/") + 1 :]
    if junction.head.endswith("/" + junction.tail) or ("." in last and junction.head.endswith("/" + last)):
        return True
    if not _in_mid_token(junction):
        return False
    start = max(junction.head.rfind(delimiter) for delimiter in "/:=") + 1
    return len(junction.head) - start >= _RECOGNISABLE and junction.tail.startswith(
        junction.head[start : start + _RECOGNISABLE]
    )


def _is_word(junction: Junction) -> bool:
    return bool(_WORD.match(junction.tail)) and not _completes_extension(junction)


def _is_function_word(junction: Junction) -> bool:
    return junction.tail.lower() in _FUNCTION_WORDS and not _completes_extension(junction)


def _is_complete_link(junction: Junction) -> bool | None:
    """Whether the URL is the link of a gateway with its end; None for other URLs."""
    if junction.head.find("http", 8) < 0:  # such a link holds another URL
        return None
    from urlmend.uri.unwrapping import is_complete_link  # most URLs hold no other

    return is_complete_link(junction.head)


def _link_goes_on(junction: Junction) -> bool:
    """Whether the link of a gateway lacks its end, and the tail may have it."""
    if junction.rest.strip() and "&" not in junction.tail and "%" not in junction.tail:
        return False
    return not _is_word(junction) and _is_complete_link(junction) is False


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


def _is_assignment(junction: Junction) -> bool:
    head, tail = junction.head, junction.tail
    if _OPERATOR.match(junction.rest) or (head[-1] not in "?&;" and _VARIABLE.match(tail)):
        return True
    return not _is_query(head) and head[-1] not in ";=" and _NAME_AND_VALUE.match(tail) is not None


def _in_parameters(junction: Junction) -> bool:
    """Whether the break separates parameters: `/Sent;` and `uid=45`, or `:internal:` and hexadecimal digits."""
    return junction.head[-1:] in ";:" and bool(_PARAMETER.match(junction.tail))


def _has_several_features(junction: Junction) -> bool:
    """Whether the tail has several features of paths and queries."""
    return sum(bool(feature.search(junction.tail)) for feature in _URL_FEATURES) >= 2


def _ends_like_sentence(junction: Junction) -> bool:
    if junction.head[-1:] not in ".,!:;)'":
        return False
    return not (_in_parameters(junction) or _host_is_cut(junction) or _completes_extension(junction))


def _comment_has_ended(junction: Junction) -> bool:
    return (junction.missing == "leader" and not junction.is_continued) or junction.head.endswith("*/")


def _is_query(head: str) -> bool:
    return "?" in head


def _is_pattern(p: Junction) -> object:
    """Whether the tail has characters of a pattern, and is no part of a query with percent-encoding."""
    return _PATTERN.search(p.tail) and not (_is_query(p.head) and "%" in p.tail)


def _in_console(p: Junction) -> object:
    """Whether the URL is at the end of a command in a console, whose output follows, and no program broke the line."""
    return not p.is_continued and _COMMAND.match(p.lead) and not _is_full_line(p)


def _is_quoted_item(p: Junction) -> bool:
    """Whether the tail is the last item of a list in quotes whose items begin in one column."""
    is_aligned = p.tail_indent == p.url_column and not p.lead.strip() and not p.before.endswith(('"', "'"))
    return is_aligned and p.rest.startswith(('"', "'")) and not _is_query(p.head) and not _is_full_line(p)


EVIDENCE = (
    # Where the line breaks.
    Evidence(
        "percent sign separated from its digits",
        5.5,
        lambda p: _CUT_PERCENT.search(p.head) and _HEX.match(p.tail),
    ),
    Evidence("breaks after = & ? # _ + ~", 2.5, lambda p: p.head[-1:] in "=&_+~?#"),
    Evidence("a backslash continues the line", 5, lambda p: p.is_continued),
    Evidence("breaks after a hyphen", 4, lambda p: p.head[-1:] == "-"),
    Evidence("breaks after a slash", 1, lambda p: p.head[-1:] == "/"),
    Evidence(
        "breaks within the scheme or host",
        -1.5,
        lambda p: _HOST_ONLY.match(p.head) and p.head[-1:] != "-" and not _host_is_cut(p),
    ),
    Evidence("continues with / ? & = % # _", 3, _continues),
    Evidence("continues with a hyphen or dot", 2, lambda p: p.head[-1].isalnum() and _HYPHEN_OR_DOT.match(p.tail)),
    Evidence(
        "continues with a character that begins no piece of a URL",
        -4,
        lambda p: _NO_PIECE.match(p.tail) or (p.tail[0] == "(" and p.head[-1] != "?") or _is_entity(p),
    ),
    Evidence("ends like a sentence", -4, _ends_like_sentence),
    Evidence("breaks between parameters", 2, _in_parameters),
    Evidence(
        "ends like a file name",
        -2.5,
        lambda p: not _is_query(p.head) and has_ending(p.head) and _in_mid_token(p) and not _completes_extension(p),
    ),
    Evidence("ends with a complete value", -2.5, lambda p: _COMPLETE_VALUE.search(p.head) and p.tail[0].isalnum()),
    Evidence("a host is cut after its scheme or a dot", 4, _host_is_cut),
    Evidence("a password is cut before its host", 7, _password_is_cut),
    Evidence("a scheme alone, and no host after it", -20, lambda p: _SCHEME_ONLY.match(p.head) and not _host_is_cut(p)),
    # The shape of the lines.
    Evidence("the line is full", 1, _is_full_line),
    Evidence("in mid-token, at the full width", 1.5, lambda p: _in_mid_token(p) and _is_at_full_width(p)),
    Evidence("in mid-token, after text, at no width of the lines around", -1.5, _is_ragged_mid_token),
    Evidence(
        "in mid-token, from a small letter to a capital one",
        -2,
        lambda p: p.head[-1].islower() and p.tail[0].isupper(),
    ),
    Evidence("in mid-token, in a comment", -1.5, lambda p: p.in_comment and _in_mid_token(p)),
    Evidence("in mid-token, on a short line", -2, lambda p: _in_mid_token(p) and not _is_full_line(p)),
    Evidence("the tail would fit on the line", -2, _would_fit),
    Evidence("indented more than the URL's line", 0.5, lambda p: p.tail_indent > p.indent),
    Evidence("indented less than the URL's line", -1.5, lambda p: p.tail_indent < p.indent and not p.missing),
    Evidence("the comment has ended", -20, _comment_has_ended),
    Evidence("lines were already joined", 2.5, lambda p: p.pieces > 1),
    Evidence("at the edge of a table cell", 1.5, lambda p: p.kind == "other"),
    Evidence("other cells have text, too", -3, lambda p: p.in_row),
    Evidence("the next line begins in another pane", -20, _is_in_last_pane),
    Evidence("a soft break that leaves no space", 20, lambda p: p.flow == "delsp"),
    Evidence("a soft break that leaves a space", -20, lambda p: p.flow == "space"),
    Evidence("the lines begin alike", -8, lambda p: not _SCHEME_ONLY.match(p.head) and _in_records(p)),
    Evidence("the URL is in a column of its own", -3, _is_column),
    Evidence("a line of more than 82 columns", -1.5, lambda p: p.width > 82 and p.width > p.widest),
    Evidence("the lines around are filled", 0.5, _are_filled),
    Evidence("text follows a tail that would fit", -1, lambda p: _text_follows(p) and _would_fit(p)),
    Evidence("the link of a gateway lacks its end", 3.5, _link_goes_on),
    Evidence("the link of a gateway is complete", -8, _is_complete_link),
    # The content of the next line.
    Evidence("another URL on the tail's line", -2, lambda p: "://" in p.rest),
    Evidence(
        "text follows a tail without punctuation",
        -1,
        lambda p: _NO_PUNCTUATION.match(p.tail) and _TEXT_AFTER_NAME.match(p.rest),
    ),
    Evidence("the quotes close later", -3, _quotes_close_later),
    Evidence(
        "the tail is in another script", -6, lambda p: p.tail[0] > "\x7f" and p.tail[0].isalpha() and p.head.isascii()
    ),
    Evidence("the suite of an APT source", -8, lambda p: _APT.match(p.lead) or _is_suite(p)),
    Evidence("the tail begins a list of files", -4, lambda p: _LIST_OF_FILES.match(p.tail + p.rest)),
    Evidence("the tail is a directive of a tool", -6, lambda p: "?" not in p.head and _DIRECTIVE.match(p.tail)),
    Evidence("the tail is a telephone number", -4, lambda p: _PHONE.match(p.tail + p.rest)),
    Evidence(
        "the tail begins with a host",
        -8,
        lambda p: (not p.flow or p.head[-1] == "/") and _HOST.match(p.tail) and not _HOST_ONLY.match(p.head),
    ),
    Evidence(
        "a path, query or fragment of an archive",
        -8,
        lambda p: p.tail[0] in "/#%?" and _ENDS_IN_ARCHIVE.search(p.head),
    ),
    Evidence(
        "a comment begins on the next line",
        -4,
        lambda p: p.tail[0] == "#" and p.head[-1] == "/" and not _is_full_line(p) and _text_follows(p),
    ),
    Evidence(
        "a hyphen begins the tail, and text follows",
        -2,
        lambda p: p.tail[0] == "-" and _text_follows(p) and not has_ending(p.tail),
    ),
    Evidence("an option after a page", -4, lambda p: p.tail[0] == "-" and _PAGE.search(p.head)),
    Evidence("an option on a short line", -3, lambda p: p.tail[0] in "-." and not _is_full_line(p)),
    Evidence("the tail looks like a piece of a URL", 1.5, lambda p: _URL_SHAPE.search(p.tail)),
    Evidence("the tail has several features of a URL", 1, _has_several_features),
    Evidence(
        "the tail has parameters, and the URL has some", 2, lambda p: _is_query(p.head) and _PARAMETERS.match(p.tail)
    ),
    Evidence("the tail completes a file extension", 4, _completes_extension),
    Evidence("the tail ends like a file name", 2, lambda p: has_ending(p.tail)),
    Evidence("the tail is alone on its line", 1, lambda p: not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the tail ends the paragraph", 0.5, lambda p: p.last_line and not p.rest.strip(" \t.,;:)\"'")),
    Evidence("the quotes or brackets close after the tail", 4, _opener_closes),
    Evidence("a bracket before the URL closes after the tail", 1, _bracket_closes),
    Evidence("the tail is a word", -1, _is_word),
    Evidence(
        "the tail looks like program code",
        -4,
        lambda p: _PROGRAM.match(p.tail + p.rest),
    ),
    Evidence(
        "a number before the break, a word after it",
        -3,
        lambda p: _ENDS_IN_NUMBER.search(p.head) and p.tail[:1].isalpha(),
    ),
    Evidence(
        "the tail is a local path",
        -6,
        lambda p: _LOCAL_PATH.match(p.tail),
    ),
    Evidence("the tail begins with a variable", -8, lambda p: p.head[-1].isalnum() and _VARIABLE_FIRST.match(p.tail)),
    Evidence("the tail is a relative path", -6, lambda p: p.tail.startswith(("./", "../"))),
    Evidence("the tail has characters of a pattern", -4, lambda p: p.head[-1] != "-" and _is_pattern(p)),
    Evidence("the tail begins a comment", -6, lambda p: p.tail.startswith(("/*", "#@"))),
    Evidence("a path after the name of a file", -4, lambda p: p.tail[0] == "/" and _FILE_END.search(p.head)),
    Evidence(
        "a slash before and after the break",
        -8,
        lambda p: p.head[-1] == "/" and p.tail[0] == "/" and p.head[-2:-1] not in (":", "/"),
    ),
    Evidence("a slash, and prose", -4, lambda p: _OUTPUT.match(p.tail + p.rest)),
    Evidence("in mid-token, two items in quotes", -3, lambda p: _in_mid_token(p) and _is_quoted_item(p)),
    Evidence("the tail is a date", -5, lambda p: _DATE.match(p.tail)),
    Evidence("the tail is an ordinal number, and a word follows", -5, lambda p: _ORDINAL.match(p.tail + p.rest)),
    Evidence("the tail is a version or the number of a section", -5, lambda p: _VERSION.match(p.tail + p.rest)),
    Evidence("the tail is a size", -4, lambda p: _SIZE.match(p.tail)),
    Evidence("the tail is a status line of HTTP", -8, lambda p: _STATUS.match(p.tail)),
    Evidence("a command in a console", -8, _in_console),
    Evidence("the tail is a UUID", -6, lambda p: p.head[-1] not in "=-_" and _UUID.match(p.tail + p.rest)),
    Evidence("in mid-token, and the tail is a hash", -6, lambda p: _in_mid_token(p) and _HASH.match(p.tail + p.rest)),
    Evidence("the tail repeats the end of the URL", -8, _repeats_end),
    Evidence(
        "the tail is a roff request",
        -8,
        lambda p: (p.tail_indent == 0 and _ROFF.match(p.tail)) or _ROFF_IN_COMMENT.match(p.tail),
    ),
    Evidence("another column follows the tail", -4, lambda p: p.kind != "other" and _COLUMN_AFTER.match(p.rest)),
    Evidence(
        "the tail is assigned a value, or an operator follows it",
        -4,
        _is_assignment,
    ),
    Evidence("the tail is a label", -4, _is_label),
    Evidence("the tail begins a sentence", -2.5, _begins_sentence),
    Evidence("the tail is a function word", -4, _is_function_word),
    Evidence("the tail is a bullet or number", -5, lambda p: _BULLET.match(p.tail + p.rest[:1].strip())),
    Evidence(
        "the tail is another URL", -20, lambda p: _ANOTHER_URL.match(p.tail + p.rest) and not _SCHEME_ONLY.match(p.head)
    ),
    Evidence(
        "the tail is an address",
        -20,
        lambda p: p.head[-1] != "=" and _ADDRESS.match(p.tail) and not _password_is_cut(p),
    ),
    Evidence("a horizontal rule or MIME boundary", -20, lambda p: _RULE.match(p.tail)),
    Evidence(
        "the tail has no letter or digit",
        -20,
        lambda p: not any(char.isalnum() for char in p.tail) and not (p.tail == "/" and _opener_closes(p)),
    ),
)


# Evidence that nothing outweighs, except in flowed text; then evidence for a join, and the strongest against it first.
_VETO = -20
_VETOES = tuple(evidence for evidence in EVIDENCE if evidence.weight <= _VETO)
_FOR_JOIN = tuple(evidence for evidence in EVIDENCE if evidence.weight > 0)
_AGAINST_JOIN = tuple(sorted((evidence for evidence in EVIDENCE if evidence.weight < 0), key=lambda e: e.weight))


def weigh(junction: Junction) -> float:
    """The sum of the weights of all evidence that holds, or of enough of it to show that it is below AMBIGUOUS."""
    if not junction.flow:
        for _, weight, holds in _VETOES:
            if holds(junction):
                return weight
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
