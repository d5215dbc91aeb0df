"""The largest entry of a column, chosen and named, where a mean of the column bounds its entries.

From  t sum_x P(x) W(x,y) - W(x',y) >= 0  for all x'  follow

    M(y) - W(x,y) >= 0     and     t sum_x P(x) W(x,y) - M(y) >= 0 ,     M(y) = max_x W(x,y).

In the mean every other entry is at most M(y): so the entry at one letter is compared with the
largest,  M <= t (p W + (1 - p) M),  and with means over other priors that are near to P.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Coefficient, Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.extreme_entries import ExtremeEntry, extreme_entry
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.shown import is_plain


def largest_entries(deductions: Deductions) -> Ideas:
    """What is above a column, and below its mean's multiple; terms have references instead."""
    if any(tensor.is_term for tensor in deductions.sequent.tensors):
        return Ideas()
    found: list[Fact] = []
    superseded: list[Fact] = []
    known: dict[tuple[Polynomial, Index], ExtremeEntry | None] = {}
    for fact in deductions.divided_facts:
        for entry, letter in _under_means(fact):
            if (entry, letter) not in known:
                known[entry, letter] = extreme_entry(entry, letter, deductions, largest=True)
            largest = known[entry, letter]
            if largest is not None:
                factor = Polynomial({(): -1})
                mean = largest.attained("above the greatest", fact, factor, letter, deductions)
                deductions.hide(mean)
                if mean is not None:
                    found += [largest.bound, mean]
                    superseded += [
                        f for f in deductions.plain_facts if quotient(f.polynomial, fact.polynomial)
                    ]
    return Ideas(tuple(dict.fromkeys(found)), tuple(superseded))


def _under_means(fact: Fact) -> Iterator[tuple[Polynomial, Index]]:
    """A(x,y) and x where the fact says  above - A(x,y) >= 0,  and above is a mean of A over x."""
    below = [(m, c) for m, c in fact.polynomial if c < 0]
    if fact.relation == "==" or len(below) != 1 or not _is_entry(*below[0]):
        return
    entry = Polynomial({below[0][0]: 1})
    above = fact.polynomial + entry
    known = {*fact.indices} >= set(entry.free) >= set(above.free)
    if known and set(entry.tensors) <= set(above.tensors) and is_plain(above, ">="):
        yield from ((entry, letter) for letter in entry.free if letter not in above.free)


def _is_entry(monomial: Monomial, c: Coefficient) -> bool:
    return c == -1 and len(monomial) == 1 and len(monomial[0]) == 1
