"""`pmlsym measure FILE`: the leakage of a channel of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.calculus.rational import read_whole
from pmlsym.commands.printing import print_json, print_text
from pmlsym.errors import InvalidInput
from pmlsym.files import require_place

MOST_BINS = 1000


def measure(
    file: Annotated[Path, typer.Argument(help="CSV, rows by input, or JSON with channel, prior.")],
    prior: Annotated[str | None, typer.Option(help="Masses such as 1/4,3/4.")] = None,
    counts: Annotated[bool, typer.Option("--counts", help="The entries are counts.")] = False,
    confidence: Annotated[str, typer.Option(help="Of the bounds from counts.")] = "0.95",
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Print quantiles and a histogram as well.")
    ] = False,
    bins: Annotated[str, typer.Option(metavar="N", help="Cells of the histogram.")] = "10",
    out: Annotated[
        Path | None, typer.Option(help="Draw the distribution to a file, needs matplotlib.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    bits: Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")] = False,
) -> None:
    """Measure a channel: PML at each outcome and at worst, density, maximal leakage, capacity."""
    from pmlsym.measurement.channel_file import read_channel
    from pmlsym.measurement.leakage_distribution import leakage_distribution
    from pmlsym.measurement.leakage_from_counts import bounds_from_counts
    from pmlsym.measurement.leakage_of_channel import measure as leakage_of
    from pmlsym.model.channel import Channel
    from pmlsym.model.counts import level_of
    from pmlsym.model.prior import Prior
    from pmlsym.report.counts_report import bounds_data, bounds_text
    from pmlsym.report.distribution_report import distribution_data, distribution_text
    from pmlsym.report.drawing import ENDINGS
    from pmlsym.report.leakage_figure import draw_leakage
    from pmlsym.report.measurement_report import measurement_data, measurement_text

    if out is not None and not distribution:
        raise InvalidInput("--out draws the distribution of the leakage; add --distribution")
    if out is not None:
        require_place(out, ENDINGS)
    cells = read_whole(bins, "--bins", least=1, most=MOST_BINS)
    level_of(confidence)
    channel = read_channel(file, prior=prior, counts=counts)
    found = leakage_of(channel)
    data, texts = measurement_data(found), [measurement_text(found, bits=bits)]
    if channel.counts:
        known = None if channel.prior_counted else channel.prior
        bounds = bounds_from_counts(channel.counts, prior=known, confidence=confidence)
        data["bounds"] = bounds_data(bounds)
        labels = tuple(outcome.label for outcome in found.outcomes)
        texts.append(bounds_text(bounds, labels, bits=bits))
    if distribution:
        concrete = Channel.from_rows(channel.rows)
        leakages = leakage_distribution(Prior.from_masses(channel.prior), concrete)
        if out is not None:
            draw_leakage(leakages, out)
        data["distribution"] = distribution_data(leakages, bins=cells)
        exact = not channel.inexact
        texts.append(distribution_text(leakages, bins=cells, bits=bits, exact=exact))
    if as_json:
        print_json(data)
    else:
        print_text("\n\n".join(texts))
