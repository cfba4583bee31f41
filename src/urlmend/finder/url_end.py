"""Where a bare URL ends on its line."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy

# The longest URL looked at, in code points.
MAX_URL = 8192

# White space, control characters, angle brackets, double quotes, backticks, typographic quotes and dashes, CJK
# punctuation, and undecodable bytes that stand for white space, quotes and dashes in the Windows code pages.
_ENDS = (
    '\\s\\x00-\\x20\\x7f-\\xa0<>"`\u00ab\u00bb\u2014\u2018-\u201f\u2039\u203a\u200b\u200e\u200f\ufeff'
    "\u2028-\u202e\u2060\u2066-\u2069"
    "\u3000-\u3003\u3008-\u3020\u3030\u303d-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd"
    "\udc80-\udcbf"
)
_RUN = lazy(f"(?:[^{_ENDS}:]+|:(?!//))*")

# What belongs to the surrounding language: entities of quotes and brackets, string escapes, closing tags of forums.
_FOREIGN = lazy(
    r"&(?i:lt|gt|quot|nbsp|apos|ldquo|rdquo|raquo|laquo|#0*(?:34|39|60|62|160)|#x(?:22|27|3[ce]|a0));"
    r"|\\(?![_&%#~-])"
    r"|\[/[A-Za-z]+\]"
)
# Another URL that begins in the middle of this one, with nothing between that could carry it as data.
_GLUED = lazy(r"(?<=[A-Za-z0-9,;|)\]}'*])(?:https?|ftp)$", re.IGNORECASE)
_BRACKETS = lazy(r"[()\[\]{}]")
_PARTNER = {")": "(", "]": "[", "}": "{"}
_TRAILING = ".,;:!?'|"
_EMPHASIS = "*_~"
_PUNCTUATION = frozenset(("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Cc", "Cf"))
_ENTITY_AT_END = lazy(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,10});$", re.IGNORECASE)
_ORNAMENT = lazy(r"[^\w\s()\[\]{}<>\"'`,;:?!&%/]{2,8}$")
# Scripts that are written without blanks between words: text in them may touch a URL.
_UNSPACED = lazy(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)


def end_of_run(text: str, body: int) -> int:
    """Where the run of characters ends that a URL may hold, or another URL begins that is glued to it.

    `body` is the first offset behind the scheme's colon (and slashes); offsets are in code points.
    """
    limit = body + MAX_URL
    stop = body
    while True:
        match = _RUN.match(text, stop, limit)
        stop = match.end() if match else stop
        if not text.startswith("://", stop) or stop + 3 > limit:
            return stop
        glued = _GLUED.search(text, max(body, stop - 6), stop)
        if glued:
            return glued.start()
        stop += 3


def url_end(text: str, start: int, body: int, stop: int) -> int:
    """Where the URL in `text[start:stop]` ends; all are offsets in code points.

    `start` is where its scheme begins, `body` the first offset behind the scheme's colon
    (and slashes), `stop` the end of the run of characters that a URL may hold.
    """
    before = text[max(0, start - 8) : start]
    run = text[body:stop]
    length = _cut_foreign(run, before)
    if not run.isascii():
        length = _cut_unspaced(run, length)
    length = _cut_unbalanced(run, length)
    return body + _trim(run, length, before)


def _cut_foreign(run: str, before: str) -> int:
    """The length of the run up to what belongs to the text around it."""
    lengths = [len(run)]
    opener = before[-1:]
    if opener == "'" and (at := run.find("'")) >= 0:
        lengths.append(at)
    if (opener == "|" or before.endswith("[[")) and (at := run.find("|")) >= 0:
        lengths.append(at)
    if "&" in run or "\\" in run or "[/" in run:
        match = _FOREIGN.search(run)
        if match:
            lengths.append(match.start())
    return min(lengths)


def _cut_unspaced(run: str, length: int) -> int:
    """Cut before text of an unspaced script that touches the URL.

    It does in a host whose label began in ASCII, and where the text runs on to the end
    directly behind an ASCII letter or digit; elsewhere it is part of an IRI (RFC 3987).
    """
    path = re.compile(r"[/?#]|$").search(run)
    host_end = path.start() if path else length
    for match in _UNSPACED.finditer(run, 0, length):
        at = match.start()
        behind = run[at - 1 : at]
        ascii_before = behind.isascii() and behind.isalnum()
        if ascii_before and (at < host_end or match.end() >= length):
            return at
        if at == host_end + 1 and match.end() >= length and host_end > 0 and run[at - 1] == "/" and length - at > 1:
            return at
    return length


def _cut_unbalanced(run: str, length: int) -> int:
    """The length up to the first closing bracket that has no partner inside."""
    unclosed = {"(": 0, "[": 0, "{": 0}
    for match in _BRACKETS.finditer(run, 0, length):
        bracket = match.group()
        if bracket in unclosed:
            unclosed[bracket] += 1
        elif unclosed[_PARTNER[bracket]]:
            unclosed[_PARTNER[bracket]] -= 1
        else:
            return match.start()
    return length


def _trim(run: str, length: int, before: str) -> int:
    """The length less the punctuation, emphasis and ornaments at the end."""
    ornament = _ORNAMENT.search(before)
    closing = ornament.group()[::-1] if ornament else None
    emphasis = before[-1:] if before[-1:] in _EMPHASIS else None
    while length:
        last = run[length - 1]
        if last in _TRAILING:
            if last == ";" and _ENTITY_AT_END.search(run, max(0, length - 12), length):
                return length
            length -= 1
        elif last in "([{" or last == emphasis:
            length -= 1
        elif closing and run.endswith(closing, 0, length):
            length -= len(closing)
        elif not last.isascii() and _is_punctuation(last):
            length -= 1
        else:
            return length
    return 0


def _is_punctuation(char: str) -> bool:
    from unicodedata import category  # most texts are ASCII

    return category(char) in _PUNCTUATION
