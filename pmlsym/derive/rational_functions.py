"""Polynomials and rational functions over the rationals: their factors, and values put in.

Frames compute in SymPy's rings; what takes long there, factors and many compositions, is FLINT's.
"""

from __future__ import annotations

from math import lcm
from typing import Any

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx, fmpz_mpoly_ctx
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.numbers.conversion import fmpq_of


def factors_of(polynomial: PolyElement) -> tuple[Any, list[tuple[PolyElement, int]]]:
    """A rational c and irreducible factors with their powers; their product is the polynomial.

    As SymPy's `factor_list`, short factors first: they are primitive and have a positive leading
    coefficient. Where there are several variables FLINT is many times faster.

    >>> from sympy import QQ
    >>> from sympy.polys.rings import ring
    >>> _, x, y = ring("x, y", QQ)
    >>> factors_of(x * (x**2 - y**2) / 2)
    (1/2, [(x, 1), (x - y, 1), (x + y, 1)])
    """
    ring = polynomial.ring
    context = fmpz_mpoly_ctx.get([f"x{k}" for k in range(ring.ngens)], Ordering.lex)
    whole = lcm(*(int(c.denominator) for c in polynomial.values()))
    scaled = {m: int((c * whole).numerator) for m, c in polynomial.items()}
    try:
        lead, found = context.from_dict(scaled).factor()
    except OverflowError:  # python-flint sorts factors of one shape by machine integers
        c, plain = polynomial.factor_list()
        return c, plain
    factors = [(_back(factor, ring), int(power)) for factor, power in found]
    factors.sort(key=lambda pair: (len(pair[0]), pair[1], sorted(pair[0].items())))
    return ring.domain(int(lead)) / whole, factors


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


def in_flint(polynomial: PolyElement, more: int = 0) -> fmpq_mpoly:
    """The polynomial as FLINT has it, in a ring with some more generators at the end.

    >>> from sympy import QQ
    >>> from sympy.polys.rings import ring
    >>> _, x, y = ring("x, y", QQ)
    >>> in_flint(x * y + 1, more=1).context().nvars()
    3
    """
    names = [f"x{k}" for k in range(polynomial.ring.ngens + more)]
    rest = (0,) * more
    terms = {(*powers, *rest): fmpq_of(c) for powers, c in polynomial.items()}
    return fmpq_mpoly_ctx.get(names, Ordering.lex).from_dict(terms)


def _back(factor: Any, ring: Any) -> PolyElement:
    return ring.from_dict(
        {tuple(map(int, m)): ring.domain(int(c)) for m, c in factor.to_dict().items()}
    )
