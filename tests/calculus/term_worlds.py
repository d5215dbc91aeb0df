"""Worlds in which convex terms have values: as what a term is meant to be, or as any such function.

A term is F(a, b) = b f_N(a/b), with a word of its own where b = 0 or where a or b is negative
(docs/convex_terms.md). `SharpWorld` computes that at an N. In `AnyWorld` each function is the
largest of some lines, with rational coefficients: zero at zero, and f(1) at one. Of such an F holds
all that perspective, scale and same say, and exactly so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import log, sqrt
from random import Random

from pmlsym.calculus import Index, Tensor
from pmlsym.calculus.convex_term import FORMULAS, Function
from tests.calculus.brute_force import World, evaluate

Number = Fraction | float


def below(f: Callable[[Number], Number], slope: Callable[[Number], Number], n: int, u: Number):
    """f up to n, and its tangent there beyond."""
    return f(u) if u <= n else f(n) + slope(n) * (u - n)


def value(function: str, order: Number | None, a: Number, b: Number, n: int) -> Number:
    """F(a, b) at N = n, from its definition."""
    one = {"entropy": 0, "square": 1, "excess": 0, "root": -1}.get(function, 0)
    if function == "power":
        assert order is not None
        one = 1 if order > 1 else -1 if 0 < order < 1 else 0
    if a < 0 or b < 0:
        return one * a
    if function == "excess":
        return max(a - b, Fraction(0))
    if function == "root" or (function == "power" and one == -1):
        power = 0.5 if function == "root" else float(order or 0)
        if a == 0 or b == 0:
            return Fraction(0)
        return -sqrt(a * b) if function == "root" else -float(b) * (float(a) / float(b)) ** power
    if function == "power" and one == 0:
        return Fraction(0)
    e = {"square": 2}.get(function, order)
    if function == "entropy":

        def f(u: Number) -> Number:
            return float(u) * log(u) if u else Fraction(0)

        def slope(u: Number) -> Number:
            return 1 + log(u)
    else:

        def f(u: Number) -> Number:
            return u**e  # type: ignore[operator]

        def slope(u: Number) -> Number:
            return e * u ** (e - 1)  # type: ignore[operator]

    return a * slope(n) if b == 0 else b * below(f, slope, n, Fraction(a) / Fraction(b))


@dataclass(frozen=True)
class TermWorld(World):
    """A world where a term is worth what `worth` says of its arguments."""

    def entry(self, tensor: Tensor, letters: tuple[int, ...]) -> Fraction:
        if tensor.term is None:
            return super().entry(tensor, letters)
        at: Mapping[Index, int] = dict(zip(tensor.term.letters, letters, strict=True))
        a, b = (evaluate(self, p, at) for p in (tensor.term.a, tensor.term.b))
        return self.worth(tensor.term.function, a, b)  # type: ignore[return-value]

    def worth(self, function: Function, a: Fraction, b: Fraction) -> Number:
        raise NotImplementedError


@dataclass(frozen=True)
class SharpWorld(TermWorld):
    """At some N."""

    n: int = 10**6

    def worth(self, function: Function, a: Fraction, b: Fraction) -> Number:
        order = None if function.order is None else evaluate(self, function.order, {})
        return value(function.name, order, a, b, self.n)


Line = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class AnyWorld(TermWorld):
    """The largest of c a - d b for some lines (c, d) of each function."""

    lines: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)

    def worth(self, function: Function, a: Fraction, b: Fraction) -> Number:
        own = self.lines[function.name]
        at_one = max(c - d for c, d in own)
        return max(c * a - d * b for c, d in own) if a >= 0 and b >= 0 else at_one * a


def random_lines(rng: Random) -> dict[str, tuple[Line, ...]]:
    """Lines for each function: one through zero, one through f(1) at one, the others below."""
    found = {}
    for name in FORMULAS:
        one = {"entropy": 0, "square": 1, "excess": 0, "root": -1, "power": 0}[name]
        first = Fraction(rng.randint(0, 3), 2)
        lines = [
            (Fraction(one) - Fraction(rng.randint(0, 4), 2), Fraction(0)),
            (one + first, first),
        ]
        for _ in range(rng.randint(0, 2)):
            d = Fraction(rng.randint(0, 6), 3)
            lines.append((one + d - Fraction(rng.randint(0, 3), 3), d))
        found[name] = tuple(lines)
    return found
