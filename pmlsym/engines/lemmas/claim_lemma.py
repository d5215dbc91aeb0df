"""A claim that somebody proved, given as a lemma for another."""

from __future__ import annotations

from dataclasses import dataclass, field

from pmlsym.engines.lemmas.lemma import ReadLemma, lemmas_of, proved_lemma
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import EVERY_SIZE, CertificateProof, Proved
from pmlsym.language.writing import statement


@dataclass(frozen=True, repr=False)
class ClaimLemma:
    """A proved claim as one lemma, or as one for each direction of an equality."""

    text: str
    read: tuple[ReadLemma, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"lemma: {self.text}"


def lemma_of_verdict(verdict: Proved) -> ClaimLemma:
    """The lemma that a proved claim of the user is, proved again by a certificate of its own.

    Raises InvalidInput where a verdict rests on something that a lemma cannot hand on, Unsupported
    where the claim is not a lemma.
    """
    if not isinstance(verdict.evidence, CertificateProof) or verdict.scope != EVERY_SIZE:
        rests = f"{verdict.evidence.trust}, of {verdict.scope}"
        raise InvalidInput(f"the proof rests on more than certificates: {rests}")
    if verdict.domain:
        raise InvalidInput(f"it holds on a domain alone: {'; '.join(verdict.domain)}")
    read = lemmas_of(verdict.claim)
    for each in read:
        proved_lemma(each)
    return ClaimLemma(statement(verdict.claim), read)
