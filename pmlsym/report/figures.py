"""Drawing the figures in black and white: curves differ by line style and marker, regions by hatch.

Needs matplotlib (the `plot` extra), which is loaded when a figure is drawn.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pmlsym.design.figure_data import FIGURES
from pmlsym.design.panel import Panel
from pmlsym.errors import UnknownName, Unsupported
from pmlsym.files import require_place
from pmlsym.report.drawing import ENDINGS, save_figure


def draw(name: str, out: str | Path, panels: tuple[Panel, ...] | None = None) -> Path:
    """Draw a figure to a file (.pdf, .svg, .png by its ending) and return the path.

    `panels` replaces the figure's own data, for instance a trade-off of another prior. Raises
    UnknownName for a name not in FIGURES, InvalidInput for a file that cannot be written, and
    Unsupported without matplotlib.

    >>> draw("psp-9", "figure.png")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pmlsym.errors.UnknownName: no figure psp-9; the figures are psp-4, psp-5, rdp-1, ...
    """
    path = Path(out)
    if name not in FIGURES:
        raise UnknownName(f"no figure {name}; the figures are {', '.join(FIGURES)}")
    require_place(path, ENDINGS)
    if find_spec("matplotlib") is None:
        raise Unsupported("figures need matplotlib: pip install 'pmlsym[plot]'")
    from matplotlib.figure import Figure

    data = FIGURES[name]() if panels is None else panels
    figure = Figure(figsize=(5.2 * len(data), 3.9), layout="constrained")
    for position, panel in enumerate(data):
        axes = figure.add_subplot(1, len(data), position + 1)
        _draw_panel(axes, panel)
        if name == "qid24-1":
            _draw_regions(axes, panel)
    save_figure(figure, path)
    return path


_STYLES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "")


def _draw_panel(axes: Any, panel: Panel) -> None:
    for k, curve in enumerate(panel.curves):
        axes.plot(
            curve.x,
            curve.y,
            linestyle=_STYLES[k % len(_STYLES)],
            marker=_MARKERS[k % len(_MARKERS)] if 2 < len(curve.x) <= 45 else "",
            markersize=4,
            markevery=2,
            color="black",
            markerfacecolor="white",
            linewidth=1.2,
            label=curve.label,
        )
    axes.set_title(panel.title)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.up)
    axes.set_xlim(left=0)
    if panel.is_logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.legend(framealpha=1, edgecolor="white", fontsize=8)


def _draw_regions(axes: Any, panel: Panel) -> None:
    """Grey, differently hatched, where one of the two bounds is implied by the other."""
    upper, lower, diagonal = panel.curves
    side = diagonal.x[-1]
    axes.set_xlim(0, side)
    axes.set_ylim(0, side)
    axes.fill_between(
        upper.x, upper.y, side * 2, facecolor="0.85", hatch="//", edgecolor="0.6", linewidth=0
    )
    axes.fill_betweenx(
        lower.y, lower.x, side * 2, facecolor="0.85", hatch="..", edgecolor="0.6", linewidth=0
    )
    plain = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    axes.text(side * 0.02, side * 0.72, "eps_l\nimplied", fontsize=8, bbox=plain)
    axes.text(side * 0.74, side * 0.3, "eps_u\nimplied", fontsize=8, bbox=plain)
    axes.legend(framealpha=1, edgecolor="white", fontsize=8, loc="lower right")
