"""How a row of the table is measured: processor seconds, the least of several runs.

A busy machine stretches the seconds of a clock and hardly those of the processor; what still moves
is common to all rows of one run, which is why ratios within a run are what is looked at.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

from pmlsym.evidence.verdict import Unknown

Measure = Callable[[], float]
"""Processor seconds; raises PmlError or NotThere where there are none."""


class NotThere(Exception):
    """What was to be measured is not answered today; the message says how it ended."""


class NotInstalled(NotThere):
    """What would be measured is not on this machine."""


@dataclass(frozen=True)
class Row:
    """A line of the table: its figure before, the goal, how it is measured, and what beside.

    `most` is how many times the first of `beside` it may take; the short form fails at twice that.
    """

    name: str
    before: str
    goal: str
    now: Measure
    beside: tuple[tuple[str, Measure], ...] = ()
    most: float = 0.0


def least(action: Callable[[], object], *, repeat: int = 5, calls: int = 1) -> float:
    """The least processor seconds of one call; an Unknown is not what was asked for."""
    times = []
    for _ in range(repeat):
        start = process_time()
        for _ in range(calls):
            result = action()
        times.append((process_time() - start) / calls)
        if isinstance(result, Unknown):
            raise NotThere(f"unknown, after {times[-1]:.1f} s")
    return min(times)


def of(action: Callable[[], object], *, repeat: int = 5, calls: int = 1) -> Measure:
    """The measure of an action."""
    return lambda: least(action, repeat=repeat, calls=calls)


def process(arguments: Sequence[str], *, repeat: int = 5) -> Measure:
    """The measure of Python run with these arguments, from start to exit."""

    def measure() -> float:
        times = []
        for _ in range(repeat):
            before = os.times()
            ended = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
            if ended.returncode:
                raise NotThere(ended.stderr.decode()[-200:] or f"status {ended.returncode}")
            after = os.times()
            spent = after.children_user + after.children_system
            times.append(spent - before.children_user - before.children_system)
        return min(times)

    return measure


def command(*words: str, repeat: int = 5) -> Measure:
    """The measure of a command line of pmlsym."""
    start = "from pmlsym.cli import program; program()"
    return process(["-c", start, *words], repeat=repeat)
