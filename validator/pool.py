"""Work shared out over processes: results in the order of the tasks, however long each takes."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 4
"""Tasks a process that may be begun and not yet handed back: so much is held in memory."""
METHOD: Final = "fork" if sys.platform == "linux" else "spawn"


def each(
    work: Callable[[T], R],
    lost: Callable[[T, str], R],
    tasks: Iterable[T],
    jobs: int,
    arrived: Callable[[R], object] = lambda result: None,
) -> Iterator[R]:
    """What `work` makes of every task, in order, by `jobs` processes.

    Where a process dies at work its result is `lost(task, why)`, and another takes its place.
    `arrived` is called here as soon as a result is there, before its turn. Closing the iterator
    ends the processes. `work`, tasks and results must be picklable; `work` should not raise.
    """
    left = enumerate(tasks)
    idle: list[Worker[T, R]] = []
    busy: dict[Connection, Worker[T, R]] = {}
    done: dict[int, R] = {}
    given = handed = 0
    try:
        while True:
            while given - handed < AHEAD * jobs and len(busy) < jobs:
                if (following := next(left, None)) is None:
                    break
                worker = employed(idle, work, *following)
                busy[worker.line] = worker
                given += 1
            if handed in done:
                yield done.pop(handed)
                handed += 1
                continue
            if not busy:
                return
            ready = wait(list(busy))
            for worker in [worker for line, worker in busy.items() if line in ready]:
                del busy[worker.line]
                try:
                    result = worker.line.recv()
                except (EOFError, OSError):
                    result = lost(worker.task, worker.end())
                else:
                    idle.append(worker)
                done[worker.number] = result
                arrived(result)
    finally:
        for worker in (*idle, *busy.values()):
            worker.process.terminate()
        for worker in (*idle, *busy.values()):
            worker.end()


def employed(
    idle: list[Worker[T, R]], work: Callable[[T], R], number: int, task: T
) -> Worker[T, R]:
    """A process at work on the task: an idle one that still lives, or a new one."""
    while idle:
        worker = idle.pop()
        try:
            worker.give(number, task)
        except OSError:
            worker.end()
        else:
            return worker
    worker = Worker(work)
    with suppress(OSError):  # it died at once: nothing will come from it
        worker.give(number, task)
    return worker


class Worker(Generic[T, R]):
    """One process, and what it is at."""

    number: int
    task: T

    def __init__(self, work: Callable[[T], R]) -> None:
        context = multiprocessing.get_context(METHOD)
        self.line, theirs = context.Pipe()
        args = (theirs, self.line, work)
        self.process: Any = context.Process(target=serve, args=args, daemon=True)  # type: ignore[attr-defined]
        with uninterrupted():
            self.process.start()
        theirs.close()

    def give(self, number: int, task: T) -> None:
        """Set it to work. Raises OSError where it has died."""
        self.number, self.task = number, task
        self.line.send(task)

    def end(self) -> str:
        """See it out, and say how it ended."""
        self.line.close()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        status: int = self.process.exitcode
        self.process.close()
        if status >= 0:
            return f"ended with status {status}"
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        return f"was killed ({name})"


def serve(line: Connection, other: Connection, work: Callable[[T], R]) -> None:
    """The life of a process: a task, its result, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started it ends it
    other.close()
    try:
        while True:
            line.send(work(line.recv()))
    except (EOFError, OSError):
        return


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keeps Ctrl-C waiting, so that no process is interrupted before it says it won't be."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
