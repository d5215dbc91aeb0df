"""Products of what is positive, times which a goal may be easier than as it stands.

    W(x,y) >= s W(x',y),  W(x,y)^2 <= t W(x',y)^2,  W(x,y) > 0     give     W(x,y)^2 (t - s^2) >= 0

What is positive is known at one letter: where a measure is said to be at least something, as of an
entry that attains it; and a contradiction, -1 >= 0, is had times a positive number only:

    s > 0,  -s >= 0        give        s (-1) >= 0
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, combinations_with_replacement

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas, OtherGoal
from pmlsym.kernel.certificate import GOAL, Combine, Use

_Positive = tuple[Polynomial, tuple[Use, ...]]
"""What is positive, and the facts whose product says so."""

MOST_PRODUCTS = 6
"""So many products are offered, at most."""

ABSURD = "and it is not"


def positive_factors(deductions: Deductions) -> Ideas:
    """What the facts say is positive at fixed letters, and the products of two."""
    strict = [
        fact
        for fact in deductions.plain_facts
        if fact.relation == ">" and not fact.indices and fact.polynomial.tensors
    ]
    multipliers = list(strict)
    for one, other in combinations_with_replacement(strict, 2):
        with suppress(NotDeduced):
            pair = times(1, one, other)
            multipliers.append(deductions.aside.total("positive", pair, relation=">"))
    return Ideas(multipliers=tuple(multipliers[: len(strict) + MOST_PRODUCTS]))


def absurd_goals(deductions: Deductions) -> Iterator[OtherGoal]:
    """The goal -1 >= 0 by way of what is positive, and by way of the product of two such."""
    sequent = deductions.sequent
    if sequent.goal != constant(-1) or sequent.relation != ">=" or sequent.rules:
        return
    strict = [f for f in deductions.plain_facts if f.relation == ">" and f.polynomial.tensors]
    single = [each for fact in strict for each in _at_single_letters(fact, sequent.facts)]
    pairs = [(p * q, (*one, *two)) for (p, one), (q, two) in combinations(single, 2)]
    factors: list[_Positive] = [*pairs[:MOST_PRODUCTS], *single]
    for fact in strict:
        if not any(use.fact == fact.name for _, (use, *_) in single):
            at = letters((Alphabet(i.alphabet) for i in fact.indices), taken=fact.polynomial.free)
            factors.append(_at(fact, at))
    statement = Fact(GOAL, sequent.goal, (), sequent.relation)
    for positive, uses in factors:
        yield OtherGoal(-positive, Combine(statement, times(1, Use(ABSURD)), uses))


def _at_single_letters(fact: Fact, facts: tuple[Fact, ...]) -> Iterator[_Positive]:
    """A strict fact at the single letters that facts speak of."""
    single = dict.fromkeys(i for f in facts for i in f.polynomial.free if i not in f.indices)
    for at in letters_among(fact.indices, single):
        yield _at(fact, at)


def _at(fact: Fact, at: tuple[Index, ...]) -> _Positive:
    names = dict(zip(fact.indices, at, strict=True))
    return substitute(fact.polynomial, names), (Use(fact.name, at),)
