"""A saved proof for the checker that is verified in Coq: `pmlsym export`."""

from __future__ import annotations

from pathlib import Path

from pmlsym.files import path_of, read_text, replace_file, require_place


def export(coq: str | Path, out: str | Path | None = None) -> str:
    """The certificates of a saved proof as data and theorems for Coq.

    `coq` is the file of a proof; `out`, a name that ends with .v, is written where it is given. The
    result is the text.
    Raises InvalidInput where a file cannot be read or written, InvalidCertificate for no proof.

    >>> export("nothing.json")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: nothing.json cannot be read: No such file or directory
    """
    from pmlsym.evidence.certificate_file import read_proof
    from pmlsym.report.verdict_coq import proof_to_coq

    place = None if out is None else path_of(out)
    if place is not None:
        require_place(place, (".v",))
    text = proof_to_coq(read_proof(read_text(path_of(coq))))
    if place is not None:
        replace_file(place, text)
    return text
