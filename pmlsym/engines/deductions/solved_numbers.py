"""The goal without a number that an equality can be solved for:  c t = r,  where c is positive.

    q (t + m - 1) = t - 1        is        (1 - q) t = 1 - q + q m ,        1 - q > 0

Times c, the goal has r in the place of c t. So a quotient of exp(eps) and of a size is compared
with a share q, which is one by such an equality.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.effort import until
from pmlsym.calculus.normal_form import factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.quotient import without
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.deductions.idea import OtherGoal
from pmlsym.kernel.certificate import GOAL, Combine, Term, Use
from pmlsym.kernel.shown import is_plain

EACH = 0.1
"""Effort for showing that a coefficient is positive."""

SOLVED = "without a number"


def solved_goals(deductions: Deductions) -> Iterator[OtherGoal]:
    """The goal without each number of it that two facts solve for."""
    numbers = {
        fact.polynomial: fact
        for fact in deductions.plain_facts
        if fact.relation == ">=" and _is_of_numbers(fact.polynomial)
    }
    for polynomial, above in numbers.items():
        below = numbers.get(-polynomial)
        if below is None:
            continue
        for tensor in polynomial.tensors:
            c = _coefficient(polynomial, tensor)
            if len(c) > 1 and tensor in deductions.sequent.goal.tensors:
                found = _solved(tensor, c, above, below, deductions)
                if found is not None:
                    yield found


def _coefficient(polynomial: Polynomial, tensor: Tensor) -> Polynomial:
    """What a number is multiplied with; nothing where it stands twice in a monomial."""
    own = (factor(((tensor, ()),)),)
    parts = [(rest, c) for m, c in polynomial if (rest := without(m, own)) is not None]
    if any(without(rest, own) is not None for rest, _ in parts):
        return Polynomial({})
    return Polynomial(dict(parts))


def _solved(
    tensor: Tensor, c: Polynomial, above: Fact, below: Fact, deductions: Deductions
) -> OtherGoal | None:
    """The goal times c, without the number; `above` says c t >= r, and `below` c t <= r."""
    sequent = deductions.sequent
    slopes = _coefficient(sequent.goal, tensor)
    if not slopes or not all(is_plain(Polynomial({m: 1}), ">=") for m, _ in slopes):
        return None
    positive = _positive(c, deductions)
    if positive is None:
        return None
    goal = sequent.goal * c - slopes * above.polynomial
    terms = [Term(Fraction(1), (Use(SOLVED),))]
    for monomial, k in slopes:
        use = Use(above.name if k > 0 else below.name)
        terms += expanded(Polynomial({monomial: abs(Fraction(k))}), use)
    statement = Fact(GOAL, sequent.goal, (), sequent.relation)
    return OtherGoal(goal, Combine(statement, tuple(terms), (Use(positive.name),)))


def _positive(c: Polynomial, deductions: Deductions) -> Fact | None:
    """The fact that a sum of numbers is positive: it is at least one, times what is positive."""
    numbers = tuple(f for f in deductions.plain_facts if _is_of_numbers(f.polynomial))
    strict = [(fact.polynomial, (Use(fact.name),)) for fact in numbers if fact.relation == ">"]
    for beside, uses in ((ONE, ()), *strict):
        wanted = c * beside - 1
        with until(EACH):
            step = combine(numbers, Fact("at least one", wanted))
        least = None if step is None else deductions.add(step)
        if least is not None:
            terms = (Term(Fraction(1), (Use(least.name),)), Term(Fraction(1), ()))
            statement = Fact("positive coefficient", c, (), ">")
            fact = deductions.add(Combine(statement, terms, uses))
            deductions.hide(least, fact)
            return fact
    return None


def _is_of_numbers(polynomial: Polynomial) -> bool:
    return not any(at for _, at in polynomial.atoms())
