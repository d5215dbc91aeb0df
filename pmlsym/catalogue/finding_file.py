"""Findings as plain data, in and out, for the journal of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pmlsym.calculus.kind import require_kind
from pmlsym.catalogue.finding import Finding, PartFinding
from pmlsym.errors import InvalidInput
from pmlsym.evidence.instance import Instance

PARTS = ("statement", "lemmas", "remarks", "corrected")


def to_json(finding: Finding) -> dict[str, Any]:
    """Plain data; the instances as exact as they are.

    >>> part = PartFinding("..", "checked", "on 3", 0.25, instances=3)
    >>> found = Finding("PSP/prop-1", "proposition", "1", "p. 2", "checked", (part,))
    >>> from_json(to_json(found)) == found
    True
    """
    data = {field.name: getattr(finding, field.name) for field in fields(finding)}
    return data | {name: [_part_json(part) for part in data[name]] for name in PARTS}


def from_json(data: object) -> Finding:
    """The finding that `to_json` wrote; raises InvalidInput at anything else."""
    found = _table(data, Finding)
    for name in set(found) - set(PARTS):
        require_kind(found[name], str, f"a text as {name}")
    parts = {name: tuple(map(_part, require_kind(found[name], list, "parts"))) for name in PARTS}
    return Finding(**{**found, **parts})


def _part_json(part: PartFinding) -> dict[str, Any]:
    data = {field.name: getattr(part, field.name) for field in fields(part)}
    instance = None if part.instance is None else part.instance.to_json()
    inner = [_part_json(one) for one in part.ingredients]
    return data | {"instance": instance, "ingredients": inner}


def _part(data: object) -> PartFinding:
    found = _table(data, PartFinding)
    for name in ("text", "status", "detail", "shown_by"):
        require_kind(found[name], str, f"a text as {name}")
    seconds = found["seconds"]
    if not isinstance(seconds, int | float):
        raise InvalidInput("a finding gives its seconds as a number")
    count = require_kind(found["instances"], int, "a number of instances")
    inner = tuple(map(_part, require_kind(found["ingredients"], list, "parts")))
    given = found["instance"]
    instance = None if given is None else Instance.from_json(given)
    changed = {
        "seconds": float(seconds),
        "instances": count,
        "ingredients": inner,
        "instance": instance,
    }
    return PartFinding(**{**found, **changed})


def _table(data: object, kind: type[Finding] | type[PartFinding]) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    if not isinstance(data, Mapping) or set(data) != names:
        raise InvalidInput(f"a finding is an object with {', '.join(sorted(names))}")
    return dict(data)
