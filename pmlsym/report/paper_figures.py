"""Two figures of the papers, drawn from rigorous values (engines/analytic/curves.py).

    figure_counting_answer      RDP, Figure 1: upper bounds of what a counting answer leaks
    figure_density_bounds       QID24, Figure 1: the bounds on information density imply each other
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pmlsym.claims.parsing import parse
from pmlsym.engines.analytic.curves import CurvePoint, curve
from pmlsym.measures.quantity import Comparison, Quantity


@dataclass(frozen=True)
class Panel:
    """A title, names of the axes, and labelled curves; `is_logarithmic` is of the value axis."""

    title: str
    across: str
    up: str
    curves: tuple[tuple[str, tuple[CurvePoint, ...]], ...]
    is_logarithmic: bool = False


def figure_counting_answer(points: int = 40) -> tuple[Panel, ...]:
    """-log(1 - exp(-n D(r || p))) against r = m/n < p, for the n and p of the paper.

    Source: [RDP, Fig. 1].

    >>> [panel.title for panel in figure_counting_answer(points=2)]
    ['p = 3/10', 'p = 1/2']
    """
    bound = quantity("-log(1 - exp(-n*(r*log(r/p) + (1-r)*log((1-r)/(1-p)))))")
    panels = []
    for p in (Fraction(3, 10), Fraction(1, 2)):
        grid = [p * k / (points + 1) for k in range(1, points + 1)]
        curves = tuple(
            (f"n = {n}", curve(bound, "r", grid, {"n": Fraction(n), "p": p}))
            for n in (200, 500, 1000, 2000)
        )
        title = "upper bound of the leakage in nats"
        panels.append(Panel(f"p = {p}", "m/n", title, curves, is_logarithmic=True))
    return tuple(panels)


def figure_density_bounds(points: int = 40) -> tuple[Panel, ...]:
    """eps_l(eps_u), and eps_u(eps_l) the other way round, for uniform priors on 4 and 2 letters.

    Source: [QID24, Fig. 1].

    >>> [panel.title for panel in figure_density_bounds(points=2)]
    ['N = 4', 'N = 2']
    """
    implied = quantity("log(p/(1 - exp(u)*(1-p)))")
    implies = quantity("log((1 - exp(-v)*(1-p))/p)")
    panels = []
    for letters in (4, 2):
        p = Fraction(1, letters)
        end = Fraction(Fraction(letters, letters - 1) - 1) * Fraction(7, 8)
        grid = [end * k / points for k in range(points + 1)]
        first = curve(implied, "u", grid, {"p": p})
        back = curve(implies, "v", [2 * Fraction(k, points) for k in range(points + 1)], {"p": p})
        second = tuple(CurvePoint(b.low, b.at, b.at) for b in back)
        curves = (("eps_l(eps_u)", first), ("eps_u(eps_l)", second))
        panels.append(Panel(f"N = {letters}", "eps_u", "eps_l", curves))
    return tuple(panels)


def quantity(text: str) -> Quantity:
    """A quantity from its text.

    >>> quantity("1/2")
    Constant(value=Fraction(1, 2))
    """
    claim = parse(f"{text} <= 0")
    assert isinstance(claim, Comparison)
    return claim.left


def draw(panels: tuple[Panel, ...], path: Path) -> None:
    """Write the panels side by side as an image; the ending of the path says of what kind."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5 * len(panels), 4), layout="constrained")
    FigureCanvasAgg(figure)
    for place, panel in enumerate(panels, 1):
        axes = figure.add_subplot(1, len(panels), place)
        for label, points in panel.curves:
            middle = [float((point.low + point.high) / 2) for point in points]
            axes.plot([float(point.at) for point in points], middle, label=label)
        if panel.is_logarithmic:
            axes.set_yscale("log")
        axes.set(title=panel.title, xlabel=panel.across, ylabel=panel.up)
        axes.legend()
    figure.savefig(path)
