"""What `pmlsym measure` found, as text and as JSON."""

from __future__ import annotations

from typing import Any

from pmlsym.calculus.labels import printable
from pmlsym.display import WIDTH, cut
from pmlsym.measurement.leakage_of_channel import Measurement
from pmlsym.numbers.number import Ball, Number
from pmlsym.report.number_text import decimal_text, exact_text

_NOTIONS = (
    ("worst case", "pml"),
    ("smallest density", "density_min"),
    ("maximal leakage", "maxleak"),
    ("capacity (LDP)", "capacity"),
)


LONGEST = (40, 30, 20, 0)
"""Letters of an exact number in the table, the first with which it fits: those of sums of many
fractions have thousands."""

LABEL = 16
"""Letters of a label that are shown in any case: the names of the notions have as many."""


def measurement_text(found: Measurement, *, bits: bool = False, width: int = WIDTH) -> str:
    """A table of the outcomes, then the notions of the whole channel, in lines of that width.

    An exact number of more than 40 letters, of fewer where there is no room, is shown in decimals
    alone; the JSON form has it.
    """
    rows, columns = len(found.channel.rows), len(found.outcomes)
    unit = "bits" if bits else "nats"
    head = f"Channel of {rows} by {columns}; prior: {found.channel.prior_from}; leakage in {unit}"
    lines = [head]
    if found.channel.inexact:
        lines.append("Rows or prior sum to one only nearly: results are intervals for 12 digits")
    for longest in LONGEST:
        table, widths = _table(found, bits, longest)
        room = width - sum(widths[1:]) - 2 * len(widths)
        if widths[0] <= room:
            break
    widths[0] = min(widths[0], max(room, LABEL))
    outcomes = 1 + len(found.outcomes)
    shown = [_line(row, widths) for row in table]
    return "\n".join([*lines, "", *shown[:outcomes], "", *shown[outcomes:]])


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


Row = tuple[str, str, str, str]


def _table(found: Measurement, bits: bool, longest: int) -> tuple[list[Row], list[int]]:
    """The outcomes below their head, then the notions; and the width of each column."""
    rows: list[Row] = [("outcome", "probability", "PML", "")]
    for outcome in found.outcomes:
        mass = exact_text(outcome.probability)
        is_short = len(mass) <= longest and not isinstance(outcome.probability, Ball)
        shown = mass if is_short else decimal_text(outcome.probability)
        rows.append((printable(outcome.label), shown, *_cells(outcome.pml, bits, longest)))
    rows += [(name, "", *_cells(getattr(found, key), bits, longest)) for name, key in _NOTIONS]
    return rows, [max(len(row[k]) for row in rows) for k in range(4)]


def _cells(value: Number, bits: bool, longest: int) -> tuple[str, str]:
    """Exact or as an interval, where that is short; and in decimals, where that says more."""
    exact = exact_text(value, bits=bits)
    is_short = len(exact) <= longest or exact == "inf"
    is_plain = exact.lstrip("-") in ("0", "inf") or (isinstance(value, Ball) and not bits)
    decimal = "" if is_short and is_plain else decimal_text(value, bits=bits)
    return exact if is_short else "", decimal


def _line(row: Row, widths: list[int]) -> str:
    name, *cells = row
    padded = map(str.ljust, (cut(name, widths[0]), *cells), widths)
    return ("  " + "  ".join(padded)).rstrip()
