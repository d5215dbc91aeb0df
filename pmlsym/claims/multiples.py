"""Numbers that grow evenly with a letter n:  rest + n*slope, where neither part depends on n.

n*eps         2*n*ldp(W)         (n + 1)*eps  =  eps + n*eps         n*eps/2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import mul

from pmlsym.claims.repeated import mentions_letter, numbers_in
from pmlsym.language.fold import children
from pmlsym.language.nodes import Constant, Division, Named, Product, Quantity, Scalar, Sum

ONE = Constant(Fraction(1))


@dataclass(frozen=True)
class Multiples:
    """rest + n*slope; `rest` is None where it would be zero."""

    rest: Quantity | None
    slope: Quantity

    def at(self, times: Quantity) -> Quantity:
        """The claim's quantity rest + n*slope with another quantity for n*slope."""
        return times if self.rest is None else self.rest + times


def multiples(quantity: Quantity, letter: str) -> Multiples | None:
    """A claim's quantity as rest + n*slope for a repeat letter n; else nothing.

    >>> from pmlsym.claim_text.question import parse_quantity
    >>> found = multiples(parse_quantity("(n + 1)*eps/2 - a"), "n")
    >>> found.rest, found.slope
    (eps/2 - a, eps/2)
    >>> multiples(parse_quantity("n*n"), "n") is None
    True
    """
    match quantity:
        case Named(arguments=(_, *_)):
            return None
        case Scalar(name) if name == letter:
            return Multiples(None, ONE)
        case Sum(terms):
            rests, slopes = list[Quantity](), list[Quantity]()
            for term in terms:
                inner = multiples(term, letter) if mentions_letter(term, letter) else None
                if inner is not None:
                    slopes.append(inner.slope)
                    rests += [] if inner.rest is None else [inner.rest]
                elif mentions_letter(term, letter):
                    return None
                else:
                    rests.append(term)
            return Multiples(_total(rests) if rests else None, _total(slopes)) if slopes else None
        case Product(factors):
            inside = [factor for factor in factors if mentions_letter(factor, letter)]
            rise = multiples(inside[0], letter) if len(inside) == 1 else None
            if rise is None:
                return None
            others = [factor for factor in factors if factor is not inside[0]]
            rest = None if rise.rest is None else product([rise.rest, *others])
            return Multiples(rest, product([rise.slope, *others]))
        case Division(above, below) if not mentions_letter(below, letter):
            rise = multiples(above, letter)
            if rise is None:
                return None
            return Multiples(None if rise.rest is None else rise.rest / below, rise.slope / below)
    return None


def largest_multiples(quantity: Quantity, letter: str) -> Iterator[tuple[Quantity, Multiples]]:
    """The largest parts rest + n*slope of a claim's quantity, also in numbers of measures."""
    rise = multiples(quantity, letter)
    if rise is not None:
        yield quantity, rise
        return
    for part in (*numbers_in(quantity), *children(quantity)):
        yield from largest_multiples(part, letter)


def product(factors: Sequence[Quantity]) -> Quantity:
    """The product of factors in a claim about n uses, without those that are 1."""
    several = [f for f in factors if not (isinstance(f, Constant) and f.value == 1)]
    return reduce(mul, several) if several else ONE


def _total(terms: Sequence[Quantity]) -> Quantity:
    """The sum of a claim's quantities; one quantity by itself."""
    return Sum(tuple(terms)) if len(terms) > 1 else terms[0]
