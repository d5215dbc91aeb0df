"""The catalogue: every statement of four papers, each with a check that finds its status.

An `Entry` is a row; its parts are claims, decided by `pmlsym.decide`, and exact checks.
`ENTRIES` is the visible tuple of all of them, `IDS` the list of the rows that have to be there.
"""

from pmlsym.catalogue.entries import ENTRIES, entry_of
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.finding import Finding, PartFinding
from pmlsym.catalogue.ids import IDS
from pmlsym.catalogue.ledger import ledger, select
from pmlsym.catalogue.sources import PAPERS

__all__ = [
    "ENTRIES",
    "IDS",
    "PAPERS",
    "Correction",
    "Entry",
    "Finding",
    "PartFinding",
    "entry_of",
    "ledger",
    "select",
]
