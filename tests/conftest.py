"""Settings and fixtures for all tests."""

import os
import re
import shutil
import sys
import tempfile
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

pytest.register_assert_rewrite("command_lines", "recorded")

from hypothesis import HealthCheck, settings  # noqa: E402

from missing_packages import missing_package  # noqa: E402

# Without a deadline, as slow machines must not fail. `ci` draws the same examples in every run. Tests that need more or
# fewer examples than others have a multiple of `settings().max_examples`.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)
settings.register_profile("ci", parent=settings.get_profile("patient"), derandomize=True)
settings.register_profile("thorough", parent=settings.get_profile("patient"), max_examples=5000)
# A file system in memory, and the free bytes that it must have: the folders of a test are removed when it has passed.
_MEMORY, _LEAST_MEMORY = "/dev/shm", 2 << 30
_SLOW_MODULE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow\b", re.MULTILINE)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "patient"))


def pytest_configure(config):
    """Keep the folders of tests in memory if only fast ones run: a scan waits longer for the disk than it computes."""
    if config.option.markexpr == "not slow" and "TMPDIR" not in os.environ and _is_large(_MEMORY):
        os.environ["TMPDIR"] = _MEMORY
        tempfile.tempdir = None  # as it may have been looked up


def _is_large(folder):
    return os.path.isdir(folder) and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > _LEAST_MEMORY


def pytest_ignore_collect(collection_path, config):
    """Leave out modules whose tests are all slow if none of these runs: their imports take a second of each worker."""
    is_named = any(collection_path.name in argument for argument in config.args)
    if config.option.markexpr != "not slow" or is_named or collection_path.suffix != ".py":
        return None
    return bool(_SLOW_MODULE.search(collection_path.read_text("utf-8"))) or None


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


@pytest.fixture
def urlmend(tmp_path):
    """Run the command line in an empty folder: `urlmend("find", "-", text="...")` returns a `CommandResult`."""
    from command_lines import command_line

    return command_line(tmp_path)


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
