"""A claim on its way to a verdict: what the engines have done for it so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pmlsym.calculus.sequent import Sequent
from pmlsym.effort import Stopwatch, after, units_left
from pmlsym.engines.ahead import Ahead
from pmlsym.engines.schematic import Schematic
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import Attempt, Verdict
from pmlsym.language.nodes import Claim

if TYPE_CHECKING:
    from pmlsym.engines.sampling import Progress, SearchResult


@dataclass
class Case:
    """A claim on its way to a verdict; `sampled` rounds of random instances are behind it.

    `seen` instances were in them, `within` of these met the hypotheses.
    `sizes` narrows how many letters instances have, `progress` hears of them, and `nearest` is what
    came of the last of them. `searches` for certificates are continued, turn after turn, and
    `ended` names the turns that have nothing more to try. `met` is an instance
    on which the claim holds, where one is known. `ahead` has what was begun in an executor.
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

    def left(self) -> float:
        """The units that are left."""
        return self.effort - self.watch.units

    def note(self, engine: str, since: Stopwatch, ending: str) -> None:
        """Record what an engine did."""
        self.attempts.append(Attempt(engine, since.seconds, ending, since.units))


Turn = Callable[[Case, float], Verdict | None]


@dataclass
class CertificateSearch:
    """The search for a certificate of one sequent, and the certificate once it is found.

    `unread` are the premises of the claim that the sequent does without.
    """

    sequent: Sequent
    unread: tuple[str, ...] = ()
    search: Schematic | None = None
    found: Certificate | None = None

    @property
    def ending(self) -> str:
        """How far it has come."""
        found = self.search.ending if self.search else "no effort left"
        without = " and ".join(self.unread)
        return f"{found}, without {without}, which has no level form" if without else found

    def run(self, effort: float) -> bool:
        """Go on with so much effort; whether there is a certificate."""
        deadline = after(effort)
        if self.found is None:
            if self.search is None or not self.search.found_lemmas:
                self.search = Schematic(self.sequent, effort=effort)
            self.found = self.search.run(units_left(deadline))
        return self.found is not None
