"""A verdict as a file for Coq."""

from __future__ import annotations

from pmlsym.claims.writing import write
from pmlsym.errors import InvalidInput
from pmlsym.evidence.coq_file import coq_file
from pmlsym.evidence.verdict import CertificateProof, Proved, Verdict
from pmlsym.language.nodes import Claim


def to_coq(verdict: Verdict) -> str:
    """The proof of a verdict as a file for Coq: its sequents, as data and as theorems.

    `make -C proofs/coq` builds what the file needs; docs/certificates.md says what is trusted.
    Raises InvalidInput where the verdict is no proof by certificates.

    >>> import pmlsym as ps
    >>> print(to_coq(ps.prove("pml(P, W >> V) <= pml(P, W)")).splitlines()[0])
    (* pml(P, W >> V) <= pml(P, W)
    """
    if not isinstance(verdict, Proved) or not isinstance(verdict.evidence, CertificateProof):
        raise InvalidInput("only a proof by certificates can be written for Coq")
    claim = verdict.claim
    text = write(claim) if isinstance(claim, Claim) else str(claim)
    return coq_file(text, verdict.evidence.certificates)
