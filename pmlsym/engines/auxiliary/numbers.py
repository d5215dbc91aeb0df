"""What facts come to when they are summed over all of their letters: bounds of numbers.

    sum_y ( E W(x',y) - W(x,y) )  =  E - 1 >= 0
    sum_z ( V(y,z) - M(z) )       =  1 - sum_z M(z) >= 0
    sum_x ( m - P(x) )            =  |X| m - 1 >= 0

Such a number, once it is known not to be negative, is a factor of other facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from pmlsym.calculus.polynomial import sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.evidence.certificate import Term, Use

MOST_SUMMED = 2
"""Over so many letters a fact is summed, at most."""


def numbers(deductions: Deductions) -> Iterator[Fact]:
    """The facts without letters that sums of one fact are."""
    for fact in deductions.plain_facts:
        if fact.relation == "==":
            continue
        for count in range(1, MOST_SUMMED + 1):
            for letters in combinations(fact.indices, count):
                if not sum_over(fact.polynomial, *letters).free:
                    term = Term(Fraction(1), (Use(fact.name, fact.indices),), letters)
                    found = deductions.total("in all", (term,))
                    if found is not None:
                        yield found
