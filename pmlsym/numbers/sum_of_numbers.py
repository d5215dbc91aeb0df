"""The sum of many numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pmlsym.numbers.coprime_base import collect
from pmlsym.numbers.number import Exact, Number


def sum_of(numbers: Iterable[Number]) -> Number:
    """The sum; the logarithms of all are collected at once, which takes linear time.

    >>> from pmlsym.numbers.number import log_of, number
    >>> sum_of([log_of(2), number(1), log_of(3)])
    1 + log(6)
    """
    rational, others = Fraction(0), []
    logs: list[tuple[Fraction, Fraction]] = []
    for value in numbers:
        if isinstance(value, Exact):
            rational += value.rational
            logs += value.logs
        else:
            others.append(value)
    return sum(others, Exact(rational, collect(tuple(logs)) if logs else ()))
