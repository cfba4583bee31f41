"""Without packages of extras, tests are skipped; other failures of the process that runs commands are shown."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from fork_server import Server, can_run
from missing_packages import missing_package, needed_package

ROOT = Path(__file__).parents[2]
# Hides packages from this process and those that it starts.
HIDING = """\
import os, sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in os.environ["HIDDEN"].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hiding())
"""

needs_forks = pytest.mark.skipif(not can_run({}), reason="no forks")


def outcome(tmp_path, hidden, *tests):
    """Run tests without packages; return the numbers of the last line, and the output."""
    (tmp_path / "sitecustomize.py").write_text(HIDING)
    environment = {**os.environ, "HIDDEN": hidden, "PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1], done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hidden", "tests", "is_skipped"),
    [
        ("jinja2", ["tests/cli/test_report_hostile.py", "-m", "", "-k", "pages or large_and"], True),
        ("jinja2", ["tests/cli/test_main.py", "-k", "rfcs"], False),
        ("pygls", ["tests/lsp/test_settings.py"], True),
        ("lsprotocol", ["tests/lsp/test_settings.py"], True),
        ("pyarrow", ["tests/scan/test_cluster.py", "-m", ""], True),
        ("dask", ["tests/scan/test_cluster.py", "-m", ""], True),
        ("moto", ["tests/scan/test_cluster.py", "-m", "", "-k", "test_archives_and_result_in_a_remote_store"], True),
        ("zstandard", ["tests/sources/test_damaged_members.py", "-m", "", "-k", "zst"], True),
        ("zstandard", ["tests/sources/test_tar.py"], False),
        ("jinja2,pyarrow,pygls,rich,warcio,zstandard", ["tests/project/test_layers.py"], False),
    ],
)
def test_tests_without_a_package_are_skipped(tmp_path, hidden, tests, is_skipped):
    numbers, output = outcome(tmp_path, hidden, *tests)
    assert "failed" not in numbers, output
    assert "error" not in numbers, output
    assert "SKIPPED [" in output if is_skipped else "passed" in numbers, output


@needs_forks
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise RuntimeError('broken')", "RuntimeError: broken"),
        ("import urlmend.nothing", "No module named 'urlmend.nothing'"),
        ("import sys; print('why', file=sys.stderr); sys.exit(3)", "ended with 3:\nwhy"),
        ("import os, socket; socket.socket(fileno=os.dup(0)).recv(1); raise ValueError('late')", "ValueError: late"),
    ],
)
def test_messages_of_a_server_that_has_ended_are_shown(code, message):
    server = Server(code)
    try:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="the fork server has ended") as caught:  # noqa: PT012
                with suppress(OSError):
                    server.connection.sendall(b"x")
                server.status()
            assert message in str(caught.value)
    finally:
        server.close()


@pytest.fixture
def without_jinja2(monkeypatch):
    monkeypatch.setattr("missing_packages._exists", lambda name: name != "jinja2")


@pytest.mark.parametrize(
    ("error", "package"),
    [
        (ModuleNotFoundError("", name="jinja2"), "jinja2"),
        (ModuleNotFoundError("", name="jinja2.nodes"), "jinja2"),
        (ModuleNotFoundError("", name="rich"), None),  # it is there, so that this is another fault
        (ModuleNotFoundError("", name="urlmend.nothing"), None),
        (ModuleNotFoundError("", name="altiar"), None),
        (ImportError("", name="jinja2"), None),
        (ValueError("jinja2"), None),
    ],
)
def test_only_a_missing_package_of_an_extra_is_a_reason(without_jinja2, error, package):
    assert missing_package(error) == package
    wrapped = ValueError("collection")
    wrapped.__cause__ = error
    assert missing_package(wrapped) == package


def test_commands_name_the_extra_that_they_need(without_jinja2):
    message = "urlmend: the page needs more packages: pip install 'urlmend[{}]'\n"
    assert needed_package(message.format("report")) == "jinja2"
    assert needed_package(message.format("lsp")) is None
    assert needed_package("urlmend: a.txt: needs more care\n") is None
