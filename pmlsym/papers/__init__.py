"""The catalogue: every statement of four papers, each with a check that finds its status.

The table of a paper is PAPER.txt: rows with claims as text, and with the names of parts that a
clone of the project makes and checks in Python. The results of these are in PAPER.json. An `Entry`
is a row; its parts are claims, which are decided again, and recorded results. `ENTRIES` has all
entries.
"""

from pmlsym.papers.entry import Correction, Entry
from pmlsym.papers.finding import Finding, PartFinding
from pmlsym.papers.ledger import ENTRIES, claims, entry_of, select_entries
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
    "select_entries",
]
