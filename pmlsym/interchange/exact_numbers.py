"""Numbers of other libraries as rationals, or as floats that stay floats.

exact="decimal"   a float is the shortest decimal that rounds to it: 0.1 is 1/10
exact="binary"    a float is the binary number that it is: 0.1 is 3602879701896397/2^55
exact="no"        a float stays one, and what is computed from it is inexact

Read as decimals, floats that are no short decimals are refused: 1/3 has been rounded, so that its
row would not sum to one, and nothing is divided by a sum in silence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pmlsym.calculus.short_decimal import short_decimal
from pmlsym.errors import InvalidInput
from pmlsym.model.entries import read_entry

DECIMAL, BINARY, NO = "decimal", "binary", "no"
EXACT = (DECIMAL, BINARY, NO)


def require_exact(exact: object) -> str:
    """The word itself. Raises InvalidInput where it is none of the three."""
    if not isinstance(exact, str) or exact not in EXACT:
        raise InvalidInput(f"exact is {str(exact)[:40]!r}; write one of {', '.join(EXACT)}")
    return exact


def read_number(value: Any, where: str, exact: str = DECIMAL, *, signed: bool = False) -> Any:
    """One entry as a Fraction, a float if `exact` is "no", or a symbolic expression as it is.

    Raises InvalidInput where it is no number, negative or not finite, or no short decimal.

    >>> read_number(0.1, "it"), read_number("1/3", "it"), read_number(0.1, "it", "no")
    (Fraction(1, 10), Fraction(1, 3), 0.1)
    >>> read_number(1/3, "it")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: it is 0.3333333333333333, no short decimal; write '1/3', or round it
    """
    plain = _plain(value)
    if hasattr(plain, "__iter__") and not isinstance(plain, str | bytes):
        raise InvalidInput(f"{where} is a list, nested deeper than it has to be; write a number")
    if isinstance(plain, float) and not signed:
        read_entry(plain, where)
    if not isinstance(plain, float) or exact == NO:
        return read_entry(plain, where)
    if exact == BINARY:
        return Fraction(plain)
    return short_decimal(plain, where)


def _plain(value: Any) -> Any:
    """A number of NumPy, of 16, 32 or 64 bits, or of SymPy as Python's: by its shortest digits."""
    if getattr(value, "is_Float", False):
        return float(value)
    size = getattr(value, "itemsize", 8)
    if hasattr(value, "dtype") and hasattr(value, "item") and not getattr(value, "shape", ()):
        plain = value.item()
        return float(str(value)) if isinstance(plain, float) and size < 8 else plain
    return value


def read_nested(data: Any, depth: int, name: str, exact: str = DECIMAL) -> Any:
    """Nested sequences of numbers as nested tuples of that depth.

    Raises InvalidInput where they are nested otherwise; an empty or ragged level is left to whoever
    checks a distribution.

    >>> read_nested([[0.5, "1/2"]], 2, "W")
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    return _nested(data, depth, name, exact, ())


def _nested(data: Any, depth: int, name: str, exact: str, place: tuple[int, ...]) -> Any:
    numbers = ", ".join(str(k + 1) for k in place)
    if not depth:
        return read_number(data, f"entry ({numbers}) of {name}", exact)
    where = f"row {numbers} of {name}" if place else name
    if isinstance(data, str | bytes | dict) or not hasattr(data, "__iter__"):
        shown = " ".join(repr(data).split())[:40]
        raise InvalidInput(
            f"{where} is {shown}, not a list of {'rows' if depth > 1 else 'entries'}"
        )
    return tuple(_nested(part, depth - 1, name, exact, (*place, k)) for k, part in enumerate(data))
