"""An optimal mechanism as text and as plain data."""

from __future__ import annotations

from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from pmlsym.design.bracket import Bracket

if TYPE_CHECKING:
    from pmlsym.design.optimal_mechanism import OptimalMechanism

_LONGEST_TABLE = 64
_NATS_PER_BIT = 0.6931471805599453


def mechanism_text(mechanism: OptimalMechanism) -> str:
    """The lines that `OptimalMechanism.text()` returns."""
    guarantees = [g.describe() for g in mechanism.polytope.guarantees]
    certificate = mechanism.certificate
    lines = [
        f"Optimal mechanism for {mechanism.utility.describe()} under {' and '.join(guarantees)}",
        f"  prior      {_row(mechanism.polytope.prior)}",
        *_table(mechanism),
        f"  P_Y        {_row(mechanism.weights, 5)}",
    ]
    problems = mechanism.violations()
    for name in guarantees:
        lines.append(f"  guarantee  {name}: verified exactly on the channel")
    if problems:
        lines.append(f"  VIOLATED   {problems[0]}")
    exact = mechanism.value.is_exact
    prices = certificate.prices
    shown = ", ".join(_shown(p, exact) for p in prices[:8]) + (", ..." if len(prices) > 8 else "")
    lines += [
        f"  utility    {bracket_text(mechanism.value)}",
        f"  optimal    no private mechanism exceeds {_above(certificate.bound, exact)}: "
        f"y . p with y(x) = {shown},",
        f"             y . v >= u(v) at all {certificate.vertices} vertices, "
        f"gap {_gap(mechanism.gap)}",
    ]
    return "\n".join(lines)


def mechanism_data(mechanism: OptimalMechanism) -> dict[str, object]:
    """The data that `OptimalMechanism.to_json()` returns."""
    return {
        "kind": "optimal mechanism",
        "guarantees": [g.describe() for g in mechanism.polytope.guarantees],
        "utility": mechanism.utility.describe(),
        "prior": _strings(mechanism.polytope.prior),
        "channel": [_strings(row) for row in mechanism.channel],
        "P_Y": _strings(mechanism.weights),
        "posteriors": [_strings(row) for row in mechanism.posteriors],
        "value": {"lower": str(mechanism.value.lower), "upper": str(mechanism.value.upper)},
        "value_float": float(mechanism.value),
        "certificate": {
            "prices": _strings(mechanism.certificate.prices),
            "bound": str(mechanism.certificate.bound),
            "vertices": mechanism.certificate.vertices,
            "gap": str(mechanism.gap),
        },
    }


def bracket_text(value: Bracket) -> str:
    """A bracketed number: exact, or to 12 digits in nats and bits.

    >>> bracket_text(Bracket.exactly(Fraction(1, 2)))
    '1/2 (exact)'
    """
    if value.is_exact:
        return f"{value.lower} (exact)"
    number = float(value)
    bits = number / _NATS_PER_BIT
    return f"{number:.12g} nats = {bits:.12g} bits, enclosed to {_gap(value.width)}"


def _table(mechanism: OptimalMechanism) -> list[str]:
    names = [f"y={y}" for y in range(len(mechanism.weights))]
    lines = [f"  W(x, y)    {'  '.join(name.rjust(4) for name in names).strip()}"]
    for x, row in enumerate(mechanism.channel[:_LONGEST_TABLE]):
        lines.append(f"    {f'x={x}':<9}{_row(row, 5)}")
    if len(mechanism.channel) > _LONGEST_TABLE:
        lines.append(f"    ... {len(mechanism.channel) - _LONGEST_TABLE} more rows")
    return lines


def _row(values: tuple[Fraction, ...], width: int = 0) -> str:
    shown = values[:_LONGEST_TABLE]
    text = "  ".join(str(value).ljust(max(width - 1, 0)) for value in shown).rstrip()
    return text + (" ..." if len(values) > _LONGEST_TABLE else "")


def _shown(value: Fraction, exact: bool) -> str:
    return str(value) if exact else f"{float(value):.12g}"


def _above(value: Fraction, exact: bool) -> str:
    """A bound, rounded up where it is rounded."""
    if exact:
        return str(value)
    up = Context(prec=12, rounding=ROUND_CEILING)
    return str(up.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _gap(gap: Fraction) -> str:
    return "0" if gap == 0 else f"{float(gap):.1e}"


def _strings(values: tuple[Fraction, ...]) -> list[str]:
    return [str(value) for value in values]
