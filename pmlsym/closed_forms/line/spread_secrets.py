"""Noise on a secret that is not one of few means: on an interval, or normal itself.

    Y = X + noise,  X uniform on [0, L]         L in units of the scale of the noise
    Y = X + noise,  X normal, of deviation s    s in units of that of the noise

The largest density at y is that of the nearest x, the least on the interval that of the furthest.
With F the normal distribution function P_Y(y) is, for Laplace noise on the interval,

    (2 - exp(-y) - exp(y - L))/(2L)   inside,     exp(y)(1 - exp(-L))/(2L)   left of it,

for Gaussian noise (F(y) - F(y - L))/L, and normal of variance 1 + s^2 for a normal secret. So the
density of Laplace noise leaks most outside, where it is L/(1 - exp(-L)), and inside 2 - exp(-y) -
exp(y - L) is above any bound b on an interval around L/2. Gaussian densities leak without bound as
y grows. Sources: [PML23, Thm. 1], [Saeidian et al. 2023, on general alphabets].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from sympy import Expr, Piecewise, erf, exp, log, oo, pi, sqrt

HALF, ONE = sympy.Rational(1, 2), sympy.Integer(1)
Parts = list[tuple[str, str, Expr]]
"""Label, outcome and expression of each part."""

PAIR = ("eps_l", "eps_u")
"""The labels of the two parts of asymmetric local information privacy."""

HAS_FORM = ("pml_at", "pml", "density_min", "alip", "lip", "ldi", "maxleak", "distribution", "tail")
NO_FORM = (
    f"of a secret that is spread over a line there are {', '.join(HAS_FORM)}, and the measures of "
    "two rows: dobrushin, rdp(W, alpha), zcdp, ldpdelta(W, tau); no closed form is known of"
)
SECRETS = {
    "interval": "X uniform on [0, L]; y in units of the scale, from 0 on",
    "normal": "X normal of deviation s; y in units of sigma, from the mean of X on",
}
"""The secret in words, and how outcomes are counted."""


@dataclass(frozen=True)
class SpreadSecret:
    """A secret with a density, and noise: `size` is the length L or the deviation s."""

    kind: str
    secret: str
    size: Expr

    @property
    def is_spread(self) -> bool:
        """Whether the secret of closed forms on the line is spread along it, without means."""
        return self.secret in SECRETS

    @property
    def distance(self) -> Expr:
        """The largest distance of two secrets on the line, as a term of closed forms."""
        return self.size if self.secret == "interval" else oo

    def pieces(self, y: Expr) -> list[tuple[str, Expr, Expr]]:
        """Where, leakage and density, as closed forms, on each piece of outcomes."""
        size = self.size
        if self.secret == "normal":
            whole = 1 + size**2
            density = exp(-(y**2) / (2 * whole)) / sqrt(2 * pi * whole)
            return [("every y", self._least_leakage + y**2 / (2 * whole), density)]
        if self.kind == "Gaussian":
            density = (erf(y / sqrt(2)) - erf((y - size) / sqrt(2))) / (2 * size)
            nearest = {"y <= 0": y, "0 <= y <= L": sympy.Integer(0), "y >= L": y - size}
            return [
                (where, log(exp(-(apart**2) / 2) / (sqrt(2 * pi) * density)), density)
                for where, apart in nearest.items()
            ]
        inside, outside = 2 - exp(-y) - exp(y - size), 1 - exp(-size)
        return [
            ("y <= 0", log(size / outside), exp(y) * outside / (2 * size)),
            ("0 <= y <= L", log(size / inside), inside / (2 * size)),
            ("y >= L", log(size / outside), exp(size - y) * outside / (2 * size)),
        ]

    @property
    def _least_leakage(self) -> Expr:
        """The closed form of a normal secret's least leakage, at its mean."""
        return log(1 + self.size**2) / 2

    def parts(self, quantity: str) -> Parts | None:
        """The closed form's parts for a quantity of a spread secret; None if there is none."""
        size, pieces = self.size, self.pieces(sympy.Symbol("y"))
        if quantity == "distribution":
            return parts_of_outcomes(pieces)
        if quantity == "pml_at":
            return [("", where, leakage) for where, leakage, _ in pieces]
        bounded = self.kind == "Laplace"
        most = pieces[0][1] if bounded else oo
        least = log(size / (exp(size) - 1)) if bounded else -oo
        worst = {
            "pml": [most],
            "density_min": [least],
            "alip": [-least, most],
            "lip": [-least],
            "ldi": [size if bounded else oo],
            "maxleak": [self._maximal_leakage()],
            "tail": [self._tail_probability(sympy.Symbol("tau"))],
            "mi": [self._least_leakage] if self.secret == "normal" else [],
            "expected_pml": [self._least_leakage + HALF] if self.secret == "normal" else [],
        }
        values = [value for value in worst.get(quantity, []) if value is not None]
        labels = PAIR if quantity == "alip" else ("",)
        return [(label, "", e) for label, e in zip(labels, values, strict=True)] if values else None

    def _maximal_leakage(self) -> Expr:
        """The closed form of maximal leakage: log of the integral of the largest density."""
        if self.secret == "normal":
            return oo
        top = HALF if self.kind == "Laplace" else 1 / sqrt(2 * pi)
        return log(1 + top * self.size)

    def _tail_probability(self, level: Expr) -> Expr | None:
        """The closed form of P[leakage > level]; None if it has none."""
        size = self.size
        if self.secret == "normal":
            room = level - self._least_leakage
            return Piecewise((1 - erf(sqrt(room)), room > 0), (ONE, True))
        if self.kind == "Gaussian":
            return None
        # inside, 2 - exp(-y) - exp(y - L) < b left and right of L/2 -+ w, where cosh w = c
        bound = size * exp(-level)
        c = exp(size / 2) * (1 - bound / 2)
        w = log(c + sqrt(c**2 - 1))
        # within w of the middle the mass is the integral of (2 - 2 exp(-L/2) cosh v)/(2L)
        inner = 2 * (w - exp(-size / 2) * sqrt(c**2 - 1)) / size
        return Piecewise(
            (sympy.Integer(0), bound <= 1 - exp(-size)), (1 - inner, c > 1), (ONE, True)
        )


def parts_of_outcomes(pieces: Sequence[tuple[str, Expr, Expr]]) -> Parts:
    """A closed form's parts, leakage then density, from (where, leakage, density) of each piece."""
    leakages = [("leakage", where, leakage) for where, leakage, _ in pieces]
    return leakages + [("density", where, density) for where, _, density in pieces]
