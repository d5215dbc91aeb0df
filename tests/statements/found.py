"""The counterexamples that a search finds to false conjectures, each searched for once."""

from __future__ import annotations

from functools import cache

from pmlsym.engines.sampling.refuter import SearchResult, search
from tests.statements.statement import Statement


@cache
def counterexample_to(conjecture: Statement) -> SearchResult:
    """What a search of ten units finds."""
    return search(conjecture.claim, effort=10, seed=0)
