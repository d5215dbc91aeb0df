"""Bounds by the best reference of a, its mean: entropies against any other are larger.

    c F(a, b)  >=  c F(a, c) + a (c - b)          since  a log(c/b) >= a (1 - b/c)

With c = sum_s w a, such as P_Y(y), and weights of total one, divided by c,

    sum_s w F(a, b)  >=  sum_s w F(a, c) + c - b

So  sum_x P(x) D(W(x,.) || Q)  is at least the mutual information, which is concave in the prior.
The first is derived from tangents where a and c are positive; where one is zero, both sides are.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from pmlsym.calculus.convex_term import ENTROPY, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times, times_terms
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.division import divided_fact
from pmlsym.engines.convexity.means import pairs_in_sight
from pmlsym.engines.convexity.products import EntropyPart, nothing_above, nothing_below
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import Define
from pmlsym.kernel.shown import is_plain


def offer_shifted_reference(
    term: ConvexTerm, in_sight: Iterable[Tensor], deductions: Deductions
) -> None:
    """Offer a search that a mean of entropies is above that at the mean of their arguments."""
    a, b = term.a, term.b
    if term.function != ENTROPY or not is_plain(a, ">="):
        return
    for other, mean in pairs_in_sight(term, in_sight):
        multiple = quotient(a, other)
        if multiple is None or multiple.free:
            continue
        c = multiple * mean
        for letter, weight in weights(a, c) if c != b else ():
            if letter not in b.free and sum_over(weight, letter) == ONE:
                with suppress(NotDeduced):
                    each = _shift_to_mean(a, b, c, deductions.aside)
                    whole = deductions.aside.total("a mean", times(weight, each, over=(letter,)))
                    tangent = deductions.aside.row("entropy tangent", a, b, 1, 1)
                    below = times(weight, tangent, over=(letter,))
                    helping = deductions.aside.total("a mean of tangents", below)
                    divided_fact(whole, c, deductions, (helping,))


def _shift_to_mean(a: Polynomial, b: Polynomial, c: Polynomial, deductions: Deductions) -> Fact:
    """Deduce that the reference b of an entropy may be shifted to c; a mixture b gets a name."""
    if is_plain(b, ">="):
        return _shift_by_cases(a, b, c, deductions)
    letters = tuple(b.free)
    name = Tensor(
        deductions.fresh("mixed"),
        tuple(i.alphabet for i in letters),
        nonnegative=True,
        role="envelope",
    )
    at = atom(name, *letters)
    statement = Fact("its name", at - b, letters, "==")
    defined = deductions.add(Define(statement, name, letters, b, (deductions.use_for(b),)))
    named = deductions.total("named", times(-1, defined), relation="==")
    same = deductions.same(ENTROPY, (a, b), (a, at))
    terms = times(1, _shift_by_cases(a, at, c, deductions)) + times(c, same) + times(a, named)
    return deductions.total("another reference", terms)


def _shift_by_cases(a: Polynomial, b: Polynomial, c: Polynomial, deductions: Deductions) -> Fact:
    """Deduce c F(a, b) - c F(a, c) - a c + a b >= 0 of entropies, by cases of a."""
    wanted = c * (convex(ENTROPY, a, b) - convex(ENTROPY, a, c)) - a * c + a * b
    positive, zero = deductions.branches(a)
    positive.conclude(wanted, times(1, _shift_where_positive(wanted, a, b, c, positive)))
    none = nothing_below(ONE, EntropyPart(1, ONE, a, b), zero)
    none += nothing_above(ONE, EntropyPart(-1, ONE, a, c), zero)
    terms = times_terms(c, none) + times(c, zero.assumed) + times(a * b)
    zero.conclude(wanted, terms)
    return deductions.split("another reference", positive, zero)


def _shift_where_positive(
    wanted: Polynomial, a: Polynomial, b: Polynomial, c: Polynomial, branch: Deductions
) -> Fact:
    """Deduce in a branch where a is positive that an entropy's reference shifts, by cases of c."""
    positive, zero = branch.branches(c)
    terms = times(1, positive.row("entropy tangent", a, b, a, c))
    terms += times(1, positive.row("entropy reference", a, c, a))
    terms += times(1, positive.row("entropy tangent", c, a, c, a))
    positive.conclude(wanted, terms)
    line, other = (zero.row("entropy tangent", a, d, 1, 1) for d in (b, c))
    terms = times(c, line) + times(1, zero.assumed, other)
    zero.conclude(wanted, terms + times(a + b, zero.assumed) + times(c * c + a * b))
    return branch.split("another reference", positive, zero)
