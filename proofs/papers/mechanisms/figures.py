"""The data of two figures of [PSP], which the library has as it was computed here.

heuristics_at_four_samples    [PSP, Fig. 4]
asymptotic_efficiencies       [PSP, Fig. 5]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log

from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.figure_data import Curve, Panel
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    binary_entropy,
    printed_uniformised_information,
    uniformised_efficiency_limit,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.sample_model import product_masses

_BIT = log(2)


def heuristics_at_four_samples(points: int = 40) -> tuple[Panel, ...]:
    """[PSP, Fig. 4]: disclosure in bits of four i.i.d. Bernoulli(q) samples, against q.

    The pre-processing curve is exact; the printed formula (67), a lower bound, is the fourth curve.

    >>> (panel,) = heuristics_at_four_samples(2)
    >>> [(curve.label, round(curve.y[-1], 6)) for curve in panel.curves][0]
    ('optimal mapping', 3.0)
    """
    grid = tuple(Fraction(k, 2 * points) for k in range(1, points + 1))
    rule = perfect_sample_privacy((2,) * 4)

    def optimal(q: Fraction) -> Bracket:
        polytope = PosteriorPolytope(product_masses([(1 - q, q)] * 4), (rule,))
        return largest_utility(polytope, MutualInformation())

    def partial(q: Fraction) -> Bracket:
        return partial_processing([(1 - q, q)] * 4).information()

    curves = (
        _curve("optimal mapping", grid, optimal),
        _curve("partial-processing method", grid, partial),
        _curve("pre-processing method", grid, lambda q: bernoulli_uniformised_information(q, 4)),
        _curve("eq. (67) as printed", grid, lambda q: printed_uniformised_information(q, 4)),
    )
    return (Panel("Four i.i.d. samples", "P[X = 1]", "disclosure (bits)", curves),)


def asymptotic_efficiencies(points: int = 40) -> tuple[Panel, ...]:
    """[PSP, Fig. 5]: asymptotic disclosure efficiency of i.i.d. Bernoulli(q) samples, against q.

    >>> (panel,) = asymptotic_efficiencies(2)
    >>> [round(curve.y[-1], 6) for curve in panel.curves]
    [1.0, 1.0, 1.0, 1.0]
    """
    grid = tuple(Fraction(k, 2 * points) for k in range(1, points + 1))

    def partial(q: Fraction) -> Bracket:
        return partial_processing([(1 - q, q)] * 2).information().over(binary_entropy(q))

    def printed(q: Fraction) -> Bracket:
        return printed_uniformised_information(q, 2).over(binary_entropy(q))

    curves = (
        _curve("optimal mapping", grid, lambda q: Bracket.exactly(1), unit=1.0),
        _curve("partial-processing method", grid, partial, unit=1.0),
        _curve(
            "pre-processing method",
            grid,
            lambda q: uniformised_efficiency_limit([1 - q, q]),
            unit=1.0,
        ),
        _curve("limit as printed in Ex. 5", grid, printed, unit=1.0),
    )
    return (Panel("Large datasets of i.i.d. samples", "P[X = 1]", "asymptotic efficiency", curves),)


COMPUTED: dict[str, Callable[[], tuple[Panel, ...]]] = {
    "psp-4": heuristics_at_four_samples,
    "psp-5": asymptotic_efficiencies,
}
"""The figures of which the library has the numbers alone, by name."""


def _curve(
    label: str,
    grid: Sequence[Fraction],
    value: Callable[[Fraction], Bracket],
    *,
    unit: float = _BIT,
) -> Curve:
    return Curve(label, tuple(float(q) for q in grid), tuple(float(value(q)) / unit for q in grid))
