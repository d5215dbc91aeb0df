"""Priors and rows as algorithms use them: tuples of exact masses, checked once at the border.

Counts of observations become their frequencies  k_i / n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix, dot
from pmlsym.numbers.number_text import short_text

Masses = tuple[Fraction, ...]
Number = Fraction | int | str | float

UNIFORM = "uniform"
"""The word that users write for the uniform prior where its letters are known."""


def distribution(masses: Iterable[Number], *, name: str = "the prior") -> Masses:
    """The exact masses of a prior, or of a channel's row. Raises InvalidInput unless they sum to 1.

    Floats are taken at their exact binary value, so 0.1 is not a tenth; write "1/10".

    >>> distribution(["1/4", "3/4"])
    (Fraction(1, 4), Fraction(3, 4))
    >>> distribution([0.1, 0.9])
    Traceback (most recent call last):
    ...
    pmlsym.errors.InvalidInput: the prior sums to 1.00...; floats are exact binary numbers: \
write fractions such as "1/10"
    """
    entries = tuple(masses)
    if not entries:
        raise InvalidInput(f"{name} has no letters")
    exact = []
    for position, mass in enumerate(entries, 1):
        value = as_rational(mass, f"mass {position} of {name}")
        if value < 0:
            raise InvalidInput(f"mass {position} of {name} is {value}, below zero")
        exact.append(value)
    if sum(exact) != 1:
        total = sum(exact)
        if any(isinstance(mass, float) for mass in entries):
            raise InvalidInput(
                f"{name} sums to {float(total):.2f}...; floats are exact binary numbers: "
                'write fractions such as "1/10"'
            )
        raise InvalidInput(f"{name} sums to {short_text(total)}, not 1")
    return tuple(exact)


def distributions(rows: Iterable[Iterable[Number]], *, name: str) -> Matrix:
    """The exact rows of a channel, each a distribution, all of one length.

    >>> distributions([["1/4", "3/4"], [1, 0]], name="the attribute")[1]
    (Fraction(1, 1), Fraction(0, 1))
    """
    exact = tuple(distribution(row, name=f"row {x} of {name}") for x, row in enumerate(rows, 1))
    if len({len(row) for row in exact}) != 1:
        raise AlphabetMismatch(f"the rows of {name} do not have the same length")
    return exact


def output_masses(prior: Masses, channel: Matrix) -> Masses:
    """The exact masses of a channel's outcomes under a prior: P_Y(y) = sum_x p(x) W(x, y).

    >>> output_masses((Fraction(1),), ((Fraction(1, 2), Fraction(1, 2)),))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(dot(prior, column) for column in zip(*channel, strict=True))


def frequencies(counts: Sequence[int], where: str = "the counts") -> tuple[Fraction, ...]:
    """The prior that was observed in these counts: its exact masses k_i/n.

    Raises InvalidInput where a count is negative or not an integer, or nothing was counted.

    >>> frequencies([1, 3])
    (Fraction(1, 4), Fraction(3, 4))
    """
    plain = plain_counts(counts, where)
    total = sum(plain)
    return tuple(Fraction(count, total) for count in plain)


def plain_counts(counts: Sequence[int], where: str = "the counts") -> list[int]:
    """The counts of observations, for a prior or a row, as Python's integers of any size.

    Raises InvalidInput where a count is negative or not an integer, or nothing was counted.

    >>> plain_counts([1, 3])
    [1, 3]
    """
    values = counts.tolist() if hasattr(counts, "tolist") else counts
    plain = list(require_kind(values, Iterable, f"{where} as a list such as [3, 5]"))
    for k, count in enumerate(plain):
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InvalidInput(f"entry {k} of {where} is {count!r}; a count is 0, 1, 2, ..")
    if not sum(plain):
        raise InvalidInput(f"{where}: nothing was counted")
    return plain
