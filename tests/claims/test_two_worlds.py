"""Random variables and priors do not meet in one claim; what was meant can be said otherwise."""

from __future__ import annotations

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import ClaimSyntaxError, InvalidInput
from pmlsym.evidence.verdict import Proved
from pmlsym.language.nodes import Entropic
from pmlsym.measures.mutual_information import mi
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


@pytest.mark.parametrize(
    "claim",
    [
        "mi(P, W) <= H(X)",
        "indep(A, B) => pml_entry(P, W, 1) <= dp(W)",
        "H(X) <= hmin(P)",
        "I(X;Y) <= maxleak(W) and H(A) >= 0",
        "fullsupport(P) => H(X) <= log(size(Y))",
    ],
)
def test_a_claim_about_both_is_refused_with_the_way_to_say_it(claim: str) -> None:
    with pytest.raises(ClaimSyntaxError, match=r"mi\(P, W\).*the product prior P & Q"):
        parse(claim)


def test_a_claim_about_both_is_refused_in_python() -> None:
    X, Y = alphabets("X Y")
    claim = mi(Prior("P", X), Channel("W", X, Y)) <= Entropic(("X",))
    with pytest.raises(InvalidInput, match="a joint distribution of their own"):
        subjects(claim)


def test_independent_entries_are_a_product_prior() -> None:
    verdict = prove("pml_entry(P & Q, W, 1) <= pml_entry_given(P & Q, W, 1)", effort=60)
    assert isinstance(verdict, Proved)


def test_numbers_join_either_world() -> None:
    assert subjects(parse("H(A) <= c => I(A;B) <= c")).scalars == {"c": "real"}
    assert subjects(parse("mi(P, W) <= c")).scalars == {"c": "real"}
