"""Suprema that no prior attains: priors with a parameter e, and the limit of the leakage at 0.

    q(x*) = 1 - e,   q(x) = e / (n - 1) for x /= x*

The leakages are rational functions of e; SymPy takes the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import sympy

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_rows

E = sympy.Symbol("e", positive=True)
Symbolic = Any
"""A SymPy expression."""


def near_point_mass(count: int, at: int) -> tuple[Symbolic, ...]:
    """All but e at one letter, the rest evenly on the others; raises ZeroDivisionError for one.

    >>> near_point_mass(3, 0)
    (1 - e, e/2, e/2)
    """
    rest = E * sympy.Rational(1, count - 1)
    return tuple(1 - E if x == at else rest for x in range(count))


def symbolic(value: Fraction) -> Symbolic:
    """A fraction for SymPy.

    >>> symbolic(Fraction(1, 3))
    1/3
    """
    return sympy.Rational(value.numerator, value.denominator)


def limit(expression: Symbolic) -> Fraction | None:
    """The limit for e -> 0 from above of a rational function; nothing if it is infinite.

    >>> limit((1 + E) / (2 + E)), limit(1 / E)
    (Fraction(1, 2), None)
    """
    found = sympy.limit(expression, E, 0, "+")
    return Fraction(int(found.p), int(found.q)) if found.is_finite else None


def mixture(weights: Sequence[Symbolic], column: Sequence[Fraction]) -> Symbolic:
    """The probability of an outcome under a symbolic prior.

    >>> mixture((1 - E, E), (Fraction(0), Fraction(1)))
    e
    """
    return sympy.Add(*(w * symbolic(v) for w, v in zip(weights, column, strict=True)))


def ratio(column: Sequence[Fraction]) -> Fraction | None:
    """The largest over the smallest entry; nothing if that is infinite.

    >>> ratio((Fraction(1, 2), Fraction(1, 3)))
    Fraction(3, 2)
    """
    return max(column) / min(column) if min(column) else None


def capacity_is_approached(random: Random) -> str:
    """The worst column, and priors near its smallest entry: the limit is exp C, from below."""
    inputs, outputs = random.randint(2, 3), random.randint(1, 3)
    rows = draw_rows(random, inputs, outputs, zeros=random.random() < 0.5)
    columns = [column for column in zip(*rows, strict=True) if max(column) > 0]
    ratios = [ratio(column) for column in columns]
    capacity = None if None in ratios else max(r for r in ratios if r is not None)
    column = columns[ratios.index(capacity)]
    weights = near_point_mass(inputs, column.index(min(column)))
    exact = symbolic(max(column)) / mixture(weights, column)
    require(limit(exact) == capacity)
    if capacity == 1:
        return "C = 0"
    for small in (Fraction(1, 10), Fraction(1, 1000)):
        value = exact.subs(E, symbolic(small))
        require(capacity is None or value < symbolic(capacity))
    return "C infinite" if capacity is None else "C finite"
