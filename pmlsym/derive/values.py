"""The numbers of a quantity once all parameters and the prior have values.

Where every parameter, or its exponential, is rational the exact evaluator reads them off the
instance, zeros of the prior and null outcomes included. Where one is not, such as exp(1), the
closed form is evaluated in intervals; then the prior has to have full support.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from random import Random

import sympy
from flint import arb
from sympy.polys.rings import PolyElement

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.derive.closed_form import ClosedForm, FormPart
from pmlsym.derive.derivation import derive
from pmlsym.derive.exact_check import ExactPoint, point_at
from pmlsym.derive.expression_value import number_of
from pmlsym.derive.form import Elementary, Point, evaluate
from pmlsym.derive.frame import Content, content_of
from pmlsym.derive.quantities import measures_of, quantity_named
from pmlsym.derive.support import support_of
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.families.mechanism import Mechanism, places_of
from pmlsym.language.nodes import Measure
from pmlsym.language.value import letters_of, polynomials_of
from pmlsym.numbers.balls import ball
from pmlsym.numbers.conversion import fmpq_of, sympy_of
from pmlsym.numbers.number import Ball, Exact, Number, log_of, number
from pmlsym.readings.exact import value_exact

HUGE = 10**20


def values_at(
    mechanism: Mechanism,
    closed: ClosedForm,
    values: Mapping[str, Number],
    masses: Sequence[Fraction] | None,
) -> tuple[Number, ...] | None:
    """The values of the parts in outcome order; None while a parameter or the prior is missing.

    Raises InvalidInput at a point outside the domain or a prior that does not fit.
    """
    if isinstance(closed.parts[0].form, Elementary):
        from pmlsym.derive.line.line_values import numbers_on_line

        return numbers_on_line(mechanism, closed, shown_values(values), masses)
    measures = measures_of(mechanism, quantity_named(closed.quantity))
    found: list[Number] = []
    for measure in measures.values():
        content = content_of(list({d.tensor: d for d in measure.data}.values()))
        if any(p.name not in values for p in content.parameters.values()):
            return None
        own = free_priors(measure, content)
        if own and masses is None:
            return None
        scalars = {t: p.scalar_at(values[p.name]) for t, p in content.parameters.items()}
        exact = {t: s.rational for t, s in scalars.items() if isinstance(s, Exact) and not s.logs}
        if len(exact) < len(scalars):
            if masses is not None and own and not all(masses):
                return _on_support(mechanism, closed, values, masses)
            return _by_closed_form(closed, values, scalars, masses)
        given = tuple(masses) if masses is not None and own else None
        found += _by_instance(mechanism, measure, content, exact, given)
    return tuple(found)


def shown_values(values: Mapping[str, Number]) -> dict[str, sympy.Expr]:
    """Numbers as SymPy writes them."""
    return {name: sympy_of(value) for name, value in values.items()}


def free_priors(measure: Measure, content: Content) -> list[Tensor]:
    """The priors of a measure, and of the facts about its parameters, that no data fix."""
    facts = [f.polynomial for p in content.parameters.values() for f in p.facts]
    return content.free_priors([*polynomials_of(measure.value), *facts])


def _by_instance(
    mechanism: Mechanism,
    measure: Measure,
    content: Content,
    scalars: Mapping[Tensor, Fraction],
    masses: tuple[Fraction, ...] | None,
) -> list[Number]:
    alphabet = mechanism.input.name
    priors: dict[Tensor, int | None] = dict.fromkeys(free_priors(measure, content))
    point = point_at(content, priors, alphabet, scalars, masses, Random(0))
    letters = content.sizes.get(alphabet)
    if masses is not None and letters is not None and len(masses) != letters:
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {letters} letters")
    if point is None:
        raise _outside(mechanism.domain)
    return [
        log_of(value) if measure.is_log else value
        for value in (value_exact(measure.value, point.instance, at) for at in _at(measure, point))
    ]


def _outside(relations: Sequence[str]) -> InvalidInput:
    domain = ", ".join(relations) or "of the family"
    return InvalidInput(f"the parameters and the prior are outside the domain {domain}")


def _at(measure: Measure, point: ExactPoint) -> list[dict[Index, int]]:
    """The letters of the free outcomes, distinguished letters being the first."""
    own = {*letters_of(measure.value), *measure.free}
    free = {i for p in polynomials_of(measure.value) for i in p.free}
    base = places_of(free - own)
    counts = [range(point.instance.sizes[i.alphabet]) for i in measure.free]
    return [{**base, **dict(zip(measure.free, at, strict=True))} for at in product(*counts)]


def _on_support(
    mechanism: Mechanism,
    closed: ClosedForm,
    values: Mapping[str, Number],
    masses: Sequence[Fraction],
) -> tuple[Number, ...]:
    """The values on the letters that have mass; only they count where there is a prior.

    An outcome that none of them produces is left out: it leaks nothing and has probability zero.
    """
    support = support_of(mechanism, masses)
    smaller, shares, seen = support.mechanism, support.masses, support.seen
    found = values_at(smaller, derive(smaller, closed.quantity), values, shares)
    assert found is not None
    if len(seen) == support.outcomes or not closed.per_outcome:
        return found
    values_seen = iter(found)
    return tuple(
        next(values_seen) if y in seen else log_of(1) if measure.is_log else number(0)
        for measure in measures_of(mechanism, quantity_named(closed.quantity)).values()
        for y in range(support.outcomes)
    )


def _by_closed_form(
    closed: ClosedForm,
    values: Mapping[str, Number],
    scalars: Mapping[Tensor, Number],
    masses: Sequence[Fraction] | None,
) -> tuple[Number, ...]:
    point = []
    for key in closed.frame.keys:
        if isinstance(key, Tensor) and key in scalars:
            point.append(scalars[key])
        elif isinstance(key, tuple) and masses is not None:
            point.append(number(masses[key[1]]))
        else:
            raise Unsupported("a closed form at an unknown size has no value; give the sizes")
    point += [number(0)] * (len(closed.frame.field.gens) - len(point))
    at = Point(tuple(point))
    for polynomial, relation in closed.prover.constraints:
        sign = _sign(closed, polynomial, at)
        if not (sign > 0 or (sign == 0 and relation != ">") or polynomial.is_ground):
            raise _outside(closed.domain)
    null = [any(_sign(closed, p, at) == 0 for p in part.occurs) for part in closed.parts]
    if any(null) and not closed.per_outcome:
        raise Unsupported(
            "an outcome cannot occur there, where the closed form is not the value; that needs "
            "parameters whose exponentials are rational"
        )
    known = _symbols(values, masses or ())
    balls = [scalar for scalar in scalars.values() if isinstance(scalar, Ball)]
    is_far = any(scalar > HUGE or scalar < Fraction(1, HUGE) for scalar in balls)
    forms = zip(closed.parts, null, strict=True)
    return tuple(number(0) if zero else _value(part, at, known, is_far) for part, zero in forms)


def _symbols(values: Mapping[str, Number], masses: Sequence[Fraction]) -> dict[sympy.Basic, Number]:
    """What the symbols of a closed form stand for."""
    known = dict(values) | {f"p{k + 1}": number(mass) for k, mass in enumerate(masses)}
    if masses:
        known |= {"p_min": number(min(masses)), "p_max": number(max(masses))}
    return {sympy.Symbol(name): value for name, value in known.items()}


def _value(part: FormPart, at: Point, known: Mapping[sympy.Basic, Number], is_far: bool) -> Number:
    """The value of a part; of the expression where that is exact, as eps is at eps = 1.

    Exponentials as large as exp(1000), or as small as exp(-1000), which are `is_far`, are known in
    the balls of the expression to relative precision, which suffices: in intervals of a given width
    they would need all their digits.
    """
    if part.expr.free_symbols <= known.keys():
        with suppress(OutOfDomain, Unsupported):
            value = number_of(part.expr, known)
            if is_far or isinstance(value, Exact):
                return value
    return evaluate(part.form, at)


def _sign(closed: ClosedForm, polynomial: PolyElement, at: Point) -> int:
    """The sign of a polynomial at a point, from balls where they leave no doubt."""
    total = arb(0)
    for powers, c in polynomial.terms():
        term = arb(fmpq_of(c))
        for value, power in zip(at.values, powers, strict=True):
            term = term * ball(value) ** power if power else term
        total = total + term
    if total > 0 or total < 0:
        return 1 if total > 0 else -1
    return at(closed.frame.field(polynomial)).sign()
