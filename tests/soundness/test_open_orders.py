"""Orders that are letters: what is proved for all of them, and what must not be.

The false claims hold at some orders, or for finite values, or the other way round.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.errors import OutOfDomain, PmlError, Unsupported
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of, rational

MASSES = {"P": ["1/2", "1/2", "0"], "Q": ["1/4", "1/4", "1/2"]}
ROWS = {"W": [["1/2", "1/2"], ["1/4", "3/4"], ["1/3", "2/3"]]}
PROVED = (
    "D[alpha](P >> W || Q >> W) <= D[alpha](P || Q)",
    "D[a](P >> W >> V || Q >> W >> V) <= D[a](P || Q)",
    "alpha >= 1 => rdp(W >> V, alpha) <= rdp(W, alpha)",
    "0 < alpha and alpha < 1 => D[alpha](W[x] || W[z]) <= rdp(W, alpha)",
    "D[alpha](P >> W || Q >> W) <= rdp(W, alpha)",
    "2*D[alpha](P >> W || Q >> W) <= 2*D[alpha](P || Q)",
    "-D[alpha](P || Q) <= -D[alpha](P >> W || Q >> W)",
)
FALSE = (
    "D[alpha](P || Q) <= D[alpha](Q || P)",
    "D[alpha](P || Q) <= D[alpha](P >> W || Q >> W)",
    "alpha < 1 => D[alpha](P || Q) <= D[alpha](P >> W || Q >> W)",
    "-D[alpha](P >> W || Q >> W) <= -D[alpha](P || Q)",
    "D[alpha](P >> W || Q >> W) < D[alpha](P || Q)",
    "D[alpha](P >> W || Q >> W) == D[alpha](P || Q)",
    "D[alpha](P >> W || Q >> W) <= 99/100*D[alpha](P || Q)",
    "2*D[alpha](P >> W || Q >> W) <= D[alpha](P || Q)",
    "D[alpha](P || Q) <= D[1](P || Q)",
    "alpha < 1 => D[1](P || Q) <= D[alpha](P || Q)",
    "a < b => D[b](P || Q) <= D[a](P || Q)",
    "rdp(W, alpha) <= rdp(W >> V, alpha)",
    "rdp(W, alpha) <= D[alpha](W[x] || W[z])",
    "rdp(W, alpha) <= ldp(W)/2",
    "rdp(W, alpha) <= alpha*ldp(W)*ldp(W)/3",
    "H[alpha](P) <= H[1](P)",
    "1 <= alpha and alpha <= beta => H[alpha](P) <= H[beta](P)",
    "I[alpha](P, W) <= mi(P, W)",
    "alpha > 1 => I[alpha](P, W) <= aleak(P, W, alpha)",
    "alpha > 1 => aleak(P, W, alpha) <= 99/100*aleak(P, W, inf)",
    "H[alpha](P >> (id & W)) <= H[alpha](P) + H[alpha](P >> W)",
    "D[a](P || Q) <= D[a](R || S) => D[a](P >> W || Q >> W) <= D[a](R >> W || S >> W)",
    "D[alpha](P || Q) <= 1 or D[alpha](Q || P) <= 1",
)  # fmt: skip


@pytest.mark.parametrize("text", PROVED)
def test_processing_at_every_order_is_proved(text: str) -> None:
    assert isinstance(prove(parse(text), effort=2), Proved)


@pytest.mark.parametrize("text", FALSE)
def test_what_fails_at_some_order_is_refuted(text: str) -> None:
    claim = parse(text)
    assert not isinstance(prove(claim, effort=0.1), Proved)
    found = decide(claim, effort=2)
    assert isinstance(found, Refuted)
    assert not holds(claim, found.instance)


@pytest.mark.parametrize("order", ["0", "1/2", "1", "2", "5/2"])
@pytest.mark.parametrize("text", ["D[{}](P || Q)", "I[{}](P, W)", "H[{}](P)", "H[{}](P | W)",
                                  "rdp(W, {})", "aleak(P, W, {})"])  # fmt: skip
def test_a_letter_is_the_number_that_an_instance_has(text: str, order: str) -> None:
    tables = {name: table for name, table in {**MASSES, **ROWS}.items() if name in text}
    sizes = {"X": 3, "Y": 2} if "W" in text else {"X": 3}
    at = parse_quantity(text.replace("{}", "a"))
    instance = Instance(sizes, tables, {"a": order})
    if text.startswith("I") and order == "0":
        with pytest.raises(OutOfDomain):
            evaluate(at, instance)
        return
    plain = evaluate(parse_quantity(text.replace("{}", order)), Instance(sizes, tables))
    assert evaluate(at, instance).enclose(20) == plain.enclose(20)


def test_orders_that_have_no_value() -> None:
    quantity = parse_quantity("D[1 - a](P || Q)")
    one = Instance({"X": 3}, MASSES, {"a": "1"})
    two = Instance({"X": 3}, MASSES, {"a": "2"})
    odd = Instance({"X": 3}, MASSES, {"a": log_of(rational(2))})
    assert evaluate(quantity, one) == log_of(rational(2))
    with pytest.raises(OutOfDomain):
        evaluate(quantity, two)
    with pytest.raises(Unsupported):
        evaluate(quantity, odd)
    for text in ("D[pml(P, W)](P || Q) <= 1", "D[exp(a)](P || Q) <= 1", "D[Foo](P || Q) <= 1"):
        with pytest.raises(PmlError):
            parse(text)


def test_the_letter_is_nonnegative_wherever_it_stands() -> None:
    claim = parse("D[alpha](P || Q) <= 1 - alpha")
    assert str(claim) == "D[alpha](P || Q) <= 1 - alpha"
    with pytest.raises(PmlError):
        holds(claim, Instance({"X": 3}, MASSES, {"alpha": Fraction(-1)}))
