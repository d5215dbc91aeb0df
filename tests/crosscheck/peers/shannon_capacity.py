"""Shannon's capacity, which no measure here is, as a statement over all priors.

    mi(P, W) <= c + GAP is proved over the simplex, and mi(P, W) <= c - GAP is refuted,

where c is the capacity as a peer's iterations have it. An instance on which either is not decided
counts as one without a value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pmlsym as ps
from tests.crosscheck.peers.cases import Case, cases, entries_text
from tests.crosscheck.peers.comparison import Comparison, Departure

GAP = Fraction(1, 10**6)
EFFORT = 0.2


def capacity_beside(
    function: str, theirs: Callable[[Case], float], departure: Departure | None = None
) -> Comparison:
    """That a peer's capacity, in nats, is the largest information of a channel."""

    def ours(case: Case) -> bool | None:
        capacity = Fraction(theirs(case))
        above, below = (_decided(case, capacity + gap) for gap in (GAP, -GAP))
        return None if above is None or below is None else above and not below

    return Comparison(
        "mi(P, W) <= c over the simplex, proved and refuted next to c",
        function,
        ours,
        lambda case: True,
        cases,
        lambda case: f"W = {entries_text(case.channel)}",
        departure,
    )


def _decided(case: Case, bound: Fraction) -> bool | None:
    """Whether no prior has more information than the bound; None where it is not decided."""
    if bound < 0:
        return False
    rows = [[*map(str, row)] for row in case.channel]
    verdict = ps.decide(f"mi(P, W) <= {bound}", channel={"W": rows}, over="simplex", effort=EFFORT)
    return {"Proved": True, "Refuted": False}.get(type(verdict).__name__)
