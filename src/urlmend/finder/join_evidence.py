"""Decide whether a bare URL continues on the next line, by adding up the weights of named evidence.

RFC 1738 does not allow rejoining bare URLs, so each join is a guess with reasons. The table
EVIDENCE lists them: positive weights are evidence for a join, negative ones against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import (
    HOST_ONLY,
    TOP_LEVEL,
    ends_in_host,
    host_is_cut,
    inner_scheme_is_cut,
    password_is_cut,
)
from urlmend.finder.cut_lines import (
    ENDS_IN_ARCHIVE,
    ENDS_IN_NUMBER,
    FILE_END,
    FUNCTION_WORDS,
    URL_SHAPE,
    begins_token,
    completes,
    completes_escape,
    completes_file_name,
    completes_variable,
    ends_in_file,
    has_copy,
    is_cut,
    is_cut_after_letter,
    is_cut_long_word,
    is_reference,
    is_rest,
    is_rest_of_cut_word,
    is_word,
)
from urlmend.finder.file_endings import has_ending
from urlmend.finder.gateway_links import has_end
from urlmend.finder.identifiers import (
    begins_with_address,
    begins_with_hash,
    completes_known_length,
    cut_identifier,
    ends_with_identifier,
    follows_message,
)
from urlmend.finder.junction import LONGEST_FILLED, NARROWEST, SLACK, Junction, room
from urlmend.finder.line_breaks import EDGES
from urlmend.finder.other_lines import (
    CUT_NAME,
    FORGE_REPOSITORY,
    LABEL,
    SCHEME_ONLY,
    begins_in_list,
    is_assignment_of_code,
    is_other_line,
    is_page_of_git,
    is_revision,
    leaves_repository,
)
from urlmend.model.document import BOUNDARY
from urlmend.model.lines import kind_of
from urlmend.uri.forges import PAGES_OF_GIT
from urlmend.uri.ordinary_host import DOTTED_NUMBERS
from urlmend.uri.placeholders import has_placeholder

# If the sum is at least JOIN, the lines are joined. If it is less, but at least AMBIGUOUS, the joined reading is an
# alternative.
JOIN = 5.0
AMBIGUOUS = 1.0


class Evidence(NamedTuple):
    """One reason for or against a join."""

    name: str
    weight: float
    holds: Callable[[Junction], object]


# No URL ends in these, mostly.
_JOINERS = frozenset("=&_+~?#")
_URL_AFTER = lazy(r"(?:[ \t]{1,4}|:[ \t]*\n[ \t]*)(?i:https?|ftp)://")
_ANOTHER_URL = lazy(
    r"""
    [/?\#]{0,4} [^\s/?\#=&%@]{0,60} (?: :\? [a-z]{3,5} )? ://
    | (?i: https? ) (?: [:.;] / | :www \. ) | file:/
    | (?i: mailto | news | urn | tel | fax | sips? | geo | magnet | doi | xmpp | cid | mid | arxiv | is[bs]n | pmid | hdl ) :
    | (?i: www ) \. [A-Za-z0-9-]+ \. [A-Za-z]
    | <                                      # a wrapper
    """,
    re.VERBOSE,
)
_COMPLETE_VALUE = lazy(r"[?&;][\w.-]+=(?i:true|false|yes|no|null)\Z")
_NUMBER = lazy(r"v?[0-9]+(?:\.[0-9]+)*\Z")
_CAMEL_CASE = lazy("[a-z][A-Z]")
_KEYWORD_BEFORE = lazy(r"\$[A-Z][A-Za-z]+: +\Z")  # of CVS and Subversion
_PROSE_BEFORE = lazy(r"[a-z]{2},? [a-z]{2,} +\(?\Z")
_PROSE_AFTER = lazy(r"[,;]? +[A-Za-z0-9<(\"']")
_PARAMETERS = lazy(r"[^=&]*[=&][^=&]*[=&]")
_QUERY = lazy(r"[^\s?]{1,200}\?[\w.-]+=")
_PARAMETER = lazy(r"[\w.]+[=:]|[0-9a-f]{16}")
_CONTINUES = lazy(
    r"(?!//|__|%(?![0-9A-Fa-f]{2}))"
    r"(?:[/?&=%#]|~[A-Za-z]|_(?:[0-9]|\w*[./=&%]|[A-Za-z0-9]+_[A-Za-z0-9]))"
)
_NO_PIECE = lazy(
    r"""
    // | (?= [^A-Za-z0-9/?&=%#_.~,;+:$!(-] ) [\x00-\x7f]
    | _ (?: _ | [a-z_]*+ (?<=_) \Z )
    | \+ [0-9]{1,2} \Z | - [A-Z][a-z]+ \Z     # a vote, a signature
    | [A-Z] (?: \. [A-Z] )+ \Z | pp? \. [0-9]  # the initials of a person, the pages of a paper
    | : [a-z]+ (?: - [a-z]+ )* \Z            # a keyword of Lisp
    | \? [A-Za-z.-]+ \Z | \?{3} [A-Za-z]      # a word, or an address without its sign
    | % (?! [0-9A-Fa-f]{2} )
    | \. (?! [\w%] )
    """,
    re.VERBOSE,
)
# The name of the person who wrote a message: `/Ada`.
_SIGNATURE = lazy(r"/[A-Z][a-z]+(?: [A-Z][a-z]+)?\s*\Z")
_VARIABLE_FIRST = lazy(r"\$(?:\{\w+\}|\(\w+\)|[A-Z_]{2,}/)")
_HYPHEN_OR_DOT = lazy(r"[-.,][A-Za-z0-9]")
_TEXT_AFTER_NAME = lazy(r",? +[A-Za-z(]")
_END_OF_VALUE = lazy(r"</[\w:.-]+>[ \t]*(?:<|$)")
# No name of five words or more, which prose does not have with hyphens: it has `state-of-the-art`.
_NO_PUNCTUATION = lazy(r"#?(?!(?:[A-Za-z0-9]+[-_]){4})[A-Za-z0-9_'+-]+$")
_HOST = lazy(
    rf"""
    (?: www | ftp | lists | bugs ) \. [\w-]+ \.
    | (?: [a-z0-9-]+ \. )+ (?: {TOP_LEVEL} | [a-z]{{2}} ) (?: / (?! / ) | : [0-9] )
    | {DOTTED_NUMBERS} /
    """,
    re.VERBOSE,
)
_HOST_NAME = lazy(rf"(?:[a-z0-9-]+\.){{2,}}(?:{TOP_LEVEL})\Z")
_ENCODED_HOST = lazy(r"(?:[a-z0-9-]+\.)+[a-z]{2,}%2F")
_COLUMN = lazy(r".*(?:[^\s:.?!] {2,}|[^\s:] {3,}|[^\s:][ \t]*\t)$")
# `*.jar`, `-*-gulim-`, `-esnic$`.
_PATTERN = lazy(r"\*\.|-\*-|\*(?!\w*$)|[A-Za-z]\$$")
_ENDS_IN_FOLDER = lazy(r"(?:[^:/]/|#)\Z")  # or in the empty fragment of a namespace
_MORE_ENDINGS = lazy(r",? (?:and |or )?\.[a-z]")  # `.png, .svg and .xpm`
_NAME_AFTER_HOST = lazy(r"[^/]+//[^/]+/ [A-Z][a-z]+[.,;:!?]?\Z")
_ORNAMENT = lazy(r"([^\w\s]\w|\w[^\w\s])\1{3}|\w?([^\w\s])\2{9}")  # `-o-o-o-o-`, `0==========0`
_ENCODED_SPACES = frozenset(("=20", "=09", "=0A", "=0D"))  # in quoted-printable text
_ENTITY = lazy(r"&(?:[a-z]+|\#[0-9]+);")
_LOST_SPACES = lazy(r"[A-Za-z]++\?[A-Za-z]++,?\?")  # of a charset that does not have them
# The shortest beginning of a segment that no other one has by chance, in code points.
_RECOGNISABLE = 6
_PANE_EDGE = lazy(f"[{EDGES[1:]}]")
_COLUMN_AFTER = lazy(r"(?: *\t[ \t]*+|[ ]{3,}+)(?!\*/)[^\s|]")
# Features of paths and queries.
_URL_FEATURES = tuple(
    map(lazy, (r"\A[^/]+/[^/]+/", "/", "[0-9]", r"\.[A-Za-z0-9]", "[=&%]", "_.*_", "_.*_.*_", "-.*-", "-.*-.*-"))
)
_OPENERS = {
    '"': '"',
    ">": "</",
    "(": ")",
    "[": "]",
    "{": "}",
    "'": "'",
    "`": "`",
    "\u201c": "\u201d",
    "\u00ab": "\u00bb",
}


# --- Where the line breaks. ---


def _breaks_after_dot(junction: Junction) -> bool:
    """Whether a typeset line that is full ends in a dot, and neither a sentence nor a number is after it."""
    is_number = _NUMBER.match(junction.tail.rstrip(".,;:)")) is not None
    return junction.flow == "full" and junction.head[-1] == "." and not (junction.tail[0].isupper() or is_number)


def _number_goes_on(junction: Junction) -> bool:
    """Whether a fold is after a dot between two numbers, as in `2.1.5.19`."""
    return junction.tail.isdecimal() and junction.head[-2:-1].isdecimal() and _is_folded(junction)


def _name_goes_on(junction: Junction) -> bool:
    """Whether the break is after a dot within the name of a file, before a small letter or a digit."""
    is_name = junction.tail[0].islower() or junction.tail[0].isdecimal()
    return junction.head[-1] == "." and is_name and has_ending(junction.tail)


def _continues(junction: Junction) -> object:
    """Whether the tail begins with a delimiter; a `#` begins many other lines, so only a full line goes on with it."""
    is_full = junction.tail[0] != "#" or (_is_full_line(junction) and not _is_overlong(junction))
    return _CONTINUES.match(junction.tail) if is_full else None


def _is_dash(junction: Junction) -> bool:
    """Whether the hyphen before the break separates the name of a file and a word, or ends the URL in a sentence."""
    if not junction.tail.isalpha():
        return False
    is_in_sentence = junction.tail in FUNCTION_WORDS and junction.rest[:1] == " "
    return is_in_sentence or FILE_END.search(junction.head[:-1]) is not None


def _in_parameters(junction: Junction) -> bool:
    """Whether the break separates parameters: `/Sent;` and `uid=45`, or `:internal:` and hexadecimal digits."""
    return junction.head[-1] in ";:" and bool(_PARAMETER.match(junction.tail))


def _host_goes_on(junction: Junction) -> bool:
    """Whether the next line has the rest of a host, or of the user information before it, or a path alone."""
    return host_is_cut(junction) or password_is_cut(junction) or _is_path_of_host(junction)


def _is_path_of_host(junction: Junction) -> bool:
    """Whether the next line is an absolute path alone, as in lists of servers and their folders, or the line is full."""
    is_path = junction.tail[0] == "/" and (junction.fills_width or _is_alone(junction))
    return is_path and HOST_ONLY.match(junction.head) is not None


def _ends_in_number_of_query(junction: Junction) -> bool:
    """Whether the head ends in a query whose last value is a number, and a letter follows."""
    is_query = "?" in junction.head and junction.tail[0].isalpha()
    return is_query and ENDS_IN_NUMBER.search(junction.head) is not None


# --- The shape of the lines. ---


@lru_cache(1)  # several rows ask for it
def _is_folded(junction: Junction) -> bool:
    """Whether a program cut the text at a width, wherever that was.

    This shows in pieces of one and the same length, and in a paragraph of the URL's line and the rest of the URL.
    """
    if junction.width < NARROWEST or not (is_cut_long_word(junction) or (is_cut(junction) and _is_alone(junction))):
        return False
    return not (_begins_other_line(junction) or _does_not_fit(junction))


def _begins_other_line(junction: Junction) -> bool:
    """Whether the next line is another one, and does not begin with the last letters of a word, as in `s. The gate`."""
    return is_other_line(junction) and not (junction.tail[0].islower() and is_rest_of_cut_word(junction))


def _is_full_line(junction: Junction) -> bool:
    return junction.fills_width or _is_folded(junction)


def _is_unlikely_mid_token(junction: Junction) -> bool:
    """Whether a program would have broken the line before the URL, since it breaks between words, or the URL is complete."""
    if not junction.in_mid_token or _is_folded(junction):
        return False
    is_ragged = not junction.missing and (
        junction.flow == "short"
        if junction.is_typeset
        else abs(junction.width - (junction.filled or junction.width)) > 1
    )
    if not any(map(str.isalnum, junction.lead)):
        return junction.in_comment and is_ragged
    return junction.in_comment or is_ragged or bool(FORGE_REPOSITORY.match(junction.head))


def _fills_width_in_mid_token(junction: Junction) -> bool:
    """Whether the break is in mid-token, at the full width; quote marks, which are part of the indent, may exceed it."""
    if not junction.in_mid_token or junction.width < junction.filled or not _is_full_line(junction):
        return False
    return junction.width - junction.indent <= LONGEST_FILLED or not _is_overlong(junction)


def _is_overlong(junction: Junction) -> bool:
    """Whether the line is longer than programs fill lines, and nothing else shows that one broke it."""
    if not _exceeds_filled(junction) or junction.head[-1] == "-":
        return False
    return not (junction.missing or junction.is_typeset or _is_folded(junction) or _opener_closes(junction))


def _exceeds_filled(junction: Junction) -> bool:
    """Whether the line is longer than programs fill lines, and than those around it."""
    return junction.width > max(LONGEST_FILLED, junction.filled + SLACK)


def _is_short_mid_token(junction: Junction) -> bool:
    """Whether the break is in mid-token, or before a hyphen or dot, and no program would have broken so short a line."""
    if not (junction.in_mid_token or junction.tail[0] in "-.") or junction.flow == "unknown":
        return False
    return not (_is_full_line(junction) or _is_shown_elsewhere(junction))


def _is_shown_elsewhere(junction: Junction) -> bool:
    """Whether something else than the width of the line shows that the URL goes on."""
    if is_rest(junction) or host_is_cut(junction) or password_is_cut(junction) or has_copy(junction):
        return True
    return completes_known_length(junction) or completes_file_name(junction)


def _would_fit(junction: Junction) -> bool:
    """Whether the tail would fit on the first line, so that no line filling broke the URL."""
    if junction.is_typeset:
        # A break within a URL or after a hyphen has no space, either; brackets directly around the URL show the former.
        is_enclosed = junction.head[-1] == "/" and junction.before[-1:] in _OPENERS and _opener_closes(junction)
        return junction.flow == "short" and not (junction.is_hyphenated or is_enclosed)
    if len(junction.tail) > room(junction):
        return False
    return not (_is_folded(junction) or _is_path_of_host(junction) or _is_shown_elsewhere(junction))


def _is_moved(junction: Junction) -> bool:
    """Whether line filling moved the tail, as it would not fit: the line is that of a pane at least, and not too long."""
    if junction.width < NARROWEST or junction.is_typeset:
        return False
    return not (_would_fit(junction) or _is_overlong(junction))


def _is_indented_less(junction: Junction) -> bool:
    """Whether the tail is to the left of the URL's line; alone in a quotation, a program that broke it again put it there."""
    is_rest = junction.in_quotation and _is_alone(junction)
    return junction.tail_indent < junction.indent and not (junction.missing or is_rest)


def _has_space(junction: Junction) -> bool:
    """Whether a space is before the line break, and not the one between the URL and a word."""
    return junction.has_space and not (junction.in_mid_token and is_word(junction))


def _is_column(junction: Junction) -> bool:
    """Whether the URL is in a column of its own, which the next line does not keep, or another column follows."""
    if junction.kind != "other" and _COLUMN_AFTER.match(junction.rest):
        return True
    return junction.tail_indent < junction.url_column and _COLUMN.match(junction.lead) is not None


def _has_ended(junction: Junction) -> bool:
    """Whether the comment, the pane or the flowed paragraph has ended with the line.

    Below a comment, an `@` begins a decorator or an annotation of code.
    """
    is_over = junction.missing == "leader" and not (
        junction.is_continued
        or (completes(junction) and junction.tail[0] != "@")
        or host_is_cut(junction)
        or (junction.is_hyphenated and junction.kind == "quote")
    )
    if is_over or junction.flow == "space":
        return True
    in_pane = junction.kind != "other" and not junction.lead.isascii()
    return in_pane and bool(_PANE_EDGE.search(junction.lead) and _PANE_EDGE.search(junction.rest))


# --- The tail does not fit. ---


@lru_cache(1)  # several rows ask for it
def _does_not_fit(junction: Junction) -> bool:
    """Whether what follows the break cannot follow that part of a URL: another script, a path after a file, and so on."""
    head, tail = junction.head, junction.tail
    if host_is_cut(junction) or password_is_cut(junction) or cut_identifier(junction):
        return False
    if completes_escape(junction) or (junction.target and has_copy(junction)):
        return False
    return bool(
        (
            _NO_PIECE.match(tail)
            and not (completes_variable(junction) or _link_goes_on(junction) or _is_template(junction))
        )
        or _ENTITY.match(tail + junction.rest[:1])
        or is_assignment_of_code(junction)
        or _is_of_another_script(junction)
        or (tail[0] == "(" and head[-1] != "?")
        or (tail[0] in "/#%?" and ENDS_IN_ARCHIVE.search(head) and not is_page_of_git(head, tail))
        or ("@" in head and follows_message(junction))
        or (tail[0] == "/" and _SIGNATURE.match(tail + junction.rest))
        or (tail[0] in "/-_" and tail[:2] != "__" and FILE_END.search(head))
        or (_is_name_of_file(tail) and (ends_in_file(junction) or _ends_in_number_of_query(junction)))
        or head.endswith("'s")
        or (tail[0] == "." and _MORE_ENDINGS.match(junction.rest))
        or "????" in head[-4:] + tail  # letters that a charset does not have
        or _LOST_SPACES.match(tail)
        or (_ENDS_IN_FOLDER.search(head) and (tail[0] == "/" or (tail[0] == "#" and _goes_on_after_anchor(junction))))
        or (tail[0].isalnum() and junction.flow != "delsp" and _COMPLETE_VALUE.search(head))
        or (tail[0] == "=" and not any(map(head.__contains__, "?&;")))
        or head[-1] in "%|"
        or (head[-1].isalnum() and (tail[0] == "~" or _VARIABLE_FIRST.match(tail)))
        or (head[-1] == "/" and _ENCODED_HOST.match(tail))
        or (junction.in_mid_token and "/" in tail and _ends_in_anchor(head))
        or (
            (_HOST.match(tail) or ("." in tail and junction.in_mid_token and _HOST_NAME.match(tail)))
            and (not junction.flow or junction.is_typeset or head[-1] == "/")
            and not (ends_in_host(head) or junction.is_hyphenated or _ends_sentence(junction))
            and not (junction.in_mid_token and is_cut_long_word(junction))
        )
        or (head[-1] != "-" and _PATTERN.search(tail) and not ("?" in head or _link_goes_on(junction)))
        or leaves_repository(junction)
        or (is_revision(junction) and not completes_file_name(junction))
        or _repeats_end(junction)
        or has_end(head)
    )


def _goes_on_after_anchor(junction: Junction) -> bool:
    """Whether text follows an anchor, and no bracket that closes around the URL."""
    return bool(junction.rest) and not _opener_closes(junction)


def _is_template(junction: Junction) -> bool:
    """Whether the URL has placeholders such as `%a`, and the tail begins with another one."""
    return junction.tail[0] == "%" and has_placeholder(junction.head)


def _ends_sentence(junction: Junction) -> bool:
    """Whether the URL is after prose, and the tail, which had no room, ends that: no list is such."""
    if junction.rest not in (".", ")", ").") or junction.is_typeset or not _PROSE_BEFORE.search(junction.lead):
        return False
    had_room = junction.width < NARROWEST or len(junction.tail) <= room(junction)
    return not (had_room or _exceeds_filled(junction))


def _is_of_another_script(junction: Junction) -> bool:
    """Whether only the tail has other characters than those of ASCII: at its beginning, or anywhere in mid-token."""
    text = junction.tail if junction.in_mid_token else junction.tail[0]
    return not text.isascii() and all(sign.isascii() or not sign.isalpha() for sign in junction.head)


def _ends_in_anchor(head: str) -> bool:
    """Whether a URL ends within an anchor, which has no slash, as that of `#!topic/canal` has."""
    anchor = head[head.rfind("/") + 1 :].partition("#")[2]
    return bool(anchor) and anchor[0] != "!"


def _is_name_of_file(tail: str) -> bool:
    """Whether a tail is the name of a file, or its path."""
    return tail[0].isalnum() and has_ending(tail)


def _repeats_end(junction: Junction) -> bool:
    """Whether the tail is the last segment of the URL, a path to that file, or in mid-token at a hash or a like segment.

    A `#` may be before the segment, as in the name of a ticket.
    """
    last = junction.tail[junction.tail.rfind("/") + 1 :].partition(":")[0]
    if junction.head.endswith("/" + junction.tail.removeprefix("#").removeprefix("/")):
        return True
    if "." in last and junction.head.partition("#")[0].endswith("/" + last):
        return True
    may_end = junction.in_mid_token or "#" in junction.head
    if may_end and ends_with_identifier(junction.head, junction.tail):
        return True
    if not junction.in_mid_token:
        return False
    if begins_with_hash(junction.tail + junction.rest):
        return True
    start = max(junction.head.rfind(delimiter) for delimiter in "/:=") + 1
    return len(junction.head) - start >= _RECOGNISABLE and junction.tail.startswith(
        junction.head[start : start + _RECOGNISABLE]
    )


def _is_another_url(junction: Junction) -> bool:
    """Whether the next line begins with another URL, an address or a wrapper, or nothing is after a scheme."""
    head, tail = junction.head, junction.tail
    if SCHEME_ONLY.match(head):
        return not host_is_cut(junction)
    if _ANOTHER_URL.match(tail + junction.rest):
        return not inner_scheme_is_cut(junction)
    if (head[-1] == "/" or tail == "/" or junction.in_mid_token) and _URL_AFTER.match(
        f"{junction.rest}\n{junction.next_line}"
    ):
        return True  # the tail is a label of it
    return begins_with_address(junction) and not password_is_cut(junction)


def _has_no_text(junction: Junction) -> bool:
    """Whether the tail is a rule, an ornament, a MIME boundary, encoded white space, or has no letter or digit."""
    if kind_of(junction.tail) == "rule" or _ORNAMENT.match(junction.tail):
        return True
    if junction.tail[:3] in _ENCODED_SPACES and not junction.tail[3:4].isalnum():
        return True
    if any(map(str.isalnum, junction.tail)):
        return False
    if junction.tail != "/" or "/" in junction.rest[:2]:  # a converter's sign of italics
        return True
    return not (_opener_closes(junction) or _is_full_line(junction))


# --- The content of the next line. ---


def _is_no_running_text(junction: Junction) -> bool:
    """Whether the next line is another one, as far as no program broke the quotation again."""
    if junction.missing == "space" or not _begins_other_line(junction):
        return False
    is_cut = completes_known_length(junction) or host_is_cut(junction) or has_copy(junction)
    is_enclosed = not junction.in_mid_token and _opener_closes(junction)
    return not (is_cut or is_enclosed or (junction.in_mid_token and completes_file_name(junction)))


def _count_of_features(junction: Junction) -> int:
    return 0 if junction.tail.isalpha() else sum(bool(feature.search(junction.tail)) for feature in _URL_FEATURES)


def _has_many_features(junction: Junction) -> bool:
    """Whether the tail looks very much like a path, and is not just a word, or two as in `Unix/Linux`.

    If it is all that is left of the paragraph, one feature shows that it is no text.
    """
    if junction.head[-1] != "/" or not junction.tail[0].isalnum():
        return False
    if junction.last_line and _is_alone(junction) and URL_SHAPE.search(junction.tail) and _is_moved(junction):
        return True
    if "/" in junction.tail and junction.head[:-1].rpartition("/")[2] in PAGES_OF_GIT:  # before the path of a file
        return True
    return _count_of_features(junction) >= (2 if "/" in junction.tail[:-1] else 3)


def _has_parameters(junction: Junction) -> bool:
    """Whether the tail has a query or more parameters, or the rest of the name that ends the head, and its value."""
    if "?" not in junction.head:
        return "?" in junction.tail and bool(_QUERY.match(junction.tail))
    return bool(_PARAMETERS.match(junction.tail) or (LABEL.match(junction.tail) and CUT_NAME.search(junction.head)))


def _opener_closes(junction: Junction) -> bool:
    """Whether quotes or a bracket that open right before the URL, or one before other text, or markup close after it."""
    if BOUNDARY in junction.rest[:3]:  # after `$$` of AsciiDoc, too
        return True
    if junction.rest.startswith(" $") and _KEYWORD_BEFORE.search(junction.lead):
        return True
    closer = None if begins_in_list(junction) or is_reference(junction) else _OPENERS.get(junction.before[-1:])
    # As after a space: `[URL text]`; in text between tags, a line end is one.
    if junction.in_mid_token and (closer == "</" or (closer in (")", "]") and junction.tail.isalnum())):
        return _is_element(junction)
    if closer is None:
        if not junction.rest:
            return _is_element(junction)
        is_open = junction.rest[0] == ")" and junction.lead.count("(") > junction.lead.count(")")
        return is_open and not begins_in_list(junction)
    is_item = closer == ")" and "/" in junction.tail and junction.rest.startswith(", ")  # `(URL, last read in May)`
    return is_item or junction.rest.lstrip("., " if closer == ")" else ".,").startswith(closer)


def _is_element(junction: Junction) -> bool:
    """Whether a full line and the tail have all of an element of markup, whose tags are around the URL or both lines.

    Or all of two lines in brackets.
    """
    if junction.before[-1:] == ">":
        is_between = _END_OF_VALUE.match(junction.rest) is not None
    elif junction.before[-1:] == "(":
        is_between = junction.rest == ")" and junction.lead.strip() == "("
    elif junction.rest or "</" not in junction.next_line:  # true of most
        return False
    else:
        is_alone = junction.previous.endswith(">") and not junction.lead.strip()
        is_between = is_alone and junction.next_line.lstrip(" \t").startswith("</")
    return is_between and junction.fills_width


def _quotes_close_later(junction: Junction) -> bool:
    """Whether quotes that open before the URL close after more text."""
    text, found, _ = junction.rest.partition('"')
    return bool(found) and " " in text and junction.lead.count('"') % 2 == 1


def _is_alone(junction: Junction) -> bool:
    return not junction.rest.strip(" \t.,;:?!)\"'")


def _text_follows(junction: Junction) -> bool:
    """Whether text follows a tail that would fit on the first line, or that has no punctuation."""
    # A value, or the rest of a name or word.
    if junction.head[-1] in _JOINERS or completes_file_name(junction) or is_cut_after_letter(junction):
        return False
    if _would_fit(junction):
        return not _is_alone(junction) and not _opener_closes(junction)
    is_name = not junction.is_hyphenated and _NO_PUNCTUATION.match(junction.tail)
    return bool(is_name and _TEXT_AFTER_NAME.match(junction.rest))


def _begins_sentence(junction: Junction) -> bool:
    """Whether the tail is a word that ends no URL, or a word or a name such as `LaTeX` and prose follows."""
    is_prose = not junction.is_hyphenated and bool(_PROSE_AFTER.match(junction.rest))
    if is_word(junction):
        return is_prose or junction.tail.lower() in FUNCTION_WORDS
    if is_prose and junction.tail.isalpha() and _CAMEL_CASE.search(junction.tail):
        return not (completes(junction) or is_rest_of_cut_word(junction))
    is_function_word = junction.tail.lower() in FUNCTION_WORDS
    return is_function_word and not (completes_file_name(junction) or is_rest_of_cut_word(junction))


def _link_goes_on(junction: Junction) -> bool:
    """Whether the link of a gateway lacks its end, and the tail may have it: before other text, with its sign."""
    if junction.rest.strip(" \t!*") and not ("&" in junction.tail or junction.tail[-1] == "$"):
        return False
    is_piece = junction.head[-1].islower() and junction.tail.islower() and junction.fills_width
    return (is_piece or not is_word(junction)) and has_end(junction.head) is False


EVIDENCE = (
    # Where the line breaks.
    Evidence(
        "the tail completes an escape, a file extension, a password or an identifier",
        5,
        lambda p: completes(p) or password_is_cut(p),
    ),
    Evidence(
        "breaks after = & ? # _ + ~, or between parameters",
        2.5,
        lambda p: (p.head[-1] in _JOINERS and p.head[-2:] != "__") or _in_parameters(p),
    ),
    Evidence("a backslash, or a soft line break, continues the line", 5, lambda p: p.is_continued),
    Evidence(
        "breaks after a hyphen",
        6,
        lambda p: p.is_hyphenated and p.tail[0] != "[" and not _is_dash(p),
    ),
    Evidence("breaks after a slash", 1, lambda p: p.head[-1] == "/"),
    Evidence("a host is cut after its scheme or a dot", 4, host_is_cut),
    Evidence(
        "breaks within the scheme or host",
        -1.5,
        lambda p: HOST_ONLY.match(p.head) and not _host_goes_on(p),
    ),
    Evidence(
        "continues with / ? & = % # _",
        3,
        _continues,
    ),
    Evidence(
        "continues with a hyphen, dot or comma", 2.5, lambda p: p.head[-1].isalnum() and _HYPHEN_OR_DOT.match(p.tail)
    ),
    Evidence(
        "ends like a sentence",
        -4,
        lambda p: (
            p.head[-1] in ".,!:;)'"
            and not (_in_parameters(p) or host_is_cut(p) or completes(p) or _breaks_after_dot(p))
            and p.piece_width != p.width
            and not (_number_goes_on(p) or _name_goes_on(p) or _link_goes_on(p))
        ),
    ),
    Evidence(
        "ends like a file name",
        -2.5,
        ends_in_file,
    ),
    # The shape of the lines.
    Evidence("the line is full", 1, _is_full_line),
    Evidence(
        "in mid-token, at the full width",
        1.5,
        _fills_width_in_mid_token,
    ),
    Evidence("in mid-token, in a comment, or after text and at no common width", -1.5, _is_unlikely_mid_token),
    Evidence("in mid-token, from a small letter to a capital one, or a number to a word", -2, begins_token),
    Evidence(
        "in mid-token, or before a hyphen or dot, on a short line",
        -2,
        _is_short_mid_token,
    ),
    Evidence("the tail would fit on the line", -2, _would_fit),
    Evidence("indented less than the URL's line", -1.5, _is_indented_less),
    Evidence("folded at a width, between words or not", 3, _is_folded),
    Evidence("lines were already joined", 2.5, lambda p: p.pieces > 1 and not p.ends_fold),
    Evidence("at the edge of a table cell", 1.5, lambda p: p.kind == "other"),
    Evidence("a soft break that leaves no space", 7, lambda p: p.flow == "delsp"),
    Evidence(
        "a column of its own, or other text in the row or the quotes",
        -3,
        lambda p: p.in_row or _quotes_close_later(p) or _is_column(p),
    ),
    Evidence("the line reaches the margin of a typeset page", 3.5, lambda p: p.flow == "full" and not p.in_mid_token),
    Evidence(
        "one space before the line break, or none after its quote marks",
        2,
        lambda p: (_has_space(p) or p.missing == "space") and not p.is_typeset,
    ),
    Evidence(
        "a line of more than 82 columns",
        -1.5,
        _is_overlong,
    ),
    Evidence("the lines around are filled", 0.5, lambda p: len(p.previous) >= max(p.widest, p.width, 62) - 12),
    # The content of the next line.
    Evidence("the tail looks like a piece of a URL", 1.5, lambda p: URL_SHAPE.search(p.tail)),
    Evidence("the tail has several features of a URL", 1, lambda p: _count_of_features(p) >= 2),
    Evidence("after a slash, the tail has many features of a URL", 1.5, _has_many_features),
    Evidence("the tail has parameters", 2.5, _has_parameters),
    Evidence(
        "the tail ends like a file name or folder",
        2,
        lambda p: has_ending(p.tail) or (p.tail[-1] == "/" == p.head[-1] and p.tail[0].isalnum()),
    ),
    Evidence("the tail is alone on its line", 1, _is_alone),
    Evidence(
        "the tail is indented, or ends the paragraph",
        0.5,
        lambda p: p.tail_indent > p.indent or (p.last_line and _is_alone(p)),
    ),
    Evidence("the quotes or brackets close after the tail", 4, _opener_closes),
    Evidence("the link of a gateway lacks its end", 3.5, _link_goes_on),
    Evidence("text follows a short tail", -1, _text_follows),
    Evidence(
        "a name follows the root of a host", -2, lambda p: p.is_typeset and _NAME_AFTER_HOST.match(f"{p.head} {p.tail}")
    ),
    Evidence(
        "the tail is a word",
        -1,
        lambda p: is_word(p) and not (_is_element(p) or (p.head[-1] == "/" and _opener_closes(p))),
    ),
    Evidence("the tail begins a sentence", -4, _begins_sentence),
    Evidence("the next line is no running text", -8, _is_no_running_text),
    Evidence("the tail does not fit the URL", -9, _does_not_fit),
    # Nothing outweighs these.
    Evidence("the comment, pane or paragraph has ended", -20, _has_ended),
    Evidence("another URL or an address follows", -20, _is_another_url),
    Evidence("the tail is a rule, or has no letter or digit", -20, _has_no_text),
)


_FOR_JOIN = tuple(evidence for evidence in EVIDENCE if evidence.weight > 0)
# Most URLs end with their line, and evidence that costs least shows it: the other line and tail are looked at last.
_AGAINST_JOIN = tuple(
    sorted(
        (evidence for evidence in EVIDENCE if evidence.weight < 0),
        key=lambda e: (e.holds in (_is_no_running_text, _does_not_fit), e.weight),
    )
)


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
