"""Exact instances for notions with gains, attributes, probabilities and levels; both readings.

Every instance of `tests/exact_instances.py` gets an attribute A: X -> A, a gain G(x, v), a
probability delta and a level eps, each with its extremes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.engines.sampling_slack import SlackBatch
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Quantity
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Number, log_of, rational
from pmlsym.readings.batch import Batch, Labelled
from tests import definitions as oracle
from tests.exact_instances import (
    CHANNEL_KINDS,
    ExactInstance,
    exact_channel,
    exact_instances,
)

X, Y, Z, A, V = alphabets("X Y Z A V")
P, W, T = Prior("P", X), Channel("W", X, Y), Channel("T", Y, Z)
U, G = Channel("U", X, A), Gain("G", X, V)

PROBABILITIES = tuple(Fraction(text) for text in ("0", "1/10", "1/3", "1/2", "3/4", "1"))
LEVELS = tuple(Fraction(text) for text in ("1", "6/5", "3/2", "2", "4"))


@dataclass(frozen=True)
class Case:
    """An exact instance with everything that a notion may ask for; levels are exponentiated."""

    plain: ExactInstance
    attribute: tuple[tuple[Fraction, ...], ...]
    gain: tuple[tuple[Fraction, ...], ...]
    delta: Fraction
    exp_eps: Fraction

    @property
    def prior(self) -> tuple[Fraction, ...]:
        return self.plain.prior

    @property
    def channel(self) -> tuple[tuple[Fraction, ...], ...]:
        return self.plain.channel

    @property
    def instance(self) -> Instance:
        sizes = {
            "X": len(self.prior),
            "Y": len(self.plain.post),
            "Z": len(self.plain.post[0]),
            "A": len(self.attribute[0]),
            "V": len(self.gain[0]),
        }
        entries = {
            "P": self.prior,
            "W": self.channel,
            "T": self.plain.post,
            "U": self.attribute,
            "G": self.gain,
        }
        return Instance(sizes, entries, {"delta": rational(self.delta), "eps": self.eps})

    @property
    def eps(self) -> Number:
        return log_of(self.exp_eps)


def cases(seed: int, count: int, letters: int = 4) -> Iterator[Case]:
    """Instances of every kind in turn; every gain has zeros, some are zero altogether."""
    rng = Random(seed)
    for number, plain in enumerate(exact_instances(seed, count, letters=letters)):
        size = len(plain.prior)
        guesses = rng.randint(1, 3)
        most = 0 if number % 17 == 0 else 3
        gain = tuple(
            tuple(Fraction(rng.randint(0, most), 2) for _ in range(guesses)) for _ in range(size)
        )
        yield Case(
            plain,
            exact_channel(rng, size, rng.randint(1, 3), rng.choice(CHANNEL_KINDS)),
            gain,
            rng.choice(PROBABILITIES),
            rng.choice(LEVELS),
        )


def log_ratio(value: oracle.Ratio) -> Number:
    """log of a number of the oracle, infinities and zero included."""
    return INFINITY if value == math.inf else log_of(Fraction(value))


def log_sum(value: oracle.LogSum) -> Number:
    """A sum of logarithms of the oracle."""
    return sum((c * log_of(a) for c, a in value.terms), rational(0))


def at(instance: Instance, **outcomes: int) -> Instance:
    """The instance with letters for the free outcomes."""
    return Instance(instance.sizes, instance.tensors, instance.scalars, outcomes)


def floats(quantity: Quantity, instance: Instance) -> float:
    """The quantity on a batch of three copies of the instance, by the batched reading."""
    about = subjects(quantity)
    tensors = {t.name: _array(t, instance.tensors[t.name]) for t in about.tensors}
    slack = SlackBatch(Batch(instance.sizes, tensors))
    for name in about.scalars:
        slack.assign(name, Labelled((), np.full(3, float(instance.scalars[name]))))
    found = slack.quantity(quantity)
    letters = tuple(instance.outcomes[index.name] for index in found.indices)
    values = np.broadcast_to(found.array[letters], (3,))
    assert values[0] == values[2] or np.isnan(values).all()
    return float(values[0])


def _array(tensor: Tensor, entries: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    array = np.array(entries, dtype=object).astype(np.float64)
    assert array.ndim == len(tensor.alphabets)
    return np.repeat(array[..., None], 3, axis=-1)


def structure(case: Case) -> set[str]:
    """What is special about an instance."""
    channel = case.channel
    kinds = {
        "zero in the prior": 0 in case.prior,
        "null outcome": 0 in oracle.output_distribution(case.prior, channel),
        "one letter": len(case.prior) == 1,
        "equal rows": len(set(channel)) < len(channel),
    }
    return {kind for kind, met in kinds.items() if met}
