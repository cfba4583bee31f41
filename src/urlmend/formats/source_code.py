"""Scopes of source code and data files: which ranges are comments, strings or code, by the table of languages."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache
from importlib import import_module

from urlmend._lib.fast_typing import TYPE_CHECKING
from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.formats.languages import Language, base_name, comment_starts, language_of_block, language_of_file
from urlmend.formats.recognition import language_of
from urlmend.model.document import Document
from urlmend.model.markup import FORMATS_WITH_BLOCKS
from urlmend.model.scope import FOLLOWED, Scope
from urlmend.model.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urlmend.formats.rewriting import CodeBlock

# Each expression consumes a construct up to its end, without backtracking, or up to the end of its line or text:
# a text is read once, whatever it contains.
_ESCAPE = r"\\[\s\S]"
# The values in a string, by the sign before them: `${…}`, `#{…}`, `\(…)`, with quotation marks in them.
_IN_BRACES = r"\{(?>(?:[^{}\n]|\{[^{}\n]{0,100}+\}){0,100})\}"
_IN_PARENTHESES = r"\((?>(?:[^()\n]|\([^()\n]{0,100}+\)){0,100})\)"
_VALUES = {"$": rf"\${_IN_BRACES}", "#": rf"\#{_IN_BRACES}", "\\": rf"\\{_IN_PARENTHESES}"}


def _string(quote: str, *, value: str = "", lines: bool = False) -> str:
    """A string with escapes, up to the end of its line unless it may have several `lines`.

    `value` is the sign before values.
    """
    end = "" if lines else r"\n"
    sign = re.escape(value)
    parts = [_ESCAPE, rf"[^{quote}\\{sign}{end}]++"]
    return rf"{quote}{repeated('|'.join([_VALUES[value], *parts, sign] if value else parts))}{quote}?"


def _doubled(quote: str, *, lines: bool = False) -> str:
    """A string in which two quotation marks are one."""
    end = "" if lines else r"\n"
    return rf"{quote}{repeated(f'[^{quote}{end}]++|{quote}{quote}')}{quote}?"


def _tripled(quote: str) -> str:
    content = repeated(rf"{_ESCAPE}|[^{quote}\\]++|{quote}(?!{quote}{quote})")
    return rf"{quote * 3}{content}(?:{quote * 3})?"


def _until(opener: str, closer: str) -> str:
    """A text from an opening mark (an expression) to a closing one (a text)."""
    return opener + _up_to(re.escape(closer[0]), re.escape(closer[1:]))


def _up_to(first: str, rest: str) -> str:
    """A text up to a closing mark and with it; the first character of this and its rest are expressions."""
    content = repeated(f"[^{first}]++|{first}(?!{rest})") if rest else f"[^{first}]*+"
    return f"{content}(?:{first}{rest})?"


def _here(opener: str) -> str:
    """A document of the lines up to the one that is the word after its opening mark."""
    word = r"(?P<word>[A-Za-z_]\w*+)"
    lines = repeated(r"(?![ \t]*+(?P=word)\b[ \t;,)]*+$)[^\n]*+\n")
    return rf"{opener}{word}[^\n]*+(?:\n{lines}[ \t]*+(?:(?P=word))?)?"


def _lines(end: str) -> str:
    """The rest of a line, and the lines up to the one that begins with an expression."""
    return r"[^\n]*+" + repeated(rf"\n(?!{end})[^\n]*+")


def _delimited(words: str) -> str:
    """A literal with delimiters of one's choice, as in `qw(a b)` and `%w[a b]`."""
    literals = []
    for a, b in ((r"\{", r"\}"), (r"\(", r"\)"), (r"\[", r"\]"), ("<", ">")):
        content = repeated(rf"{_ESCAPE}|[^\\{a}{b}]++|{a}[^{a}{b}]*+{b}")
        literals.append(f"{a}{content}{b}?")
    literals += [_string(re.escape(sign)) for sign in "/|!~#^,"]
    return rf"(?:{words})(?:{'|'.join(literals)})"


# What precedes a regular expression, as opposed to a division.
_WORDS = "".join(rf"|(?<=\b{word})" for word in "return typeof case when if unless split and or".split())
_BEFORE_PATTERN = rf"(?:\A|(?<=[(,=:\[!&|?{{;+~^%\n]){_WORDS})[ \t]*+"
_SET = r"\[(?>(?:[^\]\\\n]|\\[^\n]){0,200})\]"
_IN_PATTERN = repeated(rf"[^/\\\[\n]++|\\[^\n]|{_SET}", least=1)
_PATTERN = rf"/(?![*/]){_IN_PATTERN}(?:/[a-z]*+)?"
_CHARACTER = r"(?<![\w])'(?:\\[^\n']{1,10}+|\\'|[^'\\\n])'"

_BACKTICKS = r"[^\"`]++|`[\s\S]"
_IN_DOUBLE_QUOTES, _IN_SINGLE_QUOTES = repeated(_ESCAPE + r"|[^\"\\\n]++"), repeated(r"[^'\n]++|''")
_IN_YAML = f"\"{_IN_DOUBLE_QUOTES}\"|'{_IN_SINGLE_QUOTES}'"
_IN_NIX = repeated(r"[^']++|'(?!')|''[$'\\]")

LITERALS = {
    '"': ("string", _string('"')),
    "'": ("string", _string("'")),
    'm"': ("string", _string('"', lines=True)),
    "m'": ("string", _string("'", lines=True)),
    '""': ("string", _doubled('"')),
    "''": ("string", _doubled("'")),
    'm""': ("string", _doubled('"', lines=True)),
    "m''": ("string", _doubled("'", lines=True)),
    "q'": ("string", "'[^']*+'?"),
    "`": ("string", "`[^`]*+`?"),
    "`${": ("string", _string("`", value="$", lines=True)),
    '"${': ("string", _string('"', value="$")),
    "'${": ("string", _string("'", value="$")),
    'm"${': ("string", _string('"', value="$", lines=True)),
    'm"#{': ("string", _string('"', value="#", lines=True)),
    "m'#{": ("string", _string("'", value="#", lines=True)),
    '"\\(': ("string", rf"\#{{0,9}}{_string(chr(34), value=chr(92))}"),
    '"`': ("string", f'"{repeated(_BACKTICKS)}"?'),
    '"""': ("string", _tripled('"')),
    "'''": ("string", _tripled("'")),
    '@"': ("string", "[$]?@[$]?" + _doubled('"', lines=True)),
    'r"': ("string", r"\br" + _doubled('"')),
    "r'": ("string", r"\br'[^'\n]*+'?"),
    'R"(': ("string", r'R"(?P<raw>[^()\\\s"]{0,16})\(' + _up_to(r"\)", '(?P=raw)"')),
    'r#"': ("string", r'\bb?r(?P<hashes>\#{0,255}+)"' + _up_to('"', "(?P=hashes)")),
    "[[": ("string", r"\[(?P<level>=*+)\[" + _up_to(r"\]", r"(?P=level)\]")),
    "--[[": ("comment", r"--\[(?P<depth>=*+)\[" + _up_to(r"\]", r"(?P=depth)\]")),
    "#[[": ("comment", r"\#\[(?P<depth>=*+)\[" + _up_to(r"\]", r"(?P=depth)\]")),
    "{|": ("string", r"\{(?P<tag>[a-z_]*+)\|" + _up_to(r"\|", r"(?P=tag)\}")),
    "$$": ("string", r"\$(?P<tag>\w*+)\$" + _up_to(r"\$", r"(?P=tag)\$")),
    "$'": ("string", rf"\${_string(chr(39), lines=True)}"),
    "@'": ("string", rf"{_until('@' + chr(39), chr(39) + '@')}|{_until('@' + chr(34), chr(34) + '@')}"),
    "nix": ("string", f"''{_IN_NIX}(?:'')?"),
    "a:b": ("string", r"\b[A-Za-z][A-Za-z0-9+.-]{0,20}+:[\w%/?:@&=+$,.!~*'-]++"),
    "\\\\": ("string", r"\\\\[^\n]*+"),
    "heredoc": ("string", _here(r"(?<![<\w)\]])<<[-~]?[ \t]*+[\"'\\]?")),
    "<<EOS": ("string", _here(r"(?<![<\w)\]])<<(?:[-~][\"'`]?|[\"'`]|(?=[A-Z_]{2}))")),
    "<<<": ("string", _here(r"<<<[ \t]*+[\"']?")),
    "q": ("string", _delimited(r"(?<![\w$@%&>{-])q[qwx]?+[ \t]*+(?=[^\w\s=,;)])")),
    "%": ("string", _delimited(r"(?<![\w)\]])%(?:[qQwWiIx]|(?=[{(\[]))")),
    "m/": ("pattern", _delimited(r"(?<![\w$@%&>{-])(?:m|qr|s|tr)(?=[^\w\s=;)])")),
    "regex": ("pattern", _BEFORE_PATTERN + _PATTERN),
    "///": ("pattern", _until("///", "///")),
    '#"': ("pattern", rf"\#{_string(chr(34), lines=True)}"),
    "~r": ("pattern", _delimited("~[rR]")),
    "%r": ("pattern", _delimited(r"(?<![\w)\]])%r")),
    'r"/': ("pattern", rf"\br{_string(chr(34), lines=True)}"),
    "~s": ("string", _delimited("~[a-qs-zA-QS-Z]")),
    "doc": ("comment", rf"^[ \t]*+[rRuU]?(?:{_tripled(chr(34))}|{_tripled(chr(39))})"),
    "@doc": ("comment", rf"@\w*doc[ \t]++(?:~[sS])?{_tripled(chr(34))}"),
    "pod": ("comment", r"^=(?!cut\b)[A-Za-z]\w*+" + _lines(r"=cut\b") + r"(?:\n=cut[^\n]*+)?"),
    "=begin": ("comment", r"^=begin\b" + _lines(r"=end\b") + r"(?:\n=end[^\n]*+)?"),
    "url(": ("string", r"\burl\([ \t]*+[^)\"'\s]++"),
    "yaml": ("string", rf"(?:(?<=[:\[{{,-] )|(?<=[\[{{,])|^[ ]*+)(?:{_IN_YAML})"),
    "<>": ("string", r"<[^<>\s]*+>"),
    "<": (
        "string",
        r"(?<==)\s*+(?:\"[^\"<]*+\"|'[^'<]*+')",
    ),
    "<!--": ("comment", _until("<!--", "-->")),
    "{#": ("comment", _until(r"\{\#", "#}")),
    "<%--": ("comment", _until("<%--", "--%>")),
    "{{!--": ("comment", _until(r"\{\{!--", "--}}")),
    # The name of a program follows directly (XML section 2.6), or nothing in PHP: no `Class<? extends T>` of Java.
    "<?": ("code", _until(r"<\?(?=[A-Za-z_=])", "?>")),
    "<%": ("code", _until("<%", "%>")),
    "<!DOCTYPE": ("code", "<!DOCTYPE" + repeated(r"[^<>\[\"']++|\"[^\"]*+\"|'[^']*+'")),
    "__END__": ("code", r"^__(?:END|DATA)__\b" + _lines("=[a-z]")),
    "char": ("skipped", _CHARACTER),
    "?x": ("skipped", r"(?<!\w)\?\\?[\"'\#`;%/]"),
    "$x": ("skipped", r"\$\\?[\"'%]"),
    "#\\x": ("skipped", r"\#\\[\s\S]"),
    "\\x": ("skipped", r"\\[\s\S]"),
    "$#": ("skipped", r"\$[\"'`\#/]"),
}
"""The kinds of literals: what each one is, and an expression for it."""

# The language of blocks of code that name none, with the comments and strings that most languages have.
_ANY_CODE = "code"
_END_OF_STATEMENT, _LINE = lazy(r"[;{}][ \t]*+\r?$", re.MULTILINE), lazy(r"^[ \t]*+[^\s]", re.MULTILINE)
_MOST_LINES_FOR_END, _LINES_WITHIN = 5, 1 << 16

_SCOPES = {"code": Scope.CODE, "data": Scope.DATA, "markup": Scope.TEXT}
_STRINGS = {"code": Scope.STRING, "data": Scope.DATA, "markup": Scope.LINK}
_KINDS = {"comment": Scope.COMMENT, "nested": Scope.COMMENT, "pattern": Scope.PATTERN, "code": Scope.CODE}


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    """The constructs of a language, one after the other; the name of a group says what one is."""
    kinds: dict[str, list[str]] = {kind: [] for kind in ("skipped", "code", "nested", "comment", "string", "pattern")}
    for name in language.literals.split():
        kind, expression = LITERALS[name]
        kinds[kind].append(expression)
    for opener, closer in _pairs(language):
        if language.nested:
            kinds["nested"].append(re.escape(opener))
        else:
            kinds["comment"].append(_until(re.escape(opener), closer))
    if language.line:
        kinds["comment"].append(rf"(?:{comment_starts(language.name)})[^\n]*+")
    groups = (f"(?P<{kind}>{'|'.join(expressions)})" for kind, expressions in kinds.items() if expressions)
    return lazy("|".join(groups) or "(?!)", re.MULTILINE)


def _pairs(language: Language) -> list[tuple[str, str]]:
    marks = language.block.split()
    return list(zip(marks[::2], marks[1::2], strict=True))


class CodeScopes:
    """The scopes of source code."""

    def __init__(self, text: str, language: Language) -> None:
        """Take source code and its language."""
        self._text = text
        self._usual, quoted = _SCOPES[language.kind], _STRINGS[language.kind]
        self._kinds = _KINDS | {"string": quoted, "skipped": self._usual}
        self._pattern = _pattern(language)
        self._pairs = dict(_pairs(language))
        self._starts = [0]
        self._scopes = [self._usual]
        self._read = 0

    def at(self, offset: int) -> Scope:
        """The scope of the character at an offset (code points); the text is read up to it."""
        return self._scopes[self._number(offset)]

    def construct(self, offset: int) -> Span:
        """The construct with the character at an offset, such as a comment (code points)."""
        number = self._number(offset)
        return Span(self._starts[number], next(iter(self._starts[number + 1 : number + 2]), len(self._text)))

    def _number(self, offset: int) -> int:
        while self._read <= offset:
            self._read_construct()
        return bisect_right(self._starts, offset) - 1

    def _read_construct(self) -> None:
        found = self._pattern.search(self._text, self._read)
        if not found:
            self._read = len(self._text) + 1
            return
        kind = found.lastgroup or ""
        end = self._end_of_nested(found) if kind == "nested" else found.end()
        self._starts += (found.start(), end)
        self._scopes += (self._kinds[kind], self._usual)
        self._read = max(end, found.start() + 1)

    def _end_of_nested(self, opened: re.Match[str]) -> int:
        """The end of a comment that may contain comments; the end of the text if it is not closed."""
        opener = opened[0]
        closer = self._pairs[opener]
        depth = 1
        for mark in re.compile(f"{re.escape(opener)}|{re.escape(closer)}").finditer(self._text, opened.end()):
            depth += 1 if mark[0] == opener else -1
            if not depth:
                return mark.end()
        return len(self._text)


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
            from urlmend.formats.code_regions import code_regions  # few texts need it

            return Scope.DATA if code_regions(self._text, self._form).include(offset) else Scope.TEXT
        name, start, stop = self._blocks[number]
        if number not in self._scopes:
            language = language_of_block(name)
            self._scopes[number] = CodeScopes(self._text[start:stop], language) if language else None
        scopes = self._scopes[number]
        scope = scopes.at(offset - start) if scopes else Scope.DATA
        return Scope.DATA if scope in FOLLOWED else scope


@lru_cache(1)
def code_scopes(document: Document) -> CodeScopes | BlockScopes | None:
    """The scopes of a source file, or of a text with blocks of code; None for other prose.

    Those of the last document are kept: linter and fixer ask for them.
    """
    if document.format in FORMATS_WITH_BLOCKS:
        blocks = import_module(f"urlmend.formats.{document.format}").code_blocks(document.text)
        return BlockScopes(document.text, document.format, blocks)
    language = language_of_file(document.name) or (language_of_block(_ANY_CODE) if _looks_like_code(document) else None)
    return CodeScopes(document.text, language) if language else None


def _looks_like_code(document: Document) -> bool:
    """Whether a file with an unknown extension has the lines of source code, many of which end a statement or block."""
    base = base_name(document.name)
    if "." not in base or document.part or document.format != "text" or language_of(base):
        return False
    lines = len(_LINE.findall(document.text, 0, _LINES_WITHIN))
    return len(_END_OF_STATEMENT.findall(document.text, 0, _LINES_WITHIN)) * _MOST_LINES_FOR_END > lines
