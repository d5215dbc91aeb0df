"""The catalogue: every statement of four papers, each with a check that finds its status.

The table of a paper is PAPER.txt: rows with claims as text, and the names of what a clone makes and
checks in Python, whose results are in PAPER.json. An `Entry` is a row; its parts are claims, which
are asked again, and what is recorded. `ENTRIES` has all of them.
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
