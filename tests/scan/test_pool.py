"""The process pool."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from multiprocessing.connection import wait

import pytest

from tables import each_row
from urlmend.scan import pool
from urlmend.scan.pool import Failure, map_in_order


def work(item):
    """Follow the instruction of an item, which is followed by a number."""
    kind, number = item
    if kind == "sleep":
        time.sleep(number)
    elif kind == "raise":
        raise ValueError(f"bad luck {number}")
    elif kind == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "exit":
        os._exit(number)
    elif kind == "hang":
        time.sleep(10_000)
    return (kind, number, os.getpid())


def results(items, processes=2, timeout=600):
    """The number of each item, or why it failed."""
    found = []
    for item, result in map_in_order(work, items, processes=processes, timeout=timeout):
        assert isinstance(result, Failure) or result[:2] == item
        found.append(result.reason if isinstance(result, Failure) else result[1])
    return found


@each_row("processes", [1, 2, 3])
def test_results_are_in_the_order_of_the_items(processes):
    items = [("sleep", 0.02 if number % 3 == 0 else 0) if number % 2 else ("is", number) for number in range(40)]
    assert results(items, processes) == [number for _, number in items]
    assert results([], processes) == []


def many_rows(number):
    """A result that takes far more memory than its pickle; the first one is late."""
    if number == 0:
        time.sleep(1)
    return [(number, row) for row in range(1_000_000, 1_020_000)]


@pytest.mark.slow
def test_results_that_wait_for_an_earlier_one_take_little_memory():
    one = len(many_rows(1)) * 100  # bytes, approximately
    tracemalloc.start()
    try:
        for _ in map_in_order(many_rows, range(24), processes=4, timeout=600):
            pass
        assert tracemalloc.get_traced_memory()[1] < 5 * one
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("processes", [1, 2])
def test_an_exception_fails_only_its_item(processes):
    assert results([("is", 1), ("raise", 2), ("is", 3)], processes) == [1, "ValueError: bad luck 2", 3]


def test_a_crash_fails_only_its_item():
    items = [("is", 1), ("crash", 0), ("is", 2), ("exit", 3), ("crash", 0), ("is", 4)]
    signal_9, status_3 = (f"the process that read it ended with {how}" for how in ("signal 9", "status 3"))
    assert results(items) == [1, signal_9, 2, status_3, signal_9, 4]


@pytest.mark.slow
def test_an_item_that_hangs_times_out():
    start = time.monotonic()
    items = [("is", 1), ("hang", 0), *(("is", number) for number in range(10)), ("hang", 0), ("is", 2)]
    timed_out = "no answer within 5 seconds"
    assert results(items, timeout=5) == [1, timed_out, *range(10), timed_out, 2]
    assert time.monotonic() - start < 1000


def test_no_process_is_left_behind():
    processes = set()
    for _, result in map_in_order(work, [("is", number) for number in range(20)], processes=3, timeout=600):
        processes.add(result[2])
        if len(processes) == 2:
            break
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and any(os.path.exists(f"/proc/{number}") for number in processes):
        time.sleep(0.05)
    assert not any(os.path.exists(f"/proc/{number}") for number in processes)


def test_items_are_taken_only_when_a_worker_can_take_them():
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield ("is", number)

    for (_, number), _ in map_in_order(work, items(), processes=2, timeout=600):
        assert len(taken) <= number + 8


def test_idle_workers_are_not_waited_for(monkeypatch):
    waits = []
    monkeypatch.setattr(pool, "wait", lambda pipes, timeout: waits.append(len(pipes)) or wait(pipes, timeout))
    assert results([("is", 0), ("is", 1), ("sleep", 0.5)]) == [0, 1, 0.5]
    assert waits[-1] == 1  # the deadline of an idle worker has passed, so that the wait would end at once


def test_items_are_distributed_over_several_processes():
    found = {result[2] for _, result in map_in_order(work, [("sleep", 0.1)] * 8, processes=2, timeout=600)}
    assert len(found) == 2
    assert os.getpid() not in found


def steps(count):
    """Report steps one by one."""
    for _ in range(count):
        pool.add_steps(10)
        time.sleep(0.02)


@pytest.mark.parametrize("processes", [1, 2])
def test_steps_of_unfinished_items_are_reported(processes, monkeypatch):
    seen = []
    for _, result in map_in_order(steps, [15, 15], processes=processes, timeout=600, on_steps=seen.append):
        seen.append(result or "result")
    before = seen[: seen.index("result")]
    assert before[:-1] == sorted(before[:-1])
    assert 10 < max(before) <= 300
    assert seen[-2:] == [0, "result"]


def test_steps_outside_a_pool_are_ignored():
    pool.add_steps(10)


PARENT = """
import os
from urlmend.scan.pool import map_in_order

def busy(number):
    os.write(1, b"busy\\n")  # at once, unlike `print` without a buffer
    while True:  # as a unit that takes long
        pass

if __name__ == "__main__":
    list(map_in_order(busy, range(9), processes=3, timeout=600))
"""


def test_processes_end_silently_with_their_parent(tmp_path):
    (tmp_path / "parent.py").write_text(PARENT)
    command = [sys.executable, "parent.py"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(3):
        assert process.stdout.readline() == "busy\n"
    process.kill()
    # The pipes are closed when the last process has ended.
    assert process.communicate(timeout=60) == ("", "")
