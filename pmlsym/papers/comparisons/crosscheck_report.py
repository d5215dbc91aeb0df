"""The table of a cross-check: a line for each comparison, and whether all is well."""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.language.display import cut, fitted
from pmlsym.papers.comparisons.finding import CrossCheck

SUBJECT_WIDTH = 38
"""The width of the subject column in characters; with the other columns a line has 80."""


def crosscheck_text(lines: Sequence[CrossCheck]) -> str:
    """The cross-check of the papers' theory with numbers as a table, and whether all is well.

    >>> found = crosscheck_text([CrossCheck("z-channel", "pml", 10, 10, 0.0, 0.1, 0.0)])
    >>> found.splitlines()[-1]
    'All is well: 1 comparison, 10 instances.'
    """
    header = f"{'':<6}{'subject':<{SUBJECT_WIDTH}}{'what':<13}{'instances':>10}{'worst':>10}"
    rows = [header, *(_comparison_line(line) for line in lines)]
    wrong = [line for line in lines if not line.is_well]
    total = sum(line.compared for line in lines)
    count = f"{len(lines)} comparison{'s' * (len(lines) != 1)}"
    if wrong:
        verdict = f"Not well: {len(wrong)} of {count}."
    else:
        verdict = f"All is well: {count}, {total} instances."
    bounds = {line.bound for line in lines if line.bound}
    allowed = f"Floats may differ by {max(bounds):.0e} (1 + |value|). " if bounds else ""
    return "\n".join([*rows, "", *fitted(allowed + verdict)])


def _comparison_line(line: CrossCheck) -> str:
    """The printed line of one comparison in the papers' cross-check."""
    mark = "ok" if line.is_well else "WRONG"
    note = f"\n      {line.note}" if line.note else ""
    start = f"{mark:<6}{cut(line.subject, SUBJECT_WIDTH - 2):<{SUBJECT_WIDTH}}{line.what:<13}"
    return f"{start}{line.compared:>10}{line.worst:>10.1e}{note}"
