"""Where forms have a value: arguments of logarithms positive, denominators of one sign.

The engine's rules rely on it. A fact whose value is not known to exist on the whole domain is left
out, which makes a problem harder, never easier; a goal whose value is not known is refused.
"""

from __future__ import annotations

from pmlsym.engines.analytic.problem import Fact, Problem, arguments, denominators
from pmlsym.engines.analytic.ratio import Ratio
from pmlsym.engines.analytic.solver import is_settled
from pmlsym.errors import Unsupported

MILLISECONDS = 1000


def defined(problem: Problem) -> Problem:
    """The problem with the facts that are defined where the others hold.

    Raises Unsupported where the goal is not known to be defined.

    >>> x = Ratio.variable("x")
    >>> print(defined(Problem((Fact(x, True),), Fact(x.log()))))
    x > 0  =>  log(x) >= 0
    >>> defined(Problem((), Fact(x.log())))
    Traceback (most recent call last):
    pmlsym.errors.Unsupported: it is not known that x > 0 on the whole domain
    """
    known = tuple(fact for fact in problem.facts if not _needs(fact.form))
    waiting = [fact for fact in problem.facts if _needs(fact.form)]
    progress = True
    while waiting and progress:
        progress = False
        for fact in waiting:
            if obstacle(known, fact.form) is None:
                known = (*known, fact)
                waiting.remove(fact)
                progress = True
                break
    reason = obstacle(known, problem.goal.form)
    if reason is not None:
        raise Unsupported(f"it is not known that {reason} on the whole domain")
    return Problem(known, problem.goal)


def obstacle(facts: tuple[Fact, ...], form: Ratio) -> str | None:
    """What is not known that the value of the form needs, or nothing."""
    for factor in denominators(form):
        signs = (Ratio(factor), -Ratio(factor))
        if not any(_is_positive(facts, sign) for sign in signs):
            return f"{factor} is nowhere zero"
    for argument in arguments(form):
        if not _is_positive(facts, argument):
            return f"{argument} > 0"
    return None


def _needs(form: Ratio) -> bool:
    return bool(arguments(form) or denominators(form))


def _is_positive(facts: tuple[Fact, ...], form: Ratio) -> bool:
    constant = None if form.factors else form.numerator.constant()
    if constant is not None:
        return constant > 0
    problem = Problem(facts, Fact(form, is_strict=True))
    return any(is_settled(problem, level, MILLISECONDS) for level in (0, 1, 2))
