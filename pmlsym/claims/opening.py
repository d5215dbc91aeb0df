"""Quantifiers that a claim does without: what is bound becomes one more name of the claim.

    forall P: c                 is  c, for every P                  as a conclusion
    (exists P: c) => d          is  c => d, for every P
    (sup P: a) <= b             is  a <= b, for every P
    a <= (sup P: b)             is  (forall P: b <= s) => a <= s, for every number s
    a < (sup P: b)              is  exists P: a < b

`opened` says the same of every instance: it is valid where the claim is, and an instance with
something for the names that were bound, on which it is false, is one on which the claim is. What
stays is "exists" as a conclusion and "forall" as a hypothesis.

Nothing is made of (sup P: a) < b, which is more than a < b for every P: a supremum need not be
attained. For the same reason (sup P: a) >= b gives, as a hypothesis, no P with a >= b, and stays.
An equality is two inequalities, in each of which what is bound has the same names.

A supremum may stand inside of sums, multiples, maxima, exp and log, all of which keep suprema.
An infinite one is above every number s, so that "for every number s" says nothing of it. So the
third line is right only where the comparison is true of an infinite supremum, whatever stands
beside it: a <= min((sup P: b), c) and exp((inf P: b)) <= a are not opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from weakref import WeakKeyDictionary, WeakSet

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


def opened(claim: Claim) -> Claim:
    """The claim without the quantifiers that names can stand for; itself where it has none.

    >>> from pmlsym.claim_text.question import parse
    >>> print(opened(parse("(sup P: pml(P, W)) <= ldp(W)")))
    pml(P, W) <= ldp(W)
    >>> print(opened(parse("ldp(W) <= (sup P: pml(P, W))")))
    (forall P: pml(P, W) <= s) => ldp(W) <= s
    >>> print(opened(parse("(sup P: pml(P, W)) < 1 => ldp(W) < 1")))
    (sup P: pml(P, W)) < 1 => ldp(W) < 1
    """
    if claim in _opened:  # an equality that was opened has the names of what it binds twice
        return claim
    found = _known.get(claim, claim)
    if found is claim and is_quantified(claim):
        require_apart(claim)
        found = _Opening(claim).whole
        if found is not claim:  # else it would keep itself alive
            _known[claim] = found
    _opened.add(found)
    return found


class _Opening:
    """One claim, and the names of the numbers that it is given on the way."""

    def __init__(self, claim: Claim) -> None:
        self._taken = number_names(claim)
        self.whole = self._opened(claim, positive=True)

    def _opened(self, claim: Claim, *, positive: bool) -> Claim:
        match claim:
            case Comparison() if is_quantified(claim):
                return self._compared(claim, positive)
            case Implication(premise, conclusion):
                before = self._opened(premise, positive=not positive)
                return Implication(before, self._opened(conclusion, positive=positive))
            case Negation(inner):
                return Negation(self._opened(inner, positive=not positive))
            case Conjunction() | Disjunction():
                return rebuild(claim, [self._opened(c, positive=positive) for c in children(claim)])
            case Quantified(_, within, body, universal) if universal == positive:
                if not within:
                    return self._opened(body, positive=positive)
                join = Implication if universal else _both
                return self._opened(join(within[0], body), positive=positive)
        return claim

    def _compared(self, claim: Comparison, positive: bool) -> Claim:
        if claim.relation == "==":
            sides = claim.inequalities
            return Conjunction(tuple(self._opened(c, positive=positive) for c in sides))
        if claim.relation in (">=", ">"):
            return self._compared(claim.flipped, positive)
        places = [*_places(claim.left, 1), *_places(claim.right, -1)]
        strict = claim.relation == "<"
        # what is said for all comes first: what is said for some may depend on it
        for part, sign, decides in sorted(places, key=lambda place: not _is_for_all(*place[:2])):
            if _is_for_all(part, sign) and not strict:
                body = _replaced(claim, part, part.body)
                return self._opened(Quantified(part.over, part.within, body), positive=positive)
            if not _is_for_all(part, sign) and strict:
                body = _replaced(claim, part, part.body)
                some = Quantified(part.over, part.within, body, is_universal=False)
                return self._opened(some, positive=positive)
            if not _is_for_all(part, sign) and positive and decides:
                number = self._number()
                ends = (part.body, number) if part.is_supremum else (number, part.body)
                below = Comparison(ends[0], "<=", ends[1])
                known = Quantified(part.over, part.within, below)
                rest = _replaced(claim, part, number)
                return self._opened(Implication(known, rest), positive=True)
        return claim

    def _number(self) -> Scalar:
        name = fresh_name("s", self._taken)
        self._taken.add(name)
        return Scalar(name)


def _is_for_all(part: Optimum, sign: int) -> bool:
    """Whether a comparison says of all that is bound what it says of the supremum.

    `sign` is 1 where the part should be small, -1 where it should be large.
    """
    return part.is_supremum == (sign > 0)


def _places(
    quantity: Quantity, sign: int, decides: bool = True
) -> Iterator[tuple[Optimum, int, bool]]:
    """The suprema that stand only inside of what keeps suprema, with the sign of the place.

    And whether an infinite one decides the comparison: what is around it has to be infinite with
    it, on the side that favours the comparison. The greater of several is -inf only if all are, and
    exp of -inf is zero.
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
                yield from _places(part, sign, decides)
        case Product(factors):
            numbers = [f.value for f in factors if isinstance(f, Constant)]
            others = [f for f in factors if not isinstance(f, Constant)]
            if len(others) == 1 and all(numbers):
                yield from _places(others[0], sign * _sign(numbers), decides)
        case Division(above, Constant(value)):
            yield from _places(above, sign * _sign([value]), decides)


def _sign(numbers: list[Fraction]) -> int:
    return -1 if sum(number < 0 for number in numbers) % 2 else 1


def _replaced(claim: Comparison, part: Optimum, new: Quantity) -> Comparison:
    """The comparison with something in the place of one supremum."""

    def rule(node: object, inner: tuple[object, ...]) -> object:
        return new if node is part else rebuild(node, inner)  # type: ignore[type-var]

    changed: Comparison = fold(claim, rule)  # type: ignore[assignment]
    return changed


def _both(one: Claim, other: Claim) -> Claim:
    return Conjunction((one, other))


_known: WeakKeyDictionary[Claim, Claim] = WeakKeyDictionary()
_opened: WeakSet[Claim] = WeakSet()
"""Claims that need no opening any more, or never did."""
