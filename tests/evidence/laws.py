"""Whether a second-order hypothesis is true in a world, exactly.

It binds one tensor and no alphabet. Its premises and its conclusion are affine in the tensor,
whose entries lie in [0, 1]. So it is true iff the conclusion is nonnegative at each vertex of the
polytope that the premises cut out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

from pmlsym.calculus import Index, Tensor
from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.linear.matrix import solve
from tests.calculus.brute_force import Entries, World, evaluate


class NotAffine(Exception):
    """What is bound is no event, or stands twice in a product."""


@dataclass(frozen=True)
class Affine:
    """v . a + c, which is to be nonnegative."""

    slope: tuple[Fraction, ...]
    constant: Fraction

    def __call__(self, point: Sequence[Fraction]) -> Fraction:
        return self.constant + sum(
            (v * a for v, a in zip(self.slope, point, strict=True)), Fraction(0)
        )


def law_holds(world: World, rule: Rule, at: Mapping[Index, int]) -> bool:
    """Whether it is true of all events. Raises NotAffine where that is not decided here."""
    parameter = bound_event(rule)
    if parameter.stochastic or parameter.indicator or parameter.positive:
        raise NotAffine
    if not (parameter.nonnegative and parameter.at_most_one):
        raise NotAffine
    cells = list(product(*(range(world.sizes[a]) for a in parameter.alphabets)))
    premises = [side for fact in rule.premises for side in sides(world, rule, fact, at, cells)]
    unit = [tuple(Fraction(k == j) for k in range(len(cells))) for j in range(len(cells))]
    box = [Affine(e, Fraction(0)) for e in unit]
    box += [Affine(tuple(-v for v in e), Fraction(1)) for e in unit]
    claimed = list(sides(world, rule, rule.conclusion, at, cells))
    return all(
        side(vertex) >= 0 for vertex in vertices([*box, *premises], len(cells)) for side in claimed
    )


def bound_event(rule: Rule) -> Tensor:
    """The tensor that the rule binds. Raises NotAffine where it binds something else."""
    if len(rule.tensors) != 1 or rule.alphabets:
        raise NotAffine
    return rule.tensors[0]


def sides(
    world: World,
    rule: Rule,
    fact: Fact,
    at: Mapping[Index, int],
    cells: Sequence[tuple[int, ...]],
) -> Iterator[Affine]:
    """What a fact says of the parameter, for each choice of its letters."""

    def value(entries: Entries, letters: Mapping[Index, int]) -> Fraction:
        other = replace(world, entries={**world.entries, bound_event(rule).name: entries})
        return evaluate(other, fact.polynomial, {**at, **letters})

    for monomial, _ in fact.polynomial:
        if sum(tensor == bound_event(rule) for tensor, _ in loosen(monomial)[0]) > 1:
            raise NotAffine
    for letters in world.assignments(fact.indices):
        constant = value(dict.fromkeys(cells, Fraction(0)), letters)
        slope = tuple(
            value({cell: Fraction(cell == own) for cell in cells}, letters) - constant
            for own in cells
        )
        found = Affine(slope, constant)
        yield found
        if fact.relation == "==":
            yield Affine(tuple(-v for v in slope), -constant)


def vertices(every: Sequence[Affine], dimension: int) -> Iterator[tuple[Fraction, ...]]:
    """The points where that many of the inequalities are tight and the others hold."""
    for tight in combinations(every, dimension):
        point = solve([list(side.slope) for side in tight], [-side.constant for side in tight])
        if point is not None and all(side(point) >= 0 for side in every):
            yield tuple(point)
