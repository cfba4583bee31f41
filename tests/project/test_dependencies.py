"""Dependencies have a reason in docs/dependencies.md and a pin in requirements-dev.txt."""

import re
import tomllib
from pathlib import Path

from tables import each_row

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
PAGE = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
PINNED = dict(
    re.findall(
        r"^([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", (ROOT / "requirements-dev.txt").read_text("utf-8"), re.MULTILINE
    )
)


def name_and_bound(requirement):
    return re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?>=([0-9.]+)", requirement).groups()


def numbers(version):
    return [int(number) for number in re.findall(r"[0-9]+", version)]


# Dependencies for development only need no reason.
@each_row(
    "name",
    sorted(
        {name_and_bound(each)[0] for each in PROJECT["dependencies"]}
        | {name_and_bound(each)[0] for extra, of in EXTRAS.items() if extra not in ("dev", "fuzz") for each in of}
    ),
)
def test_every_dependency_has_a_reason(name):
    assert re.search(rf"^\|.*`{name}`.*\|", PAGE, re.MULTILINE)


@each_row("requirement", [*PROJECT["dependencies"], *EXTRAS["dev"]])
def test_development_dependencies_are_pinned(requirement):
    name, bound = name_and_bound(requirement)
    assert numbers(PINNED[name.lower().replace("_", "-")]) >= numbers(bound)


def test_every_pin_has_a_hash():
    text = (ROOT / "requirements-dev.txt").read_text("utf-8")
    for entry in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in entry
