"""What texts mean: alphabets, precedence, numbers, assumptions, and the way back to text."""

from __future__ import annotations

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import declarations, write
from pmlsym.claims.subjects import subjects
from pmlsym.language.building import log
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import (
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Implication,
    Measure,
    Negation,
    Scalar,
)
from pmlsym.measures.every import MEASURES
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import size
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from tests.measures.indexed import texts

INFERRED = {
    "pml(P, W >> V) <= pml(P, W)": ("P: X", "V: Y -> Z", "W: X -> Y"),
    "pml(P >> W, V) <= 1": ("P: X", "V: Y -> Z", "W: X -> Y"),
    "pml(P, W & U) <= 1": ("P: X", "U: X, Y -> Z", "W: X -> Y"),
    "pml(P, U | W) <= 1": ("P: X", "U: X, Y -> Z", "W: X -> Y"),
    "pml(P, (W & U) & T) <= 1": ("P: X", "T: X, Y, Z -> A", "U: X, Y -> Z", "W: X -> Y"),
    "pml(P, W & (U & T)) <= 1": ("P: X", "T: X, Y, Z -> A", "U: X, Y -> Z", "W: X -> Y"),
    "pml(P, U & W) <= pml(P, W & U)": ("P: X", "U: X -> Y", "W: X -> Z"),
    "pml(P, W & U) <= pml(P, V & U)": ("P: X", "U: X, Y -> Z", "V: X -> Y", "W: X -> Y"),
    "pml(P, W & W) <= 1": ("P: X", "W: X -> Y"),
    "pml(P, W | W) <= 1": ("P: X", "W: X -> Y"),
    "pml(P, W & V) <= pml(P, V)": ("P: X", "V: X -> Z", "W: X -> Y"),
    "maxleak(W & V) <= maxleak(V)": ("V: X, Y -> Z", "W: X -> Y"),
    "maxleak(W) <= maxleak(V)": ("V: Z -> A", "W: X -> Y"),
    "pml(P, W, y) <= pml(P, V, y)": ("P: X", "V: X -> Y", "W: X -> Y"),
    "pml(P, (W & U) >> V) <= 1": ("P: X", "U: X, Y -> Z", "V: Y, Z -> A", "W: X -> Y"),
    "pml(P >> (W & U), V) <= 1": ("P: X", "U: X, Y -> Z", "V: Y, Z -> A", "W: X -> Y"),
    "pml(Q, V) <= pml(P, W)": ("P: Z", "Q: X", "V: X -> Y", "W: Z -> A"),
}

DECLARED = [
    ("maxleak(W & V) <= 1", ("V: X -> Z",), ("V: X -> Z", "W: X -> Y")),
    ("pml(P, W >> V) <= 1", ("V: Y -> Z",), ("P: X", "V: Y -> Z", "W: X -> Y")),
    ("pml(P, W >> V) <= 1", ("V: A -> A",), ("P: X", "V: A -> A", "W: X -> A")),
    ("pml(P, W) <= 1", ("P: A, B",), ("P: A, B", "W: A, B -> X")),
    ("maxleak(W) <= maxleak(V)", ("V: X -> Z",), ("V: X -> Z", "W: Y -> A")),
    ("pml(P, W & U) <= 1", ("U: A, B -> C",), ("P: A", "U: A, B -> C", "W: A -> B")),
]

ROUND_TRIPS = [
    "-density_min(P, W) <= pml(P, W)",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "pml(P, W & U) <= max(pml(P, W), pml(P, U | W))",
    "not (maxleak(W) < 1 or ldp(P, W) == 2) and fullsupport(P)",
    "(1 < a => 2 < a) => a - (b - c)/(2*a) - -1 >= 1/3*(b/c)/a",
    "a < b => b < c => a < c",
    "not not (a <= 1 and (b > 2 or c < 3) and a > 1)",
    "pml(P, W, y) <= log(size(X)) and hmin(P) <= log(suppsize(P))",
    "pml(P, W >> (V >> T)) <= min(1, 2, 3/4)",
]


@pytest.mark.parametrize("text", INFERRED)
def test_alphabets_are_inferred_and_named_in_order(text: str) -> None:
    assert declarations(parse(text)) == INFERRED[text]


@pytest.mark.parametrize(("text", "lets", "expected"), DECLARED)
def test_declarations_fix_alphabets(
    text: str, lets: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert declarations(parse(text, lets=lets)) == expected


def test_a_divergence_without_index_is_the_relative_entropy() -> None:
    assert write(parse("D(P || Q) <= 1")) == "D[kl](P || Q) <= 1"
    assert declarations(parse("pml(D, I) <= D(D || P)"))[0] == "D: X"


def test_two_uses_of_one_channel_are_independent() -> None:
    joint = next(p for p in walk(parse("maxleak(W & W) <= 1")) if isinstance(p, Measure))
    assert "W(x,y)*W(x,y')" in repr(joint.value)


def test_precedence_of_claims() -> None:
    claim = parse("a < 1 => not a < 2 and b < 3 or c < 4 => c < 5")
    assert isinstance(claim, Implication)
    assert isinstance(claim.conclusion, Implication)
    either = claim.conclusion.premise
    assert isinstance(either, Disjunction)
    both = either.claims[0]
    assert isinstance(both, Conjunction)
    assert isinstance(both.claims[0], Negation)


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("a < 1 <=> b < 1", "(a < 1 => b < 1) and (b < 1 => a < 1)"),
        ("c < 1 => a < 1 ⟺ b < 1", "c < 1 => (a < 1 => b < 1) and (b < 1 => a < 1)"),
        ("(a < 1 => b < 1) <=> c < 1", "((a < 1 => b < 1) => c < 1) and (c < 1 => a < 1 => b < 1)"),
        (
            "ldp(W) <= eps ⇔ (forall P: pml(P, W) <= eps)",
            "(ldp(W) <= eps => (forall P: pml(P, W) <= eps))"
            " and ((forall P: pml(P, W) <= eps) => ldp(W) <= eps)",
        ),
        (
            "(exists R: W == V >> R) <=> ldp(W) <= 1 and ldp(V) <= 1",
            "((exists R: W == V >> R) => ldp(W) <= 1 and ldp(V) <= 1)"
            " and (ldp(W) <= 1 and ldp(V) <= 1 => (exists R: W == V >> R))",
        ),
    ],
)
def test_an_equivalence_is_both_directions(text: str, longer: str) -> None:
    assert key(parse(text)) == key(parse(longer))


def test_numbers_are_exact() -> None:
    for text, value in {"1/3": "1/3", "0.25": "1/4", ".5": "1/2", "2e-3": "1/500"}.items():
        claim = parse(f"{text} <= eps")
        assert isinstance(claim, Comparison)
        assert isinstance(claim.left, Constant)
        assert str(claim.left.value) == value


def test_assumptions_share_the_names_of_the_claim() -> None:
    claim = parse("maxleak(W) <= pml(P, W)", assume=["fullsupport(P)", "pmin(P) >= 1/10"])
    assert isinstance(claim, Implication)
    assert isinstance(claim.premise, Conjunction)
    first = claim.premise.claims[0]
    assert isinstance(first, Condition)
    assert (first.kind, first.text) == ("fullsupport", "fullsupport(P)")
    assert declarations(claim) == ("P: X", "W: X -> Y")


SUBJECTS = {
    "deterministic(P) => pml(P, W) <= 0": [Prior],
    "deterministic(W) => pml(P, W) <= hmin(P)": [Channel],
    "not deterministic(P >> W) or fullsupport(P)": [Prior, Prior],
    "deterministic(U) => deterministic(P) => pml(P, W & U) <= 1": [Channel, Prior],
    "deterministic(P & Q) and deterministic(P) and pmin(Q) <= 1": [Prior, Prior],
    "deterministic(W & U) and ldp(W) <= 1": [Channel],
    "deterministic(W)": [Channel],
}


@pytest.mark.parametrize("text", SUBJECTS)
def test_the_rest_of_a_claim_says_what_is_deterministic(text: str) -> None:
    claim = parse(text)
    found = [type(p.subject) for p in walk(claim) if isinstance(p, Condition)]
    assert found == SUBJECTS[text]
    assert write(parse(write(claim), lets=declarations(claim))) == text


def test_a_prior_declared_deterministic_is_written_and_read_as_one() -> None:
    X, Y = alphabets("X Y")
    claim = pml(Prior("P", X, deterministic=True), Channel("W", X, Y)) <= 0
    assert write(claim) == "deterministic(P) => pml(P, W) <= 0"
    again = parse(write(claim), lets=declarations(claim))
    assert isinstance(again, Implication) and isinstance(again.premise, Condition)
    assert isinstance(again.premise.subject, Prior)
    alone = parse("deterministic(P)", lets=("P: X",))
    assert isinstance(alone, Condition) and isinstance(alone.subject, Prior)


def test_an_alphabet_of_which_only_its_size_is_spoken() -> None:
    X, Y, Z = alphabets("X Y Z")
    claim = pml(Prior("P", X), Channel("W", X, Y)) <= log(size(Z))
    assert declarations(claim) == ("P: X", "W: X -> Y", "Z")
    again = parse(write(claim), lets=declarations(claim))
    assert declarations(again) == declarations(claim) and write(again) == write(claim)
    assert subjects(parse("size(X) >= 1", lets=("X",))).alphabets == ("X",)
    assert declarations(parse("ldp(W) <= size(A)", lets=("A", "W: A -> B"))) == ("W: A -> B",)


def test_lower_case_names_are_outcomes_or_scalars() -> None:
    found = subjects(parse("pml(P, W, y) <= eps"))
    assert (found.outcomes, found.scalars) == ({"y": "Y"}, {"eps": "real"})


@pytest.mark.parametrize("text", [*INFERRED, *ROUND_TRIPS])
def test_writing_and_reading_again_changes_nothing(text: str) -> None:
    claim = parse(text)
    again = parse(write(claim), lets=declarations(claim))
    assert write(again) == write(claim)
    assert declarations(again) == declarations(claim)
    assert [_shape(p) for p in walk(again)] == [_shape(p) for p in walk(claim)]
    assert write(parse(write(claim))) == write(claim)


def test_a_declared_domain_becomes_a_premise() -> None:
    claim = Scalar("c", "probability") <= Scalar("d")
    assert write(claim) == "c >= 0 => c <= 1 => c <= d"


@pytest.mark.parametrize("text", [text for word in MEASURES for text in texts(word)])
def test_every_measure_is_written_as_it_is_read(text: str) -> None:
    claim = parse(f"{text} <= pml(P, W) + size(X)")
    again = parse(write(claim), lets=declarations(claim))
    assert write(again) == write(claim) == f"{text} <= pml(P, W) + size(X)"
    assert declarations(again) == declarations(claim)


def _shape(part: object) -> tuple[object, ...]:
    match part:
        case Measure(text=text, value=value):
            return text, repr(value)
        case Constant(value):
            return ("constant", value)
        case Scalar(name, domain):
            return name, domain
        case Comparison(relation=relation):
            return ("comparison", relation)
        case _:
            return (type(part).__name__,)
