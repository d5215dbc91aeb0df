"""`pmlsym families`: the mechanism families that `derive` knows."""

from __future__ import annotations

from typing import Annotated

import typer

from pmlsym.commands.printing import print_json, print_text


def families(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the mechanism families, with their sizes and sources."""
    from pmlsym.families import FAMILIES
    from pmlsym.report.family_report import families_data, families_text

    if as_json:
        print_json(families_data(FAMILIES))
    else:
        print_text(families_text(FAMILIES))
