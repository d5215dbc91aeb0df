"""A claim on its way to a verdict: what engines have done for it so far, and what was begun ahead.

Work ahead is work of a later turn that an executor begins early; the turn takes its result. An
errand is a function of a claim and of numbers alone, and its steps are counted. So it does not
matter where and when it is done: its result is the one that would be found here, and costs as much.
An errand that was not foreseen, is not begun yet, or fails, is done here in its turn.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field, replace
from math import isinf
from platform import node
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pmlsym.calculus.effort import Stopwatch, apart, fence, limit, seconds_left, spent
from pmlsym.calculus.meter import tick, watch
from pmlsym.calculus.sequent import Sequent
from pmlsym.engines.certificates.instantiation import instances_at_subjects
from pmlsym.engines.certificates.sequent_search import Schematic, begun_instances, tidy
from pmlsym.errors import OutOfTime
from pmlsym.evidence.verdict import Attempt, Verdict
from pmlsym.kernel.certificate import Certificate
from pmlsym.language.nodes import Claim
from pmlsym.lowering.merged_letters import merge_letters
from pmlsym.lowering.sequents import Lowered, lowered_sequents
from pmlsym.model.instance import Instance

if TYPE_CHECKING:
    from pmlsym.claim_text.witness_text import Witnesses
    from pmlsym.engines.deductions.search import AuxiliarySearch
    from pmlsym.engines.lemmas.lemma import ReadLemma
    from pmlsym.engines.sampling.refuter import Progress, SearchResult


T = TypeVar("T")
Place = tuple[str, int]


@dataclass(frozen=True)
class Errand(Generic[T]):
    """A function of the claim that is asked about, with options; it can be run elsewhere."""

    does: Callable[..., T]
    claim: Claim = field(compare=False)
    options: Mapping[str, object]

    def done(self) -> T:
        """The result of an errand for the turns, computed here and now."""
        return self.does(self.claim, **self.options)


_Outcome = tuple[int, T]
"""The steps that an errand took, and its result."""


@dataclass
class Ahead:
    """The errands on one claim that were begun; without an executor none are."""

    executor: Executor | None = None
    begun: list[tuple[Errand[Any], Future[_Outcome[Any] | None]]] = field(default_factory=list)

    def begin(self, errand: Errand[Any], most: float) -> None:
        """Begin an errand for a later turn in the executor, unless it is begun."""
        if self.executor is not None and all(errand != other for other, _ in self.begun):
            seconds, asker = seconds_left(), _this_process()
            future = self.executor.submit(_outcome_in_executor, errand, most, seconds, asker)
            self.begun.append((errand, future))

    def result_of(self, errand: Errand[T]) -> T:
        """The result that an engine's turn asks for, begun ahead or found now; its steps count."""
        for k, (other, future) in enumerate(self.begun):
            if other == errand:
                del self.begun[k]
                outcome: _Outcome[T] | None = _outcome_of(future)
                if outcome is not None:
                    steps, result = outcome
                    tick(steps)
                    return result
        return errand.done()

    def stop(self) -> None:
        """Cancel the errands that were begun for later turns and never asked for."""
        for _, future in self.begun:
            future.cancel()
        self.begun.clear()


@dataclass
class Case:
    """A claim on its way to a verdict, and what the turns have done for it.

    `sampled` counts the rounds of random instances, `seen` the instances in them and `within` those
    that met the hypotheses; `sizes` limits their letters, `progress` is called with each of them,
    and `nearest` is the result that came closest to a counterexample. The `searches` for
    certificates go on from turn to turn, and `ended` holds the turns that have nothing more to try.
    `met` is an instance on which the claim holds, where one is known. `ahead` holds the errands
    that were begun in an executor. `lemmas`, and the witnesses in `given`, are those of the caller.
    """

    claim: Claim
    effort: float
    seed: int
    attempts: list[Attempt] = field(default_factory=list)
    sampled: int = 0
    seen: int = 0
    within: int = 0
    sizes: Mapping[str, Sequence[int]] | None = None
    progress: Progress | None = None
    nearest: SearchResult | None = None
    searches: list[CertificateSearch] | None = None
    ended: set[Turn] = field(default_factory=set)
    watch: Stopwatch = field(default_factory=Stopwatch)
    met: Instance | None = None
    ahead: Ahead = field(default_factory=Ahead)
    lemmas: tuple[ReadLemma, ...] = ()
    given: Witnesses = field(default_factory=dict)

    def left(self) -> float:
        """The units of effort that are left for the turns on this claim."""
        return self.effort - self.watch.units

    def certificate_searches(self) -> list[CertificateSearch]:
        """The searches for certificates of the claim's sequents, which several turns continue.

        Raises Unsupported where the claim has no sequents.
        """
        if self.searches is None:
            # a witness that is given speaks of the letters that the claim has: none are merged
            merged: Callable[[Sequent], Sequent] = (lambda s: s) if self.given else merge_letters
            every = lowered_sequents(self.claim)
            self.searches = [CertificateSearch(merged(each.sequent), each) for each in every]
        return self.searches

    def note(self, engine: str, since: Stopwatch, ending: str, *, failed: bool = False) -> None:
        """Record among the case's attempts what an engine did in its turn."""
        self.attempts.append(Attempt(engine, since.seconds, ending, since.units, failed))


Turn = Callable[[Case, float], Verdict | None]


@dataclass
class CertificateSearch:
    """The search for a certificate of one sequent, and the certificate once it is found.

    `beside` is the search with something new that the facts do not mention. It and the direct
    search share `convex`, the search for instances of convex terms, and both know what hypotheses
    about every prior say about the priors of the goal. `lowered` is the sequent as the claim has
    it, before letters are merged.
    """

    sequent: Sequent
    lowered: Lowered
    search: Schematic | None = None
    beside: AuxiliarySearch | None = None
    found: Certificate | None = None

    def __post_init__(self) -> None:
        applied = instances_at_subjects(self.sequent)
        self._applied = tuple(step for lemma in applied for step in lemma)
        facts = (*self.sequent.facts, *(lemma[-1].statement for lemma in applied))
        self._richer = replace(self.sequent, facts=facts)
        self.convex = begun_instances(self._richer)

    @property
    def ending(self) -> str:
        """A sentence on how far the search for this sequent's certificate has come."""
        text = self.search.ending if self.search else "no effort left"
        without = " and ".join(self.lowered.unread)
        return f"{text}, without {without}, which has no level form" if without else text

    def run(self, effort: float) -> bool:
        """Continue the search for a certificate in this turn, and return whether there is one."""
        watch = Stopwatch()
        if self.found is None:
            if self.search is None or not self.search.found_lemmas:
                self.search = Schematic(self._richer, effort=effort, convex=self.convex)
            self.found = self._of_sequent(self.search.run(effort - watch.units))
        return self.found is not None

    def run_beside(self, effort: float) -> bool:
        """Continue the search beside new deductions, and return whether there is a certificate."""
        if self.found is None:
            from pmlsym.engines.deductions.search import AuxiliarySearch  # most proofs need none

            self.beside = self.beside or AuxiliarySearch(self._richer, self.convex)
            self.found = self._of_sequent(self.beside.run(effort))
        return self.found is not None

    def _of_sequent(self, certificate: Certificate | None) -> Certificate | None:
        """The certificate of the sequent itself, with the steps for what the search was given."""
        if certificate is None or not self._applied:
            return certificate
        return tidy(Certificate(self.sequent, (*self._applied, *certificate.steps)))


def _outcome_of(future: Future[_Outcome[T] | None]) -> _Outcome[T] | None:
    """The outcome of an errand in an executor; None if it has to be done in this process."""
    if not future.done() and future.cancel():
        return None
    try:
        return future.result(None if isinf(seconds_left()) else max(seconds_left(), 0))
    except CancelledError:
        return None
    except Exception as error:
        if not future.done():
            raise OutOfTime("out of time") from None
        text = f"the executor failed, and its work is done here: {type(error).__name__}: {error}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
        return None


def _outcome_in_executor(
    errand: Errand[T], most: float, seconds: float, asker: Place
) -> _Outcome[T] | None:
    """Do the work of a later turn of the portfolio in another process; None if that fails.

    A thread of the asker's own process does nothing: it would not be any faster, and would share
    what a process has only once, such as the precision of balls.
    """
    if _this_process() == asker:
        return None
    with apart():  # a forked process has a copy of the asker's meter
        try:
            with fence(seconds), limit(most):
                result = errand.done()
                watch()
        except Exception:
            return None
        return spent(), result


def _this_process() -> Place:
    """The computer and the process in which a turn runs, to tell threads from processes."""
    return node(), os.getpid()
