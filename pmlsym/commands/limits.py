"""The options of searches: the seconds they may take, and the seed of what is drawn at random."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.errors import InvalidInput

LONGEST_BUDGET = 10**7
LARGEST_SEED = 10**18

Budget = Annotated[
    str, typer.Option("--budget", metavar="SECONDS", help="Seconds to spend at most.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Of the random search.")]


def seconds_of(budget: str) -> float:
    """The seconds of `--budget`.

    >>> seconds_of("0.5")
    0.5
    """
    try:
        seconds = read_rational(budget)
    except InvalidInput:
        seconds = None
    if seconds is None or not 0 < seconds <= LONGEST_BUDGET:
        shown = budget.strip()[:20]
        raise InvalidInput(f"--budget is {shown}; write a number of seconds above zero")
    return float(seconds)


def seed_of(seed: str) -> int:
    """The number of `--seed`.

    >>> seed_of("7")
    7
    """
    return read_whole(seed, "--seed", most=LARGEST_SEED)
