"""Run functions on the workers of a Dask cluster, and survive the loss of workers."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster, Scheduler
from distributed.comm import CommClosedError

from urlmend.scan.pool import Failure

Item = TypeVar("Item")
Result = TypeVar("Result")

LOCAL = "local"
# Retries of an item for which the function raises: a store may be busy. Items of lost workers are always retried.
_RETRIES = 2
# Items that are submitted for each thread of a worker, so that no thread waits for the next one.
_ITEMS_PER_THREAD = 3
# Seconds between two requests for the number of threads, or for the running items.
_INTERVAL = 10.0
# An item straggles if it runs longer than this, and longer than so many times the average.
_STRAGGLING_SECONDS = 20.0
_STRAGGLING_FACTOR = 3
# Seconds that a connection, the restart of workers, and the end of the client and of a local cluster may take.
_CONNECT_TIMEOUT = 30
_RESTART_TIMEOUT = 30
_CLOSE_TIMEOUT = 5
_CLOSE_CLUSTER_TIMEOUT = 10


class ClusterError(Exception):
    """The cluster cannot be reached, or was lost; the message says which."""


@contextmanager
def connected(scheduler: str, processes: int, timeout: float) -> Iterator[Client]:
    """Connect to the scheduler at an address; with `local`, start a cluster of `processes` on this machine.

    Raises ClusterError if there is no scheduler, or no worker within `timeout` seconds.
    """
    logging.disable(logging.CRITICAL)  # results report what goes wrong
    cluster = None
    try:
        if scheduler == LOCAL:
            cluster = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                silence_logs=logging.CRITICAL,
                # The default is a fixed port, and a second cluster prints a warning.
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
            )
        client = Client(cluster or scheduler, timeout=min(timeout, _CONNECT_TIMEOUT))
    except (OSError, ValueError, RuntimeError) as error:
        if cluster is not None:
            cluster.close()
        raise ClusterError(f"{scheduler}: {error}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=timeout)
        except TimeoutError as error:
            raise ClusterError(f"{scheduler}: no workers") from error
        yield client
    finally:
        with suppress(Exception):  # either may be lost already
            client.close(timeout=_CLOSE_TIMEOUT)
            if cluster is not None:
                cluster.close(timeout=_CLOSE_CLUSTER_TIMEOUT)


class _Job(Generic[Item]):
    """An item with the futures that compute its result: one, or two if the first one straggles."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.futures: dict[str, Future] = {}
        """By their keys."""
        self.since: dict[tuple[str, str], float] = {}
        """For each key and worker, the moment at which it was first seen running there."""


def _timed(function: Callable[[Item], Result], item: Item) -> tuple[Result, float]:
    """Return the result for an item, and how long the worker took for it, in seconds."""
    started = time.monotonic()
    return function(item), time.monotonic() - started


def map_as_completed(
    client: Client, function: Callable[[Item], Result], items: Iterable[Item], *, timeout: float
) -> Iterator[tuple[Item, Result | Failure]]:
    """Yield each item with its result, as results are completed.

    An item has a Failure as its result if the function raises in each retry, loses several workers in turn, or runs
    longer than `timeout` seconds; the worker is then restarted. When no item is left to start, items that take much
    longer than others are also computed by another worker; the first result counts. Only a few items for each worker
    are pending at a time. Raises ClusterError when the cluster is lost.
    """
    yield from _Map(client, function, timeout).results(iter(items))


class _Map(Generic[Item, Result]):
    """One run of `map_as_completed`."""

    def __init__(self, client: Client, function: Callable[[Item], Result], timeout: float) -> None:
        self._client = client
        self._function = function
        self._timeout = timeout
        self._completed: SimpleQueue[Future] = SimpleQueue()
        self._jobs: dict[str, _Job[Item]] = {}
        """The pending items by the keys of their futures."""
        self._pending = 0
        self._exhausted = False
        self._last_result = time.monotonic()
        self._results = 0
        self._seconds = 0.0
        """How long workers took for all results together."""

    def results(self, items: Iterator[Item]) -> Iterator[tuple[Item, Result | Failure]]:
        """Yield each item with its result. Raises ClusterError."""
        interval = min(_INTERVAL, max(1.0, self._timeout / 10))
        next_look, next_request = time.monotonic() + interval, 0.0
        while True:
            if time.monotonic() >= next_request:
                capacity = _ITEMS_PER_THREAD * max(1, sum(_threads(self._client).values()))
                next_request = time.monotonic() + _INTERVAL
            while not self._exhausted and self._pending < capacity:
                item = next(items, None)
                self._exhausted = item is None
                if item is not None:
                    self._pending += 1
                    self._submit(_Job(item))
            if not self._pending:
                return
            with suppress(Empty):
                yield from self._finished(self._completed.get(timeout=max(0.0, next_look - time.monotonic())))
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + interval
                yield from self._look_at_running()

    def _submit(self, job: _Job[Item], workers: list[str] | None = None) -> None:
        future = self._client.submit(_timed, self._function, job.item, pure=False, retries=_RETRIES, workers=workers)
        job.futures[future.key] = future
        self._jobs[future.key] = job
        future.add_done_callback(self._completed.put)

    def _finished(self, future: Future) -> Iterator[tuple[Item, Result | Failure]]:
        """Yield the item of a completed future with its result, unless another future may still succeed."""
        job = self._jobs.get(future.key)
        if job is None:  # of an item that has its result
            return
        self._last_result = time.monotonic()
        outcome: tuple[Result, float] | Failure = _result(self._client, future, self._timeout)
        if isinstance(outcome, Failure) and len(job.futures) > 1:
            del self._jobs[future.key], job.futures[future.key]
            return
        del job.futures[future.key]
        self._forget(job, future.key)
        if isinstance(outcome, Failure):
            yield job.item, outcome
            return
        result, seconds = outcome
        self._results += 1
        self._seconds += seconds
        yield job.item, result

    def _forget(self, job: _Job[Item], *keys: str) -> None:
        """Remove a pending item, and cancel its other futures."""
        for key in (*keys, *job.futures):
            del self._jobs[key]
        if job.futures:
            self._client.cancel(list(job.futures.values()), force=True)
        self._pending -= 1

    def _look_at_running(self) -> Iterator[tuple[Item, Failure]]:
        """Abort items that have run too long, and compute stragglers again elsewhere. Raises ClusterError."""
        threads = _threads(self._client)
        if not threads and time.monotonic() - self._last_result > self._timeout:
            raise ClusterError("no workers left")
        running = [task for task in _running(self._client) if task[0] in self._jobs]
        idle = sum(threads.values()) - len(running)
        for key, worker, reported in running:
            job = self._jobs.get(key)
            if job is None:  # aborted together with its other future
                continue
            since = job.since.setdefault((key, worker), time.monotonic() - reported)
            seconds = time.monotonic() - since
            if seconds > self._timeout:
                self._forget(job)
                with suppress(Exception):  # workers without a nanny cannot be restarted
                    self._client.restart_workers([worker], timeout=_RESTART_TIMEOUT, raise_for_error=False)
                yield job.item, Failure(f"no answer within {self._timeout:g} seconds")
                continue
            others = [other for other in threads if other != worker]
            if self._exhausted and self._straggles(seconds) and idle > 0 and others and len(job.futures) == 1:
                idle -= 1
                self._submit(job, others)

    def _straggles(self, seconds: float) -> bool:
        average = self._seconds / self._results if self._results else math.inf
        return seconds > max(_STRAGGLING_SECONDS, _STRAGGLING_FACTOR * average)


def _running(client: Client) -> list[tuple[str, str, float]]:
    """The keys of the tasks that workers run, with the worker and the seconds of each. Raises ClusterError."""
    try:
        found: list[tuple[str, str, float]] = client.run_on_scheduler(_executing)
    except (OSError, ValueError, RuntimeError, TimeoutError) as error:
        raise ClusterError("the scheduler is gone") from error
    return found


def _executing(dask_scheduler: Scheduler) -> list[tuple[str, str, float]]:
    """What the scheduler knows of running tasks, by the last messages of the workers."""
    return [
        (task.key, worker.address, seconds)
        for worker in dask_scheduler.workers.values()
        for task, seconds in worker.executing.items()
    ]


def _threads(client: Client) -> dict[str, int]:
    """The number of threads of each worker. Raises ClusterError if the cluster is lost."""
    try:
        threads: dict[str, int] = client.nthreads()
    except (OSError, ValueError, RuntimeError) as error:
        raise ClusterError("lost the connection to the scheduler") from error
    return threads


def _result(client: Client, future: Future, timeout: float) -> tuple[Result, float] | Failure:
    """The result of a completed item, which is computed again if its worker was lost. Raises ClusterError."""
    try:
        result: tuple[Result, float] = future.result(timeout=timeout)
    except KilledWorker:
        return Failure("the workers that read it were lost, one after the other")
    except (CancelledError, CommClosedError) as error:
        if client.status != "running" or isinstance(error, CommClosedError):
            raise ClusterError("lost the connection to the scheduler") from error
        return Failure("the cluster gave it up")
    except Exception as error:  # an exception must not affect other items
        return Failure(f"{type(error).__name__}: {error}")
    return result
