"""Prove every statement from nothing, and show what came out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

from pmlsym.ask import prove, refute
from pmlsym.evidence.certificate_file import ProofFile, proof_text
from pmlsym.evidence.certificate_steps import count_terms
from pmlsym.evidence.checker import check
from pmlsym.evidence.verdict import CertificateProof, Proved, Verdict
from proofs import capacity_converse, pml23, qid24, rdp
from proofs.statement import Statement

CERTIFICATES = Path(__file__).parent / "certificates"
BUDGET = 40.0
BY_HAND = (("capacity-is-approached-by-full-support-priors", capacity_converse.certificate),)
"""Proofs of statements that quantify over priors, which the claim language does not."""


def main() -> int:
    """Prove the statements; the exit status says whether all came out as expected."""
    parser = argparse.ArgumentParser(prog="python -m proofs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the certificates")
    parser.add_argument("--only", default="", help="only statements whose name has this in it")
    options = parser.parse_args()
    statements = [
        s for s in (*pml23.STATEMENTS, *rdp.STATEMENTS, *qid24.STATEMENTS) if options.only in s.name
    ]
    start, failures = perf_counter(), 0
    print(f"{'statement':62} {'verdict':9} {'engine':10} {'terms':>5} {'seconds':>8}")
    for statement in statements:
        began = perf_counter()
        settle = prove if statement.verdict == "proved" else refute
        verdict = settle(statement.question.claim(), budget=BUDGET)
        seconds = perf_counter() - began
        print(_row(statement, verdict, seconds), flush=True)
        failures += verdict.name != statement.verdict
        if options.write and isinstance(verdict, Proved):
            _keep(statement, verdict)
    for name, make in BY_HAND:
        if options.only in name:
            began, certificate = perf_counter(), make()
            check(certificate)
            terms, seconds = count_terms([certificate]), perf_counter() - began
            print(f"{name:62} {'proved':9} {'by hand':10} {terms:5} {seconds:8.2f}", flush=True)
    total = perf_counter() - start
    print(f"{len(statements)} statements in {total:.1f} s, {failures} not as expected")
    return 1 if failures else 0


def _row(statement: Statement, verdict: Verdict, seconds: float) -> str:
    engine = verdict.attempts[-1].engine
    terms = ""
    if isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof):
        terms = str(count_terms(verdict.evidence.certificates))
    mark = "" if verdict.name == statement.verdict else f"  expected: {statement.verdict}"
    return f"{statement.name:62} {verdict.name:9} {engine:10} {terms:>5} {seconds:8.2f}{mark}"


def _keep(statement: Statement, verdict: Proved) -> None:
    if isinstance(verdict.evidence, CertificateProof):
        question = statement.question
        certificates = verdict.evidence.certificates
        proof = ProofFile(question.text, certificates, question.lets, question.assume)
        CERTIFICATES.mkdir(exist_ok=True)
        (CERTIFICATES / f"{statement.name}.json").write_text(proof_text(proof))


if __name__ == "__main__":
    sys.exit(main())
