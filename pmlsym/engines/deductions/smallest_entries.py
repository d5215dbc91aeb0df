"""The smallest entry of a column, chosen and named, where columns vary by a factor.

From  k W(x',y) - W(x,y) >= 0  for all x, x'  follow

    W(x,y) - m(y) >= 0     and     k m(y) - W(x,y) >= 0 ,     m(y) = min_x W(x,y).

A mean over x is then compared with one over other letters by way of m: two facts at once, where the
facts about pairs would have to be multiplied by both masses and divided by one.
"""

from __future__ import annotations

from pmlsym.engines.convexity.columns import columns
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.idea import Ideas


def smallest_entries(deductions: Deductions) -> Ideas:
    """The two facts for each column; beside terms the search has them already."""
    if any(tensor.is_term for tensor in deductions.sequent.tensors):
        return Ideas()
    found = tuple(columns(deductions))
    facts = tuple(fact for column in found for fact in (column.lower, column.upper))
    return Ideas(facts, tuple(column.pairs for column in found))
