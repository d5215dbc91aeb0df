"""The kept certificates as a Coq file that has the verified checker accept each of them.

    python export.py FOLDER OUT.v      a module for each certificate of FOLDER and FOLDER/sequents
    python export.py FOLDER OUT.data   the same data, one line each, for pmlsym-check
    python export.py FOLDER FOLDER OUT.v    the claims of both as theorems about leakages

A claim or certificate that has no counterpart is named, with the reason. Nothing here is trusted:
the checker judges the data as they are written.
"""

import re
import sys
from pathlib import Path

from pmlsym.calculus.json_text import parse
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.evidence.certificate_file import read_proof
from pmlsym.evidence.coq_export import to_data
from pmlsym.evidence.coq_file import module_text, plain_text
from pmlsym.evidence.sequents_file import sequents_from_json
from pmlsym.report.coq_statement import PREAMBLE, theorem

HEAD = """(* Written by export.py; do not edit. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Local Open Scope nat_scope.

"""
THEOREMS = f"(* Written by export.py; do not edit. *)\n{PREAMBLE}"


def kept(folder):
    """For each kept file its name, what it says, and its certificates."""
    for path in sorted(Path(folder).glob("*.json")):
        proof = read_proof(path.read_text(encoding="utf-8"))
        yield path.stem, proof.text, proof.certificates
    for path in sorted(Path(folder, "sequents").glob("*.json")):
        file = sequents_from_json(parse(path.read_text(encoding="utf-8")))
        yield f"sequents-{path.stem}", f"{file.row}: {file.says}", file.certificates


def certificates(folder):
    """For each kept certificate its name in Coq, what it says and its data."""
    for stem, says, proofs in kept(folder):
        for k, certificate in enumerate(proofs):
            name = f"{re.sub(r'[^A-Za-z0-9]', '_', stem)}_{k}"
            try:
                yield name, says, to_data(certificate)
            except InvalidCertificate as error:
                print(f"NOT EXPORTED {name}: {error}")


def theorems(*folders):
    """For each claim that Coq knows its theorem; the others are named, with the reason."""
    for folder in folders:
        for path in sorted(Path(folder).glob("*.json")):
            proof = read_proof(path.read_text(encoding="utf-8"))
            try:
                yield theorem(re.sub(r"[^A-Za-z0-9]", "_", path.stem), proof)
            except Unsupported as error:
                print(f"NO THEOREM {path.stem}: {proof.text}: {error}")


def main(folder, *more):
    """Write the data of all certificates of a folder, or the theorems of two."""
    out = more[-1]
    if len(more) == 2:
        found = list(theorems(folder, more[0]))
        Path(out).write_text("\n".join((THEOREMS, *found)), encoding="utf-8")
        print(f"{out}: {len(found)} theorems")
        return
    data = list(certificates(folder))
    if out.endswith(".v"):
        text = HEAD + "\n".join(module_text(n, d, claim) for n, claim, d in data)
    else:
        text = "".join(f"{n} {plain_text(d)}\n" for n, _, d in data)
    Path(out).write_text(text, encoding="utf-8")
    print(f"{out}: {len(data)} certificates")


if __name__ == "__main__":
    main(*sys.argv[1:])
