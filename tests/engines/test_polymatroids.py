"""Claims that are not of Shannon type: what violates them, and whether it is a distribution."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.entropies.polymatroids import (
    Polymatroid,
    polymatroid_against,
    violating_polymatroid,
)
from pmlsym.engines.entropies.prove import prove_statement
from pmlsym.engines.entropies.refute import refute_entropy
from pmlsym.evidence.entropy_dual import Information
from pmlsym.lowering.entropy_form import entropy_statements
from tests.engines.test_copies import INGLETON, ZHANG_YEUNG

BESIDE = f"{ZHANG_YEUNG} + I(E;F) + I(E;G) + I(U;V|G)"
"""True, and of too many variables for copies to be tried."""


def test_ingleton_is_violated_by_the_smallest_polymatroid_that_is_no_rank_of_vectors() -> None:
    found = polymatroid_against(parse(INGLETON))
    assert str(found) == "h = 2 at each variable; 3 at A,C, B,C, A,D, B,D, C,D; 4 at all other sets"


@pytest.mark.seconds
def test_what_is_unknown_is_said_to_be_violated_by_a_polymatroid() -> None:
    (attempt,) = ps.ask(BESIDE, effort=2).attempts
    assert attempt.ending.startswith(
        "no sum of informations: the polymatroid h = 2 at each variable"
    )
    assert "E, F, G, U, V constant violates it" in attempt.ending


@pytest.mark.parametrize(
    "text",
    [
        "markov(A, B, C, D, E, F, G) => I(A;G) <= 0.999999*I(C;D)",
        "H(A,B,C,D,E,F,G) <= H(A) + H(B) + H(C) + H(D) + H(E) + H(F)",
        "2*H(A,B,C,D,E) <= H(A,B) + H(B,C) + H(C,D) + H(D,E) + H(E)",
        "indep(A,B) and indep(B,C) and indep(A,C) => I(A,B;C) <= 0",
        f"{INGLETON} + I(E;F|G)",
    ],
)
def test_it_is_a_polymatroid_that_meets_the_hypotheses_and_not_the_goal(text: str) -> None:
    (statement,) = entropy_statements(parse(text))
    found = violating_polymatroid(statement)
    assert found is not None
    names = [*(name for names in found.classes for name in names), *found.constants]
    for some in range(1, 3):
        for left in combinations(names, some):
            for right in combinations(names, 1):
                for given in ((), *combinations(names, 1), *combinations(names, 2)):
                    assert found.value(Information(left, right, given).form) >= 0
    assert found.value(statement.goal) < 0
    for fact in statement.hypotheses:
        assert found.value(fact.form) == 0 or (not fact.is_equality and found.value(fact.form) > 0)


@pytest.mark.seconds
def test_none_violates_what_is_proved_and_every_other_claim_is_violated() -> None:
    """Random sums of informations with signs: proofs and polymatroids exclude each other."""
    random, count = Random(2), [0, 0]
    for _ in range(120):
        terms = []
        for _ in range(random.randint(2, 5)):
            a, b, c, d = random.sample("ABCDE", 4)
            terms.append(f"{random.choice('++-')} I({a};{b}|{random.choice((c, c + ',' + d))})")
        (statement,) = entropy_statements(parse(f"0 {' '.join(terms)} >= 0"))
        proof, found = prove_statement(statement), violating_polymatroid(statement)
        assert (proof is None) == (found is not None)
        count[proof is None] += 1
    assert min(count) > 20


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"values": (0, 1, 1, 3)}, "H(A,B) <= H(A)"),  # more than both together
        ({"values": (0, 1, 2, 1)}, "H(A,B) <= H(A)"),  # less than one of them
        ({"values": (1, 1, 1, 2)}, "H(A,B) <= H(A)"),  # nothing has entropy
        ({}, "H(A,B) <= H(A) + H(B)"),  # it does not violate that
        ({}, "indep(A, C) => H(A,B) <= H(A)"),  # it is no case of that
    ],
)
def test_what_is_no_polymatroid_or_violates_nothing_is_refused(change: dict, about: str) -> None:  # type: ignore[type-arg]
    right = Polymatroid((("A", "C"), ("B",)), (), (0, 1, 1, 2))
    assert right.violates(*entropy_statements(parse("H(A,B) <= H(A)")))
    assert not replace(right, **change).violates(*entropy_statements(parse(about)))


def test_of_more_variables_a_few_are_kept_apart() -> None:
    (statement,) = entropy_statements(parse(f"{BESIDE} + I(K;L|M) + I(R;S|T)"))
    found = violating_polymatroid(statement)
    assert found is not None and found.violates(statement)
    assert len(found.classes) == 4


def test_claims_with_numbers_or_strict_ones_have_none() -> None:
    for text in ("H(A) <= log(2)", "H(A) <= eps => H(A,B) <= 2*eps", "H(A) > 0"):
        assert polymatroid_against(parse(text)) is None


@pytest.mark.seconds
def test_a_distribution_is_found_among_those_alike() -> None:
    """Variables that are equal or constant in the polymatroid are so in what is drawn."""
    names = [f"A{k}" for k in range(9)]
    claim = parse(f"markov({', '.join(names)}) => I(A0;B) <= I(A0;A1)")
    like = polymatroid_against(claim)
    assert like is not None and like.classes == (("A0", "B"),)
    assert refute_entropy(claim, effort=0.01, like=like) is not None
    beside = parse(f"{INGLETON} + I(E;F|G) + I(H1;H2|G)")
    assert refute_entropy(beside, effort=2, like=polymatroid_against(beside)) is not None


@pytest.mark.seconds
@pytest.mark.parametrize("count", [12, 15])
def test_near_misses_of_many_variables_are_refuted(count: int) -> None:
    names = [f"A{k}" for k in range(count)]
    for text in (
        f"markov({', '.join(names)}) => I(A0;{names[-1]}) <= 0.99*I(A5;A6)",
        f"H({','.join(names)}) <= {' + '.join(f'H({v})' for v in names[1:])}",
    ):
        assert refute_entropy(parse(text), effort=1) is not None
