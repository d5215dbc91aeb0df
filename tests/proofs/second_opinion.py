"""What proofs/verify.py says of a certificate."""

from __future__ import annotations

import json
from typing import Any

from pmlsym.errors import PmlError
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.certificate_file import from_json, to_json
from proofs.verify import Refused, verify_certificate

ACCEPTED = "accepted"


def opinion_of_data(data: Any) -> str:
    """ACCEPTED, or the reason against it."""
    try:
        verify_certificate(data, "a seed")
    except Refused as error:
        return str(error)
    return ACCEPTED


def second_opinion(certificate: Certificate) -> str | None:
    """ACCEPTED, or the reason against it; None if no file can hold the certificate."""
    try:
        data = json.loads(json.dumps(to_json(certificate)))
        from_json(data)
    except (PmlError, AttributeError):
        return None
    return opinion_of_data(data)
