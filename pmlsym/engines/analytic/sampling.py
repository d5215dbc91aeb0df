"""Points of a problem's domain, and values in floats: for guesses, never for verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import exp, isfinite, log
from random import Random

from pmlsym.engines.analytic.polynomial import EXP, Generator
from pmlsym.engines.analytic.problem import NumberProblem, NumberRange
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.meter import tick

FLOAT = 2
"""Steps for a term that is evaluated in floats."""

Point = Mapping[str, Fraction]


def points(
    problem: NumberProblem, numbers: tuple[str, ...], random: Random
) -> Iterator[dict[str, Fraction]]:
    """Random rational points within the ranges of the numbers, for ever."""
    limits = {name: problem.limits(name) for name in numbers}
    while True:
        yield {name: _draw(limits[name], random) for name in numbers}


def _draw(limits: NumberRange, random: Random) -> Fraction:
    low, high = limits.low, limits.high
    kind = random.random()
    if low is not None and high is not None:
        if kind < 0.1 and not limits.low_open:
            return low
        if kind < 0.2 and not limits.high_open:
            return high
        part = Fraction(random.randint(1, 999), 1000)
        if kind < 0.4:
            part = Fraction(1, 2 ** random.randint(1, 24))
        elif kind < 0.6:
            part = 1 - Fraction(1, 2 ** random.randint(1, 24))
        return low + (high - low) * part
    size = Fraction(random.randint(1, 99), 16) * Fraction(2) ** random.randint(-14, 5)
    if low is not None:
        return low if kind < 0.1 and not limits.low_open else low + size
    if high is not None:
        return high if kind < 0.1 and not limits.high_open else high - size
    return size if kind < 0.5 else -size


def meets(problem: NumberProblem, point: Point) -> bool:
    """Whether all facts that the point decides hold there, in floats."""
    for fact in problem.facts:
        if fact.form.numbers() <= set(point):
            value = float_at(fact.form, point)
            if value is None or value < 0 or (fact.is_strict and value <= 0):
                return False
    return True


def float_at(form: NumberRatio, point: Point) -> float | None:
    """The value of a form at a point, or nothing where it has none.

    >>> float_at(NumberRatio.variable("x").exp(), {"x": Fraction(0)})
    1.0
    """
    tick(FLOAT * (1 + len(form.numerator.terms)))
    floats = {name: float(value) for name, value in point.items()}
    try:
        value = _float(form, floats)
    except (ArithmeticError, ValueError, KeyError):
        return None
    return value if isfinite(value) else None


def _float(form: NumberRatio, point: Mapping[str, float]) -> float:
    @cache
    def entry(generator: Generator) -> float:
        if generator.inside is None:
            return point[generator.text]
        inside = _float(generator.inside, point)
        return exp(inside) if generator.kind == EXP else log(inside)

    total: float = form.numerator.read(float, entry)
    for factor, exponent in form.factors:
        total /= factor.read(float, entry) ** exponent
    return total
