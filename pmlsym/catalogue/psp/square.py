"""Two binary samples: P[X1 = 0] = alpha, P[X2 = 0] = beta, P[X1 = 0, X2 = 1] = r. [PSP, III-B]

`start` is the least r: 0 in print, s = max(0, alpha - beta) in the corrected formulas.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.catalogue.psp.mass_table import entropy_of, mapping_of
from pmlsym.catalogue.psp.models import Rows
from pmlsym.design.synergistic import SampleModel, sample_model
from pmlsym.model.distribution import output_masses
from pmlsym.numbers.number import Number

SIGNS = (1, -1, -1, 1)


@dataclass(frozen=True)
class Square:
    """alpha, beta and r; `start` is 0 in print, max(0, alpha - beta) in the corrected formulas."""

    alpha: Fraction
    beta: Fraction
    r: Fraction
    start: Fraction

    def __str__(self) -> str:
        return f"alpha = {self.alpha}, beta = {self.beta}, r = {self.r}"

    @property
    def end(self) -> Fraction:
        """R = min(alpha, 1 - beta)."""
        return min(self.alpha, 1 - self.beta)

    @property
    def masses(self) -> tuple[Fraction, ...]:
        """p. (23)"""
        a, b, r = self.alpha, self.beta, self.r
        return (a - r, r, b - a + r, 1 - b - r)

    @property
    def ends(self) -> Rows:
        """a1 = p - (R - r) n and a2 = p + (r - s) n. (24)"""
        up, down = self.end - self.r, self.r - self.start
        return tuple(
            tuple(p + step * n for p, n in zip(self.masses, SIGNS, strict=True))
            for step in (-up, down)
        )

    @property
    def weights(self) -> tuple[Fraction, Fraction]:
        """(r - s)/(R - s) and (R - r)/(R - s)."""
        length = self.end - self.start
        return (self.r - self.start) / length, (self.end - self.r) / length

    @property
    def mapping(self) -> Rows:
        """The rows of P(Y|X^2), from (26) written with s."""
        return mapping_of(self.masses, self.weights, self.ends)

    def model(self, backward: Rows) -> SampleModel:
        """The model with these rows P(W|X^2)."""
        joint = [
            [p * row[w] for p, row in zip(self.masses, backward, strict=True)]
            for w in range(len(backward[0]))
        ]
        return sample_model(joint, (2, 2))

    def capacity(self, backward: Rows) -> Number:
        """(25), from entropies that have to be of distributions."""
        value = entropy_of(output_masses(self.masses, backward))
        for weight, end in zip(self.weights, self.ends, strict=True):
            value = value - entropy_of(output_masses(end, backward)) * weight
        return value
