"""The worst case over a set of priors at points of the parameters, exactly, and the check by it.

    sup over priors P of the set, outcomes y, letters x with p(x) > 0, of   W(x,y) / P_Y(y)

is a supremum of ratios of linear forms over a polytope, `linear/ratio_supremum.py`, which lists no
vertices. A closed form, which is made of vertices, is checked at random points of its domain, the
boundary included, where the channel is a matrix of rationals. There

  - the closed form is that supremum, exactly, and it is attained where the form is said to be;
  - the vertices are priors of the set, by its definition;
  - no prior of the set leaks more: vertices, points of faces, and priors drawn by the definition;
  - where it is attained, the leakage at the worst prior is the closed form; where it is not, no
    prior leaks as much, but priors near the worst one do in the limit. On the way from a vertex v
    to a prior u the function exp(-pml) is concave and piecewise linear, so that near v

        f(t) = exp(-pml((1-t) v + t u)) = f(0+) + c t,      f(0+) = 2 f(t/2) - f(t)

    and f(0+) has to be exp(-closed form), exactly.

Every leakage is that of the exact evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from random import Random

from pmlsym.calculus.data import Data
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.checks.domain_points import ExactPoint, exact_points
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.errors import Disagreement
from pmlsym.evaluators.exact import ExactAlgebra, read_exact, value_by_algebra
from pmlsym.language.nodes import Measure
from pmlsym.language.value import polynomials_of, range_indices
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.ratio_supremum import BoundedRatio, Supremum, supremum, unit_masses, value_at
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.mechanism_families.mechanism import Mechanism, places_of
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Exact, Number, log_of, number
from pmlsym.prior_sets.prior_set import PriorSet

Rows = tuple[Masses, ...]
LETTER, OUTCOME = Index("X", "x"), Index("Y", "y")
MOST_VERTICES, DRAWN, MIXED = 6, 4, 3
NEARNESS = (20, 40, 80, 160, 320)
TRIES = 60
"""Points that are tried for each that is to be compared: at some a form has no value."""


def channel_rows_at(channel: Channel, instance: Instance) -> Rows:
    """The entries of a channel on an instance, rows by letter; several outcomes are one."""
    array = read_exact(channel.body, instance)
    base = places_of(set(channel.body.free) - set(channel.letters))
    inputs = channel.letters[: len(channel.inputs)]
    places: list[list[dict[Index, int]]] = []
    for some in (inputs, channel.letters[len(channel.inputs) :]):
        choices = product(*(range(instance.sizes[i.alphabet]) for i in some))
        at: list[dict[Index, int]] = [dict(zip(some, c, strict=True)) for c in choices]
        places.append(at)
    return tuple(
        tuple(array[tuple({**base, **x, **y}[i] for i in array.indices)] for y in places[1])
        for x in places[0]
    )


def largest_ratio(rows: Rows, priors: PriorPolytope) -> Supremum:
    """The largest W(x,y)/P_Y(y) of these rows over the priors of a set.

    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> fair, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    >>> found = largest_ratio((sure, fair), every_prior(2))
    >>> found.level, found.attained, found.at
    (None, False, ((x, 1), (y, 1)))
    """
    masses = unit_masses(len(rows))
    ratios = [
        BoundedRatio((row[y],) * len(rows), column, (masses[x],), ((LETTER, x), (OUTCOME, y)))
        for y, column in enumerate(zip(*rows, strict=True))
        for x, row in enumerate(rows)
        if row[y]
    ]
    largest = supremum(ratios, priors)
    assert largest is not None, "some letter has mass, and some outcome"
    return largest


def worst_vertex(worst: Supremum, rows: Rows, corners: Sequence[Masses]) -> Masses:
    """The first vertex that attains the largest ratio, or is a limit of priors that come near."""
    (_, x), (_, y) = worst.at
    least = rows[x][y] / worst.level if worst.level else Fraction(0)
    column = tuple(row[y] for row in rows)
    ties = [vertex for vertex in corners if value_at(column, vertex) == least]
    return next((vertex for vertex in ties if vertex[x]), ties[0])


def leakage_of(worst: Supremum) -> Number:
    """The logarithm of the largest ratio, in nats."""
    return INFINITY if worst.level is None else log_of(worst.level)


def count_compared(
    points: Iterable[ExactPoint], checks: int, compare: Callable[[ExactPoint], bool]
) -> int:
    """The number of points at which `compare` compared something, at most `checks`."""
    done = 0
    for point in islice(points, TRIES * checks):
        if done == checks:
            break
        done += compare(point)
    return done


def parameter_values(content: Content, point: ExactPoint) -> dict[str, Number]:
    """The parameters of a point by their names: eps = log(E) where E is a rational."""
    scalars = {p: point.scalars[t] for t, p in content.parameters.items()}
    return {p.name: log_of(s) / p.scale if p.is_exponent else number(s) for p, s in scalars.items()}


def level_at(measure: Measure, instance: Instance) -> Number:
    """The number of a measure on an instance, before the logarithm."""
    free = {i for p in polynomials_of(measure.value) for i in p.free}
    base = places_of(free - set(range_indices(measure.value)))
    return value_by_algebra(measure.value, ExactAlgebra(instance), base)


@dataclass(frozen=True)
class ClaimedSupremum:
    """A claim to be checked: the supremum over a set, and whether a prior of it attains it."""

    mechanism: Mechanism
    priors: PriorSet
    closed: ClosedForm
    attained: bool | None

    def check(self, checks: int, seed: int) -> int:
        """The number of points that were compared, at most `checks`.

        Raises Disagreement where the claim fails.
        """
        found = self.closed.frame.content.parameters.values()
        own = [Data(p.tensor, p) for p in found if p.name == self.priors.least]
        content = content_of([*self.mechanism.channel.data, *own])
        rng = Random(seed)
        tensor = Prior("P", self.mechanism.input).body.tensors[0]
        points = exact_points(content, {tensor: None}, self.mechanism.input.name, rng)
        return count_compared(points, checks, lambda point: self._is_compared(point, content, rng))

    def _is_compared(self, point: ExactPoint, content: Content, rng: Random) -> bool:
        """Compare at a point; False where the set is empty there, or the form has no value."""
        count = point.instance.sizes[self.mechanism.input.name]
        values, plain = parameter_values(content, point), self.priors
        if isinstance(plain.least, str):
            least = values.setdefault(plain.least, number(Fraction(rng.randint(1, 8), 8 * count)))
            assert isinstance(least, Exact)
            plain = plain.put({plain.least: least.rational})
        if plain.least is not None and Fraction(plain.least) * count > 1:
            return False
        formula = self.closed.number_at(values)
        if formula is None:
            return False
        worst = largest_ratio(
            channel_rows_at(self.mechanism.channel, point.instance), plain.at(count)
        )
        where = f"at {values}"
        if formula != leakage_of(worst):
            raise Disagreement(
                f"the supremum is {leakage_of(worst)}, but the closed form gives {formula} {where}"
            )
        if self.attained not in (None, worst.attained) and worst.level != 1:
            raise Disagreement(f"whether a prior attains {formula} is not {self.attained} {where}")
        _MembersOfSet(self.mechanism, point, plain, worst).check(rng, where)
        return True


@dataclass(frozen=True)
class _MembersOfSet:
    """The priors of a set at one point, whose leakages are compared with the supremum."""

    mechanism: Mechanism
    point: ExactPoint
    priors: PriorSet
    worst: Supremum

    def check(self, rng: Random, where: str) -> None:
        """Raises Disagreement where a prior leaks more, or none comes near."""
        top = self.worst.level
        for masses in self._priors_to_try(rng):
            level = self._level_at_prior(masses)
            if top is not None and (level > top or (level == top and not self.worst.attained)):
                raise Disagreement(f"the prior {masses} leaks {level}, no less than {top}, {where}")
        if self.worst.attained:
            if self._level_at_prior(self.worst.prior) != top:
                raise Disagreement(f"{self.worst.prior} does not leak {top} {where}")
        elif not any(
            self._limit_at_worst(Fraction(1, 2**k)) == (1 / top if top else 0) for k in NEARNESS
        ):
            raise Disagreement(f"no priors near {self.worst.prior} come near {top} {where}")

    def _priors_to_try(self, rng: Random) -> Iterator[Masses]:
        """Vertices, points of faces, and priors drawn by the definition of the set."""
        corners = self.priors.corners(len(self.worst.prior))
        vertices = rng.sample(corners, min(MOST_VERTICES, len(corners)))
        for vertex in {*vertices, self.worst.prior}:
            if sum(vertex) != 1 or not self.priors.contains(vertex):
                raise Disagreement(f"{vertex} is no prior of the set: {self.priors.text}")
            yield vertex
        for _ in range(MIXED):
            some = rng.sample(vertices, rng.randint(1, len(vertices)))
            parts = [rng.choice((1, 1, 2, 5, 30)) for _ in some]
            yield mixture_of_priors(some, [Fraction(part, sum(parts)) for part in parts])
        for _ in range(DRAWN):
            yield self.priors.draw(len(corners[0]), rng)

    def _limit_at_worst(self, near: Fraction) -> Fraction:
        """The limit of exp(-pml) at the worst prior, if it is linear up to this distance."""
        one, two = (
            1
            / self._level_at_prior(
                mixture_of_priors([self.worst.prior, self.worst.inside], (1 - step, step))
            )
            for step in (near, near / 2)
        )
        return 2 * two - one

    def _level_at_prior(self, masses: Masses) -> Fraction:
        """exp(pml) at a prior, by the exact evaluator."""
        channel, instance = self.mechanism.channel, self.point.instance
        measure = pml(Prior("P", self.mechanism.input), channel)
        level = level_at(measure, replace(instance, tensors={**instance.tensors, "P": masses}))
        if not isinstance(level, Exact) or level.logs:
            raise Disagreement(f"exp(pml) is {level}, not a rational")
        return level.rational
