"""Syntax trees of files with a parser, to check that a fix changes nothing else.

Files whose parser would take more than linear time or memory have no tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from urlmend._lib.lazy_regex import lazy, repeated

Tree = list[object]
"""What a program reads of a file: its nodes in document order; texts are strings."""


# What some parsers need more than linear time for: nested brackets, the parts of a key, and values in strings.
_MAX_DEPTH = 100
_MAX_VALUES = 4000
# A node of Python takes up to 2 kB.
_MAX_TOKENS = 50_000
_TOKEN = lazy(r"\w++|[^\w\s]")
_BRACKET = lazy(r"[\[\]{}]")
_LONG_KEY = lazy(rf"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){{{_MAX_DEPTH}}}")
# The texts of most trees are in the order of the pieces, or its reverse: so near is the next one. How often all of them
# are searched.
_NEAR, _MOST_SEARCHES = 16, 500
# A directive of YAML, of which each is compared with those before.
_DIRECTIVE = lazy(r"^%", re.MULTILINE)
# Declarations of a document type: entities may expand to anything, and each element gets a copy of default attributes.
# Each name gets a copy of its namespace.
_BEFORE_NAMESPACE = repeated(r"(?!xmlns)[^\"'<>]")
_DECLARATION = lazy(rf"<!(?:ENTITY|ATTLIST)|xmlns{_BEFORE_NAMESPACE}(?:\"[^\"]{{300}}|'[^']{{300}})")


def tree(name: str, text: str) -> Tree | None:
    """The tree of a file by its name; None if it has no parser, or does not parse."""
    parse = _PARSERS.get(name[name.rfind(".") :].lower())
    if parse is None:
        return None
    try:
        return list(parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError, ImportError):  # other errors are those of a parser
        return None


def is_same(before: Tree | None, after: Tree | None, urls: Iterable[str]) -> bool:
    """Whether two trees of a file differ only in texts that contained one of these URLs or a piece of it."""
    if before is None:
        return True
    if after is None or len(after) != len(before):
        return False
    pieces = tuple(urls)
    at, searches = 0, 0
    for old, new in zip(before, after, strict=True):
        if old == new and type(old) is type(new):
            continue
        if not (isinstance(old, str) and isinstance(new, str)):
            return False
        found = _first_in(old, pieces, max(0, at - _NEAR), at + _NEAR)
        if found is None and searches < _MOST_SEARCHES:
            searches += 1
            found = _first_in(old, pieces, 0, len(pieces))
        if found is None:
            return False
        at = found
    return True


def _first_in(text: str, pieces: Sequence[str], start: int, stop: int) -> int | None:
    """The index of the first of some pieces that a text contains, or None."""
    return next((at for at in range(start, min(stop, len(pieces))) if pieces[at] in text), None)


def _python(text: str) -> Iterator[object]:
    """The nodes of a module; strings other than docstrings are no texts, as the program uses them."""
    import ast
    import warnings

    if text.count("{") > _MAX_VALUES:
        raise ValueError("too many values in strings")
    if len(text) > _MAX_TOKENS and sum(1 for _ in _TOKEN.finditer(text)) > _MAX_TOKENS:
        raise ValueError("too many nodes")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsed = ast.parse(text)
    prose: set[int] = set()
    for node in ast.walk(parsed):
        yield type(node)
        if isinstance(node, ast.Expr):
            prose.add(id(node.value))  # a docstring, or another text that no statement uses
        for field, value in ast.iter_fields(node):
            if not isinstance(value, ast.AST | list):
                yield field.encode()  # not a text of the file
                yield value if id(node) in prose else (value,)
            elif isinstance(value, list):
                yield len(value)
                yield from ((item,) for item in value if not isinstance(item, ast.AST))


def _json(text: str) -> Iterator[object]:
    import json

    yield from _leaves(json.loads(text, parse_int=_Literal, parse_float=_Literal))


def _json_lines(text: str) -> Iterator[object]:
    for line in text.splitlines():
        if line.strip():
            yield from _json(line)


def _toml(text: str) -> Iterator[object]:
    import tomllib

    if _LONG_KEY.search(text):
        raise ValueError("a key of too many parts")
    yield from _leaves(tomllib.loads(text, parse_float=_Literal))


class _Literal(str):
    """A number as it is written, which is no text."""

    __slots__ = ()


def _leaves(value: object) -> Iterator[object]:
    """The nodes of nested containers."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, dict):
            yield (dict, len(found))
            waiting += [item for pair in found.items() for item in pair]
        elif isinstance(found, list):
            yield (list, len(found))
            waiting += found
        else:
            yield found


def _xml(text: str) -> Iterator[object]:
    from xml.etree import ElementTree as ET

    if _DECLARATION.search(text):
        raise ValueError("declares entities, attributes or a long namespace")
    try:
        parser = ET.XMLParser(encoding="utf-8")  # noqa: S314  # nothing expands
        parsed = ET.fromstring(text.encode("utf-8", "surrogateescape"), parser)  # noqa: S314
    except ET.ParseError as error:
        raise ValueError(str(error)) from error
    for element in parsed.iter():
        yield (element.tag, len(element))
        for name, value in element.attrib.items():
            yield (name,)
            yield value
        yield element.text or ""
        yield element.tail or ""


def _yaml(text: str) -> Iterator[object]:
    import yaml  # type: ignore[import-untyped]  # installed or not, without types

    if len(_DIRECTIVE.findall(text)) > _MAX_DEPTH:
        raise ValueError("too many directives")
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth = max(0, depth + (1 if bracket[0] in "[{" else -1))
        if depth > _MAX_DEPTH:
            raise ValueError("too many nested brackets")
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            named = getattr(event, "anchor", None), getattr(event, "tag", None)
            yield (type(event), *named) if any(named) else type(event)  # of a type, there is one for all events
            yield getattr(event, "value", "")
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


_GETTEXT_LINE = lazy(
    r"""
      [ \t]*+ (?: (?P<comment> \# [^\n]*+ )
    | (?P<keyword> (?: domain | msgctxt | msgid | msgid_plural | msgstr (?: \[[0-9]{1,3}\] )? ) [ \t]*+ )?
      " (?P<string> [^"\\\n]*+ (?> (?: \\ (?: [abfnrtv"'?\\] | [0-7]{1,3} | x[0-9A-Fa-f]{1,8} ) [^"\\\n]*+ )* ) ) "
      [ \t]*+ )? \r?
    """,
    re.VERBOSE,
)


def _gettext(text: str) -> Iterator[object]:
    """The comments, keywords and strings of a catalogue, with escapes as they are written."""
    pieces: list[str] = []
    for line in text.split("\n"):
        found = _GETTEXT_LINE.fullmatch(line)
        if found is None:
            raise ValueError("not a line of a catalogue")
        if found["string"] is not None and not found["keyword"]:
            pieces.append(found["string"])
            continue
        yield "".join(pieces)
        pieces = [found["string"] or found["comment"] or ""]
        yield (found["keyword"] or "").strip().encode()
    yield "".join(pieces)


_PARSERS: dict[str, Callable[[str], Iterator[object]]] = {
    extension: parse
    for parse, extensions in (
        (_python, ".py .pyi .pyw"),
        (_json, ".json .jsonld .geojson .topojson .webmanifest .har .sarif .avsc .ipynb"),
        (_json_lines, ".jsonl .ndjson"),
        (_toml, ".toml"),
        (_xml, ".xml .svg .xhtml .rss .atom .opml"),
        (_yaml, ".yaml .yml"),
        (_gettext, ".po .pot"),
    )
    for extension in extensions.split()
}
