"""The smallest and the largest entry of a column, each chosen and named.

The smallest is named where columns vary by a factor. From  k W(x',y) - W(x,y) >= 0  for all x, x'
follow

    W(x,y) - m(y) >= 0     and     k m(y) - W(x,y) >= 0 ,     m(y) = min_x W(x,y).

A mean over x is then compared with one over other letters by way of m: two facts at once, where the
facts about pairs would have to be multiplied by both masses and divided by one.

The largest is named where a mean of the column bounds its entries. From
t sum_x P(x) W(x,y) - W(x',y) >= 0  for all x'  follow

    M(y) - W(x,y) >= 0     and     t sum_x P(x) W(x,y) - M(y) >= 0 ,     M(y) = max_x W(x,y).

In the mean every other entry is at most M(y): so the entry at one letter is compared with the
largest,  M <= t (p W + (1 - p) M),  and with means over other priors that are near to P.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Coefficient, Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.convexity.columns.column import columns
from pmlsym.engines.convexity.columns.extreme_entries import extreme_entry
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.shown import is_plain


def smallest_entries(deductions: Deductions) -> Ideas:
    """An idea of a search: the smallest entry of each column that varies by a factor."""
    if any(tensor.is_term for tensor in deductions.sequent.tensors):
        return Ideas()
    every = tuple(columns(deductions))
    facts = tuple(fact for column in every for fact in (column.lower, column.upper))
    return Ideas(facts, tuple(column.pairs for column in every))


def largest_entries(deductions: Deductions) -> Ideas:
    """An idea of a search: the largest entries of columns below a multiple of their mean."""
    if any(tensor.is_term for tensor in deductions.sequent.tensors):
        return Ideas()
    bounds: list[Fact] = []
    superseded: list[Fact] = []
    largest = cache(partial(extreme_entry, deductions=deductions, largest=True))
    for fact in deductions.divided_facts:
        for entry, letter in _entries_under_means(fact):
            with suppress(NotDeduced):
                above, factor = largest(entry, letter), Polynomial({(): -1})
                mean = above.attained("above the greatest", fact, factor, letter, deductions.aside)
                bounds += [above.bound, mean]
                superseded += [
                    f for f in deductions.plain_facts if quotient(f.polynomial, fact.polynomial)
                ]
    return Ideas(tuple(dict.fromkeys(bounds)), tuple(superseded))


def _entries_under_means(fact: Fact) -> Iterator[tuple[Polynomial, Index]]:
    """The entries A(x,y) of a fact that bounds A by a mean over x, for an idea of a search."""
    below = [(m, c) for m, c in fact.polynomial if c < 0]
    if fact.relation == "==" or len(below) != 1 or not _is_entry(*below[0]):
        return
    entry = Polynomial({below[0][0]: 1})
    above = fact.polynomial + entry
    is_bound = {*fact.indices} >= set(entry.free) >= set(above.free)
    if is_bound and set(entry.tensors) <= set(above.tensors) and is_plain(above, ">="):
        yield from ((entry, letter) for letter in entry.free if letter not in above.free)


def _is_entry(monomial: Monomial, c: Coefficient) -> bool:
    """Whether a fact's monomial is one column entry times -1, for an idea of a search."""
    return c == -1 and len(monomial) == 1 and len(monomial[0]) == 1
