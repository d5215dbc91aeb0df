"""What a designed mechanism shows: the parts from which its text and its JSON are made."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from pmlsym.design.bracket import Bracket
from pmlsym.design.certificate_of_optimality import OptimalityCertificate
from pmlsym.design.distribution import Masses
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.utilities.utility import Utility
from pmlsym.linear.matrix import Matrix, Vector


class DesignedMechanism(Protocol):
    """A split of the prior with its channel, its utility and the proof that none is better."""

    @property
    def polytope(self) -> PosteriorPolytope:
        """The prior, the guarantees, and the posteriors they allow."""
        ...

    @property
    def utility(self) -> Utility:
        """What the mechanism is best for."""
        ...

    @property
    def weights(self) -> Masses:
        """P_Y."""
        ...

    @property
    def posteriors(self) -> tuple[Vector, ...]:
        """P_{X|Y=y}, one for each outcome."""
        ...

    @property
    def channel(self) -> Matrix:
        """W(x, y)."""
        ...

    @property
    def value(self) -> Bracket:
        """The utility attained."""
        ...

    @property
    def certificate(self) -> OptimalityCertificate:
        """Why no private mechanism does better."""
        ...

    @property
    def gap(self) -> Fraction:
        """How far from optimal the mechanism can be."""
        ...

    def violations(self) -> tuple[str, ...]:
        """What the channel violates."""
        ...
