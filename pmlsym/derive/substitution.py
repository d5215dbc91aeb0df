"""A rational function with another in the place of one of its generators."""

from __future__ import annotations

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement


def put(value: FracElement, generator: FracElement, new: FracElement) -> FracElement:
    """The rational function where the generator is `new`; raises ZeroDivisionError at a pole.

    >>> from sympy import QQ, field
    >>> _, x, y = field("x, y", QQ)
    >>> put((x + 1) / x, x, 1 / y)
    y + 1
    """
    above, below = (put_in(part, generator, new) for part in (value.numer, value.denom))
    return above / below


def put_in(polynomial: PolyElement, generator: FracElement, new: FracElement) -> FracElement:
    """The polynomial where the generator is `new`."""
    own = generator.field
    place = own.gens.index(generator)
    total = own.zero
    for powers, c in polynomial.terms():
        rest = own.ring({(*powers[:place], 0, *powers[place + 1 :]): c})
        total = total + own(rest) * (new ** powers[place] if powers[place] else own.one)
    return total
