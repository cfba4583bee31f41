"""Text to URLs, in one pass from left to right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.finder.line_breaks import (
    Prefix,
    Step,
    line_start,
    named_break,
    newline_at,
    prefix_at,
    step_in_cell,
    step_over,
)
from urlmend.finder.resolve import settle
from urlmend.finder.url_end import MAX_URL, end_of_run, plain_end, url_end
from urlmend.finder.wrappers import MAX_LINES, plain_wrapper, read_wrapper
from urlmend.finder.wrappers import TRIGGER as WRAPPER_TRIGGER
from urlmend.model.document import Document
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.rfc3986 import SCHEME_CHARS
from urlmend.uri.schemes import COLON_TRIGGER, SCHEMEPART_STARTS, TYPOS, SchemeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.finder.join_evidence import Junction

_COLON = lazy(COLON_TRIGGER)
_SCHEMELESS = lazy(r"[wW][wW][wW]\.(?<![A-Za-z0-9@/._-]....)(?=[A-Za-z0-9-]+\.[A-Za-z0-9])")

# How far behind a trigger its expression looks: no wrapper is longer.
LOOK_AHEAD = 8192
# Which reader a trigger calls; the numbers order triggers at the same offset.
READ_WRAPPER, READ_HIERARCHICAL, READ_OPAQUE, READ_SCHEMELESS = range(4)

_LONGEST_SCHEME = 32
# Beyond so many hyphens at line ends, only the reading without any of them is listed.
_MAX_CHOICES = 4
_LINES_AROUND = 4
# How far before a URL the wrapper may begin, at most, that it stands in unclosed.
UNCLOSED_REACH = 13
_UNCLOSED = lazy(r"<\s*[uU][rR][lL]\s*:\s*$")
_MARKUP_BEFORE = lazy(
    r"(?:[=(,{\[][\"']|[=:,] [\"']|=|\]\(|\]: ?|\[|\\(?:url|href|path)\{|@u(?:ref|rl)\{|\.U[RL] |:target: |__ )$"
)
_BEFORE_BLANK = "]:_RL,="
_NO_INK = " \t\r\n|"
# What follows the end of a run, where no weighing is needed: something else than a line break; or behind the break
# another URL, or a word with a sentence around it (EVIDENCE could never add up to a doubt).
_WORD = r"(?!(?i:rem|dnl|c)\b)[A-Za-z]+,? "
_IS_OVER = lazy(
    r"(?![ \t]*[\r\n|])"
    rf"|(?<=[A-Za-z0-9/])[ \t]*(?:\r\n|\n)(?:> ?)*(?:<|(?i:https?|ftp)://|{_WORD}[A-Za-z0-9<(\"'])"
)
# The same behind other signs, where a line break leaves a blank.
_IS_OVER_TOO = lazy(
    r"[ \t]*(?:\r\n|\n)(?:(?:> ?)*(?:<|(?i:https?)://)"
    rf"|(?<=[=&_+~?]\n){_WORD}[A-Za-z0-9<(])(?![^\r\n]{{0,200}}\[)"
)
_PARAGRAPH_ENDS = lazy(r"[ \t]*(?:\r\n|\n)[ \t>]*(?:\r\n|\n|\Z)")
_PAGE_ENDS = lazy(r"(?:[ \t]*(?:\r\n?|\n)){1,13}(?:[ \t]*\f|[^\r\n\f]{0,120}\[(?i:page) )")
_INK = lazy(r"\S+")
_HAS_SUBSTANCE = lazy(r"[^\x00-/:-@\[-`{-\x7f]")


class Options(NamedTuple):
    """What to look for."""

    schemes: SchemeTable = SchemeTable()
    schemeless: bool = False


def scan(document: Document, options: Options = Options()) -> list[Url]:
    """All URLs of a document, in the order in which they stand.

    What is no URL but a fault is listed too, with an empty `scheme`: wrappers without an
    absolute URL in them, and URLs whose scheme is a slip for another. Time is linear in the text.
    """
    return [url for urls in scan_stretches(document, options) for url in urls]


def scan_stretches(document: Document, options: Options = Options()) -> Iterator[list[Url]]:
    """The URLs of each stretch of a document: those that begin in it."""
    stop = 0
    for window in document.windows():
        reader = Reader(window.running, document.flowed, options.schemes)
        stop = max(0, stop - window.base)
        urls: list[Url] = []
        end = window.high + LOOK_AHEAD
        for mark in triggers(reader.text, window.low, end, schemeless=options.schemeless):
            offset, kind = mark >> 2, mark & 3
            if offset < stop:
                continue
            if offset >= window.high:
                break
            url = reader.url(offset, kind, stop)
            if url is not None:
                urls.append(url)
                stop = url.outer.stop
        if document.declared:
            urls += Reader(document.text, document.flowed, options.schemes).declared(document.declared)
        urls = settle(urls, reader.readings)
        stop += window.base
        yield [moved(url, window.base) for url in urls] if window.base else urls


def triggers(text: str, start: int, end: int, *, schemeless: bool) -> list[int]:
    """Where there may be a URL, ascending: four times the offset, plus the number of the reader for it."""
    # A pass for each literal costs far less than one for their alternation; the first is found fastest without any.
    found = []
    if (first := text.find("<", start, end)) >= 0:
        found = [match.start() * 4 + READ_WRAPPER for match in WRAPPER_TRIGGER.finditer(text, first, end)]
    if (first := text.find(":", start, end)) >= 0:
        found += [
            match.start() * 4 + (READ_HIERARCHICAL if match.lastindex else READ_OPAQUE)
            for match in _COLON.finditer(text, first, end)
        ]
    if schemeless:
        found += [match.start() * 4 + READ_SCHEMELESS for match in _SCHEMELESS.finditer(text, start, end)]
    found.sort()
    return found


def moved(url: Url, by: int) -> Url:
    """A URL whose offsets are counted from further ahead."""
    text, spans, (start, stop), form, scheme, breaks, alternatives, confidence = url
    spans = tuple([Span(low + by, high + by) for low, high in spans])
    return Url(text, spans, Span(start + by, stop + by), form, scheme, breaks, alternatives, confidence)


class Reader:
    """Reads one URL at a trigger."""

    def __init__(self, text: str, flowed: str, schemes: SchemeTable) -> None:
        """Take a text, how it flows, and which schemes count."""
        self.text = text
        self.flowed = flowed
        self.schemes = schemes
        self.readings: dict[Url, tuple[Url, ...]] = {}
        """The other readings of each URL that is broken, or may be."""

    def url(self, offset: int, kind: int, floor: int) -> Url | None:
        """The URL at a trigger's offset; its scheme begins at `floor` or later."""
        return (kind == READ_HIERARCHICAL and self._plain(offset, floor)) or self._any(offset, kind, floor)

    def _any(self, offset: int, kind: int, floor: int) -> Url | None:
        if kind == READ_WRAPPER:
            return self._wrapped(offset, floor)
        if kind == READ_SCHEMELESS:
            return self._bare(offset, offset, "", floor)
        window = self.text[max(floor, offset - _LONGEST_SCHEME) : offset]
        word = window[len(window.rstrip(SCHEME_CHARS)) :]
        if kind == READ_HIERARCHICAL:
            known = self.schemes.trailing_scheme(word)
            if known is None and word.lower() in TYPOS:  # no URL, but the linter has a word to say
                url = self._bare(offset - len(word), offset + 3, word, floor)
                return url and url._replace(scheme="")
            return self._bare(offset - len(known), offset + 3, known, floor) if known else None
        return self._opaque(offset - len(word), word.lower(), floor)

    def _plain(self, offset: int, floor: int) -> Url | None:
        """What the rest of this class would say of a web URL that is whole and has nothing odd around it.

        Most URLs are such; None for all others. Written for speed: no call that can be spared.
        """
        text = self.text
        start = offset - (5 if text[offset - 1 : offset] == "s" else 4)
        scheme = text[start:offset]
        if start < floor or (scheme != "http" and scheme != "https"):  # noqa: PLR1714
            return None
        form = "bare"
        if start:
            before = text[start - 1]
            if before == "(":
                form = "markup" if text[start - 2 : start] == "](" else "bare"
            elif before != "\n" and (before != " " or text[start - 2 : start - 1] in _BEFORE_BLANK):
                return None
            # It may stand in a wrapper that is not closed.
            if text.find("<", max(0, start - UNCLOSED_REACH), start) >= 0:
                return None
        ends = plain_end(text, start, offset + 3)
        if ends is None:
            return None
        stop, run_end = ends
        # A blank with ink behind it is the commonest end by far.
        ink = text[run_end : run_end + 2]
        if (ink[:1] != " " or ink[1:] in _NO_INK) and not self._is_over(run_end):
            return None
        span = Span(start, stop)
        return Url(text[start:stop], (span,), span, form, scheme)

    def _opaque(self, start: int, scheme: str, floor: int) -> Url | None:
        """A URL without `//`, if what follows its scheme fits it."""
        colon = start + len(scheme)
        if scheme not in SCHEMEPART_STARTS or not _fit(scheme).match(self.text, colon + 1):
            return None
        before = self.text[start - 1] if start else " "
        if before.isalnum() or before in "_$%/\\":
            return None
        return self._bare(start, colon + 1, scheme, floor)

    def declared(self, spans: Iterable[Span]) -> list[Url]:
        """The URLs that spans hold by declaration."""
        return [url for span in spans if (url := self._declared(span))]

    def _declared(self, whole: Span) -> Url | None:
        """The URL that a span holds: all of it less white space."""
        text = self.text[whole.start : whole.stop]
        spans: tuple[Span, ...] = (whole,)
        if not text.isprintable() or " " in text:
            spans = tuple(Span(match.start(), match.end()) for match in _INK.finditer(self.text, *whole))
            text = self._text(spans)
        scheme, _, rest = text.partition(":")
        scheme = scheme.lower()
        if not rest or self.schemes.status(scheme) is None:
            return None
        return Url(text, spans, whole, "markup", scheme, ("other",) * (len(spans) - 1))

    def _wrapped(self, offset: int, floor: int) -> Url | None:
        wrapper = plain_wrapper(self.text, offset, self.schemes) or read_wrapper(self.text, offset, self.schemes, floor)
        if wrapper is None:
            return None
        return self._read_over(wrapper.spans, wrapper.gaps, wrapper.outer, wrapper.form, wrapper.scheme, "certain")

    def _bare(self, start: int, body: int, scheme: str, floor: int) -> Url | None:
        text = self.text
        ends = plain_end(text, start, body) or self._careful_end(start, body)
        if ends is None:
            return None
        stop, run_end = ends
        form = self._form(start, scheme)
        outer_start = self._unclosed(start, floor)
        if self._is_over(run_end) or (self.flowed != "delsp" and _IS_OVER_TOO.match(text, run_end)):
            return Url(text[start:stop], (Span(start, stop),), Span(outer_start, stop), form, scheme)
        join = self._join(start, body, stop, run_end)
        outer = Span(outer_start, join.spans[-1].stop)
        url = self._read_over(join.spans, join.gaps, outer, form, scheme, "likely" if join.gaps else "certain")
        if join.doubt:
            spans, gaps = join.doubt
            longer = Url(self._text(spans), spans, Span(outer_start, spans[-1].stop), form, scheme, gaps, (), "guess")
            self.readings[url] = (*self.readings.get(url, ()), longer)
        return url

    def _is_over(self, run_end: int) -> bool:
        """Whether a URL whose run ends here needs no weighing: nothing speaks for its going on."""
        if _IS_OVER.match(self.text, run_end):
            return True
        # Where a page ends, a URL may go on behind blank lines, a footer and a header.
        return bool(_PARAGRAPH_ENDS.match(self.text, run_end)) and not _PAGE_ENDS.match(self.text, run_end)

    def _careful_end(self, start: int, body: int) -> tuple[int, int] | None:
        """Where the URL ends, and where the run of characters ends that it is cut from; None if it holds nothing."""
        end = end_of_run(self.text, body)
        stop = url_end(self.text, start, body, end)
        # `news:*` is whole without a letter or digit; what has `//` before it is not.
        substance = stop > body if self.text[body - 1] == ":" else _HAS_SUBSTANCE.search(self.text, body, stop)
        return (stop, end) if substance else None

    def _unclosed(self, start: int, floor: int) -> int:
        """Where the wrapper begins that a bare URL stands in unclosed; the URL's own start if there is none."""
        match = _UNCLOSED.search(self.text, max(floor, start - UNCLOSED_REACH + 1), start)
        return match.start() if match else start

    def _read_over(
        self, spans: tuple[Span, ...], gaps: tuple[str, ...], outer: Span, form: str, scheme: str, confidence: str
    ) -> Url:
        """A URL of several pieces; its other readings are kept: each hyphen at a line's end dropped, then all of them.

        RFC 1738 appendix: nobody can know whether such a hyphen belongs to the URL.
        """
        # A soft break that leaves no blank leaves no doubt either (RFC 3676 section 4.5).
        sure = ("space", "flowed") if self.flowed == "delsp" else ("space",)
        if self.flowed == "delsp" and gaps and all(gap == "flowed" for gap in gaps):
            confidence = "certain"
        url = Url(self._text(spans), spans, outer, form, scheme, gaps, (), confidence)
        if not gaps:
            return url
        at_hyphen = [
            number for number, gap in enumerate(gaps) if gap not in sure and self.text[spans[number].stop - 1] == "-"
        ]
        choices = [{number} for number in at_hyphen[:_MAX_CHOICES]]
        if len(at_hyphen) > 1:
            choices.append(set(at_hyphen))
        shorter = [
            tuple(Span(low, high - (number in dropped)) for number, (low, high) in enumerate(spans))
            for dropped in choices
        ]
        self.readings[url] = tuple(url._replace(text=self._text(pieces), spans=pieces) for pieces in shorter)
        return url

    def _text(self, spans: tuple[Span, ...]) -> str:
        return "".join(self.text[low:high] for low, high in spans)

    def _form(self, start: int, scheme: str) -> str:
        if not scheme:
            return "schemeless"
        return "markup" if _MARKUP_BEFORE.search(self.text[max(0, start - 12) : start]) else "bare"

    def _join(self, start: int, body: int, stop: int, run_end: int) -> _Join:
        """Follow a bare URL whose run reaches the end of its line into the lines behind it."""
        from urlmend.finder import join_evidence as joins  # few URLs may go on in the next line

        text = self.text
        spans: tuple[Span, ...] = (Span(start, stop),)
        gaps: tuple[str, ...] = ()
        prefix = prefix_at(text, start)
        # A closing bracket or quote that has been cut off shows that the URL was over.
        while _only_trimmed(text, spans[-1].stop, run_end) and len(spans) < MAX_LINES and run_end - start < MAX_URL:
            step = step_over(text, run_end, prefix) or step_in_cell(text, run_end, spans[-1].start)
            tail_end = end_of_run(text, step.resume) if step else 0
            if step and step.kind == "other" and (edge := text.find("|", step.resume, tail_end)) >= 0:
                tail_end = edge  # what a cell holds ends with the cell
            if not step or tail_end == step.resume:
                break
            unbroken = Span(spans[-1].start, run_end)
            head = self._text((*spans[:-1], unbroken))
            end = _end_behind(text, start, body, head, step.resume, tail_end)
            if end <= step.resume:
                break
            weight = joins.weigh(self._junction(head, spans, run_end, step, end, prefix))
            if weight < joins.DOUBT:
                break
            longer = (*spans[:-1], unbroken, Span(step.resume, end))
            gap = "flowed" if self._flow(run_end) in ("soft", "delsp") else named_break(step.kind, head)
            if weight < joins.JOIN:
                return _Join(spans, gaps, (longer, (*gaps, gap)))
            spans, gaps, run_end = longer, (*gaps, gap), tail_end
        return _Join(spans, gaps, None)

    def _flow(self, run_end: int) -> str:
        """The kind of line break at the end of a run, in flowed text: a junction's `flow`."""
        if not self.flowed:
            return ""
        blanks = 0
        while self.text[run_end + blanks : run_end + blanks + 1] == " ":
            blanks += 1
        if not blanks:
            return "hard"
        if self.flowed == "delsp":
            return "delsp" if blanks == 1 else "blank"
        return "soft"

    def _junction(
        self, head: str, spans: tuple[Span, ...], run_end: int, step: Step, stop: int, prefix: Prefix
    ) -> Junction:
        from urlmend.finder.join_evidence import Junction

        text, start = self.text, spans[0].start
        first = line_start(text, run_end)
        begin = first if first is not None else run_end - 1
        text_column = len(prefix.text)
        indent_end = begin + text_column
        while indent_end < run_end and text[indent_end] in " \t":
            indent_end += 1
        line_end = _end_of_line(text, stop)
        rest = text[stop:line_end]
        after = newline_at(text, line_end)
        next_line = text[after : _end_of_line(text, after)] if after is not None else ""
        return Junction(
            head=head,
            tail=text[step.resume : stop],
            rest=rest.partition("|")[0] if step.kind == "other" else rest,
            before=text[max(0, start - 8) : start],
            width=run_end - begin,
            widest=_widest_around(text, begin, line_end),
            indent=indent_end - begin,
            url_column=start - begin if start >= begin else indent_end - begin,
            tail_indent=step.resume - step.line_start,
            lost=step.lost,
            pieces=len(spans),
            kind=step.kind,
            flow=self._flow(run_end),
            last_line=not next_line.strip(" \t>|#*/;"),
        )


class _Join(NamedTuple):
    """A bare URL's pieces and the breaks between them, and those of the longer reading that is in doubt."""

    spans: tuple[Span, ...]
    gaps: tuple[str, ...]
    doubt: tuple[tuple[Span, ...], tuple[str, ...]] | None


@cache
def _fit(scheme: str) -> re.Pattern[str]:
    return re.compile(SCHEMEPART_STARTS[scheme])


def _only_trimmed(text: str, stop: int, run_end: int) -> bool:
    """Whether nothing but punctuation stands between a URL's end and the end of its run."""
    return not text[stop:run_end].strip(".,;:!?-*_~|")


def _end_behind(text: str, start: int, body: int, head: str, resume: int, stop: int) -> int:
    """Where a URL ends whose last piece is `text[resume:stop]`, the brackets of its head counted."""
    before = text[max(0, start - 8) : start]
    whole = before + head + text[resume:stop]
    end = url_end(whole, len(before), len(before) + body - start, len(whole))
    return resume + end - len(before) - len(head)


def _end_of_line(text: str, offset: int) -> int:
    match = _REST_OF_LINE.match(text, offset)
    return match.end() if match else offset


_REST_OF_LINE = lazy(r"[^\r\n]{0,400}")


def _widest_around(text: str, begin: int, line_end: int) -> int:
    """The length of the longest of the few lines before and behind, as far as the paragraph goes."""
    widest = 0
    low = begin
    for _ in range(_LINES_AROUND):
        previous = line_start(text, low - 1) if low else None
        if previous is None or not text[previous:low].strip(" \t\r\n>|#*/;"):
            break
        widest = max(widest, len(text[previous:low].rstrip()))
        low = previous
    high = line_end
    for _ in range(_LINES_AROUND):
        after = newline_at(text, high)
        if after is None:
            break
        high = _end_of_line(text, after)
        if not text[after:high].strip(" \t>|#*/;"):
            break
        widest = max(widest, high - after)
    return widest
