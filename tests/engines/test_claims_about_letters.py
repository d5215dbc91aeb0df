"""Claims about what is given: at all letters that they name, on as many letters as there are."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide
from pmlsym.errors import InvalidInput
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


@pytest.mark.parametrize(
    ("claim", "word"), [("H[1](P) <= 3/5", "proved"), ("H[1](P) <= 1/2", "refuted")]
)
def test_masses_say_how_many_letters_a_prior_has(claim: str, word: str) -> None:
    named = {"ill": "1/4", "well": "3/4"}
    for over in ("1/4, 3/4", "ill=1/4, well=3/4", [0.25, 0.75], named, {"P": [0.25, 0.75]}):
        for asked in (claim, parse(claim)):
            assert decide(asked, over=over).name == word
    verdict = decide("P[x] <= 3/4", over=named)
    assert isinstance(verdict, Proved) and "x = ill" in str(verdict)
    with pytest.raises(InvalidInput, match="how many letters P has is not known"):
        decide(claim, over="p(x) >= 1/10")


def test_masses_with_names_stand_for_a_set_as_they_do_for_a_prior() -> None:
    table = {"ill": ["3/4", "1/4"], "well": ["1/3", "2/3"]}
    table = {row: {"no": no, "yes": yes} for row, (no, yes) in table.items()}
    worst = ps.measure(table, over="well=3/4, ill=1/4").over[0]
    assert worst == ps.measure(table, over=["1/4", "3/4"]).over[0]
    verdict = ps.ask("pml(P, W) <= 1", channel={"W": table}, over="ill=1/4, well=3/4")
    assert isinstance(verdict, Proved) and verdict.bounds[0].value == worst.value
    with pytest.raises(ps.PmlError, match="bring them into one order"):
        ps.ask("pml(P, W) <= 1", channel={"W": table}, over="well=3/4, ill=1/4")


def test_a_claim_about_a_given_channel_is_tried_on_priors_of_its_letters() -> None:
    claim = "D(P >> W || Q >> W) <= D(P || Q)"
    verdict = decide(claim, channel={"W": ROWS})
    assert isinstance(verdict, Proved) and verdict.witness is not None
    assert len(verdict.witness.tensors["P"]) == len(ROWS) and not verdict.caveat


def test_a_matrix_that_is_written_out_is_a_table_wherever_one_is() -> None:
    text, rows = "[[1/2, 1/2], [1/10, 9/10]]", [["1/2", "1/2"], ["1/10", "9/10"]]
    assert ps.mi("1/4,3/4", text) == ps.mi("1/4,3/4", rows)
    assert ps.channel(text).matrix() == ps.channel(rows).matrix()
    assert ps.measure(text, prior="uniform").pml == ps.measure(rows, prior="uniform").pml
    for channel in ({"W": text}, f"W={text}"):
        assert ps.ask("maxleak(W) <= log(7/5)", channel=channel).name == "proved"
    with pytest.raises(InvalidInput, match="is a number such as 1/3"):
        ps.mi("uniform", "[[1/2, 1/2], [a, 9/10]]")
