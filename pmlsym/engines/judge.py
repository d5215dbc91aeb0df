"""The judge: the only place where `Proved` and `Refuted` are made.

A proof is accepted if the certificates are those of the claim's own sequents and the kernel accepts
each; sums of informations, if their statements are those of the claim and each sum, expanded again,
gives its statement. A counterexample is accepted if the claim, in the user's own terms, is exactly
false on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pmlsym.claims.domain import contradiction_of, domain_of, hypotheses_of
from pmlsym.claims.evaluation import completed, evaluate, holds
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.checker import check
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof, check_entropy_dual
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import (
    EVERY_NUMBER,
    EVERY_SIZE,
    EVERY_VARIABLE,
    THIS_INSTANCE,
    UNMET,
    VACUOUS,
    Attempt,
    CertificateProof,
    Evaluated,
    Evidence,
    OverPriors,
    Proved,
    Refuted,
    SolverProof,
)
from pmlsym.language.interpretation import Logic
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.lowering.entropy_form import entropy_statements
from pmlsym.lowering.sequents import lower, lowered

Attempts = tuple[Attempt, ...]
SECOND_OPINION = 10.0


def accept_certificates(claim: Claim, certificates: tuple[Certificate, ...]) -> None:
    """Return if the certificates prove the claim; raise InvalidCertificate if not."""
    sequents = lower(claim)
    if tuple(certificate.sequent for certificate in certificates) != sequents:
        raise InvalidCertificate("the certificates are not linked to the claim")
    for certificate in certificates:
        check(certificate)


def check_entropy(claim: Claim, proof: EntropyProof) -> None:
    """Return if the proof is one of the claim; raise InvalidCertificate if not.

    >>> from pmlsym.claims.question import parse
    >>> from pmlsym.engines.shannon.prove import prove_entropy
    >>> claim = parse("I(A;B|C) <= H(A)")
    >>> check_entropy(claim, prove_entropy(claim))
    >>> check_entropy(parse("I(A;B|C) <= H(C)"), prove_entropy(claim))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the proof is not linked to the claim
    """
    if tuple(dual.statement for dual in proof.duals) != entropy_statements(claim):
        raise InvalidCertificate("the proof is not linked to the claim")
    for dual in proof.duals:
        check_entropy_dual(dual)


def judge_certificates(
    claim: Claim,
    certificates: tuple[Certificate, ...],
    witness: Instance | None,
    attempts: Attempts,
    contradiction: Evidence | None = None,
) -> Proved:
    """The verdict on certificates. Raises InvalidCertificate if they do not prove the claim.

    `contradiction` shows that the hypotheses of the claim contradict each other, here and below.
    """
    cases = tuple(found.case for found in lowered(claim))
    proof = CertificateProof(certificates, cases=cases if any(cases) else ())
    return _proved(claim, EVERY_SIZE, proof, witness, attempts, contradiction)


def _proved(
    claim: Claim,
    scope: str,
    evidence: Evidence,
    witness: Instance | None,
    attempts: Attempts,
    contradiction: Evidence | None = None,
    *,
    seconds: float = 0.0,
) -> Proved:
    evidence = _accepted(claim, evidence, seconds)
    _require_true(claim, witness)
    if contradiction is not None:
        clash = contradiction_of(claim)
        if clash is None or witness is not None:
            raise InvalidCertificate("the hypotheses of the claim do not contradict each other")
        scope, contradiction = VACUOUS, _accepted(clash, contradiction, seconds)
    return Proved(claim, scope, evidence, witness, attempts, contradiction, domain_of(claim))


def _accepted(claim: Claim, evidence: Evidence, seconds: float) -> Evidence:
    """The evidence, checked again, with what a second solver says to it within the seconds."""
    match evidence:
        case CertificateProof(certificates):
            accept_certificates(claim, certificates)
        case EntropyProof():
            check_entropy(claim, evidence)
        case AnalyticProof():
            from pmlsym.engines.analytic.checking import confirmed

            return confirmed(claim, evidence, seconds=seconds)
        case SolverProof(scripts=()):
            raise InvalidInput("a solver's proof keeps its queries")
    return evidence


def judge_solver(
    claim: Claim, proof: SolverProof, witness: Instance | None, attempts: Attempts
) -> Proved:
    """The verdict on a solver's answer at fixed sizes.

    Raises InvalidInput where nothing was asked, InvalidCertificate if the claim is false on the
    witness.
    """
    named = [", ".join(f"|{a}| = {n}" for a, n in sizes) for sizes in proof.sizes]
    scope = "; ".join((f"alphabets of these sizes: {'; '.join(named)}", *proof.families))
    return _proved(claim, scope, proof, witness, attempts)


def judge_entropy(
    claim: Claim,
    proof: EntropyProof,
    witness: Instance | None,
    attempts: Attempts,
    contradiction: Evidence | None = None,
) -> Proved:
    """The verdict on a sum of informations. Raises InvalidCertificate if it does not prove it."""
    return _proved(claim, EVERY_VARIABLE, proof, witness, attempts, contradiction)


def judge_analytic(
    claim: Claim,
    proof: AnalyticProof,
    witness: Instance | None,
    attempts: Attempts,
    contradiction: Evidence | None = None,
    *,
    seconds: float = SECOND_OPINION,
) -> Proved:
    """The verdict on an analytic proof; `seconds` are for what cvc5 says to Z3's answers.

    Raises InvalidCertificate if replaying it fails, Disagreement where cvc5 contradicts Z3.
    """
    return _proved(claim, EVERY_NUMBER, proof, witness, attempts, contradiction, seconds=seconds)


def judge_evaluation(claim: Claim, instance: Instance, attempts: Attempts) -> Proved | Refuted:
    """The verdict on a claim about concrete entries, or about plain numbers."""
    if not holds(claim, instance):
        return judge_instance(claim, instance, attempts)
    proof, domain = Evaluated(), domain_of(claim)
    if not all(holds(hypothesis, instance) for hypothesis in hypotheses_of(claim)):
        return Proved(claim, UNMET, proof, None, attempts, proof, domain)
    witness = completed(claim, instance)
    scope = THIS_INSTANCE if witness.tensors else EVERY_NUMBER
    return Proved(claim, scope, proof, witness, attempts, domain=domain)


def judge_over_priors(
    claim: Claim, attempts: Attempts, *, in_parts: bool = True
) -> Proved | Refuted | None:
    """The verdict on a claim about concrete channels, for all priors of a set or for all there are.

    Nothing where it is no such claim. With `in_parts` a set is looked at in parts where that
    helps. Raises Unsupported where the claim stays open.
    """
    from pmlsym.engines.over_priors.deciding import decide_over_priors
    from pmlsym.engines.over_priors.question import question_of

    question = question_of(claim)
    if question is None:
        return None
    answer = decide_over_priors(question, in_parts=in_parts)
    bounds = tuple(answer.bounds.values())
    if answer.instance is not None:
        return replace(judge_instance(claim, answer.instance, attempts), bounds=bounds)
    proof = OverPriors(bounds, tuple(answer.rests))
    if not answer.is_met and hypotheses_of(question.rest):
        return Proved(claim, UNMET, proof, None, attempts, proof, domain_of(claim))
    return _proved(claim, question.scope, proof, answer.witness, attempts)


def judge_instance(claim: Claim, instance: Instance, attempts: Attempts) -> Refuted:
    """The verdict on a counterexample. Raises InvalidInput if the claim is not false on it."""
    if holds(claim, instance):
        raise InvalidInput("the claim holds on this instance")
    sides = _sides(claim, instance)
    left, right = (None, None) if sides is None else (evaluate(s, instance) for s in sides)
    return Refuted(claim, completed(claim, instance), left, right, attempts)


def _require_true(claim: Claim, witness: Instance | None) -> None:
    if witness is not None and not holds(claim, witness):
        raise InvalidCertificate("the claim is proved, and false on its own witness")


Sides = tuple[Quantity, Quantity] | None

Resting = tuple[bool, Sides]
"""A truth, and the sides of a comparison on which it rests; none where that is a condition."""


def _sides(claim: Claim, instance: Instance) -> Sides:
    """The sides of a comparison on which the truth of a claim rests, read as its truth is."""
    resting: Logic[Resting] = Logic(
        compare=lambda part: (holds(part, instance), (part.left, part.right)),
        condition=lambda part: (holds(part, instance), None),
        all_of=partial(_joined, False),
        any_of=partial(_joined, True),
        negate=lambda part: (not part[0], part[1]),
        implies=lambda premise, conclusion: conclusion() if premise[0] else (True, premise[1]),
    )
    return resting.read(claim)[1]


def _joined(decisive: bool, parts: Sequence[Resting]) -> Resting:
    """The first part with the truth that decides; else the last that compares numbers."""
    for truth, sides in parts:
        if truth == decisive:
            return truth, sides
    return not decisive, next((sides for _, sides in reversed(parts) if sides is not None), None)
