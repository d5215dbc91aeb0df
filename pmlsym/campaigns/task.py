"""What a campaign is made of: a task with a name, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Task(Protocol[Result]):
    """A piece of work that can be sent to another process: a frozen dataclass, as a rule.

    `str(task)` is its name in the journal: all that the result depends on has to be in it. What
    `to_json` gives is plain data, from which `from_json` makes an equal result.
    """

    def __str__(self) -> str:
        """The name, unlike that of any other task of the campaign."""
        ...

    def run(self) -> Result:
        """Do the work, the same wherever and whenever it is done."""
        ...

    def to_json(self, result: Result) -> object:
        """The result as plain data."""
        ...

    def from_json(self, data: object) -> Result:
        """The result that `to_json` wrote; raises InvalidInput at anything else."""
        ...


@dataclass(frozen=True)
class Done(Generic[Result]):
    """A task with its result."""

    task: Task[Result]
    result: Result
