"""The posteriors that a guarantee allows, of three letters, and those of a chosen mechanism.

A distribution on three letters is a point of a triangle. What the guarantee allows is a polygon
around the prior, and a mechanism is a split of the prior into points of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, sqrt
from typing import Any

from pmlsym.design.optimal_mechanism import OptimalMechanism
from pmlsym.errors import Unsupported
from pmlsym.report.drawing import COLUMN, LONGEST_LABEL, PALETTE, Picture, drawn

CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.5, sqrt(3) / 2))


def posterior_picture(found: OptimalMechanism) -> Picture:
    """The polygon with its vertices, the prior, and the chosen posteriors with their weights.

    Raises Unsupported unless there are three letters.
    """
    prior = found.polytope.prior
    if len(prior) != 3:
        raise Unsupported(f"posteriors are drawn for three letters; this prior has {len(prior)}")
    names = found.letters or ("x1", "x2", "x3")
    vertices = found.polytope.vertices()
    chosen = list(zip(found.weights, found.posteriors, strict=True))
    guarantees = ", ".join(g.describe() for g in found.polytope.guarantees)

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        axes.set_aspect("equal")
        axes.axis("off")
        axes.fill(*zip(*CORNERS, strict=True), facecolor="none", edgecolor="black", linewidth=0.8)
        outline = _around([_place(vertex) for vertex in vertices])
        axes.fill(
            *zip(*outline, strict=True),
            facecolor=PALETTE[5],
            alpha=0.35,
            edgecolor=PALETTE[0],
            label=f"allowed: {guarantees}",
        )
        across, up = zip(*outline, strict=True)
        axes.plot(across, up, "o", color=PALETTE[0], markersize=3, label="vertices")
        for k, (weight, posterior) in enumerate(chosen):
            label = "posteriors, area: probability" if not k else None
            look = {"color": PALETTE[1], "marker": "s", "alpha": 0.8, "zorder": 3}
            axes.scatter(*_place(posterior), s=160 * float(weight), label=label, **look)
        axes.plot(*_place(prior), "*", color="black", markersize=8, label="prior", zorder=4)
        for name, (x, y) in zip(names, CORNERS, strict=True):
            corner = drawn(name[:LONGEST_LABEL])
            axes.text(x, y + (0.03 if y else -0.07), corner, ha="center")
        figure.legend(loc="outside lower center", ncols=2)

    table: list[tuple[object, ...]] = [("prior", "", *prior)]
    table += [("posterior", weight, *posterior) for weight, posterior in chosen]
    table += [("vertex", "", *vertex) for vertex in vertices]
    columns = ("point", "probability", *names)
    return Picture(draw, columns, tuple(table), (COLUMN, 3.6))


def _place(masses: Sequence[Fraction]) -> tuple[float, float]:
    across = sum(float(m) * x for m, (x, _) in zip(masses, CORNERS, strict=True))
    return across, sum(float(m) * y for m, (_, y) in zip(masses, CORNERS, strict=True))


def _around(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a convex polygon in order."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
