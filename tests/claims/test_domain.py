"""A claim has a value exactly where its domain says, and proofs say where that is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

from pmlsym.claim_text.question import Question, parse
from pmlsym.claims.domain import domain_of
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.language.nodes import Claim
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational
from pmlsym.pages.verdict_json import verdict_data
from pmlsym.pages.verdict_text import verdict_text
from tests.claims.test_parsing_round_trip import CLAIMS, INSTANCE
from tests.examples import examples

IDENTITY = [["1", "0"], ["0", "1"]]

OUTSIDE = {
    "pml(P, W) <= pml(P, W) + 0*ldp(P, W)": "0*ldp(P, W) is not 0*inf",
    "ldp(W) - ldp(V) <= 1": "ldp(W) - ldp(V) is not inf - inf",
    "pml(P, W)/a <= 1": "a != 0",
    "ldp(W)/ldp(V) <= 1": "ldp(W)/ldp(V) is not inf/inf",
    "log(b) <= 1": "b >= 0",
    "log(pml(P, W) - 2) <= 1": "pml(P, W) - 2 >= 0",
    "binomial(1, 3, a - 1) <= 1": "a - 1 is in [0, 1]",
    "sum(k, 1, b, k) <= 1": "1 and b are integers, b >= 1 - 1",
    "b^(1/2) <= 1": "b >= 0",
    "density_min(P, W) + ldp(W) <= 1": "density_min(P, W) + ldp(W) is not inf - inf",
}

EVERYWHERE = [
    "pml(P, W) <= ldp(W)",
    "pml(P, W) <= -log(pmin(P))",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "maxleak(W) <= log(size(X)) and 2*ldp(W) >= 0",
    "pml(P, W) - density_min(P, W) >= 0",
    "tail(P, W, eps)/2 <= 1/(1 + pmin(P)) + exp(-ldp(W))",
    "expected_costleak(P, W) >= 0",
    "log(1 + x^2) >= 0 and x*x/(1 + x*x) <= 1",
    "ldp(W) <= eps => pml(P, W) <= -log(exp(-eps) + (1 - exp(-eps))*pmin(P))",
    "mi(P, W) <= log(suppsize(P)) and (1 - tail(P, W, eps))*pml(P, W) >= 0",
]


@pytest.mark.parametrize("claim", OUTSIDE)
def test_what_has_no_value_somewhere_says_where_it_has_one(claim: str) -> None:
    parsed = parse(claim)
    assert OUTSIDE[claim] in domain_of(parsed)
    names = ("P", "W", "V")
    tensors = dict(zip(names, (["1/2", "1/2"], IDENTITY, IDENTITY), strict=True))
    scalars = {"a": rational(0), "b": rational(Fraction(-3, 2))}
    with pytest.raises(OutOfDomain):
        holds(parsed, Instance({"X": 2, "Y": 2, "Z": 2, "A": 2}, tensors, scalars))


@pytest.mark.parametrize(
    "claim",
    [
        "log(2*c) <= 2*c and log(c) <= c",
        "log(c*3/4) <= 2*c and log(c/3) <= c",
        "log(c) <= 1 and c^(1/2) <= 1",
    ],
)
def test_one_condition_is_said_once(claim: str) -> None:
    assert domain_of(parse(claim)) == ("c >= 0",)


@pytest.mark.parametrize("claim", EVERYWHERE)
def test_what_has_a_value_everywhere_says_nothing(claim: str) -> None:
    assert domain_of(parse(claim)) == ()


@pytest.mark.parametrize(
    "claim",
    [
        "b >= 0 => log(b) <= 1",
        "b > 0 => log(b) <= 1/b",
        "2 <= b and a <= -1 => log(b - 1)/a <= log(1 - a)",
        "b == 1 => (a >= b => log(b) <= 1)",
        "a >= b and b > 0 => log(b) <= log(a)",
        "b > 0 => b/(exp(b) - 1) <= 1",
        "b > 0 => 1/(1 - exp(-b)) >= log((exp(b) - 1)/(exp(b) + 1))",
        "b <= -2 => log(1 - exp(b)) <= 1/(1/3 - exp(b))",
        "a <= b and b <= c and c < -3 => log(-3 - a)/(a + 3) <= 9",
    ],
)
def test_what_a_claim_assumes_is_not_said_again(claim: str) -> None:
    """And it has a value wherever that holds."""
    assumed = parse(claim)
    assert domain_of(assumed) == ()
    grid = [Fraction(k, 2) for k in range(-9, 7)] + [Fraction(-3) - Fraction(1, 10**9)]
    names = subjects(assumed).scalars
    for values in product(grid, repeat=len(names)):
        scalars = dict(zip(names, map(rational, values), strict=True))
        holds(assumed, Instance({}, {}, scalars))


@pytest.mark.parametrize(
    "claim",
    [
        "b >= -1 => log(b) <= 1",
        "b <= 3 => log(b) <= 1",
        "log(b) <= 1 => b <= 3",
        "b >= 1 or b <= 0 => log(b) <= 1",
    ],
)
def test_what_its_assumptions_leave_open_is_said(claim: str) -> None:
    assert domain_of(parse(claim)) == ("b >= 0",)


def test_a_proof_prints_its_domain() -> None:
    question = Question("pml(P, W) <= pml(P, W) + 0*ldp(P, W)")
    verdict = prove(question.claim())
    assert isinstance(verdict, Proved)
    said = "0*ldp(P, W) is not 0*inf"
    assert f"on its domain: {said}" in verdict_text(question, verdict)
    assert verdict_data(question, question.claim(), verdict)["domain"] == [said]
    domain = r"\textbf{Domain.} It has a value where 0*$\PMLldp(P, W)$ is not 0*inf"
    assert domain in verdict.latex()


EXTREME = Instance(
    {"X": 2, "Y": 2, "Z": 2},
    {"P": ["1", "0"], "W": IDENTITY, "V": IDENTITY, "U": [IDENTITY, IDENTITY]},
    {"a": rational(0), "b": rational(0)},
    {"y": 1, "z": 0},
)


@pytest.mark.seconds
def test_no_claim_without_a_domain_lacks_a_value() -> None:
    met = {"value": 0, "none": 0}

    @settings(
        max_examples=examples(120),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(CLAIMS)
    def told(claim: Claim) -> None:
        for instance in (INSTANCE, EXTREME):
            try:
                holds(claim, instance)
                met["value"] += 1
            except OutOfDomain:
                met["none"] += 1
                assert domain_of(claim)
            except Unsupported:
                pass

    told()
    assert min(met.values()) >= 40, met


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("log(b) <= b => b >= 0", "b >= 0"),  # what is concluded is not assumed
        ("b >= 0 or log(b) <= b", "b >= 0"),
        ("(not c >= 0) or log(2*c) <= 2*c", "c >= 0"),
        ("(a >= 0 => log(b) <= 1) => (b >= 0 => log(a) <= a)", "a >= 0"),
    ],
)
def test_only_what_is_assumed_on_the_way_leaves_the_domain_out(text: str, needed: str) -> None:
    assert needed in domain_of(parse(text))
    assert domain_of(parse("b >= 0 => log(2*b) <= 2*b")) == ()
