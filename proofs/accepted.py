"""Which checkers accept which statement: `python -m proofs.accepted`.

For each statement of the table whose proof is a certificate: the paper and the number, the file,
and whether the kernel and the second opinion `proofs/verify.py` accept it. In Coq a statement is a
theorem about leakages where the exporter writes it as one, else its sequents; that Coq accepts what
is written is for `make -C proofs/coq` to say, which fails otherwise. A proof about total variation
is one about convex terms, of which no theorem is written: the theorem is that of the same claim
with total variation written out, whose proof is kept in `proofs/coq/statements`.

    python -m proofs.accepted           compare with proofs/accepted.md; exit status 1 if it differs
    python -m proofs.accepted --write   write it
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pmlsym.calculus.json_text import parse
from pmlsym.coq.theorem import theorem_text
from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import (
    PROOF,
    SEQUENTS,
    ProofFile,
    read_proof,
    sequents_from_json,
    to_json,
)
from pmlsym.kernel.checker import check
from proofs.__main__ import STATEMENTS, file_of
from proofs.verify import Refused, verify_certificate

TABLE = Path(__file__).parent / "accepted.md"
STATED = Path(__file__).parent / "coq" / "statements"
TOTAL_VARIATION = "tv(P, W)"
WRITTEN_OUT = "sum(x, sum(y, max(P[x]*(W[y|x] - (P >> W)[y]), 0)))"
"""What the exporter writes for it too: the nodes are the same (tests/coq/test_coq_export.py)."""
HEAD = """# Which checkers accept which statement

Written by `python -m proofs.accepted --write`. Every statement of the table of `python -m proofs`
whose proof is a certificate. In Coq, *theorem* is a theorem about the leakages as
`proofs/coq/Pml.v` defines them, *sequents* are the formulas that the claim is lowered to.

| paper | number | file | kernel | verify.py | Coq |
| --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Row:
    """A statement, its file, and what each checker says of it."""

    paper: str
    number: str
    file: str
    kernel: bool
    second: bool
    coq: str

    @property
    def text(self) -> str:
        """As a row of the table."""
        said = ("yes" if self.kernel else "no", "yes" if self.second else "no", self.coq)
        return f"| {' | '.join((self.paper, self.number, f'`{self.file}`', *said))} |"


def rows() -> Iterator[Row]:
    """The statements whose proofs are certificates, in the order of the table."""
    for statement in STATEMENTS:
        path = file_of(statement)
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        proof: ProofFile | None = None
        data = parse(text)
        assert isinstance(data, dict)
        if data["format"] == PROOF:
            proof = read_proof(text)
            certificates = proof.certificates
        elif data["format"] == SEQUENTS:
            certificates = sequents_from_json(data).certificates
        else:
            continue
        paper, number = statement.row.split("/", 1)
        kernel = all(map(_kernel, certificates))
        second = all(map(_second, certificates))
        root = Path(__file__).parents[1 if statement.is_in_ledger else 0]
        file = str(path.relative_to(root))
        yield Row(paper, number, file, kernel, second, _coq(proof))


def _kernel(certificate: Certificate) -> bool:
    try:
        check(certificate)
    except InvalidCertificate:
        return False
    return True


def _second(certificate: Certificate) -> bool:
    try:
        verify_certificate(to_json(certificate), "a row of the table")
    except Refused:
        return False
    return True


def _coq(proof: ProofFile | None) -> str:
    """What is written for Coq."""
    if proof is None:
        return "sequents"
    claimed = proof.text.replace(TOTAL_VARIATION, WRITTEN_OUT), proof.lets, proof.assume
    stated = (other for other in _stated() if (other.text, other.lets, other.assume) == claimed)
    return "theorem" if any(map(_has_theorem, (proof, *stated))) else "sequents"


def _has_theorem(proof: ProofFile) -> bool:
    try:
        theorem_text("claim", proof)
    except Unsupported:
        return False
    return True


@cache
def _stated() -> tuple[ProofFile, ...]:
    """The proofs that are kept for the sake of their theorems."""
    return tuple(read_proof(path.read_text(encoding="utf-8")) for path in STATED.glob("*.json"))


def table(found: Sequence[Row]) -> str:
    """The table, with the totals below it."""
    counts = (
        sum(row.kernel for row in found),
        sum(row.second for row in found),
        sum(row.coq == "theorem" for row in found),
    )
    foot = "\n{} statements: the kernel accepts {}, verify.py {}; {} are theorems in Coq.\n".format(
        len(found), *counts
    )
    return HEAD + "".join(f"{row.text}\n" for row in found) + foot


def main() -> int:
    """Write the table, or compare it."""
    parser = argparse.ArgumentParser(prog="python -m proofs.accepted", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table")
    options, text = parser.parse_args(), table(tuple(rows()))
    if options.write:
        TABLE.write_text(text, encoding="utf-8")
    print(text.splitlines()[-1])
    if TABLE.read_text(encoding="utf-8") == text:
        return 0
    print("proofs/accepted.md says something else: python -m proofs.accepted --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
