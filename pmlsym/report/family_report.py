"""The list of mechanism families, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmlsym.families.family import Family


def families_text(families: Sequence[Family]) -> str:
    """A line for each family: name, title, source."""
    widths = [max(len(getattr(f, key)) for f in families) for key in ("name", "title")]
    return "\n".join(f"{f.name:<{widths[0]}}  {f.title:<{widths[1]}}  {f.source}" for f in families)


def families_data(families: Sequence[Family]) -> dict[str, Any]:
    """The data of `pmlsym families --json`."""
    return {
        "families": [
            {
                "name": family.name,
                "title": family.title,
                "source": family.source,
                "sizes": dict(family.sizes),
                "symbolic": family.symbolic,
            }
            for family in families
        ]
    }
