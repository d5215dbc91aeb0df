"""What is eps-LDP has at every order the Renyi privacy of a response, and eps^2/2 is enough."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.implying.privacy_of_orders import bounded_by_response
from pmlsym.evidence.verdict import Implied, Proved
from tests.examples import effort, some_of

OF_RESPONSE = (
    "k > 1 and e > 0 and ldp(W) <= e and s == (k - 1)*e"
    " => (k - 1)*rdp(W, k) <= log((exp(s + e) + exp(-s))/(1 + exp(e)))"
)
AT_ORDERS = (
    OF_RESPONSE,
    "ldp(W) <= a => 2*rdp(W, 3) <= log((exp(3*a) + exp(-2*a))/(1 + exp(a)))",
    "a > 0 and ldp(W) <= a => D[3](W[x] || W[z]) <= log((exp(3*a) + exp(-2*a))/(1 + exp(a)))/2",
)
PROVED = (
    "ldp(W) <= eps => zcdp(W) <= eps^2/2",  # [Bun, Steinke 2016, Prop. 3.3]
    "zcdp(W) <= ldp(W)^2/2",
    "1 < a => rdp(W, a) <= a*ldp(W)^2/2",
    "alpha > 1 and ldp(W) <= 2*eps => rdp(W, alpha) <= 2*alpha*eps^2",
    "dp(W) <= eps => dpzcdp(W) <= eps^2/2",
    "1 < a and dp(W) <= eps => rdp(W, a) <= a*eps^2/2",  # of one entry, where dp is ldp
)
FALSE = (
    OF_RESPONSE.replace("1 + exp(e)", "1001/1000 + exp(e)"),
    OF_RESPONSE.replace("exp(-s)", "exp(-s)*99/100"),
    OF_RESPONSE.replace("s == (k - 1)*e", "s <= (k - 1)*e"),
    OF_RESPONSE.replace("ldp(W) <= e ", "ldp(P, W) <= e ").replace(
        "k > 1", "fullsupport(Q) and k > 1"
    ),
    "ldp(W) <= a => 2*rdp(W, 3) <= log((exp(3*a) + exp(-2*a))/(101/100 + exp(a)))",
    "ldp(W) <= eps => zcdp(W) <= eps^2*49/100",
    "zcdp(W) <= ldp(W)^2/3",
    "1 < a => rdp(W, a) <= (a - 1)*ldp(W)^2/2",
    "1 < a and ldp(W) <= eps => rdp(W, a) <= a*eps^2/2 - 1/1000",
    "1 < a and ldp(V) <= eps => rdp(W, a) <= a*eps^2/2",
)
NO_PARTS = (
    "rdp(W, a) <= a*ldp(W)^2/2",  # nothing says that the order is above 1
    "1 < b => rdp(W, a) <= a*ldp(W)^2/2",
    "1 < a => rdp(W, a) <= a*ldp(V)^2/2",
    "1 < a => rdp(W, a) <= 1 - exp(-ldp(W))",  # which stays finite where ldp(W) does not
    "1 < a => rdp(W, a) < a*ldp(W)^2/2",
    "1 < a => rdp(W, a) <= a*ldp(W)^2/2 + tv(P, W)",
    "zcdp(W) <= eps^2/2",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", AT_ORDERS)
def test_renyi_privacy_of_a_response_is_the_most(text: str) -> None:
    verdict = ps.prove(text, effort=20)
    assert isinstance(verdict, Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(PROVED))
def test_half_the_square_is_enough_at_every_order(text: str) -> None:
    verdict = prove(text, effort=20)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, Implied)
    of_one_entry = "dp(W)" in text and "dprdp" not in text and " rdp" in text
    assert len(verdict.evidence.parts) == (5 if of_one_entry and "ldp" not in text else 4)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_beside_it_is_not_proved(text: str) -> None:
    lets = ("V: X -> Z",) if "V" in text else ("P: X", "Q: X") if "P" in text else ()
    assert prove(text, let=lets, effort=effort(1, in_full=20)).name == "unknown"


@pytest.mark.parametrize("text", NO_PARTS)
def test_there_are_no_parts_where_they_would_not_imply_the_claim(text: str) -> None:
    assert not list(bounded_by_response(parse(text, lets=["V: X -> Z"] if "V" in text else [])))
