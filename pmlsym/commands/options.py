"""The options that several commands have, and how their texts are read."""

from __future__ import annotations

from typing import Annotated, TypedDict

import typer

from pmlsym.calculus.rational import read_rational, read_whole
from pmlsym.errors import InvalidInput

LARGEST = 10**7
LARGEST_SEED = 10**18
MOST_TASKS = 10**8

Let = Annotated[list[str] | None, typer.Option(help="A declaration, 'V: X -> Z'.")]
Assume = Annotated[list[str] | None, typer.Option(help="A claim taken to hold.")]
OwnChannels = Annotated[
    list[str] | None,
    typer.Option("--channel", help="Of one's own: W=ch.csv, W=[[1, 0], [0, 1]]."),
]
AllPriors = Annotated[
    str | None,
    typer.Option("--over", "--prior-set", help="All priors of a set: 'p(x) >= 1/10'."),
]
WorstPrior = Annotated[
    str | None, typer.Option("--over", "--prior-set", help="The worst of a set: 'p(x) >= 1/10'.")
]
Masses = Annotated[
    str | None, typer.Option("--prior", help="Masses such as 1/4,3/4; or a file, a line each.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", "--size", help="A size or a parameter: k=3, eps=log(3)."),
]
Effort = Annotated[
    str, typer.Option("--effort", metavar="UNITS", help="Work, in seconds of a quiet core; 20.")
]
Budget = Annotated[
    str, typer.Option("--budget", metavar="SECONDS", help="Seconds after which to give up.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Of the random search.")]
Shard = Annotated[
    str | None,
    typer.Option(metavar="K/N", help="Every N-th task, from the K-th on; 0/N is first."),
]
Journal = Annotated[
    str | None, typer.Option(metavar="FILE", help="A file of JSON lines to go on from.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")]
Bits = Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")]


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


def shard_of(shard: str | None) -> tuple[int, int] | None:
    """The numbers of --shard k/n. Raises InvalidInput where they are none.

    >>> shard_of("0/2")
    (0, 2)
    """
    if shard is None:
        return None
    k, _, count = shard.partition("/")
    n = read_whole(count, "the n of --shard k/n", least=1, most=MOST_TASKS)
    return read_whole(k, "the k of --shard k/n", most=n - 1), n


def family_names(incomplete: str) -> list[str]:
    """The families that begin so, for completion in a shell.

    >>> family_names("bin")
    ['binary-symmetric', 'binary-asymmetric']
    """
    from pmlsym.mechanism_families.listed import FAMILIES

    return [name for name in (f.name for f in FAMILIES) if name.startswith(incomplete)]


def settings_of(texts: list[str] | None) -> dict[str, str]:
    """The values by name.

    >>> settings_of(["k=3", "eps = log(3)"])
    {'k': '3', 'eps': 'log(3)'}
    """
    given: dict[str, str] = {}
    for name, value in map(_setting, texts or ()):
        if name in given:
            raise InvalidInput(f"{name} is set twice, to {given[name]} and to {value}")
        given[name] = value
    return given


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise InvalidInput(f"--set is {text!r}; write a name and a value, such as k=3")
    return name.strip(), value.strip()
