"""Work over the workers of a cluster: outcomes as they come, whatever becomes of a worker."""

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

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")

LOCAL = "local"
# How often work that raises an exception is tried again: a store may be busy. That of lost workers is in any case.
_RETRIES = 2
# How many pieces of work there are for each thread of a worker, so that none waits for the next one.
_AHEAD = 3
# How often it is asked how many threads there are, in seconds.
_INTERVAL = 10.0


class ClusterError(Exception):
    """The cluster cannot be reached, or is gone; the message says so."""


@contextmanager
def connected(scheduler: str, processes: int, patience: float) -> Iterator[Client]:
    """The cluster of a scheduler's address, or one of so many processes of this machine if that is `local`.

    Raises ClusterError if there is no scheduler, or no worker for so many seconds.
    """
    logging.disable(logging.CRITICAL)  # outcomes tell what goes wrong
    cluster = None
    try:
        if scheduler == LOCAL:
            cluster = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                silence_logs=logging.CRITICAL,
                # Without an address, the usual port is taken, and a second cluster complains.
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
            )
        client = Client(cluster or scheduler, timeout=min(patience, 30))
    except (OSError, ValueError, RuntimeError) as error:
        if cluster is not None:
            cluster.close()
        raise ClusterError(f"{scheduler}: {error}") from error
    try:
        _await_workers(client, scheduler, patience)
        yield client
    finally:
        with suppress(Exception):  # what is to be ended may be gone
            client.close(timeout=5)
            if cluster is not None:
                cluster.close(timeout=10)


def _await_workers(client: Client, scheduler: str, patience: float) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError as error:
        raise ClusterError(f"{scheduler}: has no worker") from error


def as_done(
    client: Client, do: Callable[[Work], Outcome], work: Iterable[Work], *, patience: float
) -> Iterator[tuple[Work, Outcome | Failure]]:
    """Each piece of work with its outcome, as they come.

    Work that raises an exception each time, or loses one worker after the other, has a Failure for an
    outcome; so has all that is begun if none of it comes to an end within `patience` seconds. No more
    than a few pieces for each worker are begun at a time. Raises ClusterError when the cluster is gone.
    """
    done: SimpleQueue[Future] = SimpleQueue()
    begun: dict[str, tuple[Future, Work]] = {}
    room = _Room(client)
    pieces = iter(work)
    exhausted = False
    while True:
        while not exhausted and len(begun) < room.count():
            piece = next(pieces, None)
            exhausted = piece is None
            if piece is not None:
                future = client.submit(do, piece, pure=False, retries=_RETRIES)
                begun[future.key] = (future, piece)
                future.add_done_callback(done.put)
        if not begun:
            return
        try:
            future = done.get(timeout=patience)
        except Empty:
            yield from _given_up(client, begun, patience)
        else:
            if future.key in begun:  # it is not, if it was given up
                _, piece = begun.pop(future.key)
                yield piece, _outcome(client, future, patience)


class _Room:
    """How much work may be begun at a time."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._count = 0
        self._asked = -_INTERVAL

    def count(self) -> int:
        if time.monotonic() - self._asked >= _INTERVAL:
            self._asked = time.monotonic()
            self._count = _AHEAD * max(1, sum(_threads(self._client).values()))
        return self._count


def _threads(client: Client) -> dict[str, int]:
    """How many threads each worker has. Raises ClusterError if the cluster is gone."""
    try:
        threads: dict[str, int] = client.nthreads()
    except (OSError, ValueError, RuntimeError) as error:
        raise ClusterError("the scheduler is gone") from error
    return threads


def _outcome(client: Client, future: Future, patience: float) -> Outcome | Failure:
    """The outcome of work that is done; it is done again if the worker that has it is lost. Raises ClusterError."""
    try:
        outcome: Outcome = future.result(timeout=patience)
    except KilledWorker:
        return Failure("the workers that read it were lost, one after the other")
    except (CancelledError, CommClosedError) as error:
        if client.status != "running" or isinstance(error, CommClosedError):
            raise ClusterError("the scheduler is gone") from error
        return Failure("the cluster has given it up")
    except Exception as error:  # whatever one piece of work runs into, the others go on
        return Failure(f"{type(error).__name__}: {error}")
    return outcome


def _given_up(client: Client, begun: dict[str, tuple[Future, Work]], patience: float) -> Iterator[tuple[Work, Failure]]:
    """All work that was begun, as failures; the workers that hang are started again. Raises ClusterError."""
    if not _threads(client):
        raise ClusterError("no worker is left")
    busy = [worker for worker, keys in client.processing().items() if not begun.keys().isdisjoint(keys)]
    client.cancel([future for future, _ in begun.values()], force=True)
    with suppress(Exception):  # there may be nobody who starts them again
        client.restart_workers(busy, timeout=30, raise_for_error=False)
    given_up = [piece for _, piece in begun.values()]
    begun.clear()
    for piece in given_up:
        yield piece, Failure(f"no answer within {patience:g} seconds")
