"""A figure of the leakage as a random variable: its distribution function and the worst case."""

from __future__ import annotations

from pathlib import Path

from pmlsym.errors import Unsupported
from pmlsym.files import require_place
from pmlsym.measurement.leakage_distribution import LeakageDistribution
from pmlsym.numbers.number import log_of, rational
from pmlsym.report.drawing import ENDINGS, save_figure


def draw_leakage(found: LeakageDistribution, file: Path) -> None:
    """Draw P[leakage <= t] over t in nats, to a file that ends in .pdf, .png or .svg.

    Raises Unsupported where matplotlib is not installed, InvalidInput where the file cannot be.
    """
    require_place(file, ENDINGS)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("matplotlib is not installed; pip install 'pmlsym[plot]'") from None
    leakages = [float(log_of(rational(level))) for level in found.levels]
    heights, total = [0.0], 0.0
    for mass in found.probabilities:
        total += float(mass)
        heights.append(total)
    figure = Figure(figsize=(5, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.stairs(heights, [0.0, *leakages, leakages[-1] * 1.05 + 0.05], baseline=None)
    axes.axvline(leakages[-1], linestyle=":", label=f"worst case {leakages[-1]:.4g}")
    axes.set(xlabel="leakage t (nats)", ylabel="P[leakage <= t]", ylim=(0, 1.05))
    axes.legend(loc="lower right")
    save_figure(figure, file)
