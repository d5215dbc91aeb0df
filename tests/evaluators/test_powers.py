"""Powers of values, such as Sibson's information, read exactly, in balls and in floats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.evaluators.ball import value_ball
from pmlsym.evaluators.exact import value_exact
from pmlsym.language.value import Power, Ratio, Total, Value, Weighted, polynomials_of
from pmlsym.measures.observation import observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, log_of, power_of
from tests.evaluators.values_by_tensor import evaluate_batch

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
SEEN = observation_of(P, W)
ROWS = {"P": ["1/2", "1/2"], "W": [["1/2", "1/2", "0"], ["1/8", "3/8", "1/2"]]}
MASSES = np.array([0.5, 0.5])
ENTRIES = np.array([[0.5, 0.5, 0], [0.125, 0.375, 0.5]])
INSTANCE = Instance({"X": 2, "Y": 3}, ROWS)
ORDERS = [Fraction(2), Fraction(3, 2), Fraction(3), Fraction(1, 2), Fraction(5, 3)]


def sibson(order: Fraction) -> Value:
    """(sum_y (sum_x p(x) W(x,y)^a)^(1/a))^(a/(a-1)), the exponential of Sibson's information."""
    moment = Total(SEEN.inputs, Weighted(SEEN.mass, Power(Ratio(SEEN.entry), order)))
    return Power(Total(SEEN.outputs, Power(moment, 1 / order)), order / (order - 1))


def by_hand(order: float) -> float:
    norms = (MASSES @ ENTRIES**order) ** (1 / order)
    return float(norms.sum() ** (order / (order - 1)))


@pytest.mark.parametrize("order", ORDERS)
def test_readings_agree(order: Fraction) -> None:
    value, wanted = sibson(order), by_hand(float(order))
    exact = value_exact(value, INSTANCE)
    assert float(exact) == pytest.approx(wanted, rel=1e-12)
    (in_balls,) = value_ball(value, INSTANCE.sizes, INSTANCE.tensors).entries
    low, high = exact.enclose(30)
    assert in_balls.overlaps(in_balls.__class__(float(exact), 1e-12)) and low <= high
    tensors = {tensor.name: tensor for p in polynomials_of(value) for tensor in p.tensors}
    arrays = {tensors["P"]: MASSES[None], tensors["W"]: ENTRIES[None]}
    assert evaluate_batch(value, arrays) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("order", ORDERS)
def test_equals_are_decided_to_be_equal(order: Fraction) -> None:
    """The same value of letters in another order; and of one that is a millionth larger."""
    turned = {"P": ROWS["P"][::-1], "W": [row[::-1] for row in ROWS["W"][::-1]]}
    one = value_exact(sibson(order), INSTANCE)
    other = value_exact(sibson(order), Instance({"X": 2, "Y": 3}, turned))
    assert one == other and log_of(one) == log_of(other)
    assert one < other + Fraction(1, 10**30)


def test_order_two_of_equal_rows_is_one() -> None:
    flat = Instance({"X": 2, "Y": 2}, {"P": ["1/3", "2/3"], "W": [["1/5", "4/5"]] * 2})
    assert all(value_exact(sibson(order), flat) == 1 for order in ORDERS)


def test_powers_of_nothing_of_zero_and_of_infinity() -> None:
    zero, infinite = Ratio(SEEN.mass - SEEN.mass), Ratio(SEEN.mass, SEEN.mass - SEEN.mass)
    at = {SEEN.inputs[0]: 0}
    for order in (Fraction(1, 2), Fraction(-1, 2)):
        found = value_exact(Power(zero, order), INSTANCE)
        assert found == power_of(0, order)
        assert value_exact(Power(infinite, order), INSTANCE, at) == power_of(INFINITY, order)
