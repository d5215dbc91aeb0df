"""What a leakage allowance about X buys, where the curator sees W itself: C_1, C_2 and J.

    C_1(alpha) = max I(W~; Y) over X - W~ - Y    with I(X; Y) <= alpha    (output perturbation)
    C_2(alpha) = max I(W~; Y) over P_{Y|W~,X}    with I(X; Y) <= alpha    (full data observation)

for alpha in [0, I(X; W~)]. At alpha = 0 both are linear programs over the vertices of a polytope;
above it they are bracketed from both sides. [PSP, Def. 3, eqs. 38 and 39]

W~ = T(W), the part of W that X can tell apart, merges the values of W with the same row P_{X|W=w};
among the functions U of W with X - U - W it has the smallest entropy, C_X(W) = H(W~). I(X; W) <=
C_X(W) <= H(W), and C_X(W) is the limit of I(W; X^n) for samples that are i.i.d. given W. [PSP,
sec. IV-A, Thm. 2]

J(W, X^n) = max I(W~; Y) over P_{Y|W~,X^n} with Y independent of every X_i is a posterior polytope;
C_2(0) = J(W, X^1) >= J(W, X^2) >= ... >= C_1(0). [PSP, eqs. 41 and 47]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix, identity, units
from pmlsym.mechanisms.bracket import Bracket, entropy
from pmlsym.mechanisms.independence import AttributeIndependence, SamplePrivacy
from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism, largest_utility, optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.model.distribution import Masses, Number, distribution, distributions, output_masses
from pmlsym.model.exact_rows import Rows, masses_of, rows_of
from pmlsym.model.prior import Prior
from proofs.papers.mechanisms.synergistic.mean_leakage import (
    AllowedDisclosure,
    LeakageProblem,
    disclose_within,
)
from proofs.papers.mechanisms.synergistic.sample_model import repeated_samples


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


def leakage_allowance(
    latent: Prior | Sequence[Number],
    channel: Rows,
    allowance: Number,
    *,
    full_observation: bool = False,
    steps: int = 60,
    effort: float = 20.0,
) -> Bracket:
    """C_1(allowance), or C_2(allowance) with `full_observation`, between proven bounds, in nats.

    `latent` is P_W, `channel` the rows P_{X|W=w}. The bracket is within about 1e-6 when `steps`
    refinements and `effort` units suffice, and proven in any case. Raises InvalidInput for an
    allowance outside [0, I(X; W~)]. [PSP, eqs. 38 and 39]

    >>> flip = [["9/10", "1/10"], ["1/10", "9/10"]]
    >>> first = leakage_allowance(["1/2", "1/2"], flip, Fraction(1, 10))
    >>> second = leakage_allowance(["1/2", "1/2"], flip, Fraction(1, 10), full_observation=True)
    >>> round(float(first), 5), round(float(second), 5), float(first.width) < 1e-5
    (0.18832, 0.3519, True)
    """
    merged = private_information(latent, channel)
    found = allowed_disclosure(
        merged, allowance, full_observation=full_observation, steps=steps, effort=effort
    )
    return found.capacity


def allowed_disclosure(
    merged: PrivateInformation,
    allowance: Number,
    *,
    full_observation: bool = False,
    steps: int = 60,
    effort: float = 20.0,
) -> AllowedDisclosure:
    """The mechanism that attains C_1 or C_2 within its bracket, as a split of W~ or of (W~, X).

    The letters of the secret are the values of W~, or the pairs (w, x) of positive mass in
    lexicographic order.

    >>> merged = private_information(["1/2", "1/2"], [["9/10", "1/10"], ["1/10", "9/10"]])
    >>> found = allowed_disclosure(merged, Fraction(1, 10))
    >>> found.leakage.upper <= Fraction(1, 10), len(found.posteriors[0])
    (True, 2)
    """
    exact = _allowance(merged, allowance)
    if full_observation:
        problem = _observed(merged, exact)
    else:
        letters = identity(len(merged.masses))
        problem = LeakageProblem(merged.masses, letters, merged.channel, exact)
    silent = _without_leakage(problem)
    if exact == 0 or len(merged.masses) == 1:
        return _exact(problem, silent)
    seeds = () if silent is None else silent.posteriors
    return disclose_within(problem, seeds=seeds, rounds=steps, effort=effort)


def output_perturbation_capacity(latent: Prior | Sequence[Number], channel: Rows) -> Bracket:
    """C_1(0): the most that a function of W~ alone can tell about W~ and nothing about X.

    It is also the limit of I_s(W, X^n). [PSP, Def. 3, Thm. 3]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric
    >>> output_perturbation_capacity(["1/3", "2/3"], binary_symmetric("1/10")).upper
    Fraction(0, 1)
    """
    return leakage_allowance(latent, channel, 0)


def full_observation_capacity(
    latent: Prior | Sequence[Number], channel: Rows, samples: int
) -> Bracket:
    """J(W, X^n); C_2(0) is J(W, X^1). [PSP, eqs. 41 and 47]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric
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


def _allowance(merged: PrivateInformation, allowance: Number) -> Fraction:
    exact = as_rational(allowance, "the allowance")
    law = output_masses(merged.masses, merged.channel)
    most = entropy(law)
    for mass, row in zip(merged.masses, merged.channel, strict=True):
        most = most - entropy(row).scaled(mass)
    if not 0 <= exact <= most.upper:
        raise InvalidInput(
            f"the allowance is between 0 and I(X; W~) = {float(most):.6g} nats, not {allowance}"
        )
    return exact


def _observed(merged: PrivateInformation, allowance: Fraction) -> LeakageProblem:
    """The secret (W~, X): both are functions of it."""
    pairs = [(w, x) for w, row in enumerate(merged.channel) for x, c in enumerate(row) if c > 0]
    masses: Masses = tuple(merged.masses[w] * merged.channel[w][x] for w, x in pairs)
    of_w = units([w for w, _ in pairs], len(merged.masses))
    of_x = units([x for _, x in pairs], len(merged.channel[0]))
    return LeakageProblem(masses, of_w, of_x, allowance)


def _without_leakage(problem: LeakageProblem) -> OptimalMechanism | None:
    """The best mechanism that tells nothing about B; None when only constants do."""
    polytope = PosteriorPolytope(problem.prior, (AttributeIndependence(problem.hidden),))
    if polytope.is_point:
        return None
    return optimal_mechanism(polytope, MutualInformation(problem.told))


def _exact(problem: LeakageProblem, silent: OptimalMechanism | None) -> AllowedDisclosure:
    zero = Bracket.exactly(0)
    if silent is None:
        one = (Fraction(1),)
        return AllowedDisclosure(one, (problem.prior,), zero, zero, Fraction(0), 0)
    return AllowedDisclosure(
        silent.weights, silent.posteriors, silent.value, zero, silent.certificate.bound, 0
    )
