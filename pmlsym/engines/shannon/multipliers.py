"""Nonnegative multipliers that make forms add up to a goal, exactly.

HiGHS says which forms are used; the multipliers of these few are then solved for over the
rationals. Where that is not conclusive, the exact simplex method decides on the same few forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pmlsym.effort import units_left
from pmlsym.evidence.entropy_dual import EntropyForm, Key
from pmlsym.linear.floating import AVAILABLE, minimise
from pmlsym.linear.simplex import SET_UP, nonnegative_solution
from pmlsym.meter import tick

SMALL = 160  # rows times columns up to which the exact method alone is quicker
USED = 1e-9


def multipliers(
    forms: Sequence[EntropyForm],
    signed: Sequence[bool],
    goal: EntropyForm,
    deadline: float,
) -> dict[int, Fraction] | None:
    """The nonzero multipliers, by place, or nothing if none were found by the deadline."""
    keys = {key for form in forms for key, _ in form.terms}
    if not {key for key, _ in goal.terms} <= keys:
        return None
    if len(keys) * len(forms) <= SMALL or not AVAILABLE:
        places = list(range(len(forms)))
    else:
        found = _used(forms, signed, goal, deadline)
        if found is None:
            return None
        solved = _solve([forms[j] for j in found], goal)
        if solved is not None and all(
            c >= 0 or signed[j] for c, j in zip(solved, found, strict=True)
        ):
            return {j: c for c, j in zip(solved, found, strict=True) if c}
        places = found
    exact = nonnegative_solution(
        [dict(forms[j].terms) for j in places],
        [signed[j] for j in places],
        dict(goal.terms),
        [1] * len(places),
        deadline,
    )
    return None if exact is None else {places[k]: c for k, c in exact.items()}


def _used(
    forms: Sequence[EntropyForm], signed: Sequence[bool], goal: EntropyForm, deadline: float
) -> list[int] | None:
    """The places of the forms that HiGHS uses."""
    import numpy as np
    from scipy.sparse import csr_matrix

    number: dict[Key, int] = {}
    for form in forms:
        for key, _ in form.terms:
            number.setdefault(key, len(number))
    rows, columns, values = [], [], []
    for j, form in enumerate(forms):
        tick(SET_UP * len(form.terms))
        for key, c in form.terms:
            rows.append(number[key])
            columns.append(j)
            values.append(float(c))
    matrix = csr_matrix((values, (rows, columns)), shape=(len(number), len(forms)))
    right = np.zeros(len(number))
    for key, c in goal.terms:
        right[number[key]] = float(c)
    answer = minimise(np.ones(len(forms)), matrix, right, free=signed, effort=units_left(deadline))
    if answer is None:
        return None
    return [j for j, value in enumerate(answer.point) if abs(value) > USED]


def _solve(forms: Sequence[EntropyForm], goal: EntropyForm) -> list[Fraction] | None:
    """The only multipliers of independent forms that give the goal, by elimination."""
    width = len(forms)
    rows: dict[Key, dict[int, Fraction]] = {}
    for j, form in enumerate(forms):
        for key, c in form.terms:
            rows.setdefault(key, {})[j] = c
    for key, c in goal.terms:
        rows.setdefault(key, {})[width] = c
    waiting = list(rows.values())
    pivots: list[tuple[int, dict[int, Fraction]]] = []
    for j in range(width):
        tick(sum(map(len, waiting)))
        at = next((k for k, row in enumerate(waiting) if j in row), None)
        if at is None:
            return None
        pivot = waiting.pop(at)
        factor = pivot[j]
        pivot = {k: c / factor for k, c in pivot.items()}
        for row in (*waiting, *(row for _, row in pivots)):
            multiple = row.get(j)
            if multiple:
                for k, c in pivot.items():
                    entry = row.get(k, Fraction(0)) - multiple * c
                    if entry:
                        row[k] = entry
                    else:
                        row.pop(k, None)
        pivots.append((j, pivot))
    if any(waiting):
        return None
    return [row.get(width, Fraction(0)) for _, row in sorted(pivots, key=lambda p: p[0])]
