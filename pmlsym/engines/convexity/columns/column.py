"""Columns that vary by a factor, as under local differential privacy, and their smallest entries.

From  k A(x',y) - A(x,y) >= 0  for all x, x', with k = exp(eps), the smallest entry of a column is
m(y) = A(x0(y),y), and  m <= A <= k m.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.convexity.columns.extreme_entries import extreme_entry
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.kernel.shown import is_plain


@dataclass(frozen=True)
class Column:
    """A tensor at letters, where `letter` runs in a column, and the known ratio of its entries.

    `least` is below all entries; ratio times least is above them, which follows from `pairs` and
    says as much.
    """

    entry: Polynomial
    letter: Index
    least: Polynomial
    ratio: Polynomial
    lower: Fact
    upper: Fact
    pairs: Fact


def columns(deductions: Deductions) -> Iterator[Column]:
    """The columns that vary by a factor, as facts say, each with a smallest entry deduced."""
    for fact in deductions.plain_facts:
        if fact.relation == "==" or len(fact.polynomial) != 2:
            continue
        (one, c), (two, d) = sorted(fact.polynomial.terms.items(), key=lambda item: -item[1])
        entry = Polynomial({two: -d})
        if d != -1 or len(two) != 1 or len(two[0]) != 1 or not set(entry.free) <= {*fact.indices}:
            continue
        for letter, other in product(fact.indices, fact.indices):
            if letter == other or letter.alphabet != other.alphabet or other in entry.free:
                continue
            ratio = quotient(Polynomial({one: c}), substitute(entry, {letter: other}))
            if ratio is not None and is_plain(ratio, ">=") and not ratio.free:
                with suppress(NotDeduced):
                    least = extreme_entry(entry, letter, deductions, largest=False)
                    upper = least.attained(
                        "below its multiple", fact, ratio, other, deductions.aside
                    )
                    yield Column(entry, letter, least.name, ratio, least.bound, upper, fact)
