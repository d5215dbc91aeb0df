"""Powers against the largest of what they are of: measures of an order below those at infinity.

Also the numbers that bound them from the other side, where orders are letters. Each neighbour that
is false has an instance, or is asked for by a factor that no bound of an order has.
"""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.calculus.convex_term import Function, convex
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.claim_text.question import parse
from pmlsym.engines.certificates.terms import NotDeduced
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.orders.powers_of_numbers import power_of_number
from pmlsym.lowering.sequents import lower
from tests.engines.convex_proofs import require_accepted_proof
from tests.examples import effort, some_of

TRUE = (
    "a > 1 => H[inf](P) <= H[a](P)",
    "0 < a and a < 1 => H[inf](P) <= H[a](P)",
    "a > 1 and H[inf](P) >= e => H[a](P) >= e",
    "a > 1 => H[inf](P | W) <= H[a](P | W)",
    "a > 1 => I[a](P, W) <= maxleak(W)",
    "I[2](P, W) <= maxleak(W)",
    "I[3/2](P, W) <= maxleak(W)",
    "a > 1 => I[a](P, W) >= 0",
    "a > 1 => alphalift(P, W, y, a) <= pml(P, W, y)",
)
FALSE = (
    "a > 1 => H[a](P) <= H[inf](P)",
    "a > 1 => H[inf](P) <= 99/100*H[a](P)",
    "0 < a => H[inf](P) <= H[a](P) - 1/100",
    "a > 1 and H[inf](P) >= e => H[a](P) >= 101/100*e",
    "a > 1 => H[a](P | W) <= H[inf](P | W)",
    "a > 1 => H[inf](P) <= H[a](P | W)",
    "a > 1 => I[a](P, W) >= maxleak(W)",
    "a > 1 => I[a](P, W) <= 99/100*maxleak(W)",
    "a > 1 => I[a](P, W) <= L[id](P, W)",
    "a > 1 => I[a](P, W) >= 1/100",
    "a > 1 => I[a](P, W) <= mi(P, W)",
    "a > 1 => alphalift(P, W, y, a) <= 99/100*pml(P, W, y)",
    "a > 1 => alphalift(P, W, y, a) >= pml(P, W, y)",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_it_is_proved_for_all_orders(text: str):
    require_accepted_proof(text, effort=12)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str):
    assert ps.prove(text, effort=effort(0.25, in_full=1)).name == "unknown"


def test_a_power_of_a_number_is_no_more_than_its_logarithm_says():
    """log u = (a - 1)/a log t  gives  F(t, u) <= t u,  and nothing that is less."""
    (sequent,) = lower(parse("a > 1 => I[a](P, W) <= maxleak(W)"))
    named = {tensor.name: tensor for tensor in sequent.tensors}
    order, t, u = (atom(named[name]) for name in ("a", "t1", "u1"))
    function, one = Function("power", order), constant(1)
    fact = power_of_number(function, (t, u), (u, one), Deductions(sequent))
    assert fact.polynomial == t * u - convex(function, t, u)
    for scale in ((one, one), (u, u), (one, u)):
        with pytest.raises(NotDeduced):
            power_of_number(function, (t, u), scale, Deductions(sequent))
