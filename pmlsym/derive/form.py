"""Forms: what a value becomes once its letters are gone.

A form is a rational function, or an extremum, a sum, a logarithm or a step made of forms. It is
evaluated exactly at a point of the domain, and shown as a SymPy expression by `presentation`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sympy.polys.fields import FracElement

from pmlsym.errors import OutOfDomain
from pmlsym.evidence.number import INFINITY, Number, exp_of, log_of, number


@dataclass(frozen=True)
class Rational:
    """A rational function."""

    value: FracElement


@dataclass(frozen=True)
class Boundless:
    """Plus infinity."""


@dataclass(frozen=True)
class Extreme:
    """The largest (or smallest) of several forms, none of them proved to be it."""

    bodies: tuple[Form, ...]
    largest: bool = True


@dataclass(frozen=True)
class Combination:
    """The sum of weight * body."""

    terms: tuple[tuple[FracElement, Form], ...]


@dataclass(frozen=True)
class Logarithm:
    """The natural logarithm of a form."""

    body: Form


@dataclass(frozen=True)
class Step:
    """1 where body > level, strictly, else 0."""

    body: Form
    level: Form


Form = Rational | Boundless | Extreme | Combination | Logarithm | Step
Point = Callable[[FracElement], Number]


def evaluate(form: Form, at: Point) -> Number:
    """The exact value of a form, `at` giving the value of each rational function."""
    match form:
        case Rational(value):
            return at(value)
        case Boundless():
            return INFINITY
        case Extreme(bodies, largest):
            values = [evaluate(body, at) for body in bodies]
            best = values[0]
            for value in values[1:]:
                if (value > best) == largest and value != best:
                    best = value
            return best
        case Combination(terms):
            total = number(0)
            for weight, body in terms:
                factor = at(weight)
                if factor != 0:
                    total = total + factor * evaluate(body, at)
            return total
        case Logarithm(body):
            return log_of(evaluate(body, at))
        case Step(body, level):
            return number(1 if evaluate(body, at) > evaluate(level, at) else 0)


def at_point(values: tuple[Number, ...]) -> Point:
    """The evaluation of rational functions where the generators have these values."""
    if all(_rational(v) is not None for v in values):
        fractions = [_rational(v) or Fraction(0) for v in values]
        return lambda function: _exact(function, fractions)
    return lambda function: _numeric(function, values)


def _rational(value: Number) -> Fraction | None:
    rational = getattr(value, "rational", None)
    return rational if rational is not None and not getattr(value, "logs", ()) else None


def _exact(function: FracElement, values: list[Fraction]) -> Number:
    parts = []
    for polynomial in (function.numer, function.denom):
        total = Fraction(0)
        for powers, c in polynomial.terms():
            term = Fraction(int(c.numerator), int(c.denominator))
            for value, power in zip(values, powers, strict=False):
                if power:
                    term *= value**power
            total += term
        parts.append(total)
    if parts[1] == 0:
        raise OutOfDomain("a denominator of the closed form vanishes at this point")
    return number(parts[0] / parts[1])


def _numeric(function: FracElement, values: tuple[Number, ...]) -> Number:
    parts = []
    for polynomial in (function.numer, function.denom):
        total = number(0)
        for powers, c in polynomial.terms():
            term = number(Fraction(int(c.numerator), int(c.denominator)))
            for value, power in zip(values, powers, strict=False):
                for _ in range(power):
                    term = term * value
            total = total + term
        parts.append(total)
    return parts[0] / parts[1]


def exponential(value: Number) -> Number:
    """exp of a number, for parameters that occur as their exponential."""
    return exp_of(value)
