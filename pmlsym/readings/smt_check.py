"""Asking Z3: every question in a context of its own, in a thread that can be left.

Z3 is not made for threads that share a context, so no term lives in the common one. While it
searches it would keep Ctrl-C for itself and say "unknown"; here it may not, and whoever asked waits
in Python, which hears the signal at once.
"""

from __future__ import annotations

from threading import Thread

import z3

INSIST = 0.1  # seconds between two requests to stop
GRACE = 0.5  # seconds after which Z3 is told to stop, should it not keep its own time


def new_solver(
    context: z3.Context, *, milliseconds: int | None = None, logic: str | None = None
) -> z3.Solver:
    """A solver in this context, which leaves Ctrl-C to Python.

    >>> str(check(new_solver(z3.Context())))
    'sat'
    """
    if logic is None:
        return prepared(z3.Solver(ctx=context), milliseconds=milliseconds)
    # z3.SolverFor writes the logic's name into the common context, from whichever thread.
    made = z3.Z3_mk_solver_for_logic(context.ref(), z3.to_symbol(logic, context))
    return prepared(z3.Solver(made, context), milliseconds=milliseconds)


def prepared(solver: z3.Solver, *, milliseconds: int | None = None) -> z3.Solver:
    """The solver, or the optimizer, which from now on leaves Ctrl-C to Python."""
    solver.set("ctrl_c", False)
    if milliseconds is not None:
        solver.set("timeout", max(1, milliseconds))
    return solver


def check(solver: z3.Solver, *, milliseconds: int | None = None) -> z3.CheckSatResult:
    """What Z3 says; unknown where it fails, or is still searching after twice the time.

    Whatever interrupts the waiting stops Z3 first: no object of its context is let go before.
    """
    answers: list[z3.CheckSatResult] = []
    asking = Thread(target=_ask, args=(solver, answers), daemon=True)
    limit = None if milliseconds is None else 2 * milliseconds / 1000 + GRACE
    try:
        asking.start()
        asking.join(limit)
    finally:
        while asking.is_alive():
            solver.ctx.interrupt()
            asking.join(INSIST)
    return answers[0] if answers else z3.unknown


def _ask(solver: z3.Solver, answers: list[z3.CheckSatResult]) -> None:
    try:
        answers.append(solver.check())
    except (z3.Z3Exception, MemoryError):
        answers.append(z3.unknown)
