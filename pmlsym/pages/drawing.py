"""Pictures: the drawing, its numbers as a table, and how both are written to files.

Needs matplotlib (the `plot` extra), which is loaded when a picture is drawn. Colours are those of
Okabe and Ito, which people with any colour vision tell apart; curves differ by their line style
too, for print in grey. Sizes are those of a column of a two-column paper, or of both.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from pmlsym.calculus.data import printable
from pmlsym.errors import Unsupported
from pmlsym.io.files import replace_file

ENDINGS = (".pdf", ".png", ".svg")
"""The endings of the files that a figure can be written to."""

COLUMN, PAGE = 3.5, 7.2  # inches
LONGEST_LABEL = 12  # characters of a letter's label, in a picture

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
STYLES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D")
SEQUENTIAL = "cividis"  # rises evenly in lightness, with and without colour

_SETTINGS: Any = {
    "font.size": 8.0,
    "axes.titlesize": 8.0,
    "axes.labelsize": 8.0,
    "xtick.labelsize": 7.0,
    "ytick.labelsize": 7.0,
    "legend.fontsize": 7.0,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "hatch.linewidth": 0.5,
    "pdf.fonttype": 42,  # letters that stay letters, as publishers ask
    "svg.hashsalt": "pmlsym",  # the same picture is the same file
}


def drawn(label: str) -> str:
    r"""A letter's label as matplotlib draws it: dollars in it begin no formula.

    >>> drawn("10$")
    '10\\$'
    """
    return printable(label).replace("$", r"\$")


def with_letters(label: str) -> str:
    r"""The label in a picture with its bounds as formulas, which tables write as words.

    >>> with_letters("eps_l implied")
    '$\\varepsilon_l$ implied'
    """
    for bound in ("u", "l"):
        label = label.replace(f"eps_{bound}", rf"$\varepsilon_{bound}$")
    return label


@dataclass(frozen=True)
class Picture:
    """A drawing on a matplotlib figure of `size` inches, and the numbers that it shows."""

    draw: Callable[[Any], None]
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    size: tuple[float, float] = (COLUMN, 2.6)

    def figure(self) -> Any:
        """The matplotlib figure that shows this picture. Raises Unsupported without matplotlib.

        Jupyter shows figures of pyplot alone, which keeps each of them: this one says itself how.
        """
        require_matplotlib()
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        class Shown(Figure):
            """A figure that shows itself."""

            def _repr_svg_(self) -> str:
                """The SVG in which a notebook shows this picture."""
                return rendered(self, "svg").decode("utf-8")

        with rc_context(_SETTINGS):
            figure = Shown(figsize=self.size, layout="constrained")
            self.draw(figure)
            figure.draw_without_rendering()  # settles the layout under these settings
        return figure

    def csv(self) -> str:
        """The numbers that the picture shows as CSV, exact where they are exact."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()

    def save(self, path: Path) -> None:
        """Write the picture in the format of the suffix. Raises InvalidInput if that fails."""
        replace_file(path, rendered(self.figure(), path.suffix.lower().removeprefix(".")))

    def svg(self) -> str:
        """The picture as an SVG element of a page, without the head of a file."""
        text = rendered(self.figure(), "svg").decode("utf-8")
        return text[text.index("<svg") :]


def rendered(figure: Any, kind: str) -> bytes:
    """The bytes of a picture's file, pdf, png or svg; the same figure gives the same bytes."""
    from matplotlib import rc_context

    drawn = BytesIO()
    dated = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
    with rc_context(_SETTINGS):
        figure.savefig(drawn, format=kind, dpi=300, metadata=dated.get(kind))
    return drawn.getvalue()


def require_matplotlib() -> None:
    """Raises Unsupported if pictures cannot be drawn, as matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise Unsupported("figures need matplotlib: pip install 'pmlsym[plot]'")
