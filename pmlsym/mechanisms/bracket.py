"""A bracket: two rationals with a real number proven to lie between them.

Utilities such as mutual information have transcendental values. Ball arithmetic (python-flint's
`arb`) encloses them, and a bracket carries the enclosure on as two `Fraction`s, so that every later
comparison is exact. A bracket of width zero is a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.errors import InvalidInput
from pmlsym.numbers.balls import ball, ends_of
from pmlsym.numbers.balls import precision as bits_of

PRECISION = 192
"""Working precision, in bits, of the enclosures that become brackets."""


@dataclass(frozen=True, repr=False)
class Bracket:
    """A real number v with lower <= v <= upper.

    >>> Bracket.exactly(Fraction(1, 3)).width
    Fraction(0, 1)
    """

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise InvalidInput(f"a bracket needs lower <= upper, not {self.lower} > {self.upper}")

    def __repr__(self) -> str:
        if self.is_exact:
            return str(self.lower)
        return f"{float(self):.12g}, enclosed to {float(self.width):.2g}"

    @classmethod
    def exactly(cls, value: Fraction | int) -> Bracket:
        """The bracket, for a mechanism's utility, of a known rational.

        >>> Bracket.exactly(2) == Bracket(Fraction(2), Fraction(2))
        True
        """
        return cls(Fraction(value), Fraction(value))

    @property
    def width(self) -> Fraction:
        """The width, upper - lower, of the bracket that encloses a utility.

        >>> Bracket(Fraction(0), Fraction(1)).width
        Fraction(1, 1)
        """
        return self.upper - self.lower

    @property
    def middle(self) -> Fraction:
        """The rational half way between the ends of a utility's bracket.

        >>> Bracket(Fraction(0), Fraction(1)).middle
        Fraction(1, 2)
        """
        return (self.lower + self.upper) / 2

    @property
    def is_exact(self) -> bool:
        """Whether the utility in this bracket is known as a rational.

        >>> logarithm(Fraction(2)).is_exact
        False
        """
        return self.lower == self.upper

    def __add__(self, other: Bracket) -> Bracket:
        return Bracket(self.lower + other.lower, self.upper + other.upper)

    def __sub__(self, other: Bracket) -> Bracket:
        return Bracket(self.lower - other.upper, self.upper - other.lower)

    def scaled(self, factor: Fraction) -> Bracket:
        """The bracket of factor * v, where this one has the utility v.

        >>> Bracket(Fraction(1), Fraction(2)).scaled(Fraction(-1)).lower
        Fraction(-2, 1)
        """
        ends = (self.lower * factor, self.upper * factor)
        return Bracket(min(ends), max(ends))

    def over(self, other: Bracket) -> Bracket:
        """The bracket of v / w for a positive w, where this one has the utility v.

        >>> Bracket.exactly(1).over(Bracket.exactly(2)).lower
        Fraction(1, 2)
        """
        if other.lower <= 0:
            raise InvalidInput("a bracket is divided only by a positive one")
        ends = [a / b for a in (self.lower, self.upper) for b in (other.lower, other.upper)]
        return Bracket(min(ends), max(ends))

    def contains(self, value: Fraction) -> bool:
        """Whether a rational is between the ends of a utility's bracket.

        >>> logarithm(Fraction(2)).contains(Fraction(7, 10))
        False
        """
        return self.lower <= value <= self.upper

    def __float__(self) -> float:
        return float(self.middle)


def total(brackets: Iterable[Bracket]) -> Bracket:
    """The bracket of a sum, such as that of a mechanism's utilities over outcomes.

    >>> total([Bracket.exactly(1), Bracket.exactly(2)]).lower
    Fraction(3, 1)
    """
    result = Bracket.exactly(0)
    for bracket in brackets:
        result = result + bracket
    return result


def logarithm(value: Fraction, *, precision: int = PRECISION) -> Bracket:
    """The bracket, for a mechanism's utility, of the natural log of a positive rational.

    >>> round(float(logarithm(Fraction(2))), 12)
    0.69314718056
    """
    if value <= 0:
        raise InvalidInput(f"the logarithm needs a positive number, not {value}")
    if value == 1:
        return Bracket.exactly(0)
    with bits_of(precision):
        return Bracket(*ends_of(ball(value).log()))


def exponential(value: Fraction, *, precision: int = PRECISION) -> Bracket:
    """The bracket, for a mechanism's level, of exp of a rational.

    >>> exponential(Fraction(0)).is_exact
    True
    """
    if value == 0:
        return Bracket.exactly(1)
    with bits_of(precision):
        return Bracket(*ends_of(ball(value).exp()))


def entropy(masses: Sequence[Fraction], *, precision: int = PRECISION) -> Bracket:
    """The bracket, for a mechanism's utility, of the entropy of rational masses, in nats.

    Exact (width zero) where all masses are 0 or 1.

    >>> entropy((Fraction(1), Fraction(0))).is_exact
    True
    >>> round(float(entropy((Fraction(1, 2), Fraction(1, 2)))), 9)
    0.693147181
    """
    parts: dict[Fraction, int] = {}
    for mass in masses:
        if mass < 0:
            raise InvalidInput(f"entropy needs nonnegative masses, not {mass}")
        if mass not in (0, 1):
            parts[mass] = parts.get(mass, 0) + 1
    if not parts:
        return Bracket.exactly(0)
    with bits_of(precision):
        sum_of_parts = ball(0)
        for mass, times in sorted(parts.items()):
            sum_of_parts -= ball(mass).log() * ball(mass * times)
        return Bracket(*ends_of(sum_of_parts))
