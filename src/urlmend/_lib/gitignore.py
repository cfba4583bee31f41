"""Patterns of `.gitignore` files, matched as Git matches them, in time linear in the path.

A pattern becomes a regular expression in which no star can backtrack. Within a folder name, the first place where the
text after a star matches is as good as any later one, and so is the first folder where the names after a `**` match:
both are atomic groups.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy

# No system has longer paths, and compiling a pattern takes 500 times its length in memory.
_MAX_LENGTH = 4096
_SPECIAL = lazy(rb"[*?\[\\]")
_FOLDERS = rb"(?:[^/]*+/)"
_SLASH = b"/"
_ASCII = {
    b"alnum": lambda code: chr(code).isalnum(),
    b"alpha": lambda code: chr(code).isalpha(),
    b"blank": lambda code: code in b" \t",
    b"cntrl": lambda code: code < 0x20 or code == 0x7F,
    b"digit": lambda code: chr(code).isdigit(),
    b"graph": lambda code: 0x20 < code < 0x7F,
    b"lower": lambda code: chr(code).islower(),
    b"print": lambda code: 0x20 <= code < 0x7F,
    b"punct": lambda code: 0x20 < code < 0x7F and not chr(code).isalnum(),
    b"space": lambda code: code in b"\t\n\r ",
    b"upper": lambda code: chr(code).isupper(),
    b"xdigit": lambda code: code in b"0123456789abcdefABCDEF",
}
"""The character classes of Git, which contain ASCII characters only."""


# A member of a set: a class, a byte, or a range of bytes.
_MEMBER = lazy(
    rb"(?s)\[:(?P<name>[^\]]*):\]|(?!\[:[^\]]*\Z)\\?(?P<low>.)(?:-(?!\])\\?(?P<high>.))?",
)


class _Pattern(NamedTuple):
    """One pattern; the last one that matches a path decides."""

    ignores: bool
    """False for a pattern after `!`, which keeps what it matches."""
    folders_only: bool
    names_only: bool
    """Whether it is compared with the last part of a path only."""
    match: Callable[[bytes], object]


class IgnorePatterns:
    """The patterns of an ignore file, or of a setting. Paths are relative to its folder and have `/`."""

    def __init__(self, patterns: Iterable[bytes]) -> None:
        """Take the lines of a file; those that are comments, empty, invalid or too long match nothing."""
        parsed = (_parsed(pattern) for pattern in patterns if not pattern.startswith(b"#"))
        self._patterns = [pattern for pattern in parsed if pattern][::-1]
        self._last = ("", False)
        """The folder of the last path, with `/`, and whether it is ignored: paths of one folder follow each other."""

    @classmethod
    def of_settings(cls, patterns: Iterable[str]) -> IgnorePatterns:
        """Return the patterns of a setting."""
        return cls(map(_encoded, patterns))

    @classmethod
    def of_file(cls, data: bytes) -> IgnorePatterns:
        """Return the patterns of the bytes of a file."""
        return cls(line.removesuffix(b"\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"))

    def decision(self, path: str) -> bool | None:
        """Return whether a path is ignored: None if no pattern matches it. The path of a folder ends in `/`.

        The folders above are not considered.
        """
        whole = _encoded(path.removesuffix("/"))
        name = whole[whole.rfind(_SLASH) + 1 :]
        is_folder = path.endswith("/")
        for pattern in self._patterns:
            if (is_folder or not pattern.folders_only) and pattern.match(name if pattern.names_only else whole):
                return pattern.ignores
        return None

    def ignores(self, path: str) -> bool:
        """Return whether a path or a folder above it is ignored. The path of a folder ends in `/`."""
        folder = path[: path.rfind("/", 0, -1) + 1]
        known, is_ignored = self._last
        if folder != known:
            start = len(known) if folder.startswith(known) else 0
            below = (self.decision(folder[:end]) for end in _ends(folder, start))
            is_ignored = (is_ignored and start > 0) or any(below)
            self._last = (folder, is_ignored)
        return is_ignored or bool(self.decision(path))


def is_valid(pattern: str) -> bool:
    """Return whether a pattern can match a path, or is a comment or empty."""
    line = _encoded(pattern)
    return not line.strip(b" ") or line.startswith(b"#") or _parsed(line) is not None


def _ends(folder: str, start: int) -> Iterator[int]:
    """Yield the ends of the folders in a path, from an offset on."""
    while end := folder.find("/", start) + 1:
        yield end
        start = end


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte, as in names of Windows
        return text.encode("utf-8", "surrogatepass")


def _parsed(line: bytes) -> _Pattern | None:
    """Parse a line (gitignore(5), and `parse_path_pattern` in Git); None if it can match nothing."""
    pattern = _without_trailing_spaces(line.partition(b"\0")[0])
    is_kept = pattern.startswith(b"!")
    pattern = pattern[is_kept:]
    folders_only = pattern.endswith(_SLASH)
    pattern = pattern.removesuffix(_SLASH)
    if len(pattern) > _MAX_LENGTH:
        return None
    names_only = _SLASH not in pattern
    match = _matcher(pattern.removeprefix(_SLASH), names_only=names_only) if pattern else None
    return match and _Pattern(not is_kept, folders_only, names_only, match)


def _without_trailing_spaces(line: bytes) -> bytes:
    """Return a line without the spaces at its end; the first of them may be escaped."""
    stripped = line.rstrip(b" ")
    backslashes = len(stripped) - len(stripped.rstrip(b"\\"))
    return line[: len(stripped) + backslashes % 2]


def _matcher(pattern: bytes, *, names_only: bool) -> Callable[[bytes], object] | None:
    special = _SPECIAL.search(pattern)
    if not special:
        return pattern.__eq__
    if names_only and special.group() == b"*" and not (special.start() or _SPECIAL.search(pattern, 1)):
        suffix = pattern[1:]
        return lambda name: name.endswith(suffix)
    expression = _expression(pattern, special.start(), names_only=names_only)
    return re.compile(expression).match if expression else None


def _expression(pattern: bytes, start: int, *, names_only: bool) -> bytes | None:
    """Translate a pattern as `wildmatch` in Git reads it; None if it is invalid.

    Git compares the text before the first special character, at `start`, separately: there, `**` needs no `/`. Each
    star begins an atomic group, up to the next one or the end of the name, and so does `**/`, up to the next `**/`.
    """
    pieces: list[bytes] = []
    in_star = in_folders = False
    at = 0
    while at < len(pattern):
        character = pattern[at : at + 1]
        begin, at = at, at + 1
        if character == b"*":
            while pattern.startswith(b"*", at):
                at += 1
            is_bounded = begin == start or pattern[begin - 1 : begin] == _SLASH
            is_deep = at - begin > 1 and is_bounded and not names_only
            if is_deep and pattern.startswith((_SLASH, b"\\/"), at):
                # Git lets `**/` match no folder, but not `**\/`.
                pieces += [b")" * in_folders, b"(?>", _FOLDERS, b"*?" if pattern.startswith(_SLASH, at) else b"+?"]
                in_folders, at = True, pattern.index(_SLASH, at) + 1
            elif is_deep and at == len(pattern):
                pieces.append(b"(?s:.*)")
            else:
                pieces += [b")" * in_star, b"(?>[^/]*?"]
                in_star = True
        elif character == _SLASH or pattern.startswith(b"\\/", begin):
            at = pattern.index(_SLASH, begin) + 1
            pieces += [b"(?=/))" * in_star, _SLASH]
            in_star = False
        else:
            piece, at = _one(pattern, begin)
            if not piece:
                return None
            pieces.append(piece)
    return b"".join([*pieces, rb"\Z", b")" * in_star, b")" * in_folders])


def _one(pattern: bytes, at: int) -> tuple[bytes, int]:
    """Return an expression for the one byte that the pattern matches at an offset, and the offset after it.

    An empty expression matches nothing.
    """
    character = pattern[at : at + 1]
    if character == b"?":
        return b"[^/]", at + 1
    if character == b"[":
        return _set(pattern, at + 1)
    if character == b"\\":
        at += 1
    return re.escape(pattern[at : at + 1]), at + 1


def _set(pattern: bytes, at: int) -> tuple[bytes, int]:
    """Return the expression for a set in brackets, whose first character is at an offset, and the offset after it."""
    negated = pattern.startswith((b"!", b"^"), at)
    first = at = at + negated
    members: set[int] = set()
    while at == first or not pattern.startswith(b"]", at):
        member = _MEMBER.match(pattern, at)
        if not member or member["name"] not in (None, *_ASCII):
            return b"", at
        name, low, high = member.groups()
        members.update((low[0], *range(low[0], (high or low)[0] + 1)) if low else filter(_ASCII[name], range(128)))
        at = member.end()
    chosen = (set(range(256)) - members if negated else members) - {ord("/")}
    return (b"[%s]" % b"".join(_ranges(chosen)) if chosen else b""), at + 1


def _ranges(codes: set[int]) -> Iterator[bytes]:
    """Yield the ranges of bytes in a set, as an expression writes them; many sets would be slow to compile."""
    for code in sorted(codes):
        if code - 1 not in codes:
            last = next(following for following in range(code, 257) if following + 1 not in codes)
            yield b"\\x%02x-\\x%02x" % (code, last)
