"""What a certificate that was found about convex terms has to stand: written, read, checked."""

from __future__ import annotations

import json

import pmlsym as ps
from pmlsym.exposition.exposition import expose
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import SequentsFile, sequents_from_json, sequents_text
from pmlsym.kernel.checker import check
from proofs.verify import verify


def accept(found: Certificate) -> None:
    """Raise where the kernel, the second checker, or the page does not take it."""
    text = sequents_text(SequentsFile("field/found", "what was found", (found,)))
    (read,) = sequents_from_json(json.loads(text)).certificates
    check(read)
    verify(text)
    assert expose(read).lines


def require_accepted_proof(text: str, effort: float) -> None:
    """Fail unless the claim is proved, not vacuously, by certificates that all checkers accept."""
    verdict = ps.prove(text, effort=effort)
    assert verdict.name == "proved" and not verdict.vacuous
    for certificate in verdict.evidence.certificates:
        accept(certificate)
