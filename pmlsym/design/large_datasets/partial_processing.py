"""Partial processing: the optimal private answer about every window of k consecutive samples.

For k = 2 the answers together are private, and I(X^n; Y) = sum_j I(X_j, X_{j+1}; Y_j) [PSP, eq. 65,
Lemma 7]. For k >= 3 the paper says that the same proof applies; it does not. Neighbouring windows
share two samples, each answer may depend on the pair, and the answers together can reveal a sample:
`partial_processing(...).revealed_sample()` decides it exactly. Keeping the outcome of each window
independent of every k-1 consecutive samples of it repairs the argument for any k: given the k-1
samples that two windows share, their answers are independent, and each is independent of those.
"""

from __future__ import annotations

from collections.abc import Iterable

from pmlsym.design.independence import perfect_sample_privacy, window_privacy
from pmlsym.design.large_datasets.windowed_mechanism import (
    WindowedMechanism,
    independent_samples,
    product_masses,
)
from pmlsym.design.optimal_mechanism import optimal_mechanism
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.utilities.mutual_information import MutualInformation
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Matrix
from pmlsym.model.distribution import Masses, Number


def partial_processing(
    samples: Iterable[Iterable[Number]], *, window: int = 2, overlap_safe: bool = False
) -> WindowedMechanism:
    """The mechanism that answers each window optimally. [PSP, eq. 65]

    `overlap_safe` asks each answer to be independent of every window - 1 consecutive samples, which
    makes the whole private at any window size; without it the whole is private at window 2.

    >>> biased = [["1/3", "2/3"]] * 30
    >>> partial_processing(biased).revealed_sample() is None
    True
    """
    masses = independent_samples(samples)
    if not 2 <= window <= len(masses):
        raise InvalidInput(
            f"{len(masses)} samples have windows of 2 to {len(masses)} samples, not {window}"
            if len(masses) > 1
            else f"a window has at least 2 samples, the dataset has {len(masses)}"
        )
    known: dict[tuple[Masses, ...], Matrix] = {}
    channels = []
    for j in range(len(masses) - window + 1):
        part = masses[j : j + window]
        if part not in known:
            known[part] = _best_answer(part, window - 1 if overlap_safe else 1)
        channels.append(known[part])
    return WindowedMechanism(masses, tuple(channels), window)


def _best_answer(part: tuple[Masses, ...], protected: int) -> Matrix:
    shape = tuple(len(sample) for sample in part)
    rule = perfect_sample_privacy(shape) if protected == 1 else window_privacy(shape, protected)
    polytope = PosteriorPolytope(product_masses(part), (rule,))
    if polytope.is_point:
        return tuple((polytope.prior[0] / polytope.prior[0],) for _ in polytope.prior)
    return optimal_mechanism(polytope, MutualInformation()).channel
