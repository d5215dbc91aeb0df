"""Orders of Renyi's divergence and entropy against one another, and false claims beside them.

A row of the table about powers proves them (kernel/convex_rows.py): D[alpha] rises in alpha, at
the same arguments, H[alpha] falls, orders below 1 are symmetric up to a factor, and Sibson's
information rises, from the mutual information on; Arimoto's entropy falls, from Shannon's on.
"""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.implying.general_order import for_every_order
from pmlsym.evidence.verdict import Implied
from tests.examples import some_of

PROVED = (
    "D[2](P || Q) <= D[3](P || Q)",
    "D[3/2](P || Q) <= D[5/2](P || Q)",
    "D[1/3](P || Q) <= D[2/3](P || Q)",
    "D[1/3](P || Q) <= D[3](P || Q)",
    "D[kl](P || Q) <= D[3](P || Q)",
    "D[1/2](P || Q) <= D[kl](P || Q)",
    "rdp(W, 3/2) <= rdp(W, 2)",
    "rdp(W, 1) <= rdp(W, 3)",
    "H[5/2](P) <= H[3/2](P)",
    "H[1/3](P) >= 0",
    "H[5/2](P) >= 0",
    "H[inf](P) <= H[1](P)",
    "hmin(P >> W) <= H[1](P >> W)",
    "H[1](P) <= 0 => V[id](P) >= 1",
    "H[1/3](P) <= log(suppsize(P))",
    "H[1/2](P >> W) <= log(size(Y))",
    "H[2](P) <= log(size(X))",
    "H[5/2](P) <= log(size(X))",
    "H[2/3](P) <= H[1/2](P)",
    "H[5/2](P) <= H[1](P)",
    "H[1](P) <= H[1/3](P)",
    "H[2](P) <= H[1](P)",
    "H[3](P) <= H[2](P)",
    "H[2](P) <= H[1/2](P)",
    "2*D[1/3](P || Q) == D[2/3](Q || P)",
    "D[1/2](P || Q) == D[1/2](Q || P)",
    "D[1/3](P || Q) <= D[1/2](Q || P)",
    "mi(P, W) <= I[2](P, W)",
    "mi(P, W) <= I[5/2](P, W)",
    "I[2](P, W) <= I[3](P, W)",
    "I[3/2](P, W) <= I[2](P, W)",
    "I[2](P, W) <= maxleak(W)",
    "I[5/2](P, W) <= I[inf](P, W)",
    "H[inf](P | W) <= H[1](P | W)",
    "-log(V[id](P, W)) <= H[1](P | W)",
    "H[5/2](P | W) <= H[1](P | W)",
    "1 < a and a < b => H[b](P | W) <= H[a](P | W)",
    "a > 1 => H[a](P | W) <= H[1](P | W)",
)
OF_EVERY_ORDER = {
    "H[3](P | W) <= H[2](P | W)": "a is 2, a2 is 3",
    "H[inf](P | W) <= H[3](P | W)": "a is 3",
    "H[inf](P) <= H[1/2](P)": "a is 1/2",
    "D[5/2](P || Q) <= D[inf](P || Q)": "a is 5/2",
}
FALSE = (
    "H[2](P) <= H[3](P)",
    "H[5/2](P) >= 1/100",
    "101/100*H[inf](P) <= H[1](P)",
    "H[1](P) <= 1/100 => V[id](P) >= 1",
    "H[1/3](P) <= log(suppsize(P)) - 1/100",
    "H[2](P) <= 99/100*log(size(X))",
    "H[5/2](P) <= log(size(X) - 1)",
    "H[1/2](P) >= log(size(X))",
    "H[3](P) <= 99/100*H[2](P)",
    "H[2](P) <= H[1](Q)",
    "D[3](P || Q) <= D[2](P || Q)",
    "D[5/2](P || Q) <= D[3/2](P || Q)",
    "D[2/3](P || Q) <= D[1/3](P || Q)",
    "D[3](P || Q) <= D[kl](P || Q)",
    "D[kl](P || Q) <= D[1/2](P || Q)",
    "D[3](P || Q) <= D[1/3](P || Q)",
    "D[2](P || Q) <= D[3](Q || P)",
    "D[2](P || Q) <= 99/100*D[3](P || Q)",
    "2*D[2](P || Q) <= D[3](P || Q)",
    "3*D[1/3](P || Q) <= D[2/3](P || Q)",
    "101/50*D[1/3](P || Q) <= D[2/3](Q || P)",
    "D[1/3](P || Q) == D[2/3](Q || P)",
    "rdp(W, 3) <= rdp(W, 2)",
    "rdp(W, 1) <= 99/100*rdp(W, 3)",
    "H[3/2](P) <= H[5/2](P)",
    "H[1/2](P) <= H[2/3](P)",
    "H[1](P) <= H[5/2](P)",
    "H[1/3](P) <= H[1](P)",
    "I[2](P, W) <= mi(P, W)",
    "mi(P, W) <= 99/100*I[2](P, W)",
    "I[3/2](P, W) <= 101/100*mi(P, W)",
    "I[3](P, W) <= I[2](P, W)",
    "I[2](P, W) <= 99/100*I[3](P, W)",
    "4/3*I[2](P, W) <= I[3](P, W)",
    "I[3](P, W) <= 99/100*maxleak(P, W)",
    "I[2](P, W) <= maxleak(V)",
    "H[2](P | W) <= H[3](P | W)",
    "H[1](P | W) <= H[inf](P | W)",
    "H[inf](P | W) <= 99/100*H[1](P | W)",
    "H[3](P | W) <= 99/100*H[2](P | W)",
    "H[2](P | W) <= H[1](P | V)",
    "H[3](P | W) <= H[2](P | V)",
    "1 < a and a < b => H[a](P | W) <= H[b](P | W)",
    "1 < a and b < a => H[b](P | W) <= H[a](P | W)",
    "a > 1 => H[1](P | W) <= H[a](P | W)",
    "H[1/2](P) <= H[inf](P)",
    "D[inf](P || Q) <= D[3](P || Q)",
)


@pytest.mark.parametrize("text", some_of(PROVED))
def test_orders_are_compared(text: str):
    assert isinstance(ps.prove(text), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(OF_EVERY_ORDER))
def test_an_order_that_is_a_number_is_a_case_of_every_order(text: str):
    """Where it is not compared as such: roots and powers have no logarithm."""
    verdict = ps.prove(text)
    assert isinstance(verdict, ps.Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.evidence.where == OF_EVERY_ORDER[text]


def test_what_is_known_of_an_order_is_where_it_is():
    (made,) = for_every_order(parse("0 < c => D[1/2](P || Q) <= c*D[2](P || Q)"))
    assert str(made.claims[0]).startswith("0 < a and a < 1 and 1 < a2 and 0 < c => D[a](P || Q)")
    for text in ("mi(P, W) <= H[1](P)", "H[0](P) <= log(2)", "ldp(W, 1/2) <= 1", "1/2 <= 2"):
        assert [*for_every_order(parse(text))] == []


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_a_false_comparison_is_refuted_and_not_proved(text: str):
    assert isinstance(ps.prove(text, effort=0.5), ps.Unknown)
    assert isinstance(ps.decide(text), ps.Refuted)
