"""The rational bounds of exp and log hold at random points; ratios, slopes and boxes are right."""

from __future__ import annotations

from fractions import Fraction
from math import exp, isclose, log
from random import Random

import pytest

from pmlsym.engines.analytic.bounds import (
    Clause,
    exp_bounds,
    exp_pair,
    exponentiated,
    log_bounds,
    log_pair,
    relations,
    tangents,
)
from pmlsym.engines.analytic.boxes import enclose, require_enclosed, taylor
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem, float_at
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import Enclose, require_cover
from pmlsym.numbers.balls import precision

X, Y, E, F = (NumberRatio.variable(name) for name in "xyef")
SLACK = 1e-9
LEVELS = (0, 1, 2)


def _met(clause: Clause, point: dict[str, Fraction]) -> bool | None:
    """Whether the clause's conclusion holds, if its premises do; None if they do not."""
    for premise in clause.premises:
        if (float_at(premise.form, point) or 0) < SLACK:
            return None
    value = float_at(clause.conclusion.form, point)
    assert value is not None
    size = 1 + sum(abs(float(v)) for v in point.values()) ** 3
    return value >= -SLACK * size


def test_tangents_at_constants_hold():
    random, met = Random(5), 0
    for u in (Fraction(1), Fraction(-1), Fraction(3, 2)):
        clauses = [*tangents(NumberRatio.number(u), E, X, F)]
        assert len(clauses) == 4
        for x in _points(random, positive=True):
            point = {"x": x, "e": Fraction(exp(u)), "f": Fraction(log(x))}
            assert all(_met(clause, point) for clause in clauses), (u, x)
            met += 1
    assert met == 1200


@pytest.mark.parametrize(
    "form",
    [
        (X.log() * NumberRatio.number(Fraction(1, 3))).exp(),
        X.exp() - (X * Y).exp(),
        (X * NumberRatio.number(Fraction(1, 2))).exp() - X.exp(),
    ],
)
def test_all_relations_hold_of_the_values_themselves(form: NumberRatio):
    random, seen = Random(3), 0
    clauses = list(relations(NumberProblem((NumberFact(X, True),), NumberFact(form, True)), 2))
    for x, y in zip(_points(random, positive=True), _points(random, positive=False), strict=True):
        if x < 5 and abs(y) < 4:
            assert all(_met(clause, {"x": x, "y": y}) is not False for clause in clauses), (x, y)
            seen += 1
    assert seen > 50


def _points(random: Random, *, positive: bool):
    for _ in range(400):
        size = Fraction(random.randint(1, 2000), 100) * Fraction(2) ** random.randint(-6, 0)
        yield size if positive or random.random() < 0.5 else -size


@pytest.mark.parametrize("level", LEVELS)
def test_bounds_of_exp_hold(level: int):
    counts: dict[int, int] = {}
    random = Random(level)
    clauses = [*exp_bounds(X, E, level), *exp_pair(X, E, Y, F, level)]
    for x, y in zip(_points(random, positive=False), _points(random, positive=False), strict=True):
        point = {"x": x, "y": y, "e": Fraction(exp(x)), "f": Fraction(exp(y))}
        for k, clause in enumerate(clauses):
            met = _met(clause, point)
            assert met is not False, (clause, x, y)
            counts[k] = counts.get(k, 0) + (met is True)
    assert all(counts[k] > 20 for k in range(len(clauses)))


@pytest.mark.parametrize("level", LEVELS)
def test_bounds_of_log_hold(level: int):
    counts: dict[int, int] = {}
    random = Random(level)
    clauses = [*log_bounds(X, E, level), *log_pair(X, E, Y, F, level)]
    for x, y in zip(_points(random, positive=True), _points(random, positive=True), strict=True):
        point = {"x": x, "y": y, "e": Fraction(log(x)), "f": Fraction(log(y))}
        for k, clause in enumerate(clauses):
            met = _met(clause, point)
            assert met is not False, (clause, x, y)
            counts[k] = counts.get(k, 0) + (met is True)
    assert all(counts[k] > 20 for k in range(len(clauses)))


def _random_form(random: Random, depth: int) -> NumberRatio:
    if depth == 0:
        return random.choice((X, Y, NumberRatio.number(Fraction(random.randint(-3, 3), 2))))
    a, b = _random_form(random, depth - 1), _random_form(random, depth - 1)
    kind = random.randrange(5)
    if kind == 0:
        return a + b
    if kind == 1:
        return a * b
    if kind == 2:
        return a.exp()
    if kind == 3:
        return (a * a + 1).log()
    return a * (b * b + 1).inverse()


def test_slopes_agree_with_differences():
    random, seen = Random(3), 0
    h = Fraction(1, 10**5)
    for _ in range(150):
        form = _random_form(random, 3)
        point = {"x": Fraction(random.randint(-8, 8), 5), "y": Fraction(random.randint(-8, 8), 7)}
        up = float_at(form, {**point, "x": point["x"] + h})
        down = float_at(form, {**point, "x": point["x"] - h})
        slope = float_at(form.derivative("x"), point)
        if None in (up, down, slope) or abs(up) > 1e4 or abs(slope) > 1e4:
            continue
        seen += 1
        assert isclose((up - down) / (2 * float(h)), slope, rel_tol=1e-3, abs_tol=1e-3), form
    assert seen > 60


def test_replacing_a_number_agrees_with_evaluating():
    random, seen = Random(4), 0
    for _ in range(150):
        form = _random_form(random, 3)
        x, y = Fraction(random.randint(-8, 8), 5), Fraction(random.randint(-8, 8), 7)
        whole = float_at(form, {"x": x, "y": y})
        part = float_at(form.at("x", NumberRatio.number(x)), {"y": y})
        if whole is None or abs(whole) > 1e6:
            continue
        seen += 1
        assert part is not None and isclose(whole, part, rel_tol=1e-9, abs_tol=1e-9), form
    assert seen > 60


def test_exponentiating_keeps_the_sign():
    form = X.log() * 2 - Y.log() - X
    other = exponentiated(form)
    assert other is not None
    for x in (Fraction(1, 3), Fraction(2), Fraction(5)):
        for y in (Fraction(1, 50), Fraction(1), Fraction(7)):
            point = {"x": x, "y": y}
            assert (float_at(form, point) > 0) == (float_at(other, point) > 0)


UNIT = (NumberFact(X), NumberFact(NumberRatio.number(1) - X))


def test_boxes_settle_what_is_positive_and_nothing_else():
    positive = NumberProblem(UNIT, NumberFact(X.exp() - X * 2, is_strict=True))
    found = enclose(positive)
    assert found is not None
    require_enclosed(positive, found)
    for constant in (Fraction(5, 2), Fraction(2718281828459045235, 10**18)):
        goal = NumberFact(NumberRatio.number(constant) - X.exp())
        assert enclose(NumberProblem(UNIT, goal), most=300) is None


ONE_NUMBER = (
    (X * X - X) * (X * 3).exp() + 1,
    (X**10 * 84 - X**9 * 560 + X**4 * 210) * (X * X * -20).exp() - 1,
    (X + 2).log() * X - X.exp() * (X * X + 1).inverse(),
    (X * (X + 1).log()).exp() - X**3,
)


@pytest.mark.parametrize("form", ONE_NUMBER, ids=str)
@pytest.mark.parametrize("width", [Fraction(1), Fraction(1, 10), Fraction(1, 1000)], ids=str)
def test_taylor_with_its_remainder_contains_the_values(form: NumberRatio, width: Fraction):
    random = Random(3)
    for _ in range(20):
        low = Fraction(random.randint(-400, 800), 1000)
        low = max(low, Fraction(0)) if random.random() < 0.5 else low
        with precision(64):
            enclosed = taylor(form, "x", low, low + width)
        for k in range(11):
            value = float_at(form, {"x": low + width * k / 10})
            assert value is not None
            assert float(enclosed.lower()) - 1e-9 <= value <= float(enclosed.upper()) + 1e-9


def test_taylor_tells_the_sign_where_powers_cancel():
    """Bernoulli's trials: a polynomial of large coefficients beside a small exponential."""
    p, q = X, NumberRatio.number(1) - X
    tail = p**0 * q**10 + p * q**9 * 10 + p**2 * q**8 * 45 + p**3 * q**7 * 120
    form = ((X - Fraction(3, 10)) ** 2 * -20).exp() - tail
    given = (NumberFact(X - Fraction(3, 10)), NumberFact(q))
    found = enclose(NumberProblem(given, NumberFact(form)))
    assert found is not None and len(found.boxes) < 100


def test_a_box_around_zero_has_a_value_also_of_powers():
    around = (NumberFact(X + 1), NumberFact(NumberRatio.number(1) - X))
    goal = NumberFact(NumberRatio.number(Fraction(11, 10)) - X**3 - X**2 * Fraction(1, 100))
    assert enclose(NumberProblem(around, goal), most=100) is not None


def test_boxes_that_do_not_cover_are_refused():
    positive = NumberProblem(UNIT, NumberFact(X.exp()))
    half = (Fraction(0), Fraction(1, 2))
    for boxes in ((), ((half,),), ((half,), ((Fraction(3, 4), Fraction(1)),))):
        with pytest.raises(InvalidCertificate):
            require_enclosed(positive, Enclose(("x",), boxes))


def test_cover_in_two_dimensions():
    a, b, whole = (
        (Fraction(0), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(1)),
        (Fraction(0), Fraction(1)),
    )
    require_cover([(a, whole), (b, a), (b, b)], (whole, whole))
    with pytest.raises(InvalidCertificate):
        require_cover([(a, whole), (b, a)], (whole, whole))
