"""The staircase mechanism for counts 0 .. n-1.

    f_x(y) = a exp(-eps k)  where |y - x| lies in [k-1+g, k+g), k = 0, 1, ..   (k = 0: [0, g))
    a = (1 - exp(-eps)) / (2 (g + exp(-eps)(1 - g))),      0 < g < 1

The densities are constant on three cells of each unit interval, and proportional beyond the counts,
so the outcomes are finitely many cells. Between two counts the steps of both meet: for g <= 1/2 the
middle cell is outside of both first steps, for g >= 1/2 it is inside of both. Source:
[Geng, Viswanath 2014].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.counts import matrix_on_counts
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import Parameter, exponent, quotient, real

HALF = Fraction(1, 2)


def staircase(n: int = 2, eps: object = None, g: object = None) -> Mechanism:
    """The family's staircase mechanism of n >= 2 counts, step share g in (0, 1/2].

    >>> staircase(2).outcome_names
    ('y < 0', '[0, g)', '[g, 1-g)', '[1-g, 1)', 'y >= 1')
    """
    share = real("g", "share of a step", 0, HALF, low_open=True)
    return _staircase_of_width(n, share, {"eps": eps, "g": g}, wide=False)


def wide_staircase(n: int = 2, eps: object = None, g: object = None) -> Mechanism:
    """The family's staircase mechanism of n >= 2 counts, step share g in [1/2, 1).

    >>> wide_staircase(2).outcome_names
    ('y < 0', '[0, 1-g)', '[1-g, g)', '[g, 1)', 'y >= 1')
    """
    share = real("g", "share of a step", HALF, 1, high_open=True)
    return _staircase_of_width(n, share, {"eps": eps, "g": g}, wide=True)


def _staircase_of_width(
    n: int, share: Parameter, settings: dict[str, object], *, wide: bool
) -> Mechanism:
    """The staircase family's mechanism, by whether its first step is the wide one."""
    if n < 2:
        raise InvalidInput(f"n = {n}: there are at least the counts 0 and 1")
    level = exponent("eps", "LDP parameter of neighbouring counts")
    rows = [_cell_masses(x, n, level.scalar, share.scalar, wide) for x in range(n)]
    text = "wide-staircase" if wide else "staircase"
    return matrix_on_counts(text, rows, [level, share], settings, _cell_names(n, wide))


def _cell_masses(x: int, n: int, odds: Polynomial, share: Polynomial, wide: bool) -> list[Ratio]:
    """A row of the staircase family: half a tail, three cells a unit interval, half a tail."""
    height = (odds - 1, 2 * (share * odds + 1 - share))
    outer = 1 - share if wide else share
    row = [quotient(1, 2 * odds**x)]
    for left in range(n - 1):
        above, below = left - x, x - left - 1
        if wide:
            steps = ((above, below + 1), (above, below), (above + 1, below))
        else:
            steps = ((above, below + 1), (above + 1, below + 1), (above + 1, below))
        for width, (up, down) in zip((outer, 1 - 2 * outer, outer), steps, strict=True):
            row.append(quotient(height[0] * width, height[1] * odds ** (up if left >= x else down)))
    return [*row, quotient(1, 2 * odds ** (n - 1 - x))]


def _cell_names(n: int, wide: bool) -> tuple[str, ...]:
    """The names of the staircase family's outcomes, such as [0, g)."""
    near, far = ("1-g", "g") if wide else ("g", "1-g")
    cells = [f"[0, {near})", f"[{near}, {far})", f"[{far}, 1)"]
    for k in range(1, n - 1):
        inner = [f"{k}+{near}", f"{k}+{far}"]
        cells += [f"[{k}, {inner[0]})", f"[{inner[0]}, {inner[1]})", f"[{inner[1]}, {k + 1})"]
    return ("y < 0", *cells, f"y >= {n - 1}")
