"""The worst case over a set of priors at points of the parameters, exactly, and the check by it.

    max over y, and letters x with mass somewhere, of   W(x,y) / min_v sum_x' v(x')W(x',y)

over the vertices v. It is attained iff, for some x and y that reach it, a vertex that makes the
denominator least has mass on x: the priors that make it least are mixtures of these vertices.

A closed form is checked at random points of its domain, the boundary included, where the channel is
a matrix of rationals. There

  - the closed form is the largest ratio over the vertices, exactly;
  - the vertices are priors of the set, by its definition;
  - no prior of the set leaks more: vertices, points of faces, and priors drawn by the definition;
  - where it is attained, the leakage at the vertex is the closed form; where it is not, no prior
    leaks as much, but priors near the vertex do in the limit. On the way from a vertex v to a prior
    u the function exp(-pml) is concave and piecewise linear, so that near v

        f(t) = exp(-pml((1-t) v + t u)) = f(0+) + c t,      f(0+) = 2 f(t/2) - f(t)

    and f(0+) has to be exp(-closed form), exactly.

Every leakage is that of the exact evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from random import Random

import sympy
from sympy.core.function import AppliedUndef

from pmlsym.calculus.data import Data
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.exact_check import ExactPoint, exact_points
from pmlsym.closed_forms.expression_value import number_of
from pmlsym.closed_forms.frame import Content, content_of
from pmlsym.errors import Disagreement
from pmlsym.evaluators.exact import ExactAlgebra, read_exact, value_over
from pmlsym.language.nodes import Measure
from pmlsym.language.value import polynomials_of, range_indices
from pmlsym.linear.prior_polytope import Masses, mixed
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.mechanism_families.mechanism import Mechanism, places_of
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import INFINITY, Exact, Number, log_of
from pmlsym.prior_sets.prior_set import PriorSet

Rows = tuple[tuple[Fraction, ...], ...]
MOST_VERTICES, DRAWN, MIXED = 6, 4, 3
NEARNESS = (20, 40, 80, 160, 320)


@dataclass(frozen=True)
class Reached:
    """The largest ratio, None where it is infinite; where it is reached, and by which vertex.

    The letter and the outcome count from zero.
    """

    level: Fraction | None
    attained: bool
    letter: int
    outcome: int
    vertex: Masses

    @property
    def leakage(self) -> Number:
        """In nats."""
        return INFINITY if self.level is None else log_of(self.level)


def rows_at(channel: Channel, instance: Instance) -> Rows:
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


def largest_ratio(rows: Rows, vertices: Sequence[Masses]) -> Reached:
    """The worst case of these rows over the priors with these vertices.

    >>> fair, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    >>> found = largest_ratio((sure, fair), [sure, fair])
    >>> found.level, found.attained, found.letter
    (None, False, 1)
    """
    somewhere = [any(v[x] for v in vertices) for x in range(len(rows))]
    best: Reached | None = None
    for y, column in enumerate(zip(*rows, strict=True)):
        masses = [
            sum((m * w for m, w in zip(v, column, strict=True)), Fraction(0)) for v in vertices
        ]
        least = min(masses)
        ties = [v for v, mass in zip(vertices, masses, strict=True) if mass == least]
        for x, entry in enumerate(column):
            if not entry or not somewhere[x]:
                continue
            level = entry / least if least else None
            own = next((v for v in ties if v[x]), None)
            # A largest ratio of one is no leakage at all, which every prior has.
            attained = level == 1 or (own is not None and level is not None)
            found = Reached(level, attained, x, y, own or ties[0])
            if best is None or _rank(found) > _rank(best):
                best = found
    assert best is not None, "some letter has mass, and some outcome"
    return best


@dataclass(frozen=True)
class ClaimedSupremum:
    """What is claimed: the supremum over a set, and whether a prior of it attains it."""

    mechanism: Mechanism
    priors: PriorSet
    closed: ClosedForm
    attained: bool | None

    def check(self, checks: int, seed: int) -> int:
        """How many points were compared, at most `checks`.

        Raises Disagreement where the claim fails.
        """
        found = self.closed.frame.content.parameters.values()
        own = [Data(p.tensor, p) for p in found if p.name == self.priors.least]
        content = content_of([*self.mechanism.channel.data, *own])
        rng, done = Random(seed), 0
        tensor = Prior("P", self.mechanism.input).body.tensors[0]
        points = exact_points(content, {tensor: None}, self.mechanism.input.name, rng)
        for point in islice(points, 60 * checks):
            if done == checks:
                break
            done += self._compare(point, content, rng)
        return done

    def _compare(self, point: ExactPoint, content: Content, rng: Random) -> bool:
        """Compare at a point; False where the set is empty there, or the form has no value."""
        count = point.instance.sizes[self.mechanism.input.name]
        values = shown_parameters(content, point)
        least = self.priors.least
        if isinstance(least, str) and least not in values:
            values[least] = sympy.Rational(rng.randint(1, 8), 8 * count)
        plain = self.priors.put({k: Fraction(str(v)) for k, v in values.items() if v.is_Rational})
        if plain.least is not None and Fraction(plain.least) * count > 1:
            return False
        formula = value_of(self.closed, values)
        if formula is None:
            return False
        corners = plain.corners(count)
        reached = largest_ratio(rows_at(self.mechanism.channel, point.instance), corners)
        where = f"at {values}"
        if formula != reached.leakage:
            raise Disagreement(
                f"the supremum is {reached.leakage}, but the closed form gives {formula} {where}"
            )
        if self.attained not in (None, reached.attained) and reached.level != 1:
            raise Disagreement(f"whether a prior attains {formula} is not {self.attained} {where}")
        _Members(self.mechanism, point, plain, corners, reached).check(rng, where)
        return True


def level_at(measure: Measure, instance: Instance) -> Number:
    """The number of a measure on an instance, before the logarithm."""
    free = {i for p in polynomials_of(measure.value) for i in p.free}
    base = places_of(free - set(range_indices(measure.value)))
    return value_over(measure.value, ExactAlgebra(instance), base)


def value_of(closed: ClosedForm, values: dict[str, sympy.Expr]) -> Number | None:
    """The number that a closed form prints at parameters; None outside what it assumes.

    All symbols are replaced at once, so that a maximum is only ever made of numbers.
    """
    given: dict[sympy.Basic, sympy.Expr] = {sympy.Symbol(k): v for k, v in values.items()}
    masses = closed.parts[0].expr.atoms(AppliedUndef)
    given |= {mass: values[str(mass)] for mass in masses if str(mass) in values}
    for condition, relation in closed.conditions:
        left = condition.xreplace(given)
        if not left.free_symbols and (left < 0 or (left == 0 and relation == ">")):
            return None
    try:
        expr = closed.parts[0].expr.xreplace(given)
    except ValueError:  # a maximum of something undefined
        return None
    return None if expr.has(sympy.zoo, sympy.nan) else number_of(expr)


def shown_parameters(content: Content, point: ExactPoint) -> dict[str, sympy.Expr]:
    """The parameters of a point by their names: eps = log(E) where E is a rational."""
    return {p.name: _shown(p, point.scalars[t]) for t, p in content.parameters.items()}


def _rank(found: Reached) -> tuple[bool, Fraction, bool]:
    return found.level is None, found.level or Fraction(0), found.attained


@dataclass(frozen=True)
class _Members:
    """The priors of a set at one point, and what is claimed of their leakages."""

    mechanism: Mechanism
    point: ExactPoint
    priors: PriorSet
    corners: tuple[Masses, ...]
    reached: Reached

    def check(self, rng: Random, where: str) -> None:
        """Raises Disagreement where a prior leaks more, or none comes near."""
        top = self.reached.level
        for masses in self._chosen(rng):
            level = self._level(masses)
            if top is not None and (level > top or (level == top and not self._can_equal(masses))):
                raise Disagreement(f"the prior {masses} leaks {level}, no less than {top}, {where}")
        if self.reached.attained or top == 1:
            if self._level(self.reached.vertex) != top:
                raise Disagreement(f"{self.reached.vertex} does not leak {top} {where}")
        elif not any(self._limit(Fraction(1, 2**k)) == (1 / top if top else 0) for k in NEARNESS):
            raise Disagreement(f"no priors near {self.reached.vertex} come near {top} {where}")

    def _can_equal(self, masses: Masses) -> bool:
        return self.reached.attained or self.reached.level == 1

    def _chosen(self, rng: Random) -> Iterator[Masses]:
        """Vertices, points of faces, and priors drawn by the definition of the set."""
        vertices = rng.sample(self.corners, min(MOST_VERTICES, len(self.corners)))
        for vertex in {*vertices, self.reached.vertex}:
            if sum(vertex) != 1 or not self.priors.contains(vertex):
                raise Disagreement(f"{vertex} is no prior of the set: {self.priors.text}")
            yield vertex
        for _ in range(MIXED):
            some = rng.sample(vertices, rng.randint(1, len(vertices)))
            parts = [rng.choice((1, 1, 2, 5, 30)) for _ in some]
            yield mixed(some, [Fraction(part, sum(parts)) for part in parts])
        for _ in range(DRAWN):
            yield self.priors.draw(len(self.corners[0]), rng)

    def _limit(self, near: Fraction) -> Fraction:
        """The limit of exp(-pml) at the vertex, if it is linear up to this distance."""
        vertex, letter = self.reached.vertex, self.reached.letter
        other = next(v for v in self.corners if v[letter])
        one, two = (
            1 / self._level(mixed([vertex, other], (1 - step, step))) for step in (near, near / 2)
        )
        return 2 * two - one

    def _level(self, masses: Masses) -> Fraction:
        """exp(pml) at a prior, by the exact evaluator."""
        channel, instance = self.mechanism.channel, self.point.instance
        measure = pml(Prior("P", self.mechanism.input), channel)
        found = level_at(measure, replace(instance, tensors={**instance.tensors, "P": masses}))
        if not isinstance(found, Exact) or found.logs:
            raise Disagreement(f"exp(pml) is {found}, not a rational")
        return found.rational


def _shown(parameter: Parameter, value: Fraction) -> sympy.Expr:
    plain = sympy_of(value)
    if not parameter.is_exponent:
        return plain
    return sympy.log(plain) / sympy_of(parameter.scale)
