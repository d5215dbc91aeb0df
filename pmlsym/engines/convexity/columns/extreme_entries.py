"""The smallest or the largest entry of a column, chosen and named.

    c(x0,y) = 1 at one x0 where A(x,y) is extreme, else 0,      m(y) = sum_x c(x,y) A(x,y)

Whatever is known of all entries of the column is known of m, at the letter that was chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.kernel.certificate import PLAIN, Choose, Define, Use
from pmlsym.kernel.shown import is_plain


@dataclass(frozen=True)
class ExtremeEntry:
    """The name of an extreme entry; `bound` says that all entries lie on its side.

    `chosen` is one at the letter where it is attained, and `defined` is its definition.
    """

    name: Polynomial
    chosen: Tensor
    outer: tuple[Index, ...]
    bound: Fact
    defined: Use

    def attained(
        self, title: str, fact: Fact, factor: Polynomial, letter: Index, deductions: Deductions
    ) -> Fact:
        """Derive a fact at the chosen letter, where `factor` times the sum becomes that of m."""
        (chosen,) = times(atom(self.chosen, *self.outer, letter), fact, over=(letter,))
        return deductions.total(title, (chosen, *times(factor, self.defined)))


def extreme_entry(
    entry: Polynomial, letter: Index, deductions: Deductions, *, largest: bool
) -> ExtremeEntry:
    """The extreme entry of a column, chosen and named by steps of the search; it is nonnegative."""
    sign, word = (1, "largest") if largest else (-1, "smallest")
    outer = tuple(i for i in entry.free if i != letter)
    alphabets = tuple(i.alphabet for i in (*outer, letter))
    chosen = Tensor(
        deductions.fresh(word), alphabets, indicator=True, stochastic=(len(outer),), role="selector"
    )
    title = "greatest" if largest else "least"
    name = Tensor(deductions.fresh(title), alphabets[:-1], nonnegative=True, role="envelope")
    body = sum_over(atom(chosen, *outer, letter) * entry, letter)
    best = Fact(f"the {word} entry", sign * (body - entry), (*outer, letter))
    if not is_plain(body, ">="):
        raise NotDeduced(f"{entry} may be negative")
    at, aside = atom(name, *outer), deductions.aside
    choice = aside.add(Choose(best, chosen, outer, (letter,), sign * entry))
    defined = aside.add(
        Define(Fact("its name", at - body, outer, "=="), name, outer, body, (PLAIN,))
    )
    named = Use(defined.name, outer)
    side = f"{'below' if largest else 'above'} the {title}"
    bound = aside.total(side, times(1, choice) + times(sign, named))
    return ExtremeEntry(at, chosen, outer, bound, named)
