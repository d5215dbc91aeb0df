"""Reading a proof: which hypotheses it used, and whether it says more than the claim.

A hypothesis that no certificate refers to is unnecessary. An outcome that enters as a constant
only, never summed over, may be a point of a continuous alphabet: the proof holds for densities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.errors import InvalidInput
from pmlsym.evidence.certificate import Apply, Certificate, Combine, Split, every_step, uses_of
from pmlsym.evidence.certificate_summary import used_names
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.language.nodes import Claim, Comparison, Condition
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import MIRROR
from pmlsym.lowering.condition_form import words_of


@dataclass(frozen=True)
class ProofReading:
    """The hypotheses as the claim writes them, and the alphabets that may be continuous."""

    used: tuple[str, ...]
    unnecessary: tuple[str, ...]
    densities: tuple[str, ...]

    def __str__(self) -> str:
        lines = []
        if self.used:
            lines.append(f"uses {'; '.join(self.used)}")
        if self.unnecessary:
            lines.append(f"does not need {'; '.join(self.unnecessary)}")
        for alphabet in self.densities:
            place = f"the outcome in {alphabet} enters only as a constant"
            lines.append(f"{place}: the proof holds for densities too")
        return "\n".join(lines)


def other_uses(verdict: Proved) -> list[str]:
    """What a proof by certificates says beside its claim: less is needed, densities are allowed."""
    return str(replace(read_proof(verdict), used=())).splitlines()


def read_proof(verdict: Proved) -> ProofReading:
    """What a proof by certificates used.

    Raises InvalidInput for other evidence.
    """
    certificates = certificates_of(verdict)
    if not isinstance(verdict.claim, Claim):
        raise InvalidInput("the verdict is about no claim")
    stated = {_plain(f.name) for c in certificates for f in c.sequent.facts}
    stated |= {_plain(r.name) for c in certificates for r in c.sequent.rules}
    used = {_plain(name) for certificate in certificates for name in used_names(certificate)}
    needed: list[str] = []
    unnecessary: list[str] = []
    for hypothesis in hypotheses_of(verdict.claim):
        names = set(_names(hypothesis))
        told_apart = bool(names & stated)
        (unnecessary if told_apart and not names & used else needed).append(statement(hypothesis))
    shared = [set(constant_alphabets(certificate)) for certificate in certificates]
    densities = sorted(set.intersection(*shared)) if shared else []
    return ProofReading(
        tuple(dict.fromkeys(needed)), tuple(dict.fromkeys(unnecessary)), tuple(densities)
    )


def certificates_of(verdict: Proved) -> tuple[Certificate, ...]:
    """The certificates of a proof. Raises InvalidInput for other evidence."""
    if not isinstance(verdict.evidence, CertificateProof):
        raise InvalidInput(f"there is no certificate to read: {verdict.evidence.trust}")
    return verdict.evidence.certificates


def constant_alphabets(certificate: Certificate) -> tuple[str, ...]:
    """The outputs of channels that enter the proof only as constants, never as the input of one.

    Nothing may be summed over such an alphabet, nor may an entry be bounded by one: a density is
    not at most one.
    """
    sequent = certificate.sequent
    outputs: set[str] = set()
    others: set[str] = set()
    for tensor in sequent.tensors:
        for k, alphabet in enumerate(tensor.alphabets):
            is_output = k in tensor.stochastic and len(tensor.stochastic) < len(tensor.alphabets)
            (outputs if is_output else others).add(alphabet)
    free = {i.alphabet for i in sequent.goal.free}
    names = used_names(certificate)
    polynomials = [sequent.goal, *(f.polynomial for f in sequent.facts if f.name in names)]
    polynomials += [p for step in every_step(certificate.steps) for p in _polynomials(step)]
    bound = {i.alphabet for p in polynomials for i in _bound(p)}
    summed = {
        i.alphabet
        for step in every_step(certificate.steps)
        if isinstance(step, Combine)
        for term in step.terms
        for i in term.summed
    }
    capped = {
        i.alphabet
        for step in every_step(certificate.steps)
        for use in uses_of(step)
        if use.fact.endswith("<= 1")
        for i in use.indices
    }
    if any(rule.name in names for rule in sequent.rules):
        return ()
    sized = {t.counted for p in polynomials for t in p.tensors if t.is_size}
    return tuple(sorted((outputs & free) - others - bound - summed - capped - sized))


def _polynomials(step: object) -> Iterable[Polynomial]:
    if isinstance(step, Combine | Split | Apply):
        yield step.statement.polynomial
    if isinstance(step, Split):
        yield step.case


def _bound(polynomial: Polynomial) -> Iterable[Index]:
    return (i for _, indices in polynomial.atoms() for i in indices if i.is_bound)


def _names(hypothesis: Claim) -> Iterable[str]:
    """What the facts of a hypothesis are called."""
    if isinstance(hypothesis, Condition):
        yield words_of(hypothesis)
    elif isinstance(hypothesis, Comparison) and hypothesis.relation == "==":
        yield statement(Comparison(hypothesis.left, "<=", hypothesis.right))
        yield statement(Comparison(hypothesis.right, "<=", hypothesis.left))
    elif isinstance(hypothesis, Comparison) and hypothesis.relation in (">=", ">"):
        mirrored = MIRROR[hypothesis.relation]
        yield statement(Comparison(hypothesis.right, mirrored, hypothesis.left))
    else:
        yield statement(hypothesis)


def _plain(name: str) -> str:
    return re.sub(r" \(\d+\)$", "", name)
