"""A figure of the papers, or a trade-off, from exact values: `pmlsym figure`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput
from pmlsym.files import path_of, require_place

if TYPE_CHECKING:
    from pmlsym.model.distribution import Number
    from pmlsym.model.prior import Prior

TRADE_OFF = "trade-off"


def figure(
    name: str,
    out: str | Path,
    *,
    prior: Prior | str | Iterable[Number] | None = None,
    utility: str | None = None,
) -> Path:
    """Draw a figure in black and white to a .pdf, .png or .svg file; needs matplotlib.

    `name` is psp-4, psp-5, rdp-1, qid24-1 or trade-off; `prior` and `utility` (mi, guess, chi2) are
    those of the trade-off. The result is the path. Raises UnknownName, InvalidInput, or Unsupported
    without matplotlib.

    >>> figure("psp-4", "figure.png", utility="mi")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: prior and utility are for the trade-off, not for psp-4
    """
    from pmlsym.design.design_mechanism import utility_named
    from pmlsym.design.figure_data import FIGURES, trade_off
    from pmlsym.model.exact_rows import masses_of
    from pmlsym.report.drawing import ENDINGS
    from pmlsym.report.figures import draw

    require_kind(name, str, "the name of a figure, such as psp-4")
    if name in FIGURES:
        require_place(path_of(out), ENDINGS)
    panels = None
    if name == TRADE_OFF:
        chosen = utility_named(
            require_kind(utility or "mi", str, "mi, guess or chi2").strip().lower()
        )
        panels = trade_off(masses_of("1/6,1/3,1/2" if prior is None else prior), chosen)
    elif prior is not None or utility is not None:
        raise InvalidInput(f"prior and utility are for the trade-off, not for {name}")
    return draw(name, path_of(out), panels)
