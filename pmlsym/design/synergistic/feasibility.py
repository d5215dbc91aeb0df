"""Feasibility of synergistic disclosure, decided exactly: Null(P) not inside Null(P_{W|X^n}).

A witness is a rational direction v with P v = 0 and P_{W|X^n} v != 0; p +- c v for a small c > 0
are the two posteriors of a private mechanism that tells something about W. [PSP, Prop. 1]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.synergistic.sample_model import SampleModel
from pmlsym.linear.matrix import Matrix, Vector, multiply, null_space


@dataclass(frozen=True)
class Feasibility:
    """Whether W can be disclosed, with the direction that shows it.

    `posteriors` are p - c v and p + c v, both of weight 1/2; without a witness nothing private
    depends on W.
    """

    direction: Vector | None
    posteriors: Matrix

    @property
    def feasible(self) -> bool:
        """Whether some private Y depends on W."""
        return self.direction is not None


def feasibility(model: SampleModel) -> Feasibility:
    """Decide whether W is feasible of synergistic disclosure. [PSP, Def. 2, Prop. 1]

    >>> from pmlsym.design.synergistic import function_model
    >>> feasibility(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])).feasible
    True
    >>> feasibility(function_model(["1/4"] * 4, (2, 2), [0, 0, 1, 1])).feasible
    False
    """
    prior = model.masses
    rows = tuple(zip(*model.posterior_of_latent, strict=True))
    for direction in null_space(model.incidence, width=len(prior)):
        if any(multiply(rows, direction)):
            steps = [p / abs(v) for p, v in zip(prior, direction, strict=True) if v]
            step = min(steps)
            posteriors = tuple(
                tuple(p + sign * step * v for p, v in zip(prior, direction, strict=True))
                for sign in (Fraction(-1), Fraction(1))
            )
            return Feasibility(direction, posteriors)
    return Feasibility(None, ())
