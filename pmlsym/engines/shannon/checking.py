"""Checking that duals prove a claim: its statements are read again, each sum is expanded again."""

from __future__ import annotations

from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.entropy_dual import EntropyProof, check_entropy_dual
from pmlsym.language.nodes import Claim
from pmlsym.lowering.entropy_form import entropy_statements


def check_entropy(claim: Claim, proof: EntropyProof) -> None:
    """Return if the proof is one of the claim; raise InvalidCertificate if not.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.engines.shannon.prove import prove_entropy
    >>> claim = parse("I(A;B|C) <= H(A)")
    >>> check_entropy(claim, prove_entropy(claim))
    >>> check_entropy(parse("I(A;B|C) <= H(C)"), prove_entropy(claim))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the proof is not linked to the claim
    """
    if tuple(dual.statement for dual in proof.duals) != entropy_statements(claim):
        raise InvalidCertificate("the proof is not linked to the claim")
    for dual in proof.duals:
        check_entropy_dual(dual)
