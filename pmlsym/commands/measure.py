"""`pmlsym measure FILE`: the leakage of a channel of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.calculus.rational import read_whole
from pmlsym.commands.options import Bits, Json, Masses, WorstPrior
from pmlsym.commands.terminal import line_width, print_json, print_text
from pmlsym.verbs.measure import MOST_BINS
from pmlsym.verbs.measure import measure as measure_channel


def measure(
    file: Annotated[Path, typer.Argument(help="CSV, rows by input, or JSON with channel, prior.")],
    prior: Masses = None,
    over: WorstPrior = None,
    counts: Annotated[bool, typer.Option("--counts", help="The entries are counts.")] = False,
    confidence: Annotated[str, typer.Option(help="Of the bounds from counts.")] = "0.95",
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Print quantiles and a histogram as well.")
    ] = False,
    bins: Annotated[str, typer.Option(metavar="N", help="Cells of the histogram.")] = "10",
    out: Annotated[
        Path | None, typer.Option(help="Draw the distribution to a file, needs matplotlib.")
    ] = None,
    as_json: Json = False,
    bits: Bits = False,
) -> None:
    """Measure a channel: PML at each outcome and at worst, density, maximal leakage, capacity."""
    found = measure_channel(
        file,
        prior=prior,
        over=over,
        counts=counts,
        confidence=confidence,
        distribution=distribution,
        bins=read_whole(bins, "--bins", least=1, most=MOST_BINS),
        out=out,
    )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(found.text(bits=bits, width=line_width()))
