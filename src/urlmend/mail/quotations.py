"""Quotations in messages: how deep a place of a text or of an HTML page is quoted.

Programs quote line by line with marks (RFC 3676 section 4.5), below a line such as `On Monday, Ada wrote:`, or below
the header of the message that is answered or forwarded; in HTML, in `blockquote` and elements with known names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.lines import line_begin, marks_at

# The field `From` in the languages of mail programs, as they write it above an answer.
_FROM = (
    "From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|От кого|Від|Feladó|Kimden|Από|Expediteur|Expéditeur|Remitente|"
    "Mittente|Afsender|Avsändare|Odesílatel|发件人|寄件者|差出人|보낸 사람|מאת|من"
)
# A label of a header, with the markup that text versions of HTML have.
_LABEL = r"[*_]{0,2}[^\s:*<>|+-][^\n:*<>|]{0,24}:[*_]{0,2}(?=[ \t\xa0\n])"
_QUOTES = repeated(r"[ \t]*+>") + r"[ \t]*+"
# What begins a heading: of most lines, this alone shows that they are none.
_INITIALS = f"[-*_{''.join(sorted({name[0] for name in _FROM.split('|')}))}]"
# What begins a quotation without marks: a line between dashes that names the message below, the header of a message, or
# who wrote what follows. Each begins with a line feed, so that a search is fast.
_HEADING = lazy(
    rf"""
    \n (?P<marks> {_QUOTES} ) (?={_INITIALS})
    (?: (?P<dashes> -{{2,}} (?=[ \t]*[^\s>-]) (?P<title> [^\n]{{3,100}}? ) -{{2,}} [ \t]* (?=\r?\n) )
      | (?= [*_]{{0,2}} (?:{_FROM}) [ \xa0]?:[*_]{{0,2}}[ \t\xa0] ) (?P<header> [^\n]++ )
        (?P<fields> (?: \n {_QUOTES} {_LABEL} [^\n]*+ (?: \n [ \t]+ [^\s:][^\n:]* )? ){{2,8}} )
    )
    """,
    re.VERBOSE,
)
# The end of a line that introduces what follows, with the next line that is not empty.
_INTRODUCTION = lazy(r":[ \t]*\r?\n(?>(?:[ \t]*\r?\n)*)(?P<next>[^\n]?)")
_WROTE = lazy(
    r"(?:wrote|writes|schrieb|[ée]crit|escribió|escreveu|scritto|schreef|skrev|kirjoitti|napisał(?:\(a\))?|"
    r"написала?|пишет|írta|yazdı)\b[^\n]*\Z"
)
# The longest end of such a line that has the verb, in code points.
_AFTER_VERB = 120
# A date, and who wrote: without both, the verb is one of running text.
_DATED = lazy(r"\b(?:19|20)[0-9]{2}\b|[0-9]{1,2}[:.][0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}")
_REACH = 250
# The headings in marked lines that are considered for a place.
_MAX_HEADINGS = 50
_END = lazy(r"(?i)\bend\b")
_WORD = lazy(r"[^\W\d_]{3}")
# Armor of OpenPGP (RFC 9580 section 6.2) and of keys and certificates (RFC 7468), which no message is below.
_ARMOR = lazy(r"(?:BEGIN|END) (?:PGP |[A-Z0-9 ]*(?:CERTIFICATE|REQUEST|CRL|PKCS7|CMS|KEY|PARAMETERS)\b)")
# The fields of a header up to the one that names the author, after the end of a line.
_FROM_BELOW = lazy(rf"[\s>]{{0,20}}(?:{_LABEL}[^\n]*+\n{_QUOTES}){{0,6}}[*_]{{0,2}}(?:{_FROM})[ \xa0]?:")
# The line above the header of a patch (git-format-patch(1)), or that separates one (git-mailinfo(1)): no quotation.
_ABOVE_PATCH = lazy(r"(?: ?From [0-9a-f]{40} |.{0,60}(?:8<|>8))")
_UNMARKED = lazy(r"\n(?![ \t]*>|[ \t]*\r?\n)")
_MARKS_OF_QUOTES = lazy(r"[>|:]")
# The signs that begin quoted lines; others begin with a name, as `Ada> `.
_SIGNS = " \t>|:"
# The beginning of a line that may be quoted.
_MARK = lazy(r"\n(?:[ \t]{0,20}[>|:]|[ \t]{0,20}[A-Za-z]{1,4}>)")


class _Heading(NamedTuple):
    """What begins a quotation without marks."""

    start: int
    level: int
    """The depth of its own line, by its marks."""
    step: int
    """1 if a quotation begins, -1 if it ends."""


class TextQuotations:
    """The quotations of a plain text."""

    def __init__(self, text: str) -> None:
        """Take the text of a message."""
        self._text = text
        headings = sorted([*_headers(text), *_attributions(text)])
        self._starts: list[int] = []
        self._depths: list[int] = []
        """The depth from each unmarked heading on, without marks."""
        self._marked: list[tuple[int, int, int, int]] = []
        """Start and end of quotations that begin or end in marked lines, with the level and step of their headings."""
        self._has_marks = bool(_MARK.search(text)) or text[:1] in _SIGNS or ">" in text[:8]
        depth, end = 0, 0
        for start, level, step in headings:
            if not level:
                depth = max(0, depth + step)
                self._starts.append(start)
                self._depths.append(depth)
                continue
            if start >= end:
                found = _UNMARKED.search(text, start + 1)
                end = found.start() if found else len(text)
            self._marked.append((start, end, level, step))

    def depth(self, offset: int) -> int:
        """Return how deep the line at an offset is quoted: 0 for new text, 1 for a quotation, 2 for one in it, …."""
        marks = marked_depth(self._text, offset) if self._has_marks else 0
        if not self._starts and not self._marked:
            return marks
        number = bisect_right(self._starts, offset) - 1
        depth = marks + (self._depths[number] if number >= 0 else 0)
        if marks and self._marked:
            last = bisect_right(self._marked, (offset,))
            for start, end, level, step in self._marked[max(0, last - _MAX_HEADINGS) : last]:
                if start <= offset < end and level <= marks:
                    depth += step
        return max(depth, 0)


def marked_depth(text: str, offset: int) -> int:
    """Return the number of quotation marks before the line at an offset."""
    start = line_begin(text, offset)
    first = text[start : start + 1]
    if first not in _SIGNS and ">" not in text[start : start + 8]:
        return 0
    quotes = marks_at(text, offset).quotes
    if not quotes or (quotes == ">" and text.startswith(">From ", start)):  # which mbox files escape so
        return 0
    if ">" not in quotes and not _is_quoted_with(quotes, text, start, offset):
        return 0
    return len(_MARKS_OF_QUOTES.findall(quotes))


def _is_quoted_with(quotes: str, text: str, start: int, offset: int) -> bool:
    """Whether a sign that also has other uses quotes a line: the line before or after has it, too, and is no table."""
    sign = quotes[0]
    end = text.find("\n", offset)
    line = text[start : end if end >= 0 else len(text)]
    before = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start].lstrip()
    after = text[end + 1 : end + 40].lstrip() if end >= 0 else ""
    return line.count(sign) == len(quotes.replace(" ", "")) and (before.startswith(sign) or after.startswith(sign))


def _headers(text: str) -> Iterator[_Heading]:
    """Yield headers of messages, and lines between dashes above one."""
    below = -1
    for match in _HEADING.finditer(f"\n{text}"):
        start, level = match.start(), match["marks"].count(">")
        if match["header"]:
            # The header below a line that has begun the quotation belongs to it.
            is_below = 0 <= match.start() - below <= 1 + _blank(text, below)
            if not is_below and not _ABOVE_PATCH.match(text, text.rfind("\n", 0, max(0, start - 1)) + 1, start):
                yield _Heading(start, level, 1)
        elif _ARMOR.search(match["title"]):
            continue
        elif _END.search(match["title"]) and _WORD.search(match["title"]):
            yield _Heading(start, level, -1)
        elif _WORD.search(match["title"]) and _FROM_BELOW.match(text, match.end() - 1):
            yield _Heading(start, level, 1)
            below = match.end() - 1


def _blank(text: str, at: int) -> int:
    """Return the number of white-space characters from an offset on, up to a limit."""
    piece = text[max(0, at) : max(0, at) + 20]
    return len(piece) - len(piece.lstrip(" \t\r\n>"))


def _attributions(text: str) -> Iterator[_Heading]:
    """Yield the lines that say who wrote what follows, if it is not marked."""
    for match in _INTRODUCTION.finditer(text):
        at = match.start()
        if match["next"] in _SIGNS or _MARK.match(text, match.start("next") - 1):
            continue
        start = text.rfind("\n", 0, at) + 1
        if not _WROTE.search(text, max(start, at - _AFTER_VERB), at):
            continue
        low = max(0, start - _REACH)
        before = text[max(low, text.rfind("\n\n", low, at), at - 2 * _REACH) : at].strip()
        is_named = "@" in before or before.startswith("On ")
        if is_named and _DATED.search(before) and not marked_depth(text, at):
            yield _Heading(start, 0, 1)


# Elements of quotations, and those that programs put before the message that is answered or forwarded.
_QUOTE_OR_HEADER = rf"""
    (?P<open> blockquote \b ) | (?P<close> /blockquote \b )
    | b \b [^<>]*> (?: < (?:span|font) \b [^<>]*> )? \s* (?P<header> (?:{_FROM}) ) \s*:
"""
_NAMED_ELEMENT = r"""
    (?:div|span|table|hr|p|a) \b
    (?= [^<>]{0,300}? (?: id | class | name ) \s?=\s? ["']? [^"'<>]{0,100}? (?:
        (?P<rest> divRplyFwdMsg | stopSpelling | OutlookMessageHeader | OLK_SRC_BODY_SECTION | reply-intro
                | _MailOriginal | appendonsend | ms-outlook-mobile-reference )
      | (?P<container> gmail_quote | yahoo_quoted | protonmail_quote | moz-forward-container | zmail_extra
                     | gmail_forward | WordSection1__quote | tutanota_quote | AOLMsgPart | moz-cite-prefix ) ) )
"""
_MARKUP = lazy(f"< (?: {_QUOTE_OR_HEADER} | {_NAMED_ELEMENT} )", re.IGNORECASE | re.VERBOSE)
_MARKUP_WITHOUT_NAMES = lazy(
    f"< (?: {_QUOTE_OR_HEADER} ) (?P<rest>(?!))? (?P<container>(?!))?", re.IGNORECASE | re.VERBOSE
)
# Without one of these, no element of a source has such a name, and without those below, it has no other quotation.
_NAMES = (
    *("RplyFwd", "stopSpelling", "OutlookMessage", "OLK_SRC", "reply-intro", "MailOriginal", "appendonsend"),
    *("mobile-reference", "_quote", "forward", "zmail_extra", "AOLMsgPart", "moz-cite-prefix"),
)
_QUOTES_OF_PAGE = ("lockquote", "LOCKQUOTE")
# What all ends of the label of a header have in common, and these ends.
_END_OF_LABEL = ":<"
_ENDS_OF_LABELS = (":</b>", ":</B>", ":</span>", "&nbsp;:<", ":</SPAN>", ":</font>", ":</FONT>")
_LABELS = lazy(r"(?i)<b\b[^<>]*>(?:<(?:span|font)\b[^<>]*>)?\s*[^<>:]{1,25}:")
# The length of a header in HTML, and how near a header is to the element before it, in code points.
_HEADER = 3000
_ELEMENT = 1500
_LINE_BREAK = lazy(r"(?i)<(?:br|p|div|li|td|pre)\b[^<>]*>|\n")
_TAG_OR_SPACE = lazy(r"<[^<>]*>|\s|&nbsp;")
_MARKS_IN_SOURCE = lazy(r"(?:&gt;)+")


def _marks(source: str) -> list[re.Match[str]]:
    """Return the matches of what begins or ends quotations in an HTML source."""
    # Lists are faster than generators: most sources have none of these.
    if any([name in source for name in _NAMES]):  # noqa: C419
        return list(_MARKUP.finditer(source))
    has_label = _END_OF_LABEL in source and any([end in source for end in _ENDS_OF_LABELS])  # noqa: C419
    if has_label or any([quote in source for quote in _QUOTES_OF_PAGE]):  # noqa: C419
        return list(_MARKUP_WITHOUT_NAMES.finditer(source))
    return []


class PageQuotations:
    """The quotations of an HTML source."""

    def __init__(self, source: str) -> None:
        """Take the source of an HTML part of a message."""
        self._source = source
        self._starts: list[int] = []
        self._depths: list[int] = []
        self._nested: list[int] = []
        nested, headers, container, introduced, last_header = 0, 0, 0, 0, -_HEADER
        marks = _marks(source)
        self._has_signs = "&gt;" in source
        last_quote = max((match.start() for match in marks if match["open"]), default=-1)
        for match in marks:
            at = match.start()
            if match["open"]:
                nested, introduced = nested + 1, 0
            elif match["close"]:
                nested = max(0, nested - 1)
            elif match["rest"] or match["header"]:
                if match["header"] and len(_LABELS.findall(source, at, at + _HEADER)) < 3:
                    continue
                headers += at - last_header > _ELEMENT
                last_header = at
            elif match["container"] and at > last_quote:
                container = 1
            elif match["container"]:  # the quotation is in a `blockquote`, below a line that says who wrote it
                introduced = 1
            self._starts.append(at)
            self._depths.append(max(nested + headers, container, introduced))
            self._nested.append(nested)

    def is_marked(self, offset: int) -> bool:
        """Return whether an element encloses the quotation at an offset of the source."""
        number = bisect_right(self._starts, offset) - 1
        return number >= 0 and self._nested[number] > 0

    def depth(self, offset: int) -> int:
        """Return how deep the place at an offset of the source is quoted."""
        number = bisect_right(self._starts, offset) - 1
        depth = self._depths[number] if number >= 0 else 0
        if self._has_signs:
            line = _LINE_BREAK.split(self._source[max(0, offset - _REACH) : offset])[-1]
            found = _MARKS_IN_SOURCE.match(_TAG_OR_SPACE.sub("", line))
            depth += found[0].count("&gt;") if found else 0
        return depth
