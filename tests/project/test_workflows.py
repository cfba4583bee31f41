"""The workflows of the repository, and the README as the package index shows it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def workflow(name):
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))


def test_every_supported_python_is_tested_on_every_system():
    matrix = workflow("tests")["jobs"]["tests"]["strategy"]["matrix"]
    classifiers = [name.rpartition(" ")[2] for name in PROJECT["project"]["classifiers"] if " :: 3." in name]
    assert matrix["python"] == classifiers
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_have_few_rights(path):
    text = path.read_text("utf-8")
    found = yaml.safe_load(text)
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        for step in job["steps"]:
            assert "${{" not in step.get("run", "")  # values reach scripts by their environment only
            assert step.get("uses", "actions/").startswith("actions/")
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_links_of_the_readme_are_absolute_on_the_package_index():
    text = (ROOT / "README.md").read_text("utf-8")
    hook = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    for rule in hook["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    address = PROJECT["project"]["urls"]["Repository"]
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert f"{address}/raw/main/docs/report.png" in targets
    assert f"{address}/blob/main/docs/scan.md" in targets
    assert [target for target in targets if not re.match(r"https?://", target)] == []
