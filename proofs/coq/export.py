"""The kept certificates as a Coq file that has the verified checker accept each of them.

    python export.py FOLDER OUT.v      a module for each certificate of FOLDER/*.json
    python export.py FOLDER OUT.data   the same data, one line each, for pmlsym-check

Nothing here is trusted: the checker judges the data as they are written.
"""

import sys
from pathlib import Path

from pmlsym.evidence.certificate_file import read_proof
from pmlsym.evidence.coq_export import module_text, plain_text, to_data

HEAD = """(* Written by export.py; do not edit. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Local Open Scope nat_scope.

"""


def certificates(folder):
    """For each kept certificate its name in Coq, its claim and its data."""
    for path in sorted(Path(folder).glob("*.json")):
        proof = read_proof(path.read_text(encoding="utf-8"))
        for k, certificate in enumerate(proof.certificates):
            yield f"{path.stem.replace('-', '_')}_{k}", proof.text, to_data(certificate)


def main(folder, out):
    """Write the data of all certificates of a folder."""
    data = list(certificates(folder))
    if out.endswith(".v"):
        text = HEAD + "\n".join(module_text(n, d, claim) for n, claim, d in data)
    else:
        text = "".join(f"{n} {plain_text(d)}\n" for n, _, d in data)
    Path(out).write_text(text, encoding="utf-8")
    print(f"{out}: {len(data)} certificates")


if __name__ == "__main__":
    main(*sys.argv[1:])
