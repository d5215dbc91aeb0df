"""What a second solver says to the questions on which a proof about numbers rests.

Z3's nonlinear core has given wrong answers before. Where cvc5 is installed it is asked whatever Z3
settled: the steps of the proof, and where its forms are defined and which signs they have.
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.engines.analytic.checking import check_analytic
from pmlsym.engines.analytic.solver import Question, noted, script
from pmlsym.engines.asking_cvc5 import answers
from pmlsym.errors import Disagreement
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.language.nodes import Claim

EACH = 2.0
"""Seconds for one question; nearly all that Z3 settles in time take cvc5 some milliseconds."""


def confirmed(claim: Claim, proof: AnalyticProof, *, seconds: float = 20.0) -> AnalyticProof:
    """The proof after checking it, with what cvc5 says to each question that Z3 settled.

    Raises InvalidCertificate where it is no proof of the claim, and Disagreement where cvc5 finds
    a question satisfiable.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.engines.analytic.checking import prove_analytic
    >>> claim = parse("x >= 0 => exp(x) >= 1 + x")
    >>> len(confirmed(claim, prove_analytic(claim)).second)
    1
    """
    with noted() as questions:
        check_analytic(claim, proof)
    said = answers([script_text(question) for question in questions], seconds=seconds, each=EACH)
    for (problem, level), answer in zip(questions, said, strict=True):
        if answer == "sat":
            raise Disagreement(
                f"Z3 says unsat and cvc5 says sat to {problem} (level {level}); stop and look"
            )
    return replace(proof, second=said)


def script_text(question: Question) -> str:
    """The question in SMT-LIB 2, unsatisfiable if Z3 is right.

    >>> from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
    >>> from pmlsym.engines.analytic.ratio import NumberRatio
    >>> "(check-sat)" in script_text((NumberProblem((), NumberFact(NumberRatio.variable("x"))), 0))
    True
    """
    import z3

    from pmlsym.readings.smt_check import new_solver

    context = z3.Context()
    solver = new_solver(context)
    solver.add(*script(*question, context))
    return "(set-logic QF_NRA)\n" + str(solver.to_smt2())
