"""Certificates that speak of something new: each idea derives facts, beside which is searched.

    smallest entries    m(y) <= W(x,y) <= k m(y), where  k W(x',y) - W(x,y) >= 0  is known
    chains              W(a,b,y) <= k^2 W(a',b',y), where each letter alone may be moved at k
    rests               means of V - M >= 0, what rows have beyond their common part M
    numbers             what facts come to when they are summed over all of their letters

It is also made without what speaks of single letters. The search for a combination multiplies facts with one another, and finds nothing that has to be
named first, or summed before it is multiplied. So a few such facts are derived, and the same search
is made again beside them: beside those of each idea, then beside all. Nothing is trusted here: the
steps that derive them are steps of the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.effort import passed, until
from pmlsym.engines.auxiliary.chains import chains
from pmlsym.engines.auxiliary.numbers import numbers
from pmlsym.engines.auxiliary.rests import rests
from pmlsym.engines.auxiliary.smallest_entries import smallest_entries
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.schematic import Schematic, tidied
from pmlsym.evidence.certificate import Certificate, Step

Idea = Callable[[Deductions], Iterator[Fact]]

IDEAS: tuple[Idea, ...] = (smallest_entries, chains, rests, numbers)
"""In the order in which they are tried; at last all of them together."""

SLICES = (0.2, 1.0, 4.0, 16.0, 64.0)
"""Effort for each search, round after round."""

SETTING_UP = 6.0
"""The effort for which a search is set up: instances of convex terms take a tenth of it or so."""


class AuxiliarySearch:
    """The searches for a certificate of a sequent beside what ideas derive; it can be continued."""

    def __init__(self, sequent: Sequent) -> None:
        self._sequent = sequent
        self._searches: list[_Beside] = []
        self._is_begun = False
        self._round = 0

    def run(self, effort: float) -> Certificate | None:
        """A certificate, if one is found with so much more effort."""
        with until(effort):
            if not self._is_begun:
                self._searches = list(_searches(self._sequent))
                self._is_begun = not passed()
            while not self.exhausted and not passed():
                share = SLICES[min(self._round, len(SLICES) - 1)]
                for search in self._searches:
                    found = search.run(share)
                    if found is not None:
                        return found
                self._round += 1
        return None

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to try."""
        return self._is_begun and all(search.exhausted for search in self._searches)


class _Beside:
    """The search for a certificate of a sequent from another, whose facts the steps derive."""

    def __init__(self, sequent: Sequent, richer: Sequent, steps: tuple[Step, ...]) -> None:
        self._sequent, self._richer, self._steps = sequent, richer, steps
        self._search: Schematic | None = None

    def run(self, effort: float) -> Certificate | None:
        if self._search is None or not self._search.found_lemmas:
            self._search = Schematic(self._richer, effort=SETTING_UP)
        found = self._search.run(effort)
        if found is None:
            return None
        return tidied(Certificate(self._sequent, (*self._steps, *found.steps)))

    @property
    def exhausted(self) -> bool:
        return self._search is not None and self._search.exhausted


def _searches(sequent: Sequent) -> Iterator[_Beside]:
    """Beside the facts of each idea that has some, and beside all where there are several.

    Beside terms, of which instances are made for each search again, beside all alone.
    """
    general = _general(sequent)
    if general != sequent:
        yield _Beside(sequent, general, ())
    deductions = Deductions(general)
    groups = [tuple(dict.fromkeys(idea(deductions))) for idea in IDEAS]
    every = tuple(dict.fromkeys(fact for group in groups for fact in group))
    steps = tuple(deductions.steps)
    if any(tensor.is_term for tensor in sequent.tensors):
        groups = []
    for facts in dict.fromkeys((*groups, every)):
        if facts:
            yield _Beside(sequent, replace(general, facts=(*general.facts, *facts)), steps)


def _general(sequent: Sequent) -> Sequent:
    """The sequent without the facts about single letters.

    Such a letter runs nowhere, so that nothing general would be derived of what bears its name.
    What says that a measure is not smaller than its level is often needed nowhere.
    """
    facts = (f for f in sequent.facts if set(f.polynomial.free) <= {*f.indices})
    return replace(sequent, facts=tuple(facts))
