"""Finding an analytic proof: which steps to take, guided by values at random points.

    ask Z3 with rational bounds; exponentiate; clear denominators; move a number to an end of its
    range, after dividing by the factor of a logarithm; enclose on boxes; split.

Floats reject steps that cannot succeed; every step that is taken goes through `expand`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

from pmlsym.calculus.effort import passed, until
from pmlsym.calculus.meter import tick
from pmlsym.engines.analytic.boxes import enclose, is_below_zero
from pmlsym.engines.analytic.polynomial import EXP, LOG, NUMBER, TAIL, NumberPolynomial
from pmlsym.engines.analytic.problem import NumberProblem, float_at, meets_facts, random_points
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.rules import expand
from pmlsym.errors import PmlError
from pmlsym.evidence.enclosure import (
    Approach,
    Ask,
    Cancel,
    Clear,
    Compare,
    Derivation,
    Divide,
    Enclose,
    Exponentiate,
    Move,
    PowerSeries,
    Replace,
    Split,
    Step,
    Takelog,
)

EXPANDED = 500
"""The work that is counted for trying a step of a derivation, besides what Z3 does."""

TOLERANCE = 1e-9
POINTS = 60
CLEAR = 1e-6
HOPELESS = 99
SHORT, LONG = 200, 500
FEW_BOXES = 150  # what these settle needs no other step, and takes less time than a question to Z3
CROWD = 2
SIMPLER = (Takelog, Clear)


@dataclass
class NumberSearch:
    """One search: the problems that were given up, and those being worked on."""

    given_up: dict[NumberProblem, int] = field(default_factory=dict)
    open: set[NumberProblem] = field(default_factory=set)


def find_derivation(problem: NumberProblem) -> Derivation | None:
    """A derivation of an analytic problem, or None if none was found by the deadline.

    >>> x = NumberRatio.variable("x")
    >>> from pmlsym.engines.analytic.problem import NumberFact
    >>> find_derivation(NumberProblem((NumberFact(x),), NumberFact(x.exp() - x - 1))).step
    PowerSeries(number='x')
    """
    search = NumberSearch()
    for depth in (0, 1, 2, 3):
        derivation = _derivation(search, problem, depth)
        if derivation is not None:
            return derivation
    return None


def _derivation(
    search: NumberSearch, problem: NumberProblem, depth: int, after: Step | None = None
) -> Derivation | None:
    """A derivation of an analytic problem with at most `depth` costly steps, or None."""
    if passed() or search.given_up.get(problem, -1) >= depth:
        return None
    if problem in search.open or not _is_plausible(problem):
        if problem not in search.open:
            search.given_up[problem] = HOPELESS
        return None
    fresh = problem not in search.given_up
    search.open.add(problem)
    try:
        derivation = _first_derivation(
            search, problem, _steps_to_try(problem, depth, fresh, after), depth
        )
    finally:
        search.open.remove(problem)
    if derivation is None and not passed():
        search.given_up[problem] = depth
    return derivation


def _first_derivation(
    search: NumberSearch, problem: NumberProblem, steps: Iterator[tuple[Step, int]], depth: int
) -> Derivation | None:
    """The derivation of an analytic problem that begins with the first step to succeed.

    A step that leaves the same problem in a simpler form is the only one worth trying.
    """
    crowded = _is_crowded(problem)
    for step, less in steps:
        tick(EXPANDED)
        try:
            left = expand(problem, step)
        except PmlError:
            continue
        derivation = _derivation_by(search, step, left, depth - less)
        simpler = isinstance(step, Cancel) or (crowded and isinstance(step, SIMPLER))
        if derivation is not None or simpler or passed():
            return derivation
    return None


def _derivation_by(
    search: NumberSearch, step: Step, left: tuple[NumberProblem, ...], depth: int
) -> Derivation | None:
    """The analytic derivation that begins with a step; None if a problem left by it has none."""
    if not all(_is_plausible(part) for part in left):
        return None
    parts = []
    for part in reversed(left):
        derivation = _derivation(search, part, depth, step)
        if derivation is None:
            return None
        parts.append(derivation)
    return Derivation(step, tuple(reversed(parts)))


def _steps_to_try(
    problem: NumberProblem, depth: int, fresh: bool, after: Step | None
) -> Iterator[tuple[Step, int]]:
    """Analytic steps worth trying on a problem, the cheapest first, with the depth they cost."""
    if problem.goal.form.numerator.content()[1]:
        yield Cancel(), 0
    if isinstance(after, Compare):
        yield from ((step, 1) for step in _approaches_of_numbers(problem))
    if fresh:
        yield from ((step, 0) for step in _power_series(problem))
        yield Ask(0, SHORT), 0
        yield from ((step, 0) for step in _enclosures(problem, most=FEW_BOXES))
    signs = () if isinstance(after, Divide) else _denominator_signs(problem)
    simpler = list(_simplifying_steps(problem, signs, after))
    if _is_crowded(problem):
        yield from ((step, 0) for step in simpler)
    if fresh:
        yield Ask(1, SHORT), 0
        yield Exponentiate(), depth
        yield Ask(2, LONG), 0
    yield from ((step, 0) for step in simpler)
    if depth > 0:
        yield from _deeper_steps(problem, depth)


def _simplifying_steps(
    problem: NumberProblem, signs: tuple[int, ...], after: Step | None
) -> Iterator[Replace | Takelog | Clear]:
    """Analytic steps that leave one problem, equivalent to the first or nearly so."""
    yield from _replacements_of_tails(problem)
    if signs:
        yield Clear(signs)
    if not isinstance(after, Exponentiate):
        yield Takelog()


def _deeper_steps(problem: NumberProblem, depth: int) -> Iterator[tuple[Step, int]]:
    """Analytic steps that lead to other problems: ends of ranges, cases, boxes."""
    yield from ((step, 1) for step in _approaches_of_numbers(problem))
    if depth > 1:
        yield from ((step, 1) for step in _splits_at_zero(problem))
    yield from ((step, 1) for step in _moves_to_ends(problem))
    if depth > 1:
        yield from ((step, 1) for step in _comparisons_of_numbers(problem))
        yield from ((Divide(name, sign), 1) for name, sign in _logarithms_to_divide_by(problem))
    with until(depth):
        enclosed = [*_enclosures(problem, most=400 * depth)]
    yield from ((step, 0) for step in enclosed)
    if depth > 1:
        yield from ((step, 1) for step in _splits_at_cuts(problem))


def _enclosures(problem: NumberProblem, *, most: int) -> Iterator[Enclose]:
    """Boxes for an analytic problem whose goal seems to stay away from zero."""
    boxes = enclose(problem, most=most) if _is_clear(problem) else None
    if boxes is not None:
        yield boxes


def _is_crowded(problem: NumberProblem) -> bool:
    """Whether an analytic problem has so many exponentials that Z3 has little hope."""
    return sum(generator.kind == EXP for generator in problem.goal.form.generators()) > CROWD


def _replacements_of_tails(problem: NumberProblem) -> Iterator[Replace]:
    """Analytic steps that put bounds in the place of binomial tails."""
    for name in sorted(problem.goal.form.numbers(TAIL)):
        for k, fact in enumerate(problem.facts):
            if name in fact.form.numbers() and len(fact.form.numbers()) > 1:
                yield Replace(name, k)


def _numbers_of_goal(problem: NumberProblem) -> tuple[str, ...]:
    """The numbers in the goal of an analytic problem, without binomial tails."""
    return tuple(sorted(problem.goal.form.numbers(NUMBER)))


def _power_series(problem: NumberProblem) -> Iterator[PowerSeries]:
    """The analytic step by power series in the only number of a goal with exponentials."""
    generators = problem.goal.form.generators()
    if len(names := _numbers_of_goal(problem)) == 1 and any(g.kind == EXP for g in generators):
        yield from (PowerSeries(name) for name in names)


def _moves_to_ends(problem: NumberProblem) -> Iterator[Move]:
    """Analytic steps that move a number to an end of its range."""
    for name in _numbers_of_goal(problem):
        limits = problem.limits(name)
        if limits.low is not None:
            yield Move(name, to_low=True)
        if limits.high is not None:
            yield Move(name, to_low=False)


def _approaches_of_numbers(problem: NumberProblem) -> Iterator[Approach]:
    """Analytic steps that move a number to another number that bounds it by a fact."""
    for name, other in permutations(_numbers_of_goal(problem), 2):
        apart = NumberRatio.variable(name) - NumberRatio.variable(other)
        for fact in problem.facts:
            if fact.form == apart:
                yield Approach(name, other, from_above=True)
            elif fact.form == -apart:
                yield Approach(name, other, from_above=False)


def _comparisons_of_numbers(problem: NumberProblem) -> Iterator[Compare]:
    """Analytic steps by cases of two numbers that nothing compares yet."""
    forms = {fact.form for fact in problem.facts}
    pairs = list(combinations(_numbers_of_goal(problem), 2))
    pairs.sort(key=lambda pair: problem.limits(pair[0]) != problem.limits(pair[1]))
    for name, other in pairs:
        apart = NumberRatio.variable(name) - NumberRatio.variable(other)
        if apart not in forms and -apart not in forms:
            yield Compare(name, other)


def _logarithms_to_divide_by(problem: NumberProblem) -> Iterator[tuple[str, int]]:
    """Logarithms in an analytic goal whose factor has one sign, so that a step may divide by it."""
    form = problem.goal.form
    if form.factors:
        return
    for generator in form.numerator.generators():
        if generator.kind != LOG:
            continue
        parts = form.numerator.coefficients(generator)
        if max(parts) == 1 and parts[1].constant() is None:
            sign = _sign_of(problem, parts[1])
            if sign:
                yield generator.text, sign


def _splits_at_zero(problem: NumberProblem) -> Iterator[Split]:
    """Analytic steps by the sign of the only number whose range has no ends."""
    limits = {name: problem.limits(name) for name in _numbers_of_goal(problem)}
    endless = [
        name for name, range_ in limits.items() if range_.low is None and range_.high is None
    ]
    if len(endless) == 1:
        yield Split(endless[0], Fraction(0))


def _splits_at_cuts(problem: NumberProblem) -> Iterator[Split]:
    """Analytic steps that cut a number's range in the middle, or at simple numbers."""
    for name in _numbers_of_goal(problem):
        limits = problem.limits(name)
        low, high = limits.low, limits.high
        cuts = [Fraction(1), Fraction(2), Fraction(4), Fraction(8), Fraction(1, 2), Fraction(0)]
        if low is not None and high is not None:
            cuts = [(low + high) / 2, *cuts]
        for cut in cuts:
            if (low is None or cut > low) and (high is None or cut < high):
                yield Split(name, cut)
                if low is not None and high is not None:
                    break


def _denominator_signs(problem: NumberProblem) -> tuple[int, ...]:
    """The signs of an analytic goal's denominators at the points tried, if each has one."""
    signs = [_sign_of(problem, factor) for factor, _ in problem.goal.form.factors]
    return tuple(signs) if all(signs) else ()


def _sign_of(problem: NumberProblem, polynomial: NumberPolynomial) -> int:
    """The sign of a polynomial at all points tried in an analytic problem's domain, else 0."""
    constant = polynomial.constant()
    if constant is not None:
        return (constant > 0) - (constant < 0)
    common = 0
    names = tuple(sorted({*problem.numbers(), *NumberRatio(polynomial).numbers()}))
    for value in _values_within(problem, NumberRatio(polynomial), names):
        sign = (value > 0) - (value < 0)
        if sign * common < 0:
            return 0
        common = sign or common
    return common


def _is_plausible(problem: NumberProblem) -> bool:
    """Whether no random point is seen at which an analytic problem's facts hold and its goal fails.

    Floats lose digits in a quotient of small numbers, such as one near an end of a range: there
    balls have the last word. A sum of large exponentials loses digits too, but Z3 would not settle
    it.
    """
    names = set(problem.numbers())
    for fact in problem.facts:
        names |= fact.form.numbers()
    form = problem.goal.form
    for point, value in _points_within(problem, form, tuple(sorted(names))):
        if value < -TOLERANCE and (not form.factors or is_below_zero(form, point)):
            return False
    return True


def _is_clear(problem: NumberProblem) -> bool:
    """Whether an analytic goal stays away from zero at the points tried, so that balls may do."""
    names = problem.numbers()
    values = list(_values_within(problem, problem.goal.form, names))
    return bool(values) and min(values) > CLEAR * max(values)


def _values_within(
    problem: NumberProblem, form: NumberRatio, names: tuple[str, ...]
) -> Iterator[float]:
    """Values of an analytic form at random points where a problem's facts hold."""
    return (value for _, value in _points_within(problem, form, names))


def _points_within(
    problem: NumberProblem, form: NumberRatio, names: tuple[str, ...]
) -> Iterator[tuple[dict[str, Fraction], float]]:
    """Random points where an analytic problem's facts hold, with the form's values there."""
    random = Random(1)
    for _, point in zip(range(POINTS), random_points(problem, names, random), strict=False):
        if meets_facts(problem, point):
            value = float_at(form, point)
            if value is not None:
                yield point, value
