"""I_s for exchangeable samples, by types: polynomially many states in place of |X|^n.

Samples are exchangeable together with W when permuting them leaves the joint unchanged: i.i.d.
given W, or i.i.d. with W a symmetric function of the dataset. Averaging a posterior over the
permutations then keeps perfect sample privacy and keeps P_{W|Y=y}, because P_{W|X^n} depends on the
dataset only through its type. So posteriors may be taken to be symmetric, that is, distributions on
types (t_a), and Y is independent of every sample iff it is independent of a sample drawn at random:
sum_t r(t) t_a / n = P_X(a). With binary samples the vertices have at most two types, and n = 100
takes less than n = 5 by enumeration of datasets.

Self-disclosure of i.i.d. samples beyond enumeration is column generation up to permutations, which
keep the prior, the polytope and the entropy of a posterior: an orbit of vertices has one utility
and one mean, a distribution on types, and the master program as many rows as there are types. The
upper bound is the smallest of three theorems: the largest posterior masses, Lemma 6 of [PSP], and
the restriction to the first `exact` samples, whose capacity is computed by enumeration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import factorial

from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Vector
from pmlsym.mechanisms.bracket import Bracket, entropy
from pmlsym.mechanisms.independence import (
    AttributeIndependence,
    State,
    perfect_sample_privacy,
    product_states,
)
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.model.distribution import Masses, Number, distribution, distributions
from pmlsym.model.exact_rows import Rows, masses_of, rows_of
from pmlsym.model.prior import Prior
from proofs.papers.mechanisms.cell_generation import MOST_VALUES, generate_by_cells
from proofs.papers.mechanisms.column_generation import GeneratedMechanism, generate_mechanism
from proofs.papers.mechanisms.synergistic.capacity import Disclosure, disclosure, restriction_bound
from proofs.papers.mechanisms.synergistic.sample_model import (
    LatentModel,
    SampleModel,
    product_masses,
)

Type = tuple[int, ...]

MOST_TYPES = 50
"""The largest number of types whose vertices go into one exact linear program."""


class TypeModel(LatentModel):
    """W and the type of X^n; the states are types, which list how often each letter occurs.

    >>> TypeModel(((0, 1), (1, 0)), ((Fraction(1, 2), Fraction(1, 2)),)).samples
    1
    """

    state = "type"

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({(sum(kind), len(kind)) for kind in self.states}) != 1 or self.samples < 1:
            raise AlphabetMismatch("the types do not count the same samples over one alphabet")

    @property
    def samples(self) -> int:
        """n, the number of samples."""
        return sum(self.states[0])

    def polytope(self) -> PosteriorPolytope:
        """Distributions on types that keep the law of a sample drawn at random."""
        drawn = tuple(tuple(Fraction(c, self.samples) for c in kind) for kind in self.states)
        return PosteriorPolytope(self.masses, (AttributeIndependence(drawn),))


def type_model(latent: Prior | Sequence[Number], channel: Rows, samples: int) -> TypeModel:
    """The joint of W and the type of n samples, i.i.d. given W through the rows P_{X|W=w}.

    >>> model = type_model(["1/2", "1/2"], [["1/2", "1/2"], ["1/4", "3/4"]], 2)
    >>> model.states, [str(m) for m in model.masses]
    (((0, 2), (1, 1), (2, 0)), ['13/32', '7/16', '5/32'])
    """
    prior = distribution(masses_of(latent), name="the distribution of W")
    rows = distributions(rows_of(channel), name="P(X|W)")
    if len(rows) != len(prior):
        raise AlphabetMismatch(f"{len(rows)} rows for {len(prior)} values of W")
    if samples < 1:
        raise InvalidInput(f"a dataset has at least one sample, not {samples}")
    kinds = tuple(_types(len(rows[0]), samples))
    joint = tuple(
        tuple(mass * _multinomial(kind, row) for kind in kinds)
        for mass, row in zip(prior, rows, strict=True)
    )
    return TypeModel(kinds, joint)


def symmetric_function_model(
    sample: Sequence[Number], samples: int, value: Callable[[Type], int]
) -> TypeModel:
    """n i.i.d. samples and W a function of their type, such as the parity or the majority.

    >>> parity = symmetric_function_model(["1/2", "1/2"], 3, lambda kind: kind[1] % 2)
    >>> [sum(row) for row in parity.joint]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    masses = distribution(sample, name="the distribution of a sample")
    if samples < 1:
        raise InvalidInput(f"a dataset has at least one sample, not {samples}")
    kinds = tuple(_types(len(masses), samples))
    values = [value(kind) for kind in kinds]
    joint = tuple(
        tuple(
            _multinomial(kind, masses) if found == w else Fraction(0)
            for kind, found in zip(kinds, values, strict=True)
        )
        for w in sorted(set(values))
    )
    return TypeModel(kinds, joint)


def types_of(model: SampleModel) -> TypeModel:
    """The same model on types; raises InvalidInput when its samples are not exchangeable.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import function_model
    >>> types_of(function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0])).states
    ((2, 0), (1, 1), (0, 2))
    """
    letters = sorted({letter for state in model.states for letter in state})
    groups: dict[Type, list[int]] = {}
    for k, state in enumerate(model.states):
        groups.setdefault(tuple(state.count(a) for a in letters), []).append(k)
    for kind, places in groups.items():
        laws = {tuple(row[k] for row in model.joint) for k in places}
        orders = factorial(model.samples)
        for count in kind:
            orders //= factorial(count)
        if len(laws) != 1 or len(places) != orders:
            raise InvalidInput(
                f"the samples are not exchangeable: datasets with the letter counts {kind} do not "
                "all have the same mass with each value of W"
            )
    joint = tuple(
        tuple(sum((row[k] for k in places), Fraction(0)) for places in groups.values())
        for row in model.joint
    )
    return TypeModel(tuple(groups), joint)


def exchangeable_disclosure(
    latent: Prior | Sequence[Number], channel: Rows, samples: int
) -> Disclosure:
    """I_s(W, X^n) for samples that are i.i.d. given W, with a mechanism on types.

    Agrees with the capacity on datasets; exact to n = 49 for binary samples, bracketed beyond.

    >>> from proofs.papers.mechanisms.synergistic.sample_model import binary_symmetric
    >>> found = exchangeable_disclosure(["1/3", "2/3"], binary_symmetric("1/10"), 3)
    >>> round(float(found.capacity) / 0.6931471805599453, 4)
    0.0488
    """
    return disclosure_by_types(type_model(latent, channel, samples))


def disclosure_by_types(model: TypeModel, *, effort: float = 20.0) -> Disclosure:
    """I_s(W, X^n) of an exchangeable model, with a mechanism whose letters are the types.

    Exact within 1e-40 by enumeration up to MOST_TYPES types; beyond, for up to four values of W,
    between the proven ends that cells of its laws give with about `effort` units of effort.

    >>> parity = symmetric_function_model(["1/2", "1/2"], 16, lambda kind: kind[1] % 2)
    >>> round(float(disclosure_by_types(parity).efficiency), 12)
    1.0
    """
    whole, polytope = entropy(model.latent_masses), model.polytope()
    latent = model.posterior_of_latent
    is_large = len(model.states) > MOST_TYPES and len(model.latent_masses) <= MOST_VALUES
    if is_large and not polytope.is_point:
        found = generate_by_cells(polytope, latent, tolerance=1e-8, effort=effort)
        return Disclosure(Bracket(found.value.lower, found.bound), whole, found)
    return disclosure(polytope, MutualInformation(latent), whole)


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
    polytope = _iid_polytope(masses, samples)
    whole, one = entropy(polytope.prior), entropy(masses)
    bounds = [("Lemma 6", whole - one)]
    known = min(exact, samples)
    if known >= 2:
        part = _iid_polytope(masses, known)
        capacity = largest_utility(part, MutualInformation())
        bound = restriction_bound(whole, entropy(part.prior), capacity)
        bounds.append((f"restriction to {known} samples", bound))
    return generate_mechanism(
        polytope,
        MutualInformation(),
        bounds=bounds,
        average=_type_average(product_states((len(masses),) * samples)),
        effort=effort,
        seed=seed,
    )


def _types(letters: int, samples: int) -> Iterator[Type]:
    if letters == 1:
        yield (samples,)
        return
    for first in range(samples + 1):
        for rest in _types(letters - 1, samples - first):
            yield (first, *rest)


def _multinomial(kind: Type, row: Masses) -> Fraction:
    value = Fraction(factorial(sum(kind)))
    for count, mass in zip(kind, row, strict=True):
        value *= mass**count / factorial(count)
    return value


def _iid_polytope(masses: Vector, samples: int) -> PosteriorPolytope:
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
