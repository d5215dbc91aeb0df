"""The catalogue: every statement of four papers, each with a check that finds its status.

The table of a paper is its `statements.txt`: rows with claims as text, and the names of what is
made in Python beside it. An `Entry` is a row; its parts are claims, decided by `pmlsym.decide`, and
exact checks. `ENTRIES` has all of them.
"""

from pmlsym.papers.entry import Correction, Entry
from pmlsym.papers.finding import Finding, PartFinding
from pmlsym.papers.ledger import ENTRIES, claims, entry_of, select
from pmlsym.papers.sources import PAPERS

__all__ = [
    "ENTRIES",
    "PAPERS",
    "Correction",
    "Entry",
    "Finding",
    "PartFinding",
    "claims",
    "entry_of",
    "select",
]
