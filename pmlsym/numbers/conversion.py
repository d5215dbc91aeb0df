"""One number in the types of the libraries: Fraction, FLINT's fmpq, SymPy's and Z3's numbers.

The library keeps a Fraction, or a Number; the other types are made where their libraries are
called. SymPy and Z3 are imported when they are asked for, since both take long to load.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq

from pmlsym.errors import Unsupported
from pmlsym.numbers.number import Exact, Infinite, Number

if TYPE_CHECKING:
    import sympy
    import z3


AnyRational: TypeAlias = Any
"""A rational of any library: an int, a Fraction, an fmpq, a SymPy Rational."""


def fraction_of(value: AnyRational) -> Fraction:
    """The rational of any library as a Fraction.

    >>> fraction_of(fmpq(2, 6))
    Fraction(1, 3)
    """
    return Fraction(int(value.numerator), int(value.denominator))


def fmpq_of(value: AnyRational) -> fmpq:
    """The rational of any library as a number of FLINT.

    >>> fmpq_of(Fraction(1, 3))
    1/3
    """
    return fmpq(int(value.numerator), int(value.denominator))


def sympy_of(value: Number | AnyRational) -> sympy.Expr:
    """An exact real number in the type of SymPy. Raises Unsupported if intervals alone know it.

    >>> from pmlsym.numbers.number import log_of
    >>> sympy_of(log_of(Fraction(5, 2))), sympy_of(Fraction(1, 3))
    (log(5/2), 1/3)
    """
    import sympy

    if isinstance(value, Infinite):
        return sympy.oo if value.direction > 0 else -sympy.oo
    if isinstance(value, Exact):
        logs = (sympy_of(c) * sympy.log(sympy_of(base)) for base, c in value.logs)
        return sum(logs, sympy_of(value.rational))
    if isinstance(value, Number):
        raise Unsupported(f"{value} is known by an interval alone, and is no expression")
    return sympy.Rational(int(value.numerator), int(value.denominator))


def z3_of(value: AnyRational, context: z3.Context) -> z3.RatNumRef:
    """A rational number of any library in the type of Z3, in its context.

    >>> import z3
    >>> z3_of(Fraction(1, 3), z3.Context())
    1/3
    """
    import z3

    return z3.RealVal(f"{value.numerator}/{value.denominator}", context)
