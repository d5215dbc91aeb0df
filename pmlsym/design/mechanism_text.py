"""An optimal mechanism as text."""

from __future__ import annotations

from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from pmlsym.design.bracket import Bracket
from pmlsym.design.certificate_of_optimality import OptimalityCertificate
from pmlsym.design.posterior_polytope import PosteriorPolytope
from pmlsym.design.utilities.utility import Utility
from pmlsym.linear.matrix import Matrix
from pmlsym.model.distribution import Masses, output_masses

_LONGEST_TABLE = 64
_PRICES = 5
_NATS_PER_BIT = 0.6931471805599453


def mechanism_text(
    polytope: PosteriorPolytope,
    utility: Utility,
    channel: Matrix,
    value: Bracket,
    certificate: OptimalityCertificate,
) -> str:
    """The lines that `OptimalMechanism.text()` returns."""
    guarantees = [g.describe() for g in polytope.guarantees]
    lines = [
        f"Optimal mechanism for {utility.describe()} under {' and '.join(guarantees)}",
        f"  prior      {_row(polytope.prior)}",
        *_table(channel, output_masses(polytope.prior, channel)),
    ]
    for guarantee, name in zip(polytope.guarantees, guarantees, strict=True):
        problem = guarantee.violation(polytope.prior, channel)
        found = f"VIOLATED: {problem}" if problem else "verified exactly on the channel"
        lines.append(f"  guarantee  {name}: {found}")
    exact = value.is_exact
    shown = [_shown(price, exact) for price in certificate.prices[:_PRICES]]
    more = ", .." if len(certificate.prices) > _PRICES else ""
    lines += [
        f"  utility    {bracket_text(value)}",
        f"  optimal    no private mechanism exceeds {_above(certificate.bound, exact)} = y . p,",
        f"             where y(x) = {', '.join(shown)}{more}",
        f"             and {_covered(certificate)}; gap {_gap(certificate.bound - value.lower)}",
    ]
    return "\n".join(lines)


def _covered(certificate: OptimalityCertificate) -> str:
    if not certificate.vertices:
        return "y . r >= u(r) at every allowed posterior r, by knapsacks"
    return f"y . v >= u(v) at all {certificate.vertices} vertices v of the polytope"


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


def _table(channel: Matrix, weights: Masses) -> list[str]:
    """The channel and P_Y below it, in columns."""
    rows = [[str(entry) for entry in row] for row in channel[:_LONGEST_TABLE]]
    heads = [f"y{y}" for y in range(1, len(weights) + 1)]
    table = [heads, *rows, [str(weight) for weight in weights]]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    names = ["  W(x, y)", *(f"    x{x}" for x in range(1, len(rows) + 1)), "  P_Y"]
    lines = [
        (
            name.ljust(13) + "  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True))
        ).rstrip()
        for name, cells in zip(names, table, strict=True)
    ]
    if len(channel) > _LONGEST_TABLE:
        lines.insert(-1, f"    .. {len(channel) - _LONGEST_TABLE} more rows")
    return lines


def _row(values: tuple[Fraction, ...]) -> str:
    shown = "  ".join(str(value) for value in values[:_LONGEST_TABLE])
    return shown + (" .." if len(values) > _LONGEST_TABLE else "")


def _shown(value: Fraction, exact: bool) -> str:
    return str(value) if exact else f"{float(value):.12f}"


def _above(value: Fraction, exact: bool) -> str:
    """A bound, rounded up where it is rounded."""
    if exact:
        return str(value)
    up = Context(prec=12, rounding=ROUND_CEILING)
    return str(up.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _gap(gap: Fraction) -> str:
    return "0" if gap == 0 else f"{float(gap):.1e}"
