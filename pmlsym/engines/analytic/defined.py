"""Where forms have a value: arguments of logarithms positive, denominators of one sign.

The engine's rules rely on it: a form is smooth where the facts hold, or it is not used.
"""

from __future__ import annotations

from pmlsym.engines.analytic.polynomial import EXP
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem, arguments, denominators
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.solver import is_settled

MILLISECONDS = 1000


def obstacle(
    facts: tuple[NumberFact, ...], form: NumberRatio, logarithms: tuple[NumberRatio, ...] = ()
) -> str | None:
    """What is not known that the value of the form needs, or nothing.

    `logarithms` are further arguments of logarithms that have to be positive.

    >>> x = NumberRatio.variable("x")
    >>> obstacle((NumberFact(x),), x.log()), obstacle((NumberFact(x, True),), x.log())
    ('x > 0', None)
    """
    for part in (*logarithms, form):
        for factor in denominators(part):
            if not is_positive(facts, NumberRatio(factor), -NumberRatio(factor)):
                return f"{factor} is nowhere zero"
    for part in (*logarithms, form):
        for argument in arguments(part):
            if not is_positive(facts, argument):
                return f"{argument} > 0"
    for argument in logarithms:
        if not is_positive(facts, argument):
            return f"{argument} > 0"
    return None


def is_positive(facts: tuple[NumberFact, ...], *forms: NumberRatio) -> bool:
    """Whether one of the forms is known to be positive wherever the facts hold.

    >>> x = NumberRatio.variable("x")
    >>> is_positive((NumberFact(x - 1),), -x, x), is_positive((), x.exp()), is_positive((), x)
    (True, True, False)
    """
    if any(_is_plainly_positive(form) for form in forms):
        return True
    plain = tuple(fact for fact in facts if _is_algebraic(fact.form))
    attempts = [(plain, 0)] if all(map(_is_algebraic, forms)) else []
    for known, level in (*attempts, (facts, 0), (facts, 1), (facts, 2)):
        for form in forms:
            if is_settled(
                NumberProblem(known, NumberFact(form, is_strict=True)), level, MILLISECONDS
            ):
                return True
    return False


def _is_plainly_positive(form: NumberRatio) -> bool:
    """A positive multiple of a product of exponentials."""
    terms = form.numerator.terms
    if form.factors or len(terms) != 1:
        return False
    powers, c = terms[0]
    return c > 0 and all(generator.kind == EXP for generator, _ in powers)


def _is_algebraic(form: NumberRatio) -> bool:
    return all(generator.inside is None for generator in form.generators())
