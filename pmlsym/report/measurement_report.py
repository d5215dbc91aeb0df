"""What `pmlsym measure` found, as text and as JSON."""

from __future__ import annotations

from typing import Any

from pmlsym.calculus.labels import printable
from pmlsym.measurement.leakage_of_channel import Measurement
from pmlsym.numbers.number import Number
from pmlsym.report.number_text import decimal_text, exact_text

_NOTIONS = (
    ("worst case", "pml"),
    ("smallest density", "density_min"),
    ("maximal leakage", "maxleak"),
    ("capacity (LDP)", "capacity"),
)


LONGEST = 40
"""Letters of an exact number in the table: those of sums of many fractions have thousands."""


def measurement_text(found: Measurement, *, bits: bool = False) -> str:
    """A table of the outcomes, then the notions of the whole channel.

    An exact number of more than 40 letters is shown in decimals alone; the JSON form has it.
    """
    rows, columns = len(found.channel.rows), len(found.outcomes)
    unit = "bits" if bits else "nats"
    head = f"Channel of {rows} by {columns}; prior: {found.channel.prior_from}; leakage in {unit}"
    lines = [head]
    if found.channel.inexact:
        lines.append("Rows or prior sum to one only nearly: results are intervals for 12 digits")
    table = [("outcome", "probability", "PML", "")]
    for outcome in found.outcomes:
        leaked = _cells(outcome.pml, bits)
        mass = exact_text(outcome.probability)
        shown = mass if len(mass) <= LONGEST else decimal_text(outcome.probability)
        table.append((printable(outcome.label), shown, *leaked))
    notions = [(name, "", *_cells(getattr(found, key), bits)) for name, key in _NOTIONS]
    widths = [max(len(row[k]) for row in (*table, *notions)) for k in range(4)]
    lines += ["", *(_line(row, widths) for row in table), "", *(_line(n, widths) for n in notions)]
    return "\n".join(lines)


def measurement_data(found: Measurement) -> dict[str, Any]:
    """The data of `pmlsym measure --json`, in nats."""
    outcomes = [
        {"label": o.label, "probability": o.probability.to_json(), "pml": o.pml.to_json()}
        for o in found.outcomes
    ]
    notions = {key: getattr(found, key).to_json() for _, key in _NOTIONS}
    prior = {"prior": [str(mass) for mass in found.channel.prior]}
    origin = {"prior_from": found.channel.prior_from, "exact": not found.channel.inexact}
    inputs = {"inputs": list(found.channel.inputs)} if found.channel.inputs else {}
    return {"outcomes": outcomes, **notions, **prior, **inputs, **origin}


def _cells(value: Number, bits: bool) -> tuple[str, str]:
    exact = exact_text(value, bits=bits)
    is_plain = exact.lstrip("-") in ("0", "inf")
    decimal = "" if is_plain else decimal_text(value, bits=bits)
    return exact if len(exact) <= LONGEST else "", decimal


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
    return ("  " + "  ".join(cells)).rstrip()
