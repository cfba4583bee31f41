"""`urlmend scan --scheduler`: datasets have the contents of a scan on one machine."""

import gzip
import io
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import tracemalloc
import urllib.request
from contextlib import closing, suppress
from importlib.util import find_spec

import pytest

import urlmend as urlmend_library
from scan_samples import BOX, MESSAGES, PASSWORD, without_key
from tables import slow_after
from urlmend._lib.install_hint import install_hint
from urlmend.scan.pool import Failure
from urlmend.scan.results import resolve_sql
from urlmend.scan.rows import FindingRow, UnitRows, UrlRow, integer_fields
from urlmend.scan.work_units import Unit
from web_archive_samples import archive

# Looked for, as an import takes a second of each worker.
if not (find_spec("dask") and find_spec("distributed")):
    pytest.skip("the extra `cluster` is not installed", allow_module_level=True)
dataset = pytest.importorskip("urlmend.scan.results.dataset")
parts = pytest.importorskip("urlmend.scan.results.parts")
ledger = pytest.importorskip("urlmend.scan.cluster.ledger")
pyarrow_parquet = pytest.importorskip("pyarrow.parquet")

UNIT_SIZE = {"URLMEND_UNIT_SIZE": "5000"}

# An S3 server, and a cluster of workers: each prints its address, and ends when its standard input is closed.
STORE = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
server.start()
print(*server.get_host_and_port(), flush=True)
sys.stdin.read()
"""
WORKERS = """
import os, signal, sys
import dask
from distributed import LocalCluster
dask.config.set({"distributed.scheduler.allowed-failures": 2})  # tests kill two, maybe with the same item
with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
    print(cluster.scheduler_address, flush=True)
    for number, line in enumerate(sys.stdin):
        os.kill(list(cluster.workers.values())[number % 3].pid, signal.SIGKILL)
        print("killed", flush=True)
"""


def started(program, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def ended(process):
    process.stdin.close()
    process.stdout.close()
    process.wait(timeout=600)


@pytest.fixture(scope="module")
def store():
    """The environment of processes that use an S3 server on the loopback interface."""
    pytest.importorskip("moto", reason="no S3 to test against")
    pytest.importorskip("s3fs")
    process = started(STORE)
    host, port = process.stdout.readline().split()
    yield {
        "FSSPEC_S3_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    ended(process)


@pytest.fixture(scope="module")
def workers(store):
    """The process of the workers, with the address of the scheduler."""
    process = started(WORKERS, **store)
    process.address = process.stdout.readline().strip()
    yield process
    ended(process)


def put(store, name, data=None):
    """Create a bucket, or a file in one."""
    kind = {"Content-Type": "application/octet-stream"}
    request = urllib.request.Request(f"{store['FSSPEC_S3_ENDPOINT_URL']}/{name}", data or b"", kind, method="PUT")
    with urllib.request.urlopen(request, timeout=600) as answer:
        assert answer.status == 200


def rows(path):
    """The contents of a result without its units, which may differ."""
    connection = sqlite3.connect(path)
    columns = ("id", *UrlRow._fields, "decided_by")
    names = "SELECT {} FROM urls ORDER BY id".format(", ".join(f'"{name}"' for name in columns))
    found = [
        connection.execute(query).fetchall()
        for query in (
            names,
            "SELECT * FROM findings ORDER BY id",
            "SELECT name, reason FROM problems ORDER BY name",
            "SELECT sum(bytes), sum(messages) FROM units",
        )
    ]
    connection.close()
    return [without_key(found[0], columns), *found[1:]]


def rows_of(address, folder):
    path = folder / "copy.sqlite"
    path.unlink(missing_ok=True)
    dataset.Dataset(str(address)).write_database(str(path))
    return rows(path)


NOISE = "".join(random.Random(2).choices("abcdefghijklmnop\n", k=60_000))
ARCHIVES = {
    "mail/box": BOX,
    "mail/box.gz": gzip.compress(BOX.encode() + BOX.encode(), 1),
    **{f"mail/maildir/cur/{number}": text for number, text in enumerate(MESSAGES[:12])},
    "mail/maildir/new/1": MESSAGES[0],
    "mail/maildir/tmp/2": MESSAGES[1],
    "mail/page.warc.wet.gz": archive(),
    "mail/notes.txt": "see http://a.example/b|c or <URL:http://www.canal.example.org/plans/7/yearly-\nplan.html>\n",
    "mail/damaged.gz": gzip.compress((BOX + NOISE).encode())[:-300],
    "mail/large.txt.gz": gzip.compress(f"http://a.example/|x\n\n{NOISE}http://b.example/|x\n".encode()),
}


@pytest.mark.slow
def test_a_cluster_finds_what_one_machine_finds(urlmend, tree, tmp_path):
    tree(ARCHIVES)
    alone = urlmend("scan", "mail", "gone.txt", "-o", "alone.sqlite", env=UNIT_SIZE)
    done = urlmend(
        "scan", "mail", "gone.txt", "-o", "mail/out", "--scheduler", "local", "--processes", "2", env=UNIT_SIZE
    )
    assert (alone.status, done.status) == (2, 2), done.err
    assert "gone.txt: No such file" in done.err
    assert "damaged.gz: " in done.err
    assert rows_of(tmp_path / "mail" / "out", tmp_path) == rows(tmp_path / "alone.sqlite")
    # The reports are equal, except for the number of units.
    texts = [urlmend("report", name).out.partition("\n")[2] for name in ("alone.sqlite", "mail/out")]
    assert len({"".join(line for line in text.splitlines() if "work units" not in line) for text in texts}) == 1
    for path in (tmp_path / "mail" / "out").rglob("*"):
        assert path.is_dir() or PASSWORD.encode() not in path.read_bytes(), path


@pytest.mark.slow
def test_the_loss_of_workers_does_not_change_the_result(urlmend, tree, tmp_path, workers):
    tree({"box": BOX * 24})
    command = [sys.executable, "-m", "urlmend", "scan", f"{tmp_path}/box", "--scheduler", workers.address]
    process = subprocess.Popen(
        [*command, "-o", f"{tmp_path}/together"], env={**os.environ, **UNIT_SIZE}, stderr=subprocess.PIPE
    )
    folder = tmp_path / "together" / "urls"
    for number in (2, 6):
        while process.poll() is None and len(list(folder.glob("*.parquet"))) < number:
            time.sleep(0.01)
        assert process.poll() is None, "all was done before a worker could be killed"
        workers.stdin.write("kill one\n")
        workers.stdin.flush()
        assert workers.stdout.readline() == "killed\n"
    _, err = process.communicate(timeout=600)
    assert process.returncode == 1, err
    urlmend("scan", f"{tmp_path}/box", "-o", "alone.sqlite", env=UNIT_SIZE)
    assert rows_of(tmp_path / "together", tmp_path) == rows(tmp_path / "alone.sqlite")


@pytest.mark.slow
def test_archives_and_result_in_a_remote_store(urlmend, tree, tmp_path, store, workers):
    folder = tree(ARCHIVES)
    for name in ("archive", "results"):
        put(store, name)
    for name in ARCHIVES:
        put(store, f"archive/{name}", (folder / name).read_bytes())
    urlmend("scan", "mail", "-o", "alone.sqlite", env=UNIT_SIZE)
    scan = ("scan", "s3://archive/mail", "-o", "s3://results/a/b", "--scheduler", workers.address)
    done = urlmend(*scan, env={**store, **UNIT_SIZE})
    assert done.status == 2
    assert "s3://archive/mail/damaged.gz: " in done.err
    reports = [urlmend("report", name, env=store) for name in ("s3://results/a/b", "alone.sqlite")]
    texts = [done.out.partition("\n")[2].partition("\nProblems\n")[0].splitlines() for done in reports]
    assert len(texts[0]) > 40
    assert len({"".join(line for line in text if "work units" not in line) for text in texts}) == 1
    # Only new files are read, and those in the same unit.
    before = listed(store, "results")
    put(store, "archive/mail/other.txt", b"see http://b.example/\n")
    urlmend(*scan, env={**store, **UNIT_SIZE})
    after = listed(store, "results")
    assert len({name for name, _ in after - before if "/urls/" in name}) == 1
    assert len(after) == len(before)


@pytest.mark.slow
def test_a_cluster_does_not_warn_about_ports_in_use(urlmend, tree):
    tree({"a.txt": "see http://a.example/b\n"})
    with socket.socket() as other:
        with suppress(OSError):  # then another process uses it
            other.bind(("127.0.0.1", 8787))
            other.listen()
        done = urlmend("scan", "a.txt", "-o", "out", "--scheduler", "local", "--processes", "1")
    assert (done.status, done.err) == (0, "urlmend: 1 URL, 0 findings\n")


@pytest.mark.slow
def test_one_machine_reads_from_a_remote_store(urlmend, tree, tmp_path, store):
    folder = tree({"mail/box": BOX, "mail/sub/a.txt": "http://a.example/\n", "mail/b.gz": gzip.compress(BOX.encode())})
    put(store, "more")
    for name in ("mail/box", "mail/sub/a.txt", "mail/b.gz"):
        put(store, f"more/{name}", (folder / name).read_bytes())
    found = [urlmend("scan", name, env={**store, **UNIT_SIZE}) for name in ("s3://more/mail", "mail")]
    assert found[0].out.replace("s3://more/", "") == found[1].out
    assert found[0].err == found[1].err
    gone = urlmend("scan", "s3://more/gone", env=store)
    assert (gone.status, gone.err.splitlines()[0]) == (
        2,
        "urlmend: s3://more/gone: No such file or directory",
    )


def listed(store, bucket):
    """The files of a bucket with their modification times."""
    with urllib.request.urlopen(f"{store['FSSPEC_S3_ENDPOINT_URL']}/{bucket}?list-type=2") as answer:
        text = answer.read().decode()
    return {
        (entry.partition("</Key>")[0], entry.partition("<LastModified>")[2].partition("<")[0])
        for entry in text.split("<Key>")[1:]
    }


@pytest.mark.slow
def test_a_repeated_scan_reads_only_missing_damaged_and_changed_units(urlmend, tree, tmp_path, workers):
    folder = tree({"in/box": BOX, "in/a.txt": "http://a.example/|b\n", "in/sub/b.txt": "http://b.example/\n"})
    out = folder / "out"

    def scan(*more):
        named = (folder / "in", "-o", out, "--scheduler", workers.address)
        return urlmend("scan", *named, *more, env=UNIT_SIZE)

    def written():
        return {path.name: path.stat().st_mtime_ns for path in (out / "urls").glob("*.parquet")}

    assert scan().status == 1
    before, expected = written(), rows_of(out, folder)
    assert len(before) > 5
    # As after a killed scan: parts are missing, damaged or have temporary names, and the table of units is missing.
    missing, damaged, *_ = before
    (out / "urls" / missing).rename(out / "urls" / f".{missing}.0123.tmp")
    (out / "urls" / damaged).write_bytes(b"PAR1")
    (out / "units.parquet").unlink()
    refused = urlmend("report", out)
    assert (refused.status, refused.out) == (2, "")
    assert "unfinished scan" in refused.err
    assert scan().status == 1
    assert {name for name, changed in written().items() if before[name] != changed} == {missing, damaged}
    assert rows_of(out, folder) == expected
    # Changed files are read again, and removed ones are removed from the result.
    (folder / "in" / "a.txt").write_text("http://c.example/\n")
    (folder / "in" / "sub" / "b.txt").unlink()
    assert scan().status == 1
    assert len(written()) == len(before) - 1
    urlmend("scan", folder / "in", "-o", "alone.sqlite", env=UNIT_SIZE)
    assert rows_of(out, folder) == rows(folder / "alone.sqlite")
    # Other settings would give a different result.
    other = scan("--since-date", "2000")
    assert (other.status, "written by a scan with other settings" in other.err) == (2, True)


@pytest.mark.slow
def test_a_folder_that_is_not_a_dataset_is_not_modified(urlmend, tree):
    folder = tree({"a.txt": "http://a.example/\n", "mine/urls/1.parquet": "x"})
    done = urlmend("scan", "a.txt", "-o", "mine", "--scheduler", "local")
    assert (done.status, done.err) == (2, f"urlmend: {folder}/mine: not a result of `urlmend scan`\n")
    assert [path.name for path in (folder / "mine").rglob("*")] == ["urls", "1.parquet"]


WRONG = {
    "--scheduler writes a folder": ["-o", "out.sqlite", "--scheduler", "local"],
    "name a folder or an address with -o": ["--scheduler", "local"],
    "--unique cannot be used with --scheduler": ["-o", "out", "--scheduler", "local", "--unique"],
    "a.txt: workers may run in another folder": ["-o", "/out", "--scheduler", "tcp://127.0.0.1:1"],
    "s3://al:***@bucket/x: put passwords into": ["s3://al:h7Tq-92x@bucket/x", "-o", "out.sqlite"],
    "127.0.0.1:1": ["/x", "-o", "/nowhere/out", "--scheduler", "tcp://127.0.0.1:1", "--timeout", "1"],
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("message", WRONG)
def test_unsupported_options_are_errors(urlmend, tree, message):
    folder = tree({"a.txt": "http://a.example/\n"})
    arguments = [word.replace("/nowhere", str(folder)) for word in WRONG[message]]
    named = [] if arguments[0].startswith(("/", "s3:")) else ["a.txt"]
    done = urlmend("scan", *named, *arguments)
    assert done.status == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("module", ["distributed", "fsspec"])
def test_missing_packages_are_errors(urlmend, tree, module):
    program = (
        "import sys; from urlmend.cli import main as cli\n"
        f"sys.modules['{module}'] = None\n"
        "sys.exit(cli.main(['scan', 'a.txt', '-o', 'out', '--scheduler', 'local']))"
    )
    folder = tree({"a.txt": "http://a.example/\n"})
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"urlmend: --scheduler needs more packages: {install_hint('cluster')}\n"


def test_an_unknown_store_is_a_problem(urlmend, tmp_path):
    done = urlmend("scan", "nostore://x/y", "-o", "out.sqlite")
    assert done.status == 2
    assert done.err.startswith("urlmend: nostore://x/y: ")


ENGINE = """
import os, sys, time
from distributed import Client
from urlmend.scan.cluster.engine import map_as_completed
def do(item):
    kind, number = item
    if kind == "raise":
        raise ValueError(f"bad luck {number}")
    if kind == "crash":
        os._exit(1)
    if kind == "hang":
        time.sleep(10_000)
    return number
def failures(client, work, timeout):
    taken = 0
    def pieces():
        nonlocal taken
        for piece in work:
            taken += 1
            yield piece
    done = []
    for piece, outcome in map_as_completed(client, do, pieces(), timeout=timeout):
        done.append((piece, outcome))
        assert taken <= len(done) + 9
    assert sorted(piece for piece, _ in done) == sorted(work)
    return sorted((piece[1], str(outcome)) for piece, outcome in done if piece[1] != outcome)
work = [("is", n) for n in range(30)]
work[5], work[9] = ("raise", 5), ("crash", 9)
hanging = [("is", n) for n in range(30)]
hanging[20] = ("hang", 20)
with Client(sys.argv[1]) as client:
    # Starting a worker again takes longer than the other work, so it must not count against a short timeout.
    lost = failures(client, work, 600)
    client.wait_for_workers(1, timeout=300)
    print(lost + failures(client, hanging, 10))
"""


@pytest.mark.slow
def test_exceptions_crashes_and_hangs_fail_only_their_item(workers):
    done = subprocess.run(
        [sys.executable, "-c", ENGINE, workers.address], capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stderr
    failures = [
        (5, Failure("ValueError: bad luck 5")),
        (9, Failure("the workers that read it were lost, one after the other")),
        (20, Failure("no answer within 10 seconds")),
    ]
    assert done.stdout.strip() == str([(number, str(failure)) for number, failure in failures])


# The first call for one item ends when another worker has computed it.
STRAGGLER = """
import sys, time
from pathlib import Path
from distributed import Client
from urlmend.scan.cluster import engine
engine._STRAGGLING_SECONDS, engine._INTERVAL = 0.5, 1
called, again = Path(sys.argv[2], "called"), Path(sys.argv[2], "again")
def do(number):
    if number == 20:
        try:
            called.touch(exist_ok=False)
        except FileExistsError:
            again.touch()
        until = time.monotonic() + 60
        while not again.exists() and time.monotonic() < until:
            time.sleep(0.1)
    return number
with Client(sys.argv[1]) as client:
    found = sorted(result for _, result in engine.map_as_completed(client, do, range(30), timeout=400))
    print(found == list(range(30)), again.exists())
"""


@pytest.mark.slow
def test_a_straggler_is_computed_again_by_another_worker(workers, tmp_path):
    command = [sys.executable, "-c", STRAGGLER, workers.address, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.stdout == "True True\n", done.stderr


@pytest.mark.slow
def test_memory_of_the_driver_does_not_grow_with_the_number_of_units():
    with closing(ledger.Ledger(b"key")) as units:
        tracemalloc.start()
        try:
            for number in range(20_000):
                unit = Unit(f"{number:032}", ("s3://bucket/box.mbox",), 8, number, number + 8, input_kind="mail")
                position = units.add(unit, unit.key)
                units.finish(position, unit.key, parts.Summary(10, 1, 5, 100, ()))
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()
        assert units.totals(dataset.ResolvedCounts(urls=0, findings=500)) == (200_000, 19_500, 100_000, 0, 0)
        last = list(units)[-1]
        assert (last.position, last.first_line, last.first_message, last.first_id) == (
            19_999,
            1_999_900,
            99_995,
            199_991,
        )


def test_rows_of_a_unit_are_written_chunk_by_chunk():
    rows = urlmend_library.scan_bytes(b"http://a.example/b|c and http://b.example/ and http://c.example/d|e", "a.txt")
    out = io.BytesIO()
    summary = parts.write_part("key", (rows for _ in range(5)), out, b"key")
    assert (summary.urls, summary.findings) == (15, 10)
    assert pyarrow_parquet.ParquetFile(out).num_row_groups == 5
    assert [finding.url for finding in parts.unpack(out).findings] == [0, 2, 3, 5, 6, 8, 9, 11, 12, 14]
    assert parts.summary_of(out) == summary


def map_in_this_process(_client, function, items, *, timeout):
    yield from ((item, function(item)) for item in items)


HASHES = (None, None, None, "0a", "0b")


def url_row(chance):
    """A random URL that may be ambiguous, out of so few that many occur several times."""
    texts = [f"http://a.example/{'-' * (number % 2)}{number // 2}" for number in range(24)]
    breaks = chance.choice(("", "", "", "hyphen", "newline"))
    alternatives = [chance.choice(texts) for _ in range(chance.choice((0, 0, 1, 2)))]
    confidence = chance.choice(("certain", "likely", "guess"))
    text = chance.choice(texts)
    fields = dict.fromkeys(UrlRow._fields, "") | dict.fromkeys(integer_fields(UrlRow))
    fields |= dict.fromkeys(("line", "column", "end_line", "end_column"), 1) | {"depth": 0, "is_copy": 0}
    fields |= {"url": text, "first_reading": text, "alternatives": json.dumps(alternatives)}
    fields |= {"url_hash": chance.choice(HASHES), "archive_hash": None}
    fields["alternative_hashes"] = json.dumps([chance.choice(HASHES) for _ in alternatives])
    return UrlRow(**fields | {"breaks": breaks, "confidence": confidence})


@pytest.mark.parametrize("rows_at_a_time", slow_after(1, [3, 20, 10_000]))
@pytest.mark.parametrize("seed", slow_after(2, range(5)))
def test_ambiguous_urls_are_resolved_as_on_one_machine(tmp_path, monkeypatch, seed, rows_at_a_time):
    from urlmend.scan.cluster import resolve_distributed

    monkeypatch.setattr(resolve_distributed, "map_as_completed", map_in_this_process)
    monkeypatch.setattr(resolve_distributed, "ROWS", 4)
    chance = random.Random(seed)
    made = dataset.Dataset(str(tmp_path / "dataset"))
    made.begin({})
    units, first = [], 1
    for number in range(8):
        urls = [url_row(chance) for _ in range(chance.randrange(12))]
        codes = [(chance.choice(("URL106", "URL108", "URL205")), place) for place in range(len(urls))]
        findings = [FindingRow(place, code, "info", "", 1, 1, "", None, None) for code, place in codes]
        data = io.BytesIO()
        summary = parts.write_part(str(number), [UnitRows(urls, findings)], data, b"key")
        made.write(dataset.part_name(str(number)), data.getvalue())
        units.append(
            dataset.UnitRow(number, str(number), "box", None, 0, 0, 0, 0, 0, len(urls), first, summary.findings)
        )
        first += len(urls)
    resolved = resolve_distributed.resolve(None, made, units, timeout=1, size=rows_at_a_time)
    made.write_finished(dataset.FinishedScan(units, [], resolved))
    found = rows_of(tmp_path / "dataset", tmp_path)
    connection = sqlite3.connect(tmp_path / "copy.sqlite", isolation_level=None)
    connection.execute(
        "UPDATE places SET url_text_id = coalesce(first_text_id, url_text_id), first_text_id = NULL, decided_by = NULL"
    )
    connection.execute("UPDATE findings SET settled = 0")
    assert resolve_sql.resolve(connection) == resolved.urls
    assert connection.execute("SELECT count(*) FROM findings WHERE settled").fetchone()[0] == resolved.findings
    connection.close()
    assert rows(tmp_path / "copy.sqlite") == found
    assert resolved.urls
    assert not (tmp_path / "dataset" / "settling").exists()


@pytest.mark.slow
def test_a_scan_that_is_terminated_keeps_finished_units(tree, urlmend, workers):
    folder = tree({"box": BOX * 16})
    named = ("scan", f"{folder}/box", "-o", f"{folder}/out", "--scheduler", workers.address)
    process = subprocess.Popen(
        [sys.executable, "-m", "urlmend", *named], env={**os.environ, **UNIT_SIZE}, stderr=subprocess.PIPE
    )
    while process.poll() is None and len(list((folder / "out" / "urls").glob("*.parquet"))) < 3:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 143, err
    assert err == b"urlmend: stopped; run the same command again to continue\n"
    assert urlmend(*named, env=UNIT_SIZE).status == 1


@pytest.mark.slow
def test_the_loss_of_the_scheduler_ends_the_scan(tree):
    folder = tree({"box": BOX * 24})
    cluster = started(WORKERS)
    named = (f"{folder}/box", "-o", f"{folder}/out", "--scheduler", cluster.stdout.readline().strip())
    process = subprocess.Popen(
        [sys.executable, "-m", "urlmend", "scan", *named], env={**os.environ, **UNIT_SIZE}, stderr=subprocess.PIPE
    )
    while process.poll() is None and len(list((folder / "out" / "urls").glob("*.parquet"))) < 3:
        time.sleep(0.01)
    cluster.kill()
    _, err = process.communicate(timeout=600)
    ended(cluster)
    message = f"urlmend: {folder}/out: lost the connection to the scheduler; run the same command again to continue\n"
    assert (process.returncode, err.decode()) == (2, message)


@pytest.mark.slow
def test_names_and_urls_that_are_masked_alike_are_told_apart(tree, urlmend, tmp_path, workers):
    tokens = ("9f86d081884c7d659a2feaa0c55ad015", "4c7d659a2feaa0c55ad0159f86d08188")
    folder = tree(
        {
            f"in/d?token={token}/a?token={token}": f"see https://a.internal/b?access_token={token} here\n"
            for token in tokens
        }
        | {
            f"in/d?token={token}/x.gz?token={token}": gzip.compress(b"see https://a.internal/" * 99)[:-9]
            for token in tokens
        }
    )
    named = [f"{folder}/in/d?token={token}" for token in tokens]
    options = ("-o", f"{folder}/out", "--scheduler", workers.address)
    done = urlmend("scan", *named, *options)
    assert rows_of(folder / "out", tmp_path)[0]
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        query = (
            "SELECT count(*), count(DISTINCT url_hash), count(DISTINCT archive_hash) FROM urls WHERE url LIKE '%***'"
        )
        assert copy.execute(query).fetchone() == (2, 2, 2)
        assert copy.execute("SELECT count(DISTINCT name), count(DISTINCT name_hash) FROM problems").fetchone() == (1, 2)
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    assert len(files) > 3
    for token in tokens:
        assert token not in done.err
        assert not [path for path in files if token.encode() in path.read_bytes()]
    # Other secrets in the paths make it another scan.
    other = urlmend("scan", named[0], named[0].replace(tokens[0], tokens[0][::-1]), *options)
    assert other.status == 2
    assert "with other secrets in paths" in other.err
