"""The data for the verified checker: what is written is what the certificate says."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.cli import run
from pmlsym.errors import InvalidCertificate, InvalidInput, Unsupported
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Term, Use
from pmlsym.evidence.certificate_file import read_proof
from pmlsym.evidence.coq_export import to_data
from pmlsym.evidence.coq_file import module_text
from pmlsym.pages.coq_statement import RESERVED, proof_to_coq, theorem

KEPT = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))
C, X = Tensor("c"), Index("X", "x")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_kept_certificate_has_a_counterpart(path):
    for certificate in read_proof(path.read_text(encoding="utf-8")).certificates:
        text = module_text("kept", to_data(certificate))
        assert text.count("(") == text.count(")")


def test_denominators_are_cleared_on_both_sides():
    """c/2 = 7/6 times 3c/7: with integers, 3 times the statement c is once the hypothesis 3c."""
    third = Fact("third", 3 * atom(C) * Fraction(1, 7))
    goal = atom(C) * Fraction(1, 2)
    step = Combine(Fact(GOAL, goal), (Term(Fraction(7, 6), (Use("third"),)),))
    data = to_data(Certificate(Sequent((third,), goal), (step,)))
    text = module_text("m", data)
    assert "Definition A : seq fact := [:: (Ge, [:: (Posz 3, ([::], [:: (2, [::])]))])]." in text
    assert "Combine 3 (Ge, [:: (Posz 1, ([::], [:: (2, [::])]))])" in text
    assert "[:: (Term (Posz 1) [:: (Known 0 [::] 1)] [::])]" in text


def test_a_letter_that_is_a_constant_elsewhere_is_renamed_apart():
    """The goal speaks of one x, the hypothesis of all: the two letters get different names."""
    V = Tensor("V", ("X",))
    every, one = Fact("all", atom(V, X), (X,)), Fact("one", atom(V, X), ())
    step = Combine(Fact(GOAL, atom(V, X)), (Term(Fraction(1), (Use("all", (X,)),)),))
    other = Combine(Fact("twice", 2 * atom(V, X)), (Term(Fraction(2), (Use("one"),)),))
    data = to_data(Certificate(Sequent((every, one), atom(V, X)), (other, step)))
    assert data.constants == [(0, 0)]
    assert data.hypotheses[0] != data.hypotheses[1]


def test_a_proof_that_does_not_end_with_the_goal_is_not_written():
    step = Combine(Fact("other", constant(1)), (Term(Fraction(1), ()),))
    with pytest.raises(InvalidCertificate, match="does not derive goal"):
        to_data(Certificate(Sequent((), constant(1)), (step,)))


def test_only_certificates_are_written_for_coq():
    for verdict in (ps.decide("pml(P, W) <= maxleak(W)"), ps.decide("2*log(3) <= log(10)")):
        with pytest.raises(InvalidInput, match="only a proof by certificates"):
            ps.to_coq(verdict)


def test_a_name_cannot_end_a_comment():
    """What stands in the comment of a module is the user's; Coq must not read on behind it."""
    name = 'all *) Axiom no : False. (* "'
    fact = Fact(name, atom(C))
    step = Combine(Fact(GOAL, atom(C)), (Term(Fraction(1), (Use(name),)),))
    text = module_text("m", to_data(Certificate(Sequent((fact,), atom(C)), (step,))), name)
    opened, closed = text.count("(*"), text.count("*)")
    assert (opened, closed) == (1, 1)
    assert text.index("Axiom") < text.index("*)")
    assert '"' not in text


def test_the_command_writes_what_python_gives(tmp_path, capsys):
    saved = next(path for path in KEPT if path.stem == "post-processing")
    assert run(["export", "--coq", str(saved), "--out", str(tmp_path / "proof.v")]) == 0
    text = (tmp_path / "proof.v").read_text(encoding="utf-8")
    assert run(["export", "--coq", str(saved)]) == 0
    assert capsys.readouterr().out == text + "\n"
    assert "(pml P (cascade W V) z <= pml_max P W)%R." in text
    assert run(["export", "--coq", str(saved), "--out", str(tmp_path / "proof.txt")]) == 2
    assert run(["export", "--coq", str(saved), "--out", str(tmp_path / "my-proof.v")]) == 2
    assert "my-proof.v is no name of a Coq file; my_proof.v would be" in capsys.readouterr().err


def test_evidence_without_certificates_is_called_what_it_is(tmp_path, capsys):
    decision, instance = tmp_path / "decision.json", tmp_path / "instance.json"
    own = ["--channel", "W=[[1/2, 1/2], [1/3, 2/3]]", "--over", "p(x) >= 1/10"]
    assert run(["ask", "pml(P, W) <= log(2)", *own, "--save", str(decision)]) == 0
    assert run(["ask", "pml(P, W) <= 0", "--save", str(instance)]) == 1
    capsys.readouterr()
    assert run(["export", "--coq", str(decision)]) == 2
    said = "pmlsym: a decision over a set of priors has no certificate for Coq\n"
    assert capsys.readouterr().err == said
    assert run(["export", "--coq", str(instance)]) == 2
    said = "pmlsym: this is a pmlsym counterexample, and Coq is given a pmlsym proof\n"
    assert capsys.readouterr().err == said


def test_a_claim_that_coq_does_not_have_is_written_as_its_sequents():
    text = proof_to_coq(kept("mutual-information-under-a-guarantee"))
    assert "No theorem about the claim itself: " in text
    assert re.findall(r"^Theorem (\w+)_holds", text, re.M) == re.findall(
        r"^Module (\w+)", text, re.M
    )


def kept(name):
    path = next(path for path in KEPT if path.stem == name)
    return read_proof(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "conditions", "conclusion"),
    [
        ("composition", [], "pml_max P (compose W U) <= (pml_max P W) * (cpml_max P W U)"),
        (
            "from-local-differential-privacy",
            ["0 < exp_eps_", "le_ext (ldp W) (exp_eps_)"],
            "pml_max P W <= exp_eps_ / ((pmin P) * exp_eps_ + (1 - (pmin P)))",
        ),
        (
            "differential-privacy-bounds-entries",
            ["0 < exp_eps_", "dp_le W (exp_eps_)"],
            "entry_given P W <= exp_eps_",
        ),
        ("local-information-privacy", ["0 < t2_", "le_ext (lip P W) (t2_)"], "pml_max P W <= t2_"),
        (
            "attributes-keep-their-min-entropy",
            [],
            "gain_after P W A <= (pml_max P W) * (guess (out P A))",
        ),
    ],
)
def test_a_theorem_says_what_the_claim_says(name, conditions, conclusion):
    said = re.search(r":\n  \((.*)\)%R\.\nProof", proof_to_coq(kept(name)), re.S)[1]
    assert said.split(" ->\n  ") == [*conditions, conclusion]


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("pml(R, W >> V) <= pml(R, W)", "R"),
        ("pml(P, W, out) <= pml(P, W)", "out"),
        ("pml(P, W, y_) <= pml(P, W)", "y_"),
    ],
)
def test_a_name_that_coq_has_for_something_else_gets_no_theorem(claim, name):
    with pytest.raises(Unsupported, match=f"the name {name}, which Coq has for something else"):
        theorem("claim", replace(kept("post-processing"), text=claim))


def test_a_certificate_of_another_claim_gets_no_theorem():
    """The formulas are compared, so what is written cannot belong to another claim."""
    proof = kept("guarantee-after-post-processing")
    for text in (
        "pml(P, W >> V) <= eps => pml(P, W) <= eps",
        "pml(P, W) <= eps => lip(P, W) <= eps",
    ):
        with pytest.raises(Unsupported):
            theorem("other", replace(proof, text=text))


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("tail(P, W, eps) < 2", "a strict bound on a probability"),
        ("pml(P, W) <= eps => tv(P, W) < 2", "a strict bound on a probability"),
        ("pml(P, W) <= 1/2*eps => pml(P, W >> V) <= eps", "times of leakages"),
        ("pml(P, W) <= 0.5*eps => pml(P, W >> V) <= eps", "a leakage times 0.5"),
        ("pml(P, W) <= 99*eps => pml(P, W >> V) <= eps", "a leakage times 99"),
        ("pml(X, W >> V) <= pml(X, W)", "the name X"),
    ],
)
def test_what_would_be_another_statement_gets_no_theorem(claim, why):
    with pytest.raises(Unsupported, match=re.escape(why)):
        theorem("claim", replace(kept("guarantee-after-post-processing"), text=claim))


def test_numbers_are_compared_only_by_multiplying_with_what_is_not_negative():
    """1/(p - 1/3) <= 2 is not 1 <= 2(p - 1/3) where p < 1/3."""
    proof = kept("leakage-is-at-most-log-of-rarest")
    said = theorem("claim", replace(proof, text=f"1/pmin(P) <= 2 => {proof.text}"))
    assert "1 <= 2%:R * (pmin P) ->" in said
    for side in ("1/(pmin(P) - 1/3) <= 2", "2 >= 1/(pmin(P) - 1/3)", "log(1/(pmin(P) - 1/3)) <= 0"):
        with pytest.raises(Unsupported, match="divided by what may be negative"):
            theorem("claim", replace(proof, text=f"{side} => {proof.text}"))


def test_the_second_entry_of_a_database_is_not_the_first():
    proof = kept("entries-leak-at-most-the-database")
    assert "entry_leak P W <= " in theorem("claim", proof)
    second = proof.text.replace("1", "2")
    given = kept("differential-privacy-bounds-entries")
    with pytest.raises(Unsupported, match="pml_entry_given has no level form in Coq"):
        theorem("claim", replace(given, text=given.text.replace("1", "2")))
    for text in (second, f"{second.split(' <= ', maxsplit=1)[0]} <= eps => {proof.text}"):
        with pytest.raises(Unsupported, match="pml_entry has no level form in Coq"):
            theorem("claim", replace(proof, text=text))


def test_an_implication_that_is_assumed_is_no_two_premises():
    """That b follows from a is assumed; that a and b hold is more."""
    proof = kept("guarantee-after-post-processing")
    premise, conclusion = proof.text.split(" => ")
    assumed = replace(proof, text=conclusion, assume=(premise,))
    assert theorem("claim", assumed).split("*)")[1] == theorem("claim", proof).split("*)")[1]
    implied = replace(assumed, assume=(f"pml(P, W) <= 2*eps => {premise}",))
    with pytest.raises(Unsupported, match="a claim that is a implies"):
        theorem("claim", implied)


TACTICS = {
    *("Theorem", "Proof", "Qed", "apply", "by_certificates", "by_formulas", "evident", "exact"),
    *("fact", "first", "have", "law_of", "ltac", "move", "pose", "rewrite"),
}
BOUND = {*"desvxyB", "sum_x", "sum_y", "sum_e"}
"""Letters that a definition binds where it stands, and arguments that are given by name."""


def test_no_word_of_a_theorem_is_left_for_a_name():
    """What a theorem is written with is reserved, or ends with _, as no name does."""
    words = set()
    for path in (*KEPT, *sorted(KEPT[0].parents[1].glob("coq/statements/*.json"))):
        try:
            text = theorem("claim", read_proof(path.read_text(encoding="utf-8")))
        except Unsupported:
            continue
        for stated in re.findall(r"Theorem holds .*?Qed\.", text, re.S):
            binders = re.findall(r"\(([^():]*) :", stated.split("Proof.")[0])
            own = {name for binder in binders for name in binder.split()}
            words |= set(re.findall(r"[^\W\d]\w*", stated)) - own
    assert len(words) > 80
    assert {w for w in words if not w.endswith("_")} - RESERVED - TACTICS - BOUND == set()
