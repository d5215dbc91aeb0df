"""Rational bounds of exp and log, as relations between unknowns.

    exp(u) > 0        exp(u) >= 1 + u      (1 - u) exp(u) <= 1    u >= 0 => exp(u) >= 1 + u + u^2/2
    log(v) <= v - 1   v log(v) >= v - 1    v >= 1 => (v + 1) log(v) >= 2 (v - 1)

and for two of a kind: monotone, and the bounds at v/w or u - w. Each holds for every real u and
every v > 0; tests/engines/test_analytic_bounds.py checks them all on balls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm

from pmlsym.engines.analytic.polynomial import EXP, LOG, Generator, NumberPolynomial
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.numbers.interval import exp_interval, log_interval

DIGITS = 12
LARGEST_POWER = 4
LARGEST_ROOT = 6


@dataclass(frozen=True)
class Clause:
    """Where all premises hold, so does the conclusion.

    `is_apart` marks the strict form of a bound, away from equality: of use for strict goals alone.
    """

    conclusion: NumberFact
    premises: tuple[NumberFact, ...] = ()
    is_apart: bool = False


def relations(problem: NumberProblem, level: int) -> Iterator[Clause]:
    """The facts of the problem, and the bounds of that level for all that occurs."""
    for clause in _relations(problem, level):
        if problem.goal.is_strict or not clause.is_apart:
            yield clause


def _relations(problem: NumberProblem, level: int) -> Iterator[Clause]:
    forms = [problem.goal.form]
    for fact in problem.facts:
        for form in (fact.form, exponentiated(fact.form)):
            if form is not None:
                forms.append(form)
                yield Clause(NumberFact(form, fact.is_strict))
    generators = closure(forms)
    exps = [g for g in generators if g.kind == EXP]
    logs = [g for g in generators if g.kind == LOG]
    for g in exps:
        yield from exp_bounds(_inside(g), _alone(g), level)
    for g in logs:
        yield from log_bounds(_inside(g), _alone(g), level)
    for g, h in permutations(exps, 2):
        yield from exp_pair(_inside(g), _alone(g), _inside(h), _alone(h), level)
    if level > 0:
        for e, h in product(exps, logs):
            yield from tangents(_inside(e), _alone(e), _inside(h), _alone(h))
    for g, h in permutations(logs, 2):
        yield from log_pair(_inside(g), _alone(g), _inside(h), _alone(h), level)


def exponentiated(form: NumberRatio) -> NumberRatio | None:
    """A form that is >= 0 (or > 0) exactly where this one is, without its logarithms.

    >>> x, y = NumberRatio.variable("x"), NumberRatio.variable("y")
    >>> print(exponentiated(x.log() * 2 - y))
    (x^2 - exp(y))/(exp(y))
    """
    if form.factors or not any(g.kind == LOG for g in form.generators()):
        return None
    scale = 1
    for powers, c in form.numerator.terms:
        logs = [g for g, _ in powers if g.kind == LOG]
        if logs and (len(powers) > 1 or powers[0][1] > 1):
            return None
        scale = lcm(scale, c.denominator)
    if any(abs(c * scale) > LARGEST_POWER for _, c in form.numerator.terms):
        return None
    return (form * scale).exp() - 1


def exp_bounds(u: NumberRatio, e: NumberRatio, level: int) -> Iterator[Clause]:
    """Bounds of e = exp(u)."""
    yield Clause(NumberFact(e, is_strict=True))
    yield from _root(u, e)
    constant = u.constant()
    if constant is not None:
        low, high = exp_interval((constant, constant), DIGITS)
        yield from (Clause(_at_least(e, _number(low))), Clause(_at_least(_number(high), e)))
        return
    if level == 0:
        return
    up, down = (NumberFact(u),), (NumberFact(-u),)
    second = u * u * _number(Fraction(1, 2)) + u + 1
    yield Clause(_at_least(e, u + 1))
    yield Clause(
        NumberFact(e - u - 1, is_strict=True), (NumberFact(u * u, is_strict=True),), is_apart=True
    )
    yield Clause(_at_least(NumberRatio.number(1), (NumberRatio.number(1) - u) * e))
    yield Clause(_at_least(e, second), up)
    yield Clause(_at_least(second, e), down)
    yield Clause(_at_least(u + 2, (NumberRatio.number(2) - u) * e), up)
    yield Clause(_at_least((NumberRatio.number(2) - u) * e, u + 2), down)
    if level > 1:
        yield Clause(_at_least(e, second + u * u * u * _number(Fraction(1, 6))))


def _root(u: NumberRatio, e: NumberRatio) -> Iterator[Clause]:
    """exp(log(v)/d)^d = v."""
    if u.factors or len(u.numerator.terms) != 1:
        return
    powers, c = u.numerator.terms[0]
    if len(powers) != 1 or powers[0][1] != 1 or powers[0][0].kind != LOG or c.numerator != 1:
        return
    if c.denominator <= LARGEST_ROOT:
        v, whole = _inside(powers[0][0]), e**c.denominator
        yield Clause(_at_least(whole, v))
        yield Clause(_at_least(v, whole))


def log_bounds(v: NumberRatio, h: NumberRatio, level: int) -> Iterator[Clause]:
    """Bounds of h = log(v), v > 0."""
    constant = v.constant()
    if constant is not None:
        low, high = log_interval(constant, DIGITS)
        yield from (Clause(_at_least(h, _number(low))), Clause(_at_least(_number(high), h)))
        return
    yield Clause(NumberFact(v, is_strict=True))
    one = NumberRatio.number(1)
    up, down = (NumberFact(v - 1),), (NumberFact(one - v),)
    yield Clause(NumberFact(h), up)
    yield Clause(NumberFact(-h), down)
    if level == 0:
        return
    yield Clause(_at_least(v - 1, h))
    yield Clause(_at_least(v * h, v - 1))
    apart = (NumberFact((v - 1) * (v - 1), is_strict=True),)
    yield Clause(NumberFact(v - 1 - h, is_strict=True), apart, is_apart=True)
    yield Clause(NumberFact(v * h - v + 1, is_strict=True), apart, is_apart=True)
    yield Clause(_at_least((v + 1) * h, (v - 1) * 2), up)
    yield Clause(_at_least((v - 1) * 2, (v + 1) * h), down)
    yield Clause(_at_least(v * v - 1, v * h * 2), up)
    yield Clause(_at_least(v * h * 2, v * v - 1), down)
    if level > 1:
        above, below = (v * v - 1) * 3, v * v + v * 4 + 1
        yield Clause(_at_least(below * h, above), up)
        yield Clause(_at_least(above, below * h), down)


def tangents(u: NumberRatio, e: NumberRatio, v: NumberRatio, h: NumberRatio) -> Iterator[Clause]:
    """e = exp(u) and h = log(v): each is above, or below, its tangent where the other leads.

    r >= 1 + log r at r = v e^-u, e^u/v, v e^u and e^-u/v.
    """
    if (u.constant() is None) != (v.constant() is None):
        yield Clause(_at_least(v, e * (h - u + 1)))
        yield Clause(_at_least(e, v * (u - h + 1)))
        yield Clause(_at_least(v * e, h + u + 1))
        yield Clause(_at_least(NumberRatio.number(1), v * e * (-u - h + 1)))


def exp_pair(
    u: NumberRatio, e: NumberRatio, w: NumberRatio, f: NumberRatio, level: int
) -> Iterator[Clause]:
    """Relations of e = exp(u) and f = exp(w)."""
    yield from _multiple(u, e, w, f)
    yield Clause(_at_least(e, f), (NumberFact(u - w),))
    yield Clause(NumberFact(e - f, is_strict=True), (NumberFact(u - w, is_strict=True),))
    if level > 1:
        yield Clause(_at_least(e, f * (u - w + 1)))


def _multiple(u: NumberRatio, e: NumberRatio, w: NumberRatio, f: NumberRatio) -> Iterator[Clause]:
    """exp(k w) = exp(w)^k."""
    if not w.numerator:
        return
    times = u * w.inverse()
    k = times.constant()
    if k is not None and k.denominator == 1 and 2 <= k <= LARGEST_ROOT:
        power = f**k.numerator
        yield Clause(_at_least(e, power))
        yield Clause(_at_least(power, e))


def log_pair(
    v: NumberRatio, h: NumberRatio, w: NumberRatio, k: NumberRatio, level: int
) -> Iterator[Clause]:
    """Relations of h = log(v) and k = log(w)."""
    yield Clause(_at_least(h, k), (NumberFact(v - w),))
    yield Clause(NumberFact(h - k, is_strict=True), (NumberFact(v - w, is_strict=True),))
    if level > 0:
        yield Clause(_at_least(v - w, w * (h - k)))
        apart = (NumberFact((v - w) * (v - w), is_strict=True),)
        yield Clause(NumberFact(v - w - w * (h - k), is_strict=True), apart, is_apart=True)
    if level > 1:
        yield Clause(_at_least((v + w) * (h - k), (v - w) * 2), (NumberFact(v - w),))


def closure(forms: list[NumberRatio]) -> list[Generator]:
    """All generators, inside others too."""
    found: dict[Generator, None] = {}
    waiting = list(forms)
    while waiting:
        for generator in waiting.pop().generators():
            if generator not in found:
                found[generator] = None
                if generator.inside is not None:
                    waiting.append(generator.inside)
    return sorted(found)


def _inside(generator: Generator) -> NumberRatio:
    assert generator.inside is not None
    return generator.inside


def _alone(generator: Generator) -> NumberRatio:
    return NumberRatio(NumberPolynomial.generator(generator))


def _number(value: Fraction) -> NumberRatio:
    return NumberRatio.number(value)


def _at_least(above: NumberRatio, below: NumberRatio) -> NumberFact:
    return NumberFact(above - below)
