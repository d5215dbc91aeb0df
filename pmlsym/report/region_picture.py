"""The information density of each outcome, as the two bounds that it needs: (eps_u, eps_l).

    eps_u(y) = log max_x W(x,y)/P_Y(y),     eps_l(y) = -log min_x W(x,y)/P_Y(y),     P(x) > 0

A mechanism has (eps_l, eps_u)-ALIP where all its outcomes lie in that rectangle, and eps-LIP where
they lie in the square. Source: [QID24, Def. 1, 2].
"""

from __future__ import annotations

from math import inf, log
from typing import Any

from pmlsym.measurement.channel_file import MeasuredChannel
from pmlsym.report.drawing import COLUMN, PALETTE, Picture, drawn, with_letters

MOST_NAMED = 12
LONGEST_NAME = 12


def region_picture(channel: MeasuredChannel) -> Picture:
    """The outcomes that can occur as points, with the smallest rectangle and square around them.

    An outcome that excludes a letter has an infinite eps_l: it is drawn as an arrow at the top.
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
        axes = figure.subplots()
        if len(finite) == len(points):
            square = max(across, up)
            axes.plot([0, square, square], [square, square, 0], ":", color=PALETTE[1], label="LIP")
            axes.fill([0, across, across, 0], [0, 0, up, up], color=PALETTE[5], alpha=0.3)
            axes.plot([0, across, across], [up, up, 0], color=PALETTE[0], label="ALIP")
        for name, u, low in points:
            marker, height = ("^", side * 0.97) if low == inf else ("o", low)
            axes.plot(u, height, marker, color="black", clip_on=False)
            if len(points) <= MOST_NAMED:
                away = (6, -8) if low == inf else (4, 4)
                place = {"xytext": away, "textcoords": "offset points", "fontsize": 7}
                shown = drawn(name[:LONGEST_NAME]) + (": ∞" if low == inf else "")
                axes.annotate(shown, (u, height), **place)
        axes.set(xlabel=with_letters("eps_u = PML (nats)"), ylabel=with_letters("eps_l (nats)"))
        axes.set(xlim=(0, side), ylim=(0, side))
        if len(finite) == len(points):
            figure.legend(loc="outside upper center", ncols=2)

    return Picture(draw, ("outcome", "eps_u", "eps_l"), tuple(points), (COLUMN, 3.2))
