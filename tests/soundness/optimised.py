"""What has to be refused, tried where asserts are not executed.

    python -O -m tests.soundness.optimised

Every failure is raised, none asserted. It prints how many wrong things were tried.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from pmlsym.calculus import Tensor, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import PmlError, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.linear import program
from pmlsym.linear.program import ProgramSolution, best_combination
from pmlsym.pages.saved_evidence import check_saved
from proofs.papers.deduced import Deduced, Example
from tests.examples import effort
from tests.soundness.mutants import FILE
from tests.soundness.test_numbers_within_sums import FALSE
from tests.statements.numbers import FALSE as FALSE_NUMBERS
from tests.statements.statement import Text

CERTIFICATES = Path(__file__).resolve().parents[2] / "proofs" / "certificates"
ONE, HALF = Fraction(1), Fraction(1, 2)


class Wrong(Exception):
    """Something was accepted that has to be refused."""


def refused(what: str, run: Callable[[], object]) -> None:
    """Return if it raises an error of the package."""
    try:
        run()
    except PmlError:
        return
    raise Wrong(what)


def try_programs() -> int:
    """Solutions of a linear program that are not feasible, not optimal, or of another value."""
    corners, costs, prior = ((ONE, Fraction(0)), (Fraction(0), ONE)), (ONE, ONE), (HALF, HALF)
    good = best_combination(corners, costs, prior)
    wrong = (
        replace(good, weights=(ONE, HALF)),
        replace(good, weights=(Fraction(3, 2), -HALF)),
        replace(good, dual=(Fraction(0), Fraction(2))),
        replace(good, value=Fraction(2)),
    )
    for answer in wrong:
        refused(f"{answer}", partial(check_program, answer, corners, costs, prior))
    check_program(good, corners, costs, prior)
    return len(wrong)


def check_program(answer: ProgramSolution, *rest: tuple[object, ...]) -> None:
    """The check that every design goes through."""
    program._require_optimal(answer, *rest)  # type: ignore[arg-type]


def try_numbers() -> int:
    """False claims about numbers, put to the prover alone."""
    texts = [*FALSE_NUMBERS[::6], *(Text(text) for text, _ in FALSE)]
    for text in texts:
        try:
            proof = prove_analytic(text.claim, effort=effort(0.2, in_full=0.5))
        except Unsupported:
            continue
        if proof is not None:
            raise Wrong(f"proved: {text}")
    return len(texts)


def try_leakages() -> int:
    """False claims about leakages, put to the prover alone."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))[::29]
    for row in rows:
        claim = Text(row["text"], tuple(row["lets"]), tuple(row["assume"])).claim
        if isinstance(prove(claim, effort=effort(0.1, in_full=0.3)), Proved):
            raise Wrong(f"proved: {row['text']}")
    return len(rows)


def try_certificates() -> int:
    """Certificates of one claim for another, and without their last step."""
    tried = 0
    for path in sorted(CERTIFICATES.glob("*.json"))[:8]:
        text = path.read_text(encoding="utf-8")
        if json.loads(text)["format"] != "pmlsym proof":
            continue
        check_saved(text)
        anothers, cut = json.loads(text), json.loads(text)
        anothers["claim"] = {"text": "pml(P, W) <= 0", "lets": [], "assume": []}
        for certificate in cut["certificates"]:
            certificate["steps"].pop()
        for name, data in (("another's", anothers), ("cut", cut)):
            refused(f"{path.name}, {name}", partial(check_saved, json.dumps(data)))
        tried += 2
    return tried


def try_hypotheses() -> int:
    """What is deduced from hypotheses that contradict each other."""
    t = atom(Tensor("t"))
    facts = (Fact("zero", t, (), "=="), Fact("one", t - 1, (), "=="))
    for value in ("0", "1"):
        part = Deduced("..", lambda: (Sequent(facts, constant(-1)),), Example({"t": value}, {}))
        refused(f"t = {value}", partial(part.certificates, effort=1.0))
    return 2


def main() -> None:
    """Try everything, and print the numbers."""
    if __debug__:
        raise Wrong("asserts are executed here: run with python -O")
    tries = (try_programs, try_numbers, try_leakages, try_certificates, try_hypotheses)
    print(json.dumps(Counter({run.__name__: run() for run in tries})))  # noqa: T201


if __name__ == "__main__":
    main()
