"""A small task that other processes can load, and one that fails."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Square:
    number: int

    def __str__(self) -> str:
        return f"the square of {self.number}"

    def run(self) -> int:
        return self.number**2

    def to_json(self, result: int) -> object:
        return result

    def from_json(self, data: object) -> int:
        assert isinstance(data, int)
        return data


@dataclass(frozen=True)
class Counted(Square):
    """Leaves a file behind each time that it is run."""

    folder: str = ""

    def run(self) -> int:
        (Path(self.folder) / f"{self.number}-{os.urandom(4).hex()}").touch()
        return super().run()


@dataclass(frozen=True)
class Killer(Counted):
    """Kills the whole process at one number, as a machine that is switched off does."""

    def run(self) -> int:
        if self.number == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run()


@dataclass(frozen=True)
class Wrong(Square):
    def run(self) -> int:
        raise ValueError("there is no such square")
