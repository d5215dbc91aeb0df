"""A claim of a paper: decided by the engines, or proved by certificates that no search finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TypeAlias

from pmlsym.claim_text.question import Question
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import holds
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import number_names
from pmlsym.engines.decide.decisions import decide, prove, refute
from pmlsym.engines.decide.judge import judge_instance, judge_proof, verdict_on_unopened
from pmlsym.engines.sampling.witness import find_witness
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.evidence.densities import at_one_outcome
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import (
    EVERY_NUMBER,
    CertificateProof,
    Evaluated,
    Proved,
    Refuted,
    Unknown,
    Verdict,
)
from pmlsym.kernel.certificate import Certificate
from pmlsym.language.nodes import Claim
from pmlsym.language.writing import statement
from pmlsym.model.instance import Instance
from pmlsym.papers.finding import (
    ANALYTIC,
    CERTIFICATE,
    CHECKED,
    ENGINE,
    ENTROPY,
    KNOWN,
    OPEN,
    PROVED,
    REFUTED,
    PartFinding,
)
from pmlsym.papers.sharpness import Sharpening, StrongerClaim, stronger_claims

Proof: TypeAlias = Callable[[float], Sequence[Certificate]]


@dataclass(frozen=True)
class PaperClaim:
    """A claim that the paper states, or denies: its text, declarations and printed hypotheses.

    Where the language of claims has no words for it, `claim` makes it and the text describes it.
    `proof` gives its certificates within a given effort, where no search finds them: they are read
    from a file, or derived along an outline in a clone. `patience` multiplies the effort for this
    claim. `holds` is its expected truth; `is_denied` means that the paper says it does not hold in
    general; `saved` is the name of the file of its proof. `example` is an instance of the
    hypotheses, where no search finds one.

    `densities` is the alphabet of outcomes that may be a continuum in the paper: the claim is
    proved only if its certificates are proofs about densities too (evidence/densities.py).

    `sharp` are changes that make the claim stronger, and `kept` the hypotheses that these keep
    (`papers/sharpness.py`). A claim with such changes counts as proved only if its stronger claims
    are refuted; `whole` says instead why there is nothing to refute. Claims that differ in these
    fields alone are equal, and have one proof.
    """

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    claim: Callable[[], Claim] | None = None
    proof: Proof | None = field(default=None, compare=False)
    patience: int = 1
    holds: bool = True
    is_denied: bool = False
    saved: str = ""
    densities: str = field(default="", compare=False)
    sharp: tuple[Sharpening, ...] = field(default=(), compare=False)
    kept: tuple[str, ...] = field(default=(), compare=False)
    whole: str = field(default="", compare=False)
    example: Instance | None = field(default=None, compare=False)

    @property
    def question(self) -> Question:
        """The paper's claim as a question, if the language has words for it."""
        return Question(self.text, self.lets, self.assume)

    @property
    def is_whole(self) -> bool:
        """True, since a verdict is about the whole claim of a paper."""
        return True

    def to_claim(self) -> Claim:
        """The paper's claim as a node."""
        return self.question.claim() if self.claim is None else self.claim()

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """The finding about a paper's claim; a denied one is checked by a counterexample.

        >>> PaperClaim("pml(P, W) <= maxleak(W)").find(effort=10, seed=0).status
        'refuted'
        >>> PaperClaim("pml(P, W) <= maxleak(W)", is_denied=True).find(effort=10, seed=0).status
        'checked'
        """
        start = monotonic()
        search = self.decide_claim if self.proof is None else self._judge_kept_proof
        try:
            verdict = search(effort=effort * self.patience, seed=seed)
        except InvalidCertificate as error:
            return PartFinding(str(self.question), OPEN, str(error), monotonic() - start)
        conclude = self._finding_if_denied if self.is_denied else self._finding_if_stated
        finding = conclude(verdict, monotonic() - start)
        finding = replace(finding, claim=write(self.to_claim()))
        if finding.status == PROVED and self.is_asked:
            return self._require_sharpness(finding, seed)
        return finding

    @property
    def is_asked(self) -> bool:
        """Whether claims stronger than the paper's have to be refuted too."""
        return bool(self.sharp or self.kept or self.whole)

    def stronger(self) -> tuple[StrongerClaim, ...]:
        """The claims stronger than the paper's, which fail if it is as strong as it can be."""
        question = self.question if self.claim is None else None
        return tuple(stronger_claims(self.to_claim(), question, self.sharp, self.kept))

    def sharpness(self, *, seed: int, effort: float = 8.0) -> tuple[PartFinding, ...]:
        """The finding of each stronger claim: checked where an instance refutes it.

        `effort` is in units, for each; the default is many times what any of them needs.

        >>> text, strictly = "pml(P, W) <= log(2) - log(pmin(P))", Sharpening("strictly")
        >>> loose = PaperClaim(text, sharp=(strictly,))
        >>> [part.status for part in loose.sharpness(seed=0)]
        ['checked', 'open']
        """
        return tuple(_refute_stronger(one, seed, effort) for one in self.stronger())

    def _require_sharpness(self, finding: PartFinding, seed: int) -> PartFinding:
        """The finding of a proof, proved only if claims stronger than the paper's fail."""
        start = monotonic()
        try:
            parts = () if self.whole else self.sharpness(seed=seed)
        except InvalidInput as error:
            return replace(finding, status=OPEN, detail=f"proved, but not sharp: {error}")
        seconds = finding.seconds + monotonic() - start
        unrefuted = ", ".join(part.text for part in parts if part.status != CHECKED)
        if unrefuted:
            finding = replace(finding, status=OPEN, detail=f"proved, but not sharp: {unrefuted}")
        return replace(finding, seconds=seconds, sharpness=parts)

    def decide_claim(self, *, effort: float, seed: int = 0) -> Verdict:
        """The verdict on a paper's claim: all engines briefly, provers, all again."""
        claim = self.to_claim()
        verdict: Verdict = decide(claim, effort=effort / 5, seed=seed)
        if isinstance(verdict, Unknown):
            verdict = prove(claim, effort=effort, seed=seed)
        if isinstance(verdict, Unknown):
            verdict = decide(claim, effort=effort, seed=seed)
        return verdict

    def _judge_kept_proof(self, *, effort: float, seed: int) -> Verdict:
        """The judge's verdict on a paper's kept proof; InvalidCertificate if it is wrong."""
        claim = self.to_claim()
        opened, numbers = open_quantifiers(claim), number_names(claim)
        premises = hypotheses_of(opened)
        # the fact that a new number s bounds a supremum is not a hypothesis of the claim
        asked = [premise for premise in premises if number_names(premise) <= numbers]
        witness = self.example
        if witness is None and len(asked) == len(premises):
            witness = find_witness(opened, effort=effort, seed=seed)
        is_one = witness and all(holds(premise, witness) for premise in asked)
        if self.proof is None or (asked and not is_one):
            raise InvalidCertificate("no instance of the hypotheses")
        evidence = CertificateProof(tuple(self.proof(effort)))
        return verdict_on_unopened(judge_proof(opened, evidence, witness, ()), self.to_claim())

    def _finding_if_stated(self, verdict: Verdict, seconds: float) -> PartFinding:
        """The finding of a claim that the paper states."""
        text = str(self.question)
        match verdict:
            case Proved():
                return self._require_densities(verdict, proof_finding(text, verdict, seconds))
            case Refuted(instance=instance, left=left, right=right):
                detail = f"there it compares {left} with {right}"
                return PartFinding(text, REFUTED, detail, seconds, instance, ENGINE)
        return PartFinding(text, OPEN, _attempts_text(verdict), seconds)

    def _require_densities(self, verdict: Proved, finding: PartFinding) -> PartFinding:
        """The finding of a proof, which holds for densities too if the paper has them."""
        if not self.densities or finding.status != PROVED:
            return finding
        evidence = verdict.evidence
        try:
            if not isinstance(evidence, CertificateProof):
                raise InvalidCertificate("there is no certificate")
            for certificate in evidence.certificates:
                at_one_outcome(certificate, self.densities)
        except InvalidCertificate as error:
            return replace(finding, status=OPEN, detail=f"proved, but not of densities: {error}")
        return replace(finding, detail=f"{finding.detail}, and densities over {self.densities}")

    def _finding_if_denied(self, verdict: Verdict, seconds: float) -> PartFinding:
        """The finding of a claim that the paper denies: a counterexample confirms that."""
        text = f"not always: {self.question}"
        match verdict:
            case Refuted(instance=instance, left=left, right=right):
                detail = f"an instance compares {left} with {right}"
                return PartFinding(text, CHECKED, detail, seconds, instance, ENGINE, 1)
            case Proved(scope=scope) if proof_finding(text, verdict, seconds).status == PROVED:
                detail = f"it always holds: {scope}"
                return PartFinding(text, REFUTED, detail, seconds, shown_by=ENGINE)
        return PartFinding(text, OPEN, _attempts_text(verdict), seconds)


def _refute_stronger(stronger_claim: StrongerClaim, seed: int, effort: float) -> PartFinding:
    """The finding of a claim stronger than a paper's: checked if an instance refutes it."""
    start, text = monotonic(), f"{stronger_claim.change}: {statement(stronger_claim.claim)}"
    finder, verdict = KNOWN, None
    if stronger_claim.at is None:
        finder, verdict = ENGINE, refute(stronger_claim.claim, effort=effort, seed=seed)
    elif not holds(stronger_claim.claim, stronger_claim.at):
        verdict = judge_instance(stronger_claim.claim, stronger_claim.at, ())
    seconds = monotonic() - start
    if isinstance(verdict, Refuted):
        detail = f"refuted: there it compares {verdict.left} with {verdict.right}"
        return PartFinding(text, CHECKED, detail, seconds, verdict.instance, finder, 1)
    reason = "it holds on the given instance" if verdict is None else _attempts_text(verdict)
    return PartFinding(text, OPEN, f"not refuted: {reason}", seconds)


def proof_finding(text: str, verdict: Proved, seconds: float) -> PartFinding:
    """The finding of a paper's proved claim: open if vacuous, or of some sizes alone.

    >>> proof_finding("..", prove("pml(P, W) >= 0"), 0.0).shown_by
    'certificate'
    """
    kinds = {CertificateProof: CERTIFICATE, EntropyProof: ENTROPY, AnalyticProof: ANALYTIC}
    if verdict.scope == EVERY_NUMBER:
        kinds[Evaluated] = ANALYTIC  # plain numbers, compared exactly
    kind = kinds.get(type(verdict.evidence), "")
    if verdict.vacuous or not kind:
        return PartFinding(text, OPEN, f"shown for {verdict.scope} alone", seconds)
    trust = "" if kind == CERTIFICATE else f" ({kind}: {verdict.evidence.trust})"
    return PartFinding(text, PROVED, f"{verdict.scope}{trust}", seconds, shown_by=kind)


def _attempts_text(verdict: Verdict) -> str:
    """The text of every attempt at a paper's claim, with its ending."""
    return "; ".join(f"{attempt.engine}: {attempt.ending}" for attempt in verdict.attempts)
