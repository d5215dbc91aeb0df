"""Bounds of a term by the excess of its arguments, where one of them bounds the other.

Below equality F(a, b) is at most its value with a in the place of both; beyond it, up to the ray
v (gamma b - delta a) >= 0, it is below the chord. With e = max(a - b, 0) and D = gamma - delta,
which is nonnegative, the point D (a, b) is  e (gamma, delta) + p (1, 1) + q (0, 1),  so

    D F(a, b)  <=  e F(gamma, delta) + p F(1, 1) + q F(0, 1)
    p = D a - gamma e >= 0        q = D (e - a + b) >= 0

For the entropy the last two are zero: the information is at most a multiple of the distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ConvexTerm, convex
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import Ingredient, letters_among
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, terms_of_others, times, use_of_fact
from pmlsym.engines.convexity.chords import End, scaled_terms, terms_with_values, wedge_of_term
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.excess import split_at_excess
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.engines.convexity.rays import Ray
from pmlsym.engines.convexity.references import weights
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import instance, is_plain

ZERO = constant(0)


def bounds_by_excess(
    term: ConvexTerm,
    in_sight: Iterable[Tensor],
    compared: Iterable[Ingredient],
    deductions: Deductions,
) -> Iterator[Fact]:
    """Derive bounds of an entropy by the excess of its arguments, where a search sees that."""
    excess = convex(EXCESS, term.a, term.b)
    if term.function == ENTROPY and {*terms_in(excess)} & {*in_sight}:
        for ray in (*wedge_of_term(term, compared).upper, *_rays_of_masses(term, deductions)):
            with suppress(NotDeduced):
                yield _bound_by_excess(term, excess, ray, deductions)


def _rays_of_masses(term: ConvexTerm, deductions: Deductions) -> Iterator[Ray]:
    """The rays  p (k b - c a) >= 0,  deduced for a mean b of a over masses p."""
    for letter, mass in weights(term.a, term.b):
        others = terms_of_others(mass * term.a, (letter,), {letter: letter})
        rest_of_mean = deductions.aside.total("the rest of a mean", others)
        for fact in deductions.plain_facts:
            for letters in letters_among(fact.indices, term.letters):
                rest = quotient(instance(fact, letters), mass)
                if rest is None or fact.relation == "==":
                    continue
                least = -rest.terms.get((), Fraction(0))
                scale = quotient(rest + least, mass)
                if scale is None or scale.tensors or least <= 0:
                    continue
                terms = times(scale * mass, rest_of_mean)
                terms += times(term.a, Use(fact.name, letters))
                shown = use_of_fact(deductions.aside.total("a share of a mean", terms))
                yield Ray(scale, constant(least), mass, Term(Fraction(1), (shown,)))


def _bound_by_excess(
    term: ConvexTerm, excess: Polynomial, ray: Ray, deductions: Deductions
) -> Fact:
    """Derive  v D F(a, b)  <=  v e F(gamma, delta),  a bound of an entropy by an excess."""
    f, a, b, v, aside = term.function, term.a, term.b, ray.factor, deductions.aside
    size = ray.alpha - ray.beta
    least, slope = (aside.row("excess tangent", a, b, g) for g in (0, 1))
    for side in (ray.alpha, ray.beta):
        aside.state("a part beyond", times(v * side, least))
    beyond = aside.total("beyond", _times_size(v, ray, deductions, slope))
    below = _part_at_equality(term, excess, ray, deductions)
    if not is_plain(v * size, ">="):
        aside.state("a whole", _times_size(v, ray, deductions))
    shown = use_of_fact(aside.total("an excess", times(v, least)))
    end = End(v * excess, shown, ray.alpha, ray.beta)
    parts = (
        end.arguments,
        Arguments(below.polynomial, below.polynomial),
        Arguments(ZERO, beyond.polynomial),
    )
    terms = times(1, aside.perspective("beside equality", f, parts))
    terms += scaled_terms(f, end.factor, (end.a, end.b), deductions, by=-1)
    terms += scaled_terms(f, v * size, (a, b), deductions)
    return deductions.total("beyond equality", terms_with_values(f, terms, [end], deductions))


def _part_at_equality(
    term: ConvexTerm, excess: Polynomial, ray: Ray, deductions: Deductions
) -> Fact:
    """Derive v (D a - gamma e) >= 0, of arguments on a ray, by a split at a - b."""
    a, b, v, aside = term.a, term.b, ray.factor, deductions.aside
    wanted = v * ((ray.alpha - ray.beta) * a - ray.alpha * excess)
    shown = times(1, aside.total("beside a ray", (ray.term,)))
    cases = shown, _times_size(v * a, ray, deductions)
    return split_at_excess("at equality", wanted, (a, b), v * ray.alpha, cases, aside)


def _times_size(
    factor: Polynomial, ray: Ray, deductions: Deductions, *facts: Fact
) -> tuple[Term, ...]:
    """Terms of a certificate: a factor times gamma - delta, which is nonnegative, times facts."""
    size = ray.alpha - ray.beta
    if is_plain(size, ">="):
        return times(factor * size, *facts)
    return times(factor, deductions.use_for(size), *facts)
