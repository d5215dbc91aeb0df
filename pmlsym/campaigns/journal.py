"""The journal of a campaign: a line of JSON for each task that is done.

    {"campaign": 1, "version": "0.1.0"}
    {"task": "pml(P, W) <= maxleak(W), seed 7", "result": ..}

A line is added in one piece, so that a process that is killed leaves at worst an unfinished last
line, which is dropped when the campaign goes on. Journals of several shards may be joined, one
behind the other; where they have a task in common its results have to be equal. What another
version wrote is refused: its results may be others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pmlsym.calculus.json_text import finite, parse
from pmlsym.errors import InvalidInput
from pmlsym.files import path_of, read_text, require_place
from pmlsym.version import __version__

ENDING = ".jsonl"
HEAD = {"campaign": 1, "version": __version__}


LONGEST = 200
"""Letters of a task's name in an error."""

T = TypeVar("T")


@dataclass(frozen=True)
class KeptResult:
    """The result of a task, as plain data, and where it stands."""

    task: str
    result: object
    place: str


class Journal:
    """Results by the names of tasks: those that were found, and those that are added."""

    def __init__(self, lines: Iterable[KeptResult] = (), number: int | None = None) -> None:
        """Begin with what is known; lines go to the open file of that number, if there is one."""
        self.known: dict[str, object] = {}
        self._others: dict[str, list[KeptResult]] = {}
        self._number = number
        for line in lines:
            if self.known.setdefault(line.task, line.result) != line.result:
                self._others.setdefault(line.task, []).append(line)

    def result(self, task: str, read: Callable[[object], T]) -> T:
        """What is known of a task, as `read` reads it.

        Raises InvalidInput where two lines have results that differ: nobody knows which one holds.
        """
        found = read(self.known[task])
        for line in self._others.get(task, ()):
            if read(line.result) != found:
                raise InvalidInput(
                    f"{line.place}: another result of {task[:LONGEST]!r} than on a line before; "
                    "take the journal out that is wrong, or the lines of this task"
                )
        return found

    def add(self, results: Iterable[tuple[str, object]]) -> None:
        """Add results, each as a line."""
        found = list(results)
        self.known.update(found)
        if self._number is not None:
            lines = (_line({"task": name, "result": result}) for name, result in found)
            _append(self._number, "".join(lines))


@contextmanager
def open_journal(file: object | None) -> Iterator[Journal]:
    """The journal in a file, which may not exist yet; without one, nothing is kept.

    Raises InvalidInput where the file is no such journal, or cannot be written.
    """
    if file is None:
        yield Journal()
        return
    path = path_of(file)
    require_place(path, (ENDING,))
    text = read_text(path) if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    known = tuple(_results(path, whole))
    if not whole and not _line(HEAD).startswith(text):  # not ours: keep it
        raise InvalidInput(f"{path}, line 1: no line of a campaign of pmlsym {__version__}")
    if whole != text:
        os.truncate(path, len(whole.encode("utf-8")))
    try:
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}") from None
    try:
        if not whole:
            _append(number, _line(HEAD))
        yield Journal(known, number)
    finally:
        os.close(number)


def _results(path: Path, text: str) -> Iterator[KeptResult]:
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


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=True, allow_nan=False) + "\n"


def _append(number: int, text: str) -> None:
    data = text.encode("ascii")
    while data:
        data = data[os.write(number, data) :]
