"""Reading a proof: which hypotheses it used, and whether it says more than the claim.

A hypothesis that no certificate refers to is unnecessary. An outcome that enters as a constant
only may be a point of a continuous alphabet: the proof holds for densities (evidence/densities.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.open_orders import order_letters
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import number_names
from pmlsym.errors import InvalidInput
from pmlsym.evidence.densities import continuous_outputs
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.exposition.certificate_summary import used_names
from pmlsym.kernel.certificate import Certificate
from pmlsym.language.nodes import Claim, Comparison, Condition
from pmlsym.language.writing import statement
from pmlsym.lowering.condition_form import fact_name_of


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
            entering = f"the outcome in {alphabet} enters only as a constant"
            lines.append(f"{entering}: the proof holds for densities too")
        return "\n".join(lines)


LIMITS = "orders that are 0 or 1 are limits of others, in which these measures are continuous"


def other_uses(verdict: Proved) -> list[str]:
    """Notes on a claim that engines proved: hypotheses that were not needed, densities, limits.

    One note may be that orders at an end are limits, which no certificate says.
    """
    from pmlsym.lowering.orders.cases import has_limits

    lines = str(replace(read_proof(verdict), used=())).splitlines()
    claim = verdict.claim
    return [LIMITS, *lines] if isinstance(claim, Claim) and has_limits(claim) else lines


def read_proof(verdict: Proved) -> ProofReading:
    """Decide of a proved claim which hypotheses its proof used, and whether densities are allowed.

    Raises InvalidInput for other evidence.
    """
    certificates = certificates_of(verdict)
    if not isinstance(verdict.claim, Claim):
        raise InvalidInput("the verdict is about no claim")
    stated = {_without_copy_number(f.name) for c in certificates for f in c.sequent.facts}
    stated |= {_without_copy_number(r.name) for c in certificates for r in c.sequent.rules}
    used = {
        _without_copy_number(name)
        for certificate in certificates
        for name in used_names(certificate)
    }
    needed: list[str] = []
    unnecessary: list[str] = []
    settled = _letters_with_cases(verdict.claim)
    for hypothesis in hypotheses_of(verdict.claim):
        names = set(_fact_names(hypothesis))
        told_apart = bool(names & stated) and settled.isdisjoint(number_names(hypothesis))
        (unnecessary if told_apart and not names & used else needed).append(statement(hypothesis))
    hypotheses = tuple(dict.fromkeys(needed)), tuple(dict.fromkeys(unnecessary))
    return ProofReading(*hypotheses, continuous_outputs(certificates))


def _letters_with_cases(claim: Claim) -> set[str]:
    """The letters that engines prove by cases, where no hypothesis can be told to be unused."""
    return {*repeat_letters_of(claim), *order_letters(claim)}


def certificates_of(verdict: Proved) -> tuple[Certificate, ...]:
    """The certificates by which the judge found a claim proved. Raises InvalidInput if none."""
    if not isinstance(verdict.evidence, CertificateProof):
        raise InvalidInput(f"there is no certificate to read: {verdict.evidence.trust}")
    return verdict.evidence.certificates


def _fact_names(hypothesis: Claim) -> Iterable[str]:
    """The names of the facts that stand for a hypothesis of a proved claim in a sequent."""
    if isinstance(hypothesis, Condition):
        yield fact_name_of(hypothesis)
    elif isinstance(hypothesis, Comparison) and hypothesis.relation == "==":
        yield statement(Comparison(hypothesis.left, "<=", hypothesis.right))
        yield statement(Comparison(hypothesis.right, "<=", hypothesis.left))
    elif isinstance(hypothesis, Comparison) and hypothesis.relation in (">=", ">"):
        yield statement(hypothesis.flipped)
    else:
        yield statement(hypothesis)


def _without_copy_number(name: str) -> str:
    """The name of a hypothesis that a proof used, without the number of its copy."""
    return re.sub(r" \(\d+\)$", "", name)
