"""Self-disclosure of n i.i.d. samples beyond enumeration: column generation up to permutations.

Permuting the samples keeps the prior, the polytope and the entropy of a posterior. So the master
program may use orbits of vertices: an orbit has one utility and one mean, a distribution on types,
and the program has as many rows as there are types. The upper bound is the smallest of three
theorems: the largest posterior masses, Lemma 6 of [PSP], and the restriction to the first `exact`
samples, whose capacity is computed by enumeration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from pmlsym.design.bracket import entropy
from pmlsym.design.column_generation import GeneratedMechanism, generate_mechanism
from pmlsym.design.independence import State, perfect_sample_privacy
from pmlsym.design.large_datasets.windowed_mechanism import product_masses
from pmlsym.design.optimal_mechanism import largest_utility
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.synergistic.bounds import restriction_bound
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Vector
from pmlsym.model.distribution import Number, distribution


def generate_iid_self_disclosure(
    sample: Iterable[Number],
    samples: int,
    *,
    exact: int = 4,
    effort: float = 30.0,
    seed: int = 0,
) -> GeneratedMechanism:
    """A private mapping of X^n, i.i.d. with the given masses, and a certified gap.

    `exact` samples are enumerated for the restriction bound (0 for none).

    >>> found = generate_iid_self_disclosure(["1/2", "1/2"], 4, exact=0, effort=5.0)
    >>> float(found.gap) < 1e-9
    True
    """
    masses = distribution(sample)
    if samples < 2:
        raise InvalidInput(f"private disclosure needs at least 2 samples, not {samples}")
    polytope = _polytope(masses, samples)
    whole, one = entropy(polytope.prior), entropy(masses)
    bounds = [("Lemma 6", whole - one)]
    known = min(exact, samples)
    if known >= 2:
        part = _polytope(masses, known)
        capacity = largest_utility(part, MutualInformation())
        bound = restriction_bound(whole, entropy(part.prior), capacity)
        bounds.append((f"restriction to {known} samples", bound))
    rule = perfect_sample_privacy((len(masses),) * samples)
    return generate_mechanism(
        polytope,
        MutualInformation(),
        bounds=bounds,
        average=_type_average(rule.states),
        effort=effort,
        seed=seed,
    )


def _polytope(masses: Vector, samples: int) -> PosteriorPolytope:
    rule = perfect_sample_privacy((len(masses),) * samples)
    return PosteriorPolytope(product_masses([masses] * samples), (rule,))


def _type_average(states: tuple[State, ...]) -> Callable[[Vector], Vector]:
    """The mean of a vector over the permutations of the samples."""
    kinds = [tuple(sorted(state)) for state in states]
    sizes = Counter(kinds)

    def average(vector: Vector) -> Vector:
        sums: dict[State, Fraction] = {}
        for kind, value in zip(kinds, vector, strict=True):
            if value:
                sums[kind] = sums.get(kind, Fraction(0)) + value
        return tuple(sums.get(kind, Fraction(0)) / sizes[kind] for kind in kinds)

    return average
