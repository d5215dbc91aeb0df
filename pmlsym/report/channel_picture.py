"""A channel as a heat map, with what each outcome leaks above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmlsym.measurement.leakage_of_channel import Measurement
from pmlsym.report.drawing import (
    COLUMN,
    LONGEST_LABEL,
    PAGE,
    PALETTE,
    SEQUENTIAL,
    Picture,
    drawn,
)

MOST_NUMBERED = 12  # letters; in smaller cells numbers cannot be read


def channel_picture(found: Measurement) -> Picture:
    """W(x, y) as shades, rows by letter with their masses; the leakage of each outcome as bars."""
    rows = [[float(entry) for entry in row] for row in found.channel.rows]
    inputs = found.channel.inputs or tuple(f"x{k}" for k in range(1, len(rows) + 1))
    masses = [float(mass) for mass in found.channel.prior]
    labels = [drawn(outcome.label[:LONGEST_LABEL]) for outcome in found.outcomes]
    leaked = [float(outcome.pml) for outcome in found.outcomes]
    is_numbered = max(len(rows), len(labels)) <= MOST_NUMBERED

    def draw(figure: Any) -> None:
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


def _draw_leakages(axes: Any, leaked: Sequence[float], is_numbered: bool) -> None:
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
    middle = 0.55 * max(map(max, rows))  # above it the shade is light
    for x, row in enumerate(rows, 1):
        for y, entry in enumerate(row, 1):
            shade = "black" if entry > middle else "white"
            look = {"ha": "center", "va": "center", "fontsize": 6.5}
            axes.text(y, x, f"{entry:.3g}", color=shade, **look)
