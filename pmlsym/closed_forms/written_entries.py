"""The entries of a mechanism as SymPy expressions in its parameters, at sizes that are numbers."""

from __future__ import annotations

import sympy

from pmlsym.errors import Unsupported
from pmlsym.evaluators.symbolic import read_symbolic
from pmlsym.mechanism_families.entries import Table, entries_of
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.numbers.conversion import sympy_of

Expressions = tuple[tuple[sympy.Expr, ...], ...]


def written_entries(mechanism: Mechanism) -> Expressions | None:
    """A mechanism's entries in SymPy, to show beside closed forms; None without a size.

    Densities have none: a column of theirs is known only up to a factor.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
    >>> written_entries(z_channel())
    ((1, 0), (a, 1 - a))
    """
    table = entries_table(mechanism)
    if table is None:
        return None
    values = {}
    for parameter in mechanism.parameters:
        symbol = sympy.Symbol(parameter.name, real=True)
        scaled = sympy_of(parameter.scale) * symbol
        values[parameter.tensor.name] = sympy.exp(scaled) if parameter.is_exponent else symbol
    return tuple(
        tuple(
            read_symbolic(entry.numerator, {}, values).nested()
            / read_symbolic(entry.denominator, {}, values).nested()
            for entry in row
        )
        for row in table
    )


def entries_table(mechanism: Mechanism) -> Table | None:
    """A mechanism's symbolic entries by row, for closed forms; None without a size."""
    if mechanism.is_density:
        return None
    try:
        return entries_of(mechanism.channel)
    except Unsupported:
        return None
