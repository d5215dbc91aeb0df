"""Drafts: instances on the way to a counterexample, whose scalars are still rules.

A draft has exact entries and, for each free scalar, a quantity such as pml(P, W): when the entries
change, the scalar follows. `instance` evaluates the rules exactly; `violates` decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.errors import AlphabetMismatch, InvalidInput, OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number

Entries = NDArray[Any]

SHARE = 4
"""Steps for an entry that is moved to another denominator."""

NOT_AN_INSTANCE = (AlphabetMismatch, InvalidInput, OutOfDomain, Unsupported)


@dataclass(frozen=True, eq=False)
class Draft:
    """Sizes, exact entries (arrays of fractions), rules of scalars in order, outcomes."""

    sizes: Mapping[str, int]
    entries: Mapping[str, Entries]
    rules: tuple[tuple[str, Quantity | Number], ...] = ()
    outcomes: Mapping[str, int] = field(default_factory=dict)

    def instance(self) -> Instance | None:
        """The exact instance that a draft is, or None if a scalar's rule has no finite value."""
        tensors = {name: array.tolist() for name, array in self.entries.items()}
        scalars: dict[str, Number] = {}
        try:
            for name, rule in self.rules:
                value = rule
                if not isinstance(value, Number):
                    instance = Instance(self.sizes, tensors, scalars, self.outcomes)
                    value = evaluate(value, instance)
                if not isinstance(value, Exact):
                    return None
                scalars[name] = value
            return Instance(self.sizes, tensors, scalars, self.outcomes)
        except NOT_AN_INSTANCE:
            return None

    def violates(self, claim: Claim) -> bool:
        """Whether the claim is exactly false on the draft's instance; not where it is undefined.

        >>> from pmlsym.language.building import log
        >>> Draft({}, {}).violates(log(3) <= 1), Draft({}, {}).violates(log(0) >= log(-1))
        (True, False)
        """
        instance = self.instance()
        try:
            return instance is not None and not holds(claim, instance)
        except NOT_AN_INSTANCE:
            return False


def with_denominator(tensor: Tensor, entries: Entries, denominator: int) -> Entries:
    """The entries of a sampled instance, rounded to that denominator; rows still sum to one.

    >>> p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> with_denominator(p, np.array([0.3, 0.3, 0.4]), 2).tolist()
    [Fraction(1, 2), Fraction(0, 1), Fraction(1, 2)]
    """
    places = tensor.stochastic
    result = np.empty(entries.shape, dtype=object)
    if not places:
        for at in np.ndindex(entries.shape):
            entry: Any = entries[at]
            result[at] = Fraction(round(Fraction(entry) * denominator), denominator)
        return result
    for cut in row_cuts(entries.shape, places):
        shares = entries[cut]
        result[cut] = np.array(
            rounded_shares(list(shares.ravel()), denominator), dtype=object
        ).reshape(shares.shape)
    return result


def row_cuts(shape: tuple[int, ...], stochastic: Collection[int]) -> Iterator[tuple[Any, ...]]:
    """The index tuples of the rows of a sampled tensor that sum to one."""
    counts = [1 if axis in stochastic else n for axis, n in enumerate(shape)]
    for row in np.ndindex(*counts):
        yield tuple(slice(None) if axis in stochastic else k for axis, k in enumerate(row))


def rounded_shares(shares: list[Any], denominator: int) -> list[Fraction]:
    """The shares of a sampled row as multiples of 1/denominator, by largest remainders."""
    tick(SHARE * len(shares))
    exact = [share.as_integer_ratio() for share in shares]
    unit = lcm(*(below for _, below in exact))  # in whole numbers, which are quick to compare
    divided = [divmod(above * (unit // below) * denominator, unit) for above, below in exact]
    whole = [quotient for quotient, _ in divided]
    order = sorted(range(len(shares)), key=lambda k: (-divided[k][1], k))
    for k in order[: max(0, denominator - sum(whole))]:
        whole[k] += 1
    return [Fraction(n, denominator) for n in whole]
