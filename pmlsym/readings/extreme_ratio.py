"""Extremes of ratios whose numerator and denominator range over letters of their own.

    max_{x, x', y} W(x,y) / W(x',y)  =  max_y ( max_x W(x,y) ) / ( min_x' W(x',y) )

The left side takes n^2 ratios a column, the right side 2n comparisons and one ratio. It needs
numbers that are ordered and nonnegative, and a condition that is a product of one factor for each
side. 0/0 does not count and a/0 is infinite, so two cases are apart: where the largest numerator is
0, every ratio that counts is 0, and any positive denominator shows that one does; where the
largest denominator is 0, every ratio that counts is infinite, and any positive numerator shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index
from pmlsym.effort import uncounted
from pmlsym.language.value import Largest, Ratio, Smallest


@dataclass(frozen=True)
class RatioSide:
    """What stands above or below, over the letters that stand there alone and count there."""

    over: tuple[Index, ...]
    body: Polynomial
    where: Polynomial


@dataclass(frozen=True)
class ExtremeRatio:
    """The largest (or smallest) over `common` letters of the extreme ratio of the two sides."""

    most: bool
    common: tuple[Index, ...]
    above: RatioSide
    below: RatioSide
    where: Polynomial


@lru_cache(maxsize=1024)
def taken_apart(value: Largest | Smallest) -> ExtremeRatio | None:
    """The extreme with its two sides apart; None where they are not, or nothing is gained.

    >>> from pmlsym.calculus import Tensor, atom
    >>> W, y = Tensor("W", ("X", "Y")), Index("Y", "y")
    >>> x, z = Index("X", "x"), Index("X", "z")
    >>> found = taken_apart(Largest((x, z, y), Ratio(atom(W, x, y), atom(W, z, y))))
    >>> found.above.over, found.below.over, found.common
    ((x,), (z,), (y,))
    """
    ratio, factors = value.body, _factors(value.where)
    if not isinstance(ratio, Ratio) or factors is None:
        return None
    above, below = set(ratio.numerator.free), set(ratio.denominator.free)
    own = _linked({i for i in value.over if i in above - below}, value, factors, above | below)
    other = _linked({i for i in value.over if i in below - above}, value, factors, above | below)
    if own & other or not own | other:
        return None
    conditions = [constant(1), constant(1), constant(1)]
    for factor in factors:
        letters = set(factor.free)
        if letters & own and letters & other:
            return None
        with uncounted():
            conditions[0 if letters & own else 1 if letters & other else 2] *= factor
    return ExtremeRatio(
        isinstance(value, Largest),
        tuple(i for i in value.over if i not in own | other),
        RatioSide(tuple(i for i in value.over if i in own), ratio.numerator, conditions[0]),
        RatioSide(tuple(i for i in value.over if i in other), ratio.denominator, conditions[1]),
        conditions[2],
    )


def _factors(where: Polynomial) -> list[Polynomial] | None:
    """The factors of a condition; None for a sum, or where one of them may be negative."""
    if len(where) != 1 or not all(tensor.is_nonnegative for tensor in where.tensors):
        return None
    ((monomial, coefficient),) = where
    return [Polynomial({(factor,): 1}) for factor in monomial] if coefficient > 0 else None


def _linked(
    letters: set[Index], value: Largest | Smallest, factors: list[Polynomial], placed: set[Index]
) -> set[Index]:
    """The letters with those that occur in conditions alone and share a factor with them."""
    found = set(letters)
    while True:
        reached = {i for factor in factors if found & set(factor.free) for i in factor.free}
        more = (reached & set(value.over)) - placed - found
        if not more:
            return found
        found |= more
