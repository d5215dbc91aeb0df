"""What proofs/verify.py says of a certificate."""

from __future__ import annotations

import json
from typing import Any

from pmlsym.calculus.wire_writing import write_tensors
from pmlsym.errors import PmlError
from pmlsym.kernel.certificate import Apply, Certificate, every_step
from pmlsym.kernel.certificate_file import from_json, lemmas_to_json, read_lemmas, to_json
from pmlsym.language.value import Value, polynomials_of
from pmlsym.lowering.stated_facts import value_data
from proofs.verify import (
    WORK,
    Guard,
    Known,
    Reader,
    Refused,
    known_of,
    read_tensors,
    verify_certificate,
    verify_lemmas,
)

ACCEPTED = "accepted"


def opinion_of_data(data: Any, lemmas: Any = ()) -> str:
    """ACCEPTED, or the reason against it; the certificate may apply the lemmas."""
    try:
        verify_certificate(data, "a seed", verify_lemmas(list(lemmas), "a seed"))
    except Refused as error:
        return str(error)
    return ACCEPTED


def second_facts(value: Value) -> Known:
    """What it knows of a value."""
    WORK.products = WORK.tries = 0
    tensors = {tensor for polynomial in polynomials_of(value) for tensor in polynomial.tensors}
    reader = Reader(read_tensors(write_tensors(tensors)))
    return known_of(reader.node(json.loads(json.dumps(value_data(value))), {}), Guard())


def second_opinion(certificate: Certificate) -> str | None:
    """ACCEPTED, or the reason against it; None if no file can hold the certificate."""
    try:
        data = json.loads(json.dumps(to_json(certificate)))
        lemmas = json.loads(json.dumps(lemmas_to_json((certificate,))))
        read = from_json(data, "", read_lemmas(lemmas))
    except (PmlError, AttributeError):
        return None
    if _size(read) != _size(certificate):  # an object has no key twice, and a file no lemma
        return None
    return opinion_of_data(data, lemmas)


def _size(certificate: Certificate) -> tuple[int, int]:
    """How many lemmas it has, and for how many letters its applications say what they are."""
    steps = [*certificate.steps, *(step for each in certificate.lemmas for step in each.steps)]
    letters = sum(len(s.letters) for s in every_step(steps) if isinstance(s, Apply))
    return len(certificate.lemmas), letters
