"""The constructions of the language as functions of Python: the same claims as those of text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.quantifiers import as_its_text_says
from pmlsym.claim_text.question import question_of_claim
from pmlsym.language.fold import key
from pmlsym.language.nodes import measures_in

X, Y, Z = ps.alphabets("X Y Z")
P, Q = ps.Prior("P", X), ps.Prior("Q", X)
W, V, R = ps.Channel("W", X, Y), ps.Channel("V", X, Z), ps.Channel("R", Z, Y)
E, eps, p = ps.Event("E", X, Y), ps.Scalar("eps"), ps.Scalar("p")

SAME = (
    (ps.forall(Q, ps.pml(Q, W) <= eps), "forall Q: X: pml(Q, W) <= eps"),
    (
        ps.implies(ps.forall([Q], ps.pml(Q, W) <= eps), ps.ldp(W) <= eps),
        "(forall Q: X: pml(Q, W) <= eps) => ldp(W) <= eps",
    ),
    (
        ps.implies(ps.exists(R, ps.same(W, V >> R)), ps.pml(P, W) <= ps.pml(P, V)),
        "(exists R: Z -> Y: W == V >> R) => pml(P, W) <= pml(P, V)",
    ),
    (
        ps.supremum(ps.Channel("A", X, Z), ps.uleak(P, W, ps.Channel("A", X, Z))) <= ps.pml(P, W),
        "(sup A: X -> Z: uleak(P, W, A)) <= pml(P, W)",
    ),
    (
        ps.infimum(Q, ps.pml(Q, W), within=ps.full_support(Q)) <= ps.pml(P, W),
        "(inf Q: X with fullsupport(Q): pml(Q, W)) <= pml(P, W)",
    ),
    (
        ps.equal(ps.supremum("y", ps.pml(P, W, "y")), ps.pml(P, W)),
        "(sup y: pml(P, W, y)) == pml(P, W)",
    ),
    (ps.forall("y", ps.pml(P, W, "y") <= eps), "(sup y: pml(P, W, y)) <= eps"),
    (
        ps.forall("x", ps.entry(W, "y", given="x") <= ps.exp(eps) * ps.entry(P >> W, "y")),
        "(sup x: W[y|x]) <= exp(eps)*(P >> W)[y]",
    ),
    (
        ps.equal(
            ps.total("x", ps.entry(P, "x") * ps.entry(W, "y", given="x")), ps.entry(P >> W, "y")
        ),
        "sum(x, P[x]*W[y|x]) == (P >> W)[y]",
    ),
    (
        ps.total("y", ps.supremum("x", ps.entry(W, "y", given="x"))) <= 2,
        "sum(y, (sup x: W[y|x])) <= 2",
    ),
    (ps.forall(E, ps.probability(E, P, W) <= 1), "forall E: Pr[P, W](E) <= 1"),
    (ps.implies(ps.deterministic(W), ps.uniform(P)), "deterministic(W) => uniform(P)"),
    (ps.maxleak(ps.bsc(p, X, Y)) <= ps.log(2), "maxleak(bsc(p)) <= log(2)"),
    (ps.maxleak(ps.bec(p, X, Y)) <= ps.log(2), "maxleak(bec(p)) <= log(2)"),
    (ps.ldp(ps.erasure(3, p, X, Y)) <= 1, "ldp(erasure(3, p)) <= 1"),
    (ps.ldp(ps.rr(4, ps.log(3), X, Y)) <= ps.log(3), "ldp(rr(4, log(3))) <= log(3)"),
)


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_a_claim_of_python_is_that_of_its_text(claim: ps.Claim, text: str) -> None:
    assert str(claim) == text
    as_read = as_its_text_says(claim)
    question = question_of_claim(as_read)
    assert key(ps.claim(question.text, lets=question.lets)) == key(as_read)


@pytest.mark.parametrize(
    "claim", [each for each, text in SAME if "sum(" in text or "sup y" in text]
)
def test_what_is_saved_of_a_claim_about_letters_is_checked(claim: ps.Claim, tmp_path: Path) -> None:
    verdict = ps.decide(claim, effort=4)
    assert verdict.name in ("proved", "refuted")
    verdict.save(tmp_path / "saved.json")
    assert ps.check(tmp_path / "saved.json")


@pytest.mark.seconds
def test_an_alphabet_that_something_else_is_about_is_not_bound() -> None:
    hypothesis = ps.forall(Q, ps.pmin(Q) <= 1)
    with pytest.raises(ps.PmlError, match="free=X"):
        ps.prove(ps.implies(hypothesis, ps.ldp(W) <= eps))
    hypothesis = ps.forall(Q, ps.pmin(Q) <= 1, free=X)
    assert ps.prove(ps.implies(hypothesis, ps.ldp(W) >= 0)).name == "proved"
    assert ps.prove(ps.implies(hypothesis, ps.ldp(W) <= eps), effort=1).name == "unknown"


def test_a_letter_that_is_bound_is_none_of_another_part() -> None:
    largest = ps.supremum("y", ps.pml(P, W, "y"))
    outside = ps.pml(P, W, "y")
    assert ps.prove(outside <= largest).name == "proved"
    assert ps.decide(largest <= outside, effort=2).name == "refuted"
    (measure,) = measures_in(largest)
    assert measure.free == ()


SURE, FULL = ps.Prior("Q", X, deterministic=True), ps.Prior("Q", X, full_support=True)
TABLE = ps.Channel.from_rows([[1, 0], [0, 1]], "W", X, Y)
SELF = ps.Channel("T", X, X)


@pytest.mark.parametrize(
    "claim",
    [
        lambda: ps.exists(FULL, ps.same(FULL, P)),
        lambda: ps.maxleak(W) <= ps.supremum(SURE, ps.mi(SURE, W)),
        lambda: ps.implies(ps.forall(SURE, ps.mi(SURE, W) <= eps), ps.mi(P, W) <= eps),
        lambda: ps.forall(Q, ps.entry(FULL, "x") > 0),
        lambda: ps.supremum(Q, ps.mi(SURE, W)) <= 0,
        lambda: ps.forall(ps.Prior("Q", Z), ps.pml(Q, W) <= ps.ldp(W)),
        lambda: ps.forall(ps.Channel("Q", X, Y), ps.pml(Q, W) <= eps),
        lambda: ps.forall(W, ps.maxleak(TABLE) >= ps.log(2)),
        lambda: ps.total("z", ps.total("x", ps.entry(SELF, "x", given="z"))) <= 1,
        lambda: ps.total("q", ps.entry(P, "q") * ps.Scalar("q")) <= 1,
        lambda: ps.supremum(Q, ps.pmin(Q)) + ps.supremum(Q, ps.pmin(Q)) <= 2,
    ],
)
def test_what_no_text_says_is_refused(claim: Callable[[], ps.Claim]) -> None:
    """Facts and entries of what is bound, another subject of its name, what sums out."""
    with pytest.raises(ps.PmlError):
        ps.prove(claim(), effort=1)


def test_an_answer_is_about_the_text() -> None:
    """The alphabet of a bound channel is that of the prior: of another it would be false."""
    every = ps.implies(ps.uniform(P), ps.forall(V, ps.maxleak(V) <= ps.hmin(P)))
    verdict = ps.prove(every)
    assert verdict.name == "proved"
    assert str(verdict.claim) == "uniform(P) => forall V: X -> Z: maxleak(V) <= hmin(P)"
    other = "uniform(P) => forall V: D -> Z: maxleak(V) <= hmin(P)"
    assert ps.decide(other, let=["P: X"]).name == "refuted"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ps.forall([], ps.pml(P, W) <= 1),
        lambda: ps.forall(P >> W, ps.pml(P, W) <= 1),
        lambda: ps.forall(R, ps.pml(P, W) <= 1),
        lambda: ps.forall([P, P], ps.pml(P, W) <= 1),
        lambda: ps.forall([P, "y"], ps.pml(P, W, "y") <= 1),
        lambda: ps.forall("q", ps.pml(P, W) <= 1),
        lambda: ps.forall("y", ps.pml(P, W) <= 1),
        lambda: ps.forall(P, 3),
        lambda: ps.supremum(P, "pml(P, W)"),
        lambda: ps.total("x", ps.pml(P, W)),
        lambda: ps.total("x", ps.entry(ps.Channel("K", Y, X), "x", given="x")),
        lambda: ps.entry(P, "X"),
        lambda: ps.entry(P, "x", "y"),
        lambda: ps.entry("P", "x"),
        lambda: ps.bsc(2, X, Y),
        lambda: ps.bsc(p, "X", Y),
        lambda: ps.erasure(2.5, p, X, Y),
        lambda: ps.rr(4, eps, X, Y),
        lambda: ps.same(P, W),
        lambda: ps.same(None, W),
        lambda: ps.deterministic(None),
        lambda: ps.uniform(W),
        lambda: ps.probability(None, P),
        lambda: ps.probability(E, P, P),
        lambda: ps.entry(W, "y", given=3),
        lambda: ps.entry(P, "x'1"),
        lambda: ps.total("x", None),
        lambda: ps.supremum(["x", "x"], ps.entry(P, "x")),
        lambda: ps.quantity("ldp(T)", known={"T": 3}),
        lambda: ps.quantity("ldp(t)", known={"t": W}),
        lambda: ps.quantity("sum(x, P[x]*R[y])", known={"R": W.row("x")}),
        lambda: ps.quantity("(sup Q: mi(Q, W) - mi(D, W))", known={"D": Q}),
        lambda: ps.quantity("(sup W: maxleak(W))", known={"W": W}),
    ],
)
def test_what_is_no_construction_is_refused(wrong: object) -> None:
    with pytest.raises(ps.PmlError):
        wrong()  # type: ignore[operator]
