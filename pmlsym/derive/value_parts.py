"""What a value mentions: its polynomials, and the indices it ranges over."""

from __future__ import annotations

from collections.abc import Iterable

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.language.value import FractionalEvent, Ratio, Value


def polynomials_of(value: Value) -> tuple[Polynomial, ...]:
    """Every polynomial of a value."""
    own: list[Polynomial] = []
    if isinstance(value, Ratio):
        return value.numerator, value.denominator
    if isinstance(value, FractionalEvent):
        return value.part, value.mass, value.delta
    for name in ("where", "weight", "level"):
        if hasattr(value, name):
            own.append(getattr(value, name))
    bodies = (*getattr(value, "bodies", ()), *((value.body,) if hasattr(value, "body") else ()))
    return (*own, *(p for body in bodies for p in polynomials_of(body)))


def bound_in(value: Value) -> Iterable[Index]:
    """Every index that a value ranges over."""
    yield from getattr(value, "over", ())
    bodies = (*getattr(value, "bodies", ()), *((value.body,) if hasattr(value, "body") else ()))
    for body in bodies:
        yield from bound_in(body)
