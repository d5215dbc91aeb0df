"""Mutual information with the secret or a latent W, as a utility: H(P_W) - H(P_{W|X} r).

Convex in r, since entropy is concave and P_{W|X} r is linear. Summed over outcomes it is I(W; Y)
for W - X - Y, and I(X; Y) when no latent is given. In nats. [PSP, eqs. 14-15]
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.design.bracket import Bracket, entropy
from pmlsym.errors import AlphabetMismatch
from pmlsym.linear.matrix import Matrix, Vector
from pmlsym.model.distribution import Masses, distributions, output_masses


@dataclass(frozen=True)
class MutualInformation:
    """I(W; Y) in nats, where `latent` has the rows P_{W|X=x}; I(X; Y) without a latent.

    >>> from fractions import Fraction
    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> round(float(MutualInformation().at((Fraction(1), Fraction(0)), half)), 6)
    0.693147
    """

    latent: Matrix | None = None

    def __post_init__(self) -> None:
        if self.latent is not None:
            rows = distributions(self.latent, name="the latent")
            object.__setattr__(self, "latent", rows)

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """H(P_W) - H(P_{W|Y=y}), the drop of the latent's entropy.

        >>> from fractions import Fraction
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> MutualInformation().at(half, half).contains(Fraction(0))
        True
        """
        before, after = prior, posterior
        if self.latent is not None:
            if len(self.latent) != len(prior):
                raise AlphabetMismatch(
                    f"the latent has {len(self.latent)} rows, the prior {len(prior)} letters"
                )
            before = output_masses(prior, self.latent)
            after = output_masses(posterior, self.latent)
        if sorted(before) == sorted(after):
            return Bracket.exactly(0)
        return entropy(before) - entropy(after)

    def describe(self) -> str:
        """`I(X; Y)` or `I(W; Y)`.

        >>> MutualInformation().describe()
        'I(X; Y)'
        """
        return "I(X; Y)" if self.latent is None else "I(W; Y)"
