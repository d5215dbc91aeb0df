"""Which monomials to produce next: a linear program in which they may be borrowed at a price.

Midway in a search, the candidates do not yet add up to the goal. If monomials that no ingredient
was asked for may be borrowed, at a price that grows with their size and their distance from the
goal, the cheapest solution shows which of the many demands matter. Those are produced next. Once
nothing has to be borrowed, the candidates in use are a proof. Floats only choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.engines.candidates import Candidate, Demand

Prices = Mapping[Demand, float]


def cheapest(
    columns: Sequence[Candidate], goal: Polynomial, prices: Prices, deadline: float
) -> tuple[list[Demand], list[int]] | None:
    """What is borrowed, most of all first, and the columns in use; nothing if there is no way."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix

    borrowed = list(prices)
    rows: dict[Monomial, int] = {}
    where, which, what = [], [], []
    for j, column in enumerate(columns):
        for monomial, c in column.polynomial:
            where.append(rows.setdefault(monomial, len(rows)))
            which.append(j)
            what.append(float(c))
    for k, (monomial, positive) in enumerate(borrowed):
        where.append(rows.setdefault(monomial, len(rows)))
        which.append(len(columns) + k)
        what.append(1.0 if positive else -1.0)
    right = np.zeros(len(rows) + len(goal))
    for monomial, c in goal:
        right[rows.setdefault(monomial, len(rows))] = float(c)
    matrix = csr_matrix((what, (where, which)), shape=(len(rows), len(columns) + len(borrowed)))
    cost = [0.0 if c.is_equality else 0.001 * c.weight for c in columns]
    left = deadline - monotonic()
    if left <= 0:
        return None
    answer: Any = linprog(  # type: ignore[call-overload]
        np.array([*cost, *prices.values()]),
        A_eq=matrix,
        b_eq=right[: len(rows)],
        bounds=[
            *((None if c.is_equality else 0, None) for c in columns),
            *((0, None) for _ in borrowed),
        ],
        method="highs",
        options={"time_limit": left},
    )
    if answer.status != 0:
        return None
    used = [j for j in range(len(columns)) if abs(answer.x[j]) > 1e-9]
    debts = [(answer.x[len(columns) + k], k) for k in range(len(borrowed))]
    return [borrowed[k] for owed, k in sorted(debts, reverse=True) if owed > 1e-9], used
