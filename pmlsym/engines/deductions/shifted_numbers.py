"""A sequent with numbers counted from a bound:  t = 1 + e where t >= 1,  m = 1 - d where m <= 1.

What had to be multiplied by two bounds, (t - 1)(1 - m), is a monomial then.
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.deductions.restated import Restated, part, restated
from pmlsym.kernel.certificate import Step

LEAST = 2
"""So many numbers of the goal have bounds, at least: else a bound is a factor as it is."""


def counted_from_bounds(sequent: Sequent, before: tuple[Step, ...]) -> Restated | None:
    """The sequent with each number of the goal counted from a bound that is not zero."""
    declared = declared_facts(t for t in sequent.goal.tensors if not (t.alphabets or t.is_term))
    bounds: dict[Tensor, Fact] = {}
    for fact in (*sequent.facts, *declared):
        tensor = _bounded(fact)
        if tensor is not None and tensor in sequent.goal.tensors:
            bounds.setdefault(tensor, fact)
    if len(bounds) < LEAST:
        return None
    deductions = Deductions(sequent, list(before))
    parts = (part("beyond", fact, tensor, (), deductions) for tensor, fact in bounds.items())
    facts = (*sequent.facts, *declared)
    named = tuple(each for each in parts if each is not None)
    return restated(replace(sequent, facts=facts), named, (), deductions)


def _bounded(fact: Fact) -> Tensor | None:
    """The number that a fact bounds by another than zero."""
    parts = dict(fact.polynomial.terms)
    if fact.relation == "==" or not parts.pop((), 0) or len(parts) != 1:
        return None
    ((monomial, _),) = parts.items()
    ((tensor, at), *more) = Polynomial({monomial: 1}).atoms()
    return None if more or at or tensor.is_term or tensor.is_size else tensor
