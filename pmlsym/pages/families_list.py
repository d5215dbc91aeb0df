"""The families of mechanisms, a line or an object for each: what `pmlsym families` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmlsym.language.display import WIDTH, fitted
from pmlsym.mechanism_families.mechanism import Family


def families_text(families: Sequence[Family]) -> str:
    """The printed list of families: a line each, and below it parameters with meanings.

    >>> from pmlsym.mechanism_families.listed import family_named
    >>> print(families_text([family_named("z-channel")]))
    z-channel Z channel
        0 <= a < 1
        a is the probability that 1 becomes 0
    """
    wide = max(len(family.name) for family in families)
    lines = []
    for family in families:
        lines.append(f"{family.name:<{wide}} {family.title}")
        lines.append(f"    {_parameters_text(family)}")
        parameters = family.mechanism().parameters
        meanings = "; ".join(f"{each.name} is the {each.meaning}" for each in parameters)
        lines += fitted(meanings, WIDTH, "    ", "        ") if meanings else []
    return "\n".join(lines)


def families_json(families: Sequence[Family]) -> list[dict[str, Any]]:
    """The JSON list of families with their parameters."""
    return [
        {
            "name": f.name,
            "title": f.title,
            "source": f.source,
            "parameters": [p.to_json() for p in f.mechanism().parameters],
            "sizes": dict(f.sizes),
            "symbolic_size": f.symbolic,
        }
        for f in families
    ]


def _parameters_text(family: Family) -> str:
    """The printed domains of a family's parameters, and the sizes it is written out at."""
    mechanism = family.mechanism()
    named, shown = list(mechanism.domain), {p.name for p in mechanism.parameters}
    named += [f"{s} = {v}" for s, v in family.sizes.items() if s not in shown]
    return ", ".join(named)
