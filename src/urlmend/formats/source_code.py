"""Scopes of source code and data files: which ranges are comments, strings or code, by the lexers of Pygments."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from importlib import import_module

from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.model.document import Document
from urlmend.model.scope import FOLLOWED, Scope
from urlmend.model.span import Span, is_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable
    from typing import TypeGuard

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

    from urlmend.formats.rewriting import CodeBlock

# Longer texts (in code points) and windows are judged line by line: the time of a lexer need not be linear.
_MAX_LEXED = 1 << 17
# How far back to look for the start of a comment in these, in code points.
_COMMENT_REACH = 4000
# Texts without a lexer, and those whose lexer describes prose.
_PROSE_LEXERS = frozenset(
    "text output email restructuredtext markdown tex org groff mediawiki diff bbcode trac-wiki moin creole"
    " typoscript".split()
)
_DATA_LEXERS = frozenset("json jsonld yaml toml ini properties cfg csv desktop systemd registry docker".split())
# Formats whose modules have a function `code_blocks`.
_FORMATS_WITH_BLOCKS = frozenset(("asciidoc", "markdown", "restructuredtext"))
_MARKUP_LEXERS = frozenset("html xml xslt svg".split())
_COMMENT_LINE = lazy(r"[ \t]*(?://|\#|\*|--|;|%|<!--|'|\"|REM\b|dnl\b)|.*?[ \t](?://|\#|/\*|--|;)[ \t]")


class _Language(NamedTuple):
    """What tells the scopes of some languages without a lexer."""

    comment: re.Pattern[str] | None
    """What begins a line in a comment, or a comment up to the end of the line."""
    opener: str
    """What begins a comment of several lines; empty if there are none."""
    closer: str
    quoted: Scope
    """The scope after a quotation mark."""
    rest: Scope | None
    """The scope of everything else; None if only a lexer knows it."""
    extensions: str


_LANGUAGES = (
    _Language(
        lazy(r"[ \t]*(?://|\*[ \t])|.*[ \t]//[/!]?<?[ \t]"),
        *("/*", "*/", Scope.STRING, None),
        "c cc cpp cs css cxx dart go groovy h hh hpp java js jsx kt m mjs php rs scala scss swift ts tsx",
    ),
    _Language(lazy(r"[ \t]*\#"), "", "", Scope.STRING, None, "bash cmake ex exs jl pl pm py r rb sh zsh"),
    _Language(None, "(*", "*)", Scope.STRING, None, "ml mli fs fsi pas"),
    _Language(
        lazy(r"[ \t]*[\#;!]|.*[ \t]\#[ \t]"),
        *("", "", Scope.DATA, Scope.DATA),
        "cfg desktop ini json properties service toml yaml yml",
    ),
    _Language(None, "<!--", "-->", Scope.LINK, Scope.TEXT, "svg xml xsl xslt"),
)
_LANGUAGE_OF = {extension: row for row in _LANGUAGES for extension in row.extensions.split()}
_QUOTES = frozenset("\"'`")
# The longest beginning of a line that is looked at, in code points.
_LINE_REACH = 400


def obvious_scope(document: Document, offset: int) -> Scope | None:
    """The scope of the URL at an offset (code points) if the text before it tells it without a lexer."""
    language = _LANGUAGE_OF.get(document.name.rpartition(".")[2].lower())
    if not language:
        return None
    text = document.text
    start = text.rfind("\n", 0, offset) + 1
    if language.comment and offset - start <= _LINE_REACH and language.comment.match(text, start, offset):
        return Scope.COMMENT
    opened = _open_comment(text, offset, language.opener, language.closer) if language.opener else -1
    if opened >= 0 and not text[text.rfind("\n", 0, opened) + 1 : opened].strip():
        return Scope.COMMENT
    return language.quoted if text[offset - 1 : offset] in _QUOTES else language.rest


def _open_comment(text: str, offset: int, opener: str, closer: str) -> int:
    """The start of a comment near an offset that is not closed before the offset, or -1."""
    opened = text.rfind(opener, max(0, offset - _COMMENT_REACH), offset)
    return opened if opened >= 0 and text.find(closer, opened, offset) < 0 else -1


class CodeScopes:
    """The scopes of source code."""

    def __init__(self, text: str, lexer: Lexer) -> None:
        """Take source code and the lexer of its language."""
        names = frozenset(lexer.aliases)
        self._text = text
        self._usual = Scope.DATA if names & _DATA_LEXERS else Scope.TEXT if names & _MARKUP_LEXERS else Scope.CODE
        self._in_string = Scope.LINK if names & _MARKUP_LEXERS else Scope.STRING
        self._starts: list[int] = []
        self._scopes: list[Scope] = []
        self._by_kind: dict[_TokenType, Scope] = {}
        self._tokens = iter(lexer.get_tokens_unprocessed(self._text) if len(self._text) <= _MAX_LEXED else ())

    def at(self, offset: int) -> Scope:
        """The scope of the character at an offset (code points)."""
        while (not self._starts or self._starts[-1] <= offset) and (token := next(self._tokens, None)):
            start, kind, _ = token
            self._starts.append(start)
            if kind not in self._by_kind:
                self._by_kind[kind] = self._scope(kind)
            self._scopes.append(self._by_kind[kind])
        number = bisect_right(self._starts, offset) - 1
        return self._scopes[number] if number >= 0 else self._scope_by_line(offset)

    def _scope(self, kind: _TokenType) -> Scope:
        from pygments.token import Comment, String

        if kind in Comment or kind in String.Doc:
            return Scope.CODE if kind in Comment.Preproc else Scope.COMMENT
        if kind in String.Regex:
            return Scope.PATTERN
        if kind in String:
            return Scope.DATA if self._usual is Scope.DATA else self._in_string
        return self._usual

    def _scope_by_line(self, offset: int) -> Scope:
        start = self._text.rfind("\n", 0, offset) + 1
        before = self._text[max(start, offset - _LINE_REACH) : offset]
        if _COMMENT_LINE.match(before) or _open_comment(self._text, offset, "/*", "*/") >= 0:
            return Scope.COMMENT
        return self._usual if self._usual is not Scope.CODE else self._in_string


class BlockScopes:
    """The scopes of a text with blocks of code."""

    def __init__(self, text: str, form: str, blocks: Iterable[CodeBlock]) -> None:
        """Take a text, its format, and its blocks of code that may name a language, ascending."""
        self._text = text
        self._form = form
        self._blocks = list(blocks)
        self._scopes: dict[int, CodeScopes | None] = {}

    def at(self, offset: int) -> Scope:
        """The scope of the character at an offset (code points); what is no source code in a block is data."""
        number = bisect_right(self._blocks, offset, key=lambda block: block.start) - 1
        if number < 0 or offset >= self._blocks[number].stop:
            return Scope.DATA if self._is_in_code(offset) else Scope.TEXT
        language, start, stop = self._blocks[number]
        if number not in self._scopes:
            lexer = _lexer_of_language(language)
            self._scopes[number] = CodeScopes(self._text[start:stop], lexer) if lexer else None
        scopes = self._scopes[number]
        scope = scopes.at(offset - start) if scopes else Scope.DATA
        return Scope.DATA if scope in FOLLOWED else scope

    def _is_in_code(self, offset: int) -> bool:
        """Whether an offset is in code that names no language, in a line or in a block."""
        return is_inside(offset, self._code)

    @cached_property
    def _code(self) -> list[Span]:
        """The ranges of code, ascending and disjoint."""
        from urlmend.formats.code_regions import code_regions

        found: list[Span] = []
        for span in sorted(code_regions(self._text, self._form)):
            if found and span.start <= found[-1].stop:
                found[-1] = Span(found[-1].start, max(found[-1].stop, span.stop))
            else:
                found.append(span)
        return found


def code_scopes(document: Document) -> CodeScopes | BlockScopes | None:
    """The scopes of a source file, or of a text with blocks of code; None for other prose."""
    if document.format in _FORMATS_WITH_BLOCKS:
        blocks = import_module(f"urlmend.formats.{document.format}").code_blocks(document.text)
        return BlockScopes(document.text, document.format, blocks)
    if document.name == "-":  # standard input without a name
        return None
    from pygments.lexers import find_lexer_class_for_filename

    lexer = find_lexer_class_for_filename(document.name, document.text[:1000])
    return CodeScopes(document.text, lexer()) if _is_code(lexer) else None


def _lexer_of_language(language: str) -> Lexer | None:
    """The lexer of a language by its name in a block of code; None for prose, and for unknown languages."""
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = find_lexer_class_by_name(language.strip("{.}").lower())
    except ClassNotFound:
        return None
    return lexer() if _is_code(lexer) else None


def _is_code(lexer: type[Lexer] | None) -> TypeGuard[type[Lexer]]:
    return lexer is not None and _PROSE_LEXERS.isdisjoint(lexer.aliases)
