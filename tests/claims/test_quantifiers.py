"""Quantifiers in claims: what they bind, how they are written, what names can stand for."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse, question_of_claim
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import subjects
from pmlsym.errors import AlphabetMismatch, PmlError, Unsupported
from pmlsym.exposition.claim_latex import claim_latex
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Measure, Optimum, Quantified
from pmlsym.language.writing import statement
from pmlsym.model.instance import Instance

WRITTEN = (
    "forall P: pml(P, W) <= maxleak(W)",
    "exists V: X -> X with ldp(V) <= ldp(W): mi(P, V) >= mi(P, W)",
    "(sup A: uleak(P, W, A)) <= pml(P, W)",
    "(sup G: worst_gleak(P, W, G)) == pml(P, W)",
    "1 - (inf P with fullsupport(P): pml(P, W)) <= 2*(sup Q: pml(Q, W))",
    "(forall P, Q: pml_entry(P & Q, W, 1) <= eps) => dp(W) <= eps",
    "ldp(W) <= ldp(V) => exists R: W == V >> R",
    "(exists R: W == V >> R) and not (forall P: pml(P, W) <= 1)",
    "forall P: (exists A: X -> U: fullsupport(P >> A)) or pml(P, W) <= 1",
    "(sup P with fullsupport(P) and pmin(P) >= 1/4: pml(P, W)) <= 1",
    "(inf W: X -> X with maxleak(W) <= log(k): 1 - sum(x, P[x]*W[x|x])) == 1 - k/size(X)",
    "P[x]*W[y|x] <= (P >> W)[y]",
    "W == V >> R => pml(P, W) <= pml(P, V)",
)


@pytest.mark.parametrize("text", WRITTEN)
def test_a_claim_reads_back_as_it_is_written(text: str) -> None:
    claim = parse(text)
    assert statement(claim) == text
    question = question_of_claim(claim)
    assert key(parse(question.text, lets=question.lets)) == key(claim)
    assert "forall" not in claim_latex(text).replace(r"\forall", "")


def test_what_a_quantifier_binds_is_no_name_of_the_claim() -> None:
    about = subjects(parse("(sup A: uleak(P, W, A)) <= pml(P, W)"))
    assert [tensor.name for tensor in about.tensors] == ["P", "W"]
    assert about.alphabets == ("X", "Y")


@pytest.mark.parametrize(
    ("text", "lets", "alphabets"),
    [
        ("(sup A: uleak(P, W, A)) <= 1", (), ("Z",)),
        ("(sup A: X -> U: uleak(P, W, A)) <= 1", (), ("U",)),
        ("(sup A: X -> U: uleak(P, W, A)) <= 1", ("U",), ()),
        ("(sup A: X -> U: uleak(P, W, A)) <= log(size(U))", (), ()),
        ("(sup P: pml(P, W)) <= 1", (), ()),
        ("(sup P, W: pml(P, W)) <= 1", (), ("X", "Y")),
        ("(sup P, W: pml(P, W, y)) <= 1", (), ("X",)),
    ],
)
def test_an_alphabet_is_bound_that_nothing_else_speaks_of(
    text: str, lets: tuple[str, ...], alphabets: tuple[str, ...]
) -> None:
    (found,) = (p for p in walk(parse(text, lets=lets)) if isinstance(p, Optimum))
    assert found.over.alphabets == alphabets


def test_a_name_that_is_bound_twice_gets_another() -> None:
    claim = parse("(sup P: pml(P, W)) <= (sup P: pml(P, V)) + (sup P2: pml(P2, V))")
    assert statement(claim) == "(sup P: pml(P, W)) <= (sup P3: pml(P3, V)) + (sup P2: pml(P2, V))"
    inner = parse("forall P: (forall P: pml(P, W) <= 1) => pml(P, W) <= 1")
    assert statement(inner) == "forall P: (forall P2: pml(P2, W) <= 1) => pml(P, W) <= 1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pml(P, W) <= (sup P: pml(P, V))", "bound by a quantifier"),
        ("(sup P: pml(P, V)) >= pml(P, W)", "bound by a quantifier"),
        ("(sup P: pml(Q, V)) >= 0", "nothing speaks of it"),
        ("forall x: x <= 1", "is a letter here"),
        ("forall x, z: P[x] <= 1", "nothing speaks of it"),
        ("forall x, P with fullsupport(P): P[x] <= 1", "cannot be bound"),
        ("max(x, eml(P, W, x)*P[x]) <= 1", "is a letter here"),
        ("forall P, P: pml(P, W) <= 1", "bound twice"),
        ("forall P: pml(P, W)", "is a number"),
        ("forall P: X -> Y: pml(P, W) <= 1", "elsewhere"),
        ("(sup P: pml(P, W) <= 1) <= 2", "cannot stand here"),
        ("P[x, y] <= P[x]", "letter"),
        ("P[1] <= 1", "outcome"),
        ("P == W >> V and pml(P, W) <= 1", "elsewhere"),
    ],
)
def test_what_cannot_be_meant_is_said(text: str, words: str) -> None:
    with pytest.raises(PmlError) as refusal:
        parse(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(sup P: pml(P, W)) <= ldp(W)", "pml(P, W) <= ldp(W)"),
        ("ldp(W) <= (sup P: pml(P, W))", "(forall P: pml(P, W) <= s) => ldp(W) <= s"),
        ("1 < (sup P: pml(P, W))", "exists P: 1 < pml(P, W)"),
        ("(sup P: pml(P, W)) < 1", "(sup P: pml(P, W)) < 1"),
        ("(inf P: pml(P, W)) >= 0", "0 <= pml(P, W)"),
        ("-2*(sup P: pml(P, W)) >= 0", "0 <= -2*pml(P, W)"),
        ("1 - (inf P: pml(P, W)) <= 0", "1 - pml(P, W) <= 0"),
        ("exp((sup P: pml(P, W))) <= 1", "exp(pml(P, W)) <= 1"),
        ("(sup P with fullsupport(P): pml(P, W)) <= 1", "fullsupport(P) => pml(P, W) <= 1"),
        ("(sup P: pml(P, W)) <= eps => ldp(W) <= eps",
         "(forall P: pml(P, W) <= eps) => ldp(W) <= eps"),
        ("(sup P: pml(P, W)) > 1 => ldp(W) > 1", "1 < pml(P, W) => ldp(W) > 1"),
        ("(sup P: pml(P, W)) >= 1 => ldp(W) >= 1", "1 <= (sup P: pml(P, W)) => ldp(W) >= 1"),
        ("(exists P: pml(P, W) <= 0) => 1 < 2", "pml(P, W) <= 0 => 1 < 2"),
        ("not (exists P: pml(P, W) <= 0)", "not pml(P, W) <= 0"),
        ("not (forall P: pml(P, W) <= 0)", "not (forall P: pml(P, W) <= 0)"),
        ("s <= (sup P: pml(P, W))", "(forall P: pml(P, W) <= s2) => s <= s2"),
    ],
)  # fmt: skip
def test_a_quantifier_is_opened_where_a_name_can_stand_for_it(text: str, shown: str) -> None:
    assert statement(open_quantifiers(parse(text))) == shown


def test_the_number_for_a_supremum_is_none_that_a_measure_has() -> None:
    # with s for both, the claim would say that no leakage above every bound exceeds itself
    claim = parse("tail(P, W, s) <= (sup Q: pml(Q, W))")
    assert str(open_quantifiers(claim)) == "(forall Q: pml(Q, W) <= s2) => tail(P, W, s) <= s2"


def test_an_instance_gives_what_is_bound_and_refutes_the_claim() -> None:
    claim = parse("(sup P: pml(P, W)) <= 1/2")
    tensors = {"P": ["1/2", "1/2"], "W": [[1, 0], [0, 1]]}
    assert not holds(claim, Instance({"X": 2, "Y": 2}, tensors))


def test_what_holds_for_all_is_not_decided_on_an_instance() -> None:
    claim = parse("(forall P: pml(P, W) <= 1/2) => ldp(W) <= 1/2")
    instance = Instance({"X": 2, "Y": 2}, {"W": [[1, 0], [0, 1]]})
    with pytest.raises(Unsupported):
        holds(claim, instance)
    assert holds(claim, Instance({"X": 2, "Y": 1}, {"W": [[1], [1]]}))


def test_whether_a_channel_is_refined_by_another_is_decided_exactly() -> None:
    claim = parse("exists R: W == V >> R")
    sizes = {"X": 2, "Y": 2, "Z": 2}
    flip, clear = [["2/3", "1/3"], ["1/3", "2/3"]], [[1, 0], [0, 1]]
    assert holds(claim, Instance(sizes, {"W": flip, "V": clear}))
    assert not holds(claim, Instance(sizes, {"W": clear, "V": flip}))


def test_entries_and_their_sums_have_values() -> None:
    claim = parse("sum(x, P[x]*W[x|x]) <= (P >> W)[y]")
    tensors = {"P": ["1/4", "3/4"], "W": [["1/2", "1/2"], [0, 1]]}
    instance = Instance({"X": 2}, tensors, {}, {"y": 0})
    numbers = [str(evaluate(part, instance)) for part in walk(claim) if isinstance(part, Measure)]
    assert numbers == ["7/8", "1/8"] and not holds(claim, instance)


def test_only_what_has_the_same_letters_is_compared() -> None:
    with pytest.raises(AlphabetMismatch):
        parse("W == V", lets=("W: X -> Y", "V: X -> Z"))


def test_a_quantifier_is_a_node_with_its_condition_and_its_body() -> None:
    claim = parse("forall P with fullsupport(P): pml(P, W) <= 1")
    assert isinstance(claim, Quantified)
    assert [statement(part) for part in (*claim.within, claim.body)] == [
        "fullsupport(P)",
        "pml(P, W) <= 1",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "maxleak(W) <= min((sup P: -log(pmin(P))), 0)",  # 0 where the supremum is infinite
        "exp((inf P: log(pmin(P)))) <= -1",  # 0 <= -1 there
        "max((inf P: -maxleak(P, W)), 1) <= 0",
        "1 + exp(-(sup V: X -> Z: ldp(V))) <= 1/2",
        "-min(-(inf P: log(pmin(P))), 3) <= -4",
    ],
)
def test_what_an_infinite_supremum_does_not_decide_stays(text: str) -> None:
    """No number is above it, so what is said for every number above it says nothing."""
    claim = parse(text)
    assert open_quantifiers(claim) is claim


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ldp(W) <= max(1, 2*(sup P: pml(P, W)))", "ldp(W) <= max(1, 2*s)"),
        ("min(1, (inf P: pml(P, W))) <= 0", "min(1, s) <= 0"),
        ("exp(ldp(W)) <= exp((sup P: pml(P, W)))", "exp(ldp(W)) <= exp(s)"),
        ("-(sup P: pml(P, W)) <= -ldp(W)", "-s <= -ldp(W)"),
    ],
)
def test_a_number_stands_for_a_supremum_that_decides(text: str, shown: str) -> None:
    assert statement(open_quantifiers(parse(text))).endswith(f"=> {shown}")


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("(sup P with pmin(P) > 1: pml(P, W)) <= -5", True),
        ("(inf P with pmin(P) > 1: pml(P, W)) >= 5", True),
        ("(exists P: pml(P, W) < 0) => ldp(W) <= 0", True),
        ("(sup P: pml(P, W)) <= -5", False),
    ],
)
def test_over_nothing_a_supremum_is_minus_infinity(text: str, truth: bool) -> None:
    tensors = {"P": ["1/2", "1/2"], "W": [[1, 0], [0, 1]]}
    assert holds(parse(text), Instance({"X": 2, "Y": 2}, tensors)) == truth


def test_what_is_said_of_all_priors_is_decided_on_one_letter_alone() -> None:
    one = Instance({"X": 1, "Y": 1}, {"P": [1], "W": [[1]]}, {"a": 0})
    end = "=> pml(P, W) <= a - 1"
    assert not holds(parse(f"(forall Q: pml(Q, W) <= a) {end}"), one)
    assert holds(parse(f"(forall Q: pml(Q, W) <= a - 1) {end}"), one)
    # of none that satisfies the condition, "for all" is true
    assert not holds(parse(f"(forall Q with pmin(Q) < 1/2: pml(Q, W) <= a - 1) {end}"), one)
    for undecided in (
        f"(forall Q with (forall V: pml(Q, V) <= 1): pml(Q, W) <= a - 1) {end}",
        f"(forall V: pml(P, V) <= 1) {end}",
    ):
        with pytest.raises(PmlError, match=r"not decided|no size|gives no"):
            holds(parse(undecided), one)
