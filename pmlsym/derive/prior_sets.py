"""Sets of priors, given by the vertices of their closures.

simplex()                    every prior
bounded(lower, upper)        l_i <= p_i <= u_i
least_mass(c)                p_i >= c for every i; c may be a name, a parameter in (0, 1/n]
polytope(vertices)           the convex hull of priors
near(prior, radius)          total variation distance at most `radius` from an estimate
counted(counts)              what observations leave open, at a confidence
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

from pmlsym.calculus.value import Ratio
from pmlsym.errors import InvalidInput
from pmlsym.families.parameter import Parameter, quotient, real
from pmlsym.model.counts import CONFIDENCE, intervals

Vertex = tuple[Ratio, ...]


@dataclass(frozen=True)
class PriorSet:
    """A set of priors: its name, the vertices of its closure for n letters, its own parameters.

    >>> simplex().vertices(2)
    ((Ratio(numerator=1, denominator=1), Ratio(numerator=0, denominator=1)), \
(Ratio(numerator=0, denominator=1), Ratio(numerator=1, denominator=1)))
    """

    text: str
    vertices: Callable[[int], tuple[Vertex, ...]]
    parameters: Callable[[int], tuple[Parameter, ...]] = lambda count: ()


def simplex() -> PriorSet:
    """Every prior.

    >>> len(simplex().vertices(3))
    3
    """

    def vertices(count: int) -> tuple[Vertex, ...]:
        return tuple(_exact([int(i == k) for i in range(count)]) for k in range(count))

    return PriorSet("every prior", vertices)


def bounded(lower: Sequence[Fraction | int], upper: Sequence[Fraction | int]) -> PriorSet:
    """The priors with l_i <= p_i <= u_i.

    Raises InvalidInput where no prior lies between the bounds.

    >>> len(bounded([0, 0], [Fraction(1, 2), 1]).vertices(2))
    2
    """
    low, high = [Fraction(v) for v in lower], [Fraction(v) for v in upper]
    if len(low) != len(high):
        raise InvalidInput(f"{len(low)} lower bounds, but {len(high)} upper bounds")
    low = [max(a, Fraction(0)) for a in low]
    if any(a > b for a, b in zip(low, high, strict=True)) or not sum(low) <= 1 <= sum(high):
        raise InvalidInput("no prior lies between the bounds")

    def vertices(count: int) -> tuple[Vertex, ...]:
        _require(count, len(low))
        found = {}
        for free in range(count):
            others = [i for i in range(count) if i != free]
            for ends in product(*((low[i], high[i]) for i in others)):
                rest = 1 - sum(ends)
                if low[free] <= rest <= high[free]:
                    found[(*ends[:free], rest, *ends[free:])] = True
        return tuple(_exact(vertex) for vertex in found)

    return PriorSet("bounded masses", vertices)


def least_mass(c: Fraction | int | str) -> PriorSet:
    """The priors of which every mass is at least c, a rational or the name of a parameter.

    Raises InvalidInput where c is no probability.

    >>> least_mass("c").parameters(2)
    (0 < c <= 1/2,)
    """
    named = isinstance(c, str)
    if not named and not 0 <= Fraction(c) <= 1:
        raise InvalidInput(f"c = {c} is no probability")

    def parameters(count: int) -> tuple[Parameter, ...]:
        if not isinstance(c, str):
            return ()
        return (real(c, "least prior mass", 0, Fraction(1, count), low_open=True),)

    def vertices(count: int) -> tuple[Vertex, ...]:
        if isinstance(c, str):
            least = parameters(count)[0].scalar
            rest = quotient(1 - (count - 1) * least)
            return tuple(
                tuple(rest if i == k else quotient(least) for i in range(count))
                for k in range(count)
            )
        least_value = Fraction(c)
        if least_value * count > 1:
            raise InvalidInput(f"no prior of {count} letters has masses of at least {c}")
        rest_value = 1 - (count - 1) * least_value
        return tuple(
            _exact([rest_value if i == k else least_value for i in range(count)])
            for k in range(count)
        )

    return PriorSet(f"p_min >= {c}", vertices, parameters)


def polytope(vertices: Sequence[Sequence[Fraction | int]]) -> PriorSet:
    """The convex hull of priors.

    Raises InvalidInput where one of them is none.

    >>> len(polytope([[1, 0], [Fraction(1, 2), Fraction(1, 2)]]).vertices(2))
    2
    """
    own = [[Fraction(mass) for mass in vertex] for vertex in vertices]
    for vertex in own:
        if sum(vertex) != 1 or min(vertex) < 0:
            raise InvalidInput(f"the vertex {[str(m) for m in vertex]} is no prior")
    if not own:
        raise InvalidInput("a polytope has at least one vertex")

    def given(count: int) -> tuple[Vertex, ...]:
        _require(count, len(own[0]))
        return tuple(_exact(vertex) for vertex in own)

    return PriorSet("a polytope", given)


def near(prior: Sequence[Fraction | int], radius: Fraction | int) -> PriorSet:
    """The priors within a total variation distance of an estimate.

    A linear function is least where the mass `radius` is taken from the letters of the largest
    coefficients, in their order, and put on that of the smallest: these are the vertices.
    Raises InvalidInput where the estimate is no prior or the radius is negative.

    >>> len(near([Fraction(1, 2), Fraction(1, 2)], Fraction(1, 4)).vertices(2))
    2
    """
    centre = [Fraction(mass) for mass in prior]
    if sum(centre) != 1 or min(centre) < 0 or radius < 0:
        raise InvalidInput("the estimate is no prior, or the radius is negative")

    def vertices(count: int) -> tuple[Vertex, ...]:
        _require(count, len(centre))
        found = {}
        for order in permutations(range(count)):
            masses, left = list(centre), Fraction(radius)
            for letter in order[:-1]:
                taken = min(left, masses[letter])
                masses[letter] -= taken
                masses[order[-1]] += taken
                left -= taken
            found[tuple(masses)] = True
        return tuple(_exact(vertex) for vertex in found)

    return PriorSet(f"total variation at most {radius} from an estimate", vertices)


def counted(counts: Sequence[int], *, confidence: Fraction | str = CONFIDENCE) -> PriorSet:
    """The priors within Clopper and Pearson's intervals of observed counts, see `model.counts`.

    The true prior is one of them with at least this confidence.
    Raises InvalidInput at counts that are none, or a confidence outside (0, 1).

    >>> len(counted([500, 500]).vertices(2))
    2
    """
    found = intervals(counts, confidence=confidence)
    return bounded([low for low, _ in found], [high for _, high in found])


def _exact(masses: Sequence[Fraction | int]) -> Vertex:
    return tuple(quotient(Fraction(m).numerator, Fraction(m).denominator) for m in masses)


def _require(count: int, given: int) -> None:
    if count != given:
        raise InvalidInput(f"the set is of priors of {given} letters, the channel has {count}")
