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
DATABASE = (DOCS / "database.md").read_text("utf-8")
COLUMNS = (DOCS / "columns.md").read_text("utf-8")
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


@pytest.fixture
def results(tmp_path, urlmend):
    """The results that the documentation queries."""
    (tmp_path / "letters.mbox").write_text(shown_file(PARTITIONS))
    for suffix in ("sqlite", "parquet"):
        urlmend("scan", "letters.mbox", "-o", f"letters.{suffix}", "--processes", "1")
    return tmp_path


@pytest.mark.parametrize("module", ["pandas", "duckdb"])
def test_queries_of_results(module, results):
    for name in (module, "pyarrow"):
        pytest.importorskip(name)
    programs = [body for body in blocks("py", DATABASE) if f"import {module}" in body]
    assert len(programs) == 1
    run(programs[0], results)


FRAMES = [("pandas", "pandas"), ("Polars", "polars"), pytest.param("Spark", "pyspark", marks=pytest.mark.slow)]


@pytest.mark.parametrize(("title", "module"), FRAMES)
def test_columns(title, module, tmp_path):
    pytest.importorskip(module)
    if module == "pyspark" and not shutil.which("java"):
        pytest.skip("Java is not installed")
    (recipe,) = blocks("py", section(title, COLUMNS))
    run(recipe, tmp_path)


DATASETTE = """
import asyncio
from datasette.app import Datasette

FACETS = {
    "url_texts": "domain scheme tld",
    "messages": "sender_domain list_id",
    "findings": "code severity",
    "urls": "host",
}

async def main():
    datasette = Datasette(["letters.sqlite"], settings={"facet_time_limit_ms": 2000, "sql_time_limit_ms": 10000})
    await datasette.invoke_startup()
    for table in (*FACETS, "settings", "units", "places", "open_findings", "distinct_urls", "hosts"):
        facets = "".join(f"&_facet={name}" for name in FACETS.get(table, "").split())
        answer = await datasette.client.get(f"/letters/{table}.json?_shape=objects{facets}")
        found = answer.json()
        assert answer.status_code == 200 and not found.get("facets_timed_out"), (table, found)
        assert len(found["rows"]) > 0, table

asyncio.run(main())
"""


@pytest.mark.slow
def test_datasette_shows_a_result(results):
    pytest.importorskip("datasette")
    run(DATASETTE, results)
