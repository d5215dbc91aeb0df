"""The figures of the papers by name: curves that are computed, or recorded where a clone does.

psp-4, psp-5    [PSP, Figs. 4 and 5], of figures.json, which `python -m proofs.papers` computes
rdp-1           [RDP, Fig. 1], `counting_answer`
qid24-1         [QID24, Fig. 1], `density_bounds`
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from pmlsym.mechanisms.figure_data import Panel, counting_answer, density_bounds
from pmlsym.saved_records import read, write

FILE = Path(__file__).with_suffix(".json")


def recorded_figure(name: str) -> tuple[Panel, ...]:
    """The panels of a figure that a clone computes.

    >>> [curve.label for curve in recorded_figure("psp-4")[0].curves][0]
    'optimal mapping'
    """
    panels = json.loads(FILE.read_text(encoding="utf-8"))[name]
    return tuple(read(Panel, panel, name) for panel in panels)


def figures_text(figures: Mapping[str, tuple[Panel, ...]]) -> str:
    """The text of the file of recorded figures, a line for the numbers of each curve.

    >>> figures_text({"none": ()})
    '{\\n "none": []\\n}\\n'
    """
    text = json.dumps({name: write(panels) for name, panels in figures.items()}, indent=1)
    numbers = re.compile(r"\[\s+([-0-9.e,\s]+?)\s+\]")
    return numbers.sub(lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


FIGURES: dict[str, Callable[[], tuple[Panel, ...]]] = {
    "psp-4": partial(recorded_figure, "psp-4"),
    "psp-5": partial(recorded_figure, "psp-5"),
    "rdp-1": counting_answer,
    "qid24-1": density_bounds,
}
"""What is drawn, by the name of the figure."""
