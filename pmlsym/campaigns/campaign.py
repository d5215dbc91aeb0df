"""Many tasks in any executor: the results depend on the tasks alone.

Neither the number of workers, nor which of them is first, nor how a campaign is cut into shards,
killed and taken up again changes a result or the order in which results stand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

from pmlsym.calculus.kind import described, require_kind
from pmlsym.campaigns.journal import Journal, open_journal
from pmlsym.campaigns.task import Done, Task
from pmlsym.errors import InvalidInput

T = TypeVar("T")

BLOCKS = 1024
"""Into how many blocks a campaign is cut at most: a block is sent to a worker at once."""

Progress = Callable[[int, int, Done[Any]], None]


def campaign(
    tasks: Sequence[Task[T]],
    *,
    executor: Executor | None = None,
    shard: tuple[int, int] = (0, 1),
    journal: object | None = None,
    stop_on: Callable[[T], bool] | None = None,
    progress: Progress | None = None,
) -> tuple[Done[T], ...]:
    """Do the tasks; what came of each, in the order of the tasks.

    `executor` is any of concurrent.futures, or what looks like one (of dask, of joblib); without
    it there are as many processes as processors. `shard` (k, n) takes every n-th task from the
    k-th on. `journal` names a file of JSON lines, ending in .jsonl, where results are kept and
    found again; there are other tasks in it after several shards were joined, which do not matter.
    After the first task, in their order, whose result `stop_on` is true of, nothing is done and
    returned any more. `progress` is called with the number done, the number of all, and the last.
    Raises InvalidInput where two tasks have one name, where the journal has two results of a task
    that differ, and whatever a task raises.

    >>> from pmlsym.workers import here
    >>> class Square(int):
    ...     def run(self): return self * self
    ...     def to_json(self, result): return result
    ...     def from_json(self, data): return data
    >>> [done.result for done in campaign([Square(k) for k in range(5)], executor=here())]
    [0, 1, 4, 9, 16]
    >>> found = campaign([Square(k) for k in range(9)], executor=here(), stop_on=lambda n: n > 5)
    >>> found[-1].result
    9
    """
    wanted = _shard(tasks, shard)
    with open_journal(journal) as kept:
        run = _Run(wanted, kept, stop_on, progress)
        run.take_up()
        waiting = [k for k in range(len(wanted)) if k not in run.results]
        size = 1 + len(waiting) // BLOCKS
        blocks = [waiting[k : k + size] for k in range(0, len(waiting), size)]
        if blocks:
            with _workers(executor, wanted, len(blocks)) as pool:
                run.do(pool, blocks)
    return tuple(Done(wanted[k], run.results[k]) for k in range(run.end))


def _shard(tasks: Sequence[Task[T]], shard: tuple[int, int]) -> list[Task[T]]:
    """The tasks of the shard, once all tasks are known to be some, with names of their own."""
    whole = isinstance(shard, tuple) and all(isinstance(part, int) for part in shard)
    if not whole or len(shard) != 2 or not 0 <= shard[0] < shard[1]:
        raise InvalidInput(f"shard is {shard}; write (k, n) with 0 <= k < n")
    k, count = shard
    names: set[str] = set()
    for task in require_kind(tasks, Sequence, "tasks, such as ps.hunts gives"):
        if not callable(getattr(task, "run", None)):
            raise InvalidInput(f"{described(task)}; write a task, such as ps.hunts gives")
        if str(task) in names:
            raise InvalidInput(f"two tasks are called {task}")
        names.add(str(task))
    return list(tasks[k::count])


@contextmanager
def _workers(
    executor: Executor | None, tasks: Sequence[Task[Any]], most: int
) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    from pmlsym.workers import processes  # multiprocessing is slow to load

    classes = list(dict.fromkeys(map(type, tasks)))
    with processes(min(os.cpu_count() or 1, most), classes) as pool:
        yield pool


class _Run:
    """The results so far by place, and where the campaign ends."""

    def __init__(
        self,
        tasks: Sequence[Task[Any]],
        journal: Journal,
        stop_on: Callable[[Any], bool] | None,
        progress: Progress | None,
    ) -> None:
        self.tasks, self.journal = tasks, journal
        self.stop_on, self.progress = stop_on, progress
        self.results: dict[int, Any] = {}
        self.end = len(tasks)

    def take_up(self) -> None:
        """Take what the journal knows."""
        for k, task in enumerate(self.tasks):
            if str(task) in self.journal.known:
                self._keep(k, self.journal.result(str(task), task.from_json))

    def do(self, pool: Executor, blocks: list[list[int]]) -> None:
        """Do what is left, until all before the end is done."""
        waiting: dict[Future[list[Any]], list[int]] = {}
        try:
            for block in blocks:
                if block[0] >= self.end:
                    break
                future = pool.submit(run_block, [self.tasks[k] for k in block])
                waiting[future] = block
                if future.done():  # where there are no other processes
                    self._take(future, block)
            for future in as_completed(waiting):
                if all(k in self.results for k in range(self.end)):
                    break
                if not future.cancelled():
                    self._take(future, waiting[future])
                for other, places in waiting.items():
                    if places[0] >= self.end:
                        other.cancel()
        finally:
            for future in waiting:
                future.cancel()

    def _take(self, future: Future[list[Any]], block: Sequence[int]) -> None:
        """Note the results of a block, once."""
        found = [(k, one) for k, one in zip(block, future.result(), strict=True)]
        new = [(k, one) for k, one in found if k not in self.results]
        self.journal.add((str(self.tasks[k]), self.tasks[k].to_json(one)) for k, one in new)
        for k, one in new:
            self._keep(k, one)

    def _keep(self, k: int, result: Any) -> None:
        self.results[k] = result
        if self.stop_on is not None and k < self.end and self.stop_on(result):
            self.end = k + 1
        if self.progress is not None:
            self.progress(len(self.results), len(self.tasks), Done(self.tasks[k], result))


def run_block(tasks: Sequence[Task[T]]) -> list[T]:
    """What came of some tasks, one after the other: the piece that is sent to a worker."""
    return [task.run() for task in tasks]
