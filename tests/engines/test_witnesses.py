"""Hypotheses "for all" and suprema, proved by witnesses; certificates checked by the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.witnesses.search import prove_by_witness
from pmlsym.kernel.certificate import Apply, Enlarge, Limit, every_step
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import few_of, some_of

SUPREMA = (
    "(sup A: uleak(P, W, A)) == pml(P, W)",  # [PML23, Thm. 1]
    "(sup G: worst_gleak(P, W, G)) == pml(P, W)",  # [PML23, Cor. 1]
    "(P >> W)[y] > 0 => (sup A: uleak(P, W, A, y)) == pml(P, W, y)",
    "(P >> W)[y] > 0 => (sup G: worst_gleak(P, W, G, y)) == pml(P, W, y)",
    "(sup A: ucostleak(P, W, A)) == costleak(P, W)",  # [QID24, Thm. 2]
    "(sup C: worst_costleak(P, W, C)) == costleak(P, W)",  # [QID24, Cor. 5]
    "(P >> W)[y] > 0 => (sup A: ucostleak(P, W, A, y)) == costleak(P, W, y)",
    "(P >> W)[y] > 0 => (sup C: worst_costleak(P, W, C, y)) == costleak(P, W, y)",
    "(sup P: pml(P, W)) == ldp(W)",
    "(sup P with fullsupport(P): pml(P, W)) == capacity(W)",  # [RDP, Thm. 2.8]
    "(sup P: maxleak(P, W)) == maxleak(W)",
    "(sup V: pml(P, W >> V)) == pml(P, W)",
    "(sup V: mi(P, W >> V)) == mi(P, W)",
    "(inf V: pml(P, V)) == 0",
    "(inf V: maxleak(W >> V)) == 0",
    "(sup V: maxleak(W >> V)) == maxleak(W)",
    "(sup V: ldp(V >> W)) == ldp(W)",
    "(inf P: hmin(P)) == 0",
)
VULNERABILITIES = (
    "(sup P: L[id](P, W)) == maxleak(W)",  # [Braun, Chatzikokolakis, Palamidessi, 2009]
    "(sup P with fullsupport(P): L[id](P, W)) == maxleak(W)",
    "(sup G: L[G](P, W)) == maxleak(P, W)",  # [Alvim et al., The science of QIF]
    "(sup G: log(V[G](P, W)/V[G](P))) == maxleak(P, W)",
    "(sup P, G: L[G](P, W)) == maxleak(W)",
    "(sup V: L[id](P, W >> V)) == L[id](P, W)",
    "(sup G: Ladd[G](P, W)) >= Ladd[id](P, W)",
    "(forall P: V[id](P, W) <= exp(s)*V[id](P)) => maxleak(W) <= s",
    "(forall G: V[G](P, V) <= V[G](P, W)) => maxleak(P, V) <= maxleak(P, W)",
    "(forall P, G: V[G](P, V) <= V[G](P, W)) => maxleak(V) <= maxleak(W)",
    "(forall P: L[id](P, V) <= L[id](P, W)) => maxleak(V) <= maxleak(W)",
    "(exists R: V == W >> R) => (forall P, G: V[G](P, V) <= V[G](P, W))",
)
DATABASES = (
    "(sup P with fullsupport(P): pml_entry_given(P, W, 1)) == dp_entry(W, 1)",  # [RDP, Thm. 4.2]
    "(sup P, Q with fullsupport(P) and fullsupport(Q): pml_entry_given(P & Q, W, 1))"
    " == dp_entry(W, 1)",
    "(sup P, Q with fullsupport(P) and fullsupport(Q): pml_entry(P & Q, W, 1)) == dp_entry(W, 1)",
    "(sup P, Q with fullsupport(P) and fullsupport(Q): pml(P & Q, W)) == flp(W)",  # [RDP, Thm. 4.5]
)
HYPOTHESES = (
    "(forall P, Q: pml_entry(P & Q, W, 1) <= a and pml_entry(P & Q, W, 2) <= a) => dp(W) <= a",
    "(forall P: pml(P, W) <= eps) => pml(Q, W) <= eps",
    "(forall P: pml(P, V) <= eps) => ldp(V) <= eps",
    "(forall P: fullsupport(P) => pml(P, W) <= eps) => ldp(W) <= eps",
    "(exists R: W == V >> R) => maxleak(W) <= maxleak(V) and ldp(W) <= ldp(V)",
    "(sup P: pml(P, W)) <= eps => ldp(W) <= eps",
    "(forall P: maxleak(P, V) <= maxleak(P, W)) => maxleak(V) <= maxleak(W)",
    "(forall P with hmin(P) <= c: maxleak(P, V) <= d) and hmin(Q) <= c => maxleak(Q, V) <= d",
    "(forall P with pml(P, W) > 0: maxleak(P, V) <= d) and pml(Q, W) > 0 => maxleak(Q, V) <= d",
)  # fmt: skip
WITNESSES = (
    "exists V: pml(P, V) <= 0",
    "exists V: W >> U == W >> V",
    "exists Q: pml(Q, W) <= 0",
    "exists R: W == W >> R",
    "exists R: W >> V == W >> R",
    "exists Q: P >> W == Q",
    "ldp(W) == 0 => (exists Q: W == const(Q))",
    "maxleak(W) <= 0 => (exists Q: W == const(Q))",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", few_of([*SUPREMA, *VULNERABILITIES, *HYPOTHESES, *WITNESSES]))
def test_it_is_proved_by_a_witness(text: str) -> None:
    assert ps.prove(text, effort=8).name == "proved"


@pytest.mark.parametrize("text", some_of(DATABASES))
def test_of_a_database_the_supremum_over_priors_is_approached(text: str) -> None:
    assert ps.prove(text, let=["W: D, E -> Y"], effort=8).name == "proved"


@pytest.mark.parametrize(
    ("text", "witness"),
    some_of(
        [
            ("exists R: W >> U >> T >> S == W >> R", "R = U >> T >> S"),
            ("pml(P, W) <= (sup Q: pml(Q, W))", "Q = P"),
            ("(sup G: L[G](P, W)) >= L[id](P, W)", "G = id"),
            ("maxleak(P, W) <= (sup V: maxleak(P, W >> V))", "V = id"),
            ("exists Q: Q == 1/2*(P >> W) + 1/2*(P >> V)", "Q = 1/2*(P >> W) + 1/2*(P >> V)"),
        ]
    ),
)
def test_a_given_witness_is_put_in_its_place(text: str, witness: str) -> None:
    assert ps.prove(text, effort=4, witness=witness).name == "proved"


@pytest.mark.parametrize(
    ("text", "witness"),
    some_of(
        [
            ("exists R: W >> R == W", "R = W"),
            ("exists R: W == W >> W >> R", "R = W"),
            ("ldp(W) <= (sup Q: pml(Q, W))", "Q = P"),
            ("exists Q: pml(Q, W) <= 0", "Q = P >> W"),
            ("exists Q with fullsupport(Q): ldp(W) <= pml(Q, W)", "Q = P"),
        ]
    ),
)
def test_a_given_witness_that_does_not_serve_proves_nothing(text: str, witness: str) -> None:
    assert ps.prove(text, let="W: X -> X", effort=1, witness=witness).name == "unknown"


@pytest.mark.parametrize(
    ("witness", "reason"),
    [
        ("P = Q", "no witness is asked of P"),
        ("Q = W", "W is a prior here"),
        ("Q = P >> W", "letters of Y, not of X"),
        ("Q", "write what a name is"),
        ("Q = ", "write what a name is"),
        ("Q == P", "=="),
        (["Q = P", "Q = P"], "two witnesses"),
    ],
)
def test_a_witness_that_cannot_be_read_says_why(witness: str | list[str], reason: str) -> None:
    with pytest.raises(ps.PmlError, match=reason):
        ps.prove("pml(P, W) <= (sup Q: pml(Q, W))", witness=witness)


def _proof(text: str) -> set[type]:
    found = [prove_by_witness(each.sequent, effort=8) for each in lowered_sequents(parse(text))]
    return {type(step) for each in found if each is not None for step in every_step(each.steps)}


def test_a_supremum_that_is_approached_needs_a_limit() -> None:
    assert {Apply, Limit} <= _proof("ldp(W) <= (sup P: pml(P, W))")
    assert Limit not in _proof("maxleak(W) <= (sup P: maxleak(P, W))")


@pytest.mark.seconds
def test_an_attribute_needs_as_many_values_as_it_takes() -> None:
    assert {Apply, Enlarge} <= _proof("pml(P, W) <= (sup A: uleak(P, W, A))")


@pytest.mark.seconds
def test_a_saved_proof_is_of_the_claim_with_its_quantifiers(tmp_path: Path) -> None:
    verdict = ps.prove("(sup G: worst_gleak(P, W, G)) == pml(P, W)", effort=8)
    text = verdict.save(tmp_path / "proof.json").read_text(encoding="utf-8")
    assert check_saved(text).endswith("(sup G: worst_gleak(P, W, G)) == pml(P, W)")
    with pytest.raises(ps.PmlError, match="not linked"):
        check_saved(text.replace("G)) == pml", "G)) <= pml"))


@pytest.mark.parametrize(
    "text",
    [
        "(sup P: pml(P, W)) <= maxleak(W)",
        "(sup P: pml(P, W)) <= 1",
        "ldp(W) <= ldp(V) => (exists R: W == V >> R)",
        "(inf W: X -> X with maxleak(W) <= log(k): 1 - sum(x, P[x]*W[x|x])) == 1 - k/size(X)",
        "forall P: pml(P, W) <= mi(P, W)",
        "(exists P: pml(P, W) <= eps) => ldp(W) <= eps",
    ],
)
def test_what_an_instance_decides_is_refuted(text: str, tmp_path: Path) -> None:
    verdict = ps.decide(text, effort=4)
    assert verdict.name == "refuted"
    saved = verdict.save(tmp_path / "instance.json").read_text(encoding="utf-8")
    assert check_saved(saved).startswith("counterexample")


@pytest.mark.seconds
def test_a_supremum_is_not_called_by_what_instances_reach() -> None:
    """The largest of the instances is below ldp(W), and proves and refutes nothing."""
    assert ps.decide("(sup P: pml(P, W)) >= ldp(W) + 1/100", effort=1).name == "unknown"
    assert ps.refute("ldp(W) <= (sup P: mi(P, W))", effort=1).name == "unknown"


FLIP, HALF, CLEAR = [["2/3", "1/3"], ["1/3", "2/3"]], [["1/2", "1/2"]] * 2, [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("text", "w", "v", "answer"),
    [
        ("exists R: W == V >> R", FLIP, CLEAR, "proved"),
        ("exists R: W == V >> R", CLEAR, FLIP, "refuted"),
        ("exists R: W == V >> R", HALF, FLIP, "proved"),
        ("W == V", FLIP, FLIP, "proved"),
        ("W == V", FLIP, HALF, "refuted"),
    ],
)
def test_given_entries_are_those_of_both_sides(
    text: str, w: list[list[str]], v: list[list[str]], answer: str
) -> None:
    assert ps.decide(text, channel={"W": w, "V": v}, effort=1).name == answer


def test_a_supremum_over_priors_is_decided_for_given_entries() -> None:
    assert ps.decide("(sup P: pml(P, W)) <= log(2)", channel={"W": FLIP}).name == "proved"
    assert ps.decide("(sup P: pml(P, W)) <= log(3/2)", channel={"W": FLIP}).name == "refuted"


@pytest.mark.seconds
def test_a_page_divides_by_the_probability_of_an_outcome_of_which_the_line_does_not_speak() -> None:
    found = ps.prove("(P >> W)[y] > 0 => (sup A: uleak(P, W, A, y)) == pml(P, W, y)", effort=8)
    assert "divided by P_Y(y) > 0" in str(found) and r"\label" in found.latex()
