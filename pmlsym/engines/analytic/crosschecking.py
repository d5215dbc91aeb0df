"""The questions that a proof puts to Z3, as SMT-LIB 2 scripts, and cvc5's answers to them.

Z3's nonlinear core has given wrong answers before; a second solver that disagrees is an error that
stops the run.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.engines.analytic.problem import Problem
from pmlsym.engines.analytic.reading import problems
from pmlsym.engines.analytic.rules import expand
from pmlsym.engines.analytic.solver import script
from pmlsym.evidence.enclosure import AnalyticProof, Ask, Derivation
from pmlsym.measures.quantity import Claim


def scripts(claim: Claim, proof: AnalyticProof) -> tuple[str, ...]:
    """Every question of the proof, unsatisfiable if Z3 is right.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.engines.analytic.checking import prove_analytic
    >>> claim = parse("x >= 0 => exp(x) >= 1 + x")
    >>> (text,) = scripts(claim, prove_analytic(claim))
    >>> "(check-sat)" in text
    True
    """
    found: list[str] = []
    for problem, derivation in zip(problems(claim), proof.derivations, strict=True):
        found.extend(_scripts(problem, derivation))
    return tuple(found)


def crosscheck_analytic(
    claim: Claim, proof: AnalyticProof, *, seconds: float = 10.0
) -> tuple[str, ...]:
    """cvc5's answer to every question: unsat, unknown, or absent where it is not installed.

    Raises RuntimeError where cvc5 finds a question satisfiable.
    """
    from pmlsym.engines.decision import crosscheck

    return tuple(crosscheck(text, "unsat", seconds=seconds) for text in scripts(claim, proof))


def _scripts(problem: Problem, derivation: Derivation) -> Iterator[str]:
    if isinstance(derivation.step, Ask):
        yield _script(problem, derivation.step.level)
    for part, shown in zip(expand(problem, derivation.step), derivation.parts, strict=True):
        yield from _scripts(part, shown)


def _script(problem: Problem, level: int) -> str:
    import z3

    from pmlsym.readings.smt_check import new_solver

    context = z3.Context()
    solver = new_solver(context)
    solver.add(*script(problem, level, context))
    return "(set-logic QF_NRA)\n" + str(solver.to_smt2())
