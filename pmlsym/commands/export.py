"""`pmlsym export --coq PROOF`: write a saved proof for the checker that is verified in Coq."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_text
from pmlsym.files import read_text, replace_file, require_place

ENDINGS = (".v", ".data")


def export(
    coq: Annotated[Path, typer.Option("--coq", help="A proof that `ask --save` wrote.")],
    out: Annotated[
        Path | None, typer.Option(help="FILE.v for Coq, FILE.data for pmlsym-check.")
    ] = None,
) -> None:
    """Write the certificates of a saved proof as data and theorems for Coq."""
    from pmlsym.evidence.certificate_file import read_proof
    from pmlsym.evidence.coq_file import coq_file, data_file

    if out is not None:
        require_place(out, ENDINGS)
    proof = read_proof(read_text(coq))
    if out is not None and out.suffix == ".data":
        replace_file(out, data_file(proof.certificates))
        return
    text = coq_file(proof.text, proof.certificates)
    if out is None:
        print_text(text)
    else:
        replace_file(out, text)
