"""The packages and modules of urlmend by rank, from their docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "urlmend"
LAYERS = ROOT / "tests" / "project" / "test_layers.py"


def render() -> str:
    """A section for each rank, with a line for each module."""
    return "\n".join(line for rank, packages in enumerate(_ranks()) for line in _section(rank, packages))


def _ranks() -> list[set[str]]:
    """The packages of each rank, as the test of the layers has them."""
    for node in ast.parse(LAYERS.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "RANKS":
            ranks: list[set[str]] = ast.literal_eval(node.value)
            return ranks
    raise ValueError(f"{LAYERS}: no RANKS")


def _section(rank: int, packages: set[str]) -> Iterator[str]:
    """The lines of one rank."""
    for name in sorted(packages):
        folder = PACKAGE / name
        if not folder.is_dir():
            yield f"- {rank} · **`{name}.py`**: {_summary(PACKAGE / f'{name}.py')}"
            continue
        yield f"- {rank} · **`{name}`**: {_summary(folder / '__init__.py')}"
        for module in sorted(folder.rglob("*.py")):
            inside = module.relative_to(folder)
            if inside.as_posix() != "__init__.py":
                title = inside.parent if inside.name == "__init__.py" else inside.with_suffix("")
                yield f"  - `{title.as_posix()}`: {_summary(module)}"


def _summary(path: Path) -> str:
    """The first paragraph of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())
