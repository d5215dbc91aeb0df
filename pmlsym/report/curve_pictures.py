"""Curves: panels of them, the leakage of a channel as a random variable, and its trade-offs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pmlsym.measurement.leakage_distribution import LeakageDistribution
from pmlsym.numbers.number import log_of, rational
from pmlsym.report.drawing import COLUMN, MARKERS, PAGE, PALETTE, STYLES, Picture, with_letters

if TYPE_CHECKING:
    from pmlsym.design.figure_data import Panel

MANY = 45  # points; a curve of more has no markers


def panels_picture(panels: Sequence[Panel], *, regions: bool = False) -> Picture:
    """Panels beside each other; with `regions`, what the curves of the first imply is hatched."""

    def draw(figure: Any) -> None:
        for k, panel in enumerate(panels, 1):
            axes = figure.add_subplot(1, len(panels), k)
            _draw_panel(axes, panel)
            if regions:
                _draw_regions(axes, panel)

    titled = any(panel.title for panel in panels)
    rows = [
        (*([panel.title] if titled else []), curve.label, x, y)
        for panel in panels
        for curve in panel.curves
        for x, y in zip(curve.x, curve.y, strict=True)
    ]
    columns = (*(["panel"] if titled else []), "curve", "x", "y")
    return Picture(draw, columns, tuple(rows), (COLUMN if len(panels) == 1 else PAGE, 2.7))


def leakage_picture(found: LeakageDistribution) -> Picture:
    """P[leakage <= t] over t in nats: steps at each leakage that an outcome has."""
    leakages = [float(log_of(rational(level))) for level in found.levels]
    heights = [0.0]
    for mass in found.probabilities:
        heights.append(heights[-1] + float(mass))
    end = leakages[-1] * 1.05 + 0.05

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        axes.stairs(heights, [0.0, *leakages, end], baseline=None, color=PALETTE[0], linewidth=1.4)
        axes.plot(leakages, heights[1:], "o", color=PALETTE[0])
        shown = f"worst case {leakages[-1]:.4g}"
        axes.axvline(leakages[-1], linestyle=":", color=PALETTE[1], label=shown)
        axes.set(xlabel="leakage t (nats)", ylabel="P[leakage ≤ t]", ylim=(0, 1.05), xlim=(0, end))
        axes.legend(loc="center left" if heights[1] > 0.75 else "lower right")

    rows = zip(found.levels, leakages, found.probabilities, heights[1:], strict=True)
    columns = ("exp(leakage)", "leakage", "probability", "P[leakage <= t]")
    return Picture(draw, columns, tuple(rows))


def tail_picture(found: LeakageDistribution) -> Picture:
    """P[leakage > eps] over eps in nats, the least delta of (eps, delta)-PML."""
    leakages = [0.0, *(float(log_of(rational(level))) for level in found.levels)]
    deltas = [found.tail(1), *(found.tail(level) for level in found.levels)]
    end = leakages[-1] * 1.05 + 0.05

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        heights = [float(delta) for delta in deltas]
        axes.stairs(heights, [*leakages, end], baseline=None, color=PALETTE[0], linewidth=1.4)
        axes.fill_between(
            [*leakages, end], [*heights, heights[-1]], 1.05, step="post", color="0.93", linewidth=0
        )
        axes.text(end / 2, 0.98, "(ε, δ)-PML holds", ha="center", va="top", color="0.25")
        axes.set(xlabel="ε (nats)", ylabel="δ", xlim=(0, end), ylim=(0, 1.05))

    return Picture(draw, ("eps", "delta"), tuple(zip(leakages, deltas, strict=True)))


def _draw_panel(axes: Any, panel: Panel) -> None:
    for k, curve in enumerate(panel.curves):
        axes.plot(
            curve.x,
            curve.y,
            linestyle=STYLES[k % len(STYLES)],
            marker=MARKERS[k % len(MARKERS)] if 2 < len(curve.x) <= MANY else "",
            markevery=2,
            color=PALETTE[k % len(PALETTE)],
            markerfacecolor="white",
            label=with_letters(curve.label),
        )
        if curve.knots:
            at = [curve.x.index(x) for x in curve.knots]
            heights = [curve.y[k] for k in at]
            axes.plot(curve.knots, heights, "|", color=PALETTE[k % len(PALETTE)], markersize=8)
    axes.set_title(panel.title)
    axes.set_xlabel(with_letters(panel.across))
    axes.set_ylabel(with_letters(panel.up))
    axes.set_xlim(left=0)
    if panel.is_logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.legend(framealpha=0.9, edgecolor="white")


def _draw_regions(axes: Any, panel: Panel) -> None:
    """Grey, differently hatched, where one of the two bounds is implied by the other."""
    upper, lower, diagonal = panel.curves
    side = diagonal.x[-1]
    axes.set_xlim(0, side)
    axes.set_ylim(0, side)
    hatched = {"facecolor": "0.9", "edgecolor": "0.6", "linewidth": 0}
    axes.fill_between(upper.x, upper.y, side * 2, hatch="//", **hatched)
    axes.fill_betweenx(lower.y, lower.x, side * 2, hatch="..", **hatched)
    plain = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    axes.text(side * 0.03, side * 0.72, with_letters("eps_l\nimplied"), bbox=plain)
    axes.text(side * 0.72, side * 0.36, with_letters("eps_u\nimplied"), bbox=plain)
    axes.legend(framealpha=0.9, edgecolor="white", loc="lower right")
