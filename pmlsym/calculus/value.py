"""Values: ratios, maxima and sums of index polynomials.

A value is what the exponential of a leakage is: pml = log of

    Largest(x, y | p(x) > 0)  W(x,y) / sum_x' p(x')W(x',y).

It is written once, in its measure's file, and has every reading that polynomials have, plus a level
form (claims/level_form.py). The conventions are those of the level forms: in a maximum or minimum
of ratios the letters outside `where` do not count, 0/0 does not count, and a/0 is infinite.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Tensor


@dataclass(frozen=True)
class Ratio:
    """numerator / denominator, both nonnegative where the ratio counts."""

    numerator: Polynomial
    denominator: Polynomial = constant(1)


@dataclass(frozen=True)
class Largest:
    """The maximum of `body` over the letters of `over` with `where` > 0."""

    over: tuple[Index, ...]
    body: Value
    where: Polynomial = constant(1)


@dataclass(frozen=True)
class Smallest:
    """The minimum of `body` over the letters of `over` with `where` > 0."""

    over: tuple[Index, ...]
    body: Value
    where: Polynomial = constant(1)


@dataclass(frozen=True)
class Total:
    """The sum of `body` over the letters of `over`."""

    over: tuple[Index, ...]
    body: Value


@dataclass(frozen=True)
class Larger:
    """The maximum of several values."""

    bodies: tuple[Value, ...]


@dataclass(frozen=True)
class Weighted:
    """weight * body, and zero wherever the weight is zero, whatever the body is there."""

    weight: Polynomial
    body: Value


@dataclass(frozen=True)
class Log:
    """The natural logarithm of a value, with log 0 = -inf."""

    body: Value


@dataclass(frozen=True)
class Exceeds:
    """1 where `body` > `level`, strictly, else 0; `level` has no index."""

    body: Value
    level: Polynomial


@dataclass(frozen=True)
class FractionalEvent:
    """The maximum over all a(over) in [0,1] with sum a*mass >= delta of (sum a*part)/(sum a*mass).

    `part` and `mass` are nonnegative polynomials in the letters of `over`; at delta = 0 it is the
    largest ratio part/mass over the letters of positive mass.
    """

    over: tuple[Index, ...]
    part: Polynomial
    mass: Polynomial
    delta: Polynomial


@dataclass(frozen=True)
class ExcessRatio:
    """The maximum over all nonempty sets E of letters of (part(E) - delta) / mass(E).

    `part` and `mass` are nonnegative polynomials in the letters of `over`, delta >= 0. Fractional
    sets give no more: the best set takes all letters whose ratio part/mass is above a threshold.
    """

    over: tuple[Index, ...]
    part: Polynomial
    mass: Polynomial
    delta: Polynomial


@dataclass(frozen=True)
class Quotient:
    """A tensor defined by  weight * tensor = total  (its entries are free where weight = 0).

    The conditional output distribution Q(y,z) = P(z|y) is one: weight P_Y(y), total P_YZ(y,z).
    """

    tensor: Tensor
    indices: tuple[Index, ...]
    weight: Polynomial
    total: Polynomial


Value = (
    Ratio
    | Largest
    | Smallest
    | Total
    | Larger
    | Weighted
    | Log
    | Exceeds
    | FractionalEvent
    | ExcessRatio
)
