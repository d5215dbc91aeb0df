"""Sets of priors, given by the vertices of their closures.

simplex()                    every prior
bounded(lower, upper)        l_i <= p_i <= u_i, or bounded_letters({1: (l_1, u_1), ..})
least_mass(c)                p(x) >= c for every letter x; c may be a name, a parameter in (0, 1/n]
polytope(vertices)           the convex hull of priors
near(prior, radius)          total variation distance at most `radius` from an estimate
counted(counts)              what observations leave open, at a confidence
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.parameter import Parameter, quotient, real
from pmlsym.families.taken_names import require_free
from pmlsym.language.value import Ratio
from pmlsym.model.counts import CONFIDENCE, intervals

Vertex = tuple[Ratio, ...]
Masses = tuple[Fraction, ...]
MOST_VERTICES = 20_000
STEPS = 8  # a prior that is drawn lies on the border of the set this often


@dataclass(frozen=True)
class PriorSet:
    """A set of priors: its name, the vertices of its closure for n letters, its own parameters.

    `draw` gives a random prior of the set and `contains` says whether a prior is one, both by the
    definition of the set and not by its vertices: what is said of the vertices is checked by them.
    `least` is c where the set is of all priors with p(x) >= c for every letter, 0 for all priors.

    >>> simplex().vertices(2)
    ((Ratio(numerator=1, denominator=1), Ratio(numerator=0, denominator=1)), \
(Ratio(numerator=0, denominator=1), Ratio(numerator=1, denominator=1)))
    """

    text: str
    vertices: Callable[[int], tuple[Vertex, ...]]
    draw: Callable[[int, Random], Masses]
    contains: Callable[[Masses], bool]
    parameters: Callable[[int], tuple[Parameter, ...]] = lambda count: ()
    least: Fraction | str | None = None

    def corners(self, count: int) -> tuple[Masses, ...]:
        """The vertices as numbers, where the set has no parameters.

        >>> least_mass(Fraction(1, 4)).corners(2)
        ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
        """
        return tuple(tuple(map(_number, vertex)) for vertex in self.vertices(count))

    def put(self, values: Mapping[str, Fraction]) -> PriorSet:
        """The set where its parameter, if it has one, has a value.

        >>> least_mass("c").put({"c": Fraction(1, 4)}).text
        'p(x) >= 1/4'
        """
        return least_mass(values[self.least]) if isinstance(self.least, str) else self


def simplex() -> PriorSet:
    """Every prior.

    >>> len(simplex().vertices(3))
    3
    """

    def vertices(count: int) -> tuple[Vertex, ...]:
        return tuple(_exact([int(i == k) for i in range(count)]) for k in range(count))

    return PriorSet(
        "every prior", vertices, _any, lambda masses: min(masses) >= 0, least=Fraction(0)
    )


def bounded(lower: Sequence[Fraction | int], upper: Sequence[Fraction | int]) -> PriorSet:
    """The priors with l_i <= p_i <= u_i.

    Raises InvalidInput where no prior lies between the bounds.

    >>> len(bounded([0, 0], [Fraction(1, 2), 1]).vertices(2))
    2
    """
    if len(lower) != len(upper):
        raise InvalidInput(f"{len(lower)} lower bounds, but {len(upper)} upper bounds")
    _require_prior(lower, upper)

    def vertices(count: int) -> tuple[Vertex, ...]:
        _require(count, len(lower))
        return _corners(lower, upper)

    ends = list(zip(map(Fraction, lower), map(Fraction, upper), strict=True))
    return PriorSet("bounded masses", vertices, lambda n, rng: _between(ends, rng), _inside(ends))


def bounded_letters(
    bounds: Mapping[int, tuple[Fraction | int, Fraction | int]],
) -> PriorSet:
    """The priors with bounds on some masses, by letters that count from 1.

    >>> len(bounded_letters({1: (0, Fraction(1, 2))}).vertices(2))
    2
    """

    def ends(count: int) -> list[tuple[Fraction, Fraction]]:
        given = [bounds.get(k + 1, (0, 1)) for k in range(count)]
        return [(Fraction(low), Fraction(high)) for low, high in given]

    def vertices(count: int) -> tuple[Vertex, ...]:
        if not all(1 <= letter <= count for letter in bounds):
            raise InvalidInput(f"the channel has the letters p1 to p{count}")
        return _corners([low for low, _ in ends(count)], [high for _, high in ends(count)])

    return PriorSet(
        ", ".join(f"{low} <= p{k} <= {high}" for k, (low, high) in bounds.items()),
        vertices,
        lambda n, rng: _between(ends(n), rng),
        lambda masses: _inside(ends(len(masses)))(masses),
    )


def least_mass(c: Fraction | int | str) -> PriorSet:
    """The priors of which every mass is at least c, a rational or the name of a parameter.

    Raises InvalidInput where c is no probability.

    >>> least_mass("c").parameters(2)
    (0 < c <= 1/2,)
    """
    named = isinstance(c, str)
    if isinstance(c, str):
        require_free(c)
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

    def draw(count: int, rng: Random) -> Masses:
        assert not isinstance(c, str), "a set is drawn from once its parameter has a value"
        return tuple(c + (1 - count * c) * mass for mass in _any(count, rng))

    return PriorSet(
        f"p(x) >= {c}",
        vertices,
        draw,
        lambda masses: not isinstance(c, str) and min(masses) >= c,
        parameters,
        c if isinstance(c, str) else Fraction(c),
    )


def polytope(vertices: Sequence[Sequence[Fraction | int]]) -> PriorSet:
    """The convex hull of priors.

    Raises InvalidInput where one of them is none.

    >>> len(polytope([[1, 0], [Fraction(1, 2), Fraction(1, 2)]]).vertices(2))
    2
    """
    own = [tuple(Fraction(mass) for mass in vertex) for vertex in vertices]
    for vertex in own:
        if sum(vertex) != 1 or min(vertex) < 0:
            raise InvalidInput(f"the vertex {[str(m) for m in vertex]} is no prior")
        if len(vertex) != len(own[0]):
            raise InvalidInput(f"vertices of {len(own[0])} and of {len(vertex)} letters in one set")
    if not own:
        raise InvalidInput("a polytope has at least one vertex")

    def given(count: int) -> tuple[Vertex, ...]:
        _require(count, len(own[0]))
        return tuple(_exact(vertex) for vertex in own)

    return PriorSet(
        "a polytope",
        given,
        lambda n, rng: mixed(own, _any(len(own), rng)),
        lambda masses: masses in own,
    )


def near(prior: Sequence[Fraction | int], radius: Fraction | int) -> PriorSet:
    """The priors within a total variation distance of an estimate.

    A linear function is least where the mass `radius` is taken from the letters of the largest
    coefficients, in their order, and put on that of the smallest: these are the vertices.
    Raises InvalidInput where the estimate is no prior or the radius is negative.

    >>> len(near([Fraction(1, 2), Fraction(1, 2)], Fraction(1, 4)).vertices(2))
    2
    """
    centre = [Fraction(mass) for mass in prior]
    most = Fraction(radius)
    if sum(centre) != 1 or min(centre) < 0 or radius < 0:
        raise InvalidInput("the estimate is no prior, or the radius is negative")

    def vertices(count: int) -> tuple[Vertex, ...]:
        _require(count, len(centre))
        found: dict[tuple[Fraction, ...], bool] = {}
        for receiver in range(count):
            _move(centre, receiver, most, frozenset((receiver,)), found)
        return tuple(_exact(vertex) for vertex in found)

    def draw(count: int, rng: Random) -> Masses:
        other = _any(count, rng)
        far = _variation(other, centre)
        step = Fraction(rng.randint(0, STEPS), STEPS) * min(
            Fraction(1), most / far if far else most
        )
        return mixed([tuple(centre), other], (1 - step, step))

    return PriorSet(
        f"total variation at most {radius} from an estimate",
        vertices,
        draw,
        lambda masses: min(masses) >= 0 and _variation(masses, centre) <= most,
    )


def counted(counts: Sequence[int], *, confidence: Fraction | str = CONFIDENCE) -> PriorSet:
    """The priors within Clopper and Pearson's intervals of observed counts, see `model.counts`.

    The true prior is one of them with at least this confidence.
    Raises InvalidInput at counts that are none, or a confidence outside (0, 1).

    >>> len(counted([500, 500]).vertices(2))
    2
    """
    found = intervals(counts, confidence=confidence)
    return bounded([low for low, _ in found], [high for _, high in found])


def _move(
    masses: list[Fraction],
    receiver: int,
    left: Fraction,
    done: frozenset[int],
    found: dict[tuple[Fraction, ...], bool],
) -> None:
    """Note what masses can become when `left` is taken from letters one by one."""
    givers = [k for k, mass in enumerate(masses) if mass and k not in done]
    if not left or not givers:
        found[tuple(masses)] = True
        if len(found) > MOST_VERTICES:
            raise Unsupported(f"the set of priors has more than {MOST_VERTICES} vertices")
        return
    for giver in givers:
        taken = min(left, masses[giver])
        moved = list(masses)
        moved[giver] -= taken
        moved[receiver] += taken
        _move(moved, receiver, left - taken, done | {giver}, found)


def mixed(priors: Sequence[Masses], weights: Sequence[Fraction]) -> Masses:
    """The mixture of priors.

    >>> mixed([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))], [Fraction(1, 4)] * 2)
    (Fraction(1, 4), Fraction(1, 4))
    """
    columns = zip(*priors, strict=True)
    return tuple(
        sum((w * m for w, m in zip(weights, column, strict=True)), Fraction(0))
        for column in columns
    )


def _any(count: int, rng: Random) -> Masses:
    """A random prior, some of its masses zero now and then."""
    parts = [rng.choice((0, 1, 1, 2, 5, 12, 60)) for _ in range(count)]
    if not any(parts):
        parts[rng.randrange(count)] = 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


def _between(ends: Sequence[tuple[Fraction, Fraction]], rng: Random) -> Masses:
    """A random prior with masses between ends: what is left is spread letter by letter."""
    masses = [max(low, Fraction(0)) for low, _ in ends]
    room = [min(high, Fraction(1)) - mass for (_, high), mass in zip(ends, masses, strict=True)]
    left = 1 - sum(masses)
    for k in rng.sample(range(len(masses)), len(masses)):
        least, most = max(Fraction(0), left - sum(room) + room[k]), min(room[k], left)
        taken = least + (most - least) * Fraction(rng.randint(0, STEPS), STEPS)
        masses[k], left, room[k] = masses[k] + taken, left - taken, Fraction(0)
    return tuple(masses)


def _inside(ends: Sequence[tuple[Fraction, Fraction]]) -> Callable[[Masses], bool]:
    return lambda masses: all(
        max(low, Fraction(0)) <= mass <= high
        for mass, (low, high) in zip(masses, ends, strict=True)
    )


def _variation(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    """The total variation distance of two priors."""
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0)) / 2


def _require_prior(
    lower: Sequence[Fraction | int], upper: Sequence[Fraction | int]
) -> tuple[list[Fraction], list[Fraction]]:
    """The bounds within [0, 1]; raises InvalidInput where no prior lies between them."""
    low = [max(Fraction(v), Fraction(0)) for v in lower]
    high = [min(Fraction(v), Fraction(1)) for v in upper]
    if any(a > b for a, b in zip(low, high, strict=True)) or not sum(low) <= 1 <= sum(high):
        raise InvalidInput("no prior lies between the bounds")
    return low, high


def _corners(
    lower: Sequence[Fraction | int], upper: Sequence[Fraction | int]
) -> tuple[Vertex, ...]:
    """The vertices of a box cut with the simplex: all masses but one are at an end."""
    low, high = _require_prior(lower, upper)
    found: dict[Masses, bool] = {}
    _extend((), low, high, found)
    return tuple(_exact(vertex) for vertex in found)


def _extend(
    masses: Masses, low: Sequence[Fraction], high: Sequence[Fraction], found: dict[Masses, bool]
) -> None:
    """Note the vertices that begin with these masses, each at an end; one mass may be at none."""
    k, left = len(masses), 1 - sum(masses)
    if not sum(low[k:]) <= left <= sum(high[k:]):
        return
    if k == len(low):
        found[masses] = True
        return
    for end in sorted({low[k], high[k]}):
        _extend((*masses, end), low, high, found)
    for vertex in _rests(low[k + 1 :], high[k + 1 :], left - low[k], left - high[k]):
        free = left - sum(vertex, Fraction(0))
        if low[k] < free < high[k]:
            found[(*masses, free, *vertex)] = True
        if len(found) > MOST_VERTICES:
            raise Unsupported(f"the set of priors has more than {MOST_VERTICES} vertices")


def _rests(
    low: Sequence[Fraction], high: Sequence[Fraction], most: Fraction, least: Fraction
) -> Iterator[Masses]:
    """The masses at ends with a sum between `least` and `most`."""
    if not low:
        if least <= 0 <= most:
            yield ()
        return
    if sum(low) > most or sum(high) < least:
        return
    for end in sorted({low[0], high[0]}):
        for rest in _rests(low[1:], high[1:], most - end, least - end):
            yield (end, *rest)


def _number(ratio: Ratio) -> Fraction:
    above, below = (
        sum((Fraction(c) for _, c in part), Fraction(0))
        for part in (ratio.numerator, ratio.denominator)
    )
    return above / below


def _exact(masses: Sequence[Fraction | int]) -> Vertex:
    return tuple(quotient(Fraction(m).numerator, Fraction(m).denominator) for m in masses)


def _require(count: int, given: int) -> None:
    if count != given:
        raise InvalidInput(f"the set is of priors of {given} letters, the channel has {count}")
