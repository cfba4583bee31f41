"""Work over processes: outcomes in the order of the work, whatever becomes of a process."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeVar, cast

from urlmend.redaction.redact import redact

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


class Failure(NamedTuple):
    """Why there is no outcome."""

    reason: str


class _Task(Generic[Work, Outcome]):
    """A piece of work that was begun, or waits for a process."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.outcome: Outcome | Failure | None = None


class _Worker(Generic[Work, Outcome]):
    """A process that does one piece of work after the other."""

    def __init__(self, do: Callable[[Work], Outcome]) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(do, theirs, self._pipe), daemon=True)
        self._process.start()
        theirs.close()
        self.task: _Task[Work, Outcome] | None = None
        self.deadline = 0.0
        self._patience = 0.0

    @property
    def pipe(self) -> Connection:
        """Where its answers come from."""
        return self._pipe

    def begin(self, task: _Task[Work, Outcome], patience: float) -> None:
        """Give it a piece of work, and so many seconds for it."""
        self.task = task
        self._patience = patience
        self.deadline = time.monotonic() + patience
        self._pipe.send(task.work)

    def finish(self) -> bool:
        """Take its answer; whether it is still there for more work."""
        assert self.task is not None
        task, self.task = self.task, None
        try:
            task.outcome = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(1)
            code = self._process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"status {code}"
            task.outcome = Failure(f"the process that read it ended with {how}")
            return False
        return True

    def give_up(self) -> None:
        """End it in the middle of its work, which takes too long."""
        assert self.task is not None
        self.task.outcome = Failure(f"no answer within {self._patience:g} seconds")
        self.stop()

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(do: Callable[[Work], Outcome], pipe: Connection, other_end: Connection) -> None:
    """What a process does until nobody is at the other end of the pipe."""
    other_end.close()  # it came along with the process; while anybody has it, nobody seems to be gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is for the one that gives the work
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    while True:
        try:
            work = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_attempt(do, work))


def _attempt(do: Callable[[Work], Outcome], work: Work) -> Outcome | Failure:
    try:
        return do(work)
    except Exception as error:  # whatever one piece of work runs into, the others go on
        return Failure(redact(f"{type(error).__name__}: {error}"))


def in_order(
    work: Iterable[Work], do: Callable[[Work], Outcome], *, processes: int, patience: float
) -> Iterator[tuple[Work, Outcome | Failure]]:
    """Each piece of work with its outcome, in the order of the work.

    `do` must be something that can be sent to a process. Work that raises an exception, takes
    longer than `patience` seconds or ends its process has a Failure for an outcome. With one process,
    all is done in this one: nothing then can save it from work that hangs or crashes. No more than a
    few pieces are in memory at a time.
    """
    if processes == 1:
        yield from ((piece, _attempt(do, piece)) for piece in work)
        return
    workers: list[_Worker[Work, Outcome]] = []
    try:
        yield from _over_processes(iter(work), do, workers, processes, patience)
    finally:
        for worker in workers:
            worker.stop()


def _over_processes(
    work: Iterator[Work],
    do: Callable[[Work], Outcome],
    workers: list[_Worker[Work, Outcome]],
    processes: int,
    patience: float,
) -> Iterator[tuple[Work, Outcome | Failure]]:
    begun: deque[_Task[Work, Outcome]] = deque()
    exhausted = False
    while True:
        while not exhausted and len(begun) < 3 * processes and (worker := _idle(workers, processes, do)):
            piece = next(work, None)
            exhausted = piece is None
            if piece is not None:
                begun.append(_Task(piece))
                worker.begin(begun[-1], patience)
        if not begun:
            return
        if begun[0].outcome is None:
            _await(workers)
        else:
            task = begun.popleft()
            assert task.outcome is not None
            yield task.work, task.outcome


def _idle(
    workers: list[_Worker[Work, Outcome]], processes: int, do: Callable[[Work], Outcome]
) -> _Worker[Work, Outcome] | None:
    """A worker that has nothing to do; a new one if there are not yet enough."""
    for worker in workers:
        if worker.task is None:
            return worker
    if len(workers) < processes:
        workers.append(_Worker(do))
        return workers[-1]
    return None


def _await(workers: list[_Worker[Work, Outcome]]) -> None:
    """Wait for an answer, or for the first deadline; workers that are gone are taken off the list."""
    busy = {worker.pipe: worker for worker in workers if worker.task is not None}
    left = min(worker.deadline for worker in busy.values()) - time.monotonic()
    for pipe in wait(list(busy), max(0, left)):
        worker = busy[cast("Connection", pipe)]
        if not worker.finish():
            worker.stop()
            workers.remove(worker)
    for worker in [worker for worker in workers if worker.task and worker.deadline <= time.monotonic()]:
        worker.give_up()
        workers.remove(worker)
