"""Signs that can be read off coefficients.

Put every parameter as its lower bound plus something nonnegative, and make the polynomial
homogeneous in the prior masses, which sum to one. If then no coefficient is negative, the
polynomial is nonnegative on the domain. This decides at once many a polynomial that is far too
large for a solver; where it decides nothing, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import QQ, Symbol
from sympy.polys.rings import PolyElement

LARGEST = 400


@dataclass(frozen=True)
class Cone:
    """Lower bounds of the generators (None: unknown), and the places of masses p_1 .. p_(n-1)."""

    lows: tuple[Fraction | None, ...]
    simplices: tuple[tuple[int, ...], ...] = ()

    def has_nonnegative(self, polynomial: PolyElement) -> bool:
        """Whether the coefficients show that the polynomial is nonnegative on the domain."""
        ring = polynomial.ring
        for place, low in enumerate(self.lows):
            if low is None and any(powers[place] for powers in polynomial.itermonoms()):
                return False
            if low:
                shift = ring.gens[place] + ring(QQ(low.numerator, low.denominator))
                polynomial = polynomial.compose(ring.gens[place], shift)
                if len(polynomial) > LARGEST:
                    return False
        for places in self.simplices:
            polynomial = _homogeneous(polynomial, places)
        return all(c >= 0 for c in polynomial.itercoeffs())


def _homogeneous(polynomial: PolyElement, places: Sequence[int]) -> PolyElement:
    """The polynomial in p_1 .. p_n, all of one degree in them; p_n stands in a new generator."""
    ring = polynomial.ring
    wide = ring.clone(symbols=[*ring.symbols, Symbol("last_mass")])
    last = wide.gens[-1]
    whole = sum((wide.gens[k] for k in places), last)
    degrees = {powers: sum(powers[k] for k in places) for powers in polynomial.itermonoms()}
    most = max(degrees.values(), default=0)
    total = wide.zero
    powers_of_whole = [whole**k for k in range(most + 1)]
    for powers, c in polynomial.terms():
        term = wide({(*powers, 0): c})
        total = total + term * powers_of_whole[most - degrees[powers]]
    return total
