"""The answer of `pmlsym measure`, as text and as JSON.

measurement    each outcome and the notions of the whole channel
bounds         upper bounds on the leakages from counts, every number rounded up
over priors    the worst values over a set of priors
distribution   the leakage as a random variable: quantiles, mean and histogram
"""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Any

from pmlsym.calculus.data import printable
from pmlsym.language.display import WIDTH, cut, fitted
from pmlsym.language.nodes import Comparison
from pmlsym.numbers.number import Ball, Number, log_of, rational
from pmlsym.numbers.number_text import decimal_text, exact_text
from pmlsym.numbers.outward import float_above
from pmlsym.own_data.leakage_of_channel import USUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pmlsym.evidence.verdict import PriorBound
    from pmlsym.own_data.channel_file import MeasuredChannel
    from pmlsym.own_data.leakage_distribution import LeakageDistribution
    from pmlsym.own_data.leakage_from_counts import LeakageBounds
    from pmlsym.own_data.leakage_of_channel import Measurement

_BOUNDED = (("PML", "pml"), ("maximal leakage", "maxleak"), ("capacity (LDP)", "capacity"))

NO_OUTCOMES = "PML and all else of a prior: give one, uniform or 1/4,3/4: prior=, or --prior"

LONGEST = (40, 30, 20, 0)
"""The most characters of an exact number in the table, tried in turn until the table fits: sums of
many fractions have thousands."""

LABEL = 18
"""Characters of a label that are shown in any case: the names of the notions have as many."""

PLACES = Decimal(1).scaleb(-6)
QUANTILES = ("1/4", "1/2", "3/4", "9/10", "19/20", "99/100", "1")
BAR = 40
"""Characters of the longest bar of the histogram."""

Row = tuple[str, str, str, str]


def measurement_text(found: Measurement, *, bits: bool = False, width: int = WIDTH) -> str:
    """The printed table of a channel's outcomes, then of its leakages, in lines of that width.

    An exact number of more than 40 characters, or of fewer where there is no room, is shown in
    decimals alone; the JSON form has it.
    """
    rows, columns = len(found.channel.rows), len(found.channel.rows[0])
    unit = "bits" if bits else "nats"
    head = f"Channel of {rows} by {columns}; prior: {found.channel.prior_from}; leakage in {unit}"
    lines = [head]
    if found.channel.head:
        names = ", ".join(map(printable, found.channel.head))
        lines.append(cut(f"The first line of the file names its columns: {names}", width))
    if found.channel.inexact:
        lines.append("Rows or prior sum to one only nearly: results are intervals for 12 digits")
    for longest in LONGEST:
        table, widths = _table_rows(found, bits, longest)
        room = width - sum(widths[1:]) - 2 * len(widths)
        if widths[0] <= room:
            break
    widths[0] = min(widths[0], max(room, LABEL))
    shown = [_row_line(row, widths) for row in table]
    if not found.outcomes:
        return "\n".join([*lines, "", *shown, "", NO_OUTCOMES])
    outcomes = 1 + len(found.outcomes)
    return "\n".join([*lines, "", *shown[:outcomes], "", *shown[outcomes:]])


def only_text(only: Sequence[tuple[str, Number | float]], *, bits: bool = False) -> str:
    """The printed measures of `measure --only`, one a line; units stand with leakages alone."""
    from pmlsym.claim_text.question import parse  # it knows claims
    from pmlsym.claims.unit import is_in_nats

    table = []
    for text, value in only:
        same = parse(f"{text} == {text}") if bits else None
        in_bits = isinstance(same, Comparison) and is_in_nats(same)
        if isinstance(value, float):
            table.append((text, "", f"{value / (log(2) if in_bits else 1):.6f}"))
        else:
            table.append((text, *_exact_and_decimal(value, in_bits, LONGEST[0])))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)


def only_data(only: Sequence[tuple[str, Number | float]]) -> dict[str, Any]:
    """The JSON of `measure --only`: numbers, and floats where rows were rounded."""
    return {t: value if isinstance(value, float) else value.to_json() for t, value in only}


def measurement_data(found: Measurement) -> dict[str, Any]:
    """The JSON of `pmlsym measure` about a channel under one prior, in nats."""
    outcomes = [
        {"label": o.label, "probability": o.probability.to_json(), "pml": o.pml.to_json()}
        for o in found.outcomes
    ]
    notions = {key: value.to_json() for key, value in found.values.items()}
    if not found.channel.prior:
        return notions
    prior = {"prior": [str(mass) for mass in found.channel.prior]}
    origin = {"prior_from": found.channel.prior_from}
    return {"outcomes": outcomes, **notions, **prior, **origin}


def channel_data(channel: MeasuredChannel) -> dict[str, Any]:
    """The JSON of `pmlsym measure` about a channel: its inputs, and whether it is exact."""
    inputs = {"inputs": list(channel.inputs)} if channel.inputs else {}
    return {**inputs, "exact": not channel.inexact}


def bounds_text(
    bounds: LeakageBounds,
    labels: tuple[str, ...],
    *,
    over: bool = False,
    bits: bool = False,
    width: int = WIDTH,
) -> str:
    """The printed upper bounds on leakages with the counts' confidence, `over` a set of priors.

    >>> from fractions import Fraction
    >>> from pmlsym.own_data.leakage_from_counts import bounds_over
    >>> sure = tuple((Fraction(1, 2), Fraction(1, 2)) for _ in range(2))
    >>> print(bounds_text(bounds_over([sure, sure], sure, Fraction(9, 10)), ("a", "b")))
    With confidence 0.9, all together, in nats:
      a                0.000000
      b                0.000000
      PML              0.000000
      maximal leakage  0.000000
      capacity (LDP)   0.000000
    """
    unit = "bits" if bits else "nats"
    values = [*bounds.outcomes, *(getattr(bounds, key) for _, key in _BOUNDED)]
    numbers = [rounded_up(value, bits=bits) for value in values]
    room = width - max(map(len, numbers)) - 4
    names = [cut(name, room) for name in (*labels, *(name for name, _ in _BOUNDED))]
    longest = max(map(len, names))
    priors = "for all priors of the set " if over else ""
    lines = [f"With confidence {float(bounds.confidence)!r}, all together, {priors}in {unit}:"]
    lines += [f"  {name:<{longest}}  {n}" for name, n in zip(names, numbers, strict=True)]
    return "\n".join(lines)


def bounds_data(bounds: LeakageBounds) -> dict[str, Any]:
    """The JSON of `measure --counts`: floats that are not below the bounds, in nats.

    An infinite bound is the word "inf".
    """
    return {
        "confidence": str(bounds.confidence),
        "outcomes": [_float_or_inf(value) for value in bounds.outcomes],
        **{key: _float_or_inf(getattr(bounds, key)) for _, key in _BOUNDED},
    }


def bounds_over_priors_text(
    bounds: tuple[PriorBound, ...],
    channel: MeasuredChannel,
    *,
    bits: bool = False,
    width: int = WIDTH,
) -> str:
    """The printed worst values of a channel over a set of priors, and how rows were read."""
    from pmlsym.claim_text.instance_text import bound_line  # it knows claims

    head = f"Over all priors of the set, in {'bits' if bits else 'nats'}"
    if channel.counts:
        head += ", of the frequencies as they were counted: these values hold with no confidence"
    if channel.inexact:
        head += "; rows were off by rounding, and the nearest rationals stand for them"
    lines = (fitted(bound_line(each, bits=bits), width, "  ", "      ") for each in bounds)
    shown = [*fitted(head, width), "", *(line for several in lines for line in several)]
    return "\n".join(shown)


def distribution_text(
    found: LeakageDistribution, *, bins: int = 10, bits: bool = False, exact: bool = True
) -> str:
    """The printed quantiles and mean of a leakage, then a bar for each cell of its histogram.

    Without `exact` the channel is known to some digits only, and only decimals are shown.

    >>> from pmlsym.own_data.leakage_distribution import LeakageDistribution
    >>> coin = LeakageDistribution((Fraction(1), Fraction(2)), (Fraction(1, 4), Fraction(3, 4)))
    >>> print(distribution_text(coin, bins=2).splitlines()[-1])
      0.3466 .. 0.6931  0.7500  ########################################
    """
    unit = "bits" if bits else "nats"
    lines = [f"Leakage of the outcome in {unit}", ""]
    for q in QUANTILES:
        shown = "largest" if q == "1" else f"quantile {float(Fraction(q)):g}"
        lines.append(_quantile_line(shown, found.quantile(q), bits, exact))
    lines += [f"  {'mean':<15}{decimal_text(found.mean(), bits=bits)}", ""]
    unit_size = log(2) if bits else 1.0
    cells = found.histogram(bins)
    tallest = max(mass for _, _, mass in cells)
    for low, high, mass in cells:
        bar = "#" * round(BAR * mass / tallest)
        ends = f"{low / unit_size:.4f} .. {high / unit_size:.4f}"
        lines.append(f"  {ends}  {float(mass):.4f}  {bar}".rstrip())
    return "\n".join(lines)


def distribution_data(found: LeakageDistribution, *, bins: int = 10) -> dict[str, Any]:
    """The JSON of `pmlsym measure --distribution`, in nats.

    >>> from pmlsym.own_data.leakage_distribution import LeakageDistribution
    >>> distribution_data(LeakageDistribution((Fraction(2),), (Fraction(1),)))["quantiles"]["1"]
    {'log': '2'}
    """
    pairs = zip(found.levels, found.probabilities, strict=True)
    return {
        "values": [
            {"leakage": log_of(rational(level)).to_json(), "probability": str(mass)}
            for level, mass in pairs
        ],
        "quantiles": {q: found.quantile(q).to_json() for q in QUANTILES},
        "mean": found.mean().to_json(),
        "histogram": [
            {"from": low, "to": high, "probability": str(mass)}
            for low, high, mass in found.histogram(bins)
        ],
    }


def _table_rows(found: Measurement, bits: bool, longest: int) -> tuple[list[Row], list[int]]:
    """The printed table's rows of outcomes, then of leakages; and the width of each column."""
    head = ("outcome", "probability", "PML", "")
    rows: list[Row] = [head] if found.outcomes else []
    for outcome in found.outcomes:
        mass = exact_text(outcome.probability)
        is_short = len(mass) <= longest and not isinstance(outcome.probability, Ball)
        shown = mass if is_short else decimal_text(outcome.probability)
        rows.append(
            (printable(outcome.label), shown, *_exact_and_decimal(outcome.pml, bits, longest))
        )
    usual = [(shown, found.values[key]) for key, shown, _ in USUAL if key in found.values]
    rows += [(shown, "", *_exact_and_decimal(value, bits, longest)) for shown, value in usual]
    return rows, [max(len(row[k]) for row in rows) for k in range(4)]


def _exact_and_decimal(value: Number, bits: bool, longest: int) -> tuple[str, str]:
    """A printed number, exact where that is short, and in decimals where that says more."""
    if bits and isinstance(value, Ball):
        value, bits = value / log_of(2), False
    exact = exact_text(value, bits=bits)
    is_short = len(exact) <= longest or exact == "inf"
    is_plain = exact.lstrip("-") in ("0", "inf") or isinstance(value, Ball)
    decimal = "" if is_short and is_plain else decimal_text(value, bits=bits)
    return exact if is_short else "", decimal


def _row_line(row: Row, widths: list[int]) -> str:
    """The printed line of one row of a measurement's table."""
    name, *cells = row
    padded = map(str.ljust, (cut(name, widths[0]), *cells), widths)
    return ("  " + "  ".join(padded)).rstrip()


def rounded_up(value: Number, *, bits: bool = False) -> str:
    """A bound with the six places that a page prints, never below the number.

    >>> from fractions import Fraction
    >>> from pmlsym.numbers.number import leakage
    >>> rounded_up(leakage(Fraction(3, 2))), rounded_up(leakage(Fraction(4)), bits=True)
    ('0.405466', '2.000000')
    """
    above = _float_or_inf(value / log_of(2) if bits else value)
    if isinstance(above, str):
        return above
    return str(Decimal(above).quantize(PLACES, rounding=ROUND_CEILING))


def _float_or_inf(value: Number) -> float | str:
    """A float for JSON that is not below the bound, or the word "inf"."""
    above = float_above(value)
    return "inf" if above == float("inf") else above


def _quantile_line(name: str, value: Number, bits: bool, exact: bool) -> str:
    """The printed line of one quantile of a leakage."""
    text = exact_text(value, bits=bits) if exact else "0"
    beside = "" if text == "0" else f"  {text}"
    return f"  {name:<15}{decimal_text(value, bits=bits)}{beside}"
