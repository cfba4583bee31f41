"""The public names with their signatures, descriptions and members, in groups.

The site replaces the section of each name by a directive of autodoc, whose members it can search (see `docs/conf.py`).
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from enum import Enum

import urlmend
from urlmend.model import aliases

# Each group, and its names: those of `urlmend.__all__`, each once.
GROUPS = {
    "Finding": ("find", "find_in", "documents", "Url", "Found", "Document"),
    "Linting and fixing": ("lint", "fix", "Finding", "Fix", "Edit", "ConfigError"),
    "Scanning": (
        "split",
        "scan_unit",
        "scan_chunks",
        "scan_bytes",
        "renumber",
        "ScanOptions",
        "Unit",
        "UnitRows",
        "UrlRow",
        "FindingRow",
        "MessageRow",
        "Problem",
    ),
    "Secrets and filters": ("redact", "mend"),
    "Places": ("Span", "Location", "Region", "Message", "Conversation", "Part"),
    "Types": ("Profile", "Severity", "Fixability", "Form", "Confidence", "Strings", "Source"),
    "Own rules": ("rule", "Case", "Hit", "Parts", "Rule", "Scope", "Trigger"),
}
# Signatures that are longer have one parameter a line.
_WIDTH = 100
# Classes that callers create.
_CREATED = {"Document", "ScanOptions", "Hit", "Span", "Edit", "Region"}
_NAMED_TUPLE = "A named tuple: `json.dumps` writes it as an array without names."
# What is to be said of a named tuple that has a text of its own.
_WITH_TEXT = {"Url": 'A named tuple; `f"{url}"` or `str(url)` is its text, but `"%s" % url` raises TypeError.'}
_SELF = re.compile(r"\(\s*self(?:, )?")
_QUOTED = re.compile(r"(: |-> )(?:'([^']*)'|ForwardRef\('([^']*)'[^)]*\))")


def render() -> str:
    """Return the sections of all groups.

    Raises AssertionError if they are not those of `urlmend.__all__`, and for a member without a description.
    """
    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(urlmend.__all__), set(names) ^ set(urlmend.__all__)
    sections = (f"## {title}\n\n" + "\n".join(map(_entry, group)) for title, group in GROUPS.items())
    return "\n".join(sections)


def _entry(name: str) -> str:
    """Return the section of a name."""
    found = getattr(urlmend, name)
    if not inspect.isclass(found) and not inspect.isfunction(found):
        return "\n\n".join([f"### `{name}`", *_alias(name)]) + "\n"
    blocks = [f"### `{name}`", _code(_declaration(name, found)), inspect.getdoc(found) or ""]
    if inspect.isclass(found):
        blocks += [_WITH_TEXT.get(name, _NAMED_TUPLE)] if issubclass(found, tuple) else []
        rows = [f"| `{_cell(member)}` | {_cell(text)} |" for member, text in _members(found)]
        blocks += ["\n".join(["| member | description |", "| --- | --- |", *rows])] if rows else []
    return "\n\n".join(blocks) + "\n"


def _alias(name: str) -> tuple[str, str]:
    """Return the declaration of a type alias, and its description."""
    body = ast.parse(inspect.getsource(aliases)).body
    number = next(
        i for i, each in enumerate(body) if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == name
    )
    return _code(f"urlmend.{ast.unparse(body[number])}"), _text(body[number + 1])


def _code(text: str) -> str:
    return f"```text\n{text}\n```"


def _declaration(name: str, found: object) -> str:
    """Return how a function is called, or a class created; of other classes, the name."""
    if inspect.isclass(found) and name not in _CREATED:
        return f"class urlmend.{name}"
    return f"{'class ' if inspect.isclass(found) else ''}urlmend.{name}{_signature(found)}"


def _signature(found: object) -> str:
    signature = inspect.signature(found)  # type: ignore[arg-type]  # a function or class
    text = _unquoted(str(signature)).removesuffix(" -> None")
    if len(text) <= _WIDTH:
        return text
    parameters = [_unquoted(str(each)) for each in signature.parameters.values()]
    kinds = [each.kind for each in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        parameters.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    return "(\n" + "".join(f"    {each},\n" for each in parameters) + ")" + text[text.rindex(")") + 1 :]


def _unquoted(signature: str) -> str:
    """Return a signature with its annotations as they are written."""
    return _QUOTED.sub(lambda match: match[1] + (match[2] or match[3]), signature)


def _members(found: type) -> Iterator[tuple[str, str]]:
    """Yield the public attributes, properties and methods of a class in the order of its source, each with its text."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(found))).body
    assert isinstance(node, ast.ClassDef)
    start = next((each.body for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), [])
    for each, after in zip((*node.body, *start), (*node.body[1:], None, *start[1:], None), strict=False):
        if isinstance(each, ast.AnnAssign):
            name = ast.unparse(each.target).removeprefix("self.")
            declaration, text = f"{name}: {ast.unparse(each.annotation)}", _text(after)
        elif isinstance(each, ast.Assign) and issubclass(found, Enum):
            name = declaration = ast.unparse(each.targets[0])
            declaration += f" = {ast.unparse(each.value)}"
            text = _text(after)
        elif isinstance(each, ast.FunctionDef):
            name, text = each.name, ast.get_docstring(each) or ""
            declaration = _declared(found, each)
        else:
            continue
        if not name.startswith("_"):
            assert text, f"{found.__name__}.{name} has no description"
            yield declaration, text


def _text(after: ast.stmt | None) -> str:
    """Return the string after an attribute, which describes it; empty if missing."""
    is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    return inspect.cleandoc(str(after.value.value)) if is_text else ""


def _declared(found: type, method: ast.FunctionDef) -> str:
    """Return how a property is read, or a method called."""
    member = inspect.getattr_static(found, method.name)
    result = ast.unparse(method.returns) if method.returns else ""
    if not inspect.isfunction(member) and not isinstance(member, classmethod | staticmethod):
        return f"{method.name}: {result}"
    signature = " ".join(_signature(getattr(found, method.name)).split()).replace(", )", ")")
    return f"{method.name}{_SELF.sub('(', signature)}"


def _cell(text: str) -> str:
    return text.replace("\n\n", " ").replace("\n", " ").replace("|", "\\|")
