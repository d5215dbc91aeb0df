"""The entropy engine: proofs check, false claims are refuted, edited proofs are refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.decide.judge import check_entropy
from pmlsym.engines.entropies.blocks import Blocks
from pmlsym.engines.entropies.multipliers import elemental_count, elemental_inequalities
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.engines.entropies.refute import _instance_of, random_distributions, refute_entropy
from pmlsym.errors import ClaimSyntaxError, InvalidCertificate, Unsupported
from pmlsym.evidence.entropy_dual import (
    EntropyDual,
    EntropyStatement,
    EntropyTerm,
    Information,
    check_entropy_dual,
)
from pmlsym.model.instance import Instance
from tests.statements.entropies import CONJECTURES
from tests.statements.entropies import FALSE as FALSE_ENTROPIC
from tests.statements.papers import ENTROPIC
from tests.statements.statement import Statement

TRUE = [s for s in ENTROPIC if s.holds]
FALSE = [s for s in ENTROPIC if not s.holds]
NAMES = ("A", "B", "C", "D", "E", "F")


def inequalities(names: tuple[str, ...]) -> list[Information]:
    blocks = Blocks(tuple((name,) for name in names))
    return [
        blocks.information(elemental_inequalities(len(names)).triple(k))
        for k in range(elemental_count(len(names)))
    ]


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_true_statements_are_proved(statement: Statement):
    claim = statement.claim
    proof = prove_entropy(claim)
    assert proof is not None
    check_entropy(parse(write(claim)), proof)
    assert refute_entropy(claim, effort=0.2) is None


@pytest.mark.parametrize("statement", [*FALSE, *FALSE_ENTROPIC, *CONJECTURES], ids=str)
def test_false_claims_are_refuted_and_not_proved(statement: Statement):
    claim = statement.claim
    assert prove_entropy(claim) is None
    instance = refute_entropy(claim, effort=30)
    assert instance is not None
    assert not holds(claim, instance)


@pytest.mark.parametrize("count", range(1, 7))
def test_elemental_inequalities_hold_exactly(count: int):
    names = NAMES[:count]
    found = inequalities(names)
    assert len(found) == len(elemental_inequalities(count).one) == elemental_count(count)
    for masses in islice(random_distributions(count, Random(count)), 6):
        instance = _instance_of(names, names, masses, {})
        for one in Random(1).sample(found, min(len(found), 20)):
            quantity = parse(f"{one} >= 0").left
            assert evaluate(quantity, instance) >= 0


def test_random_sums_of_informations_are_proved():
    random = Random(7)
    for _ in range(40):
        names = NAMES[: random.randint(2, 5)]
        found = inequalities(names)
        chosen = random.sample(found, min(3, len(found)))
        weights = [random.randint(1, 4) for _ in chosen]
        text = " + ".join(f"{w}*{one}" for w, one in zip(weights, chosen, strict=True))
        assert prove_entropy(parse(f"{text} >= 0")) is not None
        assert prove_entropy(parse(f"{text} >= 1/100")) is None


MORE = (
    ("max(H(A), H(B)) <= H(A,B)", True),
    ("I(A;B) <= min(H(A), H(B))", True),
    ("H(A,B) <= max(H(A), H(B))", False),
    ("H(A) <= log(2) and H(B) <= log(3) => H(A,B) <= log(6)", True),
    ("H(A) <= log(2) and H(B) <= log(3) => H(A,B) <= log(5)", False),
    ("H(A) <= log(3/2) => H(A) < 2*log(5/4)", True),
    ("H(A) <= log(3/2) => H(A) < log(3/2) + 1e-9", True),
    ("H(A) <= log(4) => H(A) <= 13862943/10000000", False),
    ("I(A;B,C) > 0 => I(A;B) > 0 or I(A;C|B) > 0", True),
    ("I(A;B,C) > 0 => I(A;B) > 0 or I(A;C) > 0", False),
    ("eps > 0 => H(A) < H(A,B) + eps", True),
    ("eps >= 0 => H(A) < H(A,B) + eps", False),
    ("H(A) > 0 => H(A,B) > 0", True),
    ("H(A,B) > 0 => H(A) > 0", False),
    ("I(A;B|C) <= I(A;B) + 0.999999999*H(C)", False),
    ("H(A,B) <= 0.999999999*(H(A) + H(B))", False),
    ("markov(A, B, C, D, E, F) => I(A;F) <= I(B;E)", True),
    ("markov(A, B, C, D, E, F) => I(A;F) <= 0.999999999*I(B;E)", False),
    ("indep(M, K) and indep(M, C) and H(M|C,K) == 0 => H(M) <= H(K)", True),
    ("indep(M, K) and H(M|C,K) == 0 => H(M) <= H(K)", False),
)


@pytest.mark.parametrize(("text", "is_true"), MORE)
def test_maxima_logarithms_and_strict_hypotheses(text: str, is_true: bool):
    claim = parse(text)
    proof = prove_entropy(claim)
    assert (proof is not None) == is_true
    if proof is not None:
        check_entropy(parse(write(claim)), proof)
    instance = refute_entropy(claim, effort=0.2 if is_true else 20)
    assert (instance is None) == is_true


def test_a_fact_that_is_not_strict_proves_nothing_strict():
    proof = prove_entropy(parse("H(A) > 0 => H(A,B) > 0"))
    assert proof is not None
    (dual,) = proof.duals
    facts = tuple(replace(fact, is_strict=False) for fact in dual.statement.hypotheses)
    with pytest.raises(InvalidCertificate, match="strict"):
        check_entropy_dual(replace(dual, statement=replace(dual.statement, hypotheses=facts)))


def _example() -> EntropyDual:
    proof = prove_entropy(parse("markov(A, B, C) => I(A;C) <= I(A;B)"))
    assert proof is not None
    return proof.duals[0]


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: replace(d, terms=d.terms[:-1]),
        lambda d: replace(d, terms=(replace(d.terms[0], coefficient=Fraction(2)), *d.terms[1:])),
        lambda d: replace(d, terms=(*d.terms, EntropyTerm(Fraction(-1), d.terms[0].source))),
        lambda d: replace(d, terms=(*d.terms, EntropyTerm(Fraction(1), "hypothesis 9"))),
        lambda d: replace(d, statement=EntropyStatement((), d.statement.goal)),
        lambda d: replace(d, statement=replace(d.statement, is_strict=True)),
        lambda d: replace(d, statement=replace(d.statement, hypotheses=d.statement.hypotheses * 2)),
    ],
)
def test_edited_proofs_are_refused(edit):
    check_entropy_dual(_example())
    with pytest.raises(InvalidCertificate):
        check_entropy_dual(edit(_example()))


def test_a_negative_multiple_of_an_information_is_no_proof():
    form = Information(("A",), ("B",), ()).form
    goal = form.plus(form, Fraction(-2))
    dual = EntropyDual(
        EntropyStatement((), goal), (EntropyTerm(Fraction(-1), Information(("A",), ("B",), ())),)
    )
    with pytest.raises(InvalidCertificate):
        check_entropy_dual(dual)


def test_known_values():
    xor = Instance(
        {"A": 2, "B": 2, "C": 2},
        {"joint(A,B,C)": [[["1/4", 0], [0, "1/4"]], [[0, "1/4"], ["1/4", 0]]]},
    )
    for text, value in (("I(A;B)", "0"), ("I(A;B|C)", "log(2)"), ("H(A,B,C)", "2*log(2)")):
        assert holds(parse(f"{text} == {value}"), xor)
    assert not holds(parse("indep(A, B, C)"), xor)
    assert holds(parse("indep(A, B) and indep(B, C) and indep(A, C)"), xor)


@pytest.mark.parametrize(
    "text",
    [
        "H(A;B) <= 0",
        "I(A) <= 1",
        "markov(A, B)",
        "H(a) <= 1",
        "I(A;B;C) <= 1",
        "H(A)",
        "H() <= 1",
        "I(A|B;C) <= 0",
        "indep(A)",
        "H(A|B|C) <= 1",
        "pml(P, W) <= H(W)",
    ],
)
def test_misuse_is_an_error_with_a_place(text: str):
    with pytest.raises(ClaimSyntaxError, match="column"):
        parse(text)


@pytest.mark.parametrize("text", ["H(A)*H(B) >= 0", "exp(H(A)) + 1 >= 2", "log(H(A)) <= 1"])
def test_what_is_not_linear_is_said_so(text: str):
    with pytest.raises(Unsupported):
        prove_entropy(parse(text))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("exp(max(a, b)) <= H(A) or exp(max(a, b)) >= H(A)", "proved"),
        ("exp(min(0, b)) <= H(A)", "refuted"),
        ("H(A) - log(exp(max(b, a)) + 1) < 3/2", "refuted"),
    ],
)
def test_a_maximum_within_exp_or_log_is_part_of_one_number(text: str, verdict: str) -> None:
    assert decide(text, effort=4).name == verdict
