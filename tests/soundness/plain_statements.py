"""Statements as text and, beside it, as what they say; nothing of the library reads them.

Where a part has no value neither has the whole, except below a premise that fails. Logarithms are
compared to sixty digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import Any

FINE = 70
ZERO = Decimal(10) ** -50
"""Digits of logarithms, and what is taken for zero: sums of few logarithms of small fractions."""

Reading = Callable[[Any], Any]


class NoValue(Exception):
    """The claim has no value here, so that it is neither true nor false."""


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}


@dataclass(frozen=True)
class Statement:
    """A text and what it says; of an implication also its premise and its conclusion."""

    text: str
    holds: Reading
    implied: tuple[Statement, ...] = ()

    @property
    def parts(self) -> tuple[Statement, ...]:
        """The premise, if there is one, and what is said where it holds."""
        return self.implied or (self,)


def conjunction(one: Statement, two: Statement) -> Statement:
    """Both; where one has no value, neither has the whole."""
    return Statement(f"{one.text} and {two.text}", lambda at: all([one.holds(at), two.holds(at)]))


def disjunction(one: Statement, two: Statement) -> Statement:
    """One of them; where one has no value, neither has the whole."""
    return Statement(f"{one.text} or {two.text}", lambda at: any([one.holds(at), two.holds(at)]))


def implication(premise: Statement, conclusion: Statement) -> Statement:
    """It holds where the premise fails, whatever is concluded."""
    return Statement(
        f"{premise.text} => {conclusion.text}",
        lambda at: not premise.holds(at) or conclusion.holds(at),
        (premise, conclusion),
    )


def opposite(one: Statement) -> Statement:
    """That it does not hold."""
    return Statement(f"not ({one.text})", lambda at: not one.holds(at))


def truth(statement: Statement, at: Any) -> bool | None:
    """What a statement says of a place; nothing where it has no value."""
    try:
        return bool(statement.holds(at))
    except NoValue:
        return None


@cache
def logarithm(a: Fraction) -> Decimal:
    """The natural logarithm."""
    with localcontext(prec=FINE):
        return Decimal(a.numerator).ln() - Decimal(a.denominator).ln()


def sign(terms: tuple[tuple[Fraction, Fraction], ...], constant: Fraction) -> int:
    """The sign of sum c log(a) - constant.

    >>> sign(((Fraction(1, 2), Fraction(9)), (Fraction(-1), Fraction(3))), Fraction(0))
    0
    """
    with localcontext(prec=FINE):
        total = -Decimal(constant.numerator) / Decimal(constant.denominator)
        for c, a in terms:
            total += Decimal(c.numerator) * logarithm(a) / Decimal(c.denominator)
        return 0 if abs(total) < ZERO else (1 if total > 0 else -1)
