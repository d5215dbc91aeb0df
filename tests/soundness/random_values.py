"""Random small values, made of what the rules for facts look for, and of its near misses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.language.value import (
    Added,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from tests.soundness.hostile_instances import random_entries

X, Z, Y, U = Index("X", "x"), Index("X", "z"), Index("Y", "y"), Index("Y", "u")
LETTERS = (X, Z, Y, U)
P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
FULL = Tensor("F", ("X",), positive=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
DETERMINISTIC = Tensor("D", ("X", "Y"), nonnegative=True, indicator=True, stochastic=(1,))
GAIN = Tensor("G", ("X", "Y"), nonnegative=True)
SIGNED = Tensor("S", ("X",))
SHARE = Tensor("c", nonnegative=True, at_most_one=True)
TENSORS = (P, FULL, W, DETERMINISTIC, GAIN, SIGNED, SHARE)


def random_value(rng: Random, depth: int = 3) -> Value:
    """A value of few nodes, over some of four letters of two alphabets."""
    if depth == 0 or rng.random() < 0.15:
        return _ratio(rng)
    return rng.choice(_NODES)(rng, depth - 1)


def entries_of(rng: Random, sizes: Mapping[str, int]) -> dict[str, Any]:
    """Entries of all the tensors that random values are made of, zeros among them."""
    found = {t.name: random_entries(rng, t, sizes) for t in TENSORS if t is not SIGNED}
    signs = (Fraction(rng.randint(-4, 4), 2) for _ in range(sizes["X"]))
    return found | {SIGNED.name: list(signs)}


def _letter(rng: Random, alphabet: str) -> Index:
    return rng.choice([i for i in LETTERS if i.alphabet == alphabet])


def _atom(rng: Random) -> Polynomial:
    likely = (P, P, P, W, W, W, W, FULL, DETERMINISTIC, GAIN, SIGNED, SHARE, size("X"))
    tensor = rng.choice(likely)
    return atom(tensor, *(_letter(rng, alphabet) for alphabet in tensor.alphabets))


def _mass(rng: Random) -> Polynomial:
    """What a measure is often made of: P_Y(y), p(x)W(x,y), a term of it, a difference."""
    x, z, y = X, Z, _letter(rng, "Y")
    prior, channel = rng.choice((P, P, FULL)), rng.choice((W, W, DETERMINISTIC, GAIN))
    joint = atom(prior, x) * atom(channel, x, y)
    total = sum_over(substitute(joint, {x: z}), z)
    own, entry = atom(prior, x), atom(channel, x, y)
    return rng.choice((joint, total, total - joint, own, entry, total * own, entry - total))


def _polynomial(rng: Random) -> Polynomial:
    kind = rng.random()
    if kind < 0.4:
        return _mass(rng)
    if kind < 0.5:
        return constant(Fraction(rng.randint(0, 3), 2))
    if kind < 0.6:
        return (_mass(rng) - _mass(rng)) ** 2
    found = _atom(rng)
    for _ in range(rng.randint(0, 2)):
        found = found * _atom(rng)
    if rng.random() < 0.5:
        found = sum_over(found, *rng.sample(LETTERS, rng.randint(1, 2)))
    if rng.random() < 0.4:
        found = found + rng.choice((1, -1)) * rng.choice((_atom, _mass))(rng)
    return found


def _atom_of(tensor: Tensor) -> Polynomial:
    return atom(tensor, X, Y)


def _over(rng: Random) -> tuple[Index, ...]:
    return tuple(rng.sample(LETTERS, rng.randint(1, 3)))


def _where(rng: Random) -> Polynomial:
    return constant(1) if rng.random() < 0.3 else _polynomial(rng)


def _ratio(rng: Random) -> Ratio:
    below = constant(1) if rng.random() < 0.4 else _polynomial(rng)
    above = _polynomial(rng)
    if rng.random() < 0.2:
        return Ratio(above, substitute(above, {X: Z}))
    return Ratio(above, below)


def _event(rng: Random, depth: int) -> Value:
    kind = rng.choice((FractionalEvent, ExcessRatio))
    delta = rng.choice((constant(0), constant(Fraction(1, 3)), atom(SHARE), constant(1)))
    part, mass = (p if at_least_zero(p) else _atom_of(GAIN) for p in (_polynomial(rng), _mass(rng)))
    return kind(_over(rng), part, mass, delta)


def _weighted(rng: Random, depth: int) -> Value:
    body = random_value(rng, depth)
    if rng.random() < 0.5:
        ratio = _ratio(rng)
        return Weighted(ratio.numerator * _polynomial(rng), Log(ratio))
    return Weighted(_polynomial(rng), body)


def _exceeds(rng: Random, depth: int) -> Value:
    level = constant(0) if rng.random() < 0.6 else constant(1)
    return Exceeds(random_value(rng, depth), level)


_NODES = (
    lambda rng, depth: Largest(_over(rng), random_value(rng, depth), _where(rng)),
    lambda rng, depth: Largest(_over(rng), _ratio(rng), _where(rng)),
    lambda rng, depth: Smallest(_over(rng), random_value(rng, depth), _where(rng)),
    lambda rng, depth: Smallest(_over(rng), _ratio(rng), _where(rng)),
    lambda rng, depth: Total(_over(rng), random_value(rng, depth)),
    lambda rng, depth: Total(_over(rng), _weighted(rng, depth)),
    lambda rng, depth: Larger(tuple(random_value(rng, depth) for _ in range(rng.randint(1, 2)))),
    lambda rng, depth: Added(tuple(random_value(rng, depth) for _ in range(rng.randint(1, 2)))),
    lambda rng, depth: Log(random_value(rng, depth)),
    lambda rng, depth: Power(random_value(rng, depth), Fraction(rng.choice((-1, 1)), 2)),
    _weighted,
    _exceeds,
    _event,
)
