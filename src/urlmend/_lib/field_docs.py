"""The docstrings of the fields of a class, which are in its source only."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise


def field_docs(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a class that have a docstring, and this; none if there is no source."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    except (OSError, TypeError, SyntaxError):
        return
    assert isinstance(tree, ast.ClassDef)
    for field, text in pairwise(tree.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, inspect.cleandoc(words)
