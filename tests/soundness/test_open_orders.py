"""Orders that are letters: what is proved for all of them, and what must not be.

The false claims hold at some orders, or for finite values, or the other way round.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.errors import OutOfDomain, PmlError, Unsupported
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of, rational
from tests.examples import effort, some_of

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
    "D[a](P || Q) >= 0",
    "D[a](P || Q) <= D[inf](P || Q)",
    "rdp(W, alpha) <= ldp(W)",
    "a <= b => D[a](P || Q) <= D[b](P || Q)",
    "a <= b => H[b](P) <= H[a](P)",
    "1 < a and a < 2 => D[a](P || Q) <= D[2](P || Q)",
    "a > 1 and D[a](P || Q) <= 1 => D[1](P || Q) <= 1",
    "0 < alpha and alpha < 1 => (1 - alpha)*D[alpha](P || Q) == alpha*D[1 - alpha](Q || P)",
    "1 < a => (a - 1)*rdp(W >> V, a) <= (a - 1)*rdp(W, a)",
    "1 < a and a <= b => I[a](P, W) <= I[b](P, W)",
    "1 < a => mi(P, W) <= I[a](P, W)",
    "1 < a => I[a](P, W >> V) <= I[a](P, W)",
    "1 < a => I[a](P, W >> V) <= I[a](P >> W, V)",
    "1 < a => H[a](P | W) <= H[a](P)",
    "1 < a => H[a](P | W) <= H[a](P | W >> V)",
    "1 < a => aleak(P, W >> V, a) <= aleak(P, W, a)",
)
NOT_PROVED = (
    "b <= a => D[a](P || Q) <= D[b](P || Q)",
    "1 < a and a <= b => I[b](P, W) <= I[a](P, W)",
    "1 < a and a <= b => I[a](P, W) <= 99/100*I[b](P, W)",
    "1 < a => I[a](P, W) <= I[2](P, W)",
    "a > 1 => D[a](P || Q) <= 99/100*D[inf](P || Q)",
    "D[a](P || Q) <= D[a - 1](P || Q)",
    "order <= a => D[a](P || Q) <= D[order](P || Q)",
    "a < 1 => (1 - a)*D[a](P || Q) <= a*D[1 - a](P || Q)",
    "0 < a and a < 1 => (1 - a)*D[a](P || Q) <= 99/100*a*D[1 - a](Q || P)",
    "0 < a and a < 1 => a*D[a](P || Q) <= (1 - a)*D[1 - a](Q || P)",
    "0 < a => (a - 1)*D[a](P || Q) >= 0",
    "a > 1 => (a - 1)*D[a](P || Q) <= D[a](P || Q)",
    "a > 0 => a*rdp(W >> V, a) <= (a - 1)*rdp(W, a)",
    "H[a](P) <= H[a](P | W)",
    "1 < a => I[a](P, W) <= H[a](P)",
    "a <= 2 => H[a](P) <= H[2](P)",
    "a >= 1/2 => 2*D[1/2](P || Q) <= D[a](P || Q)",
    "t1 >= 1 and t1 <= u1 => D[u1](P || Q) <= D[t1](P || Q)",
)
"""What fails at some order, in some direction or by a little."""
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


@pytest.mark.parametrize("text", some_of(PROVED))
def test_processing_at_every_order_is_proved(text: str) -> None:
    assert isinstance(prove(parse(text), effort=20), Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(NOT_PROVED))
def test_what_is_false_of_letters_is_not_proved(text: str) -> None:
    assert not isinstance(prove(parse(text), effort=effort(0.2, in_full=0.5)), Proved)


@pytest.mark.parametrize("word", ["D[{}](P || Q)", "D[{}](Q || P)", "H[{}](P)", "H[{}](P | W)",
                                  "rdp(W, {})", "aleak(P, W, {})", "I[{}](P, W)"])  # fmt: skip
@pytest.mark.parametrize("end", [0, 1])
def test_measures_are_continuous_at_the_ends(word: str, end: int) -> None:
    """Lowering takes these ends as limits, also where the value there is infinite."""
    if word.startswith("I") and end == 0:
        return
    tables = {name: table for name, table in {**MASSES, **ROWS}.items() if name in word}
    instance = Instance({"X": 3, "Y": 2} if "W" in word else {"X": 3}, tables)
    near = [Fraction(end) + Fraction(s, 200) for s in (1, -1) if end + s > 0 or s > 0]
    at_end, *beside = (
        float(evaluate(parse_quantity(word.format(order)), instance)) for order in (end, *near)
    )
    gaps = (abs(at_end - value) if at_end < inf else 5 / max(value, 1e-9) for value in beside)
    assert all(gap < 0.2 for gap in gaps), (at_end, beside)


@pytest.mark.parametrize("text", some_of(FALSE))
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
