"""The judge: the only place where `Proved` and `Refuted` are made.

A proof is accepted if the certificates are those of the claim's own sequents and the kernel accepts
each; sums of informations, if their statements are those of the claim and each sum, expanded again,
gives its statement. A counterexample is accepted if the claim, in the user's own terms, is exactly
false on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pmlsym.claims.domain import domain_of, requirements_of, undefined_of
from pmlsym.claims.evaluation import completed, evaluate, holds
from pmlsym.claims.hypotheses import contradiction_of, hypotheses_of
from pmlsym.claims.linear_existence import exists_on_instance
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.errors import InvalidCertificate, InvalidInput, OutOfDomain
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyDual, EntropyProof, check_entropy_dual
from pmlsym.evidence.verdict import (
    EVERY_NUMBER,
    EVERY_SIZE,
    EVERY_VARIABLE,
    NOWHERE,
    THIS_INSTANCE,
    UNMET,
    VACUOUS,
    Attempt,
    CertificateProof,
    Evaluated,
    Evidence,
    Implied,
    PartProof,
    Proved,
    Refuted,
    SolverProof,
    Verdict,
)
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.checked import Checked
from pmlsym.kernel.checker import check
from pmlsym.language.fold import key
from pmlsym.language.interpretation import Logic
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.lowering.entropy_form import entropy_statements
from pmlsym.lowering.merged_letters import are_sequents_of
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.model.instance import Instance

Attempts = tuple[Attempt, ...]

Proof = CertificateProof | EntropyProof | AnalyticProof | Implied | Checked[SolverProof]
"""Evidence that is checked here, or that only the engine which asked the solver can check."""

SECOND_OPINION = 10.0
Sides = tuple[Quantity, Quantity] | None

Resting = tuple[bool, Sides]
"""A truth, and the sides of a comparison on which it rests; none where that is a condition."""


class _CheckedCertificates(Checked[CertificateProof]):
    """Certificates that the kernel has accepted, which are those of a claim."""

    __slots__ = ()

    def __init__(self, proof: CertificateProof, checked: Sequence[Checked[Certificate]]) -> None:
        super().__init__(replace(proof, certificates=tuple(each.evidence for each in checked)))


class _CheckedSums(Checked[EntropyProof]):
    """Sums of informations that prove the statements of a claim."""

    __slots__ = ()

    def __init__(self, checked: Sequence[Checked[EntropyDual]]) -> None:
        super().__init__(EntropyProof(tuple(each.evidence for each in checked)))


class _Evaluation(Checked[Evaluated]):
    """A claim about given entries was evaluated."""

    __slots__ = ()


def accept_certificates(claim: Claim, proof: CertificateProof) -> Checked[CertificateProof]:
    """Certificates that the judge accepts as a claim's; raises InvalidCertificate if not."""
    shown, lowered = proof.certificates, tuple(lowered_sequents(claim))
    if not are_sequents_of([each.sequent for each in shown], [each.sequent for each in lowered]):
        raise InvalidCertificate("the certificates are not linked to the claim")
    cases = tuple(each.case for each in lowered)
    proof = replace(proof, cases=cases if any(cases) else ())
    return _CheckedCertificates(proof, [check(certificate) for certificate in shown])


def check_entropy(claim: Claim, proof: EntropyProof) -> Checked[EntropyProof]:
    """A proof about entropies that the judge accepts as a claim's, or InvalidCertificate.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.engines.entropies.prove import prove_entropy
    >>> claim = parse("I(A;B|C) <= H(A)")
    >>> _ = check_entropy(claim, prove_entropy(claim))
    >>> check_entropy(parse("I(A;B|C) <= H(C)"), prove_entropy(claim))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the proof is not linked to the claim
    """
    if tuple(dual.statement for dual in proof.duals) != entropy_statements(claim):
        raise InvalidCertificate("the proof is not linked to the claim")
    return _CheckedSums([check_entropy_dual(dual) for dual in proof.duals])


class _CheckedParts(Checked[Implied]):
    """Claims that imply a claim, and whose proofs were accepted."""

    __slots__ = ()


def check_implied(claim: Claim, implied: Implied, seconds: float) -> Checked[Implied]:
    """The proofs that the judge accepts of claims that imply this one.

    Raises InvalidCertificate if the claims do not imply it, or a proof is not accepted.
    """
    from pmlsym.engines.implying.every_way import implying

    stated = [key(part) for part, _ in implied.parts], implied.where
    every = implying(claim, implied.terms)
    if stated not in (([*map(key, each.claims)], each.where) for each in every):
        raise InvalidCertificate("the proof is not linked to the claim")
    parts = []
    for part, proof in implied.parts:
        checked = _checked_again(part, proof, seconds).evidence
        assert isinstance(checked, AnalyticProof | CertificateProof | EntropyProof)
        parts.append((part, checked))
    return _CheckedParts(replace(implied, parts=tuple(parts)))


def judge_proof(
    claim: Claim,
    evidence: Proof,
    witness: Instance | None,
    attempts: Attempts,
    contradiction: Proof | None = None,
    *,
    seconds: float = SECOND_OPINION,
) -> Proved:
    """The verdict of the judge on a proof, which is checked again.

    `contradiction` shows that the hypotheses of the claim contradict each other; `seconds` are for
    cvc5 to confirm Z3's answers about numbers. Raises InvalidCertificate if the claim is not
    proved or is false on the witness, InvalidInput where a solver was asked nothing, Disagreement
    where cvc5 contradicts Z3.
    """
    checked = _checked_again(claim, evidence, seconds)
    _require_true(claim, witness)
    if contradiction is None:
        scope, clash = _scope(checked.evidence), None
    elif witness is not None:
        raise InvalidCertificate("an instance meets the hypotheses of the claim")
    else:
        scope, clash = _vacuous_scope(claim, contradiction, seconds)
    return Proved(claim, scope, checked, witness, attempts, clash, domain_of(claim))


def judge_emptiness(claim: Claim, contradiction: PartProof, attempts: Attempts) -> Proved:
    """The verdict of the judge on a claim that says nothing, by a proof of that alone.

    The proof shows that no instance meets the hypotheses, or that the claim has no value on any
    that does. Raises InvalidCertificate where it shows neither.
    """
    from pmlsym.engines.implying.every_way import emptied

    for way in emptied(claim):
        implied = Implied(((way.claims[0], contradiction),), way.where)
        with suppress(InvalidCertificate):
            return judge_proof(claim, implied, None, attempts, contradiction)
    raise InvalidCertificate("the hypotheses of the claim do not contradict each other")


def _vacuous_scope(
    claim: Claim, contradiction: Proof, seconds: float
) -> tuple[str, Checked[Evidence]]:
    """The scope of the judge's verdict on an empty claim, with the evidence, checked again."""
    for scope, clash in ((VACUOUS, contradiction_of(claim)), (NOWHERE, undefined_of(claim))):
        with suppress(InvalidCertificate):
            if clash is not None:
                return scope, _checked_again(clash, contradiction, seconds)
    raise InvalidCertificate("the hypotheses of the claim do not contradict each other")


def verdict_on_unopened(verdict: Verdict, claim: Claim) -> Verdict:
    """The judge's verdict on a claim whose quantifiers were opened, as one on the claim itself.

    Raises InvalidInput where the verdict is on another claim.
    """
    if key(open_quantifiers(claim)) != key(verdict.claim):
        raise InvalidInput("the verdict is on another claim")
    return replace(verdict, claim=claim)


def judge_evaluation(claim: Claim, instances: Iterable[Instance]) -> Proved | Refuted:
    """The verdict of the judge on a claim about concrete entries, or about plain numbers.

    The claim speaks of no other instances: there is one for each choice of the letters it names.
    """
    proof, domain = _Evaluation(Evaluated()), domain_of(claim)
    scope, witness = UNMET, None
    # a hypothesis "for all" is not decided, and the conclusion holds whether it does or not
    plain = [each for each in hypotheses_of(claim) if not is_quantified(each)]
    for instance in instances:
        try:
            if not holds(claim, instance):
                return judge_instance(claim, instance, ())
            if not all(holds(hypothesis, instance) for hypothesis in plain):
                continue
            has_value = all(holds(required, instance) for required in requirements_of(claim))
        except OutOfDomain:
            has_value = False
        if has_value:
            witness = witness or completed(claim, instance)
        else:
            scope = NOWHERE
    if witness is None:
        return Proved(claim, scope, proof, None, (), proof, domain)
    scope = THIS_INSTANCE if witness.tensors else EVERY_NUMBER
    return Proved(claim, scope, proof, witness, (), domain=domain)


def judge_over_priors(
    claim: Claim, attempts: Attempts, *, in_parts: bool = True
) -> Proved | Refuted | None:
    """The verdict of the judge on a claim over priors, all or of a set; None at other claims.

    With `in_parts` a set is looked at in parts where that helps. Raises Unsupported where the claim
    stays open.
    """
    from pmlsym.engines.polytope.decision import decide_over_priors
    from pmlsym.engines.polytope.question import question_of

    claim = open_quantifiers(claim)
    question = None if is_quantified(claim) or repeat_letters_of(claim) else question_of(claim)
    if question is None:
        return None
    answer = decide_over_priors(question, in_parts=in_parts)
    bounds = tuple(answer.bounds.values())
    if answer.instance is not None:
        return replace(judge_instance(claim, answer.instance, attempts), bounds=bounds)
    proof = answer.checked()
    if not answer.is_met and hypotheses_of(question.rest):
        return Proved(claim, UNMET, proof, None, attempts, proof, domain_of(claim))
    _require_true(claim, answer.witness)
    domain = domain_of(claim)
    return Proved(claim, question.scope, proof, answer.witness, attempts, domain=domain)


def judge_instance(claim: Claim, instance: Instance, attempts: Attempts) -> Refuted:
    """The judge's verdict on a counterexample. Raises InvalidInput if the claim holds there."""
    if holds(claim, instance):
        raise InvalidInput("the claim holds on this instance")
    sides = _decisive_sides(claim, instance)
    left, right = (None, None) if sides is None else (evaluate(s, instance) for s in sides)
    return Refuted(claim, completed(claim, instance), left, right, attempts)


def _scope(evidence: Evidence) -> str:
    """The scope that the judge's verdict states for a proof: sizes, numbers or variables."""
    match evidence:
        case EntropyProof():
            return EVERY_VARIABLE
        case AnalyticProof():
            return EVERY_NUMBER
        case SolverProof(sizes=each, families=families):
            named = [", ".join(f"|{a}| = {n}" for a, n in sizes) for sizes in each]
            return "; ".join((f"alphabets of these sizes: {'; '.join(named)}", *families))
    return EVERY_SIZE


def _checked_again(claim: Claim, evidence: Proof, seconds: float) -> Checked[Evidence]:
    """The evidence of a verdict, checked again by the judge, and by cvc5 about numbers."""
    match evidence:
        case CertificateProof():
            return accept_certificates(claim, evidence)
        case EntropyProof():
            return check_entropy(claim, evidence)
        case AnalyticProof():
            from pmlsym.engines.analytic.checking import confirm_proof

            return confirm_proof(claim, evidence, seconds=seconds)
        case Implied():
            return check_implied(claim, evidence, seconds)
        case Checked(evidence=SolverProof(scripts=scripts)):
            if not scripts:
                raise InvalidInput("a solver's proof keeps its queries")
            return evidence
    raise InvalidInput("this evidence is none that is checked again by itself")


def _require_true(claim: Claim, witness: Instance | None) -> None:
    """Raise InvalidCertificate if a claim to be judged proved is false on its witness."""
    if witness is not None and not holds(claim, witness):
        raise InvalidCertificate("the claim is proved, and false on its own witness")


def _decisive_sides(claim: Claim, instance: Instance) -> Sides:
    """The sides of the comparison on which a verdict's counterexample rests, or None."""
    resting: Logic[Resting] = Logic(
        compare=lambda part: (holds(part, instance), (part.left, part.right)),
        condition=lambda part: (holds(part, instance), None),
        quantify=lambda part: (exists_on_instance(part, instance) is not False, None),
        all_of=partial(_deciding_part, False),
        any_of=partial(_deciding_part, True),
        negate=lambda part: (not part[0], part[1]),
        implies=lambda premise, conclusion: conclusion() if premise[0] else (True, premise[1]),
    )
    return resting.read(open_quantifiers(claim))[1]


def _deciding_part(decisive: bool, parts: Sequence[Resting]) -> Resting:
    """The part of a claim on which the judge's verdict rests; else the last comparison."""
    for truth, sides in parts:
        if truth == decisive:
            return truth, sides
    return not decisive, next((sides for _, sides in reversed(parts) if sides is not None), None)
