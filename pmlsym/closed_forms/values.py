"""The numbers and the closed forms of a quantity at values of its parameters and at a prior.

Where every parameter, or its exponential, is rational the exact evaluator reads the numbers off the
instance, zeros of the prior and null outcomes included. Where one is not, such as exp(1), the
closed form is evaluated in intervals.

A form that is derived for priors of full support need not hold where a mass is zero: a maximum over
the support has fewer letters there, and an outcome that the others do not produce cannot occur. So
the form at such a prior is derived again, from the rows and columns that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

import sympy
from sympy.polys.rings import PolyElement

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.closed_form import FULL_SUPPORT, ClosedForm, FormPart
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.exact_check import ExactPoint, point_at
from pmlsym.closed_forms.expression_value import number_of
from pmlsym.closed_forms.form import Elementary, Point, evaluate, value_at
from pmlsym.closed_forms.frame import Content, content_of
from pmlsym.closed_forms.quantities import measures_of, quantity_named
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.exact import value_exact
from pmlsym.language.nodes import Measure
from pmlsym.language.value import polynomials_of, range_indices
from pmlsym.mechanism_families.entries import entries_of, parameters_and_values
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism, places_of
from pmlsym.numbers.balls import ball
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import Ball, Exact, Number, log_of, number

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
        from pmlsym.closed_forms.line.line_values import numbers_on_line

        return numbers_on_line(mechanism, closed, values, masses)
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


def form_at_prior(
    mechanism: Mechanism, closed: ClosedForm, masses: Sequence[Fraction]
) -> ClosedForm:
    """The closed form at a given prior, in the parameters alone.

    Where letters have no mass it is derived on the others. Raises Unsupported where that is not
    possible: at an alphabet without a size, for a channel that depends on the prior, and for an
    integral over a continuum of outcomes.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> flips = randomized_response(3)
    >>> form_at_prior(flips, derive(flips), [Fraction(1, 2), Fraction(1, 2), Fraction(0)])
    eps - log(exp(eps)/2 + 1/2)
    """
    if all(masses):
        return _named(closed.put({"prior": list(masses)}), masses)
    if isinstance(closed.parts[0].form, Elementary):
        raise Unsupported(f"{closed.quantity} is an integral: it has a value, with all parameters")
    support = support_of(mechanism, masses)
    form = derive(support.mechanism, closed.quantity)
    form = form.put({"prior": list(support.masses)})
    parts = form.parts
    if closed.per_outcome:
        found = iter(form.parts)
        parts = tuple(
            replace(next(found), outcome=part.outcome)
            if k % support.outcomes in support.seen
            else replace(part, expr=sympy.Integer(0), occurs=())
            for k, part in enumerate(closed.parts)
        )
    return _named(replace(form, parts=parts, family=closed.family), masses)


def value_at_prior(
    closed: ClosedForm, masses: Sequence[Fraction], values: Sequence[Number]
) -> ClosedForm:
    """What is known by its values at a prior alone: those, decimals where they are intervals."""
    shown = [sympy.Float(float(v)) if isinstance(v, Ball) else sympy_of(v) for v in values]
    pairs = zip(closed.parts, shown, strict=True)
    parts = tuple(replace(part, expr=value, occurs=()) for part, value in pairs)
    return _named(replace(closed, parts=parts), masses)


def shown_values(values: Mapping[str, Number]) -> dict[str, sympy.Expr]:
    """Numbers as SymPy writes them."""
    return {name: sympy_of(value) for name, value in values.items()}


def free_priors(measure: Measure, content: Content) -> list[Tensor]:
    """The priors of a measure, and of the facts about its parameters, that no data fix."""
    facts = [f.polynomial for p in content.parameters.values() for f in p.facts]
    return content.free_priors([*polynomials_of(measure.value), *facts])


@dataclass(frozen=True)
class Support:
    """A mechanism on the letters that have mass, their masses, and the outcomes that can occur."""

    mechanism: Mechanism
    masses: tuple[Fraction, ...]
    seen: tuple[int, ...]
    outcomes: int


def support_of(mechanism: Mechanism, masses: Sequence[Fraction]) -> Support:
    """The mechanism on the letters with mass; a single one counts as two that are alike.

    Raises InvalidInput where the prior does not fit, Unsupported at an alphabet without a size.

    >>> from pmlsym.mechanism_families.erasure import erasure
    >>> support_of(erasure(3), [Fraction(1, 2), Fraction(0), Fraction(1, 2)]).seen
    (0, 1, 3)
    """
    rows = entries_of(mechanism.channel)
    if len(rows) != len(masses):
        raise InvalidInput(f"the prior has {len(masses)} masses, the channel {len(rows)} letters")
    kept = [list(row) for row, mass in zip(rows, masses, strict=True) if mass]
    shares = tuple(mass for mass in masses if mass)
    if len(kept) == 1:
        kept, shares = kept * 2, (Fraction(1, 2),) * 2
    columns = range(len(kept[0]))
    seen = tuple(y for y in columns if any(row[y].numerator for row in kept))
    kept = [[row[y] for y in seen] for row in kept]
    smaller = matrix_mechanism(kept, [], is_density=mechanism.is_density)
    scalars = parameters_and_values(mechanism.channel)
    channel = smaller.channel.with_data((*smaller.channel.data, *scalars))
    smaller = replace(smaller, channel=channel, parameters=mechanism.parameters)
    return Support(smaller, shares, seen, len(columns))


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
    own = {*range_indices(measure.value), *measure.free}
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
    total = value_at(polynomial, [ball(value) for value in at.values])
    if total > 0 or total < 0:
        return 1 if total > 0 else -1
    return at(closed.frame.field(polynomial)).sign()


def _named(closed: ClosedForm, masses: Sequence[Fraction]) -> ClosedForm:
    """The prior that a form is of, in place of the assumption that all letters have mass."""
    texts = tuple(text for text in closed.assumptions if text != FULL_SUPPORT)
    return replace(closed, assumptions=(f"prior {', '.join(map(str, masses))}", *texts))
