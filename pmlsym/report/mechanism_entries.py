"""The entries of a family's channel: as expressions in its parameters, and as rationals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy

from pmlsym.errors import Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.families.arguments import value_of
from pmlsym.families.entries import Table, entries_of
from pmlsym.families.mechanism import Mechanism
from pmlsym.linear.matrix import Matrix
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import Exact
from pmlsym.readings.exact import read_exact
from pmlsym.readings.symbolic import read_symbolic

Expressions = tuple[tuple[sympy.Expr, ...], ...]


def written_entries(mechanism: Mechanism) -> Expressions | None:
    """The entries as SymPy expressions, rows by input; none where the alphabet has no size.

    Of densities there are none: a column is known up to a factor alone.

    >>> from pmlsym.families.z_channel import z_channel
    >>> written_entries(z_channel())
    ((1, 0), (a, 1 - a))
    """
    table = _entries(mechanism)
    if table is None:
        return None
    known = {}
    for parameter in mechanism.parameters:
        symbol = sympy.Symbol(parameter.name, real=True)
        scaled = sympy_of(parameter.scale) * symbol
        known[parameter.tensor.name] = sympy.exp(scaled) if parameter.is_exponent else symbol
    return tuple(
        tuple(
            read_symbolic(entry.numerator, {}, known).nested()
            / read_symbolic(entry.denominator, {}, known).nested()
            for entry in row
        )
        for row in table
    )


def exact_entries(mechanism: Mechanism, settings: Mapping[str, str]) -> Matrix | None:
    """The entries where the parameters have values; none unless all of them are rational then.

    That needs every parameter, or its exponential where entries speak of that, to be rational.

    >>> from pmlsym.families.randomized_response import randomized_response
    >>> exact_entries(randomized_response(2), {"eps": "log(3)"})[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    table = _entries(mechanism)
    if table is None:
        return None
    scalars: dict[str, Fraction] = {}
    for parameter in mechanism.parameters:
        if parameter.name not in settings:
            return None
        scalar = parameter.scalar_at(value_of(parameter.name, settings[parameter.name]))
        if not isinstance(scalar, Exact) or not scalar.is_rational:
            return None
        scalars[parameter.tensor.name] = scalar.rational
    point = Instance({}, scalars)
    return tuple(
        tuple(
            read_exact(entry.numerator, point).nested()
            / read_exact(entry.denominator, point).nested()
            for entry in row
        )
        for row in table
    )


def _entries(mechanism: Mechanism) -> Table | None:
    if mechanism.is_density:
        return None
    try:
        return entries_of(mechanism.channel)
    except Unsupported:
        return None
