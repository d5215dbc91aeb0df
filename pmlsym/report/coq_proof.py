"""A saved proof as a file for Coq."""

from __future__ import annotations

from pmlsym.errors import Unsupported
from pmlsym.evidence.certificate_file import ProofFile
from pmlsym.evidence.coq_file import coq_file
from pmlsym.report.coq_statement import PREAMBLE, theorem


def proof_to_coq(proof: ProofFile) -> str:
    """A theorem about the leakages, or where Coq has none for them about the sequents."""
    try:
        written = theorem("claim", proof)
    except Unsupported as error:
        return coq_file(proof.text, proof.certificates, str(error))
    return f"{PREAMBLE}\n{written}Print Assumptions claim.holds.\n"
