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
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from pmlsym.calculus.meter import uncounted
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.fold import Node, walk

ONE = constant(1)


@dataclass(frozen=True)
class LetterOrder:
    """An order that is a letter: above 1, or between 0 and 1.

    The exponents made of an order are 1/(order - 1) in Renyi's divergence, order/(order - 1) in
    Sibson's information and 1/order in a norm; of an order that is a number they are fractions.
    """

    number: Polynomial
    is_above_one: bool

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class LetterExponent:
    """numerator/denominator, of one sign wherever the letters are on their sides of 1."""

    numerator: Polynomial
    denominator: Polynomial
    is_positive: bool

    def times(self, other: LetterExponent) -> LetterExponent:
        """The product of two exponents of a power's node, a common order cancelled.

        >>> from pmlsym.calculus.polynomial import atom
        >>> from pmlsym.calculus.scalar import scalar
        >>> a = LetterOrder(atom(scalar("a")), True)
        >>> norm, entropy = reciprocal(a), order_over_distance(a)
        >>> norm.times(entropy) == reciprocal_of_distance(a)
        True
        """
        sign = self.is_positive == other.is_positive
        above, below = (self.numerator, other.numerator), (self.denominator, other.denominator)
        for k in (0, 1):
            if above[k] == below[1 - k]:
                return LetterExponent(above[1 - k], below[k], sign)
        return LetterExponent(above[0] * above[1], below[0] * below[1], sign)


Exponent = Fraction | LetterExponent


def is_above_one(order: Fraction | LetterOrder) -> bool:
    """Whether the order that a node of values has, a number or a letter, is above 1."""
    return order.is_above_one if isinstance(order, LetterOrder) else order > 1


def reciprocal(order: Fraction | LetterOrder) -> Exponent:
    """The exponent 1/order for the node of a power."""
    if isinstance(order, Fraction):
        return 1 / order
    return LetterExponent(ONE, order.number, True)


def reciprocal_of_distance(order: Fraction | LetterOrder) -> Exponent:
    """The exponent 1/(order - 1) of a power's node."""
    if isinstance(order, Fraction):
        return 1 / (order - 1)
    return LetterExponent(ONE, order.number - 1, order.is_above_one)


def order_over_distance(order: Fraction | LetterOrder, sign: int = 1) -> Exponent:
    """The exponent sign * order/(order - 1) of a power's node."""
    if isinstance(order, Fraction):
        return sign * order / (order - 1)
    positive = order.is_above_one == (sign > 0)
    return LetterExponent(order.number, sign * (order.number - 1), positive)


def product_of_exponents(one: Exponent, other: Exponent) -> Exponent:
    """The exponent of the node of a power of a power."""
    if isinstance(one, LetterExponent) and isinstance(other, LetterExponent):
        return one.times(other)
    assert isinstance(one, Fraction) and isinstance(other, Fraction)  # of one order
    return one * other


@dataclass(frozen=True)
class Value(Node):
    """A node of a value.

    `rule` names its rule in the records of rules (value_rules.py), `words` describe it to people
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
class Added(Value):
    """The sum of several values."""

    rule = "added"
    words = "a sum of several"
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
    exponent: Exponent

    @property
    def rises(self) -> bool:
        """Whether this node, a power, rises with its body: whether the exponent is positive."""
        e = self.exponent
        return e.is_positive if isinstance(e, LetterExponent) else e > 0


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

    `part` and `mass` are nonnegative polynomials in the letters of `over`; at delta = 0 the node is
    the largest ratio part/mass over the letters of positive mass.
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
    sets give no larger value: the best set has all letters whose ratio part/mass is above a
    threshold.
    """

    rule = "excess_ratio"
    words = "a worst set of letters"
    plain = ("part", "mass", "delta")

    over: tuple[Index, ...]
    part: Polynomial
    mass: Polynomial
    delta: Polynomial


@dataclass(frozen=True)
class Divergence(Value):
    """An f-divergence: the sum over the letters of `over` of  weight * b f(a/b),  f convex.

    `function` names f in FORMULAS_OF_DIVERGENCES, or is POWER, f(u) = u^order of an order that is
    positive and not 1, concave below 1; weight, a and b are nonnegative. Where b = 0 the summand is
    the weight times a f(u)/u at u = inf, and where all three are zero it is zero. An interpretation
    without a rule for it reads the nodes that it is `written` out as; at an order that is a letter
    there are none.
    """

    rule = "divergence"
    words = "a divergence"
    plain = ("weight", "a", "b")

    function: str
    over: tuple[Index, ...]
    a: Polynomial
    b: Polynomial
    weight: Polynomial = constant(1)
    order: Fraction | LetterOrder | None = None

    @property
    def is_open(self) -> bool:
        """Whether the order of this node, a divergence, is a letter."""
        return isinstance(self.order, LetterOrder)

    @property
    def written(self) -> Value:
        """The divergence in other nodes of values, as a total of ratios."""
        return divergence_in_other_nodes(self)


@dataclass(frozen=True)
class ContractionCoefficient(Value):
    """The largest D_f(QW || PW) / D_f(Q || P) over all distributions Q << P, Q /= P; else zero.

    P has the `mass` of the letters of `inputs`, W the `entry` at these and those of `outputs`;
    where the mass is the constant 1, the largest is over all P as well. `function` is as in
    `Divergence`.
    """

    rule = "contraction"
    words = "a contraction coefficient"
    plain = ("mass", "entry")

    function: str
    inputs: tuple[Index, ...]
    outputs: tuple[Index, ...]
    mass: Polynomial
    entry: Polynomial

    @property
    def is_over_priors(self) -> bool:
        """Whether this node's largest is also over all priors P."""
        return self.mass == constant(1)


@dataclass(frozen=True)
class ConcentratedDivergence(Value):
    """The largest D[alpha](a || b)/alpha over all orders alpha > 1, of two distributions.

    It is infinite where a is not dominated by b. As no order need attain it, a claim about it is a
    claim about all orders (lowering/orders/every_order.py).
    """

    rule = "concentrated"
    words = "a largest divergence over orders"
    plain = ("a", "b")

    over: tuple[Index, ...]
    a: Polynomial
    b: Polynomial


FORMULAS_OF_DIVERGENCES = {
    "kl": "u log u",
    "chi2": "(u - 1)^2",
    "tv": "max(u - 1, 0)",
    "H2": "(sqrt u - 1)^2/2",
    "js": "u log(2u/(u + 1))/2 + log(2/(u + 1))/2",
    "lc": "(u - 1)^2/(2u + 2)",
}
"""The functions f of divergences, by the names of their divergences; f(1) = 0."""

POWER = "power"
"""The function of a divergence with an order, which sums a^order b^(1 - order)."""

WHOLE = (2, 3, 4)
"""Orders at which powers are written as ratios, which have closed forms; larger ones are long."""


@lru_cache(maxsize=1024)
@uncounted()
def divergence_in_other_nodes(value: Divergence) -> Value:
    """A divergence as other nodes of values: sums, ratios, logarithms, powers.

    Raises Unsupported for a power whose order is a letter.

    >>> from pmlsym.calculus.polynomial import atom
    >>> x, p, q = Index("X", "x"), Tensor("P", ("X",)), Tensor("Q", ("X",))
    >>> divergence_in_other_nodes(Divergence("kl", (x,), atom(p, x), atom(q, x))).body.body
    Log(body=Ratio(numerator=P(x), denominator=Q(x)))
    """
    weight, a, b, order = value.weight, value.a, value.b, value.order
    half = Fraction(1, 2)
    if isinstance(order, LetterOrder):
        raise Unsupported(f"a power of the order {order} is not written out")
    match value.function:
        case "kl":
            return Total(value.over, Weighted(weight * a, Log(Ratio(a, b))))
        case "chi2" if is_dominated(value):
            return Total(value.over, Weighted(weight * b, Ratio((a - b) ** 2, b**2)))
        case "chi2":
            gap = Ratio((a - b) ** 2, b * (a + b))
            return Total(value.over, Weighted(weight * (a + b), gap))
        case "tv":
            return Total(value.over, Larger((Ratio(constant(0)), Ratio(weight * (a - b)))))
        case "H2":
            root = Weighted(-weight, Power(Ratio(a * b), half))
            return Total(value.over, Added((Ratio(half * weight * (a + b)), root)))
        case "js":
            logs = (Weighted(half * weight * side, Log(Ratio(2 * side, a + b))) for side in (a, b))
            return Total(value.over, Added(tuple(logs)))
        case "lc":
            gap = Ratio((a - b) ** 2, 2 * (a + b) ** 2)
            return Total(value.over, Weighted(weight * (a + b), gap))
        case "power" if order in WHOLE:
            power = int(order or 0) - 1
            return Total(value.over, Weighted(weight * a, Ratio(a**power, b**power)))
        case "power" if order is not None and (order > 1 or b == constant(1)):
            return Total(value.over, Weighted(weight * a, Power(Ratio(a, b), order - 1)))
        case "power" if order is not None:
            return Total(value.over, Weighted(weight * b, Power(Ratio(a, b), order)))
    raise InvalidInput(f"{value.function} is none of {', '.join(FORMULAS_OF_DIVERGENCES)}")


def is_dominated(value: Divergence) -> bool:
    """Whether the form of a divergence's node says that b = 0 only where weight * a is.

    This holds for a prior and a channel: P_Y(y) is the sum of P(x) W(x,y) over x.
    """
    part = value.weight * value.a
    alone = [i for i in value.over if i in part.free and i not in value.b.free]
    # all subsets of the letters, which are few: mostly the x of a prior and a channel
    every = (c for size in range(1, len(alone) + 1) for c in combinations(alone, size))
    return any(sum_over(part, *summed) == value.b for summed in every)


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
    """Every polynomial in the nodes of a value."""
    for part in walk(value):
        for name in part.plain:
            yield getattr(part, name)


RANGES = ("over", "inputs", "outputs")
"""The fields of nodes whose letters a value ranges over."""


def range_indices(value: Value) -> Iterator[Index]:
    """Every index that the nodes of a value range over, in sums and extremes."""
    for part in walk(value):
        for name in RANGES:
            yield from getattr(part, name, ())


def mass_counted(value: Value) -> Polynomial | None:
    """The mass of a letter in a node of the form "1 where that is positive, else 0"; or nothing."""
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


def has_events(value: Value) -> bool:
    """Whether a value, a tree of nodes, has one that is a largest over events or sums maxima."""
    return any(
        isinstance(part, ExcessRatio | FractionalEvent)
        or (isinstance(part, Total) and isinstance(part.body, Larger))
        for part in walk(value)
    )


def mean_log_of(value: Value) -> MeanLog | None:
    """The parts of nodes of the form "mean of logs of ratios", or largest ratios; else nothing."""
    match value:
        case Divergence("kl"):
            return mean_log_of(value.written)
        case Total(over, Weighted(weight, Log(Ratio() as ratio))):
            return MeanLog(over, weight, ratio)
        case Total(over, Weighted(weight, Log(Largest(_, Ratio() as ratio) as largest))):
            return MeanLog(over, weight, ratio, largest)
    return None
