"""The leakage as a random variable, as text and as JSON: quantiles, mean and histogram."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

from pmlsym.measurement.leakage_distribution import LeakageDistribution
from pmlsym.numbers.number import Number, log_of, rational
from pmlsym.report.number_text import decimal_text, exact_text

QUANTILES = ("1/4", "1/2", "3/4", "9/10", "19/20", "99/100", "1")
WIDTH = 40


def distribution_text(
    found: LeakageDistribution, *, bins: int = 10, bits: bool = False, exact: bool = True
) -> str:
    """Quantiles and mean, then one bar for each cell of the histogram.

    Without `exact` the channel was known to some digits only, and decimals stand alone.

    >>> from pmlsym.measurement.leakage_distribution import LeakageDistribution
    >>> coin = LeakageDistribution((Fraction(1), Fraction(2)), (Fraction(1, 4), Fraction(3, 4)))
    >>> print(distribution_text(coin, bins=2).splitlines()[-1])
      0.3466 .. 0.6931  0.7500  ########################################
    """
    unit = "bits" if bits else "nats"
    lines = [f"Leakage of the outcome in {unit}", ""]
    for q in QUANTILES:
        shown = "largest" if q == "1" else f"quantile {float(Fraction(q)):g}"
        lines.append(_line(shown, found.quantile(q), bits, exact))
    lines += [f"  {'mean':<15}{decimal_text(found.mean(), bits=bits)}", ""]
    unit_size = log(2) if bits else 1.0
    cells = found.histogram(bins)
    tallest = max(mass for _, _, mass in cells)
    for low, high, mass in cells:
        bar = "#" * round(WIDTH * mass / tallest)
        ends = f"{low / unit_size:.4f} .. {high / unit_size:.4f}"
        lines.append(f"  {ends}  {float(mass):.4f}  {bar}".rstrip())
    return "\n".join(lines)


def distribution_data(found: LeakageDistribution, *, bins: int = 10) -> dict[str, Any]:
    """The data of `pmlsym measure --distribution --json`, in nats.

    >>> from pmlsym.measurement.leakage_distribution import LeakageDistribution
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


def _line(name: str, value: Number, bits: bool, exact: bool) -> str:
    text = exact_text(value, bits=bits) if exact else "0"
    beside = "" if text == "0" else f"  {text}"
    return f"  {name:<15}{decimal_text(value, bits=bits)}{beside}"
