"""Closed forms where letters have no mass: those of the channel from the letters that have.

A form that is derived for priors of full support need not hold where a mass is zero: a maximum over
the support has fewer letters there, and an outcome that the others do not produce cannot occur. So
the form at such a prior is derived again, from the rows and columns that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from pmlsym.derive.closed_form import FULL_SUPPORT, ClosedForm
from pmlsym.derive.derivation import derive
from pmlsym.derive.form import Elementary
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.families.entries import entries_of, parameters_and_values
from pmlsym.families.mechanism import Mechanism, matrix_mechanism
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import Ball, Number


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

    >>> from pmlsym.families import erasure
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


def form_at_prior(
    mechanism: Mechanism, closed: ClosedForm, masses: Sequence[Fraction]
) -> ClosedForm:
    """The closed form at a given prior, in the parameters alone.

    Where letters have no mass it is derived on the others. Raises Unsupported where that is not
    possible: at an alphabet without a size, for a channel that depends on the prior, and for an
    integral over a continuum of outcomes.

    >>> from pmlsym.families import randomized_response
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


def _named(closed: ClosedForm, masses: Sequence[Fraction]) -> ClosedForm:
    """The prior that a form is of, in place of the assumption that all letters have mass."""
    texts = tuple(text for text in closed.assumptions if text != FULL_SUPPORT)
    return replace(closed, assumptions=(f"prior {', '.join(map(str, masses))}", *texts))
