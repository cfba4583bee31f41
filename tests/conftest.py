"""Settings and fixtures for all tests."""

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

# Compiled modules are kept, even if this Python writes none: processes that tests start do so four times as fast, and
# the assertions of all modules are rewritten once.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # --import-mode=importlib leaves helper modules out

pytest.register_assert_rewrite("recorded")

from hypothesis import HealthCheck, settings  # noqa: E402

from missing_packages import missing_package, needed_package  # noqa: E402

# Without a deadline, as slow machines must not fail. `ci` draws the same examples in every run. Tests that need more or
# fewer examples than others have a multiple of `settings().max_examples`.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("ci", parent=settings.get_profile("patient"), derandomize=True)
settings.register_profile("thorough", parent=settings.get_profile("patient"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "patient"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark rows of tests with the mark `slow_after` as slow."""
    rows = Counter()
    for item in items:
        if mark := item.get_closest_marker("slow_after"):
            test, _, _ = item.nodeid.partition("[")
            rows[test] += 1
            if rows[test] > mark.args[0]:
                item.add_marker("slow")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give workers long runs of neighbouring tests: what modules share is then made by few of them."""
    if config.getoption("dist") == "load":
        from xdist.scheduler import WorkStealingScheduling

        return WorkStealingScheduling(config, log)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Skip a module that needs a missing package."""
    report = yield
    if report.failed and (name := missing_package(report.call.excinfo.value)):
        report.outcome, report.longrepr = "skipped", (str(collector.path), None, f"Skipped: no package {name}")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    """Skip a test whose fixtures need a missing package."""
    with skipping():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Skip a test that needs a missing package."""
    with skipping():
        return (yield)


@contextmanager
def skipping():
    """Skip the test if a package is missing that a `with` block needs."""
    try:
        yield
    except Exception as error:
        if name := missing_package(error):
            pytest.skip(f"no package {name}")
        raise


_PROCESSES = {"-j", "--processes", "--scheduler", "--timeout"}


class CommandResult:
    """The result of one run of the command line."""

    def __init__(self, process):
        self.status = process.returncode
        self.out_bytes = process.stdout
        self.out = process.stdout.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        self.err = process.stderr.decode("utf-8", "surrogateescape").replace("\r\n", "\n")

    @property
    def lines(self):
        return self.out.splitlines()

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def urlmend(tmp_path):
    """Run the command line in an empty folder: `urlmend("find", "-", text="...")` returns a `CommandResult`.

    It runs in a fork of a process that has imported the package, unless it needs a new process. A scan has one process,
    unless the command line says how many.
    """

    import fork_server

    def run(*args, text="", cwd=tmp_path, env=None, timeout=None):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        arguments, environment = list(map(str, args)), {**os.environ, **(env or {})}
        if arguments[:1] == ["scan"] and not _PROCESSES.intersection(arguments):
            arguments[1:1] = ["--processes", "1"]
        if timeout is None and fork_server.can_run(env or {}):
            done = fork_server.run(arguments, data, cwd, environment)
        else:
            command = [sys.executable, "-m", "urlmend", *arguments]
            done = subprocess.run(
                command, input=data, capture_output=True, cwd=cwd, env=environment, timeout=timeout, check=False
            )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        result = CommandResult(done)
        if name := needed_package(result.err):
            pytest.skip(f"no package {name}")
        return result

    return run


@pytest.fixture
def tree(tmp_path):
    """Write files below an empty folder: `tree({"a/b.txt": "text"})` returns the folder."""

    def write(files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return write
