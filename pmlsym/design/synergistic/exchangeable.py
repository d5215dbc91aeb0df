"""I_s for samples that are i.i.d. given W, by types: polynomially many states in place of |X|^n.

Averaging a posterior over the permutations of the samples keeps perfect sample privacy and keeps
P_{W|Y=y}, because P_{W|X^n} depends on the dataset only through its type. So posteriors may be
taken to be symmetric, that is, distributions on types (t_a), and Y is independent of every sample
iff it is independent of a sample drawn at random: sum_t r(t) t_a / n = P_X(a). With binary samples
the vertices have at most two types, and n = 100 takes less than n = 5 by enumeration of datasets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from pmlsym.design.bracket import Bracket, entropy
from pmlsym.design.distribution import Masses, Number, distribution
from pmlsym.design.guarantees.attribute_independence import AttributeIndependence
from pmlsym.design.guarantees.guarantee import output_masses
from pmlsym.design.model_objects import Rows, masses_of, rows_of
from pmlsym.design.optimal_mechanism import optimal_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.rational_matrix import Matrix
from pmlsym.design.synergistic.capacity import Disclosure
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class TypeModel:
    """W and the type of X^n: `joint[w][k]` is the mass of W = w and type `types[k]`."""

    types: tuple[tuple[int, ...], ...]
    joint: Matrix

    @property
    def samples(self) -> int:
        """n, the number of samples."""
        return sum(self.types[0])

    @property
    def masses(self) -> Masses:
        """The distribution of the type."""
        return tuple(sum(column, Fraction(0)) for column in zip(*self.joint, strict=True))

    def polytope(self) -> PosteriorPolytope:
        """Distributions on types that keep the law of a sample drawn at random."""
        drawn = tuple(tuple(Fraction(c, self.samples) for c in kind) for kind in self.types)
        return PosteriorPolytope(self.masses, (AttributeIndependence(drawn),))


def type_model(latent: Prior | Sequence[Number], channel: Rows, samples: int) -> TypeModel:
    """The joint of W and the type of n samples, i.i.d. given W through the rows P_{X|W=w}.

    >>> model = type_model(["1/2", "1/2"], [["1/2", "1/2"], ["1/4", "3/4"]], 2)
    >>> model.types, [str(m) for m in model.masses]
    (((0, 2), (1, 1), (2, 0)), ['13/32', '7/16', '5/32'])
    """
    prior = distribution(masses_of(latent), name="the distribution of W")
    rows = tuple(
        distribution(row, name=f"row {w} of P(X|W)") for w, row in enumerate(rows_of(channel))
    )
    if len(rows) != len(prior):
        raise AlphabetMismatch(f"{len(rows)} rows for {len(prior)} values of W")
    if samples < 1:
        raise InvalidInput(f"a dataset has at least one sample, not {samples}")
    joint = []
    kinds = tuple(_types(len(rows[0]), samples))
    for mass, row in zip(prior, rows, strict=True):
        joint.append(tuple(mass * _multinomial(kind, row) for kind in kinds))
    kept = [k for k in range(len(kinds)) if any(masses[k] for masses in joint)]
    return TypeModel(
        tuple(kinds[k] for k in kept), tuple(tuple(masses[k] for k in kept) for masses in joint)
    )


def exchangeable_disclosure(
    latent: Prior | Sequence[Number], channel: Rows, samples: int
) -> Disclosure:
    """I_s(W, X^n) for samples that are i.i.d. given W, with a mechanism on types.

    Agrees with the capacity on datasets, and reaches n in the hundreds for binary samples.

    >>> from pmlsym.design.synergistic import binary_symmetric
    >>> found = exchangeable_disclosure(["1/3", "2/3"], binary_symmetric("1/10"), 3)
    >>> round(float(found.capacity) / 0.6931471805599453, 4)
    0.0488
    """
    model = type_model(latent, channel, samples)
    masses = tuple(sum(row, Fraction(0)) for row in model.joint)
    polytope = model.polytope()
    if polytope.is_point:
        return Disclosure(Bracket.exactly(0), entropy(masses), None)
    backward = tuple(
        tuple(m / total for m in column)
        for column, total in zip(zip(*model.joint, strict=True), model.masses, strict=True)
    )
    mechanism = optimal_mechanism(polytope, MutualInformation(backward))
    assert output_masses(model.masses, backward) == masses
    return Disclosure(mechanism.optimum, entropy(masses), mechanism)


def _types(letters: int, samples: int) -> Iterator[tuple[int, ...]]:
    if letters == 1:
        yield (samples,)
        return
    for first in range(samples + 1):
        for rest in _types(letters - 1, samples - first):
            yield (first, *rest)


def _multinomial(kind: tuple[int, ...], row: Masses) -> Fraction:
    value = Fraction(factorial(sum(kind)))
    for count, mass in zip(kind, row, strict=True):
        value *= mass**count / factorial(count)
    return value
