"""Problems of the analytic engine: facts about a few numbers imply that a form is >= 0 or > 0.

facts: c >= 0, 1/2 - c > 0, a >= 0       goal: log(c exp(a) - c + 1) + a^2 c^2/2 - a c >= 0

Points of a problem's domain, and values there in floats, are for guesses, never for verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import exp, isfinite, log
from random import Random

from pmlsym.calculus.meter import tick
from pmlsym.engines.analytic.polynomial import EXP, LOG, NUMBER, Generator, NumberPolynomial
from pmlsym.engines.analytic.ratio import NumberRatio

FLOAT = 2
"""Steps for a term that is evaluated in floats."""

Point = Mapping[str, Fraction]


@dataclass(frozen=True)
class NumberFact:
    """form >= 0, or form > 0."""

    form: NumberRatio
    is_strict: bool = False

    def __str__(self) -> str:
        return f"{self.form} {'>' if self.is_strict else '>='} 0"


@dataclass(frozen=True)
class NumberRange:
    """The range of one number: its ends, rational or missing, and whether they belong to it."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False


@dataclass(frozen=True)
class NumberProblem:
    """Wherever all facts hold, so does the goal."""

    facts: tuple[NumberFact, ...]
    goal: NumberFact

    def with_goal(self, form: NumberRatio, *, is_strict: bool = False) -> NumberProblem:
        """The analytic problem of the same facts with another goal."""
        return replace(self, goal=NumberFact(form, is_strict))

    def with_fact(self, form: NumberRatio, *, is_strict: bool = False) -> NumberProblem:
        """The analytic problem of the same goal with one more fact."""
        return replace(self, facts=(*self.facts, NumberFact(form, is_strict)))

    def numbers(self) -> tuple[str, ...]:
        """The names of the numbers in the goal of the analytic problem, sorted."""
        return tuple(sorted(self.goal.form.numbers()))

    def limits(self, name: str) -> NumberRange:
        """The range that the facts of the problem to be proved, each by itself, give a number.

        >>> x = NumberRatio.variable("x")
        >>> NumberProblem((NumberFact(x * 2 + 1, True),), NumberFact(x)).limits("x")
        NumberRange(low=Fraction(-1, 2), high=None, low_open=True, high_open=False)
        """
        range_ = NumberRange()
        for fact in self.facts:
            end = end_of_range(fact.form, name)
            if end is None:
                continue
            at, is_low = end
            if is_low and (range_.low is None or at >= range_.low):
                is_open = fact.is_strict or (at == range_.low and range_.low_open)
                range_ = replace(range_, low=at, low_open=is_open)
            elif not is_low and (range_.high is None or at <= range_.high):
                is_open = fact.is_strict or (at == range_.high and range_.high_open)
                range_ = replace(range_, high=at, high_open=is_open)
        return range_

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.facts)) or 'always'}  =>  {self.goal}"


def end_of_range(form: NumberRatio, name: str) -> tuple[Fraction, bool] | None:
    """The end of the range of x by an analytic fact a x + b >= 0, and whether it is the low end."""
    if form.factors:
        return None
    parts = form.numerator.coefficients(Generator(name, NUMBER))
    slope = parts.get(1, NumberPolynomial.number(0)).constant()
    rest = parts.get(0, NumberPolynomial.number(0)).constant()
    if set(parts) <= {0, 1} and slope and rest is not None:
        return -rest / slope, slope > 0
    return None


def log_arguments(form: NumberRatio) -> tuple[NumberRatio, ...]:
    """The arguments of all logarithms in an analytic form, inner ones first."""
    arguments: dict[NumberRatio, None] = {}
    for generator in form.generators():
        if generator.inside is not None:
            arguments |= dict.fromkeys(log_arguments(generator.inside))
            if generator.kind == LOG and generator.inside.numbers():
                arguments[generator.inside] = None
    return tuple(arguments)


def denominators(form: NumberRatio) -> tuple[NumberPolynomial, ...]:
    """The factors of all denominators in an analytic form, inner ones first."""
    denominators_: dict[NumberPolynomial, None] = {}
    for generator in form.generators():
        if generator.inside is not None:
            denominators_ |= dict.fromkeys(denominators(generator.inside))
    for factor, _ in form.factors:
        denominators_[factor] = None
    return tuple(denominators_)


def random_points(
    problem: NumberProblem, numbers: tuple[str, ...], random: Random
) -> Iterator[dict[str, Fraction]]:
    """Endlessly many random rational points in the ranges of an analytic problem's numbers."""
    limits = {name: problem.limits(name) for name in numbers}
    while True:
        yield {name: _random_number(limits[name], random) for name in numbers}


def meets_facts(problem: NumberProblem, point: Point) -> bool:
    """Whether all facts of an analytic problem that the point decides hold there, in floats."""
    for fact in problem.facts:
        if fact.form.numbers() <= set(point):
            value = float_at(fact.form, point)
            if value is None or value < 0 or (fact.is_strict and value <= 0):
                return False
    return True


def float_at(form: NumberRatio, point: Point) -> float | None:
    """The float value of an analytic form at a point, or None.

    >>> float_at(NumberRatio.variable("x").exp(), {"x": Fraction(0)})
    1.0
    """
    tick(FLOAT * (1 + len(form.numerator.terms)))
    floats = {name: float(value) for name, value in point.items()}
    try:
        value = _float_value(form, floats)
    except (ArithmeticError, ValueError, KeyError):
        return None
    return value if isfinite(value) else None


def _random_number(limits: NumberRange, random: Random) -> Fraction:
    """A random rational in the range of an analytic problem's number, at times at an end."""
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


def _float_value(form: NumberRatio, point: Mapping[str, float]) -> float:
    """The value in floats of an analytic form at a point."""

    @cache
    def entry(generator: Generator) -> float:
        """The float of a number, an exponential or a logarithm in the analytic form."""
        if generator.inside is None:
            return point[generator.text]
        inside = _float_value(generator.inside, point)
        return exp(inside) if generator.kind == EXP else log(inside)

    total: float = form.numerator.read(float, entry)
    for factor, exponent in form.factors:
        total /= factor.read(float, entry) ** exponent
    return total
