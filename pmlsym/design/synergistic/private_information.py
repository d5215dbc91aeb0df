"""W tilde, the part of W that X can tell apart, and C_X(W) = H(W tilde). [PSP, sec. IV-A]

W tilde = T(W) merges the values of W with the same row P_{X|W=w}; among the functions U of W with
X - U - W it has the smallest entropy. I(X; W) <= C_X(W) <= H(W), and C_X(W) is the limit of
I(W; X^n) for samples that are i.i.d. given W [PSP, Thm. 2].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.bracket import Bracket, entropy
from pmlsym.errors import AlphabetMismatch
from pmlsym.linear.matrix import Matrix
from pmlsym.model.distribution import Masses, Number, distribution, distributions
from pmlsym.model.exact_rows import Rows, masses_of, rows_of
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class PrivateInformation:
    """The merged variable: its masses, its rows P_{X|W~}, and the class of each w.

    `classes[w]` is None for a value of W of mass zero.
    """

    masses: Masses
    channel: Matrix
    classes: tuple[int | None, ...]

    @property
    def amount(self) -> Bracket:
        """C_X(W) = H(W tilde), in nats."""
        return entropy(self.masses)


def private_information(latent: Prior | Iterable[Number], channel: Rows) -> PrivateInformation:
    """Merge the values of W that X cannot tell apart; `channel` has the rows P_{X|W=w}.

    >>> merged = private_information(["1/4"] * 4, [["1/2", "1/2"], ["1/3", "2/3"],
    ...                                            ["1/2", "1/2"], ["1/3", "2/3"]])
    >>> merged.masses, merged.classes
    ((Fraction(1, 2), Fraction(1, 2)), (0, 1, 0, 1))
    """
    prior = distribution(masses_of(latent), name="the distribution of W")
    rows = distributions(rows_of(channel), name="P(X|W)")
    if len(rows) != len(prior):
        raise AlphabetMismatch(f"{len(rows)} rows for {len(prior)} values of W")
    masses: dict[Masses, Fraction] = {}
    for mass, row in zip(prior, rows, strict=True):
        if mass > 0:
            masses[row] = masses.get(row, Fraction(0)) + mass
    order = {row: k for k, row in enumerate(masses)}
    classes = tuple(order[row] if mass > 0 else None for mass, row in zip(prior, rows, strict=True))
    return PrivateInformation(tuple(masses.values()), tuple(masses), classes)
