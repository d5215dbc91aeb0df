"""The families with their parameters, one line each, as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmlsym.families import Family


def families_text(families: Sequence[Family]) -> str:
    """Families with their parameters, one line each."""
    rows = [(f.name, _parameters_text(f), f.title) for f in families]
    widths = [max(len(row[k]) for row in rows) for k in (0, 1)]
    return "\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}" for a, b, c in rows)


def families_json(families: Sequence[Family]) -> list[dict[str, Any]]:
    """Families with their parameters, as plain data."""
    return [
        {
            "name": f.name,
            "title": f.title,
            "source": f.source,
            "parameters": [
                {"name": p.name, "domain": p.domain, "meaning": p.meaning}
                for p in f.mechanism().parameters
            ],
            "sizes": dict(f.sizes),
            "symbolic_size": f.symbolic,
        }
        for f in families
    ]


def _parameters_text(family: Family) -> str:
    mechanism = family.mechanism()
    named, shown = list(mechanism.domain), {p.name for p in mechanism.parameters}
    named += [f"{s} = {v}" for s, v in family.sizes.items() if s not in shown]
    return ", ".join(named)
