"""Campaigns: many tasks in any executor, in shards, with a journal that survives a kill.

The results depend on the tasks alone. The number of workers, the order in which they finish, the
shards, and a kill followed by a resumption change neither a result nor the order of the results.

The journal has a line of JSON for each task that is done:

    {"campaign": 1, "version": "0.1.0"}
    {"task": "pml(P, W) <= maxleak(W), seed 7", "result": ..}

A line is added in one piece, so that a killed process leaves at worst an unfinished last line,
which is dropped when the campaign is resumed. Journals of several shards may be concatenated; if
they have a task in common, its results have to be equal. A journal of another version is refused:
its results may differ.
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
"""The largest number of blocks; the tasks of a block are sent to a worker together."""

JOURNAL_SUFFIX = ".jsonl"

HEADER = {"campaign": 1, "version": __version__}

LONGEST = 200
"""The most characters of a task's name in an error."""


class Task(Protocol[T]):
    """A piece of work that can be sent to another process: a frozen dataclass, as a rule.

    `str(task)` is its name in the journal, and has to contain all that the result depends on.
    `to_json` returns plain data, from which `from_json` makes an equal result.
    """

    def __str__(self) -> str:
        """The name of the task, which no other task of the campaign has."""
        ...

    def run(self) -> T:
        """Do the task's work; the result is the same in every process and at every time."""
        ...

    def to_json(self, result: T) -> object:
        """The task's result as plain data, for the journal of a campaign."""
        ...

    def from_json(self, data: object) -> T:
        """The task's result that `to_json` wrote; raises InvalidInput at anything else."""
        ...


@dataclass(frozen=True)
class FinishedTask(Generic[T]):
    """A task with its result."""

    task: Task[T]
    result: T


Progress = Callable[[int, int, FinishedTask[Any]], None]


def campaign(
    tasks: Sequence[Task[T]],
    *,
    executor: Executor | None = None,
    shard: tuple[int, int] = (0, 1),
    journal: object | None = None,
    stop_on: Callable[[T], bool] | None = None,
    progress: Progress | None = None,
) -> tuple[FinishedTask[T], ...]:
    """Do the tasks in an executor's processes; their results, in the order of the tasks.

    `executor` is one of concurrent.futures, or one with the same methods (of dask, of joblib);
    without it there are as many processes as the machine has processors. `shard` (k, n) takes every
    n-th task from the k-th on. `journal` names a file of JSON lines, ending in .jsonl, where
    results are kept and looked up; results of other tasks in it, as of other shards, are ignored.
    The first task, in their order, whose result satisfies `stop_on` is the last task that is done.
    `progress` is called with the number of tasks done, the number of all tasks, and the latest
    finished task.
    Raises InvalidInput where two tasks have one name, where the journal has two results of a task
    that differ, and whatever a task raises.

    >>> from pmlsym.parallel.workers import in_this_process
    >>> class Square(int):
    ...     def run(self): return self * self
    ...     def to_json(self, result): return result
    ...     def from_json(self, data): return data
    >>> squares, executor = [Square(k) for k in range(5)], in_this_process()
    >>> [finished.result for finished in campaign(squares, executor=executor)]
    [0, 1, 4, 9, 16]
    >>> campaign(squares, executor=executor, stop_on=lambda n: n > 5)[-1].result
    9
    """
    chosen = _tasks_of_shard(tasks, shard)
    with open_journal(journal) as opened:
        run = _CampaignRun(chosen, opened, stop_on, progress)
        run.take_results_of_journal()
        waiting = [k for k in range(len(chosen)) if k not in run.results]
        size = 1 + len(waiting) // BLOCKS
        blocks = [waiting[k : k + size] for k in range(0, len(waiting), size)]
        if blocks:
            with _executor_or_processes(executor, chosen, len(blocks)) as pool:
                run.run_blocks(pool, blocks)
    return tuple(FinishedTask(chosen[k], run.results[k]) for k in range(run.end))


def _tasks_of_shard(tasks: Sequence[Task[T]], shard: tuple[int, int]) -> list[Task[T]]:
    """The tasks of a campaign's shard, after a check that all are tasks and their names differ."""
    is_pair = isinstance(shard, tuple) and all(isinstance(part, int) for part in shard)
    if not is_pair or len(shard) != 2 or not 0 <= shard[0] < shard[1]:
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
    """The executor given to a campaign, or as many processes as there are processors or blocks."""
    if executor is not None:
        yield executor
        return
    from pmlsym.parallel.workers import processes  # multiprocessing is slow to load

    classes = list(dict.fromkeys(map(type, tasks)))
    with processes(min(os.cpu_count() or 1, most), classes) as pool:
        yield pool


class _CampaignRun:
    """The results so far, by the positions of their tasks, and the position of the end."""

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

    def take_results_of_journal(self) -> None:
        """Take the results that the campaign's journal already has."""
        for k, task in enumerate(self.tasks):
            if str(task) in self.journal.known:
                self._add_result(k, self.journal.result(str(task), task.from_json))

    def run_blocks(self, pool: Executor, blocks: list[list[int]]) -> None:
        """Run the campaign's blocks in processes, until all tasks before the end have results."""
        waiting: dict[Future[list[Any]], list[int]] = {}
        try:
            for block in blocks:
                if block[0] >= self.end:
                    break
                future = pool.submit(run_block, [self.tasks[k] for k in block])
                waiting[future] = block
                if future.done():  # with one process alone
                    self._add_block(future, block)
            for future in as_completed(waiting):
                if all(k in self.results for k in range(self.end)):
                    break
                if not future.cancelled():
                    self._add_block(future, waiting[future])
                for other_future, positions in waiting.items():
                    if positions[0] >= self.end:
                        other_future.cancel()
        finally:
            for future in waiting:
                future.cancel()

    def _add_block(self, future: Future[list[Any]], block: Sequence[int]) -> None:
        """Add the results of a block of tasks to the campaign, unless they are there already."""
        results = [(k, result) for k, result in zip(block, future.result(), strict=True)]
        added = [(k, result) for k, result in results if k not in self.results]
        self.journal.add((str(self.tasks[k]), self.tasks[k].to_json(result)) for k, result in added)
        for k, result in added:
            self._add_result(k, result)

    def _add_result(self, k: int, result: Any) -> None:
        """Add one task's result, and move the end of the campaign if it satisfies `stop_on`."""
        self.results[k] = result
        if self.stop_on is not None and k < self.end and self.stop_on(result):
            self.end = k + 1
        if self.progress is not None:
            self.progress(len(self.results), len(self.tasks), FinishedTask(self.tasks[k], result))


def run_block(tasks: Sequence[Task[T]]) -> list[T]:
    """The results of a block of tasks, one after the other, in a worker process."""
    return [task.run() for task in tasks]


@dataclass(frozen=True)
class JournalLine:
    """A line of a journal: a task, its result as plain data, and the file with the line number."""

    task: str
    result: object
    place: str


class Journal:
    """The results by the names of their tasks: those in the file, and those that are added."""

    def __init__(self, lines: Iterable[JournalLine] = (), number: int | None = None) -> None:
        """Begin with these lines; new lines go to the file descriptor `number`, if it is given."""
        self.known: dict[str, object] = {}
        self._others: dict[str, list[JournalLine]] = {}
        self._number = number
        for line in lines:
            if self.known.setdefault(line.task, line.result) != line.result:
                self._others.setdefault(line.task, []).append(line)

    def result(self, task: str, read: Callable[[object], T]) -> T:
        """The result that the journal has of a task, converted by `read`.

        Raises InvalidInput where two lines have results that differ: either may be wrong.
        """
        result = read(self.known[task])
        for line in self._others.get(task, ()):
            if read(line.result) != result:
                raise InvalidInput(
                    f"{line.place}: another result of {task[:LONGEST]!r} than on a line before; "
                    "take the journal out that is wrong, or the lines of this task"
                )
        return result

    def add(self, results: Iterable[tuple[str, object]]) -> None:
        """Add results of tasks to the journal, each as a line of its file."""
        pairs = list(results)
        self.known.update(pairs)
        if self._number is not None:
            lines = (_json_line({"task": name, "result": result}) for name, result in pairs)
            _write_all(self._number, "".join(lines))


@contextmanager
def open_journal(file: object | None) -> Iterator[Journal]:
    """The journal of a campaign in a file, which may be new; without a file, nothing is kept.

    Raises InvalidInput where the file is not a journal of this version, or cannot be written.
    """
    if file is None:
        yield Journal()
        return
    path = path_of(file)
    require_place(path, (JOURNAL_SUFFIX,))
    text = read_text(path) if path.exists() else ""
    finished = text[: text.rfind("\n") + 1]
    lines = tuple(_lines_of_journal(path, finished))
    if not finished and not _json_line(HEADER).startswith(text):  # this is another file: keep it
        raise InvalidInput(f"{path}, line 1: no line of a campaign of pmlsym {__version__}")
    if finished != text:
        os.truncate(path, len(finished.encode("utf-8")))
    try:
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}") from None
    try:
        if not finished:
            _write_all(number, _json_line(HEADER))
        yield Journal(lines, number)
    finally:
        os.close(number)


def _lines_of_journal(path: Path, text: str) -> Iterator[JournalLine]:
    """The lines of a campaign's journal, without its header. Raises InvalidInput at other text."""
    for number, line in enumerate(text.splitlines(), 1):
        position = f"{path}, line {number}"
        try:
            data = parse(line, finite)
        except InvalidInput as error:
            raise InvalidInput(f"{position}: {error}") from None
        if data == HEADER:
            continue
        if number == 1 or not isinstance(data, dict) or set(data) != {"task", "result"}:
            raise InvalidInput(f"{position}: no line of a campaign of pmlsym {__version__}")
        yield JournalLine(str(data["task"]), data["result"], position)


def _json_line(data: object) -> str:
    """The line of a journal with this data as JSON."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False) + "\n"


def _write_all(number: int, text: str) -> None:
    """Write lines to the journal's file descriptor, in as few pieces as the system allows."""
    data = text.encode("ascii")
    while data:
        data = data[os.write(number, data) :]
