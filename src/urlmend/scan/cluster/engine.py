"""Run functions on the workers of a Dask cluster, and survive the loss of workers."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster
from distributed.comm import CommClosedError

from urlmend.scan.pool import Failure

Item = TypeVar("Item")
Result = TypeVar("Result")

LOCAL = "local"
# Retries of an item for which the function raises: a store may be busy. Items of lost workers are always retried.
_RETRIES = 2
# Items that are submitted for each thread of a worker, so that no thread waits for the next one.
_ITEMS_PER_THREAD = 3
# Seconds between two requests for the number of threads.
_INTERVAL = 10.0
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
        _wait_for_workers(client, scheduler, timeout)
        yield client
    finally:
        with suppress(Exception):  # either may be lost already
            client.close(timeout=_CLOSE_TIMEOUT)
            if cluster is not None:
                cluster.close(timeout=_CLOSE_CLUSTER_TIMEOUT)


def _wait_for_workers(client: Client, scheduler: str, timeout: float) -> None:
    try:
        client.wait_for_workers(1, timeout=timeout)
    except TimeoutError as error:
        raise ClusterError(f"{scheduler}: no workers") from error


def map_as_completed(
    client: Client, function: Callable[[Item], Result], items: Iterable[Item], *, timeout: float
) -> Iterator[tuple[Item, Result | Failure]]:
    """Yield each item with its result, as results are completed.

    An item for which the function raises in each retry, or loses several workers in turn, has a Failure
    as its result; so have all pending items if none of them is completed within `timeout` seconds. Only
    a few items for each worker are pending at a time. Raises ClusterError when the cluster is lost.
    """
    completed: SimpleQueue[Future] = SimpleQueue()
    pending: dict[str, tuple[Future, Item]] = {}
    capacity = _Capacity(client)
    remaining = iter(items)
    exhausted = False
    while True:
        while not exhausted and len(pending) < capacity.items():
            item = next(remaining, None)
            exhausted = item is None
            if item is not None:
                future = client.submit(function, item, pure=False, retries=_RETRIES)
                pending[future.key] = (future, item)
                future.add_done_callback(completed.put)
        if not pending:
            return
        try:
            future = completed.get(timeout=timeout)
        except Empty:
            yield from _abort(client, pending, timeout)
        else:
            if future.key in pending:  # false for an aborted item
                _, item = pending.pop(future.key)
                yield item, _result(client, future, timeout)


class _Capacity:
    """The number of items that may be pending at a time."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._items = 0
        self._last_request = -_INTERVAL

    def items(self) -> int:
        if time.monotonic() - self._last_request >= _INTERVAL:
            self._last_request = time.monotonic()
            self._items = _ITEMS_PER_THREAD * max(1, sum(_threads(self._client).values()))
        return self._items


def _threads(client: Client) -> dict[str, int]:
    """The number of threads of each worker. Raises ClusterError if the cluster is lost."""
    try:
        threads: dict[str, int] = client.nthreads()
    except (OSError, ValueError, RuntimeError) as error:
        raise ClusterError("lost the connection to the scheduler") from error
    return threads


def _result(client: Client, future: Future, timeout: float) -> Result | Failure:
    """The result of a completed item, which is computed again if its worker was lost. Raises ClusterError."""
    try:
        result: Result = future.result(timeout=timeout)
    except KilledWorker:
        return Failure("the workers that read it were lost, one after the other")
    except (CancelledError, CommClosedError) as error:
        if client.status != "running" or isinstance(error, CommClosedError):
            raise ClusterError("lost the connection to the scheduler") from error
        return Failure("the cluster gave it up")
    except Exception as error:  # an exception must not affect other items
        return Failure(f"{type(error).__name__}: {error}")
    return result


def _abort(client: Client, pending: dict[str, tuple[Future, Item]], timeout: float) -> Iterator[tuple[Item, Failure]]:
    """Cancel all pending items, restart their workers, and yield the items as failures. Raises ClusterError."""
    if not _threads(client):
        raise ClusterError("no workers left")
    busy = [worker for worker, keys in client.processing().items() if not pending.keys().isdisjoint(keys)]
    client.cancel([future for future, _ in pending.values()], force=True)
    with suppress(Exception):  # workers without a nanny cannot be restarted
        client.restart_workers(busy, timeout=_RESTART_TIMEOUT, raise_for_error=False)
    aborted = [item for _, item in pending.values()]
    pending.clear()
    for item in aborted:
        yield item, Failure(f"no answer within {timeout:g} seconds")
