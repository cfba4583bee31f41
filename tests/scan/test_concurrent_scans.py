"""Scans that write one result, existing results, killed scans, and the paths in messages of remote errors."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from tables import slow_after
from urlmend._lib.file_lock import LockedError, lock_name, locked
from urlmend.scan.results.transactions import transaction

TEXT = "see http://a.example/b|c\n"
# A scan whose first unit takes as long as the file `wait` exists.
SLOW = """
import os, signal, sys, time
from urlmend.cli import main as cli
from urlmend.scan import worker
# Both may be ignored, as in a background job or below `nohup`.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
rows = worker._RowCollector._rows
def slow(self, *arguments):
    open("started", "w").close()
    while os.path.exists("wait"):
        time.sleep(0.02)
    return rows(self, *arguments)
worker._RowCollector._rows = slow
sys.exit(cli.main(["scan", *sys.argv[1:]]))
"""


@pytest.fixture
def slow_scan(tree):
    """Start a scan that reads its first file until `wait` is removed."""
    folder = tree({"in/a.txt": TEXT, "wait": ""})
    running = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-c", SLOW, "in", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        running.append(process)
        while not (folder / "started").exists():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        return process

    yield start
    (folder / "wait").unlink(missing_ok=True)  # or the workers of a scan that did not stop wait forever
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("suffix", slow_after(1, ["sqlite", "jsonl", "csv"]))
@pytest.mark.parametrize("processes", slow_after(1, ["1", "2"]))
def test_two_scans_do_not_write_one_result(slow_scan, urlmend, tmp_path, suffix, processes):
    first = slow_scan("-o", f"r.{suffix}", "--processes", processes)
    second = urlmend("scan", "in", "-o", f"r.{suffix}")
    assert (second.status, second.err) == (2, f"urlmend: r.{suffix}: another scan is writing it\n")
    assert urlmend("scan", "in", "-o", f"other.{suffix}", cwd=tmp_path).status in (1, 2)
    (tmp_path / "wait").unlink()
    out, err = first.communicate(timeout=60)
    assert (first.returncode, out) == (1, b""), err
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_scan_keeps_no_lock(slow_scan, urlmend, tmp_path, stop):
    first = slow_scan("-o", "r.sqlite", "--processes", "1")
    first.send_signal(stop)
    first.communicate(timeout=60)
    (tmp_path / "wait").unlink()
    assert urlmend("scan", "in", "-o", "r.sqlite").status == 1


def test_a_result_in_the_scanned_folder_is_continued(urlmend, tree):
    tree({"a.txt": TEXT})
    for _ in range(2):
        done = urlmend("scan", ".", "-o", "r.sqlite")
        assert (done.status, done.err) == (1, "urlmend: 1 URL (1 distinct), 1 finding\n")


@pytest.mark.parametrize("stop", slow_after(1, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
@pytest.mark.parametrize("processes", slow_after(1, ["2", "1", "3"]))
def test_a_killed_scan_leaves_no_traces_of_its_workers(slow_scan, tmp_path, stop, processes):
    process = slow_scan("-o", "r.sqlite", "--processes", processes)
    process.send_signal(stop)
    process.wait(60)
    (tmp_path / "wait").unlink()
    out, err = process.communicate(timeout=60)  # until the last worker has closed it
    assert out == b""
    assert b"Traceback" not in err
    assert b"Error" not in err
    assert err.count(b"\n") <= 2


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_scan_may_be_stopped_while_its_workers_start(tree, stop):
    folder = tree({"in/a.txt": TEXT})
    command = [sys.executable, "-m", "urlmend", "scan", "in", "-o", "r.sqlite", "--processes", "4"]
    for number in range(12):
        process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, start_new_session=True)
        while not (folder / "r.sqlite.lock").exists() and process.poll() is None:
            time.sleep(0.001)
        time.sleep(number / 200)
        if process.poll() is None:
            os.killpg(process.pid, stop)
        _, err = process.communicate(timeout=60)
        assert b"Stopped" not in err, err.decode()
        assert b"Process" not in err, err.decode()


# Exceptions are ignored in finalizers, which run at any time.
IN_A_FINALIZER = """
import signal, sys, time
from urlmend._lib.termination import Stopped, terminable
class Finalized:
    def __del__(self):
        signal.raise_signal(int(sys.argv[1]))
try:
    with terminable():
        Finalized()
        time.sleep(60)
except Stopped as stop:
    sys.exit(stop.status)
"""


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_scan_stops_if_the_signal_arrives_in_a_finalizer(stop):
    command = [sys.executable, "-c", IN_A_FINALIZER, str(int(stop))]
    done = subprocess.run(command, check=False, capture_output=True, timeout=50)
    assert (done.returncode, done.stderr) == (128 + stop, b"")


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_an_existing_result_is_not_overwritten_unasked(urlmend, tree, suffix):
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    folder = tree({"in/a.txt": TEXT, f"r.{suffix}": "precious"})
    done = urlmend("scan", "in", "-o", f"r.{suffix}")
    message = f"urlmend: r.{suffix}: exists already; name another file, or use --overwrite\n"
    assert (done.status, done.out, done.err) == (2, "", message)
    assert (folder / f"r.{suffix}").read_text() == "precious"
    assert urlmend("scan", "in", "-o", f"r.{suffix}", "--overwrite").status == 1
    assert (folder / f"r.{suffix}").read_bytes() != b"precious"


def test_existing_findings_are_not_overwritten_either(urlmend, tree):
    tree({"in/a.txt": TEXT, "r.findings.csv": "precious"})
    done = urlmend("scan", "in", "-o", "r.csv")
    assert (done.status, done.err) == (
        2,
        "urlmend: r.findings.csv: exists already; name another file, or use --overwrite\n",
    )


def test_an_empty_file_is_overwritten(urlmend, tree):
    tree({"in/a.txt": TEXT, "r.jsonl": ""})
    assert urlmend("scan", "in", "-o", "r.jsonl").status == 1


def test_locks_exclude_other_processes(tmp_path):
    path = str(tmp_path / "r")
    code = "import sys; from urlmend._lib.file_lock import locked\nwith locked(sys.argv[1]): print('taken')"
    with locked(path):
        done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=False)
        assert LockedError.__name__.encode() in done.stderr
    assert subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True).stdout == b"taken\n"
    assert not os.path.exists(lock_name(path))


def test_locks_do_not_follow_links_or_need_a_folder(tmp_path):
    (tmp_path / "victim").write_text("precious")
    os.symlink("victim", tmp_path / "r.lock")
    with locked(str(tmp_path / "r")), locked(str(tmp_path / "missing" / "r")):
        pass
    assert (tmp_path / "victim").read_text() == "precious"
    assert os.path.lexists(tmp_path / "r.lock")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("address", ["memory://nowhere/box", "file:///nowhere/box", "nonsense://a/b", "https://[/"])
def test_remote_errors_name_their_path(urlmend, tree, address):
    pytest.importorskip("fsspec")
    tree({"a.txt": TEXT})
    done = urlmend("scan", address, "a.txt")
    assert done.status == 2
    assert f"urlmend: {address}: " in done.err
    assert len(done.rows) == 1
    assert address not in done.err.split(address, 1)[1].split("\n")[0]


@pytest.mark.slow
def test_remote_errors_of_results_name_their_path(urlmend, tree):
    pytest.importorskip("distributed")
    folder = tree({"a.txt": TEXT, "file": ""})
    for address in ("nonsense://a/b", f"file://{folder}/file/out", "memory://nowhere"):
        done = urlmend("report", address)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"urlmend: {address}: "), done.err
        if not address.startswith("memory"):
            done = urlmend("scan", folder / "a.txt", "-o", address, "--scheduler", "local")
            assert done.status == 2
            assert address.removeprefix("file://") in done.err


def test_a_database_is_replaced_if_it_is_asked_for(urlmend, tree):
    folder = tree({"a.txt": "http://www.canal.example/b|c\n", "b.txt": "http://www.canal.example/\n"})
    assert urlmend("scan", "a.txt", "-o", "r.sqlite").status == 1
    assert "with other settings" in urlmend("scan", "--ignore", "URL205", "b.txt", "-o", "r.sqlite").err
    done = urlmend("scan", "--overwrite", "--ignore", "URL205", "b.txt", "-o", "r.sqlite")
    assert (done.status, done.err) == (0, "urlmend: 1 URL (1 distinct), 0 findings\n")
    sqlite3.connect(folder / "other.sqlite").execute("CREATE TABLE plans (title TEXT)").connection.commit()
    for name in ("other.sqlite", "a.sqlite"):
        (folder / "a.sqlite").write_text("no database")
        before = (folder / name).read_bytes()
        done = urlmend("scan", "--overwrite", "b.txt", "-o", name)
        assert (done.status, done.err) == (2, f"urlmend: {name}: not a result of `urlmend scan`; name another file\n")
        assert (folder / name).read_bytes() == before


class _Interrupted(sqlite3.Connection):
    """A connection of a scan that a signal stops when a transaction has begun."""

    def execute(self, statement, *parameters):
        result = super().execute(statement, *parameters)
        if statement.startswith("BEGIN"):
            raise KeyboardInterrupt
        return result


def test_a_transaction_ends_if_a_signal_comes_at_its_beginning():
    connection = sqlite3.connect(":memory:", factory=_Interrupted, isolation_level=None)
    with pytest.raises(KeyboardInterrupt), transaction(connection):
        pass
    assert not connection.in_transaction
