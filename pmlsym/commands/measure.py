"""`pmlsym measure FILE`: the leakage of a channel of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pmlsym.commands.printing import print_json, print_text


def measure(
    file: Annotated[Path, typer.Argument(help="CSV, rows by input, or JSON with channel, prior.")],
    prior: Annotated[str | None, typer.Option(help="Masses such as 1/4,3/4.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, in nats.")] = False,
    bits: Annotated[bool, typer.Option("--bits", help="Print leakages in bits.")] = False,
) -> None:
    """Measure a channel: PML at each outcome and at worst, density, maximal leakage, capacity."""
    from pmlsym.measurement.channel_file import read_channel
    from pmlsym.measurement.leakage_of_channel import measure as leakage_of
    from pmlsym.report.measurement_report import measurement_data, measurement_text

    found = leakage_of(read_channel(file, prior=prior))
    if as_json:
        print_json(measurement_data(found))
    else:
        print_text(measurement_text(found, bits=bits))
