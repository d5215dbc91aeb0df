"""Equalities of terms times indicators, entries 0 or 1 such as those of a deterministic channel.

    F(i a, b) = F(i a, i b)          (1 - i) F(i a, b) = F(0, (1 - i) b) = 0
    i F(a, b) = F(i a, i b)          for an indicator i as a factor of the term

So F(W, q) is W F(1, q) where W is deterministic, F(P, 1) is F(P, P), and P(x) F(W, sum P W) is
F(P W, P W) where P is an indicator: all are scaled by what is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from pmlsym.calculus.convex_term import convex
from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences


def offer_at_indicators(polynomials: Iterable[Polynomial], deductions: Deductions) -> None:
    """Offer a search the values of convex terms beside their indicators, and within them."""
    for polynomial in polynomials:
        for each in occurrences(polynomial):
            for indicator in _indicators(each.beside):
                with suppress(NotDeduced):
                    deductions.scale(each.function, indicator, each.a, each.b)
            for indicator in _indicators(_common_factors(each.a)):
                with suppress(NotDeduced):
                    _offer_within(each, indicator, deductions)


def _indicators(atoms: Iterable[Atom]) -> tuple[Polynomial, ...]:
    """The indicators among the atoms beside a convex term, for deductions, each once."""
    every = (atom(t, *letters) for t, letters in atoms if t.indicator and not t.is_delta)
    return tuple(dict.fromkeys(every))


def _common_factors(polynomial: Polynomial) -> tuple[Atom, ...]:
    """The atoms in each monomial of a convex term's argument, for deductions by indicators."""
    factors = ({part[0] for part in m if len(part) == 1} for m, _ in polynomial)
    return tuple(sorted(set.intersection(*factors))) if polynomial else ()


def _offer_within(each: Occurrence, indicator: Polynomial, deductions: Deductions) -> None:
    """Offer a search F(a, b) = F(a, i b), where the indicator i has i a = a."""
    f, a, b, aside = each.function, each.a, each.b, deductions.aside
    if convex(f, a, indicator * b) == convex(f, a, b):
        raise NotDeduced("the indicator is in both arguments")
    deductions.declare(*(tensor for tensor, _ in indicator.atoms()))
    within, without = (aside.scale(f, i, a, b) for i in (indicator, 1 - indicator))
    deductions.total("within", times(1, within) + times(1, without), relation="==")
