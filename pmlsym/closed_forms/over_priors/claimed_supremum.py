"""A claimed supremum over a set of priors, compared with the exact evaluator at random points.

A closed form that is made of vertices is checked at points of its domain, the boundary included,
where the channel is a matrix of rationals. There

  - the vertices are priors of the set, by its definition;
  - no prior of the set gives more: vertices, points of faces, and priors drawn by the definition;
  - priors near a worst one come near, and none attains a supremum that is said not to be.

The leakage has an exact supremum as well,

    sup over priors P of the set, outcomes y, letters x with p(x) > 0, of   W(x,y) / P_Y(y)

a supremum of ratios of linear forms over a polytope, `linear/ratio_supremum.py`, which lists no
vertices. The closed form is that number, attained where it is said to be, and the prior that is
named then attains it. Every value is that of the exact evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random

from pmlsym.calculus.data import Data
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.checks.domain_points import ExactPoint, exact_points, places_of_named
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.errors import Disagreement
from pmlsym.evaluators.exact import ExactAlgebra, read_exact, value_by_algebra
from pmlsym.language.nodes import Measure
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.ratio_supremum import (
    BoundedRatio,
    Supremum,
    mean_prior,
    supremum,
    unit_masses,
    value_at,
)
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.mechanism_families.mechanism import Mechanism, letter_choices, places_of
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Exact, Number, log_of, number
from pmlsym.prior_sets.prior_set import PriorSet

Rows = tuple[Masses, ...]
LETTER, OUTCOME = Index("X", "x"), Index("Y", "y")
MOST_VERTICES, DRAWN, MIXED = 6, 4, 3
NEAR, CLOSE = Fraction(1, 2**60), Fraction(1, 2**20)
"""Priors within NEAR of the worst one have all of the supremum but a part of CLOSE."""
TRIES = 60
"""Points that are tried for each one that is compared: at some of them a form has no value."""


def channel_rows_at(channel: Channel, instance: Instance) -> Rows:
    """A channel's rows at a point of its closed form, by letter; several outcomes are one."""
    array = read_exact(channel.body, instance)
    base = places_of(set(channel.body.free) - set(channel.letters))
    count = len(channel.inputs)
    inputs, outputs = channel.letters[:count], channel.letters[count:]
    return tuple(
        tuple(
            array[tuple(at[i] for i in array.indices)]
            for at in letter_choices(outputs, instance.sizes, letters)
        )
        for letters in letter_choices(inputs, instance.sizes, base)
    )


def largest_ratio(rows: Rows, priors: PriorPolytope) -> Supremum:
    """The largest W(x,y)/P_Y(y) of rows over a set of priors, to check a closed form by.

    >>> from pmlsym.linear.prior_polytope import every_prior
    >>> fair, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    >>> worst = largest_ratio((sure, fair), every_prior(2))
    >>> worst.level, worst.attained, worst.at
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
    """The vertex of a set of priors that attains a closed form's supremum, or is a limit."""
    (_, x), (_, y) = worst.at
    least = rows[x][y] / worst.level if worst.level else Fraction(0)
    column = tuple(row[y] for row in rows)
    ties = [vertex for vertex in corners if value_at(column, vertex) == least]
    return next((vertex for vertex in ties if vertex[x]), ties[0])


def leakage_of(worst: Supremum) -> Number:
    """The log of the largest ratio over a set of priors, in nats, as a closed form claims it."""
    return INFINITY if worst.level is None else log_of(worst.level)


def count_compared(
    points: Iterable[ExactPoint], checks: int, compare: Callable[[ExactPoint], bool]
) -> int:
    """The number of points at which `compare` checked a closed form, at most `checks`."""
    done = 0
    for point in islice(points, TRIES * checks):
        if done == checks:
            break
        done += compare(point)
    return done


def parameter_values(content: Content, point: ExactPoint) -> dict[str, Number]:
    """A closed form's parameters at a point by their names: eps = log(E) where E is a rational."""
    scalars = {p: point.scalars[t] for t, p in content.parameters.items()}
    return {p.name: log_of(s) / p.scale if p.is_exponent else number(s) for p, s in scalars.items()}


def number_on(measure: Measure, instance: Instance) -> Number:
    """The number of a measure on an instance, to which a closed form over priors is compared."""
    base = places_of_named(measure)
    level = value_by_algebra(measure.value, ExactAlgebra(instance), base)
    return log_of(level) if measure.is_log else level


def require_supremum(
    what: str,
    claimed: Number,
    numbers: Sequence[Number],
    where: str,
    *,
    attained: bool | None = None,
    largest: bool = True,
    is_log: bool = True,
) -> None:
    """Raises Disagreement unless numbers stay within a closed form's supremum and come near.

    Where it is `attained` one of them is the supremum itself, and where it is not, none of them is,
    unless the supremum is zero. For a smallest value the same is required the other way round.
    """
    best = max(numbers) if largest else min(numbers)
    is_beyond = best > claimed if largest else best < claimed
    if is_beyond or (attained is False and best == claimed and claimed.sign()):
        raise Disagreement(f"{what} is {best}, and its supremum was to be {claimed}, {where}")
    if best == claimed:
        return
    if attained:
        raise Disagreement(f"{what} comes to {best}, and does not attain {claimed}, {where}")
    bound, reached = float(claimed), float(best)
    if abs(bound) < float("inf"):
        is_near = abs(bound - reached) <= CLOSE * (1 + abs(bound))
    else:
        outward = reached if bound > 0 else -reached
        is_near = outward >= (float(log_of(1 / CLOSE)) if is_log else 1 / CLOSE)
    if not is_near:
        raise Disagreement(f"{what} comes to {best} only, not near {claimed}, {where}")


@dataclass(frozen=True)
class ClaimedSupremum:
    """A claim to be checked: the supremum over a set, and whether a prior of it attains it.

    It is that of a `measure` under the prior P, the infimum unless `largest`. Where no measure is
    given it is that of the leakage, whose exact supremum is known as well.
    """

    mechanism: Mechanism
    priors: PriorSet
    closed: ClosedForm
    attained: bool | None
    measure: Measure | None = None
    largest: bool = True

    def check(self, checks: int, seed: int) -> int:
        """The number of points at which a closed form over priors was compared.

        Raises Disagreement where the claim fails.
        """
        parameters = self.closed.frame.content.parameters.values()
        data = [Data(p.tensor, p) for p in parameters if p.name == self.priors.least]
        content = content_of([*self._subject.data, *self.mechanism.channel.data, *data])
        rng = Random(seed)
        tensor = Prior("P", self.mechanism.input).body.tensors[0]
        points = exact_points(content, {tensor: None}, self.mechanism.input.name, rng)
        return count_compared(points, checks, lambda point: self._is_compared(point, content, rng))

    @cached_property
    def _subject(self) -> Measure:
        """The measure whose supremum over priors the closed form claims to be."""
        if self.measure is not None:
            return self.measure
        return pml(Prior("P", self.mechanism.input), self.mechanism.channel)

    def _is_compared(self, point: ExactPoint, content: Content, rng: Random) -> bool:
        """Compare a closed form over priors at a point; False if it has no value."""
        count = point.instance.sizes[self.mechanism.input.name]
        values, plain = parameter_values(content, point), self.priors
        if isinstance(plain.least, str):
            least = values.setdefault(plain.least, number(Fraction(rng.randint(1, 8), 8 * count)))
            assert isinstance(least, Exact)
            plain = plain.put({plain.least: least.rational})
        if plain.least is not None and Fraction(plain.least) * count > 1:
            return False
        claimed = self.closed.number_at(values)
        if claimed is None:
            return False
        members, corners, where = plain.at(count), plain.corners(count), f"at {values}"
        attained = None
        if self.measure is None:
            worst = self._exact_supremum(point, members, claimed, where)
            attained = worst.attained
            tried = [_prior_next_to(worst.prior, worst.inside), *_vertices_and_faces(corners, rng)]
        else:
            tried = [_prior_next_to(corner, mean_prior(corners)) for corner in corners]
        for vertex in corners:
            if vertex not in members:
                raise Disagreement(f"{vertex} is no prior of the set: {plain.text}")
        tried += [plain.draw(count, rng) for _ in range(DRAWN)]
        numbers = [self._number_at(point, masses) for masses in tried]
        require_supremum(
            str(self._subject),
            claimed,
            numbers,
            where,
            attained=attained,
            largest=self.largest,
            is_log=self._subject.is_log,
        )
        return True

    def _exact_supremum(
        self, point: ExactPoint, priors: PriorPolytope, claimed: Number, where: str
    ) -> Supremum:
        """The exact supremum over priors; Disagreement if it is not the closed form's."""
        worst = largest_ratio(channel_rows_at(self.mechanism.channel, point.instance), priors)
        if claimed != leakage_of(worst):
            raise Disagreement(
                f"the supremum is {leakage_of(worst)}, but the closed form gives {claimed} {where}"
            )
        if self.attained not in (None, worst.attained) and worst.level != 1:
            raise Disagreement(f"whether a prior attains {claimed} is not {self.attained} {where}")
        return worst

    def _number_at(self, point: ExactPoint, masses: Masses) -> Number:
        """The number of the measure at a prior, to which a closed form is compared."""
        tensors = {**point.instance.tensors, "P": masses}
        return number_on(self._subject, replace(point.instance, tensors=tensors))


def _vertices_and_faces(corners: Sequence[Masses], rng: Random) -> Iterator[Masses]:
    """Priors at vertices and on faces of a set, at which a closed form's supremum is tried."""
    some = rng.sample(corners, min(MOST_VERTICES, len(corners)))
    yield from some
    for _ in range(MIXED):
        face = rng.sample(some, rng.randint(1, len(some)))
        parts = [rng.choice((1, 1, 2, 5, 30)) for _ in face]
        yield mixture_of_priors(face, [Fraction(part, sum(parts)) for part in parts])


def _prior_next_to(prior: Masses, inside: Masses) -> Masses:
    """A prior of the set next to one of its closure, at which a closed form's limit is tried."""
    return mixture_of_priors([prior, inside], (1 - NEAR, NEAR))
