"""Bounds of polynomials: each way to find one, and what looks like it and has none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.bounds import lower, upper
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.tensor import Index, Tensor, size

X, Z, Y = Index("X", "x"), Index("X", "z"), Index("Y", "y")
PRIOR = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
CHANNEL = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
GAIN = Tensor("G", ("X", "Y"), nonnegative=True)
SIGNED = Tensor("S", ("X",))
DETERMINISTIC = Tensor("D", ("X", "Y"), nonnegative=True, indicator=True, stochastic=(1,))

P, OTHER, S = atom(PRIOR, X), atom(PRIOR, Z), atom(SIGNED, X)
W, G, D = (atom(tensor, X, Y) for tensor in (CHANNEL, GAIN, DETERMINISTIC))
TOTAL = sum_over(P * W, X)
N = atom(size("X"))

LOWER: dict[str, tuple[Polynomial, int | None]] = {
    "nonnegative": (P * G, 0),
    "of any sign": (S, None),
    "a square of any sign": (S * S, 0),
    "a product of any sign": (S * atom(SIGNED, Z), None),
    "at most one": (1 - P * W, 0),
    "at most one, times two": (1 - 2 * P, -1),
    "a gain has no upper bound": (1 - G, None),
    "what is left out is at most one": (G - P * G, 0),
    "what is left out is a gain": (P - P * G, None),
    "a mean is at most one": (1 - TOTAL, 0),
    "a sum over letters is not": (1 - sum_over(W, X), None),
    "a term of a sum": (TOTAL - P * W, 0),
    "a term of another letter is one too": (TOTAL - OTHER * atom(CHANNEL, Z, Y), 0),
    "letters swapped": (TOTAL - OTHER * W, -1),
    "a term taken twice": (TOTAL - 2 * P * W, -1),
    "part of a sum over pairs": (sum_over(P * OTHER * G, X, Z) - sum_over(P * P * G, X), 0),
    "no part: the diagonal is less": (sum_over(P * P * G, X) - sum_over(P * G, X) ** 2, None),
    "signs open in what covers": (S - P * S, None),
    "a square of a difference": ((W - TOTAL) ** 2, 0),
    "a square with an indicator": ((D - sum_over(P * D, X)) ** 2, 0),
    "nearly a square": (W * W - 3 * W * TOTAL + TOTAL * TOTAL, -3),
    "letters are at least one": (2 * N - 1, 1),
    "letters less one": (N - N * P, 0),
}


@pytest.mark.parametrize("name", LOWER)
def test_what_a_polynomial_is_never_below(name: str) -> None:
    polynomial, expected = LOWER[name]
    assert lower(polynomial) == expected
    assert upper(-polynomial) == (None if expected is None else -expected)


def test_bounds_are_exact() -> None:
    assert lower(Fraction(1, 3) - Fraction(1, 7) * P) == Fraction(4, 21)
