"""The domain of a claim: where all its quantities have a value.

    0*ldp(P, W)         no value where ldp(P, W) is infinite
    a - b               none where both are infinite
    a/b, log(b)         none at b = 0; none at b < 0

An instance outside neither satisfies nor violates the claim. What is plain from the bounds that
measures and scalars declare is left out; what is listed may still hold everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.claims.infinite_parts import is_positive
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Scalar,
    Series,
    Sum,
)
from pmlsym.language.value import Larger
from pmlsym.language.writing import statement, write_quantity


@dataclass(frozen=True)
class Range:
    """Where the finite values lie, if that is known, and which infinities can occur."""

    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    below: bool = False

    @property
    def endless(self) -> bool:
        """Whether an infinity can occur."""
        return self.above or self.below


def domain_of(claim: Claim) -> tuple[str, ...]:
    """What has to hold for the claim to have a value, in words; nothing if it always has one.

    >>> from pmlsym.claims.parsing import parse
    >>> domain_of(parse("pml(P, W) <= pml(P, W) + 0*ldp(P, W)"))
    ('0*ldp(P, W) is not 0*inf',)
    >>> domain_of(parse("a >= 0 => log(a) <= a/b - ldp(W)"))
    ('b != 0',)
    """
    said = {statement(part) for part in walk(claim) if isinstance(part, Comparison)}
    found = (c for part in walk(claim) if isinstance(part, Quantity) for c in _conditions(part))
    return tuple(c for c in dict.fromkeys(found) if c not in said)


def _conditions(quantity: Quantity) -> Iterator[str]:
    match quantity:
        case Measure(free=free, value=value) if free and not isinstance(value, Larger):
            yield f"{quantity.text} has a value: its outcome can occur"
        case Sum(terms):
            ranges = [range_of(term) for term in terms]
            if _apart(ranges):
                yield f"{write_quantity(quantity)} is not inf - inf"
        case Product(factors):
            if any(
                range_of(one).endless and not _nonzero(other)
                for one in factors
                for other in factors
                if one is not other
            ):
                yield f"{write_quantity(quantity)} is not 0*inf"
        case Division(numerator, denominator):
            if not _nonzero(denominator):
                yield f"{write_quantity(denominator)} != 0"
            if range_of(numerator).endless and range_of(denominator).endless:
                yield f"{write_quantity(quantity)} is not inf/inf"
        case Logarithm(body):
            own = range_of(body)
            if own.below or own.low is None or own.low < 0:
                yield f"{write_quantity(body)} >= 0"
        case BinomialTail() | Series():
            yield from _ends_and_shares(quantity)


def _ends_and_shares(quantity: BinomialTail | Series) -> Iterator[str]:
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


def _nonzero(quantity: Quantity) -> bool:
    own = range_of(quantity)
    away = (own.low is not None and own.low > 0 and not own.below) or (
        own.high is not None and own.high < 0 and not own.above
    )
    return away or is_positive(quantity)


def _are_integers(low: Quantity, high: Quantity) -> bool:
    if not (isinstance(low, Constant) and isinstance(high, Constant)):
        return False
    whole = low.value.denominator == high.value.denominator == 1
    return whole and high.value >= low.value - 1


def range_of(quantity: Quantity) -> Range:
    """What is plain of the values of a quantity, wherever it has one.

    >>> range_of(1 - Scalar("p", "probability"))
    Range(low=Fraction(0, 1), high=Fraction(1, 1), above=False, below=False)
    """
    match quantity:
        case Constant(value):
            return Range(value, value)
        case Scalar(domain=domain):
            low = None if domain == "real" else Fraction(0)
            return Range(low, Fraction(1) if domain == "probability" else None)
        case Measure():
            return _of_measure(quantity)
        case BinomialTail():
            return Range(Fraction(0), Fraction(1))
        case Sum() | Product() | Division():
            return _of_arithmetic(quantity)
        case Exponential(body):
            return Range(Fraction(0), None, range_of(body).above)
        case Logarithm(body):
            own = range_of(body)
            low = Fraction(0) if own.low is not None and own.low >= 1 and not own.below else None
            return Range(low, None, own.above, not (is_positive(body) or low is not None))
        case Extreme(bodies):
            ranges = [range_of(body) for body in bodies]
            known = [r.low for r in ranges if r.low is not None and not r.below]
            least = min(known) if len(known) == len(ranges) else None
            return Range(least, None, *_ends(ranges))
    return Range(Fraction(0)) if not isinstance(quantity, Bound | Series) else Range()


def _of_arithmetic(quantity: Sum | Product | Division) -> Range:
    match quantity:
        case Sum(terms):
            ranges = [range_of(term) for term in terms]
            low, high = ([getattr(r, side) for r in ranges] for side in ("low", "high"))
            return Range(_added(low), _added(high), *_ends(ranges))
        case Product((Constant(value), body)):
            return _scaled(range_of(body), value)
        case Division(numerator, Constant(value)) if value:
            return _scaled(range_of(numerator), 1 / value)
        case Product(factors):
            ranges = [range_of(factor) for factor in factors]
        case Division(numerator, denominator):
            ranges = [range_of(numerator), range_of(denominator)]
    least = all(r.low is not None and r.low >= 0 and not r.below for r in ranges)
    endless = any(r.endless for r in ranges)
    return Range(Fraction(0) if least else None, None, endless, endless and not least)


def _of_measure(measure: Measure) -> Range:
    least, most = measure.least, measure.most
    if measure.is_log:
        low = Fraction(0) if least is not None and least >= 1 else None
        return Range(low, None, not measure.finite, not measure.finite and low is None)
    return Range(least, most, not measure.finite, not measure.finite and least is None)


def _scaled(own: Range, factor: Fraction) -> Range:
    ends = [None if end is None else end * factor for end in (own.low, own.high)]
    if factor < 0:
        return Range(ends[1], ends[0], own.below, own.above)
    return Range(ends[0], ends[1], own.above, own.below)


def _added(ends: list[Fraction | None]) -> Fraction | None:
    known = [end for end in ends if end is not None]
    return sum(known, Fraction(0)) if len(known) == len(ends) else None


def _ends(ranges: list[Range]) -> tuple[bool, bool]:
    return any(r.above for r in ranges), any(r.below for r in ranges)
