"""The options of searches: effort, seconds, and the seed of what is drawn at random."""

from __future__ import annotations

from typing import Annotated, TypedDict

import typer

from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.errors import InvalidInput

LARGEST = 10**7
LARGEST_SEED = 10**18

Effort = Annotated[
    str, typer.Option("--effort", metavar="UNITS", help="Work, in seconds of a quiet core; 20.")
]
Budget = Annotated[
    str, typer.Option("--budget", metavar="SECONDS", help="Seconds after which to give up.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Of the random search.")]


class Limits(TypedDict):
    """What a search may take."""

    effort: float | None
    budget: float | None


def limits_of(effort: str, budget: str) -> Limits:
    """The units of `--effort` and the seconds of `--budget`, those that were given.

    >>> limits_of("", "0.5")
    {'effort': None, 'budget': 0.5}
    """
    return {
        "effort": positive(effort, "--effort", "units") if effort else None,
        "budget": seconds_of(budget) if budget else None,
    }


def seconds_of(budget: str) -> float:
    """The seconds of `--budget`.

    >>> seconds_of("0.5")
    0.5
    """
    return positive(budget, "--budget", "seconds")


def positive(text: str, option: str, unit: str) -> float:
    """The number of an option. Raises InvalidInput unless it is above zero."""
    try:
        found = read_rational(text)
    except InvalidInput:
        found = None
    if found is None or not 0 < found <= LARGEST:
        shown = text.strip()[:20]
        raise InvalidInput(f"{option} is {shown}; write a number of {unit} above zero")
    return float(found)


def seed_of(seed: str) -> int:
    """The number of `--seed`.

    >>> seed_of("7")
    7
    """
    return read_whole(seed, "--seed", most=LARGEST_SEED)
