"""Parts of an entry: a claim to decide, a claim said to be false, and a check in exact arithmetic.

A check is a function of a random generator that makes one exact instance. It assumes the hypotheses
(`assume`), requires what the statement says (`require`), and returns the case that the instance is
of, if there are several. What is counted are different instances (`catalogue/draws.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic

from pmlsym.ask import decide, prove
from pmlsym.catalogue.draws import Draws
from pmlsym.catalogue.finding import (
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
from pmlsym.claims.question import Question
from pmlsym.errors import InvalidInput
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.verdict import (
    EVERY_NUMBER,
    VACUOUS,
    CertificateProof,
    Evaluated,
    Proved,
    Refuted,
    Unknown,
    Verdict,
)
from pmlsym.language.nodes import Claim


@dataclass(frozen=True)
class Claimed:
    """A claim that the paper states: its text, declarations and printed hypotheses.

    Where the language of claims has no words for it, `claim` makes it and the text describes it.
    `patience` is how many times the budget this claim is worth.
    """

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    claim: Callable[[], Claim] | None = None
    patience: int = 1

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Decide the claim within `budget` seconds.

        >>> Claimed("pml(P, W) <= maxleak(W)").find(budget=10, seed=0).status
        'refuted'
        """
        question, verdict, seconds = _decide(self, budget, seed)
        match verdict:
            case Proved():
                return proof_finding(question, verdict, seconds)
            case Refuted(instance=instance, left=left, right=right):
                detail = f"there it compares {left} with {right}"
                return PartFinding(question, REFUTED, detail, seconds, instance, ENGINE)
        return PartFinding(question, OPEN, _tried(verdict), seconds)


@dataclass(frozen=True)
class Denied:
    """A claim that the paper says does not hold in general: an exact counterexample shows it."""

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    claim: Callable[[], Claim] | None = None
    patience: int = 1

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Look for the counterexample; a proof of the claim would refute the paper.

        >>> Denied("pml(P, W) <= maxleak(W)").find(budget=10, seed=0).status
        'checked'
        """
        question, verdict, seconds = _decide(self, budget, seed)
        text = f"not always: {question}"
        match verdict:
            case Refuted(instance=instance, left=left, right=right):
                detail = f"an instance compares {left} with {right}"
                return PartFinding(text, CHECKED, detail, seconds, instance, ENGINE, 1)
            case Proved(scope=scope) if proof_finding(text, verdict, seconds).status == PROVED:
                detail = f"it always holds: {scope}"
                return PartFinding(text, REFUTED, detail, seconds, shown_by=ENGINE)
        return PartFinding(text, OPEN, _tried(verdict), seconds)


class Fails(Exception):
    """The statement fails on the instance; the text shows the two sides, or more of the instance.

    Without a text the finding shows what was drawn, which is the instance.
    """


class Unmet(Exception):
    """The instance does not meet the hypotheses, and shows nothing."""


def require(condition: object, how: str = "") -> None:
    """What the statement says of the instance.

    >>> require(1 + 1 == 3, "1 + 1 is 2")
    Traceback (most recent call last):
    pmlsym.catalogue.part.Fails: 1 + 1 is 2
    """
    if not condition:
        raise Fails(how)


def assume(condition: object) -> None:
    """What the instance has to meet for the statement to speak of it.

    >>> assume(1 + 1 == 2)
    """
    if not condition:
        raise Unmet


_AT_MOST = 10


@dataclass(frozen=True)
class Checked:
    """A statement checked exactly: once on a printed instance, or on `trials` random ones.

    Every one of `cases` has to occur, and `least` different instances have to meet the hypotheses:
    there are up to ten times as many trials until they do, and the finding is open if they never
    do. `complete` says that the instances are all that the part speaks of, as printed numbers are.
    Raises InvalidInput if `least` is not within 1..trials.
    """

    text: str
    check: Callable[[Random], str | None]
    trials: int = 1
    least: int = 1
    cases: tuple[str, ...] = ()
    complete: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.trials:
            raise InvalidInput(f"{self.least} of {self.trials} trials cannot be met: {self.text}")

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Run the trials, each with its own seed; the first failure refutes.

        >>> below = lambda random: require(random.randrange(99) < 99)
        >>> Checked("digits are below 99", below, trials=5).find(budget=1, seed=0).detail
        '5 instances'
        """
        start = monotonic()
        met: dict[tuple[str, ...], str] = {}
        for trial in range(_AT_MOST * self.trials):
            if trial >= self.trials and not self._lacks(met):
                break
            draws = Draws(f"{seed} {trial}")
            with suppress(Unmet):
                try:
                    met[draws.instance] = self.check(draws) or ""
                except Fails as failure:
                    how, seconds = str(failure) or draws.shown, monotonic() - start
                    return PartFinding(self.text, REFUTED, how, seconds, shown_by=KNOWN)
        lacks, detail = self._lacks(met), _counts(met)
        status = OPEN if lacks else CHECKED
        seconds = monotonic() - start
        return PartFinding(self.text, status, f"{lacks}{detail}", seconds, instances=len(met))

    def _lacks(self, met: Mapping[tuple[str, ...], str]) -> str:
        """What has not occurred yet, as text."""
        missing = [case for case in self.cases if case not in met.values()]
        if missing:
            return f"none with {', '.join(missing)}: "
        return "only " if len(met) < self.least else ""


def _decide(part: Claimed | Denied, budget: float, seed: int) -> tuple[str, Verdict, float]:
    """The verdict: of all engines in a fifth of the budget, of proofs alone, then of all again."""
    question = Question(part.text, part.lets, part.assume)
    start = monotonic()
    claim = question.claim() if part.claim is None else part.claim()
    budget *= part.patience
    verdict: Verdict = decide(claim, budget=budget / 5, seed=seed)
    if isinstance(verdict, Unknown):
        verdict = prove(claim, budget=budget, seed=seed)
    if isinstance(verdict, Unknown):
        verdict = decide(claim, budget=budget, seed=seed)
    return str(question), verdict, monotonic() - start


def proof_finding(text: str, verdict: Proved, seconds: float) -> PartFinding:
    """What a proof shows: nothing if its hypotheses contradict each other, or at some sizes alone.

    >>> proof_finding("..", prove("pml(P, W) >= 0"), 0.0).shown_by
    'certificate'
    """
    kinds = {CertificateProof: CERTIFICATE, EntropyProof: ENTROPY, AnalyticProof: ANALYTIC}
    if verdict.scope == EVERY_NUMBER:
        kinds[Evaluated] = ANALYTIC  # plain numbers, compared exactly
    kind = kinds.get(type(verdict.evidence), "")
    if verdict.scope == VACUOUS or not kind:
        return PartFinding(text, OPEN, f"shown for {verdict.scope} alone", seconds)
    trust = "" if kind == CERTIFICATE else f" ({kind}: {verdict.evidence.trust})"
    return PartFinding(text, PROVED, f"{verdict.scope}{trust}", seconds, shown_by=kind)


def _tried(verdict: Verdict) -> str:
    return "; ".join(f"{attempt.engine}: {attempt.ending}" for attempt in verdict.attempts)


def _counts(met: Mapping[tuple[str, ...], str]) -> str:
    total = len(met)
    of_case = Counter(met.values())
    cases = [f"{count} with {case}" for case, count in sorted(of_case.items()) if case]
    shown = f": {', '.join(cases)}" if cases else ""
    return f"{total} instance{'s' * (total != 1)}{shown}"
