"""Builds a release and tests it on every supported Python: `nox`, or `nox -s tests-3.12 -- -k scanner`."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import nox

nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_existing_virtualenvs = True

DIST = Path("dist")


@nox.session
def build(session: nox.Session) -> None:
    """Build the wheel and the source distribution, and check what they say of themselves."""
    session.install("build", "twine")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *map(str, DIST.iterdir()))


@nox.session(python=["3.11", "3.12", "3.13", "3.14", "3.15"], requires=["build"])
def tests(session: nox.Session) -> None:
    """The tests of the source distribution, without its `src`, against the wheel."""
    [wheel], [packed] = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    folder = Path(session.create_tmp()).resolve()
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    tree = folder / packed.name.removesuffix(".tar.gz")
    shutil.rmtree(tree / "src")
    session.install("--force-reinstall", "--no-deps", str(wheel))
    session.install(f"{wheel}[dev]")
    session.chdir(tree)
    # Not below this repository, whose ignore files would count for the folders that tests make.
    session.run("pytest", "-n", "auto", "-m", "", *session.posargs, env={"TMPDIR": None})
