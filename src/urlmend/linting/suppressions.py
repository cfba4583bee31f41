"""Suppression comments: `urlmend: ignore`, `ignore-next`, `ignore-file`, `off` and `on`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import END_OF_LINE
from urlmend.model.finding import Finding
from urlmend.model.lines import FOLLOWING, LEADER
from urlmend.model.span import Span

# A code, a prefix of codes, or what is mistaken for one.
_CODE = r"[A-Za-z]{1,20}[0-9][A-Za-z0-9]{0,9}+(?!\w)"
_BLANK = r"[^\S\r\n]"
# Nothing, or a code without a space before it.
_END_OF_WORD = r"(?:(?![A-Za-z0-9])|(?=URL[0-9]))"
# What may follow a comment without codes: the end of the line or of the comment, a sign before other text, or a URL.
_END = rf"""
    {_BLANK}*+
    (?: \Z | [\r\n] | \w{{1,20}}://
    |   (?! [;.] [^\r\n]{{0,200}}? \b URL[0-9]{{1,3}} \b )  # codes in a sentence
        (?: [-;|>)\]}}"'`.*/_\u2013\u2014]++ (?!\w) | [\\#%<] | // | /\* )
        (?! [^\w\r\n]*+ {_CODE} )
    )
"""
# What follows is `brackets` with codes, a `list` of codes without brackets, or the `end`. Any other text may be meant
# as codes: the comment must not suppress all findings.
_COMMENT = lazy(
    rf"""
    \burlmend:[ \t]*(ignore-next|ignore-file|ignore|off|on){_END_OF_WORD}
    (?: {_BLANK}*+ (?: [:=]{_BLANK}*+ )? (?P<brackets> \[[^\[\]\r\n]*\]? | \([^()\r\n]*\)? )
    |   (?: {_BLANK}*+[:=,]{_BLANK}*+ | {_BLANK}++ )
        (?P<list> {_CODE} (?: (?: {_BLANK}*+,{_BLANK}*+ | {_BLANK}++ ) {_CODE} )* )
    |   (?P<end> (?={_END}) )
    )?
    """,
    re.VERBOSE,
)
# A code, a prefix of codes, or the name of a rule.
_LISTED = lazy(r"[A-Za-z][A-Za-z0-9_-]{0,60}")
# Other words in the place of these: before a list of codes; before other brackets, or at the end of a comment.
_UNKNOWN = lazy(
    rf"\burlmend:[ \t]*(?!(?:ignore|off|on){_END_OF_WORD})([A-Za-z][\w-]{{0,40}})"
    rf"(?:(?P<codes>[=\[(,][ \t]*{_CODE})|(?=[=\[(,]|[ \t:]*(?:$|-->|\*/|[#%]}}|{_CODE})))",
    re.MULTILINE,
)
_OF_OTHER_LINTERS = lazy(
    r"(?:disable(?:-(?:next|line|next-line|file))?|enable|noqa|nolint|nosec|skip(?:-file)?|suppress|nocheck|no-check)\Z"
)
_MISSPELT = ("ignore", "ignore-next", "ignore-file")
_MAX_DISTANCE = 2
# A comment leader before a comment.
_LEADER = lazy(
    rf"(?: (?<![\w:]) {FOLLOWING} [^\w\s]{{0,20}} | ^ [ \t]* {LEADER} (?=[ \t]) ) [ \t]{{0,20}} \Z",
    re.MULTILINE | re.VERBOSE,
)
_START_OF_LINE = lazy(r"^[^\w\n]*\Z", re.MULTILINE)
# What is before a comment that a text only mentions, in inline code: `urlmend: ignore`, `# urlmend: ignore`.
_MENTIONED = lazy(rf"`(?:{LEADER}[ ]?)?\Z", re.VERBOSE)
_NEAR = 20


class Comment(NamedTuple):
    """A suppression comment: its span, the span that it covers (both in code points), and its codes; none means all.

    The codes are in capitals, prefixes of codes and names of rules (`BAD-PERCENT`), too.
    """

    span: Span
    covered: Span
    codes: tuple[str, ...]


class Suppressions:
    """The suppression comments of a text, and which of their codes have suppressed a finding."""

    def __init__(self, text: str) -> None:
        """Read the comments of a text."""
        *groups, self._malformed = _comments(text)
        self._comments = sorted(comment for comments in groups for comment in comments)
        self._covered = [sorted({comment.covered for comment in comments}) for comments in groups]
        """Covered spans of lines, of blocks, and of the file; those of one list do not overlap."""
        self._text = text
        self._codes: dict[Span, set[str]] = {}
        for comment in self._comments:
            self._codes.setdefault(comment.covered, set()).update(comment.codes or ("",))
        self._suppressed: set[tuple[Span, str]] = set()

    def suppress(self, finding: Finding) -> bool:
        """Whether comments cover a finding; if so, mark them as used."""
        words = {finding.code[:length] for length in range(len(finding.code) + 1)} | {finding.name.upper()}
        suppressed = {(span, code) for span in self._covering(finding) for code in words & self._codes[span]}
        self._suppressed |= suppressed
        return bool(suppressed)

    def _covering(self, finding: Finding) -> Iterator[Span]:
        """Yield the covered spans that overlap a finding."""
        for start, stop in finding.spans:
            for ranges in self._covered:
                number = bisect_right(ranges, start, key=lambda covered: covered.stop)
                while number < len(ranges) and ranges[number].start < max(stop, start + 1):
                    yield ranges[number]
                    number += 1

    def unused(self, running: Mapping[str, str], known: Mapping[str, str]) -> Iterator[tuple[str, Span]]:
        """Yield a message and a span for each unknown or malformed comment, and for each code that suppresses nothing.

        `running` and `known` are rules: their codes and names. A code of no known rule is reported; one of no running
        rule is not.
        """
        for match in _written(_UNKNOWN, self._text):
            if _is_comment(match):
                message = f"unknown comment {match[1]!r}: write ignore, ignore-next, ignore-file, off or on"
                yield message, Span(match.start(), match.end(1))
        for match in self._malformed:
            message = f"no list of codes after {match[1]!r}: write {match[1]}[URL501], and a reason after '--'"
            yield message, Span(match.start(), match.end(1))
        for span, covered, codes in self._comments:
            unknown = [code for code in codes if not _selects(code, known)]
            unused = [code for code in codes if (covered, code) not in self._suppressed and _selects(code, running)]
            if unknown:
                yield f"unknown code {', '.join(unknown)} in comment: correct or remove it", span
            elif unused:
                yield f"comment suppresses nothing for {', '.join(unused)}: remove the code", span
            elif not codes and (covered, "") not in self._suppressed:
                yield "comment suppresses nothing: remove it", span


def _selects(code: str, rules: Mapping[str, str]) -> bool:
    """Whether a code of a comment is that of a rule, a prefix of it, or its name; `rules` are codes and names."""
    return any(rule.startswith(code) or name.upper() == code for rule, name in rules.items())


def end_of_codes(text: str, start: int, stop: int) -> int | None:
    """Return the end of the list of codes in the first `ignore` comment of `text[start:stop]`, if there is one."""
    for match in _COMMENT.finditer(text, start, stop):
        if match[1] == "ignore" and _codes(match):
            return match.end() - match[0].endswith((")", "]"))
    return None


def _written(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the comments of a text that match a pattern, less those that it only mentions."""
    for match in pattern.finditer(text):
        if not _MENTIONED.search(text, max(0, match.start() - _NEAR), match.start()):
            yield match


def _is_comment(match: re.Match[str]) -> bool:
    """Whether what looks like an unknown comment is one: other texts have names before brackets, too."""
    text, start, low = match.string, match.start(), max(0, match.start() - _NEAR)
    if match["codes"]:
        return bool(_LEADER.search(text, low, start) or _START_OF_LINE.search(text, low, start))
    if not _LEADER.search(text, low, start):
        return False
    from urlmend._lib.suggestion import distance  # only unknown comments need it

    return bool(_OF_OTHER_LINTERS.match(match[1])) or any(
        distance(match[1].lower(), name) <= _MAX_DISTANCE for name in _MISSPELT
    )


def _codes(match: re.Match[str]) -> tuple[str, ...] | None:
    """Return the codes of a comment; none means all. None if what follows it is not a list of codes."""
    if match["end"] is not None:
        return ()
    words = (match["brackets"] or match["list"] or "").strip("[]()").replace(",", " ").split()
    if not words or not all(map(_LISTED.fullmatch, words)):
        return None
    return tuple(word.upper().replace("_", "-") for word in words)


def _comments(text: str) -> tuple[list[Comment], list[Comment], list[Comment], list[re.Match[str]]]:
    """Return the comments that cover a line, those that cover a block, those that cover the file, and malformed ones.

    A block ends at an `on` comment, or with the text.
    """
    breaks = [match.span() for match in END_OF_LINE.finditer(text)]
    starts, stops = [0, *(stop for _, stop in breaks)], [*(start for start, _ in breaks), len(text)]
    lines, blocks, files, malformed = [], [], [], []
    off: Comment | None = None
    for match in _written(_COMMENT, text):
        span = Span(match.start(), match.end())
        codes, kind = _codes(match), match[1]
        if kind == "on":
            if off:
                blocks.append(off._replace(covered=Span(off.span.start, span.start)))
            off = None
        elif codes is None:
            malformed.append(match)
        elif kind == "off" and not off:
            off = Comment(span, Span(span.start, len(text)), codes)
        elif kind == "ignore-file":
            files.append(Comment(span, Span(0, len(text)), codes))
        elif kind != "off":
            number = bisect_right(starts, span.start) - (kind == "ignore")
            if kind == "ignore-next" and number < len(starts) and starts[number] == stops[number]:
                number += 1  # a comment of reStructuredText needs an empty line after it
            line = Span(starts[number], stops[number]) if number < len(starts) else Span(len(text), len(text))
            lines.append(Comment(span, line, codes))
    return lines, [*blocks, off] if off else blocks, files, malformed
