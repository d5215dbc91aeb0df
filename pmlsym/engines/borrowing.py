"""Which monomials to produce next: a linear program in which they may be borrowed at a price.

Midway in a search, the candidates do not yet add up to the goal. If monomials that no ingredient
was asked for may be borrowed, at a price that grows with their size and their distance from the
goal, the cheapest solution shows which of the many demands matter. Those are produced next. Once
nothing has to be borrowed, the candidates in use are a proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.engines.candidates import Candidate, Demand
from pmlsym.linear.simplex import Column, float_solution, solve_exactly

SMALL = 2500
"""Entries of a program up to which the exact method is quicker than setting up the other."""


def cheapest(
    columns: Sequence[Candidate], goal: Polynomial, prices: Mapping[Demand, int], deadline: float
) -> tuple[list[Demand], list[int]] | None:
    """What is borrowed, most of all first, and the columns in use; nothing if there is no way."""
    borrowed = list(prices)
    entries: list[Column] = [column.polynomial.terms for column in columns]
    entries += [{monomial: 1 if positive else -1} for monomial, positive in borrowed]
    free = [column.is_equality for column in columns] + [False] * len(borrowed)
    cost = [column.weight for column in columns] + [1000 * price for price in prices.values()]
    size = len(entries) * len({monomial for column in entries for monomial in column})
    solve: Any = solve_exactly if size <= SMALL else float_solution
    solution = solve(entries, free, goal.terms, cost, deadline)
    if solution is None:
        return None
    used = [j for j in solution if j < len(columns)]
    debts = sorted((-owed, j) for j, owed in solution.items() if j >= len(columns))
    return [borrowed[j - len(columns)] for _, j in debts], used
