"""Work over processes."""

import os
import signal
import time

import pytest

from urlmend.scan.pool import Failure, in_order


def work(piece):
    """What is done with a piece of work: an instruction, and a number."""
    kind, number = piece
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


def outcomes(pieces, processes=2, patience=600):
    done = []
    for piece, outcome in in_order(pieces, work, processes=processes, patience=patience):
        assert isinstance(outcome, Failure) or outcome[:2] == piece
        done.append(outcome.reason if isinstance(outcome, Failure) else outcome[1])
    return done


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_outcomes_come_in_the_order_of_the_work(processes):
    pieces = [("sleep", 0.02 if number % 3 == 0 else 0) if number % 2 else ("is", number) for number in range(40)]
    assert outcomes(pieces, processes) == [number for _, number in pieces]
    assert outcomes([], processes) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_an_exception_is_a_failure_of_one_piece_alone(processes):
    assert outcomes([("is", 1), ("raise", 2), ("is", 3)], processes) == [1, "ValueError: bad luck 2", 3]


def test_a_crash_is_a_failure_of_one_piece_alone():
    pieces = [("is", 1), ("crash", 0), ("is", 2), ("exit", 3), ("crash", 0), ("is", 4)]
    signal_9, status_3 = (f"the process that read it ended with {how}" for how in ("signal 9", "status 3"))
    assert outcomes(pieces) == [1, signal_9, 2, status_3, signal_9, 4]


@pytest.mark.slow
def test_what_hangs_is_given_up():
    begin = time.monotonic()
    pieces = [("is", 1), ("hang", 0), *(("is", number) for number in range(10)), ("hang", 0), ("is", 2)]
    late = "no answer within 5 seconds"
    assert outcomes(pieces, patience=5) == [1, late, *range(10), late, 2]
    assert time.monotonic() - begin < 1000


def test_no_process_is_left_behind():
    processes = set()
    for _, outcome in in_order([("is", number) for number in range(20)], work, processes=3, patience=600):
        processes.add(outcome[2])
        if len(processes) == 2:
            break
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and any(os.path.exists(f"/proc/{number}") for number in processes):
        time.sleep(0.05)
    assert not any(os.path.exists(f"/proc/{number}") for number in processes)


def test_work_is_taken_only_when_there_is_room():
    taken = []

    def pieces():
        for number in range(100):
            taken.append(number)
            yield ("is", number)

    for (_, number), _ in in_order(pieces(), work, processes=2, patience=600):
        assert len(taken) <= number + 8


def test_work_goes_over_several_processes():
    found = {outcome[2] for _, outcome in in_order([("sleep", 0.1)] * 8, work, processes=2, patience=600)}
    assert len(found) == 2
    assert os.getpid() not in found
