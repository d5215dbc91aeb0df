"""The data for the verified checker: what is written is what the certificate says."""

import os
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.calculus.polynomial import atom, constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.cli import run
from pmlsym.coq.certificate_data import to_data
from pmlsym.coq.gallina import escape_comment, gallina
from pmlsym.coq.sequents import PROGRAM
from pmlsym.coq.theorem import RESERVED, proof_to_coq, theorem_text
from pmlsym.errors import InvalidCertificate, InvalidInput, Unsupported
from pmlsym.kernel.certificate import GOAL, Certificate, Combine, Term, Use
from pmlsym.kernel.certificate_file import read_proof
from pmlsym.language.nodes import measures_in
from pmlsym.language.value import Divergence, Larger, Total
from proofs.accepted import STATED, TOTAL_VARIATION, WRITTEN_OUT

KEPT = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))
C, X = Tensor("c"), Index("X", "x")


def written(data):
    """The arguments of `check`, as Coq reads them."""
    return "\n".join(f"{name} : {kind} := {gallina(d)}." for name, (kind, d) in data.parts.items())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_kept_certificate_has_a_counterpart(path):
    for certificate in read_proof(path.read_text(encoding="utf-8")).certificates:
        if any(tensor.is_term for tensor in certificate.sequent.tensors):
            with pytest.raises(Unsupported, match="pmlsym-check reads the file"):
                to_data(certificate)
            continue
        text = written(to_data(certificate))
        assert text.count("(") == text.count(")")


def test_denominators_are_cleared_on_both_sides():
    """c/2 = 7/6 times 3c/7: with integers, 3 times the statement c is once the hypothesis 3c."""
    third = Fact("third", 3 * atom(C) * Fraction(1, 7))
    goal = atom(C) * Fraction(1, 2)
    step = Combine(Fact(GOAL, goal), (Term(Fraction(7, 6), (Use("third"),)),))
    data = to_data(Certificate(Sequent((third,), goal), (step,)))
    text = written(data)
    assert "A : seq fact := [:: (Ge, [:: (Posz 3, ([::], [:: (2, [::])]))])]." in text
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
    """What stands in a comment is the user's; Coq must not read on behind it."""
    said = escape_comment('all *) Axiom no : False. (* "')
    assert "*)" not in said
    assert "(*" not in said
    assert '"' not in said


def test_the_command_writes_what_python_gives(tmp_path, capsys):
    saved = next(path for path in KEPT if path.stem == "post-processing")
    assert run(["export", "--coq", str(saved), "--out", str(tmp_path / "proof.v")]) == 0
    text = (tmp_path / "proof.v").read_text(encoding="utf-8")
    assert run(["export", "--coq", str(saved)]) == 0
    assert capsys.readouterr().out == text + "\n"
    assert "\n  at_most (Larger (Ratio 1 1) (Largest (fun x" in text
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


@pytest.fixture
def program(monkeypatch):
    """pmlsym-check on the path, where make -C proofs/coq has built it."""
    folder = Path(__file__).parents[2] / "proofs" / "coq"
    if not (folder / PROGRAM).exists():
        pytest.skip("make -C proofs/coq has not built pmlsym-check")
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


def test_a_claim_that_coq_does_not_have_is_written_as_its_sequents(program):
    text = proof_to_coq(kept("from-local-differential-identifiability"))
    assert "No theorem about the claim itself: " in text
    modules = re.findall(r"^Module (\w+)", text, re.M)
    assert re.findall(r"^let _ := @(\w+).holds", text, re.M) == modules
    assert len(modules) == text.count("@sequent_checked R") > 0


@pytest.mark.seconds
def test_terms_and_lemmas_are_written_too(program):
    """Without rows, and with one, which holds for large N."""
    two = ps.lemma(ps.prove("maxleak(W & V) <= maxleak(W) + maxleak(V)"))
    three = ps.ask("maxleak(W & V & U) <= maxleak(W) + maxleak(V) + maxleak(U)", lemmas=[two])
    text = ps.to_coq(three)
    assert "Definition lemmas : seq lemma := [:: (Lemma_" in text
    assert "@sequent_checked R" in text
    assert "@eventually_checked R" in ps.to_coq(ps.prove("mi(P, W) <= I[chi2](P, W)"))


def test_without_the_program_there_are_theorems_alone(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert "Theorem holds" in proof_to_coq(kept("post-processing"))
    with pytest.raises(Unsupported, match=r"suppsize.* where pmlsym-check is on the path"):
        proof_to_coq(kept("from-local-differential-identifiability"))


def kept(name):
    path = next(path for path in KEPT if path.stem == name)
    return read_proof(path.read_text(encoding="utf-8"))


PML = "Largest (fun x : X => Largest (fun y : Y => Where (P x) (Ratio (W x y) ({}))))"
SUM = "\\sum_(x : X) P x * (W x y)"


def stated(text):
    """What a theorem assumes and concludes, its letters without their numbers."""
    said = re.search(r":\n  \((.*?)\)%R\.\nProof", text, re.S)[1]
    return re.sub(r"([a-z])\d+'", r"\1", said).split(" ->\n  ")


@pytest.mark.parametrize(
    ("name", "conditions", "conclusion"),
    [
        (
            "leakage-is-at-most-capacity",
            [
                "(forall (x : X), 0 <= P x)",
                "\\sum_(x : X) P x = 1",
                "(forall (x : X) (y : Y), 0 <= W x y)",
                "(forall (x : X), \\sum_(y : Y) W x y = 1)",
                "at_most (Largest (fun x : X => Largest (fun x : X => Largest (fun y : Y =>"
                " Ratio (W x y) (W x y))))) t1_",
            ],
            f"at_most ({PML.format(SUM)}) t1_",
        ),
        (
            "from-local-differential-privacy",
            [
                "at_least (Smallest (fun x : X => Where (P x) (Ratio (P x) 1))) m1_",
                "at_most (Smallest (fun x : X => Where (P x) (Ratio (P x) 1))) m1_",
            ],
            f"at_most ({PML.format(SUM)}) (exp_eps_ / (exp_eps_ * m1_ + 1 - m1_))",
        ),
        (
            "attributes-keep-their-min-entropy",
            ["at_least (Smallest (fun y : Y => Ratio 1 (\\sum_(x : X) A x y * (P x)))) t1_"],
            "at_least (Smallest (fun y : Y => Smallest (fun z : Z => Ratio (\\sum_(x : X) P x *"
            " (W x z)) (\\sum_(x : X) A x y * (P x) * (W x z))))) (t1_ / t2_)",
        ),
        (
            "tail-after-pre-processing",
            ["0 < exp_eps_"],
            "at_most (Total (fun z : Z => Weighted (\\sum_(x : X) (\\sum_(y : Y) P x * (V y z) *"
            " (W x y))) (Exceeds (Largest (fun x : X => Where (P x) (Ratio (\\sum_(y : Y) V y z *"
            " (W x y)) (\\sum_(x : X) (\\sum_(y : Y) P x * (V y z) * (W x y))))))"
            " exp_eps_))) delta",
        ),
    ],
)
def test_a_theorem_says_what_the_claim_says(name, conditions, conclusion):
    *given, last = stated(proof_to_coq(kept(name)))
    assert last == conclusion
    assert set(conditions) <= set(given)


@pytest.mark.parametrize(
    ("name", "given", "lemmas"),
    [
        ("leakage-is-at-most-log-of-rarest", ["0 < m1_"], {"known_share_below"}),
        ("leakage-is-at-most-capacity", [], {"known_ratio"}),
        (
            "from-local-differential-privacy",
            [],
            {"known_share_above", "known_share_below"},
        ),
        ("maximal-leakage-of-a-cascade", [], {"known_part", "known_ratio"}),
    ],
)
def test_a_theorem_assumes_of_levels_what_no_bound_gives(name, given, lemmas):
    text = proof_to_coq(kept(name))
    levels = re.compile(r"[01] <=? [mt]\d_|[mt]\d_ <= 1")
    assert [said for said in stated(text) if levels.fullmatch(said)] == given
    assert set(re.findall(r"known_\w+", text)) == lemmas


def test_letters_of_one_alphabet_are_told_apart():
    said = re.search(r"at_most \((.*)\) t1_ ->", proof_to_coq(kept("leakage-is-at-most-capacity")))
    first, second = re.findall(r"Ratio \(W (\S+) \S+\) \(W (\S+) \S+\)", said[1])[0]
    assert first != second


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("pml(R, W >> V) <= pml(R, W)", "R"),
        ("pml(P, W, at_most) <= pml(P, W)", "at_most"),
        ("pml(P, W, y_) <= pml(P, W)", "y_"),
        ("pml(Event, W >> V) <= pml(Event, W)", "Event"),
    ],
)
def test_a_name_that_coq_has_for_something_else_gets_no_theorem(claim, name):
    with pytest.raises(Unsupported, match=f"the name {name}, which Coq has for something else"):
        theorem_text("claim", replace(kept("post-processing"), text=claim))


@pytest.mark.parametrize(
    "claim",
    [
        "pml(P, W >> V) <= eps => pml(P, W) <= eps",
        "pml(P, W) <= eps => lip(P, W) <= eps",
        "pml(P, W) <= eps => pml(P, W >> V) < eps",
        "pml(P, W) <= eps => pml(P, W >> V) <= 2*eps",
        "pml(P, W) <= 2*eps => pml(P, W >> V) <= eps",
        "pml(P, W) <= eps => pml(P, W >> V) == eps",
        "pml(P, V) <= eps => pml(P, W >> V) <= eps",
    ],
)
def test_a_certificate_of_another_claim_gets_no_theorem_of_it(claim):
    """What the certificates do not use of the claim has to be assumed, or there is no theorem."""
    with pytest.raises(Unsupported):
        theorem_text("other", replace(kept("guarantee-after-post-processing"), text=claim))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mutual-information-under-a-guarantee", "the export has no perspective"),
        ("from-local-differential-identifiability", "suppsize(P) under full support"),
    ],
)
def test_what_coq_does_not_have_is_named(name, why):
    with pytest.raises(Unsupported, match=re.escape(why)):
        theorem_text("claim", kept(name))


def test_two_sides_that_are_the_same_are_no_theorem(program):
    found = ps.prove("maxinfo(P, W) == pml(P, W)")
    assert "No theorem about the claim itself: two sides that are the same" in ps.to_coq(found)


def test_a_denominator_whose_sign_is_not_plain_is_positive_by_assumption():
    text = proof_to_coq(kept("leakage-gives-local-differential-privacy"))
    assert "0 < 1 + exp_eps_ * m1_ - exp_eps_" in stated(text)


def test_a_measure_needs_nothing_but_its_nodes():
    """The second entry of a database has no definition in Coq, and neither has the first of three.

    Coq is told what their values are, node by node.
    """
    text = ps.to_coq(ps.prove("pml_entry(P, W, 2) <= pml(P, W)", let=["P: D, E"]))
    entry = "Largest (fun e : E => Largest (fun x : X => Ratio (\\sum_(d : D) P d e * (W d e x))"
    assert f"at_most ({entry}" in stated(text)[-1]


def test_an_implication_that_is_assumed_is_no_two_premises():
    """That b follows from a is assumed; that a and b hold is more."""
    proof = kept("guarantee-after-post-processing")
    premise, conclusion = proof.text.split(" => ")
    assumed = replace(proof, text=conclusion, assume=(premise,))
    assert (
        theorem_text("claim", assumed).split("*)")[1] == theorem_text("claim", proof).split("*)")[1]
    )
    implied = replace(assumed, assume=(f"pml(P, W) <= 2*eps => {premise}",))
    with pytest.raises(Unsupported):
        theorem_text("claim", implied)


def test_total_variation_written_out_is_total_variation():
    """Its proofs are about convex terms; the theorem is that of the nodes, and says the same."""
    both = parse(f"{TOTAL_VARIATION} <= {WRITTEN_OUT}")
    named, total = (measure.value for measure in measures_in(both))
    assert isinstance(named, Divergence)
    over = named.written.over
    zero, entry = total.body.bodies
    names = dict(zip(total.over, over, strict=True))
    entry = replace(entry, numerator=substitute(entry.numerator, names))
    assert named.written == Total(over, Larger((zero, entry)))


@pytest.mark.parametrize(
    "path", sorted(STATED.glob("total-variation-*.json")), ids=lambda p: p.stem
)
def test_a_proof_about_total_variation_has_a_theorem(path):
    """That of no convex term: a sum of the largest of zero and a difference."""
    assert ps.check(path)
    total = "Total (fun x : X => Total (fun y : Y => Larger (Ratio 0 1) (Ratio (P x * (W x y) - ("
    assert total in stated(theorem_text("claim", read_proof(path.read_text(encoding="utf-8"))))[-1]


TACTICS = {
    *("Theorem", "Proof", "Qed", "apply", "by", "case", "exact", "first", "have", "last", "pose"),
    *("move", "positive", "refine", "reflexivity", "rewrite", "ring", "sign", "vm_compute"),
}


@pytest.mark.seconds
def test_no_word_of_a_theorem_is_left_for_a_name():
    """What a theorem is written with is reserved, or ends with _ or ', as no name does."""
    words = set()
    for path in (*KEPT, *sorted(KEPT[0].parents[1].glob("coq/statements/*.json"))):
        try:
            text = theorem_text("claim", read_proof(path.read_text(encoding="utf-8")))
        except Unsupported:
            continue
        for written in re.findall(r"Theorem holds .*?Qed\.", text, re.S):
            binders = re.findall(r"\(([^():]*) :", written.split("Proof.")[0])
            own = {name for binder in binders for name in binder.split()}
            words |= set(re.findall(r"[^\W\d][\w']*", written)) - own
    assert len(words) > 80
    assert {w for w in words if w[-1] not in "_'"} - RESERVED - TACTICS - {
        "sum_",
        "D",
        "k",
    } == set()
