"""All nodes of values: ratios, maxima and sums of index polynomials.

A value is what the exponential of a leakage is: pml = log of

    Largest(x, y | p(x) > 0)  W(x,y) / sum_x' p(x')W(x',y).

It is written once, in its measure's file, and has every reading that polynomials have, plus a level
form (lowering/level_form.py). The conventions are those of the level forms: in a maximum or minimum
of ratios the letters outside `where` do not count, 0/0 does not count, and a/0 is infinite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.fold import Node, walk


@dataclass(frozen=True)
class Value(Node):
    """A node of a value.

    `rule` names its rule in the records of rules (value_rules.py), `words` is what it is called
    where it is refused, `plain` names its fields that are polynomials, in order.
    """

    rule: ClassVar[str]
    words: ClassVar[str]
    plain: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Ratio(Value):
    """numerator / denominator, both nonnegative where the ratio counts."""

    rule = "ratio"
    words = "a ratio"
    plain = ("numerator", "denominator")

    numerator: Polynomial
    denominator: Polynomial = constant(1)


@dataclass(frozen=True)
class Largest(Value):
    """The maximum of `body` over the letters of `over` with `where` > 0."""

    rule = "largest"
    words = "a largest over letters"
    inner = ("body",)
    plain = ("where",)

    over: tuple[Index, ...]
    body: Value
    where: Polynomial = constant(1)


@dataclass(frozen=True)
class Smallest(Value):
    """The minimum of `body` over the letters of `over` with `where` > 0."""

    rule = "smallest"
    words = "a smallest over letters"
    inner = ("body",)
    plain = ("where",)

    over: tuple[Index, ...]
    body: Value
    where: Polynomial = constant(1)


@dataclass(frozen=True)
class Total(Value):
    """The sum of `body` over the letters of `over`."""

    rule = "total"
    words = "a sum over letters"
    inner = ("body",)

    over: tuple[Index, ...]
    body: Value


@dataclass(frozen=True)
class Larger(Value):
    """The maximum of several values."""

    rule = "larger"
    words = "a maximum of several"
    inner = ("bodies",)

    bodies: tuple[Value, ...]


@dataclass(frozen=True)
class Weighted(Value):
    """weight * body, and zero wherever the weight is zero, whatever the body is there."""

    rule = "weighted"
    words = "a weighted mean"
    inner = ("body",)
    plain = ("weight",)

    weight: Polynomial
    body: Value


@dataclass(frozen=True)
class Log(Value):
    """The natural logarithm of a value, with log 0 = -inf."""

    rule = "log"
    words = "a logarithm"
    inner = ("body",)

    body: Value


@dataclass(frozen=True)
class Power(Value):
    """body^exponent of a body >= 0, for an exponent that is not 0; 0 to a negative one is inf."""

    rule = "power"
    words = "a power"
    inner = ("body",)

    body: Value
    exponent: Fraction


@dataclass(frozen=True)
class Exceeds(Value):
    """1 where `body` > `level`, strictly, else 0; `level` has no index."""

    rule = "exceeds"
    words = "a probability of exceeding"
    inner = ("body",)
    plain = ("level",)

    body: Value
    level: Polynomial


@dataclass(frozen=True)
class FractionalEvent(Value):
    """The maximum over all a(over) in [0,1] with sum a*mass >= delta of (sum a*part)/(sum a*mass).

    `part` and `mass` are nonnegative polynomials in the letters of `over`; at delta = 0 it is the
    largest ratio part/mass over the letters of positive mass.
    """

    rule = "fractional_event"
    words = "a worst event of some probability"
    plain = ("part", "mass", "delta")

    over: tuple[Index, ...]
    part: Polynomial
    mass: Polynomial
    delta: Polynomial


@dataclass(frozen=True)
class ExcessRatio(Value):
    """The maximum over all nonempty sets E of letters of (part(E) - delta) / mass(E).

    `part` and `mass` are nonnegative polynomials in the letters of `over`, delta >= 0. Fractional
    sets give no more: the best set takes all letters whose ratio part/mass is above a threshold.
    """

    rule = "excess_ratio"
    words = "a worst set of letters"
    plain = ("part", "mass", "delta")

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


def polynomials_of(value: Value) -> Iterator[Polynomial]:
    """Every polynomial of a value."""
    for part in walk(value):
        for name in part.plain:
            yield getattr(part, name)


def letters_of(value: Value) -> Iterator[Index]:
    """Every index that a value ranges over."""
    for part in walk(value):
        yield from getattr(part, "over", ())


def mass_counted(value: Value) -> Polynomial | None:
    """The mass of a letter, of a value that is 1 where that is positive and else 0; or nothing."""
    match value:
        case Exceeds(Ratio(mass, one), level) if one == constant(1) and not level:
            return mass
    return None


@dataclass(frozen=True)
class MeanLog:
    """sum over `over` of weight * log of `ratio`, or of the `largest` of such ratios."""

    over: tuple[Index, ...]
    weight: Polynomial
    ratio: Ratio
    largest: Largest | None = None


def mean_log_of(value: Value) -> MeanLog | None:
    """A value as a mean of logarithms of ratios, or of largest ratios; nothing for any other."""
    match value:
        case Total(over, Weighted(weight, Log(Ratio() as ratio))):
            return MeanLog(over, weight, ratio)
        case Total(over, Weighted(weight, Log(Largest(_, Ratio() as ratio) as largest))):
            return MeanLog(over, weight, ratio, largest)
    return None
