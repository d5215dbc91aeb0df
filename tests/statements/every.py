"""The table of statements: all that tests ask again and again, by its truth and its subject."""

from __future__ import annotations

from tests.definitions.every import STATEMENTS as OF_MEASURES
from tests.statements import conjectures, entropies, leakages, numbers, papers
from tests.statements.statement import Statement

THEOREMS = (*(s for s in OF_MEASURES if s.holds), *leakages.KNOWN)
"""What textbooks say of leakages."""

CONJECTURES = (
    *(s for s in OF_MEASURES if not s.holds),
    *conjectures.KNOWN,
    *conjectures.OWN,
    *conjectures.NEAR_MISSES,
    *conjectures.RARE_PREMISES,
    *entropies.CONJECTURES,
)
"""False, of the kinds that students and reviewers get wrong."""

ABOUT_NUMBERS = (
    *numbers.TRUE,
    *papers.ANALYTIC,
    *numbers.MANY_TERMS,
    *numbers.FAR_AWAY,
    *numbers.FALSE,
)
STATEMENTS: tuple[Statement, ...] = (
    *THEOREMS,
    *leakages.FIELD,
    *CONJECTURES,
    *entropies.TRUE,
    *entropies.FALSE,
    *papers.ENTROPIC,
    *papers.MEANS,
    *ABOUT_NUMBERS,
)
