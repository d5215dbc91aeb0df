"""Where a proved bound is not tight: the terms of its proof on an instance, as bars."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from pmlsym.engines.slack import Slack
from pmlsym.report.drawing import PAGE, PALETTE, Picture

LONGEST = 70


def slack_picture(parts: Sequence[Slack]) -> Picture:
    """A bar for each term of each certificate; they sum to what is left of the bound there."""
    terms = [(part, shown, value) for part in parts for shown, value in part.terms]
    shown = [shorten(name, LONGEST, placeholder=" ..") for _, name, _ in terms]
    values = [float(value) for _, _, value in terms]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        places = range(len(terms))
        axes.barh(places, values, color=PALETTE[0], height=0.6)
        axes.set_yticks(places, shown)
        axes.invert_yaxis()
        for k, (_, _, value) in enumerate(terms):
            label = str(value) if len(str(value)) < 12 else f"{float(value):.4g}"
            axes.annotate(f" {label}", (float(value), k), va="center", fontsize=7)
        axes.margins(x=0.2)
        axes.set_xlim(left=0)
        total = ", ".join(str(part.total) for part in parts)
        axes.set(xlabel=f"value of the term; together {total}")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)

    rows = [(part.shown, name, value) for part, name, value in terms]
    height = 1.0 + 0.28 * max(1, len(terms))
    return Picture(draw, ("goal", "term", "value"), tuple(rows), (PAGE, height))
