"""A saved proof for the checker that is verified in Coq: `pmlsym export`."""

from __future__ import annotations

from pathlib import Path

from pmlsym.files import path_of, read_text, replace_file, require_place

ENDINGS = (".v", ".data")


def export(coq: str | Path, out: str | Path | None = None) -> str:
    """The certificates of a saved proof as data and theorems for Coq.

    `coq` is the file of a proof; `out` is written where it is given, FILE.v for Coq or FILE.data
    for pmlsym-check. The result is the text, that of FILE.v unless `out` is FILE.data.
    Raises InvalidInput where a file cannot be read or written, InvalidCertificate for no proof.

    >>> export("nothing.json")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: nothing.json cannot be read: No such file or directory
    """
    from pmlsym.evidence.certificate_file import read_proof
    from pmlsym.evidence.coq_file import data_file
    from pmlsym.report.verdict_coq import proof_to_coq

    place = None if out is None else path_of(out)
    if place is not None:
        require_place(place, ENDINGS)
    proof = read_proof(read_text(path_of(coq)))
    is_data = place is not None and place.suffix == ".data"
    text = data_file(proof.certificates) if is_data else proof_to_coq(proof)
    if place is not None:
        replace_file(place, text)
    return text
