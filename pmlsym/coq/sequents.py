"""A proof as a file for Coq: the data of its certificates, that the verified checker accepts them,
and the theorem that this gives for each, over every ordered field and all finite alphabets.

What is written here are the sequents of a claim. That the claim means them is not part of the file,
and the file says so; `coq/theorem.py` writes theorems about the leakages themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.coq.certificate_data import FUEL, CoqCertificate, to_data
from pmlsym.coq.gallina import comment, gallina
from pmlsym.evidence.certificate import Certificate

_HEAD = """
   The sequents of this claim, proved; that it means them is not part of this file.
   Compile it with  coqc -Q proofs/coq Pmlsym FILE  after  make -C proofs/coq. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import Checked.
Local Open Scope nat_scope.

"""


def coq_file(claim: str, certificates: Sequence[Certificate], reason: str = "") -> str:
    """The text for Coq; `reason` says why it is not about the claim itself.

    Raises InvalidCertificate where a step has no counterpart there.
    """
    why = f"   No theorem about the claim itself: {comment(reason)}.\n" if reason else ""
    parts = [f"(* {comment(claim)}\n{why}{_HEAD}"]
    for k, certificate in enumerate(certificates, 1):
        name = f"sequent_{k}"
        parts.append(module_text(name, to_data(certificate)) + _theorem(name))
    return "\n".join(parts)


def module_text(name: str, data: CoqCertificate, title: str = "") -> str:
    """A Coq module with the data and the lemma `ok` that the checker accepts them.

    >>> from pmlsym.calculus.polynomial import constant
    >>> from pmlsym.calculus.sequent import Sequent
    >>> from pmlsym.evidence.certificate import GOAL, Combine, Term
    >>> from pmlsym.calculus.sequent import Fact
    >>> from fractions import Fraction
    >>> step = Combine(Fact(GOAL, constant(1)), (Term(Fraction(1), ()),))
    >>> print(module_text("one", to_data(Certificate(Sequent((), constant(1)), (step,)))))
    Module one.
    Definition D : seq declaration := [::].
    Definition C : seq letter := [::].
    Definition A : seq fact := [::].
    Definition S : seq schema := [::].
    Definition goal : fact := (Ge, [:: (Posz 1, ([::], [::]))]).
    Definition p : proof := (Comb (Combine 1 (Ge, [:: (Posz 1, ([::], [::]))]) [::] \
[:: (Term (Posz 1) [::] [::])]) Done).
    Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
    End one.
    <BLANKLINE>
    """
    about = [f"(* {comment(title)}"] if title else []
    if data.alphabets:
        legend = [
            "alphabets: " + ", ".join(f"{k} {a}" for k, a in enumerate(data.alphabets)),
            "tensors: " + ", ".join(f"{2 * k + 2} {t}" for k, t in enumerate(data.tensors)),
            "hypotheses: " + "; ".join([f.name for f in data.facts] + [s.name for s in data.rules]),
        ]
        about = [*(about or ["(*"]), *(f"   {comment(line)}" for line in legend)]
    return "\n".join(
        [
            *("\n".join(about).splitlines()),
            *(["*)"] if about else []),
            f"Module {name}.",
            *(f"Definition {k} : {kind} := {gallina(d)}." for k, (kind, d) in data.parts.items()),
            f"Lemma ok : check D C {FUEL} A S A p goal. Proof. by vm_compute. Qed.",
            f"End {name}.",
            "",
        ]
    )


def _theorem(name: str) -> str:
    """What the accepted data of a module prove."""
    return f"""
Theorem {name}_holds (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R) (r0 : env) :
  good n T {name}.D -> models n {name}.D {name}.C r0 T {name}.A {name}.S ->
  valid n T {name}.C r0 {name}.goal.
Proof. exact: checked {name}.ok T. Qed.
Print Assumptions {name}_holds.
"""
