"""Where forms have a value: arguments of logarithms positive, denominators of one sign.

The engine's rules rely on it: a form is smooth where the facts hold, or it is not used.
"""

from __future__ import annotations

from pmlsym.engines.analytic.problem import Fact, Problem, arguments, denominators
from pmlsym.engines.analytic.ratio import Ratio
from pmlsym.engines.analytic.solver import is_settled

MILLISECONDS = 1000


def obstacle(
    facts: tuple[Fact, ...], form: Ratio, logarithms: tuple[Ratio, ...] = ()
) -> str | None:
    """What is not known that the value of the form needs, or nothing.

    `logarithms` are further arguments of logarithms that have to be positive.

    >>> x = Ratio.variable("x")
    >>> obstacle((Fact(x),), x.log()), obstacle((Fact(x, True),), x.log())
    ('x > 0', None)
    """
    for part in (*logarithms, form):
        for factor in denominators(part):
            signs = (Ratio(factor), -Ratio(factor))
            if not any(_is_positive(facts, sign) for sign in signs):
                return f"{factor} is nowhere zero"
    for part in (*logarithms, form):
        for argument in arguments(part):
            if not _is_positive(facts, argument):
                return f"{argument} > 0"
    for argument in logarithms:
        if not _is_positive(facts, argument):
            return f"{argument} > 0"
    return None


def _is_positive(facts: tuple[Fact, ...], form: Ratio) -> bool:
    constant = None if form.factors else form.numerator.constant()
    if constant is not None:
        return constant > 0
    problem = Problem(facts, Fact(form, is_strict=True))
    return any(is_settled(problem, level, MILLISECONDS) for level in (0, 1, 2))
