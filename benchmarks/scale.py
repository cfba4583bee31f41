"""Simulate a scan on a cluster: wall clock and what limits it, from measured times; the tables of `docs/scale.md`.

usage: scale.py [--bytes N] [--workers N] [--unit-size MB] [--seed N]

Without arguments, it prints the table for several sizes. The simulated scan has one driver, which plans units and takes
their summaries, a scheduler, and workers with one thread. Units have a random duration; some workers are slow, and some
are lost. As in `urlmend.scan.cluster.engine`, three units are pending for each worker, and near the end units that run
for longer than 20 seconds and three times the average are also computed by an idle worker.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass

# Measured: `docs/scale.md` has the commands.
RATE = 7.1e6  # bytes in a second on a core
DRIVER = 2.0e-3  # CPU seconds of the driver for a unit: plan, submit, record
SCHEDULER = 2.5e-3  # CPU seconds of the scheduler for a task
PER_UNIT = 0.05  # seconds of a worker for a unit: request, Parquet, upload
# Assumed: the spread of durations, slow and lost workers.
SPREAD = 0.35  # standard deviation of the logarithm
SLOW_SHARE, SLOW_FACTOR = 0.01, 5.0
LOST_PER_HOUR = 0.01  # share of workers that are lost in an hour, and replaced
RESTART = 60.0  # seconds until a lost worker is replaced
STRAGGLING_SECONDS, STRAGGLING_FACTOR = 20.0, 3.0


@dataclass(frozen=True)
class Scan:
    """The size of a scan."""

    size: float
    """In bytes."""
    workers: int
    unit: float
    """In bytes."""

    @property
    def units(self) -> int:
        return max(1, round(self.size / self.unit))


@dataclass
class Outcome:
    """What a simulated scan took."""

    seconds: float
    driver: float
    """The share of the time in which the driver was busy."""
    busy: float
    """The share of the time in which the workers were busy."""
    again: int
    """Units that were computed twice."""
    lost: int
    """Units whose worker was lost."""


def simulate(scan: Scan, seed: int = 1, *, speculative: bool = True) -> Outcome:
    """Simulate one scan: events are the ends of units on workers."""
    chance = random.Random(seed)
    factors = [SLOW_FACTOR if chance.random() < SLOW_SHARE else 1.0 for _ in range(scan.workers)]
    average = scan.unit / RATE + PER_UNIT
    step = max(DRIVER, SCHEDULER)  # they work at the same time
    idle = list(range(scan.workers))
    chance.shuffle(idle)
    events: list[tuple[float, int, int, bool]] = []  # end, unit, worker, whether the unit is complete then
    running: dict[int, list[tuple[float, float]]] = {}  # for each unit, the starts and ends of its copies
    done: set[int] = set()
    queue: list[int] = []  # units of lost workers
    now = driver_free = worked = 0.0
    planned = again = lost = 0

    def start(unit: int, worker: int) -> None:
        nonlocal worked, driver_free, lost
        driver_free = max(now, driver_free) + step
        duration = average * factors[worker] * chance.lognormvariate(-SPREAD * SPREAD / 2, SPREAD)
        is_lost = chance.random() < LOST_PER_HOUR * duration / 3600
        end = driver_free + duration * (chance.random() if is_lost else 1)
        lost += is_lost
        worked += end - driver_free
        running.setdefault(unit, []).append((driver_free, end))
        heapq.heappush(events, (end + (RESTART if is_lost else 0), unit, worker, not is_lost))

    while len(done) < scan.units:
        while idle and (queue or planned < scan.units):
            if queue:
                start(queue.pop(), idle.pop())
            else:
                start(planned, idle.pop())
                planned += 1
        if idle and speculative and planned == scan.units:
            limit = max(STRAGGLING_SECONDS, STRAGGLING_FACTOR * average)
            for unit, copies in list(running.items()):
                if idle and unit not in done and len(copies) == 1 and now - copies[0][0] > limit:
                    start(unit, idle.pop())
                    again += 1
        if idle and planned == scan.units and not events:
            break
        wait = _next_straggler(running, done, average, now) if idle and speculative else None
        if wait is not None and (not events or wait < events[0][0]):
            now = wait
            continue
        now, unit, worker, is_complete = heapq.heappop(events)
        idle.append(worker)
        if is_complete:
            done.add(unit)
            running.pop(unit, None)
        elif unit not in done:
            running.pop(unit, None)
            queue.append(unit)
    return Outcome(now, min(1.0, step * (scan.units + again) / now), worked / now / scan.workers, again, lost)


def _next_straggler(
    running: dict[int, list[tuple[float, float]]], done: set[int], average: float, now: float
) -> float | None:
    """The next moment after `now` at which a unit that has no copy counts as straggling."""
    limit = max(STRAGGLING_SECONDS, STRAGGLING_FACTOR * average)
    moments = (copies[0][0] + limit + 1e-6 for unit, copies in running.items() if len(copies) == 1 and unit not in done)
    return min((moment for moment in moments if moment > now), default=None)


SCANS = {
    "100 GB, 16 workers, units of 8 MB": Scan(100e9, 16, 8e6),
    "1 TB, 64 workers, units of 32 MB": Scan(1e12, 64, 32e6),
    "10 TB, 250 workers, units of 64 MB": Scan(10e12, 250, 64e6),
    "100 TB, 1,000 workers, units of 8 MB": Scan(100e12, 1000, 8e6),
    "100 TB, 1,000 workers, units of 128 MB": Scan(100e12, 1000, 128e6),
    "100 TB, 1,000 workers, units of 512 MB": Scan(100e12, 1000, 512e6),
}


def _row(name: str, scan: Scan, seed: int) -> str:
    found, without = simulate(scan, seed), simulate(scan, seed, speculative=False)
    ideal = scan.size / RATE / scan.workers
    hours = " | ".join(f"{seconds / 3600:.2f} h" for seconds in (ideal, found.seconds, without.seconds))
    return (
        f"| {name} | {scan.units:,} | {hours}"
        f" | {found.driver:.0%} | {found.busy:.0%} | {found.again:,} | {found.lost:,} |"
    )


def main() -> None:
    """Print the table of all scans, or of the one that the arguments describe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=float)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--unit-size", type=float, default=128, metavar="MB")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    scans = SCANS
    if options.bytes:
        scans = {"this scan": Scan(options.bytes, options.workers, options.unit_size * 1e6)}
    print("| scan | units | bytes / rate | wall clock | without restarts | driver | workers | twice | lost |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, scan in scans.items():
        print(_row(name, scan, options.seed), flush=True)


if __name__ == "__main__":
    main()
