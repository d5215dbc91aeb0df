"""The data of the figures of the papers; those of [PSP] are recorded in figures.json.

heuristics_at_four_samples    [PSP, Fig. 4]
asymptotic_efficiencies       [PSP, Fig. 5]
counting_answer               [RDP, Fig. 1]:   -log(1 - exp(-n D(m/n || p))) against m/n < p
density_bounds                [QID24, Fig. 1]: eps_l(eps_u) of eq. 7 and eps_u(eps_l) of eq. 12

Points of closed formulas (curves.py) are the middles of proven intervals, nine
digits wide or narrower.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import log
from pathlib import Path

from pmlsym.claim_text.question import parse_quantity
from pmlsym.io.saved_records import read, write
from pmlsym.language.nodes import Quantity
from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.figure_data import Curve, Panel
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.curves import curve
from proofs.papers.mechanisms.large_datasets.modular_sums import (
    bernoulli_uniformised_information,
    binary_entropy,
    printed_uniformised_information,
    uniformised_efficiency_limit,
)
from proofs.papers.mechanisms.large_datasets.partial_processing import partial_processing
from proofs.papers.mechanisms.synergistic.sample_model import product_masses

_BIT = log(2)
FILE = Path(__file__).with_suffix(".json")
COUNTING_BOUND = "-log(1 - exp(-n*(r*log(r/p) + (1-r)*log((1-r)/(1-p)))))"
SMALLEST = 1e-30  # what is drawn on a logarithmic axis
IMPLIED_BELOW = "log(p/(1 - t*(1-p)))"
IMPLIED_ABOVE = "log((1 - (1-p)/s)/p)"


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
"""The figures whose numbers are recorded, by name."""


def recorded_figure(name: str) -> tuple[Panel, ...]:
    """The panels of a figure that a clone computes.

    >>> [curve.label for curve in recorded_figure("psp-4")[0].curves][0]
    'optimal mapping'
    """
    panels = json.loads(FILE.read_text(encoding="utf-8"))[name]
    return tuple(read(Panel, panel, name) for panel in panels)


def figures_text(figures: Mapping[str, tuple[Panel, ...]]) -> str:
    """The text of the file of recorded figures, a line for the numbers of each curve.

    >>> figures_text({"none": ()})
    '{\\n "none": []\\n}\\n'
    """
    text = json.dumps({name: write(panels) for name, panels in figures.items()}, indent=1)
    numbers = re.compile(r"\[\s+([-0-9.e,\s]+?)\s+\]")
    return numbers.sub(lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def counting_answer(points: int = 40) -> tuple[Panel, ...]:
    """[RDP, Fig. 1]: bounds of what a deterministic answer about a count leaks, r = m/n < p.

    >>> [panel.title for panel in counting_answer(points=2)]
    ['p = 3/10', 'p = 1/2']
    """
    bound, panels = parse_quantity(COUNTING_BOUND), []
    for p in (Fraction(3, 10), Fraction(1, 2)):
        grid = [p * k / (points + 1) for k in range(1, points + 1)]
        curves = []
        for n in (200, 500, 1000, 2000):
            values = _values(bound, "r", grid, {"n": Fraction(n), "p": p})
            drawn = [(float(r), v) for r, v in zip(grid, values, strict=True) if v > SMALLEST]
            across, heights = (tuple(point[k] for point in drawn) for k in (0, 1))
            curves.append(Curve(f"n = {n}", across, heights))
        up = "bound of the leakage (nats)"
        panels.append(Panel(f"p = {p}", "m/n", up, tuple(curves), is_logarithmic=True))
    return tuple(panels)


def density_bounds(sizes: Sequence[int] = (4, 2), points: int = 60) -> tuple[Panel, ...]:
    """[QID24, Fig. 1]: what each bound on the information density implies, uniform priors.

    The first curve is eps_l(eps_u), the second eps_u(eps_l); above the first the lower bound is
    implied, right of the second the upper one.

    >>> upper, lower = density_bounds((2,), 5)[0].curves[:2]
    >>> all(abs(a - b) < 1e-9 for a, b in zip(upper.x, lower.x))
    True
    """
    log, below, above = map(parse_quantity, ("log(t)", IMPLIED_BELOW, IMPLIED_ABOVE))
    panels = []
    for size in sizes:
        p = Fraction(1, size)
        grid = [1 + (1 / (1 - p) - 1) * Fraction(k, points + 1) for k in range(points + 1)]
        implied = [p / (1 - t * (1 - p)) for t in grid]
        lower = _values(below, "t", grid, {"p": p})
        (end,) = _values(log, "t", [Fraction(size)])
        curves = (
            Curve("eps_l implied by eps_u-PML", _values(log, "t", grid), lower),
            Curve("eps_u implied by eps_l", _values(above, "s", implied, {"p": p}), lower),
            Curve("LIP: eps_l = eps_u", (0.0, end), (0.0, end)),
        )
        panels.append(Panel(f"N = {size}, uniform prior", "eps_u", "eps_l", curves))
    return tuple(panels)


def _curve(
    label: str,
    grid: Sequence[Fraction],
    value: Callable[[Fraction], Bracket],
    *,
    unit: float = _BIT,
) -> Curve:
    return Curve(label, tuple(float(q) for q in grid), tuple(float(value(q)) / unit for q in grid))


def _values(
    body: Quantity,
    along: str,
    grid: Iterable[Fraction],
    fixed: Mapping[str, Fraction] | None = None,
) -> tuple[float, ...]:
    points = curve(body, along, grid, fixed)
    return tuple(float((point.low + point.high) / 2) for point in points)
