"""What modules that may be compiled have to do without; `.ci/run` runs the tests of texts against them, compiled."""

import tomllib
from pathlib import Path

import pytest

import urlmend

BUILD = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]


@pytest.mark.parametrize("module", BUILD["targets"]["wheel"]["hooks"]["custom"]["modules"])
def test_a_compiled_class_has_no_cached_property(module):
    # mypyc takes it for a plain one, which is worked out anew each time.
    assert "cached_property" not in (Path(urlmend.__file__).parent.parent / module).read_text("utf-8")
