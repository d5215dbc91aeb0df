"""The kept certificates for Coq, as data that the verified checker accepts and as theorems.

    python export.py certificates OUT.v FOLDER..   a module for each certificate
    python export.py theorems OUT.v FOLDER..       the claims as theorems about leakages

A claim or certificate that has no counterpart is named, with the reason. Nothing here is trusted:
the checker judges the data as they are written.
"""

import re
import sys
from pathlib import Path

from pmlsym.calculus.json_text import parse
from pmlsym.coq.certificate_data import to_data
from pmlsym.coq.sequents import module_text
from pmlsym.coq.theorem import PREAMBLE, theorem
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.evidence.certificate_file import PROOF, SEQUENTS, read_proof, sequents_from_json

HEAD = """(* Written by export.py; do not edit. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Local Open Scope nat_scope.

"""
THEOREMS = f"(* Written by export.py; do not edit. *)\n{PREAMBLE}"


def coq_name(text):
    """A name that Coq allows."""
    return re.sub(r"[^A-Za-z0-9]", "_", text)


def kept(folder):
    """For each kept file with certificates its name, what it says, its certificates and its claim.

    There is no claim in a file of sequents.
    """
    for path in sorted(Path(folder).glob("*.json")):
        text = path.read_text(encoding="utf-8")
        data = parse(text)
        if data["format"] == PROOF:
            proof = read_proof(text)
            yield path.stem, proof.text, proof.certificates, proof
        elif data["format"] == SEQUENTS:
            file = sequents_from_json(data)
            yield path.stem, f"{file.row}: {file.says}", file.certificates, None


def certificates(folders):
    """For each kept certificate its name in Coq, what it says and its data."""
    for folder in folders:
        for stem, says, proofs, _ in kept(folder):
            for k, certificate in enumerate(proofs):
                name = f"{coq_name(f'{Path(folder).name}_{stem}')}_{k}"
                try:
                    yield name, says, to_data(certificate)
                except (InvalidCertificate, Unsupported) as error:
                    print(f"NOT EXPORTED {name}: {error}")


def theorems(folders):
    """For each claim that Coq knows its theorem; the others are named, with the reason."""
    for folder in folders:
        for stem, says, _, proof in kept(folder):
            if proof is None:
                continue
            try:
                yield theorem(coq_name(stem), proof)
            except Unsupported as error:
                print(f"NO THEOREM {stem}: {says}: {error}")


def main(kind, out, *folders):
    """Write the data of all certificates of some folders, or the theorems."""
    if kind == "theorems":
        found = list(theorems(folders))
        text = "\n".join((THEOREMS, *found))
    else:
        found = list(certificates(folders))
        text = HEAD + "\n".join(module_text(n, d, claim) for n, claim, d in found)
    place = Path(out)
    before = place.read_text(encoding="utf-8") if place.exists() else ""
    if text != before:  # what has not changed need not be compiled again
        place.write_text(text, encoding="utf-8")
    print(f"{out}: {len(found)} {kind}")


if __name__ == "__main__":
    main(*sys.argv[1:])
