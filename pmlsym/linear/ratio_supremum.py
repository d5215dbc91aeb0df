"""The exact supremum of ratios of linear forms over a polytope of priors; whether it is attained.

    sup over p in S with w(p) > 0   of   a(p)/b(p),       a, b, w >= 0 linear

It is the supremum over the closure, without the condition: if S has a prior with w > 0, mixtures
with it bring priors of S with w > 0 near each prior with w = 0, and a/b is continuous. So BSC(1/10)
with p1 in [0, 1/2] leaks log 9, though PML is 0 and log 9/5 at the two ends. A level t is raised to
a(p)/b(p) at the p where a - t b is largest, until that largest value is zero [Dinkelbach 1967];
such p are vertices, so this ends. The supremum is attained iff w and a + b are each positive
somewhere on the face of S where a = t b: at the mean of those places all of them are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Index
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors

ZERO, ONE = Fraction(0), Fraction(1)
STEPS = 8
"""The steps of work for each letter when a form is put together and made largest."""


@dataclass(frozen=True, slots=True)
class BoundedRatio:
    """The ratio above/below at these letters; it counts where every form of `where` is positive."""

    above: Masses
    below: Masses
    where: tuple[Masses, ...]
    at: tuple[tuple[Index, int], ...]


@dataclass(frozen=True)
class Supremum:
    """The supremum of ratios over the set; its `level` is None where it is infinite.

    `prior` attains it. Where no prior does, it is the limit of the ratios at priors that approach
    `prior` from `inside`, a prior that meets the conditions.
    """

    level: Fraction | None
    attained: bool
    prior: Masses
    inside: Masses
    at: tuple[tuple[Index, int], ...]


def supremum(ratios: Iterable[BoundedRatio], priors: PriorPolytope) -> Supremum | None:
    """The largest, in rationals, of ratios of linear forms over a polytope; None if none counts."""
    highest = cache(lambda form: largest_value(form, priors))  # many ratios share their forms
    possible = [each for each in ratios if all(highest(form) > 0 for form in each.where)]
    if not possible:
        return None
    level, place, prior = -ONE, possible[0], None
    for each in possible:  # from -1 the first ratio that counts raises the level
        below = highest(tuple(-b for b in each.below))
        if highest(each.above) + level * below <= 0 <= level:
            continue
        risen = _raised_level(each, level, priors)
        if risen is None:
            continue
        new, prior = risen
        place = each
        if new is None:
            return _infinite_supremum([each, *possible], priors)
        level = new
    if prior is None:
        return None
    for each in possible:
        attaining = _attaining_prior(each, _difference(each, level), priors)
        if attaining is not None:
            return Supremum(level, True, attaining, attaining, each.at)
    return Supremum(level, False, prior, _prior_inside(place, priors), place.at)


def value_at(weights: Masses, prior: Masses) -> Fraction:
    """The rational value of a linear form at a point of a polytope."""
    return sum((w * m for w, m in zip(weights, prior, strict=True) if m and w), ZERO)


def best_prior(weights: Masses, priors: PriorPolytope) -> Masses:
    """The solution of a linear program over a polytope: a prior at which the form is largest."""
    return priors.best([(w,) for w in weights])


def largest_value(weights: Masses, priors: PriorPolytope) -> Fraction:
    """The value of a linear program over a polytope of priors: the largest of the linear form."""
    return value_at(weights, best_prior(weights, priors))


def unit_masses(count: int) -> list[Masses]:
    """The rational unit vectors, as priors with all mass on one letter or as linear forms."""
    return [tuple(ONE if k == j else ZERO for k in range(count)) for j in range(count)]


def mean_prior(priors: Sequence[Masses]) -> Masses:
    """The mean of rational vectors of masses, such as solutions of linear programs."""
    return mixture_of_priors(priors, [Fraction(1, len(priors))] * len(priors))


def _difference(each: BoundedRatio, level: Fraction) -> Masses:
    """The linear form a - level * b, whose sign compares a ratio a/b on a polytope with a level."""
    return tuple(a - level * b for a, b in zip(each.above, each.below, strict=True))


def _raised_level(
    each: BoundedRatio, level: Fraction, priors: PriorPolytope
) -> tuple[Fraction | None, Masses] | None:
    """A higher rational value of a ratio of linear forms over a polytope, and where; else nothing.

    The value is None if the ratio is infinite there.
    """
    raised = None
    while True:
        tick(STEPS * len(each.above))
        weights = _difference(each, level)
        prior = best_prior(weights, priors)
        if value_at(weights, prior) <= 0:
            return raised
        below = value_at(each.below, prior)
        if not below:
            return None, prior
        level = value_at(each.above, prior) / below
        raised = level, prior


def _infinite_supremum(possible: Sequence[BoundedRatio], priors: PriorPolytope) -> Supremum:
    """The infinite supremum of ratios of linear forms over a polytope: some ratio is a/0.

    It is attained where no condition forbids b = 0.
    """
    limits = []
    for each in possible:
        weights = tuple(-b for b in each.below)
        prior = priors.best(list(zip(weights, each.above, strict=True)))
        if value_at(weights, prior) or not value_at(each.above, prior):
            continue
        limits.append((each, prior))
        attaining = _attaining_prior(each, weights, priors)
        if attaining is not None:
            return Supremum(None, True, attaining, attaining, each.at)
    each, prior = limits[0]
    return Supremum(None, False, prior, _prior_inside(each, priors), each.at)


def _attaining_prior(each: BoundedRatio, weights: Masses, priors: PriorPolytope) -> Masses | None:
    """A point of a polytope where a linear form <= 0 is zero, and all else is positive; or None."""
    counted = tuple(a + b for a, b in zip(each.above, each.below, strict=True))
    places = []
    for wanted in (counted, *each.where):
        prior = priors.best(list(zip(weights, wanted, strict=True)))
        if value_at(weights, prior) or not value_at(wanted, prior):
            return None
        places.append(prior)
    return mean_prior(places)


def _prior_inside(each: BoundedRatio, priors: PriorPolytope) -> Masses:
    """A point of a polytope at which a ratio of linear forms meets its conditions."""
    conditions = each.where or (each.above,)
    return mean_prior([best_prior(condition, priors) for condition in conditions])
