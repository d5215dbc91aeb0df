"""A verdict as a file for Coq."""

from __future__ import annotations

from pmlsym.claims.writing import write
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evidence.certificate_file import ProofFile
from pmlsym.evidence.coq_file import coq_file
from pmlsym.evidence.verdict import CertificateProof, Proved, Verdict
from pmlsym.language.nodes import Claim
from pmlsym.report.coq_statement import PREAMBLE, theorem


def to_coq(verdict: Verdict) -> str:
    """The proof of a verdict as a file for Coq.

    A theorem about the leakages where `proofs/coq/Claims.v` has them, else the sequents of the
    claim; the file says which. `make -C proofs/coq` builds what it needs; docs/certificates.md says
    what is trusted. Raises InvalidInput where the verdict is no proof by certificates.

    >>> import pmlsym as ps
    >>> print(to_coq(ps.prove("pml(P, W >> V) <= pml(P, W)")).splitlines()[8])
    (* pml(P, W >> V) <= pml(P, W) *)
    """
    if not isinstance(verdict, Proved) or not isinstance(verdict.evidence, CertificateProof):
        raise InvalidInput("only a proof by certificates can be written for Coq")
    claim = verdict.claim
    text = write(claim) if isinstance(claim, Claim) else str(claim)
    return proof_to_coq(ProofFile(text, verdict.evidence.certificates))


def proof_to_coq(proof: ProofFile) -> str:
    """A saved proof as a file for Coq, as `to_coq` writes it."""
    try:
        written = theorem("claim", proof)
    except Unsupported as error:
        return coq_file(proof.text, proof.certificates, str(error))
    return f"{PREAMBLE}\n{written}Print Assumptions claim.holds.\n"
