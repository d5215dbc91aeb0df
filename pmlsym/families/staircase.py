"""The staircase mechanism for counts 0 .. n-1.

    f_x(y) = a exp(-eps k)  where |y - x| lies in [k-1+g, k+g), k = 0, 1, ..   (k = 0: [0, g))
    a = (1 - exp(-eps)) / (2 (g + exp(-eps)(1 - g))),      0 < g <= 1/2

The densities are constant on three cells of each unit interval, and proportional beyond the counts,
so the outcomes are finitely many cells. Source: [Geng, Viswanath 2014].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.value import Ratio
from pmlsym.errors import InvalidInput
from pmlsym.families.mechanism import Mechanism, matrix_mechanism
from pmlsym.families.parameter import exponent, quotient, real


def staircase(n: int = 2, eps: object = None, g: object = None) -> Mechanism:
    """The staircase mechanism of n >= 2 counts, step share g in (0, 1/2].

    >>> staircase(2).outcome_names
    ('y < 0', '[0, g)', '[g, 1-g)', '[1-g, 1)', 'y >= 1')
    """
    if n < 2:
        raise InvalidInput(f"n = {n}: there are at least the counts 0 and 1")
    level = exponent("eps", "LDP parameter of neighbouring counts")
    share = real("g", "share of a step", 0, Fraction(1, 2), low_open=True)
    rows = [_row(x, n, level.scalar, share.scalar) for x in range(n)]
    return matrix_mechanism(
        rows,
        [level, share],
        text="staircase",
        settings={"eps": eps, "g": g},
        outcome_names=_names(n),
    )


def _row(x: int, n: int, odds: Polynomial, share: Polynomial) -> list[Ratio]:
    """The masses of the cells: half a tail, three cells of each unit interval, half a tail."""
    height = (odds - 1, 2 * (share * odds + 1 - share))
    row = [quotient(1, 2 * odds**x)]
    for left in range(n - 1):
        for width, (up, down) in (
            (share, (left - x, x - left)),
            (1 - 2 * share, (left - x + 1, x - left)),
            (share, (left - x + 1, x - left - 1)),
        ):
            steps = up if left >= x else down
            row.append(quotient(height[0] * width, height[1] * odds**steps))
    return [*row, quotient(1, 2 * odds ** (n - 1 - x))]


def _names(n: int) -> tuple[str, ...]:
    cells = [
        cell
        for k in range(n - 1)
        for cell in (
            (f"[{k}, {k}+g)", f"[{k}+g, {k + 1}-g)", f"[{k + 1}-g, {k + 1})")
            if k
            else ("[0, g)", "[g, 1-g)", "[1-g, 1)")
        )
    ]
    return ("y < 0", *cells, f"y >= {n - 1}")
