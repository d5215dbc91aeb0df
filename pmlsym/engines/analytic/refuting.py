"""Counterexamples to claims about a few real numbers: rational points, confirmed exactly.

Floats find points where a goal fails, descending from the lowest; a point is returned only if the
claim is false there by exact numbers, or by balls that do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, islice
from random import Random

from pmlsym.calculus.effort import passed, until
from pmlsym.claims.subjects import subjects
from pmlsym.engines.analytic.bounds import closure
from pmlsym.engines.analytic.polynomial import EXP
from pmlsym.engines.analytic.problem import NumberProblem, float_at, meets_facts, random_points
from pmlsym.engines.analytic.reading import loose_problems
from pmlsym.engines.sampling.witness import is_false
from pmlsym.language.fold import contains
from pmlsym.language.nodes import BinomialTail, Claim, Series
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of, rational

ROUNDS = 200
TRIED = 40
SIMPLE_POINTS, SIMPLE_TRIED = 300, 40
WHOLE = (0, 1, 2, 3, 5, 10, -1, -2)
PARTS = ((1, 2), (1, 4), (3, 4), (1, 3), (2, 3), (1, 10), (9, 10), (1, 100), (-1, 2))
SIMPLE = (*map(Fraction, WHOLE), *(Fraction(a, b) for a, b in PARTS))
COUNTS = 0.6
LEVEL, LARGE, NEARBY = 1e-12, 20, 30
LOGARITHMS = tuple(log_of(Fraction(a, 2)) for a in (1, 2, 3, 4, 6))
FINE, FINEST = 10**9, 1e-7

Point = dict[str, Fraction]


def refute_analytic(claim: Claim, *, effort: float = 3.0, seed: int = 0) -> Instance | None:
    """An instance at which analytic search finds a claim about numbers exactly false, or None.

    Raises Unsupported where the claim is not about numbers alone.

    >>> from pmlsym.claim_text.question import parse
    >>> refute_analytic(parse("x >= 0 => log(1 + x) >= x - x*x*49/100")) is None
    False
    """
    random = Random(seed)
    names = tuple(sorted(subjects(claim).scalars))
    with until(effort):
        for problem in loose_problems(claim):
            counted = contains(claim, BinomialTail | Series)
            with until(effort / 2):
                for share, ways in COUNTED if counted else PLAIN:
                    with until(share * effort):
                        for instance in ways(problem, names, random):
                            if is_false(claim, instance):
                                return instance
    return None


def _instance_at(point: Point) -> Instance:
    """The instance at a rational point, as a counterexample about numbers."""
    return Instance({}, {}, {name: rational(value) for name, value in point.items()})


def _instances_of_counts(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Instance]:
    """Points for refuting a claim about numbers, some of which are small integers, as for tails.

    Where floats decide the goal, points at which it holds are left out; a few of those where it is
    nearly zero are tried.
    """
    even = 0
    for point in random_points(problem, names, random):
        if passed():
            return
        counts = {
            name: Fraction(_random_count(random)) if random.random() < COUNTS else value
            for name, value in point.items()
        }
        value = float_at(problem.goal.form, counts)
        if value is not None and value > -LEVEL:
            even += value < LEVEL
            if value >= LEVEL or even > TRIED or sum(counts.values()) > LARGE:
                continue
        yield _instance_at(counts)


def _random_count(random: Random) -> int:
    """A random small integer to try as a number of trials, in a search for a counterexample."""
    return random.randint(0, 12 if random.random() < 0.9 else 60)


def _simple_instances(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Instance]:
    """A few simple points for refuting a claim about numbers, not filtered by floats."""
    for point in islice(_simple_points(problem, names, random), SIMPLE_TRIED):
        if passed():
            return
        yield _instance_at(point)


def _instances_near_equality(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Instance]:
    """Points for refuting a claim about numbers close to simple ones where its goal is zero.

    At such points floats cannot tell, and a constant that is slightly wrong makes the goal fail.
    """
    at_value: dict[tuple[Fraction, ...], tuple[bool, Point]] = {}
    for point in islice(_simple_points(problem, names, random), SIMPLE_POINTS):
        value = float_at(problem.goal.form, point)
        if value is None or abs(value) < LEVEL:
            at_value[tuple(point.values())] = value is None, point
    for _, point in sorted(at_value.values(), key=lambda centre: centre[0])[:NEARBY]:
        for name in names:
            for k in (12, 20, 28, 36, 44):
                for offset in (Fraction(1, 2**k), -Fraction(1, 2**k)):
                    moved = {**point, name: point[name] + offset}
                    if passed():
                        return
                    if meets_facts(problem, moved):
                        yield _instance_at(moved)


def _instances_of_logarithms(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Instance]:
    """Points for refuting a strict claim about numbers at which exponentials are rational.

    Elsewhere equality with exponentials is beyond exact comparison.
    """
    if not (problem.goal.is_strict and names):
        return
    exponents = {
        name
        for g in closure([problem.goal.form])
        if g.kind == EXP and g.inside is not None
        for name in g.inside.numbers()
    }
    for _, point in zip(range(TRIED), random_points(problem, names, random), strict=False):
        common = random.choice(LOGARITHMS)
        scalars = {
            name: random.choice((common, *LOGARITHMS)) if name in exponents else rational(value)
            for name, value in point.items()
        }
        yield Instance({}, {}, scalars)


def _instances_by_floats(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Instance]:
    """Points for refuting a claim about numbers: those where its goal fails in floats."""
    if not names:
        yield _instance_at({})
        return
    lowest: tuple[float, Point] | None = None
    simple = islice(_simple_points(problem, names, random), SIMPLE_POINTS)
    for count, point in enumerate(chain(simple, random_points(problem, names, random))):
        if passed():
            return
        value = _goal_value(problem, point)
        if value is None:
            continue
        if value < 0 or (value == 0 and problem.goal.is_strict):
            yield _instance_at(_simplified_point(problem, point))
            yield _instance_at(point)
        elif lowest is None or value < lowest[0]:
            lowest = value, point
        if lowest is not None and count % ROUNDS == ROUNDS - 1:
            lowest = _lower_point(problem, lowest, random)
            if lowest[0] < 0 or (lowest[0] == 0 and problem.goal.is_strict):
                yield _instance_at(lowest[1])
                lowest = None


Way = Callable[[NumberProblem, tuple[str, ...], Random], Iterator[Instance]]

COUNTED: tuple[tuple[float, Way], ...] = (
    (0.5, _instances_of_counts),
    (0.5, _instances_near_equality),
    (0.5, _instances_by_floats),
)
PLAIN: tuple[tuple[float, Way], ...] = (
    (0.1, _simple_instances),
    (0.5, _instances_of_logarithms),
    (0.5, _instances_near_equality),
    (0.5, _instances_by_floats),
)
"""The ways of looking, each with its share of the effort."""


def _simple_points(
    problem: NumberProblem, names: tuple[str, ...], random: Random
) -> Iterator[Point]:
    """Simple points in the ranges of an analytic problem's numbers, to try as counterexamples."""
    choices = []
    for name in names:
        limits = problem.limits(name)
        within = [
            value
            for value in SIMPLE
            if (limits.low is None or value >= limits.low)
            and (limits.high is None or value <= limits.high)
        ]
        choices.append(within or [Fraction(0)])
    while True:
        yield {name: random.choice(values) for name, values in zip(names, choices, strict=True)}


def _lower_point(
    problem: NumberProblem, start: tuple[float, Point], random: Random
) -> tuple[float, Point]:
    """The point at which an analytic goal is smaller, one number scaled at a time."""
    value, point = start
    names, step = sorted(point), 0.5
    while step > FINEST:
        gained = False
        for name in random.sample(names, len(names)):
            for factor in (1 - step, 1 + step):
                scaled = point[name] * Fraction(factor) if point[name] else Fraction(factor - 1)
                moved = {**point, name: scaled.limit_denominator(FINE)}
                lower = _goal_value(problem, moved)
                if lower is not None and lower < value:
                    value, point, gained = lower, moved, True
        # A small step that still gains is mostly kept; by chance it is halved, so the search ends.
        step *= 1.0 if gained and step < 0.1 and random.random() < 0.8 else 0.5
    return value, point


def _simplified_point(problem: NumberProblem, point: Point) -> Point:
    """A point of smaller denominators at which the analytic goal fails as well, if any."""
    for size in (2, 4, 10, 20, 100):
        simple = {name: value.limit_denominator(size) for name, value in point.items()}
        value = _goal_value(problem, simple)
        if value is not None and value < 0:
            return simple
    return point


def _goal_value(problem: NumberProblem, point: Point) -> float | None:
    """The float value of an analytic goal at a point; None if its facts fail."""
    return float_at(problem.goal.form, point) if meets_facts(problem, point) else None
