"""Polynomials and rational functions over the rationals: factors, values put in, plain signs.

Frames compute in SymPy's rings; what takes long there, factors and many compositions, is FLINT's.

A sign can often be read off coefficients. Put every parameter as its lower bound plus something
nonnegative, and make the polynomial homogeneous in the prior masses, which sum to one. If then no
coefficient is negative, the polynomial is nonnegative on the domain. This decides at once many a
polynomial that is far too large for a solver; where it decides nothing, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz_mpoly_ctx
from sympy import QQ
from sympy.polys.fields import FracElement, FracField
from sympy.polys.rings import PolyElement

from pmlsym.numbers.conversion import fmpq_of, fraction_of
from pmlsym.numbers.number import Number, number

LARGEST = 400
"""How many terms a polynomial may get before its coefficients are looked at."""


def factors_of(polynomial: PolyElement) -> tuple[Any, list[tuple[PolyElement, int]]]:
    """The rational c and irreducible factors with powers of a closed form's polynomial.

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
        lead, powers = context.from_dict(scaled).factor()
    except OverflowError:  # python-flint sorts factors of one shape by machine integers
        c, plain = polynomial.factor_list()
        return c, plain
    factors = [(_in_sympy_ring(factor, ring), int(power)) for factor, power in powers]
    factors.sort(key=lambda pair: (len(pair[0]), pair[1], sorted(pair[0].items())))
    return ring.domain(int(lead)) / whole, factors


def places_in(*functions: FracElement) -> set[int]:
    """The places of a frame's generators that occur in a closed form's rational functions.

    >>> from sympy import QQ, field
    >>> _, x, y, z = field("x, y, z", QQ)
    >>> places_in(x + 1, 1 / z)
    {0, 2}
    """
    parts = (part for function in functions for part in (function.numer, function.denom))
    monomials = (powers for part in parts for powers in part.itermonoms())
    return {place for powers in monomials for place, power in enumerate(powers) if power}


def length_of(*polynomials: PolyElement) -> tuple[int, int]:
    """How long a closed form's polynomials print: the number of terms, and the sum of degrees."""
    terms = [powers for polynomial in polynomials for powers in polynomial.itermonoms()]
    return len(terms), sum(map(sum, terms))


def turned_factors(
    value: FracElement, sign: Callable[[PolyElement], str | None]
) -> tuple[Any, list[tuple[PolyElement, int, str | None]]]:
    """The rational c and factors f with powers n of a closed form's function c prod f^n.

    Each factor whose sign on a domain is known is turned to be nonnegative there; the third
    entry is its sign, None where it has no constant one.

    >>> from sympy import QQ, field
    >>> _, x, y = field("x, y", QQ)
    >>> turned_factors((2 - 2 * x) / y, lambda f: "<=" if f == (x - 1).numer else ">")
    (2, [(-x + 1, 1, '>='), (y, -1, '>')])
    """
    c, turned = value.numer.ring.domain.one, []
    for polynomial, side in ((value.numer, 1), (value.denom, -1)):
        lead, factors = factors_of(polynomial)
        c = c * lead**side
        for factor, power in factors:
            relation = sign(factor)
            if relation in ("<", "<="):
                factor, c, relation = -factor, c * (-1) ** power, relation.replace("<", ">")
            turned.append((factor, side * power, relation))
    return c, turned


def sum_of_products(
    field: FracField, products: Iterable[tuple[Any, Iterable[FracElement]]]
) -> FracElement:
    """The sum, in a closed form's field, of c f_1 f_2 .. for pairs of c and functions f_1, f_2, ..

    What two functions have in common is looked for only once for each denominator: terms of the
    same denominator are added first. In a product with a zero, the functions after it are not read.

    >>> from sympy import QQ, field
    >>> own, x, y = field("x, y", QQ)
    >>> sum_of_products(own, [(QQ(1), (x / y, y)), (QQ(1, 2), (1 / y, x + y)), (QQ(3), ())])
    (2*x*y + x + 7*y)/(2*y)
    """
    ring = field.ring
    above_by_below: dict[PolyElement, PolyElement] = {}
    for c, functions in products:
        above, below = ring.ground_new(c), ring.one
        for function in functions:
            if not function:
                above = ring.zero
                break
            above = above * function.numer
            if not function.denom.is_one:
                below = below * function.denom
        if above:
            above_by_below[below] = above_by_below.get(below, ring.zero) + above
    parts = (_in_lowest_terms(field, *part) for part in above_by_below.items())
    return sum(parts, field.zero)


def _in_lowest_terms(field: FracField, below: PolyElement, above: PolyElement) -> FracElement:
    """A quotient in a closed form, cancelled; if `below` is one, its coefficients made whole."""
    if not below.is_one:
        return field.new(above, below)
    whole, scaled = above.clear_denoms()
    return field.raw_new(scaled, field.ring.ground_new(whole))


def function_at(value: FracElement, generator: FracElement, new: FracElement) -> FracElement:
    """A closed form's function where a generator is `new`; raises ZeroDivisionError at a pole.

    >>> from sympy import QQ, field
    >>> _, x, y = field("x, y", QQ)
    >>> function_at((x + 1) / x, x, 1 / y)
    y + 1
    """
    above, below = (polynomial_at(part, generator, new) for part in (value.numer, value.denom))
    return above / below


def polynomial_at(polynomial: PolyElement, generator: FracElement, new: FracElement) -> FracElement:
    """A closed form's polynomial where one generator of its field is `new`."""
    field = generator.field
    place = field.gens.index(generator)
    by_power: dict[int, dict[tuple[int, ...], Any]] = {}
    for powers, c in polynomial.terms():
        rest = (*powers[:place], 0, *powers[place + 1 :])
        by_power.setdefault(powers[place], {})[rest] = c
    parts = ((field.raw_new(field.ring(rest)), power) for power, rest in by_power.items())
    return sum_of_products(field, ((QQ.one, (rest, *(new,) * power)) for rest, power in parts))


def rational_number(value: Any) -> Number:
    """A rational coefficient of a closed form's ring as a number."""
    return number(fraction_of(value))


def value_at(
    polynomial: PolyElement, values: Sequence[Any], constant: Callable[[Any], Any] = rational_number
) -> Any:
    """The value of a closed form's polynomial where its generators have these values.

    They are numbers, or of another kind that `constant` makes of a rational.

    >>> from sympy import QQ
    >>> from sympy.polys.rings import ring
    >>> _, x, y = ring("x, y", QQ)
    >>> value_at(x**2 * y + 1, [fmpq(1, 2), fmpq(3)], fmpq_of)
    7/4
    """
    total = constant(QQ.zero)
    for powers, c in polynomial.terms():
        term = constant(c)
        for value, power in zip(values, powers, strict=False):
            for _ in range(power):
                term = term * value
        total = total + term
    return total


def in_flint(polynomial: PolyElement, more: int = 0) -> fmpq_mpoly:
    """A closed form's polynomial as FLINT has it, with some more generators at the end.

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


def _in_sympy_ring(factor: Any, ring: Any) -> PolyElement:
    """FLINT's factor as a polynomial of the SymPy ring of a closed form."""
    return ring.from_dict(
        {tuple(map(int, m)): ring.domain(int(c)) for m, c in factor.to_dict().items()}
    )


@dataclass(frozen=True)
class Cone:
    """Lower bounds of the generators (None: unknown), and the places of masses p_1 .. p_(n-1)."""

    lows: tuple[Fraction | None, ...]
    simplices: tuple[tuple[int, ...], ...] = ()

    def shows_nonnegative(self, polynomial: PolyElement) -> bool:
        """Whether coefficients show that a polynomial is >= 0 on a closed form's domain."""
        value = self._in_nonnegative_generators(polynomial)
        return value is not None and all(c >= 0 for c in value.coeffs())

    def shows_positive(self, polynomial: PolyElement, above: Collection[PolyElement]) -> bool:
        """Whether coefficients show that a polynomial is > 0 on a closed form's domain.

        None may be negative, and one has to be positive of a product of what is positive: of masses
        that are, by the polynomials `above` zero; or else of the powers of each single mass, or of
        one mass of each prior, with all parameters at their bounds, since some mass is positive.
        """
        value = self._in_nonnegative_generators(polynomial)
        if value is None or not value or any(c < 0 for c in value.coeffs()):
            return False
        terms = {tuple(map(int, powers)) for powers in value.to_dict()}
        count, gens = len(value.context().gens()), polynomial.ring.gens
        positive = {k for k, low in enumerate(self.lows) if low == 0 and gens[k] in above}
        lasts = range(count - 1, -1, -1)
        groups = [(*places, last) for last, places in zip(lasts, self.simplices, strict=False)]
        positive |= {g[-1] for g in groups if 1 - sum(gens[k] for k in g[:-1]) in above}
        if any(all(k in positive for k, n in enumerate(powers) if n) for powers in terms):
            return True
        degrees = [sum(next(iter(terms))[place] for place in group) for group in groups]
        corners = [dict(zip(corner, degrees, strict=True)) for corner in product(*groups)]
        return all(tuple(c.get(k, 0) for k in range(count)) in terms for c in corners)

    def _in_nonnegative_generators(self, polynomial: PolyElement) -> fmpq_mpoly | None:
        """A closed form's polynomial in what its parameters are above their bounds, and in masses.

        It has all masses of a prior, and one degree in them. None where it is too long, or has a
        parameter whose bound is unknown.
        """
        if any(
            low is None and any(powers[place] for powers in polynomial.itermonoms())
            for place, low in enumerate(self.lows)
        ):
            return None
        value = in_flint(polynomial, more=len(self.simplices))
        gens = value.context().gens()
        for place, low in enumerate(self.lows):
            if low:
                shift = gens[place] + fmpq_of(low)
                value = value.compose(*gens[:place], shift, *gens[place + 1 :])
                if len(value) > LARGEST:
                    return None
        for last, places in zip(reversed(gens), self.simplices, strict=False):
            value = _made_homogeneous(value, places, last)
        return value


def _made_homogeneous(value: fmpq_mpoly, places: Sequence[int], last: fmpq_mpoly) -> fmpq_mpoly:
    """A closed form's polynomial in p_1 .. p_n, all of one degree, where p_n = `last` is new.

    It was written in p_1 .. p_(n-1): each term is multiplied by a power of the sum of all.
    """
    context = value.context()
    gens = context.gens()
    whole = sum((gens[k] for k in places), last)
    by_degree: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for powers, c in value.to_dict().items():
        by_degree.setdefault(int(sum(powers[k] for k in places)), {})[powers] = c
    most = max(by_degree, default=0)
    parts = (context.from_dict(terms) * whole ** (most - d) for d, terms in by_degree.items())
    return sum(parts, context.constant(0))
