"""Questions to Z3: each in a context of its own, and in a thread that can be abandoned.

Z3 does not support threads that share a context, so no term is in the common context. While it
searches, Z3 would catch Ctrl-C itself and answer "unknown"; that is switched off, and the caller
waits in Python, which receives the signal at once. Z3's count of resources limits the search, never
the clock: the same question gets the same answer on a busy machine.
"""

from __future__ import annotations

import sys
from math import inf
from threading import Thread

import z3

from pmlsym.calculus.effort import STEPS, seconds_left
from pmlsym.calculus.meter import tick, watch

INSIST = 0.1
"""Seconds between two requests to stop."""

RESOURCES = 400_000
"""Resources of Z3 in a unit of effort; hard questions take three times as long as others."""


def new_solver(context: z3.Context, *, logic: str | None = None) -> z3.Solver:
    """A new Z3 solver in this context, which leaves Ctrl-C to Python.

    >>> str(check(new_solver(z3.Context())))
    'sat'
    """
    if logic is None:
        return prepare(z3.Solver(ctx=context))
    # z3.SolverFor writes the logic's name into the common context, from whichever thread.
    pointer = z3.Z3_mk_solver_for_logic(context.ref(), z3.to_symbol(logic, context))
    return prepare(z3.Solver(pointer, context))


def prepare(solver: z3.Solver) -> z3.Solver:
    """A Z3 solver or optimizer of terms of values, made to leave Ctrl-C to Python from now on."""
    solver.set("ctrl_c", False)
    return solver


def check(solver: z3.Solver, *, effort: float = inf) -> z3.CheckSatResult:
    """Whether values satisfy constraints on Z3 terms, within a counted effort; unknown if Z3 fails.

    An interrupt stops Z3 before any object of its context is released. Raises OutOfTime at the
    fence of the clock.
    """
    answer, used = check_uncounted(solver, effort=effort)
    tick(used)
    return answer


def check_uncounted(solver: z3.Solver, *, effort: float = inf) -> tuple[z3.CheckSatResult, int]:
    """The answer of the Z3 solver, and the steps that it took, which are not counted."""
    before = _steps_taken(solver)
    if effort < inf:
        solver.set("rlimit", max(1, int(effort * RESOURCES)))
    answers: list[z3.CheckSatResult] = []
    if sys.platform == "emscripten":  # Python in a browser has no threads and no signals
        _ask_solver(solver, answers)
        watch()
        return answers[0], _steps_taken(solver) - before
    asking = Thread(target=_ask_solver, args=(solver, answers), daemon=True)
    left = seconds_left()
    try:
        asking.start()
        asking.join(max(0.0, left) if left < inf else None)
    finally:
        while asking.is_alive():
            solver.ctx.interrupt()
            asking.join(INSIST)
    watch()
    return (answers[0] if answers else z3.unknown), _steps_taken(solver) - before


def _steps_taken(solver: z3.Solver) -> int:
    """The steps that Z3 has taken over the terms of values that it was given, in our unit."""
    statistics, context = solver.statistics(), solver.ctx.ref()
    for k in range(len(statistics)):  # there are some eighty, each slow to read
        if z3.Z3_stats_get_key(context, statistics.stats, k) == "rlimit count":
            return int(
                z3.Z3_stats_get_uint_value(context, statistics.stats, k) * STEPS // RESOURCES
            )
    return 0


def _ask_solver(solver: z3.Solver, answers: list[z3.CheckSatResult]) -> None:
    """Append whether some values satisfy the constraints on Z3 terms; unknown where Z3 fails."""
    try:
        answers.append(solver.check())
    except (z3.Z3Exception, MemoryError):
        answers.append(z3.unknown)
