"""Products of what is positive, times which a goal may be easier than as it stands.

    W(x,y) >= s W(x',y),  W(x,y)^2 <= t W(x',y)^2,  W(x,y) > 0     give     W(x,y)^2 (t - s^2) >= 0

What is positive is known at one letter: where a measure is said to be at least something, as of an
entry that attains it; and a contradiction, -1 >= 0, is had times a positive number only.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

from pmlsym.calculus.sequent import Fact
from pmlsym.engines.auxiliary.idea import Ideas
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.evidence.certificate import Combine, Term, Use

MOST_PRODUCTS = 6
"""So many products are offered, at most."""


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
