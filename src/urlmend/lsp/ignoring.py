"""Edits that suppress a finding: a comment in the syntax of the file, or a code in the settings."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from urlmend.formats.code_regions import code_regions
from urlmend.formats.languages import Language, language_of_file
from urlmend.formats.recognition import LANGUAGES_WITH_LITERALS
from urlmend.formats.source_code import code_scopes
from urlmend.linting.suppressions import end_of_codes
from urlmend.lsp.documents import OpenDocument, Reported
from urlmend.lsp.workspaces import MAX_FINDINGS
from urlmend.model.finding import Edit
from urlmend.model.scope import Scope
from urlmend.model.span import Span
from urlmend.settings.loading import is_shared, parsed
from urlmend.settings.positions import VALUE, Key, positions


class _Comment(NamedTuple):
    """How a comment is written."""

    before: str
    after: str = ""
    follows: bool = True
    """Whether it may follow other text on its line."""
    is_block: bool = False
    """Whether it is a block of its own: empty lines separate it from paragraphs."""


_HASH, _ELEMENT = _Comment("# "), _Comment("<!-- ", " -->")
# By format (see `urlmend.formats.recognition`).
_OF_FORMAT = {
    "asciidoc": _Comment("// ", follows=False),
    "batch": _Comment("REM ", follows=False),
    "columns": _HASH._replace(follows=False),
    "haskell": _Comment("-- "),
    "html": _ELEMENT,
    "latex": _Comment("% "),
    "markdown": _ELEMENT,
    "org": _HASH._replace(follows=False),
    "restructuredtext": _Comment(".. ", follows=False, is_block=True),
    "roff": _Comment('.\\" ', follows=False),
    "shell": _HASH,
    "texinfo": _Comment("@c ", follows=False),
    "wiki": _ELEMENT,
}
_PROSE = frozenset((".text", ".txt"))
# A line before a block: an empty one, or explicit markup of reStructuredText.
_BEFORE_BLOCK = re.compile(r"\s*+(?:\.\.[ \t].*+)?\s*+")


def has_comments(reported: Reported) -> bool:
    """Whether the format of a finding's document has comments, as far as its name says."""
    return _syntax(reported) is not None


def comment_edits(document: OpenDocument, reported: Reported) -> list[Edit]:
    """The edits that suppress a finding by a comment, after which everything else is reported as before."""
    return next((edits for edits in _comments(document, reported) if _is_proven(document, reported, edits)), [])


def _comments(document: OpenDocument, reported: Reported) -> Iterator[list[Edit]]:
    """Yield the edits to try: another code in a comment, a comment on the line, and one on the line before."""
    comment, code = _syntax(reported), reported.finding.code
    if comment is None:
        return
    text, at = document.buffer.text, reported.spans[0].start
    start, end = document.positions.line_start(at), document.positions.line_end(at)
    listed = end_of_codes(text, start, end)
    if listed is not None:
        yield [Edit(Span(listed, listed), f",{code}")]
    if comment.follows:
        yield [Edit(Span(end, end), f" {comment.before}urlmend: ignore[{code}]{comment.after}")]
    indent = re.compile(r"[ \t]*").match(text, start, end)
    assert indent  # matches the empty string
    line_end = "\r\n" if "\r\n" in text else "\n"
    line = f"{indent.group()}{comment.before}urlmend: ignore-next[{code}]{comment.after}{line_end}"
    if not comment.is_block:
        yield [Edit(Span(start, start), line)]
    elif not start or _BEFORE_BLOCK.fullmatch(text, document.positions.line_start(start - 1), start):
        yield [Edit(Span(start, start), line + line_end)]


def _syntax(reported: Reported) -> _Comment | None:
    document = reported.document
    if document.part or document.source.region is None:
        return None
    if not _is_plain(document.format):
        return _OF_FORMAT.get(document.format)
    if _extension(document.name) in _PROSE:
        return _HASH
    language = language_of_file(document.name)
    return _of_language(language) if language else None


def _of_language(language: Language) -> _Comment | None:
    """How a comment is written in a language; None if it has none."""
    if language.line:
        mark = language.line.split()[0]
        return _Comment(f"{mark.lstrip('^_')} ", follows=not mark.startswith("^"))
    if language.block:
        opener, closer, *_ = language.block.split()
        return _Comment(f"{opener} ", f" {closer}")
    return _ELEMENT if language.kind == "markup" else None


def _is_plain(form: str) -> bool:
    """Whether a format is plain text or a programming language."""
    return form in ("text", "markup") or form in LANGUAGES_WITH_LITERALS


def _extension(name: str) -> str:
    """The extension of a file in lower case, with its dot; `.txt` if it has none."""
    return os.path.splitext(name)[1].lower() or ".txt"


def _is_proven(document: OpenDocument, reported: Reported, edits: list[Edit]) -> bool:
    """Whether edits insert a comment that suppresses a finding, and change no other code's findings and no URL."""
    changed = document.changed(edits)
    if not changed.documents or changed.url_texts != document.url_texts or not _is_comment(changed, edits[0]):
        return False
    missing = _suppressed(_found(document), _found(changed))
    return {code for code, _ in missing} == {reported.finding.code}


_Found = Counter[tuple[str, str]]
"""The codes and URLs of findings."""


def _found(document: OpenDocument) -> _Found:
    return Counter((finding.code, finding.url.text) for _, findings in document.results for finding in findings)


def _suppressed(before: _Found, after: _Found) -> _Found:
    """The findings that are missing after an edit; none if there are others than before."""
    missing, others = before - after, after - before
    # Only a document with too many findings may have others: those after the last one that was reported before.
    has_others = others and (after.total() < MAX_FINDINGS or others.total() > missing.total())
    return Counter() if has_others else missing


def _is_comment(document: OpenDocument, edit: Edit) -> bool:
    """Whether inserted text is in a comment, as far as the language of the file has a lexer."""
    start = edit.text.find("urlmend:")
    if start < 0:  # it extends a comment
        return True
    (part,) = document.documents
    at = edit.span.start + start
    if any(low < edit.span.start and at < high for low, high in code_regions(part.source.text, part.format)):
        return False
    is_code = part.format == "shell" or (_is_plain(part.format) and _extension(part.name) not in _PROSE)
    scopes = code_scopes(part.source) if is_code else None
    return scopes is None or scopes.at(at) in (Scope.COMMENT, Scope.TEXT)


def project_edit(text: str, path: str, code: str) -> Edit | None:
    """The edit of a settings file that ignores a code, or None."""
    return _edit(text, path, ("ignore",), code)


def file_edit(text: str, path: str, code: str, pattern: str) -> Edit | None:
    """The edit of a settings file that ignores a code in the files that a pattern matches, or None."""
    return _edit(text, path, ("per-file-ignores", pattern), code)


def _edit(text: str, path: str, keys: Key, code: str) -> Edit | None:
    table: Key = ("tool", "urlmend") if is_shared(path) else ()
    expected = _parsed(text)
    if expected is None:
        return None
    parent = expected
    for key in (*table, *keys[:-1]):
        parent = parent.setdefault(key, {})
        if not isinstance(parent, dict):
            return None
    codes = parent.setdefault(keys[-1], [])
    if not isinstance(codes, list):
        return None
    codes.append(code)
    for at, inserted in _insertions(text, table, keys, code):
        found = _parsed(text[:at] + inserted + text[at:])
        if found is not None and _sorted(found) == _sorted(expected):
            return Edit(Span(at, at), inserted)
    return None


def _insertions(text: str, table: Key, keys: Key, code: str) -> Iterator[tuple[int, str]]:
    """Yield places in a settings file and texts to try there, the best ones first."""
    key, quoted = keys[0], f'"{code}"'
    offsets = positions(text)
    if codes := offsets.get((*table, *keys, VALUE)):
        yield codes + 1, f"{quoted}, "
        yield codes + 1, quoted
    line = f"{key} = [{quoted}]\n"
    if len(keys) > 1:
        row = f'"{keys[-1]}" = [{quoted}]'
        line = f"{key} = {{ {row} }}\n"
        if rows := offsets.get((*table, key, VALUE)):
            yield rows + 1, f" {row},"
            yield rows + 1, f" {row} "
        if (header := offsets.get((*table, key))) is not None:
            yield _next_line(text, header), f"{row}\n"
    if not table:
        yield 0, line
        return
    if (header := offsets.get(table)) is not None:
        yield _next_line(text, header), line
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    yield len(text), f"{gap}[{'.'.join(table)}]\n{line}"


def _next_line(text: str, offset: int) -> int:
    """The start of the line after that of an offset."""
    return text.find("\n", offset) + 1 or len(text)


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return parsed(text.encode())
    except (ValueError, RecursionError):
        return None


def _sorted(value: object) -> object:
    """A parsed value whose lists of codes are in order: a code may be added anywhere."""
    if isinstance(value, dict):
        return {key: _sorted(item) for key, item in value.items()}
    return sorted(value, key=repr) if isinstance(value, list) else value
