"""An optimal mechanism as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from pmlsym.calculus.data import Labels, masses_text, printable, word
from pmlsym.language.display import WIDTH, cut, fitted
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate
from pmlsym.mechanisms.guarantee import rounded_levels
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import Utility
from pmlsym.model.distribution import Masses, output_masses

_LONGEST_TABLE = 64
_PRICES = 5
_NATS_PER_BIT = 0.6931471805599453

_LABEL = 24
"""Letters of a label in the table."""

_ENTRY, _DIGITS = 20, 12
"""Letters of an exact entry in a table that does not fit, and digits of what stands for longer
ones: quotients of multiples of 2^-64 have a hundred letters."""

_NUMBER = 40
"""Letters of an exact number in a line."""

_ROUNDED = (
    "irrational, and rounded to a rational just below; the mechanism is private at"
    " eps, and optimal for the rounded level"
)

_FURTHER = " " * 13
"""In front of what goes on, below the words `prior`, `guarantee` and `optimal`."""


def mechanism_text(
    polytope: PosteriorPolytope,
    utility: Utility,
    channel: Matrix,
    value: Bracket,
    certificate: OptimalityCertificate,
    letters: Labels = (),
    *,
    width: int = WIDTH,
) -> str:
    """The lines that `OptimalMechanism.text()` returns."""
    guarantees = [g.describe() for g in polytope.guarantees]
    head = f"Optimal mechanism for {utility.describe()} under {' and '.join(guarantees)}"
    lines = [
        *fitted(head, width),
        *_line("prior", _prior(polytope.prior, letters), width),
        *_table(channel, output_masses(polytope.prior, channel), letters, width),
    ]
    for guarantee, name in zip(polytope.guarantees, guarantees, strict=True):
        problem = guarantee.violation(polytope.prior, channel)
        found = f"VIOLATED: {problem}" if problem else "verified exactly on the channel"
        lines += _line("guarantee", f"{name}: {found}", width)
    if rounded := rounded_levels(polytope.guarantees):
        lines += _line("level", f"{rounded}: {_ROUNDED}", width)
    prices = certificate.prices[:_PRICES]
    numbers = (value.lower, certificate.bound, *prices)
    exact = value.is_exact and all(len(str(number)) <= _NUMBER for number in numbers)
    shown = [_shown(price, exact) for price in prices]
    more = ", .." if len(certificate.prices) > _PRICES else ""
    bound = f"no private mechanism exceeds {_above(certificate.bound, exact)} = y . p,"
    gap = f"gap {_gap(certificate.bound - value.lower)}"
    lines += [
        *_line("utility", bracket_text(value), width),
        *_line("optimal", bound, width),
        *_line("", f"where y(x) = {', '.join(shown)}{more}", width),
        *_line("", f"and {_covered(certificate)}; {gap}", width),
    ]
    return "\n".join(lines)


def _line(name: str, said: str, width: int) -> list[str]:
    return fitted(said, width, f"  {name}".ljust(len(_FURTHER)), _FURTHER)


def _covered(certificate: OptimalityCertificate) -> str:
    if not certificate.vertices:
        return "y . r >= u(r) at every allowed posterior r, by knapsacks"
    return f"y . v >= u(v) at all {certificate.vertices} vertices v of the polytope"


def bracket_text(value: Bracket) -> str:
    """A bracketed number: exact, or to 12 digits in nats and bits.

    >>> bracket_text(Bracket.exactly(Fraction(1, 2)))
    '1/2 (exact)'
    """
    if value.is_exact and len(str(value.lower)) > _NUMBER:
        return f"{float(value):.12g} (the JSON has it exactly)"
    if value.is_exact:
        return f"{value.lower} (exact)"
    number = float(value)
    bits = number / _NATS_PER_BIT
    return f"{number:.12g} nats = {bits:.12g} bits, enclosed to {_gap(value.width)}"


def _table(channel: Matrix, weights: Masses, letters: Labels, width: int) -> list[str]:
    """The channel and P_Y below it, in columns; those for which there is no room stand below."""
    rows = [*channel[:_LONGEST_TABLE], weights]
    named = map(printable, letters) if letters else (f"x{x + 1}" for x in range(len(channel)))
    names = [f"    {cut(name, _LABEL)}" for name in list(named)[:_LONGEST_TABLE]]
    names = ["  W(x, y)", *names, "  P_Y"]
    first = max(len(_FURTHER), *(len(name) + 2 for name in names))
    columns = _columns(rows, str)
    is_rounded = first + sum(map(_room, columns)) > width + 2
    if is_rounded:
        columns = _columns(rows, _rounded)
    lines = []
    for some in _blocks(columns, width - first + 2):
        rooms = [first, *map(_room, some)]
        beside = zip(names, *some, strict=True)
        lines += ["".join(map(str.ljust, cells, rooms)).rstrip() for cells in beside]
        if len(channel) > _LONGEST_TABLE:
            lines.insert(-1, f"    .. {len(channel) - _LONGEST_TABLE} more rows")
    if is_rounded and any("." in cell for column in columns for cell in column):
        said = f"decimals are rounded to {_DIGITS} digits; the JSON has all entries exactly"
        lines += _line("", said, width)
    return lines


def _columns(rows: Sequence[Masses], written: Callable[[Fraction], str]) -> list[list[str]]:
    """Each column below its head."""
    columns = list(zip(*rows, strict=True))
    heads = outcome_names(len(columns))
    return [[head, *map(written, column)] for head, column in zip(heads, columns, strict=True)]


def outcome_names(count: int) -> Labels:
    """What so many outcomes of a design are called.

    >>> outcome_names(3)
    ('y1', 'y2', 'y3')
    """
    return tuple(f"y{y}" for y in range(1, count + 1))


def _blocks(columns: list[list[str]], room: int) -> list[list[list[str]]]:
    """The columns in parts that fit side by side."""
    blocks: list[list[list[str]]] = [[]]
    for column in columns:
        if blocks[-1] and sum(map(_room, (*blocks[-1], column))) > room:
            blocks.append([])
        blocks[-1].append(column)
    return blocks


def _room(column: list[str]) -> int:
    return max(map(len, column)) + 2


def _rounded(entry: Fraction) -> str:
    exact = str(entry)
    return exact if len(exact) <= _ENTRY else f"{float(entry):.{_DIGITS}g}"


def _prior(masses: Masses, letters: Labels) -> str:
    if letters:
        shown = masses_text("P", masses[:_LONGEST_TABLE], list(map(word, letters))[:_LONGEST_TABLE])
    else:
        shown = "  ".join(map(str, masses[:_LONGEST_TABLE]))
    return shown + (" .." if len(masses) > _LONGEST_TABLE else "")


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
