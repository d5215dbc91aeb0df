"""Claims with something wrong planted, put to the prover alone: none is proved.

    python -m tests.soundness.attack_planted --claims 5000 --seed 1 --effort 0.1

Nothing that samples stands before the prover. Of a planted lemma it is tried as well to prove it as
one, without full support. The end says how many of each kind were tried, how many of them have
parts that search was begun for, and what was proved, which is nothing; else the status is 1. The
claims follow from the seed alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.lemmas.lemma import lemmas_of, proved_lemma
from pmlsym.errors import PmlError, Unsupported
from pmlsym.evidence.verdict import Attempt, Verdict
from tests.soundness.planted_claims import Planted, planted

UNREAD = "cannot read"


def attack(claims: Iterable[Planted], effort: float) -> tuple[Counter[str], list[str]]:
    """How many of each kind were tried, and searched for; and what went wrong."""
    tried: Counter[str] = Counter()
    wrong = []
    for claim in claims:
        tried[claim.kind] += 1
        verdict = answer(claim, effort)
        tried[f"{claim.kind}, searched for"] += not any(map(_is_unread, verdict.attempts))
        failed = [a.ending for a in verdict.attempts if a.failed]
        if verdict.name != "unknown" or failed or is_lemma(claim):
            wrong.append(f"{verdict.name}: {claim.text} {claim.lets} {failed}")
    return tried, wrong


def answer(claim: Planted, effort: float) -> Verdict:
    """What the prover says of the claim."""
    return prove(claim.text, let=claim.lets, effort=effort, witness=claim.witness or ())


def is_lemma(claim: Planted) -> bool:
    """Whether what is no law is proved as a lemma."""
    if claim.kind != "lemma":
        return False
    try:
        for read in lemmas_of(parse(claim.text, lets=claim.lets)):
            proved_lemma(read)
    except Unsupported:
        return False
    except PmlError:
        return False
    return True


def _is_unread(attempt: Attempt) -> bool:
    return attempt.ending.startswith(UNREAD)


def main() -> int:
    """Attack, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_planted")
    parser.add_argument("--claims", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=0.1)
    given = parser.parse_args()
    tried, wrong = attack(islice(planted(given.seed), given.claims), given.effort)
    lines = [f"{number:>6} {kind}" for kind, number in sorted(tried.items())]
    sys.stdout.writelines(f"{line}\n" for line in (*lines, *wrong, f"{len(wrong)} wrong"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
