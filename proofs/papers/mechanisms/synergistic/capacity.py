"""Synergistic disclosure: whether there is any, how much at most, and its bounds. [PSP]

I_s(W, X^n) = max I(W; Y) over W - X^n - Y with Y independent of every sample; the case A r = A p of
a posterior polytope with utility -H(P_{W|X} r). Self-disclosure takes W = X^n. [PSP, Defs. 2, 4]

There is some iff Null(P) is not inside Null(P_{W|X^n}), decided exactly: a witness is a rational
direction v with P v = 0 and P_{W|X^n} v != 0; p +- c v for a small c > 0 are the two posteriors of
a private mechanism that tells something about W. [PSP, Prop. 1]

Of the bounds on capacities and on the number of outputs [PSP, sec. II-B, III, V-A] one is not in
the paper: since r(x) <= min_i P(X_i = x_i) on the polytope,

    I(X^n; Y) <= H(X^n) - E[max_i log 1 / P_{X_i}(X_i)],

which is never weaker than Lemma 6 (the mean of a maximum is at least the maximum of the means).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.linear.matrix import Matrix, Vector, multiply, null_space, rank
from pmlsym.mechanisms.bracket import Bracket, entropy, logarithm, total
from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism, optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.cell_generation import MOST_VALUES, generate_by_cells
from proofs.papers.mechanisms.column_generation import GeneratedMechanism, generate_mechanism
from proofs.papers.mechanisms.synergistic.sample_model import SampleModel


@dataclass(frozen=True)
class Disclosure:
    """A disclosure capacity, the entropy it is compared with, and an optimal mechanism.

    `mechanism` is None when the prior is the only private posterior; the capacity is then 0. A
    generated one stands where enumeration is too large; the capacity is then a wider bracket.
    """

    capacity: Bracket
    entropy: Bracket
    mechanism: OptimalMechanism | GeneratedMechanism | None

    @property
    def efficiency(self) -> Bracket:
        """capacity / entropy; 0 when there is nothing to disclose."""
        if self.entropy.upper == 0:
            return Bracket.exactly(0)
        return self.capacity.over(self.entropy)

    @property
    def outputs(self) -> int:
        """How many outcomes the optimal mechanism found has."""
        return 1 if self.mechanism is None else len(self.mechanism.weights)


def synergistic_disclosure(model: SampleModel) -> Disclosure:
    """I_s(W, X^n), eta = I_s / H(W) and an optimal mapping. [PSP, Def. 2, Thm. 1]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> xor = synergistic_disclosure(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]))
    >>> round(float(xor.efficiency), 12), xor.outputs
    (1.0, 2)
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    utility = MutualInformation(model.posterior_of_latent)
    return disclosure(polytope, utility, entropy(model.latent_masses))


def self_disclosure(model: SampleModel) -> Disclosure:
    """The largest I(X^n; Y) under perfect sample privacy, and its share of H(X^n). [PSP, Def. 4]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> fair = self_disclosure(function_model(["1/8"] * 8, (2, 2, 2), [0] * 8))
    >>> round(float(fair.efficiency), 12)
    0.666666666667
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    return disclosure(polytope, MutualInformation(), entropy(model.masses))


def generated_disclosure(
    model: SampleModel, *, effort: float = 30.0, seed: int = 0
) -> GeneratedMechanism:
    """A private mapping for W and a certified bound on I_s(W, X^n), without enumeration.

    Up to four values of W, cells of its laws close the gap; beyond, vertices are generated and
    Proposition 2 is the bound.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> float(generated_disclosure(xor, effort=2.0).gap) < 1e-6
    True
    """
    polytope = PosteriorPolytope(model.masses, (model.privacy(),))
    latent, known = model.posterior_of_latent, least_conditional_information(model)
    if len(model.latent_masses) > MOST_VALUES:
        bounds = [("Proposition 2", known)]
        return generate_mechanism(
            polytope, MutualInformation(latent), bounds=bounds, effort=effort, seed=seed
        )
    found = generate_by_cells(polytope, latent, effort=effort)
    if known.upper < found.bound:
        return replace(found, bound=known.upper, bound_name="Proposition 2")
    return found


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

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
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


def information_in_dataset(model: SampleModel) -> Bracket:
    """I(W; X^n).

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> round(float(information_in_dataset(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]))), 6)
    0.693147
    """
    together = entropy([mass for row in model.joint for mass in row])
    return entropy(model.latent_masses) + entropy(model.masses) - together


def information_in_sample(model: SampleModel, position: int) -> Bracket:
    """I(W; X_j).

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> abs(float(information_in_sample(xor, 0))) < 1e-9
    True
    """
    pairs = [
        sum((m for m, s in zip(row, model.states, strict=True) if s[position] == a), Fraction(0))
        for row in model.joint
        for a in model.alphabets[position]
    ]
    return entropy(model.latent_masses) + entropy(model.sample_masses(position)) - entropy(pairs)


def least_conditional_information(model: SampleModel) -> Bracket:
    """min_j I(W; X_{-j} | X_j), which bounds I_s from above. [PSP, Prop. 2]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> xor = function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])
    >>> round(float(least_conditional_information(xor)), 6)
    0.693147
    """
    whole = information_in_dataset(model)
    parts = [whole - information_in_sample(model, j) for j in range(model.samples)]
    return Bracket(min(part.lower for part in parts), min(part.upper for part in parts))


def self_disclosure_bound(model: SampleModel) -> Bracket:
    """H(X^n) - max_j H(X_j), which bounds self-disclosure from above. [PSP, Lemma 6]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> round(float(self_disclosure_bound(function_model(["1/4"] * 4, (2, 2), [0] * 4))), 6)
    0.693147
    """
    parts = [entropy(model.masses) - entropy(model.sample_masses(j)) for j in range(model.samples)]
    return Bracket(min(part.lower for part in parts), min(part.upper for part in parts))


def largest_surprise_bound(model: SampleModel) -> Bracket:
    """H(X^n) - E[max_i log 1/P(X_i)], at most the bound of Lemma 6.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> skewed = function_model(["1/9", "2/9", "2/9", "4/9"], (2, 2), [0] * 4)
    >>> largest_surprise_bound(skewed).upper < self_disclosure_bound(skewed).lower
    True
    """
    masses = [
        dict(zip(letters, model.sample_masses(i), strict=True))
        for i, letters in enumerate(model.alphabets)
    ]
    surprise = []
    for mass, state in zip(model.masses, model.states, strict=True):
        rarest = min(masses[i][letter] for i, letter in enumerate(state))
        surprise.append(logarithm(rarest).scaled(mass))
    return entropy(model.masses) + total(surprise)


def sufficient_outputs(model: SampleModel) -> int:
    """nul(P) + 1 outcomes always suffice. [PSP, Prop. 3]

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> sufficient_outputs(function_model(["1/4"] * 4, (2, 2), [0] * 4))
    2
    """
    return len(model.states) - rank(model.incidence) + 1


def outputs_of_extreme_mechanisms(model: SampleModel) -> int:
    """ceil(|X| / rank P): outcomes of any mechanism whose posteriors are all extreme points.

    Printed as necessary for every optimal mechanism [PSP, Cor. 1.1]; outcomes that say the same of
    W can be merged, so that an optimal mechanism may have fewer.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> outputs_of_extreme_mechanisms(function_model(["1/16"] * 16, (2, 2, 2, 2), [0] * 16))
    4
    """
    return -(-len(model.states) // rank(model.incidence))


def restriction_bound(whole: Bracket, part: Bracket, part_disclosure: Bracket) -> Bracket:
    """H(X^n) - H(X_T) + I_s(X_T), above the self-disclosure of X^n, for any subset T of samples.

    A mapping private for X^n is private for X_T, so I(X_T; Y) <= I_s(X_T), and the rest of the
    dataset adds at most H(X^n | X_T). T of one sample gives Lemma 6.

    >>> two, one, nothing = (Bracket.exactly(k) for k in (2, 1, 0))
    >>> restriction_bound(two, one, nothing).upper
    Fraction(1, 1)
    """
    return whole - part + part_disclosure


def disclosure(
    polytope: PosteriorPolytope, utility: MutualInformation, whole: Bracket
) -> Disclosure:
    """The capacity of a polytope by enumeration, beside the entropy `whole`."""
    if polytope.is_point:
        return Disclosure(Bracket.exactly(0), whole, None)
    mechanism = optimal_mechanism(polytope, utility)
    return Disclosure(mechanism.optimum, whole, mechanism)
