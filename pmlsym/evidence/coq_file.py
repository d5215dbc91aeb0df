"""A proof as a file for Coq: the data of its certificates, that the verified checker accepts them,
and the theorem that this gives for each, over every ordered field and all finite alphabets.

What is written here are the sequents of a claim. That the claim means them is not part of the file,
and the file says so; `report/coq_statement.py` writes theorems about the leakages themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.coq_export import module_text, plain_text, to_data
from pmlsym.evidence.coq_text import comment

_HEAD = """
   The sequents of this claim, proved; that it means them is not part of this file.
   Compile it with  coqc -Q proofs/coq Pmlsym FILE  after  make -C proofs/coq. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
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


def data_file(certificates: Sequence[Certificate]) -> str:
    """The data alone, as `pmlsym-check` reads them: a line for each certificate."""
    lines = [f"sequent_{k} {plain_text(to_data(c))}\n" for k, c in enumerate(certificates, 1)]
    return "".join(lines)


def _theorem(name: str) -> str:
    """What the accepted data of a module prove."""
    return f"""
Theorem {name}_holds (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R) (r0 : env) :
  good n T {name}.D -> models n {name}.D {name}.C r0 T {name}.A {name}.S ->
  valid n T {name}.C r0 {name}.goal.
Proof. exact: checked {name}.ok T. Qed.
Print Assumptions {name}_holds.
"""
