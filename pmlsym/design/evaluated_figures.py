"""Figures of closed formulas, each point evaluated rigorously (engines/analytic/curves.py).

    counting_answer    [RDP, Fig. 1]:   -log(1 - exp(-n D(m/n || p))) against m/n < p
    density_bounds     [QID24, Fig. 1]: eps_l(eps_u) of eq. 7 and eps_u(eps_l) of eq. 12

A point is drawn at the middle of an interval that is proven to contain the value, nine digits wide
or narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pmlsym.claims.parsing import parse
from pmlsym.design.panel import Curve, Panel
from pmlsym.engines.analytic.curves import curve
from pmlsym.language.nodes import Comparison, Quantity

COUNTING_BOUND = "-log(1 - exp(-n*(r*log(r/p) + (1-r)*log((1-r)/(1-p)))))"
SMALLEST = 1e-30  # what is drawn on a logarithmic axis
IMPLIED_BELOW = "log(p/(1 - t*(1-p)))"
IMPLIED_ABOVE = "log((1 - (1-p)/s)/p)"


def counting_answer(points: int = 40) -> tuple[Panel, ...]:
    """[RDP, Fig. 1]: bounds of what a deterministic answer about a count leaks, r = m/n < p.

    >>> [panel.title for panel in counting_answer(points=2)]
    ['p = 3/10', 'p = 1/2']
    """
    bound, panels = quantity(COUNTING_BOUND), []
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
    log, below, above = quantity("log(t)"), quantity(IMPLIED_BELOW), quantity(IMPLIED_ABOVE)
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


def quantity(text: str) -> Quantity:
    """A quantity of numbers from its text.

    >>> quantity("1/2")
    1/2
    """
    claim = parse(f"{text} <= 0")
    assert isinstance(claim, Comparison)
    return claim.left


def _values(
    body: Quantity,
    along: str,
    grid: Iterable[Fraction],
    fixed: Mapping[str, Fraction] | None = None,
) -> tuple[float, ...]:
    points = curve(body, along, grid, fixed)
    return tuple(float((point.low + point.high) / 2) for point in points)
