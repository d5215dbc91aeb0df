"""The domain of a claim: where all its quantities have a value.

    0*ldp(P, W)         no value where ldp(P, W) is infinite
    a - b               none where both are infinite
    a/b, log(b)         none at b = 0; none at b < 0
    W^&n                none unless n is one of 1, 2, 3, ..

An instance outside the domain neither satisfies nor violates the claim. Requirements that plainly
hold by the bounds of measures and scalars are left out; a listed requirement may still hold
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from pmlsym.calculus.polynomial import constant
from pmlsym.claims.hypotheses import conjuncts, contradiction_of
from pmlsym.claims.ranges import (
    Range,
    flat_factors,
    is_positive,
    range_of,
    without_positive_factors,
)
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import parts_with_bindings
from pmlsym.language.fold import contains, key
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Implication,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantity,
    Scalar,
    Series,
    Sum,
    measures_in,
)
from pmlsym.language.value import Divergence, Larger, Power, Ratio, Value
from pmlsym.language.value_facts import facts_of
from pmlsym.language.writing import statement, write_quantity


def domain_of(claim: Claim) -> tuple[str, ...]:
    """The requirements for a claim to have a value, in words; none if it always has one.

    >>> from pmlsym.claim_text.question import parse
    >>> domain_of(parse("pml(P, W) <= pml(P, W) + 0*ldp(P, W)"))
    ('0*ldp(P, W) is not 0*inf',)
    >>> domain_of(parse("a >= 0 => log(a) <= a/b - ldp(W)"))
    ('b != 0',)
    >>> domain_of(parse("a > 1 => log(a - 1) <= log(a)"))
    ()
    """
    assumed: set[str] = set()  # premises are assumed; what a conclusion says is not
    within: dict[str, Range] = {}
    requirements: list[str] = []
    for letter in repeat_letters_of(claim):
        scalar, least = Scalar(letter), range_of(Constant(Fraction(1)))
        within[letter] = range_of(scalar).narrowed_by(">=", least)
        requirements.append(f"{letter} is one of 1, 2, 3, ..")
    while isinstance(claim, Implication):
        assumed |= {statement(part) for part in conjuncts(claim.premise)}
        requirements += [c for c in _requirements_in(claim.premise, within) if c not in assumed]
        within = _ranges_under(within, claim.premise)
        claim = claim.conclusion
    requirements += [c for c in _requirements_in(claim, within) if c not in assumed]
    return tuple(dict.fromkeys(requirements))


def ranges_of_scalars(claim: Claim) -> dict[str, Range]:
    """The ranges of scalars where all hypotheses of a claim hold.

    >>> from pmlsym.claim_text.question import parse
    >>> ranges_of_scalars(parse("a >= 1 and b >= a => b >= 1"))["b"].low
    Fraction(1, 1)
    """
    within: dict[str, Range] = {}
    while isinstance(claim, Implication):
        within = _ranges_under(within, claim.premise)
        claim = claim.conclusion
    return within


def range_under_hypotheses(quantity: Quantity, claim: Claim) -> Range:
    """The range of a quantity where all hypotheses of a claim hold, those about it included.

    >>> from pmlsym.claim_text.question import parse, parse_quantity
    >>> claim = parse("p <= 1/3 and p + q <= 1 => 1 <= 2")
    >>> [range_under_hypotheses(parse_quantity(t), claim).high for t in ("2*p", "p + q")]
    [Fraction(2, 3), Fraction(1, 1)]
    """
    within = ranges_of_scalars(claim)
    values = range_of(quantity, within=within)
    while isinstance(claim, Implication):
        for part in conjuncts(claim.premise):
            for way in (part, part.flipped) if isinstance(part, Comparison) else ():
                if key(way.left) == key(quantity):
                    values = values.narrowed_by(way.relation, range_of(way.right, within=within))
        claim = claim.conclusion
    return values


def _ranges_under(within: Mapping[str, Range], premise: Claim) -> dict[str, Range]:
    """The ranges of scalars, narrowed by the comparisons in a premise of a claim.

    A chain such as a <= b and b <= c is read again as long as that narrows a range.
    """
    parts = [part for part in conjuncts(premise) if isinstance(part, Comparison)]
    ranges = dict(within)
    # a chain of n comparisons has passed all ranges on after n rounds
    for _ in parts:
        before = dict(ranges)
        for part in parts:
            for way in (part, part.flipped):
                if isinstance(way.left, Scalar):
                    before_premise = ranges.get(way.left.name, range_of(way.left))
                    other = range_of(way.right, within=ranges)
                    ranges[way.left.name] = before_premise.narrowed_by(way.relation, other)
        if ranges == before:
            break
    return ranges


def _requirements_in(claim: Claim, within: Mapping[str, Range]) -> Iterator[str]:
    """The requirements, in words, for a claim's quantities outside quantifiers to have a value."""
    for part, bound in parts_with_bindings(claim):
        if isinstance(part, Quantity) and not bound.names:
            yield from value_requirements(part, partial(range_of, within=within))


def value_requirements(quantity: Quantity, range_of: Callable[[Quantity], Range]) -> Iterator[str]:
    """The requirements, in words, for a part of a claim to have a value if its own parts do."""
    match quantity:
        case Measure(free=free, value=value) if free and not _always_has_value(value):
            yield f"{quantity.text} has a value: its outcome can occur"
        case Sum(terms):
            ranges = [range_of(term) for term in terms]
            if _can_be_inf_minus_inf(ranges):
                yield f"{write_quantity(quantity)} is not inf - inf"
        case Product(factors):
            if any(
                range_of(one).has_infinity and not range_of(other).nonzero
                for one in factors
                for other in factors
                if one is not other
            ):
                yield f"{write_quantity(quantity)} is not 0*inf"
        case Division(numerator, denominator):
            if not range_of(denominator).nonzero:
                yield f"{write_quantity(denominator)} != 0"
            if range_of(numerator).has_infinity and range_of(denominator).has_infinity:
                yield f"{write_quantity(quantity)} is not inf/inf"
        case Logarithm(body):
            range_ = range_of(body)
            if range_.has_minus_inf or range_.low is None or range_.low < 0:
                yield f"{write_quantity(without_positive_factors(body))} >= 0"
        case BinomialTail() | Series():
            yield from _requirements_of_arguments(quantity, range_of)


def _always_has_value(value: Value) -> bool:
    """Whether a measure's value at an outcome is defined wherever the outcome can occur.

    A divergence, of two rows for instance, always has a value, which may be infinite; so does its
    power.
    """
    if isinstance(value, Power):
        return _always_has_value(value.body)
    entry = isinstance(value, Ratio) and value.denominator == constant(1)
    return entry or isinstance(value, Larger | Divergence) or facts_of(value).counts


def _requirements_of_arguments(
    quantity: BinomialTail | Series, range_of: Callable[[Quantity], Range]
) -> Iterator[str]:
    """The requirements, in words, for a claim's binomial tail or series to have a value."""
    match quantity:
        case BinomialTail(trials=trials, probability=probability):
            yield f"{write_quantity(trials)} is one of 0, 1, 2, .."
            range_ = range_of(probability)
            if range_.low is None or range_.high is None or range_.low < 0 or range_.high > 1:
                yield f"{write_quantity(probability)} is in [0, 1]"
        case Series(low=low, high=high) if not _are_ends_of_series(low, high):
            first, last = write_quantity(low), write_quantity(high)
            yield f"{first} and {last} are integers, {last} >= {first} - 1"


def _can_be_inf_minus_inf(ranges: list[Range]) -> bool:
    """Whether a sum of terms in these ranges can be inf - inf, so that a claim has no value."""
    return any(
        one.has_inf and other.has_minus_inf
        for one in ranges
        for other in ranges
        if one is not other
    )


def _are_ends_of_series(low: Quantity, high: Quantity) -> bool:
    """Whether a sum or product in a claim can run from low to high: integers, high >= low - 1."""
    if not (isinstance(low, Constant) and isinstance(high, Constant)):
        return False
    whole = low.value.denominator == high.value.denominator == 1
    return whole and high.value >= low.value - 1


def requirements_of(claim: Claim) -> tuple[Claim, ...]:
    """The requirements for a claim to have a value, on denominators and logarithms, as claims.

    Other requirements are left out, and so are those that mention the letter of a sum.

    >>> from pmlsym.claim_text.question import parse
    >>> [statement(each) for each in requirements_of(parse("log(a) <= 1/(b - c)"))]
    ['a >= 0', 'not b - c == 0']
    >>> [statement(each) for each in requirements_of(parse("h(p) <= 1"))]
    ['p > 0', 'p >= 0', '1 - p > 0', '1 - p >= 0']
    """
    requirements: list[Claim] = []
    for part, bound in parts_with_bindings(claim):
        if bound.names:
            continue  # the meaning of a quantifier says what holds where its inside has no value
        if isinstance(part, Product):
            positive = _logarithms_times_themselves(part)
            requirements += [Comparison(body, ">", ZERO) for body in positive]
        elif isinstance(part, Division) and not range_of(part.denominator).nonzero:
            requirements.append(Negation(Comparison(part.denominator, "==", ZERO)))
        elif isinstance(part, Logarithm) and not range_of(part.body).nonnegative:
            requirements.append(Comparison(part.body, ">=", ZERO))
    once = {key(each): each for each in requirements}.values()
    return tuple(each for each in once if not contains(each, Bound))


def _logarithms_times_themselves(quantity: Product) -> list[Quantity]:
    """The b of each factor log(b) beside a factor b in a claim: at b = 0 it is 0*inf, no value."""
    factors = [*flat_factors(quantity)]
    keys = {key(factor) for factor in factors}
    logarithms = (factor for factor in factors if isinstance(factor, Logarithm))
    return [factor.body for factor in logarithms if key(factor.body) in keys]


def undefined_of(claim: Claim) -> Claim | None:
    """The claim that the given claim has no value on any instance of its hypotheses.

    Nothing where its domain has no requirement that can be stated as a claim.

    >>> from pmlsym.claim_text.question import parse
    >>> statement(undefined_of(parse("a <= 1 => log(a - 2) <= 1")))
    'not (a <= 1 and a - 2 >= 0)'
    """
    required = requirements_of(claim)
    return contradiction_of(claim, required) if required else None


ZERO = Constant(Fraction(0))


def difference_of_logs(quantity: Quantity) -> Quantity | None:
    """The log a - log b that a claim may have for log(a/b) if only a > 0 is plain.

    The quotient has a logarithm where b has one; where b = 0 the difference is infinite, so that a
    claim about the difference covers more instances.
    """
    match quantity:
        case Logarithm(Division(above, below)) if is_positive(above) and not is_positive(below):
            if any(True for _ in measures_in(quantity)):
                return None
            log = above.body if isinstance(above, Exponential) else Logarithm(above)
            return log - Logarithm(below)
    return None
