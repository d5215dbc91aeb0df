"""The data for the verified checker: what is written is what the certificate says."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.cli import run
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Term, Use
from pmlsym.evidence.certificate_file import read_proof
from pmlsym.evidence.coq_export import module_text, plain_text, to_data

KEPT = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))
C, X = Tensor("c"), Index("X", "x")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_kept_certificate_has_a_counterpart(path):
    for certificate in read_proof(path.read_text(encoding="utf-8")).certificates:
        data = to_data(certificate)
        text = module_text("kept", data)
        assert text.count("(") == text.count(")")
        assert plain_text(data).count("\n") == 0


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
    kept = next(path for path in KEPT if path.stem == "post-processing")
    assert run(["export", "--coq", str(kept), "--out", str(tmp_path / "proof.v")]) == 0
    text = (tmp_path / "proof.v").read_text(encoding="utf-8")
    assert run(["export", "--coq", str(kept)]) == 0
    assert capsys.readouterr().out == text + "\n"
    modules = re.findall(r"^Module (\w+)\.$", text, re.M)
    assert re.findall(r"^Theorem (\w+)_holds", text, re.M) == modules
    assert run(["export", "--coq", str(kept), "--out", str(tmp_path / "proof.txt")]) == 2
