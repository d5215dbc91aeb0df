"""Exact instances with priors, channels, gains and random variables, the hostile ones among them.

A case has all that the measures of finite alphabets are of, of 1 to 4 letters each:

    P, Q on X         W: X -> Y      V: Y -> Z      U: X -> Z      G, gains of up to 4 guesses
    A, B, C with a joint distribution            eps, whose exponential is rational         delta

The kinds of `tests/exact_instances.py` come in turn: zeros in the prior, a letter that is certain,
outcomes that cannot occur, rows that are equal, deterministic, constant or nearly so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from random import Random
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.claim_text.question import Question, parse_quantity
from pmlsym.claims.entropies import is_joint, joint
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.errors import OutOfDomain
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational
from tests.crosscheck.peers.comparison import Comparison, Departure, Theirs
from tests.exact_instances import (
    CHANNEL_KINDS,
    PRIOR_KINDS,
    exact_channel,
    exact_instances,
    exact_prior,
)

Masses = tuple[Fraction, ...]
Rows = tuple[Masses, ...]

OF_SAME_LETTERS = ("U: X -> Z",)
"""What is declared where U is used; the rest follows from how the others are."""

VARIABLES = ("A", "B", "C")
JOINT = joint(VARIABLES).name


@dataclass(frozen=True)
class Case:
    """One instance; `level` is exp(eps), and `law` the joint distribution of A, B and C."""

    prior: Masses
    other: Masses
    channel: Rows
    post: Rows
    second: Rows
    gains: Rows
    law: tuple[Rows, ...]
    level: Fraction
    delta: Fraction

    @cached_property
    def entries(self) -> dict[str, Any]:
        """Masses, rows and gains by their names."""
        return {
            "P": self.prior,
            "Q": self.other,
            "W": self.channel,
            "V": self.post,
            "U": self.second,
            "G": self.gains,
            JOINT: self.law,
        }

    def instance(self, about: Subjects) -> Instance:
        """The instance of a measure or a claim, whose alphabets may have any names."""
        tensors = {_name(tensor): self.entries[_name(tensor)] for tensor in about.tensors}
        sizes = {}
        for tensor in about.tensors:
            at = self.entries[_name(tensor)]
            for alphabet in VARIABLES if is_joint(tensor) else tensor.alphabets:
                sizes[alphabet] = len(at)
                at = at[0]
        scalars = {"eps": log_of(self.level), "delta": rational(self.delta)}
        return Instance(sizes, tensors, {name: scalars[name] for name in about.scalars})

    def text(self, about: Subjects) -> str:
        """That instance, as pages write instances."""
        instance = self.instance(about)
        parts = [f"{name} = {entries_text(at)}" for name, at in sorted(instance.tensors.items())]
        return ", ".join([*parts, *(f"{name} = {at}" for name, at in instance.scalars.items())])


def _name(tensor: Tensor) -> str:
    """The name under which a case has a tensor's entries."""
    return JOINT if is_joint(tensor) else tensor.name


def cases(seed: int, count: int) -> tuple[Case, ...]:
    """That many cases, the same ones for all measures."""
    return _cases(seed, count)


@cache
def _cases(seed: int, count: int) -> tuple[Case, ...]:
    return tuple(_drawn(seed, count))


def _drawn(seed: int, count: int) -> Iterator[Case]:
    rng = Random(seed)
    for drawn in exact_instances(seed, count):
        letters, outcomes = len(drawn.prior), len(drawn.post[0])
        sizes = [rng.randint(1, 3) for _ in range(3)]
        masses = iter(exact_prior(rng, sizes[0] * sizes[1] * sizes[2], rng.choice(PRIOR_KINDS)))
        yield Case(
            drawn.prior,
            exact_prior(rng, letters, rng.choice(PRIOR_KINDS)),
            drawn.channel,
            drawn.post,
            exact_channel(rng, letters, outcomes, rng.choice(CHANNEL_KINDS)),
            _gains(rng, letters, rng.randint(1, 4)),
            tuple(
                tuple(tuple(next(masses) for _ in range(sizes[2])) for _ in range(sizes[1]))
                for _ in range(sizes[0])
            ),
            Fraction(rng.randint(4, 20), 4),
            Fraction(rng.randint(0, 8), 8),
        )


def _gains(rng: Random, letters: int, guesses: int) -> Rows:
    """Gains g(x, v) >= 0, many of them zero."""
    worths = (Fraction(0), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3))
    return tuple(tuple(rng.choice(worths) for _ in range(guesses)) for _ in range(letters))


def beside(
    measure: str,
    function: str,
    theirs: Callable[[Case], Theirs],
    departure: Departure | None = None,
    lets: Sequence[str] = (),
) -> Comparison:
    """The measure that a text of the claim language states, beside a peer's function of a case.

    >>> beside("V[id](P, W)", "", lambda case: Fraction(1)).ours(cases(0, 1)[0])
    163/462
    """
    quantity = parse_quantity(measure, lets=lets)
    about = subjects(quantity)

    def ours(case: Case) -> Number | None:
        try:
            return evaluate(quantity, case.instance(about))
        except OutOfDomain:
            return None

    return Comparison(measure, function, ours, theirs, cases, partial(_text, about), departure)


def claim_beside(
    text: str, function: str, theirs: Callable[[Case], bool], lets: Sequence[str] = ()
) -> Comparison:
    """The truth of a claim beside a peer's answer."""
    claim = Question(text, tuple(lets)).claim()
    about = subjects(claim)

    def ours(case: Case) -> bool:
        return holds(claim, case.instance(about))

    return Comparison(text, function, ours, theirs, cases, partial(_text, about))


def _text(about: Subjects, case: Case) -> str:
    return case.text(about)


def entries_text(entries: object) -> str:
    """Masses or rows as pages write them.

    >>> entries_text(((Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))))
    '((1/2, 1/2), (1, 0))'
    """
    if isinstance(entries, tuple):
        return f"({', '.join(map(entries_text, entries))})"
    return str(entries)
