"""The pictures: curves, a channel, its information densities, posteriors.

Each is made of a finding, and carries the numbers that it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, inf, log, sqrt
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pmlsym.errors import Unsupported
from pmlsym.numbers.number import log_of, rational
from pmlsym.pages.drawing import (
    COLUMN,
    LONGEST_LABEL,
    MARKERS,
    PAGE,
    PALETTE,
    SEQUENTIAL,
    STYLES,
    Picture,
    drawn,
    with_letters,
)

if TYPE_CHECKING:
    from pmlsym.mechanisms.figure_data import Panel
    from pmlsym.mechanisms.optimal_mechanism import OptimalMechanism
    from pmlsym.own_data.channel_file import MeasuredChannel
    from pmlsym.own_data.leakage_distribution import LeakageDistribution
    from pmlsym.own_data.leakage_of_channel import Measurement

MANY = 45  # points; a curve of more has no markers
MOST_WRITTEN = 12  # letters or outcomes; of more, numbers and names cannot be read
LONGEST_LINE = 44  # characters of a legend below a picture of one column

CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.5, sqrt(3) / 2))
"""The corners of the triangle whose points are the distributions on three letters."""


def panels_picture(panels: Sequence[Panel]) -> Picture:
    """The picture of panels of curves side by side."""

    def draw(figure: Any) -> None:
        """Draws panels of curves side by side on a matplotlib figure."""
        for k, panel in enumerate(panels, 1):
            axes = figure.add_subplot(1, len(panels), k)
            _draw_panel(axes, panel)

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
    """The picture of P[leakage <= t] over t in nats: a step at the leakage of each outcome."""
    leakages = [float(log_of(rational(level))) for level in found.levels]
    heights = [0.0]
    for mass in found.probabilities:
        heights.append(heights[-1] + float(mass))
    end = leakages[-1] * 1.05 + 0.05

    def draw(figure: Any) -> None:
        """Draws the steps of P[leakage <= t] on a matplotlib figure."""
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
    """The picture of P[leakage > eps] over eps in nats, the least delta of (eps, delta)-PML."""
    leakages = [0.0, *(float(log_of(rational(level))) for level in found.levels)]
    deltas = [found.tail(1), *(found.tail(level) for level in found.levels)]
    end = leakages[-1] * 1.05 + 0.05

    def draw(figure: Any) -> None:
        """Draws the steps of P[leakage > eps] on a matplotlib figure."""
        axes = figure.subplots()
        heights = [float(delta) for delta in deltas]
        axes.stairs(heights, [*leakages, end], baseline=None, color=PALETTE[0], linewidth=1.4)
        axes.fill_between(
            [*leakages, end], [*heights, heights[-1]], 1.05, step="post", color="0.93", linewidth=0
        )
        axes.text(end / 2, 0.98, "(ε, δ)-PML holds", ha="center", va="top", color="0.25")
        axes.set(xlabel="ε (nats)", ylabel="δ", xlim=(0, end), ylim=(0, 1.05))

    return Picture(draw, ("eps", "delta"), tuple(zip(leakages, deltas, strict=True)))


def channel_picture(found: Measurement) -> Picture:
    """The picture of W(x, y) as shades, rows by letter, with outcomes' leakages as bars."""
    rows = [[float(entry) for entry in row] for row in found.channel.rows]
    inputs = found.channel.inputs or tuple(f"x{k}" for k in range(1, len(rows) + 1))
    masses = [float(mass) for mass in found.channel.prior]
    labels = [drawn(outcome.label[:LONGEST_LABEL]) for outcome in found.outcomes]
    leaked = [float(outcome.pml) for outcome in found.outcomes]
    is_numbered = max(len(rows), len(labels)) <= MOST_WRITTEN

    def draw(figure: Any) -> None:
        """Draws a channel's shades and its outcomes' leakages on a matplotlib figure."""
        ratios = (1, min(4.0, max(1.2, len(rows) / 3)))
        above, below = figure.subplots(2, 1, height_ratios=ratios, sharex=True)
        _draw_leakages(above, leaked, is_numbered)
        edges = (0.5, len(labels) + 0.5, len(rows) + 0.5, 0.5)  # letters count from 1
        image = below.imshow(rows, cmap=SEQUENTIAL, vmin=0, aspect="auto", extent=edges)
        if is_numbered:
            _write_entries(below, rows)
            below.set_xticks(
                range(1, len(labels) + 1), labels, rotation=45 if len(labels) > 6 else 0
            )
            words = [drawn(x[:LONGEST_LABEL]) for x in inputs]
            named = [f"{x}  ({m:.3g})" for x, m in zip(words, masses, strict=True)]
            below.set_yticks(range(1, len(rows) + 1), named)
        below.set(xlabel="outcome y", ylabel="letter x (mass)" if is_numbered else "letter x")
        figure.colorbar(image, ax=below, label="W(y|x)", pad=0.02)

    exact = zip(inputs, found.channel.prior, found.channel.rows, strict=True)
    table: list[tuple[object, ...]] = [(x, mass, *row) for x, mass, row in exact]
    table.append(("PML", "", *leaked))
    columns = ("letter", "mass", *(outcome.label for outcome in found.outcomes))
    width = PAGE if len(labels) > 8 else COLUMN
    return Picture(draw, columns, tuple(table), (width, min(7.0, 2.0 + 0.26 * len(rows))))


def region_picture(channel: MeasuredChannel) -> Picture:
    """The picture of each outcome's information density, as the two bounds that it needs.

        eps_u(y) = log max_x W(x,y)/P_Y(y),   eps_l(y) = -log min_x W(x,y)/P_Y(y),   P(x) > 0

    The mechanism has (eps_l, eps_u)-ALIP where all points lie in that rectangle, and eps-LIP where
    they lie in the square, [QID24, Def. 1, 2]; the smallest of both are drawn. An outcome that
    excludes a letter has an infinite eps_l: it is drawn as an arrow at the top.
    """
    support = [x for x, mass in enumerate(channel.prior) if mass > 0]
    names = channel.outputs or tuple(f"y{k + 1}" for k in range(len(channel.rows[0])))
    points: list[tuple[str, float, float]] = []
    for y, name in enumerate(names):
        column = [channel.rows[x][y] for x in support]
        mean = sum(channel.prior[x] * channel.rows[x][y] for x in support)
        if mean:
            least = min(column) / mean
            low = -log(least) if least else inf
            points.append((name, log(max(column) / mean), low + 0.0))
    across = max(u for _, u, _ in points)
    finite = [low for _, _, low in points if low < inf]
    up = max(finite, default=0.0)
    side = max(across, up, 0.1) * 1.15

    def draw(figure: Any) -> None:
        """Draws outcomes' information densities as points on a matplotlib figure."""
        axes = figure.subplots()
        if len(finite) == len(points):
            square = max(across, up)
            axes.plot([0, square, square], [square, square, 0], ":", color=PALETTE[1], label="LIP")
            axes.fill([0, across, across, 0], [0, 0, up, up], color=PALETTE[5], alpha=0.3)
            axes.plot([0, across, across], [up, up, 0], color=PALETTE[0], label="ALIP")
        for name, u, low in points:
            marker, height = ("^", side * 0.97) if low == inf else ("o", low)
            axes.plot(u, height, marker, color="black", clip_on=False)
            if len(points) <= MOST_WRITTEN:
                away = (6, -8) if low == inf else (4, 4)
                place = {"xytext": away, "textcoords": "offset points", "fontsize": 7}
                shown = drawn(name[:LONGEST_LABEL]) + (": ∞" if low == inf else "")
                axes.annotate(shown, (u, height), **place)
        axes.set(xlabel=with_letters("eps_u = PML (nats)"), ylabel=with_letters("eps_l (nats)"))
        axes.set(xlim=(0, side), ylim=(0, side))
        if len(finite) == len(points):
            figure.legend(loc="outside upper center", ncols=2)

    return Picture(draw, ("outcome", "eps_u", "eps_l"), tuple(points), (COLUMN, 3.2))


def posterior_picture(found: OptimalMechanism) -> Picture:
    """The picture of the posteriors a guarantee allows, and a mechanism's with weights.

    The allowed posteriors form a polygon around the prior, and a mechanism splits the prior
    into points of that polygon. Raises Unsupported unless there are three letters.
    """
    prior = found.polytope.prior
    if len(prior) != 3:
        raise Unsupported(f"posteriors are drawn for three letters; this prior has {len(prior)}")
    names = found.letters or ("x1", "x2", "x3")
    vertices = found.polytope.vertices()
    chosen = list(zip(found.weights, found.posteriors, strict=True))
    guarantees = ", ".join(g.describe() for g in found.polytope.guarantees)
    allowed = wrap(f"allowed: {guarantees}", LONGEST_LINE)

    def draw(figure: Any) -> None:
        """Draws the triangle of allowed and chosen posteriors on a matplotlib figure."""
        axes = figure.subplots()
        axes.set_aspect("equal")
        axes.axis("off")
        axes.fill(*zip(*CORNERS, strict=True), facecolor="none", edgecolor="black", linewidth=0.8)
        outline = _convex_order([_place_in_triangle(vertex) for vertex in vertices])
        axes.fill(
            *zip(*outline, strict=True),
            facecolor=PALETTE[5],
            alpha=0.35,
            edgecolor=PALETTE[0],
            label="\n".join(allowed),
        )
        across, up = zip(*outline, strict=True)
        axes.plot(across, up, "o", color=PALETTE[0], markersize=3, label="vertices")
        for k, (weight, posterior) in enumerate(chosen):
            label = "posteriors, area: probability" if not k else None
            look = {"color": PALETTE[1], "marker": "s", "alpha": 0.8, "zorder": 3}
            axes.scatter(*_place_in_triangle(posterior), s=160 * float(weight), label=label, **look)
        axes.plot(
            *_place_in_triangle(prior), "*", color="black", markersize=8, label="prior", zorder=4
        )
        for name, (x, y) in zip(names, CORNERS, strict=True):
            corner = drawn(name[:LONGEST_LABEL])
            axes.text(x, y + (0.03 if y else -0.07), corner, ha="center")
        figure.legend(loc="outside lower center")

    table: list[tuple[object, ...]] = [("prior", "", *prior)]
    table += [("posterior", weight, *posterior) for weight, posterior in chosen]
    table += [("vertex", "", *vertex) for vertex in vertices]
    columns = ("point", "probability", *names)
    return Picture(draw, columns, tuple(table), (COLUMN, 3.7 + 0.12 * len(allowed)))


def _draw_panel(axes: Any, panel: Panel) -> None:
    """Draws a panel's labelled curves on matplotlib axes."""
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


def _draw_leakages(axes: Any, leaked: Sequence[float], is_numbered: bool) -> None:
    """Draws the leakages of outcomes as bars on matplotlib axes."""
    axes.bar(range(1, len(leaked) + 1), leaked, width=0.72, color=PALETTE[1])
    axes.set_ylabel("PML (nats)")
    axes.margins(y=0.25)
    axes.set_ylim(bottom=0)
    axes.tick_params(bottom=False, labelbottom=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for k, value in enumerate(leaked if is_numbered else (), 1):
        axes.annotate(f"{value:.3g}", (k, value), ha="center", va="bottom", fontsize=6.5)


def _write_entries(axes: Any, rows: Sequence[Sequence[float]]) -> None:
    """Writes a channel's entries into their shades on matplotlib axes."""
    middle = 0.55 * max(map(max, rows))  # above it the shade is light
    for x, row in enumerate(rows, 1):
        for y, entry in enumerate(row, 1):
            shade = "black" if entry > middle else "white"
            look = {"ha": "center", "va": "center", "fontsize": 6.5}
            axes.text(y, x, f"{entry:.3g}", color=shade, **look)


def _place_in_triangle(masses: Sequence[Fraction]) -> tuple[float, float]:
    """The point of a picture's triangle that stands for a distribution on three letters."""
    across = sum(float(m) * x for m, (x, _) in zip(masses, CORNERS, strict=True))
    return across, sum(float(m) * y for m, (_, y) in zip(masses, CORNERS, strict=True))


def _convex_order(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a picture's convex polygon in order."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
