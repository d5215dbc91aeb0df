"""Quantifiers that a claim can do without: what they bind becomes one more free name of the claim.

    forall P: c                 is  c, for every P                  as a conclusion
    (exists P: c) => d          is  c => d, for every P
    (sup P: a) <= b             is  a <= b, for every P
    a <= (sup P: b)             is  (forall P: b <= s) => a <= s, for every number s
    a < (sup P: b)              is  exists P: a < b

The claim that `open_quantifiers` gives is valid where the original is. An instance on which it is
false has entries for the names that were bound; without these it is an instance on which the
original is false. "exists" as a conclusion and "forall" as a hypothesis stay.

(sup P: a) < b is not opened: it says more than a < b for every P, since a supremum need not be
attained. For the same reason the hypothesis (sup P: a) >= b gives no P with a >= b, and stays. An
equality is two inequalities; what is bound keeps its names in both.

A supremum may be inside sums, multiples by numbers that are never negative, maxima, exp and log,
all of which preserve suprema. An infinite one is above every number s, so that "for every number s"
says nothing about it. So the third line is right only where an infinite supremum makes the
comparison true, whatever else is in it: a <= min((sup P: b), c) and exp((inf P: b)) <= a are not
opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from weakref import WeakKeyDictionary, WeakSet

from pmlsym.claims.ranges import range_of
from pmlsym.claims.scopes import is_quantified, require_apart
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.language.fold import children, fold, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Negation,
    Optimum,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Sum,
)


def open_quantifiers(claim: Claim) -> Claim:
    """The claim with free names for what its quantifiers bind, if that says the same.

    >>> from pmlsym.claim_text.question import parse
    >>> print(open_quantifiers(parse("(sup P: pml(P, W)) <= ldp(W)")))
    pml(P, W) <= ldp(W)
    >>> print(open_quantifiers(parse("ldp(W) <= (sup P: pml(P, W))")))
    (forall P: pml(P, W) <= s) => ldp(W) <= s
    >>> print(open_quantifiers(parse("(sup P: pml(P, W)) < 1 => ldp(W) < 1")))
    (sup P: pml(P, W)) < 1 => ldp(W) < 1
    """
    if claim in _OPENED:  # an opened equality has the names of what it binds twice
        return claim
    without = _OPENED_FROM.get(claim, claim)
    if without is claim and is_quantified(claim):
        require_apart(claim)
        without = _Opening(claim).whole
        if without is not claim:  # otherwise the claim would keep itself alive
            _OPENED_FROM[claim] = without
    _OPENED.add(without)
    return without


class _Opening:
    """The opening of one claim, with the names of the numbers that it adds."""

    def __init__(self, claim: Claim) -> None:
        self._taken = number_names(claim)
        self.whole = self._opened_part(claim, positive=True)

    def _opened_part(self, claim: Claim, *, positive: bool) -> Claim:
        """A part of a claim with free names for bound ones, asserted (`positive`) or assumed.

        The two functions call each other: a comparison may become a quantifier, which is opened in
        turn.
        """
        match claim:
            case Comparison() if is_quantified(claim):
                return self._open_comparison(claim, positive)
            case Implication(premise, conclusion):
                before = self._opened_part(premise, positive=not positive)
                return Implication(before, self._opened_part(conclusion, positive=positive))
            case Negation(inner):
                return Negation(self._opened_part(inner, positive=not positive))
            case Conjunction() | Disjunction():
                return rebuild(
                    claim, [self._opened_part(c, positive=positive) for c in children(claim)]
                )
            case Quantified(_, within, body, universal) if universal == positive:
                if not within:
                    return self._opened_part(body, positive=positive)
                join = Implication if universal else _conjunction
                return self._opened_part(join(within[0], body), positive=positive)
        return claim

    def _open_comparison(self, claim: Comparison, positive: bool) -> Claim:
        """A comparison with suprema as claims about all that they bind, or a new number."""
        if claim.relation == "==":
            sides = claim.inequalities
            return Conjunction(tuple(self._opened_part(c, positive=positive) for c in sides))
        if claim.relation in (">=", ">"):
            return self._open_comparison(claim.flipped, positive)
        places = [*_optima_kept_by(claim.left, 1), *_optima_kept_by(claim.right, -1)]
        strict = claim.relation == "<"
        # "for all" comes first: what "for some" binds may depend on it
        for part, sign, decides in sorted(places, key=lambda place: not _is_for_all(*place[:2])):
            if _is_for_all(part, sign) and not strict:
                body = _with_optimum_replaced(claim, part, part.body)
                return self._opened_part(
                    Quantified(part.over, part.within, body), positive=positive
                )
            if not _is_for_all(part, sign) and strict:
                body = _with_optimum_replaced(claim, part, part.body)
                some = Quantified(part.over, part.within, body, is_universal=False)
                return self._opened_part(some, positive=positive)
            if not _is_for_all(part, sign) and positive and decides:
                number = self._fresh_number()
                ends = (part.body, number) if part.is_supremum else (number, part.body)
                below = Comparison(ends[0], "<=", ends[1])
                bounded = Quantified(part.over, part.within, below)
                rest = _with_optimum_replaced(claim, part, number)
                return self._opened_part(Implication(bounded, rest), positive=True)
        return claim

    def _fresh_number(self) -> Scalar:
        """A scalar, under a name that the claim does not have, for a supremum that is opened."""
        name = fresh_name("s", self._taken)
        self._taken.add(name)
        return Scalar(name)


def _is_for_all(part: Optimum, sign: int) -> bool:
    """Whether a claim's supremum is opened to its body, bounded for all that the supremum binds.

    `sign` is 1 where the part should be small, -1 where it should be large.
    """
    return part.is_supremum == (sign > 0)


def _optima_kept_by(
    quantity: Quantity, sign: int, decides: bool = True
) -> Iterator[tuple[Optimum, int, bool]]:
    """The suprema on a claim's side that can be opened inside sums, logs and the like, with signs.

    The last entry says whether an infinite supremum decides the comparison: the quantity around it
    has to become infinite with it, on the side that favours the comparison. The greater of several
    is -inf only if all are, and exp of -inf is zero.
    """
    match quantity:
        case Optimum():
            yield quantity, sign, decides
        case Sum() | Logarithm() | Extreme() | Exponential():
            if isinstance(quantity, Extreme):
                decides &= quantity.is_maximum == (sign < 0)
            if isinstance(quantity, Exponential):
                decides &= sign < 0
            for part in children(quantity):
                yield from _optima_kept_by(part, sign, decides)
        case Product(factors):
            numbers = [f.value for f in factors if isinstance(f, Constant)]
            others = [f for f in factors if not (isinstance(f, Constant) or _is_weight(f))]
            if len(others) == 1 and all(numbers):
                yield from _optima_kept_by(others[0], sign * _sign_of_product(numbers), decides)
        case Division(above, Constant(value)):
            yield from _optima_kept_by(above, sign * _sign_of_product([value]), decides)


def _is_weight(quantity: Quantity) -> bool:
    """Whether a claim's factor lets suprema beside it be opened: it is finite, >= 0, has none."""
    known = range_of(quantity)
    return known.nonnegative and not known.has_infinity and not is_quantified(quantity)


def _sign_of_product(numbers: list[Fraction]) -> int:
    """The sign that numbers give a claim's supremum to be opened: -1 if an odd count is < 0."""
    return -1 if sum(number < 0 for number in numbers) % 2 else 1


def _with_optimum_replaced(claim: Comparison, part: Optimum, new: Quantity) -> Comparison:
    """The comparison with another quantity in place of one supremum, such as its body."""

    def rule(node: object, inner: tuple[object, ...]) -> object:
        """The quantity put in for the supremum that is opened; any other part as it is."""
        return new if node is part else rebuild(node, inner)  # type: ignore[type-var]

    changed: Comparison = fold(claim, rule)  # type: ignore[assignment]
    return changed


def _conjunction(one: Claim, other: Claim) -> Claim:
    """The claim "one and other"."""
    return Conjunction((one, other))


_OPENED_FROM: WeakKeyDictionary[Claim, Claim] = WeakKeyDictionary()
_OPENED: WeakSet[Claim] = WeakSet()
"""Claims that need no opening, or have already been opened."""
