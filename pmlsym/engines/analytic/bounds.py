"""Rational bounds of exp and log, as relations between unknowns.

    exp(u) > 0        exp(u) >= 1 + u      (1 - u) exp(u) <= 1    u >= 0 => exp(u) >= 1 + u + u^2/2
    log(v) <= v - 1   v log(v) >= v - 1    v >= 1 => (v + 1) log(v) >= 2 (v - 1)

and for two exponentials or two logarithms that they are monotone, and the bounds at u - w or v/w.
Each bound holds for every real u and every v > 0; tests/engines/test_analytic_bounds.py checks them
all on balls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from typing import Any

from pmlsym.engines.analytic.polynomial import EXP, LOG, Generator
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio, Rational
from pmlsym.numbers.interval import exp_interval, log_interval

DIGITS = 12
LARGEST_POWER = 4
LARGEST_ROOT = 6


@dataclass(frozen=True)
class Clause:
    """Where all premises hold, so does the conclusion.

    `is_apart` marks the strict form of a bound, away from equality, which only strict goals need.
    """

    conclusion: NumberFact
    premises: tuple[NumberFact, ...] = ()
    is_apart: bool = False


def relations(problem: NumberProblem, level: int) -> Iterator[Clause]:
    """The facts of an analytic problem, and the bounds of a level for all its exps and logs."""
    for clause in _every_relation(problem, level):
        if problem.goal.is_strict or not clause.is_apart:
            yield clause


def _every_relation(problem: NumberProblem, level: int) -> Iterator[Clause]:
    """The facts and bounds for an analytic problem, also those that only strict goals can use."""
    forms = [problem.goal.form]
    for fact in problem.facts:
        for form in (fact.form, exponentiated(fact.form)):
            if form is not None:
                forms.append(form)
                yield Clause(NumberFact(form, fact.is_strict))
    generators = closure(forms)
    exps, logs = (
        [(g.inside, NumberRatio.alone(g)) for g in generators if g.kind == kind and g.inside]
        for kind in (EXP, LOG)
    )
    for u, e in exps:
        yield from exp_bounds(u, e, level)
    for v, h in logs:
        yield from log_bounds(v, h, level)
    for (u, e), (w, f) in permutations(exps, 2):
        yield from exp_pair(u, e, w, f, level)
    if level > 0:
        for (u, e), (v, h) in product(exps, logs):
            yield from tangents(u, e, v, h)
    for (v, h), (w, k) in permutations(logs, 2):
        yield from log_pair(v, h, w, k, level)


def exponentiated(form: NumberRatio) -> NumberRatio | None:
    """An analytic form without logarithms that is >= 0 (or > 0) exactly where the given one is.

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
    """Rational bounds of e = exp(u), as clauses for an analytic proof."""
    yield Clause(NumberFact(e, is_strict=True))
    yield from _root_relations(u, e)
    constant = u.constant()
    if constant is not None:
        low, high = exp_interval((constant, constant), DIGITS)
        yield from (_at_least(e, low), _at_least(high, e))
        return
    if level == 0:
        return
    up, down = NumberFact(u), NumberFact(-u)
    second = u * u * Fraction(1, 2) + u + 1
    yield _at_least(e, u + 1)
    yield _strict_clause(e - u - 1, u)
    yield _at_least(1, (1 - u) * e)
    yield _at_least(e, second, up)
    yield _at_least(second, e, down)
    yield _at_least(u + 2, (2 - u) * e, up)
    yield _at_least((2 - u) * e, u + 2, down)
    if level > 1:
        yield _at_least(e, second + u * u * u * Fraction(1, 6))


def _root_relations(u: NumberRatio, e: NumberRatio) -> Iterator[Clause]:
    """Clauses for an analytic proof that say exp(log(v)/d)^d = v."""
    if u.factors or len(u.numerator.terms) != 1:
        return
    powers, c = u.numerator.terms[0]
    if len(powers) != 1 or powers[0][1] != 1 or powers[0][0].kind != LOG or c.numerator != 1:
        return
    v = powers[0][0].inside
    if c.denominator <= LARGEST_ROOT and v is not None:
        whole = e**c.denominator
        yield from (_at_least(whole, v), _at_least(v, whole))


def log_bounds(v: NumberRatio, h: NumberRatio, level: int) -> Iterator[Clause]:
    """Rational bounds of h = log(v), v > 0, as clauses for an analytic proof."""
    constant = v.constant()
    if constant is not None:
        low, high = log_interval(constant, DIGITS)
        yield from (_at_least(h, low), _at_least(high, h))
        return
    yield Clause(NumberFact(v, is_strict=True))
    up, down = NumberFact(v - 1), NumberFact(1 - v)
    yield _at_least(h, 0, up)
    yield _at_least(0, h, down)
    if level == 0:
        return
    yield _at_least(v - 1, h)
    yield _at_least(v * h, v - 1)
    yield _strict_clause(v - 1 - h, v - 1)
    yield _strict_clause(v * h - v + 1, v - 1)
    yield _at_least((v + 1) * h, (v - 1) * 2, up)
    yield _at_least((v - 1) * 2, (v + 1) * h, down)
    yield _at_least(v * v - 1, v * h * 2, up)
    yield _at_least(v * h * 2, v * v - 1, down)
    if level > 1:
        above, below = (v * v - 1) * 3, v * v + v * 4 + 1
        yield _at_least(below * h, above, up)
        yield _at_least(above, below * h, down)


def tangents(u: NumberRatio, e: NumberRatio, v: NumberRatio, h: NumberRatio) -> Iterator[Clause]:
    """Analytic clauses that bound e = exp(u) and h = log(v) by their tangents at each other.

    r >= 1 + log r at r = v e^-u, e^u/v, v e^u and e^-u/v.
    """
    if (u.constant() is None) != (v.constant() is None):
        yield _at_least(v, e * (h - u + 1))
        yield _at_least(e, v * (u - h + 1))
        yield _at_least(v * e, h + u + 1)
        yield _at_least(1, v * e * (-u - h + 1))


def exp_pair(
    u: NumberRatio, e: NumberRatio, w: NumberRatio, f: NumberRatio, level: int
) -> Iterator[Clause]:
    """Clauses for an analytic proof that relate e = exp(u) and f = exp(w)."""
    yield from _power_relations(u, e, w, f)
    yield from _monotone(u, e, w, f)
    if level > 1:
        yield _at_least(e, f * (u - w + 1))


def _power_relations(
    u: NumberRatio, e: NumberRatio, w: NumberRatio, f: NumberRatio
) -> Iterator[Clause]:
    """Clauses for an analytic proof that say exp(k w) = exp(w)^k."""
    k = (u * w.inverse()).constant() if w.numerator else None
    if k is not None and k.denominator == 1 and 2 <= k <= LARGEST_ROOT:
        power = f**k.numerator
        yield from (_at_least(e, power), _at_least(power, e))


def log_pair(
    v: NumberRatio, h: NumberRatio, w: NumberRatio, k: NumberRatio, level: int
) -> Iterator[Clause]:
    """Clauses for an analytic proof that relate h = log(v) and k = log(w)."""
    yield from _monotone(v, h, w, k)
    if level > 0:
        yield _at_least(v - w, w * (h - k))
        yield _strict_clause(v - w - w * (h - k), v - w)
    if level > 1:
        yield _at_least((v + w) * (h - k), (v - w) * 2, NumberFact(v - w))


def _monotone(u: NumberRatio, e: NumberRatio, w: NumberRatio, f: NumberRatio) -> Iterator[Clause]:
    """Clauses for an analytic proof: e >= f where u >= w, and e > f where u > w."""
    yield _at_least(e, f, NumberFact(u - w))
    yield Clause(NumberFact(e - f, is_strict=True), (NumberFact(u - w, is_strict=True),))


def _at_least(
    above: NumberRatio | Rational, below: NumberRatio | Rational, *premises: NumberFact
) -> Clause:
    """The clause above >= below of an analytic problem, where the premises hold."""
    difference: Any = above - below
    return Clause(NumberFact(difference), premises)


def _strict_clause(form: NumberRatio, difference: NumberRatio) -> Clause:
    """The strict clause form > 0 of an analytic problem, where a difference is not zero."""
    apart = NumberFact(difference * difference, is_strict=True)
    return Clause(NumberFact(form, is_strict=True), (apart,), is_apart=True)


def closure(forms: list[NumberRatio]) -> list[Generator]:
    """All exps, logs and numbers in the forms of an analytic problem, also inside others."""
    every: dict[Generator, None] = {}
    waiting = list(forms)
    while waiting:
        for generator in waiting.pop().generators():
            if generator not in every:
                every[generator] = None
                if generator.inside is not None:
                    waiting.append(generator.inside)
    return sorted(every)
