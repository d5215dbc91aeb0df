"""Rows W[x] as priors: each measure of a row is that of a prior with the row's masses.

S is a channel from letters to the same letters, where a measure would name its own letter x too.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.errors import OutOfDomain, PmlError
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number
from tests.examples import some_of

HALF = Fraction(1, 2)
ROWS = ((HALF, HALF, 0), (Fraction(1, 4), Fraction(1, 4), HALF), (0, 1, 0))
LETS = ("S: X -> X", "V: X -> X")
OF_A_PRIOR = (
    "pml(Q, V)",
    "pml(Q, V, x)",
    "pml(Q, V, y)",
    "D[kl](Q || R)",
    "D[H2](R || Q)",
    "D[3](Q >> V || R)",
    "D[E(2)](Q || R)",
    "I[2](Q, V)",
    "mi(Q >> V, V)",
    "tv(Q, V)",
    "pmin(Q)",
    "guess(Q, V)",
    "V[id](Q, V)",
    "ldi(Q, V)",
    "hmin(Q)",
    "costleak(Q, V)",
    "tail(Q, V, log(5/4))",
    "expected_pml(Q, V)",
    "D[chi2](1/3*Q + 2/3*R || R)",
)


def value(text: str, **masses: object) -> Number | None:
    """The number at x = 3 and y = 2, or nothing."""
    lets = (*LETS, *(f"{name}: X" for name in masses))
    mentioned = [let for let in lets if let[0] in text.replace("V[id]", "")]
    quantity = parse_quantity(text, lets=mentioned)
    tables = {"S": ROWS, "V": (ROWS[1], ROWS[0], ROWS[2]), **masses}
    letters = {"x": 2, "y": 1}
    try:
        return evaluate(quantity, Instance({"X": 3}, tables, {}, letters))
    except OutOfDomain:
        return None


@pytest.mark.parametrize("text", OF_A_PRIOR)
def test_a_row_is_a_prior_with_its_masses(text: str) -> None:
    other = (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    plain = value(text, Q=ROWS[2], **({"R": other} if "R" in text else {}))
    row = value(text.replace("Q", "S[x]"), **({"R": other} if "R" in text else {}))
    assert plain == row
    assert plain is not None or "y" in text


def test_rows_are_written_as_they_are_read() -> None:
    for text in (
        "D[kl](W[x] || W[z]) <= ldp(W)",
        "pml(S[x], S, x) <= 1",
        "D[2](W[x] >> V || (W >> V)[z]) <= 1",
        "D[tv](q*W[x] + (1 - q)*Q || U[z, x]) <= 1",
    ):
        lets = ("S: X -> X",) if "S" in text else ()
        assert str(parse(text, lets=lets)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uniform(W[x]) => 1 <= 2", "stands in measures alone"),
        ("pml(W[x], U | V) <= 1", "no conditional notion"),
        ("D(W[x, z] || W[z]) <= 1", "at a letter of"),
        ("D(W[y|x] || Q) <= 1", "has to stand"),
    ],
)
def test_what_a_row_cannot_be(text: str, words: str) -> None:
    with pytest.raises(PmlError, match=words):
        parse(text)


TRUE = (
    "D[kl](W[x] || W[z]) <= ldp(W)",
    "D[inf](W[x] || W[z]) <= ldp(W)",
    "D[tv](W[x] || W[z]) <= eta[tv](W)",
    "D[E(exp(eps))](W[x] || W[z]) <= ldpdelta(W, eps)",
    "D[kl](W[x] >> V || W[z] >> V) <= D[kl](W[x] || W[z])",
    "pml(S[x], S, x) <= ldp(S)",
    "P[x] > 0 => P[x]*D[tv](W[x] || P >> W) <= tv(P, W)",
    "ldp(W) <= log(3) => D[chi2](W[x] || W[z]) <= 4/3",
    "D[tv](W[x] || W[z]) <= D[tv](W[x] || Q) + D[tv](W[z] || Q)",
)
FALSE = (
    "D[kl](W[x] || P >> W) <= pml(P, W)",
    "D[kl](W[x] || P >> W) <= mi(P, W)",
    "D[tv](W[x] || W[z]) <= 99/100*eta[tv](W)",
    "D[kl](W[x] || W[z]) <= 99/100*ldp(W)",
    "D[kl](W[x] || W[z]) == D[kl](W[z] || W[x])",
    "D[E(exp(eps))](W[x] || W[z]) <= 99/100*ldpdelta(W, eps)",
    "eta[tv](W) <= D[tv](W[x] || W[z])",
    "pml(W[x], V) <= pml(W[z], V)",
    "D[kl](W[x] || W[z]) <= D[kl](W[x] >> V || W[z] >> V)",
    "maxleak(V) <= pml(W[x], V)",
    "D[tv](W[x] || P >> W) <= tv(P, W)",
    "ldp(P, W) >= D[inf](W[x] || P >> W)",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_holds_of_rows_is_proved(text: str) -> None:
    lets = ("S: X -> X",) if "S[" in text else ()
    assert isinstance(prove(parse(text, lets=lets), effort=3), Proved)


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_does_not_is_refuted_and_never_proved(text: str) -> None:
    assert not isinstance(prove(parse(text), effort=0.5), Proved)
    assert isinstance(decide(parse(text), effort=3), Refuted)
