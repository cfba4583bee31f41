"""Asserts that the CPU time of a piece of work grows linearly with its input."""

import gc
import signal
import time
from contextlib import contextmanager

# Linear work takes 4 times as long on 4 times the input, quadratic work 16 times.
FACTOR = 4
LIMIT = 9.0
# CPU seconds; some machines count them in steps of 4 ms. Shorter work is measured on more, MOST times as much at most.
ENOUGH = 0.05
MOST = 64
# Seconds after which a single measurement is given up. Not of CPU time: while a timer counts that, Linux counts it in
# steps of 4 ms for the whole process.
TIMEOUT = 60
# Attacks measured together: one may take quadratic time if all take so many seconds, and so many times as long. The
# fewer are measured together, the shorter are the texts on which one of them is noticed.
NOTICED = 0.0005
SUSPICIOUS = 5.5
TOGETHER = 20


class NoEndError(AssertionError):
    """The work takes too long to tell how its time grows."""


@contextmanager
def bounded():
    """Raises NoEndError after TIMEOUT, even within `re`. No effect where there is no such timer."""

    def stop(*_):
        raise NoEndError(f"not linear: no end after {TIMEOUT} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, TIMEOUT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def seconds(work, given, rounds=1):
    """The CPU time of the work: the minimum of the rounds. The input is made once, outside."""
    least = float("inf")
    gc.disable()  # as the command line does
    try:
        with bounded():
            for _ in range(rounds):
                start = time.process_time()
                work(given)
                least = min(least, time.process_time() - start)
    finally:
        gc.enable()
    return least


def assert_linear(work, made, count):
    """Assert that `work(made(count))` takes time in proportion to `count`.

    What has a bound, such as the length of a wrapper, may take quadratic time below it: `count` has to be beyond. Other
    processes disturb single measurements, so that one that is too slow is repeated, and then made on more.
    """
    shorter, longer = seconds(work, made(count), 3), seconds(work, made(FACTOR * count))
    most = MOST * count
    while longer < ENOUGH and count < most:
        count *= FACTOR
        shorter, longer = longer, seconds(work, made(FACTOR * count))
    if longer < max(ENOUGH, LIMIT * shorter):
        return
    measured = [(count, shorter, longer)]
    for _ in range(2):
        shorter, longer = seconds(work, made(count), 3), seconds(work, made(FACTOR * count), 3)
        measured.append((count, shorter, longer))
        if longer < LIMIT * shorter:
            return
        count *= FACTOR
    raise AssertionError(f"not linear: {measured}")


def assert_linear_on_attacks(work, attacks, made, length):
    """Assert that `work(made(text))` takes time in proportion to the length of each attack."""
    for start in range(0, len(attacks), TOGETHER):
        _assert_all_linear(work, attacks[start : start + TOGETHER], made, length)


def _assert_all_linear(work, attacks, made, length):
    """Measure the attacks together; one that takes quadratic time makes all of them suspicious, and is searched for."""

    def together(texts):
        for text in texts:
            work(text)

    def measured(length):
        return seconds(together, [made(attack(length)) for attack in attacks])

    longer = measured(FACTOR * length)
    if longer < NOTICED or longer < SUSPICIOUS * measured(length):
        return
    if len(attacks) == 1:
        assert_linear(work, lambda count: made(attacks[0](count)), length)
        return
    middle = len(attacks) // 2
    _assert_all_linear(work, attacks[:middle], made, length)
    _assert_all_linear(work, attacks[middle:], made, length)
