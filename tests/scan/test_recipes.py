"""The recipes of the documentation for other programs run, if these are installed."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PARTITIONS = (DOCS / "partitions.md").read_text("utf-8")


def blocks(language, text):
    return [body for _, body in re.findall(rf"^(```+){language}\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)]


def section(title, text):
    """The text below a heading of second level."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def shown_file(text):
    (block,) = [block for block in blocks("console", text) if block.startswith("$ cat letters.mbox\n")]
    return block.partition("\n")[2].partition("\n$ ")[0] + "\n"


def run(program, folder):
    (folder / "recipe.py").write_text(program, "utf-8")
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, "recipe.py"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


RECIPES = [
    pytest.param("Spark", ("pyspark",), "java", marks=pytest.mark.slow),
    pytest.param("Ray Data", ("ray",), "", marks=pytest.mark.slow),
    pytest.param("DuckDB", ("duckdb", "pyarrow"), ""),
]


@pytest.mark.parametrize(("title", "modules", "program"), RECIPES)
def test_recipes_for_partitions(title, modules, program, tmp_path):
    if not all(map(importlib.util.find_spec, modules)) or (program and not shutil.which(program)):
        pytest.skip(f"{title} is not installed")
    (tmp_path / "letters.mbox").write_text(shown_file(PARTITIONS))
    (recipe,) = blocks("py", section(title, PARTITIONS))
    run(recipe, tmp_path)
