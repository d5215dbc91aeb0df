"""Asking Z3: every question in a context of its own, in a thread that can be left.

Z3 is not made for threads that share a context, so no term lives in the common one. While it
searches it would keep Ctrl-C for itself and say "unknown"; here it may not, and whoever asked waits
in Python, which hears the signal at once. How long it searches, its own count of resources says,
never the clock: to the same question it gives the same answer on a busy machine.
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
"""What Z3 counts in a unit of effort: hard questions take three times as long as others."""


def new_solver(context: z3.Context, *, logic: str | None = None) -> z3.Solver:
    """A solver in this context, which leaves Ctrl-C to Python.

    >>> str(check(new_solver(z3.Context())))
    'sat'
    """
    if logic is None:
        return prepared(z3.Solver(ctx=context))
    # z3.SolverFor writes the logic's name into the common context, from whichever thread.
    made = z3.Z3_mk_solver_for_logic(context.ref(), z3.to_symbol(logic, context))
    return prepared(z3.Solver(made, context))


def prepared(solver: z3.Solver) -> z3.Solver:
    """The solver, or the optimizer, which from now on leaves Ctrl-C to Python."""
    solver.set("ctrl_c", False)
    return solver


def check(solver: z3.Solver, *, effort: float = inf) -> z3.CheckSatResult:
    """What Z3 says within so much effort, which is counted; unknown where it fails.

    Whatever interrupts the waiting stops Z3 first: no object of its context is let go before.
    Raises OutOfTime at the fence of the clock.
    """
    answer, used = checked(solver, effort=effort)
    tick(used)
    return answer


def checked(solver: z3.Solver, *, effort: float = inf) -> tuple[z3.CheckSatResult, int]:
    """The same, with the steps that it took, which are not counted."""
    before = _steps(solver)
    if effort < inf:
        solver.set("rlimit", max(1, int(effort * RESOURCES)))
    answers: list[z3.CheckSatResult] = []
    if sys.platform == "emscripten":  # a browser's Python starts no thread, and hears no signal
        _ask(solver, answers)
        watch()
        return answers[0], _steps(solver) - before
    asking = Thread(target=_ask, args=(solver, answers), daemon=True)
    left = seconds_left()
    try:
        asking.start()
        asking.join(max(0.0, left) if left < inf else None)
    finally:
        while asking.is_alive():
            solver.ctx.interrupt()
            asking.join(INSIST)
    watch()
    return (answers[0] if answers else z3.unknown), _steps(solver) - before


def _steps(solver: z3.Solver) -> int:
    """The steps that a solver has taken."""
    known, context = solver.statistics(), solver.ctx.ref()
    for place in range(len(known)):  # of some eighty, of which each takes a while to read
        if z3.Z3_stats_get_key(context, known.stats, place) == "rlimit count":
            return int(z3.Z3_stats_get_uint_value(context, known.stats, place) * STEPS // RESOURCES)
    return 0


def _ask(solver: z3.Solver, answers: list[z3.CheckSatResult]) -> None:
    try:
        answers.append(solver.check())
    except (z3.Z3Exception, MemoryError):
        answers.append(z3.unknown)
