"""All that is cross-checked: families, claims that are known, and those of the catalogue.

Known claims are theorems, and false claims that are easily believed. Every part of an entry of the
catalogue that states a claim is looked up again, with the catalogue's own search, and compared like
any other claim. Parts that are not claims, and claims that the language has no words for, are left
out: the tests compare the latter, which a clone makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from pmlsym.claim_text.question import Question
from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.papers.comparisons import claim_check
from pmlsym.papers.comparisons.finding import CrossCheck
from pmlsym.papers.entry import Entry, leaves_of
from pmlsym.papers.finding import PROVED, REFUTED
from pmlsym.papers.ledger import ENTRIES, entry_of
from pmlsym.papers.paper_claim import PaperClaim

if TYPE_CHECKING:
    from pmlsym.papers.comparisons.comparison import Subject

EFFORT = 4.0

FULL = ("fullsupport(P)",)

APART = ("V: X -> Z",)

THEOREMS = (
    Question("pml(P, W >> V) <= pml(P, W)"),
    Question("pml(P, W >> V) <= pml(P >> W, V)"),
    Question("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"),
    Question("maxleak(W >> V) <= maxleak(W)"),
    Question("maxleak(W >> V) <= maxleak(V)"),
    Question("maxleak(W) <= pml(P, W)", (), FULL),
    Question("maxleak(P, W) <= pml(P, W)"),
    Question("maxleak(P, W) <= maxleak(W)"),
    Question("pml(P, W) <= -log(pmin(P))"),
    Question("pml(P, W) <= ldp(W)"),
    Question("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))"),
    Question("-density_min(P, W) <= ldp(P, W)"),
    Question("ldp(W >> V) <= ldp(W)"),
    Question("eml(P, W >> V, delta) <= eml(P, W, delta)"),
    Question("eml(P, W, delta) <= pml(P, W)"),
    Question("pml(P, W) <= eps => tail(P, W, eps) <= 0"),
    Question("lip(P, W >> V) <= lip(P, W)"),
    Question("tv(P, W >> V) <= tv(P, W)"),
)

MISTAKES = (
    Question("pml(P, W) <= maxleak(W)"),
    Question("maxleak(W) <= pml(P, W)"),
    Question("ldp(W) <= 2*pml(P, W)"),
    Question("lip(P, W) <= pml(P, W)"),
    Question("-density_min(P, W) <= pml(P, W)"),
    Question("pml(P, W) <= -density_min(P, W)"),
    Question("pml(P, W & U) <= max(pml(P, W), pml(P, U | W))"),
    Question("pml(P, W, y) <= pml(P, W >> V)"),
    Question("tail(P, W >> V, eps) <= tail(P, W, eps)"),
    Question("maxleak(W & V) <= max(maxleak(W), maxleak(V))", APART),
    Question("maxleak(W) <= mi(P, W)"),
    Question("mi(P, W) >= expected_pml(P, W)"),
)

KNOWN_CLAIMS = (*THEOREMS, *MISTAKES)


@dataclass(frozen=True)
class CatalogueClaim:
    """A part of an entry, by the entry's id and the part's place in it."""

    entry: str
    place: int

    def __str__(self) -> str:
        return f"{self.entry}: {_claims_of(entry_of(self.entry))[self.place].text}"

    def check(self, *, instances: int, seed: int = 0, block: int = 0) -> CrossCheck:
        """The cross-check of a catalogued claim's status with instances.

        >>> first = catalogue_claims()[0]
        >>> first.check(instances=20).is_well
        True
        """
        part = _claims_of(entry_of(self.entry))[self.place]
        return check_part(str(self), part, instances=instances, seed=seed, block=block)


def check_part(
    name: str, part: PaperClaim, *, instances: int, seed: int = 0, block: int = 0
) -> CrossCheck:
    """The cross-check of a paper's claim, with its status found, with instances.

    >>> check_part("..", PaperClaim("pml(P, W) >= 0"), instances=20).is_well
    True
    """
    start = monotonic()
    claim, proof = part.to_claim(), part.find(effort=EFFORT, seed=seed)
    if proof.instance is not None:
        return claim_check.check_counterexample(name, claim, proof.instance, start)
    is_proved = proof.status in (PROVED, REFUTED)
    what = claim_check.PROVED if is_proved else claim_check.UNKNOWN
    return claim_check.check_on_samples(name, claim, what, instances, (seed, block), start)


def catalogue_claims() -> tuple[CatalogueClaim, ...]:
    """Every claim of the catalogue of papers once, to cross-check.

    >>> len(catalogue_claims()) > 100
    True
    """
    claims: dict[PaperClaim, CatalogueClaim] = {}
    for entry in ENTRIES:
        for k, part in enumerate(_claims_of(entry)):
            claims.setdefault(part, CatalogueClaim(entry.id, k))
    return tuple(claims.values())


def _claims_of(entry: Entry) -> tuple[PaperClaim, ...]:
    """The claims of a catalogue entry, with those that a composed part is made of."""
    return tuple(part for part in leaves_of(entry.parts) if isinstance(part, PaperClaim))


EVERYTHING: tuple[Subject, ...] = (
    *(family.name for family in FAMILIES),
    *KNOWN_CLAIMS,
    *catalogue_claims(),
)
