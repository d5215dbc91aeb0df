"""Campaigns: many tasks in any executor, in shards, with a journal to continue from after a kill.

The results depend on the tasks alone. The number of workers, the order in which they finish, the
shards, and kills between runs change neither a result nor the order of results.

The journal has a line of JSON for each task that is done:

    {"campaign": 1, "version": "0.1.0"}
    {"task": "pml(P, W) <= maxleak(W), seed 7", "result": ..}

A line is written at once, so that a killed process leaves at worst an unfinished last line, which
is dropped when the campaign goes on. Journals of several shards may be concatenated; if a task
occurs twice, its results have to be equal. A journal of another version is refused: results may
differ.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pmlsym.calculus.json_text import finite, parse
from pmlsym.calculus.kind import described, require_kind
from pmlsym.errors import InvalidInput
from pmlsym.io.files import path_of, read_text, require_place
from pmlsym.version import __version__

T = TypeVar("T")

BLOCKS = 1024
"""The most blocks of a campaign: a block is sent to a worker at once."""

ENDING = ".jsonl"

HEAD = {"campaign": 1, "version": __version__}

LONGEST = 200
"""Characters of the name of a task in an error."""


class Task(Protocol[T]):
    """A piece of work that can be sent to another process: a frozen dataclass, as a rule.

    `str(task)` is its name in the journal and has to contain everything that the result depends on.
    `to_json` gives plain data, from which `from_json` makes an equal result.
    """

    def __str__(self) -> str:
        """The name, unlike that of any other task of the campaign."""
        ...

    def run(self) -> T:
        """Do the work, the same wherever and whenever it is done."""
        ...

    def to_json(self, result: T) -> object:
        """The result as plain data."""
        ...

    def from_json(self, data: object) -> T:
        """The result that `to_json` wrote; raises InvalidInput at anything else."""
        ...


@dataclass(frozen=True)
class Done(Generic[T]):
    """A task with its result."""

    task: Task[T]
    result: T


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
    """Do the tasks; their results, in the order of the tasks.

    `executor` is any executor of concurrent.futures, or one like it (of dask, of joblib); without
    it there is a process for each processor. `shard` (k, n) takes every n-th task from the k-th on.
    `journal` names a file of JSON lines, ending in .jsonl, where results are kept and found again;
    results of other tasks in it, as after shards were joined, are ignored. The first task, in their
    order, whose result fulfils `stop_on` is the last one that is done and returned. `progress` is
    called with the number of tasks done, the number of all, and the last one done.
    Raises InvalidInput where two tasks have one name or the journal has two different results of a
    task; errors of tasks are raised too.

    >>> from pmlsym.parallel.workers import in_this_process
    >>> class Square(int):
    ...     def run(self): return self * self
    ...     def to_json(self, result): return result
    ...     def from_json(self, data): return data
    >>> pool, squares = in_this_process(), [Square(k) for k in range(9)]
    >>> [done.result for done in campaign(squares[:5], executor=pool)]
    [0, 1, 4, 9, 16]
    >>> campaign(squares, executor=pool, stop_on=lambda square: square > 5)[-1].result
    9
    """
    own_tasks = _tasks_of_shard(tasks, shard)
    with open_journal(journal) as kept:
        run = _CampaignRun(own_tasks, kept, stop_on, progress)
        run.load_journal()
        waiting = [k for k in range(len(own_tasks)) if k not in run.results]
        size = 1 + len(waiting) // BLOCKS
        blocks = [waiting[k : k + size] for k in range(0, len(waiting), size)]
        if blocks:
            with _executor_or_processes(executor, own_tasks, len(blocks)) as pool:
                run.run_blocks(pool, blocks)
    return tuple(Done(own_tasks[k], run.results[k]) for k in range(run.end))


def _tasks_of_shard(tasks: Sequence[Task[T]], shard: tuple[int, int]) -> list[Task[T]]:
    """The tasks of the shard. Raises InvalidInput unless all are tasks with different names."""
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
def _executor_or_processes(
    executor: Executor | None, tasks: Sequence[Task[Any]], most: int
) -> Iterator[Executor]:
    """The executor, or processes if there is none."""
    if executor is not None:
        yield executor
        return
    from pmlsym.parallel.workers import processes  # multiprocessing is slow to load

    classes = list(dict.fromkeys(map(type, tasks)))
    with processes(min(os.cpu_count() or 1, most), classes) as pool:
        yield pool


class _CampaignRun:
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

    def load_journal(self) -> None:
        """Take the results that are in the journal."""
        for k, task in enumerate(self.tasks):
            if str(task) in self.journal.known:
                self._keep_result(k, self.journal.result(str(task), task.from_json))

    def run_blocks(self, pool: Executor, blocks: list[list[int]]) -> None:
        """Do the blocks, until all tasks before the end are done."""
        waiting: dict[Future[list[Any]], list[int]] = {}
        try:
            for block in blocks:
                if block[0] >= self.end:
                    break
                future = pool.submit(run_block, [self.tasks[k] for k in block])
                waiting[future] = block
                if future.done():  # where there are no other processes
                    self._keep_block(future, block)
            for future in as_completed(waiting):
                if all(k in self.results for k in range(self.end)):
                    break
                if not future.cancelled():
                    self._keep_block(future, waiting[future])
                for other, places in waiting.items():
                    if places[0] >= self.end:
                        other.cancel()
        finally:
            for future in waiting:
                future.cancel()

    def _keep_block(self, future: Future[list[Any]], block: Sequence[int]) -> None:
        """Keep the results of a block that are new, also in the journal."""
        results = [(k, one) for k, one in zip(block, future.result(), strict=True)]
        new = [(k, one) for k, one in results if k not in self.results]
        self.journal.add((str(self.tasks[k]), self.tasks[k].to_json(one)) for k, one in new)
        for k, one in new:
            self._keep_result(k, one)

    def _keep_result(self, k: int, result: Any) -> None:
        """Keep the result of a task, and move the end if it stops the campaign."""
        self.results[k] = result
        if self.stop_on is not None and k < self.end and self.stop_on(result):
            self.end = k + 1
        if self.progress is not None:
            self.progress(len(self.results), len(self.tasks), Done(self.tasks[k], result))


def run_block(tasks: Sequence[Task[T]]) -> list[T]:
    """The results of some tasks, done one after the other: the work of a worker for one block."""
    return [task.run() for task in tasks]


@dataclass(frozen=True)
class KeptResult:
    """The result of a task, as plain data, with its line in the journal."""

    task: str
    result: object
    place: str


class Journal:
    """Results by the names of tasks: those that were found, and those that are added."""

    def __init__(self, lines: Iterable[KeptResult] = (), number: int | None = None) -> None:
        """Begin with these results; new lines go to the open file of that number, if given."""
        self.known: dict[str, object] = {}
        self._others: dict[str, list[KeptResult]] = {}
        self._number = number
        for line in lines:
            if self.known.setdefault(line.task, line.result) != line.result:
                self._others.setdefault(line.task, []).append(line)

    def result(self, task: str, read: Callable[[object], T]) -> T:
        """The result of a task, read by `read`.

        Raises InvalidInput where two lines have different results: it is unknown which one holds.
        """
        first = read(self.known[task])
        for line in self._others.get(task, ()):
            if read(line.result) != first:
                raise InvalidInput(
                    f"{line.place}: another result of {task[:LONGEST]!r} than on a line before; "
                    "take the journal out that is wrong, or the lines of this task"
                )
        return first

    def add(self, results: Iterable[tuple[str, object]]) -> None:
        """Add results, each as a line."""
        new = list(results)
        self.known.update(new)
        if self._number is not None:
            lines = (_json_line({"task": name, "result": result}) for name, result in new)
            _append_text(self._number, "".join(lines))


@contextmanager
def open_journal(file: object | None) -> Iterator[Journal]:
    """The journal in a file, which may not exist yet; without one, nothing is kept.

    Raises InvalidInput where the file is not a journal of this version, or cannot be written.
    """
    if file is None:
        yield Journal()
        return
    path = path_of(file)
    require_place(path, (ENDING,))
    text = read_text(path) if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    results = tuple(_read_results(path, whole))
    if not whole and not _json_line(HEAD).startswith(text):  # not ours: keep it
        raise InvalidInput(f"{path}, line 1: no line of a campaign of pmlsym {__version__}")
    if whole != text:
        os.truncate(path, len(whole.encode("utf-8")))
    try:
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}") from None
    try:
        if not whole:
            _append_text(number, _json_line(HEAD))
        yield Journal(results, number)
    finally:
        os.close(number)


def _read_results(path: Path, text: str) -> Iterator[KeptResult]:
    """The results in the lines of a journal. Raises InvalidInput at any other line."""
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{path}, line {number}"
        try:
            data = parse(line, finite)
        except InvalidInput as error:
            raise InvalidInput(f"{where}: {error}") from None
        if data == HEAD:
            continue
        if number == 1 or not isinstance(data, dict) or set(data) != {"task", "result"}:
            raise InvalidInput(f"{where}: no line of a campaign of pmlsym {__version__}")
        yield KeptResult(str(data["task"]), data["result"], where)


def _json_line(data: object) -> str:
    """The data as a line of JSON."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False) + "\n"


def _append_text(number: int, text: str) -> None:
    """Write the whole text to an open file."""
    data = text.encode("ascii")
    while data:
        data = data[os.write(number, data) :]
