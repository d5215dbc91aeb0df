"""Letters that maxima, suprema and quantifiers bind, and probabilities of events."""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.errors import PmlError
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import some_of

TRUE = (
    "log(sum(y, max(x, W[y|x]))) == maxleak(W)",
    "max(y, pml(P, W, y)) == pml(P, W)",
    "sum(y, min(x, W[y|x])) == doeblin(W)",
    "sum(y, max(0, P[y] - Q[y])) == D[tv](P || Q)",
    "mi(P, W) == sum(x, P[x]*D[kl](W[x] || P >> W))",
    "mi(P, W) <= max(x, D[kl](W[x] || P >> W))",
    "eta[E(exp(eps))](W) == (sup x, z: D[E(exp(eps))](W[x] || W[z]))",
    "ldp(W) <= eps => (forall x, z, y: W[y|x] <= exp(eps)*W[y|z])",
    "(forall x, z, y: W[y|x] <= exp(eps)*W[y|z]) => ldp(W) <= eps",
    "(forall x, y with P[x] > 0: W[y|x] <= exp(eps)*(P >> W)[y]) => pml(P, W) <= eps",
    "(exists x: P[x] >= 1/2) => hmin(P) <= log(2)",
    "fullsupport(P) => (forall x: P[x] > 0)",
    "exists x: P[x]*size(X) >= 1",
    "min(x, P[x])*size(X) <= 1",
    "max(x, max(z, Q[x, z])) <= 1",
    "sum(x, P[x]*H[1](W[x])) <= H[1](P >> W)",
    "sum(x, P[x]*H[1](W[x])) <= max(x, H[1](W[x]))",
    "sum(x, (H[1](W[x]) - 1)*P[x]/2) + 1/2 == sum(x, P[x]*H[1](W[x]))/2",
    "exists x: H[1](W[x]) <= H[1](P >> W)",
    "max(x, -H[1](W[x])) == -min(x, H[1](W[x]))",
    "sum(x, -P[x]*H[1](W[x])) == -sum(x, P[x]*H[1](W[x]))",
)
FALSE = (
    "max(x, -P[x]) < 0",
    "max(x, P[x]*(W[y|x] - 1/2)) < 0",
    "min(x, P[x] - Q[x]) >= 0",
    "forall x: P[x] > 0",
    "sum(y, max(x, W[y|x])) <= 1",
    "(exists x, y: W[y|x] <= exp(eps)*(P >> W)[y]) => pml(P, W) <= eps",
    "(sup x, z: D[tv](W[x] || W[z])) <= tv(P, W)",
    "max(y, max(x, W[y|x]/(P >> W)[y])) == exp(pml(P, W))",
    "sum(x, P[x]*H[1](W[x])) <= H[1](P)",
    "sum(x, P[x]*H[1](W[x])) >= H[1](P >> W)",
    "sum(x, P[x]*H[1](W[x])) <= (inf x: H[1](W[x]))",
    "forall x: H[1](W[x]) <= H[1](P >> W)",
)
LETS = ("P: X",)


@pytest.mark.parametrize("claim", TRUE)
def test_what_is_true_is_proved(claim: str) -> None:
    lets = LETS if "size(X)" in claim else ()
    assert prove(ps.claim(claim, lets=lets), effort=4).name == "proved"


@pytest.mark.parametrize("claim", some_of(FALSE))
def test_what_is_false_is_refuted(claim: str) -> None:
    assert prove(claim, effort=0.2).name == "unknown"
    assert decide(claim).name == "refuted"


@pytest.mark.parametrize("claim", [*TRUE, *FALSE])
def test_the_text_reads_back(claim: str) -> None:
    lets = LETS if "size(X)" in claim else ()
    again = ps.claim(str(ps.claim(claim, lets=lets)), lets=lets)
    assert str(again) == str(ps.claim(claim, lets=lets))


def test_a_letter_is_free_or_bound() -> None:
    """Outside a maximum x is an outcome, and inside a letter of its own."""
    assert str(parse("W[y|x] <= max(x, W[y|x])")) == "W[y|x] <= max(x, W[y|x])"
    assert prove("W[y|x] <= max(x, W[y|x])", effort=1).name == "proved"
    assert str(parse("max(x, 2*x) <= 1")) == "max(x, 2*x) <= 1"  # of two numbers


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("max(x, x*P[x]) <= 1", "is a letter here, and no number"),
        ("sum(y, max(x, W[y|x] - W[y|z])) <= 1", "what may be negative"),
        ("sum(x, H[1](W[x])*H[1](W[x])) <= 1", "one weight >= 0 times one other value"),
        ("max(x, H[1](W[x]) - mi(W[x], V)) <= 1", "is none"),
        ("forall x with P[x] > 1/2: P[x] <= 1", "a mass is positive"),
        ("(sup x with P[x]*Q[x] > 0: P[x]) <= 1", "may leave no letter"),
        ("(exists x: P[x] == 1/2) => pmin(P) <= 1/2", "one inequality"),
    ],
)
def test_what_is_not_said(claim: str, reason: str) -> None:
    with pytest.raises(PmlError, match=reason):
        parse(claim)


EVENTS_TRUE = (
    "Pr[P, W](E) <= exp(maxleak(P, W))*max(y, Pr[P](E[y]))",
    "Pr[P, W](E) - Pr[P * (P >> W)](E) <= tv(P, W)",
    "pml(P, W) <= eps => Pr[P, W](E) <= exp(eps)*Pr[P * (P >> W)](E)",
    "tail(P, W, eps) <= delta => Pr[P, W](E) <= exp(eps)*Pr[P * (P >> W)](E) + delta",
    "ldp(W) <= eps => Pr[P >> W](F) <= exp(eps)*Pr[Q >> W](F)",
    "forall x, z: Pr[W[x]](F) - Pr[W[z]](F) <= eta[tv](W)",
    "Pr[P](A)^2 <= Pr[P](A)",
    "ldp(W) <= eps => (forall F, x, z: Pr[W[x]](F) <= exp(eps)*Pr[W[z]](F))",
    "(sup E: Pr[P, W](E) - Pr[P * (P >> W)](E)) <= tv(P, W)",
    "exists P: pml(P, W) == 0",
)
EVENTS_FALSE = (
    "Pr[P, W](E) - Pr[P * (P >> W)](E) <= mi(P, W)^(1/2)/2",
    "Pr[P](A) <= exp(-hmin(P))",
    "Pr[P](A) >= pmin(P)",
    "Pr[P](A) <= Pr[P](A)^2/2",
    "Pr[P, W](E) <= exp(pml(P, W))*max(y, Pr[P](E[y]))/2",
)


@pytest.mark.parametrize("claim", EVENTS_TRUE)
def test_probabilities_of_events(claim: str) -> None:
    assert prove(claim, effort=4).name == "proved"
    assert str(parse(str(parse(claim)))) == str(parse(claim))


def test_a_proof_about_events_is_saved_and_read(tmp_path: Path) -> None:
    verdict = prove("Pr[P, W](E) <= exp(maxleak(P, W))*max(y, Pr[P](E[y]))", effort=4)
    saved = verdict.save(tmp_path / "event.json").read_text()
    assert check_saved(saved).startswith("proof")
    against = decide("Pr[P](A) >= pmin(P)").save(tmp_path / "against.json").read_text()
    assert check_saved(against).startswith("counterexample")
    assert ps.claim("Pr[P](A) <= 1", lets=["A: X"]) is not None


@pytest.mark.parametrize(
    "claim", ["sum(x, P[x]*H[1](W[x])) <= max(x, H[1](W[x]))", "x == z => P[x] == P[z]"]
)
def test_a_proof_is_saved_and_read(claim: str, tmp_path: Path) -> None:
    saved = prove(claim, effort=4).save(tmp_path / "proof.json").read_text()
    assert check_saved(saved).startswith("proof")


@pytest.mark.parametrize("claim", some_of(EVENTS_FALSE))
def test_events_against_what_is_false(claim: str) -> None:
    assert prove(claim, effort=0.2).name == "unknown"
    assert decide(claim).name == "refuted"


@pytest.mark.parametrize(
    "claim", ["Pr[P](W, E) <= 1", "Qr[P, W](E) <= 1", "Pr[P, W](E) <= Pr[P](E)", "Pr[P](2) <= 1"]
)
def test_what_is_no_event(claim: str) -> None:
    with pytest.raises(PmlError):
        parse(claim)


SAME_LETTER_TRUE = (
    "x == z => P[x] == P[z]",
    "x == z => W[y|x] == W[y|z]",
    "not x == z => D[tv](W[x] || W[z]) <= dobrushin(W)",
    "x == z or not z == x",
)
SAME_LETTER_FALSE = (
    "not x == z => P[x] == P[z]",
    "x == z => W[y|x] <= W[y|w]",
    "x == z and z == w => W[y|x] <= W[y|u]",
)


@pytest.mark.parametrize("claim", SAME_LETTER_TRUE)
def test_letters_that_are_the_same(claim: str) -> None:
    assert decide(ps.claim(_of_letters(claim)), effort=4).name == "proved"


@pytest.mark.parametrize("claim", SAME_LETTER_FALSE)
def test_what_is_false_of_letters_that_are_the_same(claim: str) -> None:
    assert prove(claim, effort=0.2).name == "unknown"
    assert decide(claim).name == "refuted"


def _of_letters(claim: str) -> str:
    """The claim, where both are letters of P."""
    return claim if "[" in claim else f"P[x] > 0 and P[z] > 0 => {claim}"


def test_an_equality_of_letters_is_an_entry_of_the_identity() -> None:
    assert str(parse("x == z => P[x] == P[z]")) == "id[z|x] == 1 => P[x] == P[z]"
    assert str(parse("P[x] == P[z] or x == z")) == "P[x] == P[z] or id[z|x] == 1"
    assert str(parse("a == b => a <= b")) == "a == b => a <= b"
    with pytest.raises(PmlError, match="'x' has letters of X, but 'y' is a letter of Y"):
        parse("x == y => W[y|x] <= 1", lets=["W: X -> Y"])


def test_sums_over_several_letters() -> None:
    text = "sum(x, y, P[x]*W[y|x])"
    assert str(parse(f"{text} == 1")) == "sum(x, sum(y, P[x]*W[y|x])) == 1"
    assert prove(f"{text} == 1", effort=1).name == "proved"
    assert str(parse("max(x, y, W[y|x]) <= 1")) == "max(x, max(y, W[y|x])) <= 1"
    assert str(parse("sum(k, m, n, k) <= 1")) == "sum(k, m, n, k) <= 1"
