"""The kept claims for Coq, as theorems about leakages.

    python export.py OUT.v FOLDER..

A claim that Coq does not have is named, with the reason. Nothing here is trusted: Coq judges
what is written.
"""

import re
import sys
from pathlib import Path

from pmlsym.calculus.json_text import parse
from pmlsym.coq.theorem import PREAMBLE, theorem_text
from pmlsym.errors import Unsupported
from pmlsym.kernel.certificate_file import PROOF, read_proof

HEAD = f"(* Written by export.py; do not edit. *)\n{PREAMBLE}"


def coq_name(text):
    """A name that Coq allows."""
    return re.sub(r"[^A-Za-z0-9]", "_", text)


def theorems(folders):
    """For each claim that Coq knows its theorem; the others are named, with the reason."""
    for folder in folders:
        for path in sorted(Path(folder).glob("*.json")):
            text = path.read_text(encoding="utf-8")
            if parse(text)["format"] != PROOF:
                continue
            proof = read_proof(text)
            try:
                yield theorem_text(coq_name(path.stem), proof)
            except Unsupported as error:
                print(f"NO THEOREM {path.stem}: {proof.text}: {error}")


def main(out, *folders):
    """Write the theorems of some folders."""
    found = list(theorems(folders))
    text = "\n".join((HEAD, *found))
    place = Path(out)
    before = place.read_text(encoding="utf-8") if place.exists() else ""
    if text != before:  # what has not changed need not be compiled again
        place.write_text(text, encoding="utf-8")
    print(f"{out}: {len(found)} theorems")


if __name__ == "__main__":
    main(*sys.argv[1:])
