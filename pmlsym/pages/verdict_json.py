"""Verdicts as JSON: the answer of `pmlsym ask --json`, which `pmlsym check` can read again.

Numbers are exact and in nats; see docs/json.md.
"""

from __future__ import annotations

from typing import Any

from pmlsym.claim_text.question import Question
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import subjects
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.number_proof_file import NumberProofFile, number_proof_to_json
from pmlsym.evidence.verdict import (
    CertificateProof,
    Evaluated,
    Implied,
    OverPriors,
    Proved,
    Refuted,
    SolverProof,
    Unknown,
    Verdict,
)
from pmlsym.kernel.certificate_file import ProofFile, proof_to_json
from pmlsym.language.nodes import Claim
from pmlsym.language.writing import statement
from pmlsym.lowering.stated_facts import stated_facts
from pmlsym.model.instance import Instance
from pmlsym.pages.held_hypotheses import shown_parts
from pmlsym.pages.saved_evidence import (
    ANSWER,
    VERSION,
    counterexample_data,
    decision_data,
    own_data,
)
from pmlsym.pages.verdict_text import total_seconds


def verdict_data(
    question: Question,
    claim: Claim,
    verdict: Verdict,
    mended: tuple[Claim, Verdict] | None = None,
) -> dict[str, Any]:
    """The JSON of a verdict's answer; `mended` is a condition, and the verdict under it."""
    proof = verdict.evidence if isinstance(verdict, Proved) else None
    engine = proof.engine if proof else None
    if isinstance(verdict, Refuted):
        engine = verdict.attempts[-1].engine
    witness = verdict.witness if isinstance(verdict, Proved) else None
    return {
        "format": ANSWER,
        "version": VERSION,
        "verdict": verdict.name,
        "claim": question.text,
        "lets": list(question.lets),
        "assume": list(question.assume),
        **own_data(question),
        "scope": verdict.scope if isinstance(verdict, Proved) else None,
        "domain": list(verdict.domain) if isinstance(verdict, Proved) else None,
        "caveat": (verdict.caveat or None) if isinstance(verdict, Proved) else None,
        "engine": engine,
        "trust": proof.trust if proof else None,
        "seconds": round(total_seconds(verdict.attempts), 4),
        "witness": _instance_data(claim, witness) if witness else None,
        "counterexample": _refutation_data(claim, verdict),
        "with_full_support": _mended_data(*mended) if mended else None,
        "certificate": _certificate_data(question, verdict),
        **_bounds_data(verdict),
        "scripts": list(proof.scripts) if isinstance(proof, SolverProof) else [],
        "attempts": [
            {
                "engine": a.engine,
                "effort": round(a.effort, 4),
                "seconds": round(a.seconds, 4),
                "ending": a.ending,
            }
            for a in verdict.attempts
        ],
    }


def _bounds_data(verdict: Verdict) -> dict[str, Any]:
    """The answer's JSON of a verdict's worst values over a set of priors, if it has any."""
    found = () if isinstance(verdict, Unknown) else verdict.bounds
    return {"bounds": [bound.to_json() for bound in found]} if found else {}


def _mended_data(condition: Claim, verdict: Verdict) -> dict[str, Any]:
    """The answer's JSON of the verdict under one more condition, without evidence."""
    proof = verdict.evidence if isinstance(verdict, Proved) else None
    trust = proof.trust if proof else None
    return {"assume": statement(condition), "verdict": verdict.name, "trust": trust}


def saved_data(question: Question, verdict: Verdict) -> dict[str, Any] | None:
    """The JSON that an answer saves of a proof or a counterexample, or None."""
    if isinstance(verdict, Refuted):
        return counterexample_data(question, verdict.instance)
    evidence = verdict.evidence if isinstance(verdict, Proved) else None
    if own_data(question) and isinstance(evidence, CertificateProof):
        return None  # a proof file has no place for entries; the JSON answer has
    return _certificate_data(question, verdict)


def reason_for_no_evidence(verdict: Verdict) -> str:
    """The printed reason why a verdict has no evidence to save."""
    match verdict:
        case Proved(evidence=Evaluated()):
            return "all that the claim names is given; who evaluates it again has checked it"
        case Proved(evidence=CertificateProof()):
            return "the proof is of a claim about given entries; the answer as JSON has both"
        case Proved(evidence=SolverProof()):
            return "a solver's answer is no certificate; its queries can be kept as SMT-LIB"
        case Proved(evidence=Implied(parts=parts)):
            claims = ", and ".join(statement(claim) for claim, _ in parts)
            return f"it is implied by what can be asked and saved by itself: {claims}"
    return "no certificate and no counterexample"


def _certificate_data(question: Question, verdict: Verdict) -> dict[str, Any] | None:
    """The answer's JSON of a verdict's proof that `pmlsym check` reads again, or None."""
    evidence = verdict.evidence if isinstance(verdict, Proved) else None
    words = (question.lets, question.assume)
    if isinstance(evidence, CertificateProof):
        facts = stated_facts(question.claim())
        return proof_to_json(ProofFile(question.text, evidence.certificates, *words, facts))
    if isinstance(evidence, AnalyticProof | EntropyProof):
        return number_proof_to_json(NumberProofFile(question.text, evidence, *words))
    if isinstance(evidence, OverPriors):
        return decision_data(question, evidence.bounds)
    return None


def _refutation_data(claim: Claim, verdict: Verdict) -> dict[str, Any] | None:
    """The answer's JSON of a counterexample: its instance, both sides, its false part; or None."""
    if not isinstance(verdict, Refuted):
        return None
    sides = {"left": verdict.left, "right": verdict.right}
    written = {side: None if value is None else value.to_json() for side, value in sides.items()}
    shown = shown_parts(claim, verdict.instance)
    return {**_instance_data(claim, verdict.instance), **written, **shown}


def _instance_data(claim: Claim, instance: Instance) -> dict[str, Any]:
    """The JSON of an instance in an answer, priors apart from channels."""
    data = instance.to_json()
    tensors = {tensor.name: tensor for tensor in subjects(open_quantifiers(claim)).tensors}
    priors = [name for name, t in tensors.items() if len(t.stochastic) == len(t.alphabets) > 0]
    return {
        "alphabets": data["alphabets"],
        "priors": {name: e for name, e in data["tensors"].items() if name in priors},
        "channels": {name: e for name, e in data["tensors"].items() if name not in priors},
        "scalars": data["scalars"],
        "outcomes": data["outcomes"],
    }
