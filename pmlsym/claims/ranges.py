"""The range of a quantity, as far as the bounds of its parts make it plain.

    1 - p          in [0, 1] for a probability p
    exp(A) > 0     unless A can be -inf
    log(B)         can be -inf unless B > 0 is plain
    a*a            >= 0

The range holds wherever the quantity has a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import prod
from operator import mul
from types import MappingProxyType

from pmlsym.language.fold import key
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import Constant, Division, Measure, Product, Quantity, Scalar

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Range:
    """The range of finite values, as far as it is known, and the infinities that can occur.

    `positive` says that every value is above zero, infinite values too; `off_low` and `off_high`
    say that no value equals the low or the high end.
    """

    low: Fraction | None = None
    high: Fraction | None = None
    has_inf: bool = False
    has_minus_inf: bool = False
    positive: bool = False
    off_low: bool = False
    off_high: bool = False

    @property
    def has_infinity(self) -> bool:
        """Whether a claim's quantity in this range can be inf or -inf."""
        return self.has_inf or self.has_minus_inf

    @property
    def nonnegative(self) -> bool:
        """Whether a claim's quantity in this range is never below zero."""
        return self.positive or (self.low is not None and self.low >= 0 and not self.has_minus_inf)

    @property
    def nonzero(self) -> bool:
        """Whether a claim's quantity in this range is never zero."""
        down = self.high is not None and (self.high < 0 or (self.high == 0 and self.off_high))
        return self.is_above_zero or (down and not self.has_inf)

    @property
    def point(self) -> Fraction | None:
        """The one value that a claim's quantity in this range has; nothing where there are more."""
        return self.low if self.low == self.high and not self.has_infinity else None

    def narrowed_by(self, relation: str, other: Range) -> Range:
        """The part of a quantity's range that a hypothesis such as quantity <= other leaves.

        >>> Range().narrowed_by(">", Range(ONE, None, positive=True)).low
        Fraction(1, 1)
        """
        upwards, downwards = relation in (">=", ">", "=="), relation in ("<=", "<", "==")
        narrowed, low, high = self, other.low, other.high
        if upwards and low is not None and not other.has_minus_inf:
            off = relation == ">" or other.off_low
            if self.low is None or self.low < low:
                narrowed = replace(narrowed, low=low, off_low=off)
            elif self.low == low:
                narrowed = replace(narrowed, off_low=off or self.off_low)
        if downwards and high is not None and not other.has_inf:
            off = relation == "<" or other.off_high
            if self.high is None or self.high > high:
                narrowed = replace(narrowed, high=high, off_high=off)
            elif self.high == high:
                narrowed = replace(narrowed, off_high=off or self.off_high)
        return replace(narrowed, positive=narrowed.is_above_zero or (upwards and other.positive))

    @property
    def is_above_zero(self) -> bool:
        """Whether a claim's quantity in this range is positive, as its ends or its flag say.

        >>> Range(ZERO, off_low=True).is_above_zero, Range(ZERO).is_above_zero
        (True, False)
        """
        ends = self.low is not None and (self.low > 0 or (self.low == 0 and self.off_low))
        return self.positive or (ends and not self.has_minus_inf)


def range_of(
    quantity: Quantity,
    positive: frozenset[str] = frozenset(),
    within: Mapping[str, Range] = MappingProxyType({}),
) -> Range:
    """The range of values that a claim's quantity plainly has, by the bounds of its parts.

    `within` has ranges for some scalars, beyond what they declare; `positive` names positive ones.

    >>> range_of(1 - Scalar("p", "probability")) == Range(ZERO, ONE)
    True
    """

    def known(scalar: Scalar) -> Range:
        """The range of a scalar of the claim: the one in `within`, else that of its domain."""
        if scalar.name in within:
            return within[scalar.name]
        declared = _range_of_scalar(scalar)
        return replace(declared, positive=True) if scalar.name in positive else declared

    rules = replace(RANGES, scalar=known)

    def read(part: Quantity) -> Range:
        """The range of a part of the quantity; that of a product of squares is never negative."""
        declared = rules.join(part, read)
        if not (isinstance(part, Product) and _is_square(part.factors)):
            return declared
        is_positive = declared.positive or all(read(factor).nonzero for factor in part.factors)
        low = ZERO if declared.low is None or declared.low < 0 else declared.low
        return replace(
            declared,
            low=low,
            has_inf=declared.has_infinity,
            has_minus_inf=False,
            positive=is_positive,
        )

    return read(quantity)


def _is_square(factors: Sequence[Quantity]) -> bool:
    """Whether a claim's product has each factor an even number of times, so that it is >= 0."""
    counts = Counter(map(key, factors))
    return all(count % 2 == 0 for count in counts.values())


def is_positive(quantity: Quantity) -> bool:
    """Whether a claim's quantity is plainly > 0, by its range, wherever it has a value.

    >>> from pmlsym.language.nodes import Constant, Exponential
    >>> is_positive(Constant(ONE) + Exponential(Scalar("eps"))), is_positive(Scalar("eps"))
    (True, False)
    """
    return range_of(quantity).positive


def without_positive_factors(quantity: Quantity) -> Quantity:
    """The claim's quantity without factors whose range is above zero; its sign is the same.

    >>> from pmlsym.language.nodes import Constant
    >>> without_positive_factors(2 * (Scalar("c") / 3))
    c
    """
    match quantity:
        case Division(above, below) if is_positive(below):
            return without_positive_factors(above)
        case Product():
            rest = [factor for factor in flat_factors(quantity) if not is_positive(factor)]
            return reduce(mul, map(without_positive_factors, rest)) if rest else Constant(ONE)
    return quantity


def flat_factors(product: Product) -> Iterator[Quantity]:
    """The factors that give a claim's product its range, with those of products inside it."""
    for factor in product.factors:
        yield from flat_factors(factor) if isinstance(factor, Product) else (factor,)


def _range_of_number(value: Fraction) -> Range:
    """The range of a claim's constant, which has one value."""
    return Range(value, value, positive=value > 0)


def _range_of_scalar(scalar: Scalar) -> Range:
    """The range of a claim's scalar, by its domain: [0, 1] for a probability."""
    low = None if scalar.domain == "real" else ZERO
    return Range(low, ONE if scalar.domain == "probability" else None)


def _range_of_measure(measure: Measure) -> Range:
    """The range of a measure in a claim, by what is known of its least and largest values."""
    least, most = measure.least, measure.most
    if measure.is_log:
        low = ZERO if least is not None and least >= 1 else None
        return Range(low, None, not measure.finite, not measure.finite and low is None)
    below = not measure.finite and least is None
    return Range(least, most, not measure.finite, below, measure.is_above_zero)


def _range_of_sum(terms: Sequence[Range]) -> Range:
    """The range of a claim's sum from those of its terms: ends are sums of ends."""
    positive = all(r.nonnegative for r in terms) and any(r.positive for r in terms)
    low, high = (_sum_of_ends([getattr(r, end) for r in terms]) for end in ("low", "high"))
    off = any(r.off_low for r in terms), any(r.off_high for r in terms)
    total = Range(low, high, *_infinities(terms), positive, *off)
    return replace(total, positive=total.is_above_zero)


def _range_of_product(factors: Sequence[Range]) -> Range:
    """The range of a claim's product from those of its factors, by numbers, signs and high ends.

    >>> p = Scalar("p", "probability")
    >>> range_of(p * p).high, range_of(p / (2 + p)).high, range_of(p / Scalar("a")).high
    (Fraction(1, 1), Fraction(1, 2), None)
    """
    if len(factors) == 2 and factors[0].point is not None:
        return _scaled_range(factors[1], factors[0].point)
    signs = _range_from_signs(factors, all(r.positive for r in factors))
    highs = [r.high for r in factors if r.high is not None]
    bounded = signs.nonnegative and not signs.has_infinity and len(highs) == len(factors)
    return replace(signs, high=prod(highs, start=ONE)) if bounded else signs


def _range_of_quotient(above: Range, below: Range) -> Range:
    """The range of a claim's quotient from those of its sides, by numbers and signs."""
    if below.point:
        return _scaled_range(above, 1 / below.point)
    # A finite number divided by inf is 0.
    signs = _range_from_signs(
        (above, below), above.positive and below.positive and not below.has_inf
    )
    high, low = above.high, below.low
    bounded = signs.nonnegative and not above.has_infinity and not below.has_minus_inf
    if bounded and high is not None and low is not None and low > 0:
        return replace(signs, high=high / low, has_inf=False)
    return signs


def _range_from_signs(parts: Sequence[Range], positive: bool) -> Range:
    """The range of a claim's product or quotient, as far as the signs of its parts give it."""
    least = all(r.nonnegative for r in parts)
    endless = any(r.has_infinity for r in parts)
    return Range(ZERO if least else None, None, endless, endless and not least, positive)


def _range_of_exponential(body: Range) -> Range:
    """The range of exp(x) in a claim from that of x, by e^x >= 1 + x, equal at 0 alone."""
    low, high, off_low, off_high = ZERO, None, False, False
    if body.low is not None and body.low >= -1 and not body.has_minus_inf:
        low, off_low = 1 + body.low, body.off_low or body.low != 0
    if body.high is not None and body.high <= 0:
        high, off_high = 1 / (1 - body.high), body.off_high or body.high != 0
    return Range(low, high, body.has_inf, False, not body.has_minus_inf, off_low, off_high)


def _range_of_logarithm(body: Range) -> Range:
    """The range of log(r) in a claim from that of r: >= 0 where r >= 1, -inf unless r > 0."""
    low = ZERO if body.low is not None and body.low >= 1 and not body.has_minus_inf else None
    return Range(low, None, body.has_inf, not (body.positive or low is not None))


def _range_of_extreme(bodies: Sequence[Range]) -> Range:
    """The range of a max or min in a claim, from the smallest low end of its parts."""
    lows = [r.low for r in bodies if r.low is not None and not r.has_minus_inf]
    return Range(min(lows) if len(lows) == len(bodies) else None, None, *_infinities(bodies))


def _scaled_range(body: Range, factor: Fraction) -> Range:
    """The range of a number times a claim's quantity in that range; a negative one swaps ends."""
    ends = [None if end is None else end * factor for end in (body.low, body.high)]
    if factor < 0:
        return Range(
            ends[1], ends[0], body.has_minus_inf, body.has_inf, False, body.off_high, body.off_low
        )
    off = (body.off_low, body.off_high) if factor else (False, False)
    return Range(
        ends[0], ends[1], body.has_inf, body.has_minus_inf, body.positive and factor > 0, *off
    )


def _sum_of_ends(ends: Sequence[Fraction | None]) -> Fraction | None:
    """The sum of one end of the ranges of a sum's terms; nothing where a term has no such end."""
    finite = [end for end in ends if end is not None]
    return sum(finite, ZERO) if len(finite) == len(ends) else None


def _infinities(ranges: Sequence[Range]) -> tuple[bool, bool]:
    """Whether some term in these ranges can be inf, and whether some can be -inf."""
    return any(r.has_inf for r in ranges), any(r.has_minus_inf for r in ranges)


RANGES: Arithmetic[Range] = Arithmetic(
    constant=_range_of_number,
    scalar=_range_of_scalar,
    measure=_range_of_measure,
    entropy=lambda entropic: Range(ZERO),
    letter=lambda letter: Range(),
    series=lambda series, read: Range(),
    add=_range_of_sum,
    multiply=_range_of_product,
    divide=_range_of_quotient,
    log=_range_of_logarithm,
    exp=_range_of_exponential,
    largest=_range_of_extreme,
    smallest=_range_of_extreme,
    tail=lambda most, trials, probability: Range(ZERO, ONE),
    supremum=lambda supremum, read: Range(has_inf=True, has_minus_inf=True),
    ordered=lambda ordered: Range(has_inf=True, has_minus_inf=True),
)
"""The rules for the range of each kind of quantity."""
