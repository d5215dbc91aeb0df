"""Rows beyond their common part:  V(y,z) = M(z) + (V(y,z) - M(z)), after Doeblin.

Where  V(y,z) - M(z) >= 0  for all y, a term of means over V is at most a mean of the rest:

    F(sum_y V a, sum_y V b)  <=  sum_y (V - M) F(a, b)  +  F(M sum_y a, M sum_y b)

The common part of all rows tells nothing: the last term is f(1) M if a and b sum to one. Summed
over z the rest has the mass 1 - sum_z M(z).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.ingredient import Ingredient, ingredient
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.means import paired_summands
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.certificate import Arguments, Use
from pmlsym.kernel.shown import is_plain


def rests(deductions: Deductions) -> Ideas:
    """An idea of a search: a term of means is at most a mean of what rows do not share."""
    differences = [ingredient(f) for f in deductions.plain_facts if len(f.polynomial) == 2]
    terms = (t.term for t in terms_in(*deductions.sequent.polynomials) if t.term is not None)
    return Ideas(
        tuple(
            fact
            for term in terms
            for a, b, letter in paired_summands(term)
            for base in differences
            for fact in _bounds_by_rest(term, a, b, letter, base, deductions)
        )
    )


def _bounds_by_rest(
    term: ConvexTerm,
    a: Polynomial,
    b: Polynomial,
    letter: Index,
    base: Ingredient,
    deductions: Deductions,
) -> Iterator[Fact]:
    """Deduce that a term is at most its means of the rest of a row and of the common part."""
    for use, weight, common in _common_parts(base, a, letter):
        rest = weight - common
        inner_a, inner_b = (quotient(p, weight) for p in (a, b))
        if not (inner_a and inner_b and is_plain(inner_a, ">=") and is_plain(inner_b, ">=")):
            continue
        for inner in (inner_a, inner_b):
            deductions.state("of the rest", times(inner, use))
        both, other = (sum_over(common * inner, letter) for inner in (inner_a, inner_b))
        parts = (Arguments(rest * inner_a, rest * inner_b, (letter,)), Arguments(both, other))
        with suppress(NotDeduced):
            aside, f = deductions.aside, term.function
            terms = times(1, aside.perspective("beyond what is in common", f, parts))
            terms += times(-1, aside.scale(f, rest, inner_a, inner_b), over=(letter,))
            yield deductions.total("of what is not in common", terms)


def _common_parts(
    base: Ingredient, a: Polynomial, letter: Index
) -> Iterator[tuple[Use, Polynomial, Polynomial]]:
    """Facts w - m >= 0 for an idea of a search: a factor w of a, and the common part m of rows."""
    (one, c), (_, d) = sorted(base.polynomial.terms.items(), key=lambda item: -item[1])
    if (c, d) != (1, -1) or len(one) != 1 or len(one[0]) != 1:
        return
    ((tensor, at),) = one[0]
    for other, places in dict.fromkeys(a.atoms()):
        if other != tensor or letter not in places or any(i.is_bound for i in places):
            continue
        names = dict(zip(at, places, strict=True))
        if set(names) != set(base.indices) or len(names) < len(at):
            continue
        placed = base.at(names, "~")
        weight = placed.polynomial.terms
        common = Polynomial({m: -k for m, k in weight.items() if k < 0})
        if letter not in common.free and is_plain(common, ">="):
            weight_alone = Polynomial({m: k for m, k in weight.items() if k > 0})
            (use,) = placed.uses
            yield use, weight_alone, common
