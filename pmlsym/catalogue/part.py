"""Parts of an entry: a claim to decide, a claim said to be false, and a check in exact arithmetic.

A check is a function of a random generator that makes one exact instance and says whether the
statement holds on it (`Holds`), fails (`Fails`), or has hypotheses that are not met (`UNMET`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic

from pmlsym.ask import decide, prove
from pmlsym.catalogue.finding import ANALYTIC, AT_SIZES, CHECKED, OPEN, PROVED, REFUTED, PartFinding
from pmlsym.claims.question import Question
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import (
    EVERY_SIZE,
    VACUOUS,
    Proved,
    Refuted,
    SolverProof,
    Unknown,
    Verdict,
)
from pmlsym.measures.quantity import Claim


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
    patience: float = 1.0

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Decide the claim within `budget` seconds.

        >>> Claimed("pml(P, W) <= maxleak(W)").find(budget=10, seed=0).status
        'refuted as printed'
        """
        question, verdict, seconds = _decide(self, budget, seed)
        match verdict:
            case Proved():
                return PartFinding(question, strength(verdict), verdict.scope, seconds)
            case Refuted(instance=instance, left=left, right=right):
                return PartFinding(
                    question, REFUTED, f"there it compares {left} with {right}", seconds, instance
                )
        return PartFinding(question, OPEN, _tried(verdict), seconds)


@dataclass(frozen=True)
class Denied:
    """A claim that the paper says does not hold in general: an exact counterexample shows it."""

    text: str
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    claim: Callable[[], Claim] | None = None
    patience: float = 1.0

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Look for the counterexample; a proof of the claim would refute the paper.

        >>> Denied("pml(P, W) <= maxleak(W)").find(budget=10, seed=0).status
        'checked'
        """
        question, verdict, seconds = _decide(self, budget, seed)
        text = f"not always: {question}"
        match verdict:
            case Refuted(instance=instance, left=left, right=right):
                return PartFinding(
                    text, CHECKED, f"an instance compares {left} with {right}", seconds, instance
                )
            case Proved(scope=scope) if strength(verdict) != OPEN:
                return PartFinding(text, REFUTED, f"it always holds: {scope}", seconds)
        return PartFinding(text, OPEN, _tried(verdict), seconds)


@dataclass(frozen=True)
class Holds:
    """The statement holds on the instance; `case` names the case that it is of."""

    case: str = ""


@dataclass(frozen=True)
class Fails:
    """The statement fails on the instance; `how` shows the instance and the two sides."""

    how: str


@dataclass(frozen=True)
class _Unmet:
    """The instance does not meet the hypotheses, and shows nothing."""


_AT_MOST = 10
UNMET = _Unmet()

Trial = Holds | Fails | _Unmet


@dataclass(frozen=True)
class Checked:
    """A statement checked exactly: once on a printed instance, or on `trials` random ones.

    Every one of `cases` has to occur, and `least` instances have to meet the hypotheses: there are
    up to ten times as many trials until they do, and the finding is open if they never do. Raises
    InvalidInput if `least` is not within 1..trials.
    """

    text: str
    check: Callable[[Random], Trial]
    trials: int = 1
    least: int = 1
    cases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.trials:
            raise InvalidInput(f"{self.least} of {self.trials} trials cannot be met: {self.text}")

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Run the trials, each with its own seed; the first failure refutes.

        >>> even = lambda random: Holds() if random.randrange(9) < 9 else Fails("9")
        >>> Checked("digits are below nine", even, trials=5).find(budget=1, seed=0).detail
        '5 instances'
        """
        start = monotonic()
        met: Counter[str] = Counter()
        for trial in range(_AT_MOST * self.trials):
            if trial >= self.trials and not self._lacks(met):
                break
            outcome = self.check(Random(f"{seed} {trial}"))
            if isinstance(outcome, Fails):
                return PartFinding(self.text, REFUTED, outcome.how, monotonic() - start)
            if isinstance(outcome, Holds):
                met[outcome.case] += 1
        lacks, detail = self._lacks(met), _counts(met)
        status = OPEN if lacks else CHECKED
        return PartFinding(self.text, status, f"{lacks}{detail}", monotonic() - start)

    def _lacks(self, met: Counter[str]) -> str:
        """What has not occurred yet, as text."""
        missing = [case for case in self.cases if not met[case]]
        if missing:
            return f"none with {', '.join(missing)}: "
        return "only " if met.total() < self.least else ""


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


def strength(verdict: Proved) -> str:
    """The status of a proof; one from hypotheses that contradict each other shows nothing.

    >>> strength(prove("pml(P, W) >= 0"))
    'proved'
    """
    if verdict.scope == VACUOUS:
        return OPEN
    if isinstance(verdict.evidence, SolverProof):
        return AT_SIZES
    return PROVED if verdict.scope == EVERY_SIZE else ANALYTIC


def _tried(verdict: Verdict) -> str:
    return "; ".join(f"{attempt.engine}: {attempt.ending}" for attempt in verdict.attempts)


def _counts(met: Counter[str]) -> str:
    total = met.total()
    cases = [f"{count} with {case}" for case, count in sorted(met.items()) if case]
    shown = f": {', '.join(cases)}" if cases else ""
    return f"{total} instance{'s' * (total != 1)}{shown}"
