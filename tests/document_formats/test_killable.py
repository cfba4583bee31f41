"""Processes that read documents: they are killed if they take too long, and used again if they do not."""

import sys

import pytest

from urlmend.document_formats import killable
from urlmend.document_formats.passages import DocumentError

# What a process does with the command and the data of each request.
READER = """
import sys, json, time, os
for line in iter(sys.stdin.buffer.readline, b""):
    command, size = line.split()
    data = sys.stdin.buffer.read(int(size))
    if command == b"hang":
        time.sleep(100)
    if command == b"crash":
        os._exit(9)
    if command == b"invalid":
        print("{", flush=True)
    print(json.dumps({"pid": os.getpid(), "size": len(data)}))
    if command == b"later":
        sys.stdout.flush()
        time.sleep(100)
    print(flush=True)
"""


@pytest.fixture
def ask(tmp_path, monkeypatch):
    (tmp_path / "reader_of_tests.py").write_text(READER)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    killable.close_idle()
    yield lambda command, data=b"": killable.answers("reader_of_tests", command, data)
    killable.close_idle()


def test_a_process_is_used_again(ask):
    first, second = (list(ask("read", b"x" * size)) for size in (3, 300_000))
    assert [row["size"] for row in first + second] == [3, 300_000]
    assert first[0]["pid"] == second[0]["pid"]


def test_readers_at_the_same_time_have_processes_of_their_own(ask):
    one, other = ask("read"), ask("read")
    assert next(one)["pid"] != next(other)["pid"]


def test_a_process_is_replaced_after_some_files(ask, monkeypatch):
    monkeypatch.setattr(killable, "_MAX_USES", 2)
    assert len({next(iter(list(ask("read"))))["pid"] for _ in range(4)}) == 2


@pytest.mark.parametrize(
    ("command", "limit", "reason"),
    [
        ("hang", "TIMEOUT", "took more than 0.5 seconds"),
        ("hang", "TOTAL_TIMEOUT", "took more than 0.5 seconds"),
        ("later", "TIMEOUT", "took more than 0.5 seconds"),
        ("crash", "", "the library that reads it crashed"),
        ("invalid", "", "the library that reads it crashed"),
    ],
)
def test_a_process_that_fails_is_replaced(ask, monkeypatch, command, limit, reason):
    if limit:
        monkeypatch.setattr(killable, limit, 0.5)
    with pytest.raises(DocumentError, match=reason):
        list(ask(command))
    assert killable._idle == []


def test_a_process_that_is_no_longer_needed_is_ended(ask):
    reading = ask("later")
    assert next(reading)["size"] == 0
    reading.close()
    assert killable._idle == []
