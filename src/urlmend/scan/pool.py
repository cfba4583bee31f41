"""A process pool that returns results in order, and isolates work that raises, hangs or crashes."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import Generic, NamedTuple, TypeVar, cast

from urlmend._lib.kept_regex import keep
from urlmend.redaction.redact import redact_names

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

# Items per process that are started or wait for an earlier result.
_MAX_PENDING = 3
# The seconds that an idle process has to end.
_END_TIMEOUT = 1.0
# Seconds between two messages of a process about its steps, and how such a message begins; pickles begin otherwise.
_STEP_INTERVAL = 0.1
_STEP = b"+"


class Failure(NamedTuple):
    """Why an item has no result."""

    reason: str


class _Steps:
    """The steps of the item that this process handles; their number is sent from time to time."""

    send: Callable[[int], object] | None = None
    number = 0.0
    next = 0.0


def add_steps(number: float) -> None:
    """Report steps of the current item, such as bytes that were read; without effect outside `map_in_order`."""
    if _Steps.send is None:
        return
    _Steps.number += number
    if time.monotonic() >= _Steps.next:
        _Steps.next = time.monotonic() + _STEP_INTERVAL
        _Steps.send(int(_Steps.number))


class _Task(Generic[Item, Result]):
    """An item that was sent to a worker, and its answer once there is one.

    The answer remains pickled until it is its turn: decoded, it takes several times the memory, and one slow item keeps
    all the others waiting.
    """

    def __init__(self, item: Item) -> None:
        self.item = item
        self.answer: bytes | Failure | None = None
        self.steps = 0

    def result(self) -> Result | Failure:
        """The result that was answered."""
        assert self.answer is not None
        if isinstance(self.answer, Failure):
            return self.answer
        return cast("Result | Failure", pickle.loads(self.answer))  # noqa: S301  # of a process of ours


class _Worker(Generic[Item, Result]):
    """A process that handles one item at a time."""

    def __init__(self, function: Callable[[Item], Result]) -> None:
        self.pipe: Connection
        self.pipe, child_pipe = multiprocessing.Pipe()
        """The pipe from which results are received."""
        self._process = multiprocessing.Process(target=_serve, args=(function, child_pipe, self.pipe), daemon=True)
        with _signals_blocked():  # until the process has its own handlers
            self._process.start()
        child_pipe.close()
        self.task: _Task[Item, Result] | None = None
        self.deadline = 0.0
        self._timeout = 0.0

    def start(self, task: _Task[Item, Result], timeout: float) -> None:
        """Send the item of a task to the process, which has `timeout` seconds for it."""
        self.task = task
        self._timeout = timeout
        self.deadline = time.monotonic() + timeout
        self.pipe.send(task.item)

    def receive(self) -> bool:
        """Receive the steps or the result of the task. Return whether the process can handle more items."""
        task = self.task
        assert task is not None
        try:
            data = self.pipe.recv_bytes()
            if data.startswith(_STEP):
                task.steps = int(data)
            else:
                task.answer, self.task = data, None
        except (EOFError, OSError):
            self.task = None
            self._process.join(1)
            code = self._process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"status {code}"
            task.answer = Failure(f"the process that read it ended with {how}")
            return False
        return True

    def abort(self) -> None:
        """Stop the process, whose task has timed out."""
        assert self.task is not None
        self.task.answer = Failure(f"no answer within {self._timeout:g} seconds")
        self.stop()

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def end(self) -> None:
        """End the process: by itself if it is idle and its pipe was closed."""
        if self.task is None:
            self._process.join(_END_TIMEOUT)
        self.stop()


def _serve(function: Callable[[Item], Result], pipe: Connection, parent_pipe: Connection) -> None:
    """Handle items in a worker process, until the parent closes its end of the pipe or exits."""
    parent_pipe.close()  # inherited; while it is open here, the end of the parent is not noticed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles interruptions
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _set_blocked(frozenset())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent has ended
        while True:
            item = pipe.recv()
            pipe.send(_call(function, item, lambda number: pipe.send_bytes(b"%s%d" % (_STEP, number))))
    keep()


def _end_with_parent() -> None:
    """End this process when its parent has ended: it may have been killed, and an item may take long."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Deliver the signals that stop a scan after a `with` block; a process that is started in it inherits this."""
    before = _set_blocked(frozenset((signal.SIGINT, signal.SIGTERM)))
    try:
        yield
    finally:
        _set_blocked(before)


def _set_blocked(signals: Set[int]) -> Set[int]:
    """Set the signals that are blocked, and return those before; without effect on Windows."""
    if sys.platform == "win32" or not hasattr(signal, "pthread_sigmask"):
        return signals
    return signal.pthread_sigmask(signal.SIG_SETMASK, signals)


def _call(function: Callable[[Item], Result], item: Item, on_steps: Callable[[int], object] | None) -> Result | Failure:
    _Steps.send, _Steps.number, _Steps.next = on_steps, 0.0, time.monotonic() + _STEP_INTERVAL
    try:
        return function(item)
    except Exception as error:  # an exception must not affect other items
        return Failure(redact_names(f"{type(error).__name__}: {error}"))
    finally:
        _Steps.send = None


def map_in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    processes: int,
    timeout: float,
    on_steps: Callable[[int], object] | None = None,
) -> Iterator[tuple[Item, Result | Failure]]:
    """Yield each item with its result, in the order of the items.

    `on_steps` gets the number of steps (`add_steps`) of the items that were not yielded yet, from time to time.

    `function` must be picklable. An item for which it raises an exception, takes longer than `timeout`
    seconds or ends its process has a Failure as its result. With one process, the function is called in
    this process: hangs and crashes are then not isolated. Only a few items for each process are taken
    from `items` ahead of the results.
    """
    if processes == 1:
        for item in items:
            result = _call(function, item, on_steps)
            if on_steps:
                on_steps(0)
            yield item, result
        return
    workers: list[_Worker[Item, Result]] = []
    try:
        yield from _map_over_workers(function, iter(items), workers, processes, timeout, on_steps)
    finally:
        for worker in workers:
            worker.pipe.close()
        for worker in reversed(workers):  # the later ones have inherited the pipes of the earlier ones
            worker.end()


def _map_over_workers(
    function: Callable[[Item], Result],
    items: Iterator[Item],
    workers: list[_Worker[Item, Result]],
    processes: int,
    timeout: float,
    on_steps: Callable[[int], object] | None,
) -> Iterator[tuple[Item, Result | Failure]]:
    pending: deque[_Task[Item, Result]] = deque()
    exhausted = False
    while True:
        while (
            not exhausted
            and len(pending) < _MAX_PENDING * processes
            and (worker := _idle_worker(function, workers, processes))
        ):
            item = next(items, None)
            exhausted = item is None
            if item is not None:
                pending.append(_Task(item))
                worker.start(pending[-1], timeout)
        if not pending:
            return
        if pending[0].answer is None:
            _wait(workers)
            done = None
        else:
            done = pending.popleft()
        if on_steps:
            on_steps(sum(task.steps for task in pending))
        if done:
            yield done.item, done.result()


def _idle_worker(
    function: Callable[[Item], Result], workers: list[_Worker[Item, Result]], processes: int
) -> _Worker[Item, Result] | None:
    """An idle worker; a new one if there are fewer than `processes`, or None if all are busy."""
    for worker in workers:
        if worker.task is None:
            return worker
    if len(workers) < processes:
        workers.append(_Worker(function))
        return workers[-1]
    return None


def _wait(workers: list[_Worker[Item, Result]]) -> None:
    """Wait for a result or the first deadline; remove workers that have ended or timed out from the list."""
    busy = {worker.pipe: worker for worker in workers if worker.task is not None}
    remaining = min(worker.deadline for worker in busy.values()) - time.monotonic()
    for pipe in wait(list(busy), max(0, remaining)):
        worker = busy[cast("Connection", pipe)]
        if not worker.receive():
            worker.stop()
            workers.remove(worker)
    for worker in [worker for worker in workers if worker.task and worker.deadline <= time.monotonic()]:
        worker.abort()
        workers.remove(worker)
