"""How much a channel contracts a divergence: exactly, or between proved bounds.

    chi2 at P       the second largest eigenvalue of  sum_y W(x,y) W(x',y) P(x') / P_Y(y)
    over all P      the largest of  s (1 - s) sum_y (a - b)^2 / (s a + (1 - s) b)
                    over two rows a, b and 0 < s < 1, which is concave in s
    others at P     at least that of chi2 at P and the ratio at any Q; at most that of the rows

kl, chi2, H2, js and lc have operator convex functions, so that over all P they have one coefficient
[Choi, Ruskai, Seneta 1994], and two rows attain it [Ordentlich, Polyanskiy 2021]. For two rows with
two outcomes it is 1 - (sum_y sqrt(a b))^2. A divergence is like chi2 where Q is near P, which gives
the lower bound [Makur, Zheng 2020].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_poly

from pmlsym.calculus.meter import tick
from pmlsym.numbers.balls import enclosed_number, precision
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import Ball, Exact, Number, largest_of, log_of, number, power_of

Row = Sequence[fmpq]
Columns = Sequence[tuple[fmpq, fmpq]]
ZERO, HALF, ONE = fmpq(0), Fraction(1, 2), fmpq_poly([1])
LEAST_BITS = 200
"""Bits that tell the roots of polynomials from zero and one, for channels of users."""

STEPS = 50
"""Steps per entry of two rows, whose largest value is a root of a polynomial."""


def contraction_of(function: str, masses: Row | None, rows: Sequence[Row]) -> Number:
    """The value of a contraction coefficient, of these rows or at a prior: exact, or a ball.

    >>> rows = [[fmpq(2, 3), fmpq(1, 3)], [fmpq(1, 3), fmpq(2, 3)]]
    >>> contraction_of("kl", None, rows)
    1/9
    """
    if masses is None:
        return _coefficient_over_priors(rows)
    kept = [(p, row) for p, row in zip(masses, rows, strict=True) if p > 0]
    support, kept_rows = [p for p, _ in kept], [row for _, row in kept]
    at_prior = _second_eigenvalue(support, kept_rows)
    if function == "chi2":
        return at_prior
    lows = [at_prior, *(_kl_ratios_at_letters(support, kept_rows) if function == "kl" else ())]
    low, high = largest_of(lows), _coefficient_over_priors(kept_rows)
    if isinstance(low, Exact) and isinstance(high, Exact) and low == high:
        return low
    return Ball(lambda digits: (low.enclose(digits)[0], high.enclose(digits)[1]))


def _outcome_masses(masses: Row, rows: Sequence[Row]) -> list[fmpq]:
    """The exact probabilities of a channel's outcomes, for its contraction coefficient."""
    columns = zip(*rows, strict=True)
    return [sum((p * w for p, w in zip(masses, each, strict=True)), ZERO) for each in columns]


def _second_eigenvalue(masses: Row, rows: Sequence[Row]) -> Number:
    """The exact contraction coefficient of chi2 at a prior: a second largest eigenvalue.

    It is an eigenvalue of a step to an outcome and back, whose largest eigenvalue is one.

    The matrix is over the letters, or over the outcomes where they are fewer.
    """
    totals = _outcome_masses(masses, rows)
    seen = [y for y, total in enumerate(totals) if total]
    size = min(len(masses), len(seen))
    if size < 2:
        return number(0)
    tick(STEPS * size**2 * max(len(masses), len(seen)))
    if size == len(masses):
        steps = [
            sum((a[y] * b[y] / totals[y] for y in seen), ZERO) * p
            for a in rows
            for p, b in zip(masses, rows, strict=True)
        ]
    else:
        pairs = [*zip(masses, rows, strict=True)]
        steps = [
            sum((p * row[y] * row[z] for p, row in pairs), ZERO) / totals[y]
            for y in seen
            for z in seen
        ]
    whole = fmpq_mat(size, size, steps).charpoly()
    return largest_of(
        [_largest_root(part) for part, _ in (whole // fmpq_poly([-1, 1])).factor()[1]]
    )


def _largest_root(part: fmpq_poly) -> Number:
    """The exact value, or ball, of the largest root of a polynomial with real roots alone."""
    if part.degree() > 2:
        return enclosed_number(
            lambda: max(_real_roots(part), key=lambda r: float(r.mid())), "a root"
        )
    below, middle, *top = map(fraction_of, part.coeffs())
    if not top:
        return number(-below / middle)
    centre = -middle / (2 * top[0])
    return number(centre) + power_of(number(centre**2 - below / top[0]), HALF)


def _real_roots(part: fmpq_poly) -> list[arb]:
    """Balls around the real roots of a polynomial, eigenvalues, at the precision that is set."""
    roots: list[Any] = part.numer().complex_roots()
    return [root.real for root, _ in roots if root.imag == 0]


def _kl_ratios_at_letters(masses: Row, rows: Sequence[Row]) -> list[Number]:
    """Exact values below a kl contraction, at each letter: D(W_x || P_Y) / log(1/P(x))."""
    totals, ratios = _outcome_masses(masses, rows), []
    for p, row in zip(masses, rows, strict=True):
        if p < 1:
            logs = [
                fraction_of(w) * log_of(fraction_of(w / total))
                for w, total in zip(row, totals, strict=True)
                if w
            ]
            ratios.append(sum(logs, number(0)) / log_of(fraction_of(1 / p)))
    return ratios


def _coefficient_over_priors(rows: Sequence[Row]) -> Number:
    """The exact value of a contraction over all priors: the largest of those of two rows."""
    pairs = {tuple(sorted(_merged_columns(a, b))) for a, b in combinations(rows, 2)}
    return largest_of([number(0), *(_coefficient_of_columns(pair) for pair in sorted(pairs))])


def _merged_columns(one: Row, other: Row) -> Columns:
    """Two rows with columns of one ratio added up, which keeps a contraction's exact value."""
    merged: dict[fmpq | None, tuple[fmpq, fmpq]] = {}
    for a, b in zip(one, other, strict=True):
        if a or b:
            ratio = a / (a + b)
            c, d = merged.get(ratio, (ZERO, ZERO))
            merged[ratio] = a + c, b + d
    return [*merged.values()]


def _coefficient_of_columns(columns: Columns) -> Number:
    """The exact value, or ball, of a contraction of two rows: a concave function's maximum."""
    first = sum((a for a, b in columns if not b), ZERO)
    second = sum((b for a, b in columns if not a), ZERO)
    inner = [(a - b, b) for a, b in columns if a and b and a != b]
    if len(columns) == len(inner) == 2:
        roots = [power_of(number(fraction_of(a * b)), HALF) for a, b in columns]
        return 1 - (roots[0] + roots[1]) * (roots[0] + roots[1])
    tick(STEPS * len(inner) ** 3)
    squares = [fmpq_poly([b, d]) ** 2 for d, b in inner]
    whole = prod(squares, start=ONE)
    slope = (second - first) * whole
    for k, (d, b) in enumerate(inner):
        slope += (
            d * d * fmpq_poly([b, -2 * b, -d]) * prod([*squares[:k], *squares[k + 1 :]], start=ONE)
        )

    def at(s: Any) -> Any:
        """The exact value, or ball, at s of the concave function whose maximum is sought."""
        parts = (s * (1 - s) * (d * d) / (b + s * d) for d, b in inner)
        return sum(parts, first * (1 - s) + second * s)

    for part, _ in slope.factor()[1] if slope else ():
        if part.degree() == 1:
            root = -part[0] / part[1]
            if 0 < root < 1:
                return number(fraction_of(at(root)))
        elif part.degree() > 1 and _roots_in_unit_interval(part):
            return enclosed_number(partial(_value_at_root, at, part), "a contraction coefficient")
    return number(fraction_of(max(first, second) if slope else at(fmpq(1, 2))))


def _value_at_root(function: Callable[[arb], arb], part: fmpq_poly) -> arb:
    """The ball of a function, a contraction, at the root of a polynomial between 0 and 1."""
    return function(_roots_in_unit_interval(part)[0])


def _roots_in_unit_interval(part: fmpq_poly) -> list[arb]:
    """Balls of a polynomial's roots between 0 and 1, where a contraction's value may be reached."""
    with precision(LEAST_BITS):
        inside = [k for k, root in enumerate(_real_roots(part)) if 0 < root < 1]
    return [root for root in _real_roots(part) if 0 < root < 1] if inside else []
