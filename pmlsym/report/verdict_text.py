"""Verdicts as text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.question import Question
from pmlsym.engines.proof_reading import read_proof
from pmlsym.evidence.certificate_steps import count_terms
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.prior_bounds import OverPriors, PriorBound
from pmlsym.evidence.typesetting import proof_lines
from pmlsym.evidence.verdict import (
    Attempt,
    CertificateProof,
    Evidence,
    Proved,
    Refuted,
    SolverProof,
    Verdict,
)
from pmlsym.language.nodes import Claim, Comparison, Implication
from pmlsym.language.writing import statement, write_quantity
from pmlsym.report.instance_text import instance_line, instance_lines
from pmlsym.report.number_text import both_texts
from pmlsym.report.prior_bounds_report import bound_line

WIDTH = 100
INDENT = "        "


def verdict_text(
    question: Question,
    verdict: Verdict,
    *,
    bits: bool = False,
    mended: tuple[Claim, Verdict] | None = None,
) -> str:
    """The verdict on a question, what it rests on, and the proof or the instance itself.

    `mended` is a condition, and the verdict under it, to be put beside a refutation.
    """
    match verdict:
        case Proved():
            word = "Vacuous" if verdict.vacuous else "Proved"
            word += f", {verdict.caveat}:" if verdict.caveat else ""
            head = _headline(word, str(question), verdict.scope)
            lines = [head, *_domain(verdict), *_proof(verdict, bits)]
        case Refuted():
            lines = [_headline("Refuted", str(question), ""), *_refutation(verdict, bits)]
            lines += _beside(*mended) if mended else ()
        case _:
            lines = [_headline("Unknown", str(question), ""), *_looked(verdict.attempts)]
    return "\n".join(lines)


def total_seconds(attempts: tuple[Attempt, ...]) -> float:
    """The seconds of all attempts together."""
    return sum(attempt.seconds for attempt in attempts)


def _headline(word: str, claim: str, scope: str) -> str:
    start = f"{word:<7} {claim}"
    if not scope:
        return start
    if len(start) + len(scope) + 2 <= WIDTH:
        return f"{start:<{max(69, len(start) + 2)}} {scope}"
    return f"{start}\n{INDENT}{scope}"


def _domain(verdict: Proved) -> Iterator[str]:
    """Where the claim has a value, unless that is everywhere."""
    if verdict.domain:
        yield from _wrapped(f"on its domain: {'; '.join(verdict.domain)}")


def _proof(verdict: Proved, bits: bool) -> Iterator[str]:
    evidence, seconds = verdict.evidence, total_seconds(verdict.attempts)
    found = f"found in {seconds:.2f} s, {evidence.trust}"
    match evidence:
        case CertificateProof(certificates):
            terms = count_terms(certificates)
            steps = f"certificate, {terms} term{'s' * (terms != 1)}"
            if len(certificates) > 1:
                steps = f"{len(certificates)} certificates, {terms} terms"
            yield f"{INDENT}{steps}, {found}"
            yield from _shown(evidence)
            yield from _also_said(verdict)
        case SolverProof(core=core):
            yield f"{INDENT}Z3 ({core}), {found}"
        case AnalyticProof():
            yield f"{INDENT}{found} ({', '.join(evidence.methods)})"
        case OverPriors(bounds):
            yield f"{INDENT}{found}"
            yield from _worst(bounds, bits)
        case _:
            yield f"{INDENT}{found}"
            yield from _shown(evidence)
    if verdict.contradiction is not None:
        yield f"{INDENT}no instance meets the hypotheses: {verdict.contradiction.trust}"
        yield from _shown(verdict.contradiction)
    elif verdict.witness is None and not _has_hypotheses(verdict.claim):
        yield f"{INDENT}no instance was evaluated: a mistake of the engine would show on one"
    elif verdict.witness is None:
        yield f"{INDENT}no instance that meets the hypotheses was found: the claim may be vacuous"
    elif point := instance_line(verdict.witness):
        yield from _wrapped(f"holds, for example, at {point}")


def _has_hypotheses(claim: object) -> bool:
    return isinstance(claim, Claim) and bool(hypotheses_of(claim))


def _shown(evidence: Evidence) -> Iterator[str]:
    """The proof itself, where it can be read."""
    if isinstance(evidence, EntropyProof):
        for dual in evidence.duals:
            yield from _wrapped(str(dual))
    certificates = evidence.certificates if isinstance(evidence, CertificateProof) else ()
    for k, certificate in enumerate(certificates, 1):
        if len(certificates) > 1:
            yield f"{INDENT}part {k}"
        for line in proof_lines(certificate):
            yield INDENT + line


def _also_said(verdict: Proved) -> Iterator[str]:
    """Hypotheses that the proof does not need, and that it holds for densities."""
    for line in str(replace(read_proof(verdict), used=())).splitlines():
        yield from _wrapped(line)


def _refutation(verdict: Refuted, bits: bool) -> Iterator[str]:
    yield f"{INDENT}found in {total_seconds(verdict.attempts):.2f} s, evaluated exactly"
    for line in instance_lines(verdict.instance):
        yield f"{INDENT}{line}"
    names = _sides(verdict.claim)
    width = max(map(len, names))
    for name, value in zip(names, (verdict.left, verdict.right), strict=True):
        if value is None:
            continue
        yield f"{INDENT}{name:<{width}} = {both_texts(value, bits=bits)}"
    yield from _worst(verdict.bounds, bits)


def _worst(bounds: tuple[PriorBound, ...], bits: bool) -> Iterator[str]:
    """The worst value of each measure over a set of priors, and the prior of it."""
    for bound in bounds:
        yield from _wrapped(bound_line(bound, bits=bits))


def _beside(condition: Claim, verdict: Verdict) -> Iterator[str]:
    """What was shown under a condition that the counterexample does not meet."""
    said = f"with {statement(condition)}"
    if isinstance(verdict, Proved):
        yield from _wrapped(f"{said} it holds: proved, {verdict.evidence.trust}")
        yield from _domain(verdict)
    elif isinstance(verdict, Refuted):
        yield from _wrapped(f"{said} it is false too, at {instance_line(verdict.instance)}")


def _sides(claim: object) -> tuple[str, str]:
    """What the sides are called: as written where there is one comparison to fail."""
    while isinstance(claim, Implication):
        claim = claim.conclusion
    if not isinstance(claim, Comparison):
        return "left side", "right side"
    left, right = write_quantity(claim.left), write_quantity(claim.right)
    return (left, right) if len(left) + len(right) <= WIDTH // 2 else ("left side", "right side")


def _looked(attempts: tuple[Attempt, ...]) -> Iterator[str]:
    yield f"{INDENT}neither a proof nor a counterexample was found"
    for attempt in attempts:
        yield from _wrapped(f"{attempt.engine}, effort {attempt.effort:.2f}: {attempt.ending}")


def _wrapped(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(
        line,
        WIDTH,
        initial_indent=INDENT + indent,
        subsequent_indent=INDENT + indent + "       ",
        break_long_words=False,
        break_on_hyphens=False,
    )
