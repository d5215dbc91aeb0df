"""The sequents of a claim for Coq, if Coq has no theorem about the claim itself.

`pmlsym-check`, which `make -C proofs/coq` builds, prints them: the data of each certificate and of
its lemmas, the check of these by the verified checker, and the theorem that follows, over every
ordered field and all finite alphabets, with convex terms for all large N. The file does not prove
that the sequents mean the claim, and says so.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from pmlsym.coq.gallina import escape_comment
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.kernel.certificate_file import ProofFile, proof_text

PROGRAM = "pmlsym-check"


def sequents_for_coq(proof: ProofFile, reason: str) -> str:
    """The text for Coq of a claim's sequents; `reason` says why it does not prove the claim.

    Raises Unsupported where the program is not on the path, InvalidCertificate if it refuses the
    proof.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise Unsupported(
            f"a theorem of Coq about this claim ({reason}); its sequents are written where"
            f" {PROGRAM} is on the path, which make -C proofs/coq builds"
        )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "claim" / "sequents.json"
        file.parent.mkdir()
        file.write_text(proof_text(proof), encoding="utf-8")
        result = subprocess.run(
            [program, "--coq", str(file)], capture_output=True, text=True, check=False
        )
    if result.returncode:
        raise InvalidCertificate(f"{PROGRAM} does not read this proof: {result.stdout.strip()}")
    return f"""(* {escape_comment(proof.text)}
   No theorem about the claim itself: {escape_comment(reason)}.
   The sequents of this claim, proved; that it means them is not part of this file.
   Compile it with  coqc -Q proofs/coq Pmlsym FILE  after  make -C proofs/coq. *)
{result.stdout}"""
