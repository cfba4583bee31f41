"""Read one URL at a trigger: its scheme, its end, its wrapper, and its pieces on following lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.bracketed_copy import MARK, join_by_copy
from urlmend.finder.faults import HIDDEN_MAILTO, begins_with_host, meant_by, read_fault
from urlmend.finder.joins import Join, follow
from urlmend.finder.line_breaks import step_over
from urlmend.finder.triggers import Trigger, TriggerKind
from urlmend.finder.url_end import end_of_run, url_end
from urlmend.finder.wrappers import read_wrapper, with_prose
from urlmend.model.document import BOUNDARY
from urlmend.model.lines import line_start, marks_at
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.uri.rfc3986 import SCHEME_CHARS
from urlmend.uri.schemes import SCHEMEPART_STARTS, SchemeTable, meant_scheme, schemepart_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.aliases import Confidence, Form

# How far before a URL its unterminated wrapper may begin, in code points.
UNTERMINATED_REACH = 13

_LONGEST_SCHEME = 32
# What a scheme may contain, but not begin with (RFC 3986 section 3.1).
_NOT_FIRST = "+-."
# The schemes that are also read if a line ends after their colon.
_CUT_SCHEMES = frozenset(("http", "https", "ftp"))
# The last letters of a scheme after invisible characters, which may be several, and its first letters before them.
_LAST_LETTERS = frozenset(("ttps", "tps", "ps", "s", "ttp", "tp", "p", ""))
# The first letters of a scheme at the end of a line.
_FIRST_LETTERS, _FIRST_REACH = lazy(r"(?<![^\W_])(?i:h|ht|htt|https?|ft?|ftp)(?=[ \t]*(?:\r\n?|\n)\Z)"), 16
_DIVIDED, _DIVIDED_REACH = lazy(r"(?<!\w)(?i:h|ht|htt|http|f|ft)[^\x00-\x7f]{1,4}\Z"), 8
# Beyond this many hyphens at line ends, only the reading without any of them is listed.
_MAX_CHOICES = 4
_UNTERMINATED = lazy(
    r"(?: <\s*[uU][rR][lL]\s*[:=]\s*[<\u2039]? | (?<![A-Za-z0-9_])[uU][rR][lL][:=][ ]?[<\u2039] )$", re.VERBOSE
)
# The end of what is no wrapper by its form, although it is closed: `<URL=http://www.example.org/>`.
_CLOSED = lazy(r"[^<>\u2039\u203a\r\n]{0,4096}>|[^<>\u2039\u203a]{0,4096}\u203a")
_NO_WRAPPER = lazy(r"<\s*[uU][rR][lL]\s*=|.*\u2039", re.DOTALL)
_MARKUP_BEFORE = (
    *r"= [ ]( ]: \url{ \href{ \path{ @uref{ @url{".split(),
    *("]: ", ".UR ", ".UL ", ":target: ", "__ "),
    *(f"{sign}{quote}" for sign in ("=", "(", ",", "{", "[", "= ", ": ", ", ") for quote in "\"'"),
)
BEFORE_SPACE_IN_MARKUP = "]:_RL,="
"""The characters before a space with which markup before a URL may end."""
_REST_OF_TARGET = lazy(r"(?:[^\s()<>\uff08\uff09\ufffd\0]|\uff08[^\s()<>\uff08\uff09\ufffd\0]*\uff09){1,2000}(?=\))")
_RELATIVE_TO_SCHEME = lazy(r"//[^/.]|[wW]{3}\.[^.]")
_NOT_SPACE = lazy(r"\S+")
_WORD_SPACE = lazy(r"\w[ ]\w")
_CLOSING = lazy(r"[)\]}]")
_HAS_LETTER_OR_DIGIT = lazy(r"[^\x00-/:-@\[-`{-\x7f]")


class Reader:
    """Reads URLs of a text, one at a time."""

    def __init__(self, text: str, flowed: str, schemes: SchemeTable, *, faults: bool = False) -> None:
        """Take a text, how it is flowed (see `Document`), the schemes that count, and whether faults are read, too."""
        self.text = text
        self.flowed = flowed
        self.schemes = schemes
        self.faults = faults
        self.readings: dict[Url, tuple[Url, ...]] = {}
        """The other readings of each URL that is broken, or may be."""

    def read(self, trigger: Trigger, floor: int) -> Url | None:
        """The URL at a trigger, or None. Its scheme begins at the offset `floor` or later."""
        offset, kind = trigger
        if kind is TriggerKind.WRAPPER:
            return self._wrapped(offset, floor)
        if kind is TriggerKind.SCHEMELESS:
            return self._bare(offset, offset, "", floor)
        if kind is TriggerKind.FAULT:
            return read_fault(self.text, offset, floor)
        window = self.text[max(floor, offset - _LONGEST_SCHEME) : offset]
        word = window[len(window.rstrip(SCHEME_CHARS)) :].lstrip(_NOT_FIRST)
        if kind is TriggerKind.HIERARCHICAL:
            return self._hierarchical(offset, word, floor)
        return self._opaque(offset - len(word), word.lower(), floor)

    def declared(self, spans: Iterable[Span], *, schemeless: bool = False) -> list[Url]:
        """The URLs that the format declares in spans, such as attribute values of HTML."""
        return [url for span in spans if (url := self._declared(span, schemeless=schemeless))]

    def _declared(self, whole: Span, *, schemeless: bool) -> Url | None:
        """The URL that a span holds: all of it less white space."""
        text = self.text[whole.start : whole.stop]
        spans: tuple[Span, ...] = (whole,)
        if not text.isprintable() or " " in text:
            end = self.text.find("\xa0", whole.stop - len(text.lstrip()), whole.stop)  # a no-break space ends any URL
            stop = whole.stop if end < 0 else end
            spans = tuple(Span(*match.span()) for match in _NOT_SPACE.finditer(self.text, whole.start, stop))
            text = self._text(spans)
        scheme, _, rest = text.partition(":")
        scheme = scheme.lower()
        breaks = ("other",) * (len(spans) - 1)
        if rest and self.schemes.status(scheme) is not None:
            return Url(text, spans, whole, "markup", scheme, breaks)
        meant = meant_by(text) if self.faults else None
        if meant is not None:
            return Url(text, spans, whole, "fault", meant, breaks)
        # Viewers follow such a link of a typeset page to a host; in other formats it is a relative reference.
        schemeless = schemeless or self.flowed == "typeset"
        is_host = schemeless and (_RELATIVE_TO_SCHEME.match(text) or begins_with_host(text))
        return Url(text, spans, whole, "schemeless", "", breaks) if is_host else None

    def _wrapped(self, offset: int, floor: int) -> Url | None:
        """The URL in the wrapper whose `<` is at an offset."""
        wrapper = read_wrapper(self.text, offset, self.schemes, floor)
        if wrapper is None or (wrapper.scheme == "mailto" and HIDDEN_MAILTO.match(self.text, wrapper.spans[0].start)):
            return None
        # A space between words may belong to the URL, although programs remove it.
        pairs = zip(wrapper.gaps, wrapper.spans, strict=False)
        is_sure = not any(gap == "space" and _WORD_SPACE.match(self.text, span.stop - 1) for gap, span in pairs)
        longer = with_prose(self.text, wrapper)
        confidence: Confidence = "certain" if is_sure and not longer else "likely"
        url = self._broken(wrapper.spans, wrapper.gaps, wrapper.outer, wrapper.form, wrapper.scheme, confidence)
        if longer:
            other = url._replace(text=self._text(longer.spans), spans=longer.spans, breaks=longer.gaps)
            self.readings[url] = (*self.readings.get(url, ()), other)
        return url

    def _hierarchical(self, offset: int, word: str, floor: int) -> Url | None:
        """The URL whose `://` is at an offset, after a word that may be its scheme."""
        if word.lower() in _LAST_LETTERS and (url := self._with_cut_scheme(offset, word, floor)):
            return url
        known = self.schemes.trailing_scheme(word)
        if known is None and (
            meant_scheme(word) or self._is_divided(offset - len(word), word)
        ):  # not a URL, but the linter reports it
            url = self._bare(offset - len(word), offset + 3, word, floor)
            return url and url._replace(scheme="")
        return self._bare(offset - len(known), offset + 3, known, floor) if known else None

    def _with_cut_scheme(self, offset: int, word: str, floor: int) -> Url | None:
        """The URL whose `://` is at an offset, and whose scheme begins on the line before: `htt` and `ps://`."""
        begin = line_start(self.text, offset)
        found = begin and _FIRST_LETTERS.search(self.text, max(floor, begin - _FIRST_REACH), begin)
        if not found or (scheme := (found.group() + word).lower()) not in _CUT_SCHEMES:
            return None
        step = step_over(self.text, found.end(), marks_at(self.text, found.start()))
        if step is None or step.resume != offset - len(word):
            return None
        url = self._bare(step.resume, offset + 3, scheme, step.resume)
        return url and self._continued(Span(found.start(), found.end()), step.kind, url)

    def _continued(self, first: Span, gap: str, url: Url) -> Url:
        """A URL with one more piece before the others."""

        def longer(url: Url) -> Url:
            spans, outer = (first, *url.spans), Span(first.start, url.outer.stop)
            text = self._text(spans) if len(url.breaks) + 1 == len(url.spans) else self._text((first,)) + url.text
            return url._replace(text=text, spans=spans, outer=outer, breaks=(gap, *url.breaks), confidence="likely")

        others = self.readings.pop(url, ())
        whole = longer(url)
        if others:
            self.readings[whole] = tuple(map(longer, others))
        return whole

    def _is_divided(self, start: int, word: str) -> bool:
        """Whether invisible characters divide a scheme before its last letters, the word at an offset."""
        before = self.text[start - 1 : start]
        if word.lower() not in _LAST_LETTERS or before.isascii() or before.isprintable():
            return False
        return _DIVIDED.search(self.text, max(0, start - _DIVIDED_REACH), start) is not None

    def _opaque(self, start: int, scheme: str, floor: int) -> Url | None:
        """The URL without `//` that begins at an offset, if what follows its scheme fits it."""
        colon = start + len(scheme)
        if scheme in _CUT_SCHEMES:
            return self._bare(start, colon + 1, scheme, floor)
        if scheme not in SCHEMEPART_STARTS or not schemepart_start(scheme).match(self.text, colon + 1):
            return None
        # Directly after another URL, also one that ended before a full stop, nothing is before it.
        before = " " if self.text[floor:start] in ("", ".") else self.text[start - 1]
        if before.isalnum() or before in "_$%/\\":
            return None
        if before in _NOT_FIRST and line_start(self.text, start) != start - 1:  # not the sign of a line
            return None
        return self._bare(start, colon + 1, scheme, floor)

    def _bare(self, start: int, body: int, scheme: str, floor: int) -> Url | None:
        """The bare URL that begins at `start`, whose `body` follows the scheme's colon (and slashes)."""
        ends = None if scheme in _CUT_SCHEMES and self.text[body - 1] == ":" else self._ends(start, body)
        is_cut = ends is None and bool(scheme)
        if is_cut:
            body = start + len(scheme) + 1
            run_end = end_of_run(self.text, body)
            ends = run_end, run_end
        if ends is None:
            return None
        stop, run_end = ends
        form = self._form(start, stop, run_end, scheme)
        outer_start = self._unterminated(start, floor)
        if self.text.find(MARK, body, run_end) >= 0 and (join := join_by_copy(self.text, start)):
            outer = Span(outer_start, join.spans[-1].stop)
            return Url(self._text(join.spans), join.spans, outer, form, scheme, join.gaps)
        spans, gaps, longer = self._follow(start, body, stop, run_end)
        if is_cut and not gaps:
            return None
        outer = Span(outer_start, spans[-1].stop)
        url = self._broken(spans, gaps, outer, form, scheme, "likely" if gaps else "certain")
        if longer:
            spans, gaps = longer
            other = Url(self._text(spans), spans, Span(outer_start, spans[-1].stop), form, scheme, gaps, (), "guess")
            self.readings[url] = (*self.readings.get(url, ()), other)
        return url

    def _ends(self, start: int, body: int) -> tuple[int, int] | None:
        """Where a bare URL ends on its line, and the run of characters that it is cut from; None if it is empty."""
        end = end_of_run(self.text, body)
        # Punctuation of other scripts in the target of a link in Markdown belongs to it.
        if self.text[end : end + 1] > "\x7f" and self.text[max(0, start - 2) : start] == "](":
            rest = _REST_OF_TARGET.match(self.text, end)
            end = rest.end() if rest else end
        stop = url_end(self.text, start, body, end)
        # `news:*` is complete without a letter or digit; a URL with `//` is not.
        complete = stop > body if self.text[body - 1] == ":" else _HAS_LETTER_OR_DIGIT.search(self.text, body, stop)
        return (stop, end) if complete else None

    def _follow(self, start: int, body: int, stop: int, run_end: int) -> Join:
        """The pieces of a bare URL, on its line and those after it."""
        return follow(self.text, self.flowed, start, body, stop, run_end)

    def _unterminated(self, start: int, floor: int) -> int:
        """Where the unterminated wrapper before a bare URL begins, or the start of the URL."""
        low = max(floor, start - UNTERMINATED_REACH + 1)
        before = self.text[low:start]
        match = _UNTERMINATED.search(self.text, low, start) if "<" in before or "\u2039" in before else None
        if match is None or (_NO_WRAPPER.match(match.group()) and _CLOSED.match(self.text, start)):
            return start
        return match.start()

    def _broken(
        self,
        spans: tuple[Span, ...],
        gaps: tuple[str, ...],
        outer: Span,
        form: Form,
        scheme: str,
        confidence: Confidence,
    ) -> Url:
        """The URL of several pieces; its readings without the hyphens at line ends are remembered.

        RFC 1738 appendix: nobody can know whether such a hyphen belongs to the URL.
        """
        if not gaps:
            return Url(self._text(spans), spans, outer, form, scheme, gaps, (), confidence)
        # A soft break that leaves no space is unambiguous (RFC 3676 section 4.5).
        sure = ("space", "flowed") if self.flowed == "delsp" else ("space",)
        if self.flowed == "delsp" and all(gap == "flowed" for gap in gaps):
            confidence = "certain"
        url = Url(self._text(spans), spans, outer, form, scheme, gaps, (), confidence)
        ends = [self.text[span.stop - 1 : span.stop + 1] for span in spans[:-1]]
        at_hyphen = [
            # Nobody adds a hyphen before a backslash that continues the line.
            number
            for number, gap in enumerate(gaps)
            if gap not in sure and ends[number][0] == "-" and ends[number] != "-\\"
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
        if len(spans) == 1:
            ((start, stop),) = spans
            return self.text[start:stop]
        return "".join([self.text[start:stop] for start, stop in spans])

    def _form(self, start: int, stop: int, run_end: int, scheme: str) -> Form:
        """The form of a bare URL; the run of characters that it is cut from ends at `run_end`."""
        if not scheme:
            return "schemeless"
        if self.text.startswith(BOUNDARY, run_end) and not _CLOSING.search(self.text, stop, run_end):
            return "markup"
        last = self.text[start - 1 : start]
        if last == "\n" or (last == " " and self.text[start - 2 : start - 1] not in BEFORE_SPACE_IN_MARKUP):
            return "bare"
        return "markup" if self.text.endswith(_MARKUP_BEFORE, 0, start) else "bare"
