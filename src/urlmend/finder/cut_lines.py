"""Lines that a program cut at a width, and what such a cut divides: words, escapes, names and identifiers."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.broken_authority import HOST_ONLY
from urlmend.finder.file_endings import FILE_ENDINGS, completes_ending, has_ending
from urlmend.finder.identifiers import cut_identifier, names_repository
from urlmend.finder.junction import LONGEST_FILLED, Junction, room
from urlmend.finder.other_lines import FORGE_REPOSITORY, NAME_AND_VALUE, is_number_below_word

# Where mail programs cut a word that is alone on its line, in columns, also with the quote marks that others add.
_WIDTHS_OF_MAIL = frozenset((64, 72, 74, 76, 77))
_WIDTHS_IN_QUOTATION = frozenset((64, *range(70, 81)))
# After how many characters Gmail cuts a URL that is alone on its line, and one after other text.
_PIECE_OF_MAIL = 60
_SHORT_PIECE_OF_MAIL = 30
# What opens before a URL, in the same word.
_OPENING = frozenset("([\"'")
# The longest rest of a line that a mail program leaves which adds quote marks, in columns.
_SHORT_REST = 6
FUNCTION_WORDS = frozenset(
    """
    a about after all also an and and/or any are as at be but by can do for from has have he his how i if in is it its
    may more no not of on one or our see she so some than that the their them then there these they this to under was we
    were what when where which who why will with would you your n.b e.g i.e p.s cf viz
    """.split()
)
_LETTERS = "A-Za-z\u00c0-\u024f"
_WORD = lazy(rf"(?![A-Za-z]*[a-z][A-Z])[{_LETTERS}]+(?:['\u2019?-][{_LETTERS}]+)?$")  # no `camelCase`
URL_SHAPE = lazy(
    r"""
    [/=&~_?#+$]
    | % [0-9A-Fa-f]{2}
    | [A-Za-z] -? [0-9]
    | [0-9] -? [A-Za-z]
    | [A-Za-z0-9] \. [A-Za-z0-9]
    | \w - \w+ - \w
    | [A-Za-z0-9] - \Z
    | \A [a-z]* (?: [A-Z]+ [a-z]+ ){3,} [A-Z]* \Z  # a name in a wiki
    | \A (?! (?: 19 | 20 ) [0-9]{2} \Z ) [0-9]{4,} \Z  # no year
    """,
    re.VERBOSE,
)
_FIRST_LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")  # which are no words
# A word alone after these is a value, or the rest of a name.
_BEFORE_VALUE = frozenset("#&+=")
_CLOSING_WORD = lazy(r"[A-Z][A-Za-z?]+[.,;:!]?\Z")  # maybe with a letter that a charset does not have
_TAG = lazy(r"[A-Z][A-Za-z]+:[A-Z0-9]*[0-9][A-Z0-9]*\Z")  # `REVIEW:7`, `SourceID:NT013E` at the end of a message
_OWNER_AND_NAME = lazy(r"[\w-]+/[\w.-]+\Z")
# A version, a word or a name, of three characters at least.
_NOTE = lazy(r"(?=...)(?:v?[0-9]+(?:[.-]\w+)+|[A-Za-z]\w*(?:[-.]\w+)?)\Z")
_REFERENCE = lazy(r"[vr]?[0-9]+(?:[.-][0-9]+)*\Z")
_DEFINITION = lazy(r"\s*(?:\.\. _|\[).*: *\Z")
_LABEL_ONLY = lazy(r"\s*(?:[-*+o\u2022]\s+)?[A-Za-z][\w-]*:\s+\Z")
ENDS_IN_ARCHIVE = lazy(r"\.(?i:gz|tgz|bz2|xz|zst|zip|7z|tar|jar|deb|rpm|iso|exe|dmg|whl|git)$")
_COPY = lazy(r" ?[(<]((?:https?|ftp)://[^\s()<>]+)")
_LONGEST_BEFORE_COPY = len(" (https://")
_ESCAPE = lazy(r"%[0-9A-Fa-f]{2}")
_SENTENCE_AFTER = lazy(r" [A-Z][a-z]+[ ,]")
_NEW_SENTENCE_AFTER = lazy(r"[.,;:!?)]{1,2} [A-Z][a-z]+[ ,]")
ENDS_IN_NUMBER = lazy(r"(?:[/=:@][A-Z]*[0-9]+(?:\.[0-9]+)*|#[\w.-]*[0-9])\Z")
FILE_END = lazy(r"[^/]/[^/?]*\.(?:s?html?|txt|text|pdf|png|gif|jpe?g|c|h|py|pl|js|css|xml|md|log|conf|sh)$")


def completes(junction: Junction) -> bool:
    """Whether the break is within an escape, a file name's ending, a variable, or an identifier of a known length.

    Also whether a copy of the URL shows that it goes on.
    """
    if completes_file_name(junction) or completes_escape(junction) or has_copy(junction):
        return True
    return completes_variable(junction) or names_repository(junction) or bool(cut_identifier(junction))


def completes_escape(junction: Junction) -> bool:
    """Whether the break is within a percent-encoding."""
    head = junction.head
    percent = head.rfind("%", len(head) - 2)
    return percent >= 0 and _ESCAPE.match(head[percent:] + junction.tail[:2]) is not None


def has_copy(junction: Junction) -> bool:
    """Whether the URL, or more of it than the head, follows in brackets, as the target of a link with this text."""
    if junction.target and junction.target.startswith(junction.head):
        return junction.target.startswith(junction.head + junction.tail)
    if "://" not in junction.rest[:_LONGEST_BEFORE_COPY]:  # true of most
        return False
    copy = _COPY.match(junction.rest)
    url = junction.head + junction.tail
    return copy is not None and len(copy[1]) > len(junction.head) and url.startswith(copy[1])


def completes_variable(junction: Junction) -> bool:
    """Whether the break is within the beginning of a variable, `${`."""
    return junction.head[-1] == "$" and junction.tail[0] == "{"


def completes_file_name(junction: Junction) -> bool:
    """Whether the break is within the ending of a file name, which no host has; after a dot, none that is a word.

    Alone at the end of a paragraph, a word such as `log` is an ending, too.
    """
    if not completes_ending(junction.head, junction.tail):
        is_alone = junction.head[-1] == "." and not junction.rest and junction.last_line
        if not (is_alone and junction.tail in FILE_ENDINGS):
            return False
    return HOST_ONLY.match(junction.head) is None and not junction.rest.startswith(" =")


def is_cut_long_word(junction: Junction) -> bool:
    """Whether a mail program cut a word that is too long for a line, at the width of such a program.

    Text may follow the rest of the word.
    """
    if is_cut_after_letter(junction):
        return True
    is_line = _is_line_of_mail(junction)
    if not (is_line or _is_piece_of_mail(junction)):  # true of most
        return False
    if is_line and is_rest_of_cut_word(junction):
        return True
    is_within_word = junction.head[-1] not in "/." and (junction.tail[0].isalnum() or junction.tail[0] in "-.")
    return is_within_word and not _may_be_complete(junction) and URL_SHAPE.search(junction.tail) is not None


def is_cut_after_letter(junction: Junction) -> bool:
    """Whether a full line ends in the first letter of a word of a name, and the next one begins with the others.

    Before other text, these are more than one word, which could be of the sentence.
    """
    head, tail = junction.head, junction.tail
    if head[-1] not in _FIRST_LETTERS or head[-2] not in "-_" or junction.in_comment:  # true of most
        return False
    if not (tail[0].islower() and head[-3:-2].isalnum()):
        return False
    is_name = not (tail.isalpha() and (junction.rest.strip() or tail in FUNCTION_WORDS))
    return is_name and junction.fills_width and junction.width <= LONGEST_FILLED


def _is_line_of_mail(junction: Junction) -> bool:
    if junction.width not in _WIDTHS_IN_QUOTATION or junction.lead.strip() or junction.in_comment:  # true of most
        return False
    return junction.width in _WIDTHS_OF_MAIL or junction.in_quotation


def _is_piece_of_mail(junction: Junction) -> bool:
    """Whether the line ends where Gmail cuts a word; after other text in a quotation, the whole has no room there."""
    is_first = junction.pieces == 1
    piece = len(junction.head) + (junction.before[-1:] in _OPENING) if is_first else junction.width - junction.indent
    if piece not in (_PIECE_OF_MAIL, _SHORT_PIECE_OF_MAIL) or junction.tail_indent > junction.indent:  # true of most
        return False
    if piece == _PIECE_OF_MAIL:
        return junction.lead.strip() in ("", *_OPENING)
    return junction.in_quotation and len(junction.tail) > room(junction)


def is_rest_of_cut_word(junction: Junction) -> bool:
    """Whether a mail program cut a word that was alone on its line, and added the rest to the line after it.

    It left no space after the quote marks, or cut the line before at the same width, or a sentence follows the rest.
    """
    if not (_is_line_of_mail(junction) and junction.in_mid_token):  # true of most
        return False
    if junction.missing == "space" or junction.piece_width == junction.width:
        return True
    is_letter = len(junction.tail) == 1  # and no word that ends the sentence
    sentence = _NEW_SENTENCE_AFTER if is_letter else _SENTENCE_AFTER
    return junction.tail[0].islower() and sentence.match(junction.rest) is not None


def is_cut(junction: Junction) -> bool:
    """Whether the lengths of the lines alone show a fold."""
    if junction.kind == "other":
        return 0 < junction.widest <= junction.width and not junction.in_row
    is_value = junction.head[-1] == "/" and junction.tail_indent > junction.indent and _LABEL_ONLY.match(junction.lead)
    is_moved = junction.missing == "quotes" and not is_word(junction)
    # A program that cuts words leaves the rest at the margin, whatever the indent was.
    is_at_margin = junction.in_mid_token and junction.tail_indent < junction.indent and not junction.missing
    if junction.tail_width > junction.width or not (is_value or is_moved or is_at_margin or junction.is_below):
        return False
    if junction.piece_width:
        return junction.piece_width == junction.width
    if _is_note(junction):
        return False
    if junction.last_line:
        is_filled = junction.widest or _is_word_after_text(junction) or _is_short(junction)
        is_shown = not is_filled or _is_cut_word(junction) or _is_line_of_its_own(junction)
        return is_shown and not (junction.kind == "page" or junction.in_comment or _may_be_complete(junction))
    return junction.tail_width == junction.width or _is_cut_twice(junction) or _is_line_of_its_own(junction)


def _is_line_of_its_own(junction: Junction) -> bool:
    """Whether no program filled the lines: the next one begins with a word that has room after the tail."""
    if not (junction.in_mid_token and junction.begins_line) or junction.width < junction.widest or junction.rest:
        return False
    is_piece = URL_SHAPE.search(junction.tail) and not _NOTE.match(junction.tail)
    if not (junction.next_word_fits and is_piece):
        return False
    return not (begins_token(junction) or _may_be_complete(junction))


def _is_note(junction: Junction) -> bool:
    """Whether the next line is a word, name or version below the URL of an item, which may describe it."""
    return junction.begins_item and _NOTE.match(junction.tail) is not None


def _is_short(junction: Junction) -> bool:
    """Whether no program would have cut a word there: lines of the paragraphs around are longer."""
    return junction.in_mid_token and junction.width < junction.around <= LONGEST_FILLED


def _is_cut_twice(junction: Junction) -> bool:
    """Whether a program broke the full lines of a paragraph again: the line between two others is a short rest."""
    is_short = junction.tail_width - junction.tail_indent <= _SHORT_REST and not junction.rest
    is_full = junction.fills_width and junction.width <= LONGEST_FILLED
    if is_word(junction) and not _is_line_of_mail(junction):
        return False
    return is_short and is_full and junction.in_mid_token and not _may_be_complete(junction)


def _is_cut_word(junction: Junction) -> bool:
    """Whether a full line is the URL alone, and the next one the rest of a word without a sentence's punctuation."""
    is_word = junction.in_mid_token and not (junction.lead.strip() or junction.rest.strip())
    return is_word and junction.fills_width and junction.width <= LONGEST_FILLED


def _is_word_after_text(junction: Junction) -> bool:
    """Whether the tail has letters only, and the URL is after text without a colon, so that both may be text."""
    if not (junction.in_mid_token and junction.tail.isalpha()) or junction.lead.rstrip().endswith(":"):
        return False
    return any(map(str.isalnum, junction.lead))


def is_reference(junction: Junction) -> bool:
    """Whether a version, date or number ends the brackets around the URL, as in `(http://a/b, 2003-07-15)`."""
    if junction.before[-1:] != "(" or junction.rest[:1] != ")":  # true of most
        return False
    return (junction.head[-1].isalpha() or junction.head[-1] in ".,;:") and _REFERENCE.match(junction.tail) is not None


def _may_be_complete(junction: Junction) -> bool:
    """Whether the line is a definition or ends like a file name, or the next one is a field, closing word or number.

    After other text, the line may have been filled between words, and the last one ends the sentence.
    """
    tail = junction.tail
    if is_reference(junction):
        return True
    if junction.head[-1] == "/" and HOST_ONLY.match(junction.head[:-1]) and is_word(junction):
        return True
    if not (junction.begins_line or _LABEL_ONLY.match(junction.lead)):
        ends_sentence = is_word(junction) and junction.rest.strip()
        if junction.head[-1] == "/" or ends_sentence or FORGE_REPOSITORY.match(junction.head):
            return True
    if NAME_AND_VALUE.match(tail) or _TAG.match(tail) or is_number_below_word(junction):
        return True
    if _OWNER_AND_NAME.match(tail) and FORGE_REPOSITORY.match(junction.head):  # of another repository
        return True
    if _DEFINITION.match(junction.lead) or (_CLOSING_WORD.match(tail) and not junction.head[-1].isupper()):
        return True
    is_text = tail[0].isupper() or (tail[0].isalpha() and not any(map(str.isdecimal, tail)))
    if is_text and ENDS_IN_NUMBER.search(junction.head):
        return True
    if FILE_END.search(junction.head) or ENDS_IN_ARCHIVE.search(junction.head):
        return True
    return ends_in_file(junction) and not HOST_ONLY.match(junction.head)


def ends_in_file(junction: Junction) -> bool:
    """Whether the head ends in the name of a file, in mid-token."""
    name = junction.head[junction.head.rfind("/") + 1 :]
    if "." not in name or "?" in junction.head or "#" in name:  # true of most
        return False
    return junction.in_mid_token and has_ending(name) and not completes(junction)


def is_rest(junction: Junction) -> bool:
    """Whether the line is the short rest of a full one, as where a mail program breaks broken lines again."""
    return junction.pieces > 1 and junction.width - junction.indent <= _SHORT_REST < junction.piece_width


def begins_token(junction: Junction) -> bool:
    """Whether the case of letters changes at the break, or a number ends there."""
    if junction.head[-1].islower():
        return junction.tail[0].isupper()
    return junction.tail[0].isalpha() and bool(ENDS_IN_NUMBER.search(junction.head))


def is_word(junction: Junction) -> bool:
    """Whether the tail is a word of prose, and not the rest of one that was cut."""
    if not _WORD.match(junction.tail) or junction.is_hyphenated:
        return False
    if junction.head[-1] in _BEFORE_VALUE and not junction.rest.strip():
        return False
    return not (completes(junction) or is_rest_of_cut_word(junction) or is_cut_after_letter(junction))
