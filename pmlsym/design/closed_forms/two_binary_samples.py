"""Two binary samples: the optimal private mapping and I_s in closed form. [PSP, eqs. 23-26]

With P[X_1 = 0] = alpha, P[X_2 = 0] = beta and r = P[X_1 = 0, X_2 = 1],

    p = (alpha - r, r, beta - alpha + r, 1 - beta - r),      n = (1, -1, -1, 1),

the polytope is the segment p + c n. It ends where a mass vanishes: at r = R = min(alpha, 1 - beta)
upwards and at r = s = max(0, alpha - beta) downwards, so that

    a_1 = p - (R - r) n  with weight (r - s)/(R - s),
    a_2 = p + (r - s) n  with weight (R - r)/(R - s),

for s < r < R. The paper has s = 0, which is right exactly when alpha <= beta: for alpha > beta its
a_2 has the negative mass beta - alpha. The mapping does not depend on W.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from pmlsym.calculus.rational import as_rational
from pmlsym.design.bracket import Bracket, entropy
from pmlsym.design.distribution import Number, distribution, output_masses
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix, Vector


@dataclass(frozen=True)
class TwoBinarySamples:
    """The segment of posteriors of two binary samples, for exact alpha, beta and r.

    >>> two = TwoBinarySamples(Fraction(1, 3), Fraction(1, 2), Fraction(1, 6))
    >>> [[str(m) for m in vertex] for vertex in two.vertices]
    [['0', '1/3', '1/2', '1/6'], ['1/3', '0', '1/6', '1/2']]
    """

    alpha: Fraction
    beta: Fraction
    r: Fraction

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "r"):
            object.__setattr__(self, name, as_rational(getattr(self, name), name))
        if not (0 < self.alpha < 1 and 0 < self.beta < 1):
            raise InvalidInput(
                f"alpha and beta are inside (0, 1), not {self.alpha} and {self.beta}"
            )
        if not self.least < self.r < self.largest:
            raise InvalidInput(
                f"r = {self.r} leaves no private disclosure: for alpha = {self.alpha} and beta = "
                f"{self.beta} it has to be inside ({self.least}, {self.largest})"
            )

    @property
    def least(self) -> Fraction:
        """s = max(0, alpha - beta)."""
        return max(Fraction(0), self.alpha - self.beta)

    @property
    def largest(self) -> Fraction:
        """R = min(alpha, 1 - beta)."""
        return min(self.alpha, 1 - self.beta)

    @property
    def prior(self) -> Vector:
        """p over (0,0), (0,1), (1,0), (1,1). [PSP, eq. 23]"""
        a, b, r = self.alpha, self.beta, self.r
        return (a - r, r, b - a + r, 1 - b - r)

    @property
    def vertices(self) -> tuple[Vector, Vector]:
        """a_1 and a_2. [PSP, eq. 24 for alpha <= beta]"""
        up, down = self.largest - self.r, self.r - self.least
        return _moved(self.prior, -up), _moved(self.prior, down)

    @property
    def weights(self) -> tuple[Fraction, Fraction]:
        """The only weights with barycentre p."""
        length = self.largest - self.least
        return (self.r - self.least) / length, (self.largest - self.r) / length

    @property
    def channel(self) -> Matrix:
        """The optimal mapping, whatever W is. [PSP, eq. 26 for alpha <= beta]"""
        return tuple(
            tuple(w * v[x] / mass for w, v in zip(self.weights, self.vertices, strict=True))
            for x, mass in enumerate(self.prior)
        )

    def capacity(self, latent: Matrix) -> Bracket:
        """I_s in nats for the rows P_{W|X^2=x}. [PSP, eq. 25 for alpha <= beta]

        >>> half = Fraction(1, 2)
        >>> same, other = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
        >>> rows = (same, other, other, same)
        >>> round(float(TwoBinarySamples(half, half, Fraction(1, 4)).capacity(rows)), 9)
        0.693147181
        """
        if len(latent) != 4:
            raise AlphabetMismatch(f"two binary samples have 4 datasets, not {len(latent)}")
        value = entropy(output_masses(self.prior, latent))
        for weight, vertex in zip(self.weights, self.vertices, strict=True):
            value = value - entropy(output_masses(vertex, latent)).scaled(weight)
        return value


@dataclass(frozen=True)
class SymbolicTwoBinarySamples:
    """The same in SymPy symbols alpha, beta, r, with the domain on which it holds."""

    alpha: sympy.Symbol
    beta: sympy.Symbol
    r: sympy.Symbol
    vertices: tuple[tuple[sympy.Expr, ...], tuple[sympy.Expr, ...]]
    weights: tuple[sympy.Expr, sympy.Expr]
    channel: tuple[tuple[sympy.Expr, sympy.Expr], ...]
    domain: sympy.Basic

    def capacity(self, latent: tuple[tuple[sympy.Expr, ...], ...]) -> sympy.Expr:
        """I_s in nats for symbolic rows P_{W|X^2=x}."""
        prior = _symbolic_prior(self.alpha, self.beta, self.r)
        value = _symbolic_entropy(prior, latent)
        for weight, vertex in zip(self.weights, self.vertices, strict=True):
            value -= weight * _symbolic_entropy(vertex, latent)
        return value


def two_binary_samples(
    masses: tuple[Number, Number, Number, Number],
) -> TwoBinarySamples:
    """The closed form for a distribution on (0,0), (0,1), (1,0), (1,1).

    >>> two_binary_samples(("1/4", "1/4", "1/4", "1/4")).weights
    (Fraction(1, 2), Fraction(1, 2))
    """
    p = distribution(masses)
    if len(p) != 4:
        raise AlphabetMismatch(f"two binary samples have 4 datasets, not {len(p)}")
    return TwoBinarySamples(p[0] + p[1], p[0] + p[2], p[1])


def symbolic_two_binary_samples() -> SymbolicTwoBinarySamples:
    """Vertices, weights and mapping as expressions in alpha, beta, r. [PSP, eqs. 24-26, corrected]

    >>> form = symbolic_two_binary_samples()
    >>> form.domain
    (alpha > 0) & (beta > 0) & (alpha < 1) & (beta < 1) & (r > Max(0, alpha - beta)) & \
(r < Min(alpha, 1 - beta))
    """
    alpha, beta, r = sympy.symbols("alpha beta r", real=True)
    largest, least = sympy.Min(alpha, 1 - beta), sympy.Max(0, alpha - beta)
    prior = _symbolic_prior(alpha, beta, r)
    signs = (1, -1, -1, 1)
    first = tuple(m - (largest - r) * s for m, s in zip(prior, signs, strict=True))
    second = tuple(m + (r - least) * s for m, s in zip(prior, signs, strict=True))
    weights = ((r - least) / (largest - least), (largest - r) / (largest - least))
    channel = tuple(
        (weights[0] * a / m, weights[1] * b / m)
        for m, a, b in zip(prior, first, second, strict=True)
    )
    domain = sympy.And(
        alpha > 0, alpha < 1, beta > 0, beta < 1, r > least, r < largest, evaluate=False
    )
    return SymbolicTwoBinarySamples(alpha, beta, r, (first, second), weights, channel, domain)


def _moved(prior: Vector, step: Fraction) -> Vector:
    return (prior[0] + step, prior[1] - step, prior[2] - step, prior[3] + step)


def _symbolic_prior(alpha: sympy.Expr, beta: sympy.Expr, r: sympy.Expr) -> tuple[sympy.Expr, ...]:
    return (alpha - r, r, beta - alpha + r, 1 - beta - r)


def _symbolic_entropy(
    posterior: tuple[sympy.Expr, ...], latent: tuple[tuple[sympy.Expr, ...], ...]
) -> sympy.Expr:
    total = sympy.Integer(0)
    for column in zip(*latent, strict=True):
        mass = sum((a * b for a, b in zip(posterior, column, strict=True)), sympy.Integer(0))
        total -= mass * sympy.log(mass)
    return total
