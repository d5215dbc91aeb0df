"""The Gaussian mechanism's outcomes: what has a closed form, in units of sigma.

    f_x(y) = exp(-(y - mu_x)^2 / 2) / sqrt(2 pi)

For an outer mean sum_x' p(x') f_x'/f_x falls to p(x) at infinity. For an inner one, with distances
a and b to its neighbours, of three means, it is p_2 + A exp(-a s) + B exp(b s) at s = y - mu_2,
A = p_1 exp(-a^2/2), B = p_3 exp(-b^2/2), least where a A exp(-a s) = b B exp(b s), with the value

    p_2 + (a + b) (A/b)^(b/(a+b)) (B/a)^(a/(a+b)),      p_2 + 2 sqrt(p_1 p_3) exp(-a^2/2) at a = b

With four means and more the equation is no longer solved by powers. f_1/f_2 is monotone: two means
have tails and total variation through erf. Everything else is enclosed, see line_values.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import sympy
from sympy import Expr, Piecewise, erf, exp, log, oo, sqrt

from pmlsym.closed_forms.line.laplace_densities import plain_max, plain_min


@dataclass(frozen=True)
class GaussianDensities:
    """Gaussian densities: prior masses, and the distances of neighbouring means over sigma."""

    masses: tuple[Expr, ...]
    gaps: tuple[Expr, ...]

    def largest_integral(self) -> Expr:
        """The closed form of int max_x f_x, the exponential of maximal leakage."""
        return 1 + sympy.Add(*(erf(gap / (2 * sqrt(2))) for gap in self.gaps))

    def total_variation(self) -> Expr:
        """The closed form of sum_x p(x) int max(0, f_x - P_Y), of two means."""
        return 2 * self.masses[0] * self.masses[1] * (self.largest_integral() - 1)

    def tail_probability(self, level: Expr) -> Expr:
        """The closed form of P[max_x f_x / P_Y > exp(level)], of two means."""
        (gap,) = self.gaps
        total = sympy.Integer(0)
        for mass, other in (self.masses, self.masses[::-1]):
            # own mean at 0: the ratio exceeds the level where f_other/f_own < rest / p_other
            rest = exp(-level) - mass
            border = plain_min(gap / 2, (log(rest / other) + gap**2 / 2) / gap)
            inside = mass * _normal_distribution(border) + other * _normal_distribution(
                border - gap
            )
            total += Piecewise((inside, sympy.Gt(rest, 0)), (0, True))
        return total

    def worst_leakage(self) -> Expr:
        """The closed form of the worst leakage over outcomes, of two or three means.

        For more means it names the suprema at the inner ones, which are enclosed once there are
        values.
        """
        outer = [-log(self.masses[0]), -log(self.masses[-1])]
        if len(self.masses) == 2:
            return -log(plain_min(*self.masses))
        if len(self.masses) > 3:
            inner = [sympy.Symbol(f"L{x + 1}") for x in range(1, len(self.masses) - 1)]
            return plain_max(*outer, *inner)
        return plain_max(*outer, -log(self.masses[1] + self._inner_least()))

    def _inner_least(self) -> Expr:
        """Closed form of the least P_Y/f_x, x the inner of three means on a line, without p_2."""
        a, b = self.gaps
        left = self.masses[0] * exp(-(a**2) / 2)
        right = self.masses[2] * exp(-(b**2) / 2)
        if a == b:
            return 2 * sqrt(self.masses[0]) * sqrt(self.masses[2]) * exp(-(a**2) / 2)
        whole = a + b
        return whole * (left / b) ** (b / whole) * (right / a) ** (a / whole)

    def distribution(self, y: sympy.Symbol) -> list[tuple[str, Expr, Expr]]:
        """Where, leakage and density around each mean, as closed forms in outcome y."""
        means = [sympy.Add(*self.gaps[:x]) for x in range(len(self.masses))]
        ends = [-oo, *(sympy.together((a + b) / 2) for a, b in pairwise(means)), oo]
        density = sympy.Add(
            *(p * exp(-((y - mean) ** 2) / 2) for p, mean in zip(self.masses, means, strict=True))
        ) / sqrt(2 * sympy.pi)
        rows = []
        for x, mean in enumerate(means):
            terms = [
                p if z == x else p * exp(sympy.factor((mean - other) * (mean + other - 2 * y)) / 2)
                for z, (p, other) in enumerate(zip(self.masses, means, strict=True))
            ]
            where = f"{ends[x]} < y <= {ends[x + 1]}" if x + 1 < len(means) else f"y > {ends[x]}"
            rows.append((where.replace("-oo < ", ""), -log(sympy.Add(*terms)), density))
        return rows


def _normal_distribution(z: Expr) -> Expr:
    """The standard normal distribution function in SymPy, for Gaussian closed forms."""
    return (1 + erf(z / sqrt(2))) / 2
