"""The worst case over a set of priors at an alphabet without a size.

every prior       the capacity, which no prior attains unless it is zero
p(x) >= c         the closed form at p_min = c, where no other mass enters it
"""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.fields import FracElement

from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.derive.closed_form import ClosedForm
from pmlsym.derive.constructors import symbolic
from pmlsym.derive.derivation import derive
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.parameter import Incidence
from pmlsym.model.prior import Prior
from pmlsym.prior_sets.prior_set import PriorSet


def worst_at_every_size(mechanism: Mechanism, priors: PriorSet) -> tuple[ClosedForm, bool]:
    """The supremum, and whether it is attained where it is positive.

    Raises Unsupported at another set, and where the channel depends on the prior, InvalidInput
    where there is no prior in the set at any size.

    >>> from pmlsym.prior_sets.prior_set import least_mass
    >>> from pmlsym.families import randomized_response
    >>> worst_at_every_size(randomized_response(), least_mass("c"))
    (eps - log(c*(exp(eps) - 1) + 1), True)
    """
    if priors.least is None:
        raise Unsupported("this set of priors needs an alphabet with a size; give the sizes")
    _require_one_channel(mechanism)
    free = replace(mechanism, prior=Prior("P", mechanism.input), settings={})
    if priors.least == 0:
        closed = derive(free, "capacity")
        return replace(closed, quantity=f"pml over {priors.text}"), False
    closed = derive(free, "pml")
    (part,) = closed.parts
    named = isinstance(priors.least, str)
    c = symbolic(priors.least, "the least mass")
    expr = part.expr
    for incidence in closed.frame.content.incidences.values():
        number = _least_number(closed, incidence)
        if number is not None:  # the least sets are of letters that all have mass c
            inside = closed.presentation.rational(number)
            expr = expr.subs(sympy.Symbol(f"{incidence.mass}_min"), c * inside)
    masses = {s for s in expr.free_symbols if str(s) not in closed.parameters and s != c}
    masses |= expr.atoms(AppliedUndef)
    if masses - {sympy.Symbol("p_min")}:
        shown = ", ".join(sorted(map(str, masses - {sympy.Symbol("p_min")})))
        raise Unsupported(f"the worst case mentions {shown}, not p_min alone; give the sizes")
    size = closed.presentation.rational(closed.frame.scalar(size_tensor(mechanism.input.name)))
    room = (1 - c * size, ">=")
    _require_room(mechanism, c)
    final = replace(
        closed,
        quantity=f"pml over {priors.text}",
        parts=(replace(part, expr=expr.subs(sympy.Symbol("p_min"), c)),),
        parameters=(*closed.parameters, *([str(c)] if named else [])),
        domain=(*closed.domain, f"0 < {c} <= 1/{size}" if named else f"{size} <= {1 / c}"),
        assumptions=(),
        conditions=(*closed.conditions, room, *([(c, ">")] if named else [])),
    )
    return final, True


def _least_number(closed: ClosedForm, incidence: Incidence) -> FracElement | None:
    """How many letters at least go with an outcome, where that is known."""
    frame = closed.frame
    if incidence.inside is not None:
        return frame.convert(incidence.inside)
    numbers = [frame.ratio(letters) for letters, _ in incidence.kinds]
    for number in numbers:
        if all(closed.prover.at_most(number, other) for other in numbers):
            return number
    return None


def _require_one_channel(mechanism: Mechanism) -> None:
    unknown = {t for t in mechanism.prior.body.tensors if t.alphabets}
    facts = {t for p in mechanism.parameters for f in p.facts for t in f.polynomial.tensors}
    if unknown & (set(mechanism.channel.body.tensors) | facts):
        raise Unsupported("the channel depends on the prior, so it is not one channel for a set")


def _require_room(mechanism: Mechanism, c: sympy.Expr) -> None:
    """Raises InvalidInput where even the smallest alphabet has no prior with these masses."""
    least = next(
        (p.low for p in mechanism.parameters if p.tensor == size_tensor(mechanism.input.name)), None
    )
    if c.is_Rational and least is not None and c * symbolic(least) > 1:
        raise InvalidInput(f"no prior of {least} letters or more has masses of at least {c}")
