"""Turns of Z3 in deciding a claim: at two letters an alphabet, or at those that a claim gives.

At two letters only a counterexample counts; at the letters of a claim that gives them all, a proof
does too.
"""

from __future__ import annotations

from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, until
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.case import Case, Errand
from pmlsym.engines.decide.judge import judge_instance
from pmlsym.engines.sampling.witness import is_false
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance


def solver(case: Case, effort: float) -> Refuted | None:
    """Z3's turn in deciding a claim, at two letters: a counterexample, or a hint against one."""
    if repeat_letters_of(case.claim) or subjects(case.claim).data:
        return None  # there a repeated or given channel would be any channel
    if case.sizes is not None and any(2 not in letters for letters in case.sizes.values()):
        return None
    watch = Stopwatch()
    model, endings = case.ahead.result_of(model_errand(case, effort))
    if model is not None:
        case.note("z3", watch, "found a counterexample")
        return judge_instance(case.claim, model, tuple(case.attempts))
    settled = {"unsat": "true, says the solver", "unknown": "not settled"}
    outcome = "; of another part: ".join(dict.fromkeys(settled.get(each, each) for each in endings))
    case.note("z3", watch, f"at two letters an alphabet: {outcome}")
    return None


def solver_at_given_letters(case: Case, effort: float) -> Proved | Refuted | None:
    """Z3's verdict on a claim that gives the letters of all its alphabets, as a turn."""
    about = subjects(case.claim)
    case.ended.add(solver_at_given_letters)
    if not about.data or {*about.alphabets} - sizes_in(about.data).keys():
        return None
    from pmlsym.engines.solver.proof_at_sizes import decide_by_solver

    watch = Stopwatch()
    verdict = decide_by_solver(case.claim, effort=effort)
    if isinstance(verdict, Refuted) or (isinstance(verdict, Proved) and verdict.witness):
        return verdict  # a solver alone cannot settle a claim that may have no value
    case.note("z3", watch, "no verdict at the letters that are given")
    return None


def model_errand(case: Case, effort: float) -> Errand[tuple[Instance | None, tuple[str, ...]]]:
    """The errand of Z3's turn on a claim, which another process may run."""
    return Errand(_look_for_model, case.claim, {"effort": effort})


def _look_for_model(claim: Claim, *, effort: float) -> tuple[Instance | None, tuple[str, ...]]:
    """An instance against a claim by a model of Z3, if any, and the answer for each sequent."""
    from pmlsym.engines.solver.decision_at_sizes import decide_sequent, instance_of_model

    watch, endings = Stopwatch(), []
    for sequent in lower(claim):
        sizes = dict.fromkeys(subjects(claim).alphabets, 2)
        with until(effort - watch.units):
            decision = decide_sequent(sequent, sizes)
        endings.append(decision.status)
        if decision.instance is None:
            continue
        candidate = instance_of_model(claim, decision.instance, decision.letters)
        if is_false(claim, candidate):
            return candidate, tuple(endings)
        endings[-1] = "a model, on which the claim holds"
    return None, tuple(endings)
