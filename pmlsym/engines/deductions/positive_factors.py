"""Products of what is positive, times which a goal may be easier than as it stands.

    W(x,y) >= s W(x',y),  W(x,y)^2 <= t W(x',y)^2,  W(x,y) > 0     give     W(x,y)^2 (t - s^2) >= 0

What is positive is known at one letter: where a measure is said to be at least something, as of an
entry that attains it; and a contradiction, -1 >= 0, is had times a positive number only:

    s > 0,  -s >= 0        give        s (-1) >= 0
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas, OtherGoal
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use

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
    found = list(strict)
    for one, other in combinations_with_replacement(strict, 2):
        product = one.polynomial * other.polynomial
        term = Term(Fraction(1), (Use(one.name), Use(other.name)))
        fact = deductions.add(Combine(Fact("positive", product, (), ">"), (term,)))
        deductions.hide(fact)
        found += [fact] if fact is not None else []
    return Ideas(multipliers=tuple(found[: len(strict) + MOST_PRODUCTS]))


def absurd_goals(deductions: Deductions) -> Iterator[OtherGoal]:
    """The goal -1 >= 0 by way of what is positive, and by way of the product of two such."""
    sequent = deductions.sequent
    if sequent.goal != constant(-1) or sequent.relation != ">=" or sequent.rules:
        return
    strict = [f for f in deductions.plain_facts if f.relation == ">" and f.polynomial.tensors]
    placed = [found for fact in strict for found in _at_single_letters(fact, sequent.facts)]
    pairs = [(p * q, (*one, *two)) for (p, one), (q, two) in combinations(placed, 2)]
    each: list[_Positive] = [*pairs[:MOST_PRODUCTS], *placed]
    for fact in strict:
        if not any(use.fact == fact.name for _, (use, *_) in placed):
            at = letters((Alphabet(i.alphabet) for i in fact.indices), taken=fact.polynomial.free)
            each.append(_placed(fact, at))
    statement = Fact(GOAL, sequent.goal, (), sequent.relation)
    for positive, uses in each:
        terms = (Term(Fraction(1), (Use(ABSURD),)),)
        yield OtherGoal(-positive, Combine(statement, terms, uses))


def _at_single_letters(
    fact: Fact, facts: tuple[Fact, ...]
) -> Iterator[_Positive]:
    """A strict fact at the single letters that facts speak of."""
    single = dict.fromkeys(i for f in facts for i in f.polynomial.free if i not in f.indices)
    for at in product(*([s for s in single if s.alphabet == i.alphabet] for i in fact.indices)):
        yield _placed(fact, at)


def _placed(fact: Fact, at: tuple[Index, ...]) -> _Positive:
    names = dict(zip(fact.indices, at, strict=True))
    return substitute(fact.polynomial, names), (Use(fact.name, at),)
