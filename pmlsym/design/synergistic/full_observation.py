"""C_1(0), C_2(0) and the chain of J's: disclosure when the curator sees W tilde itself.

C_1(0) = max I(W~; Y) over X - W~ - Y with X independent of Y (output perturbation); J(W, X^n) =
max I(W~; Y) over P_{Y|W~,X^n} with Y independent of every X_i (full observation); C_2(0) = J(W,
X^1) >= J(W, X^2) >= ... >= C_1(0). All are posterior polytopes. [PSP, Defs. 3, eqs. 38, 41, 47]
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.design.bracket import Bracket
from pmlsym.design.independence import AttributeIndependence, SamplePrivacy
from pmlsym.design.optimal_mechanism import largest_utility
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic.private_information import private_information
from pmlsym.design.synergistic.sample_model import repeated_samples
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.linear.matrix import units
from pmlsym.model.distribution import Number
from pmlsym.model.exact_rows import Rows
from pmlsym.model.prior import Prior


def output_perturbation_capacity(latent: Prior | Sequence[Number], channel: Rows) -> Bracket:
    """C_1(0): the most that a function of W~ alone can tell about W~ and nothing about X.

    It is also the limit of I_s(W, X^n). [PSP, Def. 3, Thm. 3]

    >>> from pmlsym.design.synergistic import binary_symmetric
    >>> output_perturbation_capacity(["1/3", "2/3"], binary_symmetric("1/10")).upper
    Fraction(0, 1)
    """
    merged = private_information(latent, channel)
    polytope = PosteriorPolytope(merged.masses, (AttributeIndependence(merged.channel),))
    return largest_utility(polytope, MutualInformation())


def full_observation_capacity(
    latent: Prior | Sequence[Number], channel: Rows, samples: int
) -> Bracket:
    """J(W, X^n); C_2(0) is J(W, X^1). [PSP, eqs. 41 and 47]

    >>> from pmlsym.design.synergistic import binary_symmetric
    >>> fair = full_observation_capacity(["1/2", "1/2"], binary_symmetric("1/2"), 1)
    >>> fair.upper
    Fraction(0, 1)
    """
    merged = private_information(latent, channel)
    model = repeated_samples(merged.masses, merged.channel, samples)
    states, masses = [], []
    for w, row in enumerate(model.joint):
        for state, mass in zip(model.states, row, strict=True):
            if mass > 0:
                states.append((w, *state))
                masses.append(mass)
    privacy = SamplePrivacy(tuple(states), tuple((i + 1,) for i in range(samples)))
    rows = units([state[0] for state in states], len(merged.masses))
    polytope = PosteriorPolytope(tuple(masses), (privacy,))
    return largest_utility(polytope, MutualInformation(rows))
