"""Entropies and informations of random variables, as quantities of claims.

    H(A,B|C)         entropy            I(A;B,C|D)       mutual information

Random variables are a sort of names of their own: in I(W;Y), W is no channel. They take finitely
many values and have some joint distribution, over which a claim is universally quantified.
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.evidence.entropy_dual import EntropyForm, Information, Variables
from pmlsym.measures.quantity import Quantity


@dataclass(frozen=True, eq=False)
class Entropic(Quantity):
    """I(left; right | given) in nats; without `right`, the entropy H(left | given).

    >>> Entropic(("A",), ("B",), ("C", "D")), Entropic(("A", "B"))
    (I(A;B|C,D), H(A,B))
    """

    left: Variables
    right: Variables = ()
    given: Variables = ()

    @property
    def text(self) -> str:
        """How the claim language writes it."""
        return str(Information(self.left, self.right or self.left, self.given))

    @property
    def form(self) -> EntropyForm:
        """The quantity as a linear form in joint entropies."""
        return Information(self.left, self.right or self.left, self.given).form

    @property
    def variables(self) -> Variables:
        """The random variables in it."""
        return tuple(sorted({*self.left, *self.right, *self.given}))

    def __repr__(self) -> str:
        return self.text
