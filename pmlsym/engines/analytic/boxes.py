"""Branch and bound: proofs that a form is positive on every box that the facts leave.

On a box, a form is evaluated on balls. Where that does not tell its sign, it is enclosed by its
value in the middle plus slopes times distances (the mean value form); where that does not either, a
form of one number is enclosed by Taylor's polynomial around the middle m, with Lagrange's
remainder:

    f(x)  in  sum_{k<d} f^(k)(m)/k! (x - m)^k  +  f^(d)(box)/d! (x - m)^d

A box is settled if some fact fails on all of it or the goal is positive on all of it; else it is
halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache, reduce
from heapq import heappop, heappush
from operator import mul
from typing import Any

from pmlsym.calculus.effort import passed
from pmlsym.calculus.meter import tick
from pmlsym.engines.analytic.polynomial import EXP, Generator
from pmlsym.engines.analytic.problem import NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import Box, Enclose, require_cover
from pmlsym.numbers.balls import ball, ball_between, first_term, precision, series_around

BALL = 50
"""Steps for a term that is evaluated on a box, with its slopes, in balls."""

MOST_NUMBERS = 3
DEGREE = 6  # of Lagrange's remainder; with a smaller one more boxes would be halved
BITS, MOST_BITS, POINT_BITS = 64, 4096, 256


def require_enclosed(problem: NumberProblem, step: Enclose) -> None:
    """Check that a step's boxes cover an analytic problem's domain and settle its goal."""
    if set(step.numbers) != set(problem.numbers()):
        raise InvalidCertificate(f"the boxes are not over {', '.join(problem.numbers())}")
    if not 2 <= step.bits <= MOST_BITS:
        raise InvalidCertificate(f"balls of {step.bits} bits are not evaluated")
    require_cover(step.boxes, domain(problem, step.numbers))
    for box in step.boxes:
        if not is_settled_on(problem, step.numbers, box, step.bits):
            raise InvalidCertificate(f"a ball does not settle the box {box}")


def enclose(problem: NumberProblem, *, most: int = 4000) -> Enclose | None:
    """Boxes on each of which balls settle an analytic problem; None if none are found.

    >>> x = NumberRatio.variable("x")
    >>> from pmlsym.engines.analytic.problem import NumberFact
    >>> given = (NumberFact(x), NumberFact(NumberRatio.number(4) - x))
    >>> found = enclose(NumberProblem(given, NumberFact(x.exp() - x * 2)))
    >>> 1 < len(found.boxes) < 40
    True
    """
    numbers = problem.numbers()
    if not 0 < len(numbers) <= MOST_NUMBERS:
        return None
    try:
        whole = domain(problem, numbers)
    except InvalidCertificate:
        return None
    waiting: list[tuple[Fraction, int, Box]] = [(Fraction(0), 0, whole)]
    settled: list[Box] = []
    count = 0
    while waiting:
        _, _, box = heappop(waiting)
        if is_settled_on(problem, numbers, box, BITS):
            settled.append(box)
            continue
        if count > most or passed():
            return None
        for half in _halves(box, whole):
            count += 1
            size = -max((high - low for low, high in half), default=Fraction(0))
            heappush(waiting, (size, count, half))
    return Enclose(numbers, tuple(sorted(settled)), BITS)


def domain(problem: NumberProblem, numbers: tuple[str, ...]) -> Box:
    """The ranges of an analytic problem's numbers. Raises InvalidCertificate at an endless one."""
    sides = []
    for name in numbers:
        limits = problem.limits(name)
        if limits.low is None or limits.high is None:
            raise InvalidCertificate(f"{name} has no bounded range")
        sides.append((limits.low, limits.high))
    return tuple(sides)


def is_settled_on(problem: NumberProblem, numbers: tuple[str, ...], box: Box, bits: int) -> bool:
    """Whether balls show on a box that an analytic fact fails, or that the goal is positive."""
    if any(low > high for low, high in box):
        return True
    tick(BALL * (1 + len(problem.goal.form.numerator.terms)))
    with precision(bits):
        sides = dict(zip(numbers, box, strict=True))
        for fact in problem.facts:
            if fact.form.numbers() <= set(numbers):
                value = _narrow_ball(fact.form, sides)
                if value is not None and value < 0:
                    return True
        value = _narrow_ball(problem.goal.form, sides)
        return value is not None and value > 0


def is_below_zero(form: NumberRatio, point: Mapping[str, Fraction]) -> bool:
    """Whether balls show that an analytic form is negative at a point."""
    tick(BALL * (1 + len(form.numerator.terms)))
    with precision(POINT_BITS):
        value = _ball_of(form, {name: ball(at) for name, at in point.items()})
        return value is not None and bool(value < 0)


def _narrow_ball(form: NumberRatio, sides: Mapping[str, tuple[Fraction, Fraction]]) -> Any:
    """The ball of an analytic form on a box, made narrower where its sign is not plain."""
    around = {name: ball_between(low, high) for name, (low, high) in sides.items()}
    plain = _ball_of(form, around)
    if plain is None or plain > 0 or plain < 0:
        return plain
    middle = {name: (low + high) / 2 for name, (low, high) in sides.items()}
    total = _ball_of(form, {name: ball(value) for name, value in middle.items()})
    if total is None:
        return plain
    for name, (low, high) in sides.items():
        slope = _ball_of(_cached_derivative(form, name), around)
        if slope is None:
            return plain
        total = total + slope * ball_between(low - middle[name], high - middle[name])
    if len(form.numbers()) == 1 and not (total > 0 or total < 0):
        (name,) = form.numbers()
        return taylor(form, name, *sides[name])
    return total


def taylor(form: NumberRatio, name: str, low: Fraction, high: Fraction) -> Any:
    """The ball of an analytic form on a side, by Taylor's polynomial and remainder."""
    tick(BALL * len(form.numerator.terms))
    middle, whole = (low + high) / 2, ball_between(low, high)
    near, far = (
        _value_on(form, {name: series_around(centre, DEGREE + 1)})
        for centre in (ball(middle), whole)
    )
    step, total = ball_between(low - middle, high - middle), far[DEGREE]
    for k in reversed(range(DEGREE)):
        total = total * step + near[k]
    return total


@lru_cache(maxsize=512)
def _cached_derivative(form: NumberRatio, name: str) -> NumberRatio:
    """The derivative of an analytic form with respect to a number, kept for later boxes."""
    return form.derivative(name)


def _ball_of(form: NumberRatio, around: Mapping[str, Any]) -> Any:
    """The ball of an analytic form on a box; None if a log or a quotient may have no value."""
    try:
        return _value_on(form, around)
    except _NoValue:
        return None


class _NoValue(Exception):
    """Raised where a form may be undefined on a ball."""


def _value_on(form: NumberRatio, around: Mapping[str, Any]) -> Any:
    """The ball of an analytic form on a box. Raises _NoValue if it may be undefined."""

    @cache
    def entry(generator: Generator) -> Any:
        """The ball of a number, an exponential or a logarithm in the analytic form."""
        if generator.inside is None:
            return around[generator.text]
        inside = _value_on(generator.inside, around)
        if generator.kind == EXP:
            return inside.exp()
        if not first_term(inside) > 0:
            raise _NoValue
        return inside.log()

    total = form.numerator.read(ball, entry, _power_of_ball)
    for factor, exponent in form.factors:
        below = factor.read(ball, entry, _power_of_ball)
        if first_term(below).contains(0):
            raise _NoValue
        total = total * _power_of_ball(1 / below, exponent)
    return total


def _power_of_ball(base: Any, exponent: int) -> Any:
    """A whole power of a ball of an analytic form, which FLINT refuses for a ball around zero."""
    return reduce(mul, [base] * exponent)


def _halves(box: Box, whole: Box) -> tuple[Box, Box]:
    """Two halves of a box of an analytic problem, cut at the relatively longest side."""
    lengths = [
        (high - low) / (w[1] - w[0]) if w[1] > w[0] else Fraction(0)
        for (low, high), w in zip(box, whole, strict=True)
    ]
    longest = lengths.index(max(lengths))
    low, high = box[longest]
    middle = (low + high) / 2
    first, second = list(box), list(box)
    first[longest], second[longest] = (low, middle), (middle, high)
    return tuple(first), tuple(second)
