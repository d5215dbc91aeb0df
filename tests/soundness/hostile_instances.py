"""Seeded instances of any claim, chosen to break it.

Zeros in priors, null outcomes, single letters, equal rows, certainty and near-certainty; scalars at
the ends of their domains, and at the very values that the measures of the claim take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.subjects import subjects
from pmlsym.errors import PmlError
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational
from tests.exact_instances import CHANNEL_KINDS, PRIOR_KINDS, exact_channel, exact_prior

REALS = (
    rational(0),
    rational(1),
    rational(-1),
    rational(40),
    rational(-40),
    rational(Fraction(1, 1000)),
    log_of(Fraction(2)),
    log_of(Fraction(1, 3)),
    log_of(Fraction(10**9)),
)
PROBABILITIES = (0, 1, Fraction(1, 2), Fraction(1, 1000), Fraction(999, 1000), Fraction(1, 3))
LETTERS = 3


def hostile_instances(claim: Claim, seed: int, count: int) -> Iterator[Instance]:
    """That many instances of the claim, with alphabets of 1 to 3 letters."""
    rng, about = Random(seed), subjects(claim)
    measures = [part for part in walk(claim) if isinstance(part, Measure)]
    for _ in range(count):
        sizes = {a: rng.choice((1, 2, 2, 2, 3)) for a in about.alphabets}
        tensors = {t.name: random_entries(rng, t, sizes) for t in about.tensors}
        outcomes = {o: rng.randrange(sizes[a]) for o, a in about.outcomes.items()}
        scalars = {name: _scalar(rng, domain) for name, domain in about.scalars.items()}
        instance = Instance(sizes, tensors, scalars, outcomes)
        for name, domain in about.scalars.items():
            if measures and rng.random() < 0.6:
                value = _value(rng.choice(measures), instance)
                if value is not None and _fits(value, domain):
                    scalars[name] = value
                    instance = Instance(sizes, tensors, scalars, outcomes)
        yield instance


def random_entries(rng: Random, tensor: Tensor, sizes: Mapping[str, int]) -> Any:
    """Entries with the declared facts, nested by the tensor's indices."""
    shape = [sizes[a] for a in tensor.alphabets]
    places = tensor.stochastic
    if not places:
        cells = [_entry(rng, tensor) for _ in range(prod(shape))]
        return nest(cells, shape) if shape else cells[0]
    kept = [k for k in range(len(shape)) if k not in places]
    rows = list(product(*(range(shape[k]) for k in kept)))
    columns = list(product(*(range(shape[k]) for k in places)))
    drawn = dict(zip(rows, _rows(rng, tensor, len(rows), len(columns)), strict=True))
    entries = []
    for at in product(*map(range, shape)):
        row, column = tuple(at[k] for k in kept), tuple(at[k] for k in places)
        entries.append(drawn[row][columns.index(column)])
    return nest(entries, shape)


def _rows(rng: Random, tensor: Tensor, rows: int, columns: int) -> tuple[Any, ...]:
    if tensor.indicator:
        return exact_channel(rng, rows, columns, "deterministic")
    if tensor.positive:
        return tuple(exact_prior(rng, columns, "generic") for _ in range(rows))
    if rows == 1:
        return (exact_prior(rng, columns, rng.choice(PRIOR_KINDS)),)
    return exact_channel(rng, rows, columns, rng.choice(CHANNEL_KINDS))


def _entry(rng: Random, tensor: Tensor) -> Fraction:
    if tensor.indicator:
        return Fraction(rng.randint(0, 1))
    largest = 1 if tensor.is_at_most_one else 3
    drawn = Fraction(rng.randint(0, 4 * largest), 4)
    return drawn or Fraction(int(tensor.positive))


def _scalar(rng: Random, domain: str) -> Number:
    if domain == "probability":
        return rational(Fraction(rng.choice(PROBABILITIES)))
    return rng.choice([n for n in REALS if domain == "real" or not n < 0])


def _value(measure: Measure, instance: Instance) -> Number | None:
    try:
        return evaluate(measure, instance)
    except PmlError:
        return None


def _fits(value: Number, domain: str) -> bool:
    try:
        if not -(10**9) < value < 10**9:
            return False
        return domain == "real" or (not value < 0 and (domain == "nonnegative" or not value > 1))
    except PmlError:
        return False
