"""Priors and rows as algorithms work with them: exact masses, checked once at the border."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.calculus.rational import as_rational
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix, dot

Masses = tuple[Fraction, ...]
Number = Fraction | int | str | float


def distribution(masses: Iterable[Number], *, name: str = "the prior") -> Masses:
    """Exact masses that are nonnegative and sum to one; raises InvalidInput otherwise.

    Floats are taken at their exact binary value, so 0.1 is no tenth; write "1/10".

    >>> distribution(["1/4", "3/4"])
    (Fraction(1, 4), Fraction(3, 4))
    >>> distribution([0.1, 0.9])
    Traceback (most recent call last):
    ...
    pmlsym.errors.InvalidInput: the prior sums to 1.00...; floats are exact binary numbers: \
write fractions such as "1/10"
    """
    given = tuple(masses)
    if not given:
        raise InvalidInput(f"{name} has no letters")
    exact = []
    for position, mass in enumerate(given, 1):
        value = as_rational(mass, f"mass {position} of {name}")
        if value < 0:
            raise InvalidInput(f"mass {position} of {name} is {value}, below zero")
        exact.append(value)
    if sum(exact) != 1:
        shown = sum(exact)
        if any(isinstance(mass, float) for mass in given):
            raise InvalidInput(
                f"{name} sums to {float(shown):.2f}...; floats are exact binary numbers: "
                'write fractions such as "1/10"'
            )
        raise InvalidInput(f"{name} sums to {shown}, not 1")
    return tuple(exact)


def distributions(rows: Iterable[Iterable[Number]], *, name: str) -> Matrix:
    """The rows of a channel, each an exact distribution, all of one length.

    >>> distributions([["1/4", "3/4"], [1, 0]], name="the attribute")[1]
    (Fraction(1, 1), Fraction(0, 1))
    """
    exact = tuple(distribution(row, name=f"row {x} of {name}") for x, row in enumerate(rows, 1))
    if len({len(row) for row in exact}) != 1:
        raise AlphabetMismatch(f"the rows of {name} do not have the same length")
    return exact


def output_masses(prior: Masses, channel: Matrix) -> Masses:
    """P_Y(y) = sum_x p(x) W(x, y).

    >>> output_masses((Fraction(1),), ((Fraction(1, 2), Fraction(1, 2)),))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(dot(prior, column) for column in zip(*channel, strict=True))
