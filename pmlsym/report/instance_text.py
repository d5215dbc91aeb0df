"""Instances as tables: sizes, priors as rows, channels as matrices with rows by input letter."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pmlsym.evidence.instance import Instance
from pmlsym.report.number_text import both_texts


def instance_lines(instance: Instance) -> list[str]:
    """The instance, a line for each row.

    >>> instance_lines(Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    ['|X| = 2', 'P = (1/3, 2/3)']
    """
    lines = [", ".join(f"|{name}| = {count}" for name, count in sorted(instance.sizes.items()))]
    for name, entries in sorted(instance.tensors.items()):
        lines += _table(name, entries)
    lines += [f"{name} = {both_texts(value)}" for name, value in sorted(instance.scalars.items())]
    lines += [f"{name} = letter {k + 1}" for name, k in sorted(instance.outcomes.items())]
    return [line for line in lines if line]


def instance_line(instance: Instance) -> str:
    """The instance on one line.

    >>> instance_line(Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    'P = (1/3, 2/3)'
    """
    parts = [f"{name} = {_nested(e)}" for name, e in sorted(instance.tensors.items())]
    parts += [f"{name} = {value}" for name, value in sorted(instance.scalars.items())]
    parts += [f"{name} = letter {k + 1}" for name, k in sorted(instance.outcomes.items())]
    return ", ".join(parts)


def _nested(entries: Any) -> str:
    if isinstance(entries, Fraction):
        return str(entries)
    return f"({', '.join(_nested(entry) for entry in entries)})"


def _table(name: str, entries: Any) -> list[str]:
    if isinstance(entries, Fraction) or isinstance(entries[0], Fraction):
        return [f"{name} = {_nested(entries)}"]
    if not isinstance(entries[0][0], Fraction):
        tables = [_table(f"{name}[{k}]", inner) for k, inner in enumerate(entries, 1)]
        return [line for table in tables for line in table]
    cells = [[str(entry) for entry in row] for row in entries]
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    rows = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    start, blank = f"{name} = ", " " * (len(name) + 3)
    return [f"{start if k == 0 else blank}( {row} )" for k, row in enumerate(rows)]
