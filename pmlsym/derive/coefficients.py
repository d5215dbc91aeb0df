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

from flint import fmpq, fmpq_mpoly
from sympy.polys.rings import PolyElement

from pmlsym.derive.rational_functions import in_flint
from pmlsym.numbers.conversion import fmpq_of

LARGEST = 400


@dataclass(frozen=True)
class Cone:
    """Lower bounds of the generators (None: unknown), and the places of masses p_1 .. p_(n-1)."""

    lows: tuple[Fraction | None, ...]
    simplices: tuple[tuple[int, ...], ...] = ()

    def has_nonnegative(self, polynomial: PolyElement) -> bool:
        """Whether the coefficients show that the polynomial is nonnegative on the domain."""
        if any(
            low is None and any(powers[place] for powers in polynomial.itermonoms())
            for place, low in enumerate(self.lows)
        ):
            return False
        value = in_flint(polynomial, more=len(self.simplices))
        gens = value.context().gens()
        for place, low in enumerate(self.lows):
            if low:
                shift = gens[place] + fmpq_of(low)
                value = value.compose(*gens[:place], shift, *gens[place + 1 :])
                if len(value) > LARGEST:
                    return False
        for last, places in zip(reversed(gens), self.simplices, strict=False):
            value = _homogeneous(value, places, last)
        return all(c >= 0 for c in value.coeffs())


def _homogeneous(value: fmpq_mpoly, places: Sequence[int], last: fmpq_mpoly) -> fmpq_mpoly:
    """The polynomial in p_1 .. p_n, all of one degree in them, where p_n = `last` is a generator.

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
