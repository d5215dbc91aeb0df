"""The certificates of the laws that measures state.

python -m proofs.laws               prove those that have none yet, and keep them in proofs/laws
python -m proofs.laws --anew        prove all of them again
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from pmlsym.calculus.json_layout import render
from pmlsym.claim_text.question import Question
from pmlsym.engines.decide.decisions import prove
from pmlsym.exposition.certificate_summary import count_terms
from pmlsym.kernel.certificate_file import read_proof
from pmlsym.measures.every import NOTIONS
from pmlsym.measures.notion import Law
from pmlsym.pages.verdict_json import saved_data

KEPT = Path(__file__).parent / "laws"
EFFORT = 20.0
LAWS = tuple(law for notion in NOTIONS for law in notion.laws if not law.open)


def file_of(law: Law) -> Path:
    """Where the certificate of a law is kept, whether or not there is one."""
    words = {"<=": "le", ">=": "ge", "==": "eq", "=>": "then", "&": "and", "|": "given"}
    text = re.sub(r"<=|>=|==|=>|[&|]", lambda sign: f" {words[sign[0]]} ", law.text)
    return KEPT / f"{re.sub(r'[^A-Za-z0-9]+', '-', text).strip('-')}.json"


def terms(law: Law) -> int:
    """The number of terms of the certificate that is kept; 0 where there is none."""
    path = file_of(law)
    if not path.exists():
        return 0
    return count_terms(read_proof(path.read_text(encoding="utf-8")).certificates)


def keep(law: Law) -> str:
    """Prove a law and keep its certificate; how the verdict is called."""
    question = Question(law.text, law.lets)
    verdict = prove(question.claim(), effort=EFFORT)
    data = saved_data(question, verdict)
    if data is not None:
        file_of(law).write_text(render(data) + "\n", encoding="utf-8")
    return verdict.name if data is None or "certificates" in data else "without a certificate"


def main() -> int:
    """Keep what is missing; the exit status says whether every law has a certificate."""
    parser = argparse.ArgumentParser(prog="python -m proofs.laws", description=__doc__)
    parser.add_argument("--anew", action="store_true", help="prove all laws again")
    options = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    missing = [law for law in LAWS if options.anew or not file_of(law).exists()]
    found = {law: keep(law) for law in missing}
    for law, name in found.items():
        print(f"{name:9} {law.text}", flush=True)
    for path in set(KEPT.glob("*.json")) - set(map(file_of, LAWS)):
        path.unlink()
    return 0 if set(found.values()) <= {"proved"} else 1


if __name__ == "__main__":
    sys.exit(main())
