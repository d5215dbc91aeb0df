"""Where the values of a quantity lie, the hypotheses of a claim, and its domain.

    1 - p          in [0, 1] for a probability p
    exp(A) > 0     unless A can be -inf
    log(B)         can be -inf unless B > 0 is plain

What is said of a range holds wherever the quantity has a value. The domain is where all do:

    0*ldp(P, W)         no value where ldp(P, W) is infinite
    a - b               none where both are infinite
    a/b, log(b)         none at b = 0; none at b < 0

An instance outside neither satisfies nor violates the claim. What is plain from the bounds that
measures and scalars declare is left out; what is listed may still hold everywhere.

    A => (B => C)       has the hypotheses A and B, which clash if  not (A and B)  holds
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from pmlsym.language.fold import walk
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    BinomialTail,
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Division,
    Implication,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantity,
    Scalar,
    Series,
    Sum,
)
from pmlsym.language.value import Larger
from pmlsym.language.writing import statement, write_quantity


def domain_of(claim: Claim) -> tuple[str, ...]:
    """What has to hold for the claim to have a value, in words; nothing if it always has one.

    >>> from pmlsym.claims.question import parse
    >>> domain_of(parse("pml(P, W) <= pml(P, W) + 0*ldp(P, W)"))
    ('0*ldp(P, W) is not 0*inf',)
    >>> domain_of(parse("a >= 0 => log(a) <= a/b - ldp(W)"))
    ('b != 0',)
    >>> domain_of(parse("a > 1 => log(a - 1) <= log(a)"))
    ()
    """
    said: set[str] = set()  # what a premise says is assumed; a conclusion's words are not
    within: dict[str, Range] = {}
    found: list[str] = []
    while isinstance(claim, Implication):
        said |= {statement(part) for part in conjuncts(claim.premise)}
        found += [c for c in _conditions_in(claim.premise, within) if c not in said]
        within = _narrowed(within, claim.premise)
        claim = claim.conclusion
    found += [c for c in _conditions_in(claim, within) if c not in said]
    return tuple(dict.fromkeys(found))


def _narrowed(within: Mapping[str, Range], premise: Claim) -> dict[str, Range]:
    """Where scalars lie once the premise holds: what it says of one and a number is used."""
    found = dict(within)
    for part in conjuncts(premise):
        if isinstance(part, Comparison):
            turned = Comparison.FLIPPED[part.relation]
            ways = ((part.left, part.relation, part.right), (part.right, turned, part.left))
            for scalar, relation, other in ways:
                value = range_of(other).point
                if isinstance(scalar, Scalar) and value is not None:
                    own = found.get(scalar.name, range_of(scalar))
                    found[scalar.name] = own.cut(relation, value)
    return found


def _conditions_in(claim: Claim, within: Mapping[str, Range]) -> Iterator[str]:
    for part in walk(claim):
        if isinstance(part, Quantity):
            yield from _conditions(part, partial(range_of, within=within))


def _conditions(quantity: Quantity, range_of: Callable[[Quantity], Range]) -> Iterator[str]:
    match quantity:
        case Measure(free=free, value=value) if free and not isinstance(value, Larger):
            yield f"{quantity.text} has a value: its outcome can occur"
        case Sum(terms):
            ranges = [range_of(term) for term in terms]
            if _apart(ranges):
                yield f"{write_quantity(quantity)} is not inf - inf"
        case Product(factors):
            if any(
                range_of(one).endless and not range_of(other).nonzero
                for one in factors
                for other in factors
                if one is not other
            ):
                yield f"{write_quantity(quantity)} is not 0*inf"
        case Division(numerator, denominator):
            if not range_of(denominator).nonzero:
                yield f"{write_quantity(denominator)} != 0"
            if range_of(numerator).endless and range_of(denominator).endless:
                yield f"{write_quantity(quantity)} is not inf/inf"
        case Logarithm(body):
            own = range_of(body)
            if own.below or own.low is None or own.low < 0:
                yield f"{write_quantity(_without_scale(body))} >= 0"
        case BinomialTail() | Series():
            yield from _ends_and_shares(quantity, range_of)


def _without_scale(quantity: Quantity) -> Quantity:
    """A quantity of the same sign, so that 2*c >= 0 and c/3 >= 0 are not said beside c >= 0."""
    match quantity:
        case Product((Constant(value), rest)) | Product((rest, Constant(value))) if value > 0:
            return _without_scale(rest)
        case Division(rest, Constant(value)) if value > 0:
            return _without_scale(rest)
    return quantity


def _ends_and_shares(
    quantity: BinomialTail | Series, range_of: Callable[[Quantity], Range]
) -> Iterator[str]:
    """What a binomial tail and a sum ask of their arguments."""
    match quantity:
        case BinomialTail(trials=trials, probability=probability):
            yield f"{write_quantity(trials)} is one of 0, 1, 2, .."
            own = range_of(probability)
            if own.low is None or own.high is None or own.low < 0 or own.high > 1:
                yield f"{write_quantity(probability)} is in [0, 1]"
        case Series(low=low, high=high) if not _are_integers(low, high):
            first, last = write_quantity(low), write_quantity(high)
            yield f"{first} and {last} are integers, {last} >= {first} - 1"


def _apart(ranges: list[Range]) -> bool:
    """Whether one term can be inf while another is -inf."""
    return any(one.above and other.below for one in ranges for other in ranges if one is not other)


def _are_integers(low: Quantity, high: Quantity) -> bool:
    if not (isinstance(low, Constant) and isinstance(high, Constant)):
        return False
    whole = low.value.denominator == high.value.denominator == 1
    return whole and high.value >= low.value - 1


def hypotheses_of(claim: Claim) -> tuple[Claim, ...]:
    """The premises of a claim, conjunctions taken apart.

    >>> from pmlsym.claims.question import parse
    >>> len(hypotheses_of(parse("pml(P, W) <= 1 and tv(P, W) <= 1 => mi(P, W) <= 1")))
    2
    """
    found: list[Claim] = []
    while isinstance(claim, Implication):
        found += conjuncts(claim.premise)
        claim = claim.conclusion
    return tuple(found)


def contradiction_of(claim: Claim) -> Claim | None:
    """The claim that no instance satisfies all hypotheses, or nothing where none could clash.

    >>> from pmlsym.claims.question import parse
    >>> contradiction_of(parse("pml(P, W) <= 1")) is None
    True
    """
    hypotheses = hypotheses_of(claim)
    comparisons = tuple(h for h in hypotheses if not isinstance(h, Condition))
    if not comparisons:
        return None
    clash: Claim = Negation(Conjunction(comparisons))
    for condition in hypotheses:
        if isinstance(condition, Condition):
            clash = Implication(condition, clash)
    return clash


def conjuncts(claim: Claim) -> tuple[Claim, ...]:
    """The claims that together are the claim.

    >>> from pmlsym.claims.question import parse
    >>> print(*conjuncts(parse("a <= 1 and (b <= 1 and not c <= 1)")), sep="; ")
    a <= 1; b <= 1; not c <= 1
    """
    if isinstance(claim, Conjunction):
        return tuple(part for inner in claim.claims for part in conjuncts(inner))
    return (claim,)


ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Range:
    """Where the finite values lie, if that is known, and which infinities can occur.

    `positive` says that every value is above zero, the infinite ones too.
    """

    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    below: bool = False
    positive: bool = False

    @property
    def endless(self) -> bool:
        """Whether an infinity can occur."""
        return self.above or self.below

    @property
    def nonnegative(self) -> bool:
        """Whether no value is below zero."""
        return self.positive or (self.low is not None and self.low >= 0 and not self.below)

    @property
    def nonzero(self) -> bool:
        """Whether no value is zero."""
        down = self.high is not None and self.high < 0 and not self.above
        up = self.low is not None and self.low > 0 and not self.below
        return self.positive or up or down

    @property
    def point(self) -> Fraction | None:
        """The one value, if there is only one."""
        return self.low if self.low == self.high and not self.endless else None

    def cut(self, relation: str, value: Fraction) -> Range:
        """What is left of the range where the numbers in it compare so with a value.

        >>> Range(ZERO, ONE).cut(">", Fraction(1, 3)).low
        Fraction(1, 3)
        """
        low, high, positive = self.low, self.high, self.positive
        if relation in (">=", ">", "=="):
            low = value if low is None else max(low, value)
            positive = positive or value > 0 or (value == 0 and relation == ">")
        if relation in ("<=", "<", "=="):
            high = value if high is None else min(high, value)
        return replace(self, low=low, high=high, positive=positive)


def range_of(
    quantity: Quantity,
    positive: frozenset[str] = frozenset(),
    within: Mapping[str, Range] = MappingProxyType({}),
) -> Range:
    """What is plain of the values of a quantity; the scalars `positive` are known to be so.

    `within` says where some scalars lie, beyond what they declare.

    >>> range_of(1 - Scalar("p", "probability"))
    Range(low=Fraction(0, 1), high=Fraction(1, 1), above=False, below=False, positive=False)
    """

    def known(scalar: Scalar) -> Range:
        if scalar.name in within:
            return within[scalar.name]
        own = _of_scalar(scalar)
        return replace(own, positive=True) if scalar.name in positive else own

    return replace(RANGES, scalar=known).read(quantity)


def is_positive(quantity: Quantity) -> bool:
    """Whether a quantity is plainly > 0 wherever it has a value.

    >>> from pmlsym.language.nodes import Constant, Exponential
    >>> is_positive(Constant(ONE) + Exponential(Scalar("eps"))), is_positive(Scalar("eps"))
    (True, False)
    """
    return range_of(quantity).positive


def _of_number(value: Fraction) -> Range:
    return Range(value, value, positive=value > 0)


def _of_scalar(scalar: Scalar) -> Range:
    low = None if scalar.domain == "real" else ZERO
    return Range(low, ONE if scalar.domain == "probability" else None)


def _of_measure(measure: Measure) -> Range:
    least, most = measure.least, measure.most
    if measure.is_log:
        low = ZERO if least is not None and least >= 1 else None
        return Range(low, None, not measure.finite, not measure.finite and low is None)
    below = not measure.finite and least is None
    return Range(least, most, not measure.finite, below, measure.positive)


def _sum(terms: Sequence[Range]) -> Range:
    positive = all(r.nonnegative for r in terms) and any(r.positive for r in terms)
    low, high = (_added([getattr(r, end) for r in terms]) for end in ("low", "high"))
    return Range(low, high, *_ends(terms), positive)


def _product(factors: Sequence[Range]) -> Range:
    if len(factors) == 2 and factors[0].point is not None:
        return _scaled(factors[1], factors[0].point)
    return _of_signs(factors, all(r.positive for r in factors))


def _quotient(above: Range, below: Range) -> Range:
    if below.point:
        return _scaled(above, 1 / below.point)
    # What is divided by inf is 0.
    return _of_signs((above, below), above.positive and below.positive and not below.above)


def _of_signs(parts: Sequence[Range], positive: bool) -> Range:
    """A product or quotient, of which the signs of its parts say all that is plain."""
    least = all(r.nonnegative for r in parts)
    endless = any(r.endless for r in parts)
    return Range(ZERO if least else None, None, endless, endless and not least, positive)


def _exponential(body: Range) -> Range:
    return Range(ZERO, None, body.above, positive=not body.below)


def _logarithm(body: Range) -> Range:
    low = ZERO if body.low is not None and body.low >= 1 and not body.below else None
    return Range(low, None, body.above, not (body.positive or low is not None))


def _extreme(bodies: Sequence[Range]) -> Range:
    known = [r.low for r in bodies if r.low is not None and not r.below]
    return Range(min(known) if len(known) == len(bodies) else None, None, *_ends(bodies))


def _scaled(own: Range, factor: Fraction) -> Range:
    ends = [None if end is None else end * factor for end in (own.low, own.high)]
    if factor < 0:
        return Range(ends[1], ends[0], own.below, own.above)
    return Range(ends[0], ends[1], own.above, own.below, own.positive and factor > 0)


def _added(ends: Sequence[Fraction | None]) -> Fraction | None:
    known = [end for end in ends if end is not None]
    return sum(known, ZERO) if len(known) == len(ends) else None


def _ends(ranges: Sequence[Range]) -> tuple[bool, bool]:
    return any(r.above for r in ranges), any(r.below for r in ranges)


RANGES: Arithmetic[Range] = Arithmetic(
    constant=_of_number,
    scalar=_of_scalar,
    measure=_of_measure,
    entropy=lambda entropic: Range(ZERO),
    letter=lambda letter: Range(),
    series=lambda series, read: Range(),
    add=_sum,
    multiply=_product,
    divide=_quotient,
    log=_logarithm,
    exp=_exponential,
    largest=_extreme,
    smallest=_extreme,
    tail=lambda most, trials, probability: Range(ZERO, ONE),
)
"""What is plain of each sign of quantities."""
