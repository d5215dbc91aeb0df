"""A claim about given channels that names letters and nothing else is tried at all of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pmlsym.engines.decide.decisions import decide
from pmlsym.evidence.verdict import NOWHERE, THIS_INSTANCE, UNMET, Proved, Refuted

ROWS = (("9/10", "1/10", 0), ("1/5", "4/5", 0), ("1/2", "1/4", "1/4"))
LARGEST = max(
    sum(abs(Fraction(a) - Fraction(b)) for a, b in zip(one, other, strict=True)) / 2
    for one, other in product(ROWS, ROWS)
)


def test_a_bound_on_all_pairs_of_rows_is_decided_where_it_is_sharp() -> None:
    claim, given = "D[tv](W[x] || W[z]) {} " + str(LARGEST), {"W": ROWS}
    proved = decide(claim.format("<="), channel=given)
    assert isinstance(proved, Proved) and proved.scope == THIS_INSTANCE and proved.witness
    refuted = decide(claim.format("<"), channel=given)
    assert isinstance(refuted, Refuted) and refuted.left == refuted.right
    rows = [ROWS[refuted.instance.outcomes[letter]] for letter in "xz"]
    assert sorted(rows) == sorted([ROWS[0], ROWS[1]])  # the two that are farthest apart


@pytest.mark.parametrize(
    ("claim", "scope"),
    [
        ("W[y|x] > 9/10 => W[y|x] > 95/100", UNMET),
        ("log(W[y|x] - 1) <= 5", NOWHERE),
        # of some letters the hypothesis fails, of the others the claim has no value
        ("W[y|x] > 4/5 => log(W[y|x] - 1) <= 5", NOWHERE),
        ("W[y|x] > 1/2 => log(W[y|x] - 1/2) <= 5", THIS_INSTANCE),
        ("log(W[y|x] - 4/5) <= log(1/10)", THIS_INSTANCE),
    ],
)
def test_letters_without_a_value_or_outside_the_hypotheses_say_nothing(
    claim: str, scope: str
) -> None:
    verdict = decide(claim, channel={"W": ROWS})
    assert isinstance(verdict, Proved) and verdict.scope == scope
    assert verdict.vacuous == (scope != THIS_INSTANCE)


def test_one_letter_against_the_claim_is_enough() -> None:
    verdict = decide("W[y|x] > 1/4 => W[y|x] >= 1/2", channel={"W": ROWS})
    assert isinstance(verdict, Proved)
    verdict = decide("W[y|x] >= 1/4 => W[y|x] >= 1/2", channel={"W": ROWS})
    assert isinstance(verdict, Refuted) and verdict.instance.outcomes["x"] == 2
