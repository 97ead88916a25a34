"""Work shared out over processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from validator.pool import AHEAD, Worker, each, employed


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def doubled(task: int) -> int:
    return 2 * task


def after(folder: Path, task: int) -> int:
    """The first task waits until the last is at work, so that those between have arrived."""
    if task == 0:
        wait_for(folder / "last")
    elif task == 5:
        (folder / "last").touch()
    return task


def fatal(task: int) -> tuple[int, str]:
    """Kills its process, or ends it, or does neither."""
    if task % 4 == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if task % 4 == 2:
        os._exit(7)
    return task, "fine"


def lost(task: int, how: str) -> tuple[int, str]:
    return task, how


def nothing_lost(task: int, how: str) -> int:
    raise AssertionError(how)


def test_results_come_in_order_though_the_first_is_last_done(tmp_path: Path) -> None:
    arrived: list[int] = []
    found = each(partial(after, tmp_path), nothing_lost, range(6), 2, arrived.append)
    assert list(found) == [0, 1, 2, 3, 4, 5]
    assert sorted(arrived) == [0, 1, 2, 3, 4, 5]
    assert arrived[0] != 0


def test_no_more_is_begun_than_the_window_holds(tmp_path: Path) -> None:
    begun: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(40):
            begun.append(number)
            yield number

    for handed, result in enumerate(each(doubled, nothing_lost, tasks(), 2)):
        assert result == 2 * handed
        assert len(begun) - handed <= AHEAD * 2
    assert len(begun) == 40


@pytest.mark.skipif(os.name != "posix", reason="kills with a signal")
def test_a_dead_process_costs_its_task_alone() -> None:
    found = list(each(fatal, lost, range(9), 2))
    assert [task for task, _ in found] == list(range(9))
    for task, how in found:
        said = {1: "was killed (SIGKILL)", 2: "ended with status 7"}.get(task % 4, "fine")
        assert how == said


@pytest.mark.skipif(os.name != "posix", reason="kills with a signal")
def test_a_process_that_died_idle_is_replaced() -> None:
    dead: Worker[int, int] = Worker(doubled)
    dead.process.kill()
    dead.process.join()
    worker = employed([dead], doubled, 3, 21)
    assert (worker.number, worker.line.recv()) == (3, 42)
    assert worker is not dead
    assert worker.end() == "ended with status 0"


def own_pid(task: int) -> int:
    return os.getpid()


@pytest.mark.skipif(os.name != "posix", reason="asks after processes")
def test_closing_ends_the_processes() -> None:
    found = each(own_pid, nothing_lost, range(40), 2)
    pids = {next(found) for _ in range(6)}
    found.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_nothing_to_do_starts_nothing() -> None:
    assert list(each(doubled, nothing_lost, (), 2)) == []
