"""Prove every statement from nothing, and show what came out."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from pmlsym.calculus.effort import Stopwatch
from pmlsym.calculus.json_layout import render
from pmlsym.cli import GARBAGE_THRESHOLD
from pmlsym.engines.decide.decisions import prove, refute
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import CertificateProof, Proved, Verdict
from pmlsym.exposition.certificate_summary import count_terms
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import ProofFile, SequentsFile, proof_text, sequents_text
from pmlsym.kernel.checker import check
from pmlsym.lowering.stated_facts import stated_facts
from pmlsym.pages.verdict_json import saved_data
from pmlsym.papers import recorded
from proofs import concentrated_priors, high_privacy, side_information, table
from proofs.derived import Derived
from proofs.table import Statement

CERTIFICATES = Path(__file__).parent / "certificates"
SEQUENTS = CERTIFICATES / "sequents"
ROWS = Path(__file__).parent / "rows"
"""The proofs of claims that have no name but their row's."""
IN_LEDGER = recorded.CERTIFICATES
"""The proofs that the ledger takes, since it cannot find them: they go with the library."""

EFFORT = 40.0
STATEMENTS: tuple[Statement | Derived, ...] = (
    *table.STATEMENTS,
    *(*side_information.STATEMENTS, *concentrated_priors.STATEMENTS, *high_privacy.STATEMENTS),
)


def main() -> int:
    """Prove the statements; the exit status says whether all came out as expected."""
    parser = argparse.ArgumentParser(prog="python -m proofs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the certificates")
    parser.add_argument("--only", default="", help="only statements whose name has this in it")
    options = parser.parse_args()
    gc.set_threshold(GARBAGE_THRESHOLD)
    statements = [s for s in STATEMENTS if options.only in s.name]
    whole, failures = Stopwatch(), 0
    print(f"{'statement':62} {'verdict':9} {'engine':10} {'terms':>5} {'effort':>7} {'seconds':>8}")
    for statement in statements:
        if isinstance(statement, Derived):
            failures += not _derive(statement, keep=options.write)
        else:
            failures += not _settle(statement, keep=options.write)
    spent = f"{whole.units:.1f} units of effort, {whole.seconds:.1f} s"
    print(f"{len(statements)} statements in {spent}, {failures} not as expected")
    return 1 if failures else 0


def _settle(statement: Statement, *, keep: bool) -> bool:
    """Prove or refute a claim, and show it; whether the verdict is the one expected."""
    watch = Stopwatch()
    claimed = statement.claimed
    settle = prove if claimed.holds else refute
    verdict = settle(claimed.to_claim(), effort=EFFORT * claimed.patience)
    print(_row(statement, verdict, watch), flush=True)
    if keep and isinstance(verdict, Proved):
        _keep(statement, verdict)
    return verdict.name == statement.verdict


def _derive(statement: Derived, *, keep: bool) -> bool:
    """Prove a statement with hints, and show it; whether the kernel accepts the proof."""
    watch, verdict, terms = Stopwatch(), "proved", ""
    try:
        certificates = statement.certificates()
        for certificate in certificates:
            check(certificate)
        terms = str(count_terms(certificates))
        if keep:
            _keep_derived(statement, certificates)
    except InvalidCertificate as error:
        verdict = f"unknown: {error}"
    spent = f"{watch.units:7.2f} {watch.seconds:8.2f}"
    print(f"{statement.name:62} {verdict:9} {'hints':10} {terms:>5} {spent}", flush=True)
    return verdict == "proved"


def file_of(statement: Statement | Derived) -> Path:
    """Where the proof of a statement is kept, whether or not there is one."""
    if statement.is_in_ledger:
        folder = IN_LEDGER
    elif isinstance(statement, Derived):
        folder = CERTIFICATES if statement.question else SEQUENTS
    else:
        folder = CERTIFICATES if statement.claimed.saved else ROWS
    return folder / f"{statement.name}.json"


def _keep_derived(statement: Derived, certificates: Sequence[Certificate]) -> None:
    """Linked to its claim if there is one, else to the row of the catalogue alone."""
    question = statement.question
    if question is not None:
        words, facts = (question.lets, question.assume), stated_facts(question.claim())
        text = proof_text(ProofFile(question.text, tuple(certificates), *words, facts))
    else:
        text = sequents_text(SequentsFile(statement.row, statement.says, tuple(certificates)))
    file_of(statement).write_text(text)


def _row(statement: Statement, verdict: Verdict, watch: Stopwatch) -> str:
    engine, spent = verdict.attempts[-1].engine, f"{watch.units:7.2f} {watch.seconds:8.2f}"
    terms = ""
    if isinstance(verdict, Proved) and isinstance(verdict.evidence, CertificateProof):
        terms = str(count_terms(verdict.evidence.certificates))
    mark = "" if verdict.name == statement.verdict else f"  expected: {statement.verdict}"
    return f"{statement.name:62} {verdict.name:9} {engine:10} {terms:>5} {spent}{mark}"


def _keep(statement: Statement, verdict: Proved) -> None:
    """The proof of a claim, linked to it; of one that has no words, its sequents alone.

    Plain numbers are compared where they are claimed, and leave nothing to keep.
    """
    claimed, path = statement.claimed, file_of(statement)
    data = saved_data(claimed.question, verdict) if claimed.claim is None else None
    if data is not None:
        path.write_text(render(data) + "\n")
    elif isinstance(verdict.evidence, CertificateProof):
        file = SequentsFile(statement.row, claimed.text, verdict.evidence.certificates)
        path.write_text(sequents_text(file))


if __name__ == "__main__":
    sys.exit(main())
