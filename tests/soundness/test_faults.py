"""Solvers and linear programs that answer wrongly, fail or never end settle nothing wrongly.

HiGHS returns numbers at random, or raises; Z3 says `sat` of everything with any model, says that it
does not know, raises, or says `unsat` where only a hint is taken from it. Every fault is shown to
have been reached. (A Z3 that says `unsat` of what is satisfiable is believed by proofs about
numbers, which say so.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import z3

from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic import solver as asking
from pmlsym.engines.decide.case import Case
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.engines.decide.portfolio import run, solver
from pmlsym.engines.solver import decision_at_sizes
from pmlsym.engines.solver.decision_at_sizes import CoreAnswer
from pmlsym.errors import PmlError
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.linear import simplex
from pmlsym.linear.program import best_combination
from tests.examples import effort, some_of

FALSE = (
    "pml(P, W) <= maxleak(W)",
    "ldp(W) <= pml(P, W)",
    "pml(P, W >> V) <= pml(P, V >> W)",
    "maxleak(W & U) <= maxleak(W)",
    "eml(P, W, delta) <= maxleak(P, W)",
    "pml(P, W) <= eps => ldp(P, W) <= eps",
)
TRUE = (
    "pml(P, W >> V) <= pml(P, W)",
    "maxleak(W >> V) <= maxleak(V)",
    "pml(P, W) <= ldp(P, W)",
    "ldp(W >> V) <= ldp(W)",
)
FALSE_ENTROPIES = ("I(A;B) <= I(A;C)", "H(A,B) <= H(A)", "I(A;B|C) <= I(A;B)")
FALSE_NUMBERS = (
    "exp(x) >= 1 + 1001/1000*x",
    "x >= 0 => log(1 + x) <= 999/1000*x",
    "log(2) >= 7/10",
)
TRUE_NUMBERS = ("exp(x) >= 1 + x", "x >= 0 => log(1 + x) <= x", "log(2) >= 69/100")

Fault = Callable[..., Any]


def at_random(met: Counter[str]) -> Fault:
    """A linear program that is "solved" by numbers at random."""
    rng = np.random.default_rng(1)

    def solved(cost: Any, *_: Any, A_eq: Any = None, **__: Any) -> Any:
        met["asked"] += 1
        x = np.where(rng.random(len(cost)) < 0.5, rng.random(len(cost)) * 3, 0)
        rows = 0 if A_eq is None else A_eq.shape[0]
        marginals = SimpleNamespace(marginals=rng.standard_normal(rows))
        return SimpleNamespace(status=0, success=True, x=x, fun=0.0, nit=3, eqlin=marginals)

    return solved


def failing(met: Counter[str]) -> Fault:
    def raises(*_: Any, **__: Any) -> Any:
        met["asked"] += 1
        raise RuntimeError("the solver crashed")

    return raises


def infeasible(met: Counter[str]) -> Fault:
    def answers(*_: Any, **__: Any) -> Any:
        met["asked"] += 1
        return SimpleNamespace(status=2, success=False, x=None, fun=None, nit=3)

    return answers


PROGRAMS = (at_random, failing, infeasible)


@pytest.mark.seconds
@pytest.mark.parametrize("fault", PROGRAMS)
def test_linear_programs_that_lie_prove_nothing_false(
    fault: Callable[[Counter[str]], Fault], monkeypatch: pytest.MonkeyPatch
) -> None:
    met = Counter[str]()
    monkeypatch.setattr(simplex, "SMALL", 0)
    monkeypatch.setattr(scipy.optimize, "linprog", fault(met))
    units = effort(0.5, in_full=1.0)
    for text in some_of((*FALSE, *FALSE_ENTROPIES)):
        assert not isinstance(prove(text, effort=units), Proved), text
    for text in some_of(TRUE):
        assert not isinstance(prove(text, effort=units), Refuted), text
    assert met["asked"] >= 3, met


@pytest.mark.parametrize("fault", PROGRAMS)
def test_designs_do_not_rest_on_floats(
    fault: Callable[[Counter[str]], Fault], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = tuple((Fraction(k, 8), 1 - Fraction(k, 8)) for k in range(9))
    costs = tuple(Fraction((3 * k) % 7 + k * k) for k in range(9))
    right = (Fraction(2, 5), Fraction(3, 5))
    expected = best_combination(columns, costs, right)
    met = Counter[str]()
    monkeypatch.setattr(scipy.optimize, "linprog", fault(met))
    try:
        found = best_combination(columns, costs, right)
    except (PmlError, RuntimeError):
        found = None
    assert met["asked"] == 1
    assert found is None or found.value == expected.value
    assert found is not None or fault is failing


def z3_says(met: Counter[str], answer: Any) -> Fault:
    def check(self: z3.Solver, *_: Any) -> Any:
        met["asked"] += 1
        if isinstance(answer, Exception):
            raise answer
        return answer

    return check


@pytest.mark.seconds
@pytest.mark.parametrize(
    "answer",
    [z3.sat, z3.unknown, z3.Z3Exception("out of memory")],
    ids=["sat", "unknown", "raises"],
)
def test_numbers_are_not_settled_by_a_solver_that_fails(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = Counter[str]()
    unremembered = asking._is_unsatisfiable.__wrapped__
    monkeypatch.setattr(asking, "_is_unsatisfiable", unremembered)
    monkeypatch.setattr(z3.Solver, "check", z3_says(met, answer))
    for text in FALSE_NUMBERS:
        assert not isinstance(prove(text, effort=1.0), Proved), text
    for text in TRUE_NUMBERS:
        assert not isinstance(decide(text, effort=1.0), Refuted), text
    assert met["asked"] >= 3, met


def a_model(assertions: Any, context: z3.Context) -> z3.ModelRef:
    """A model of something else: whatever satisfies nothing but the first assertion."""
    one = z3.Solver(ctx=context)
    one.add(*assertions[:1])
    one.check()
    return one.model()


@pytest.mark.parametrize("status", some_of(["sat", "unsat", "unknown", "raises"]))
def test_a_solver_at_fixed_sizes_is_never_believed(
    status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its `unsat` proves nothing for every size; its models are evaluated exactly."""
    met = Counter[str]()

    def ask_in_turn(assertions: Any, context: z3.Context) -> CoreAnswer:
        met["asked"] += 1
        if status == "raises":
            raise z3.Z3Exception("canceled")
        model = a_model(assertions, context) if status == "sat" else None
        return CoreAnswer(status, model, "(check-sat)")

    monkeypatch.setattr(decision_at_sizes, "ask_in_turn", ask_in_turn)
    for text in FALSE:
        assert not isinstance(run(Case(parse(text), 2.0, 0), ((solver, 1.0),)), Proved), text
    for text in TRUE:
        assert not isinstance(run(Case(parse(text), 2.0, 0), ((solver, 1.0),)), Refuted), text
    assert met["asked"] >= len(FALSE), met
