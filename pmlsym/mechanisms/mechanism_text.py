"""An optimal mechanism as text: prior, channel, guarantees, utility and the proof of optimality."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from pmlsym.calculus.data import Labels, masses_text, printable, word
from pmlsym.language.display import WIDTH, cut, fitted
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanisms.bracket import Bracket
from pmlsym.mechanisms.guarantee import rounded_levels
from pmlsym.mechanisms.saved_mechanism import SavedMechanism
from pmlsym.model.distribution import Masses

_LONGEST_TABLE = 64
_PRICES = 5
_NATS_PER_BIT = 0.6931471805599453

_LABEL = 24
"""Characters of a label in the table."""

_ENTRY, _DIGITS = 20, 12
"""Characters of an exact entry in a table that does not fit, and digits of the decimals that
replace longer ones: quotients of multiples of 2^-64 have a hundred characters."""

_NUMBER = 40
"""Characters of an exact number in a line."""

_ROUNDED = (
    "irrational, and rounded to a rational just below; the mechanism is private at"
    " eps, and optimal for the rounded level"
)

_NO_BETTER = "one answer to every letter, which tells nothing, has the same utility"

_FURTHER = " " * 13
"""The indentation of further lines, below the words `prior`, `guarantee` and `optimal`."""


def mechanism_text(saved: SavedMechanism, *, width: int = WIDTH) -> str:
    """The optimal mechanism in words: channel, guarantees, utility, certificate of optimality."""
    certificate, value = saved.certificate, saved.value
    lines = [
        *fitted(mechanism_head(saved), width),
        *_labelled_lines("prior", _prior_text(saved.prior, saved.inputs), width),
        *_channel_table(saved.channel, saved.P_Y, saved.inputs, width),
    ]
    for rule, name in zip(saved.rules, saved.guarantees, strict=True):
        problem = rule.violation(saved.prior, saved.channel)
        finding = f"VIOLATED: {problem}" if problem else "verified exactly on the channel"
        lines += _labelled_lines("guarantee", f"{name}: {finding}", width)
    if rounded := rounded_levels(saved.rules):
        lines += _labelled_lines("level", f"{rounded}: {_ROUNDED}", width)
    prices = certificate.prices[:_PRICES]
    numbers = (value.lower, certificate.bound, *prices)
    exact = value.is_exact and all(len(str(number)) <= _NUMBER for number in numbers)
    shown = [str(price) if exact else f"{float(price):.12f}" for price in prices]
    more = ", .." if len(certificate.prices) > _PRICES else ""
    bound = f"no private mechanism exceeds {_bound_text(certificate.bound, exact)} = y . p,"
    covered = "y . r >= u(r) at every allowed posterior r, by knapsacks"
    if certificate.vertices:
        covered = f"y . v >= u(v) at all {certificate.vertices} vertices v of the polytope"
    lines += [
        *_labelled_lines("utility", bracket_text(value), width),
        *_labelled_lines("optimal", bound, width),
        *_labelled_lines("", f"where y(x) = {', '.join(shown)}{more}", width),
        *_labelled_lines("", f"and {covered}; gap {_gap_text(certificate.gap)}", width),
    ]
    if saved.objective is not None:
        constant = saved.objective.at(saved.prior, saved.prior)
        if certificate.bound <= constant.lower:  # every posterior is the prior
            lines += _labelled_lines("constant", _NO_BETTER, width)
    return "\n".join(lines)


def mechanism_head(saved: SavedMechanism) -> str:
    """The utility that a mechanism is optimal for, and the guarantees that it keeps, in words."""
    return f"Optimal mechanism for {saved.utility} under {' and '.join(saved.guarantees)}"


def _labelled_lines(name: str, text: str, width: int) -> list[str]:
    """Words about an optimal mechanism behind a label, which stands in the first line alone."""
    return fitted(text, width, f"  {name}".ljust(len(_FURTHER)), _FURTHER)


def bracket_text(value: Bracket) -> str:
    """A mechanism's bracketed utility as text: exact, or to 12 digits in nats and bits.

    >>> bracket_text(Bracket.exactly(Fraction(1, 2)))
    '1/2 (exact)'
    """
    if value.is_exact and len(str(value.lower)) > _NUMBER:
        return f"{float(value):.12g} (the JSON has it exactly)"
    if value.is_exact:
        return f"{value.lower} (exact)"
    number = float(value)
    bits = number / _NATS_PER_BIT
    return f"{number:.12g} nats = {bits:.12g} bits, enclosed to {_gap_text(value.width)}"


def _channel_table(channel: Matrix, weights: Masses, letters: Labels, width: int) -> list[str]:
    """The channel of an optimal mechanism above P_Y, as many columns side by side as fit."""
    rows = [*channel[:_LONGEST_TABLE], weights]
    named = map(printable, letters) if letters else (f"x{x + 1}" for x in range(len(channel)))
    names = [f"    {cut(name, _LABEL)}" for name in list(named)[:_LONGEST_TABLE]]
    names = ["  W(x, y)", *names, "  P_Y"]
    first = max(len(_FURTHER), *(len(name) + 2 for name in names))
    columns = _columns_with_heads(rows, str)
    is_rounded = first + sum(map(_column_width, columns)) > width + 2
    if is_rounded:
        columns = _columns_with_heads(rows, _short_entry)
    lines = []
    for some in _blocks_that_fit(columns, width - first + 2):
        rooms = [first, *map(_column_width, some)]
        cells_by_row = zip(names, *some, strict=True)
        lines += ["".join(map(str.ljust, cells, rooms)).rstrip() for cells in cells_by_row]
        if len(channel) > _LONGEST_TABLE:
            lines.insert(-1, f"    .. {len(channel) - _LONGEST_TABLE} more rows")
    if is_rounded and any("." in cell for column in columns for cell in column):
        note = f"decimals are rounded to {_DIGITS} digits; the JSON has all entries exactly"
        lines += _labelled_lines("", note, width)
    return lines


def _columns_with_heads(
    rows: Sequence[Masses], written: Callable[[Fraction], str]
) -> list[list[str]]:
    """The channel of an optimal mechanism by columns, each below its outcome's name."""
    columns = list(zip(*rows, strict=True))
    heads = outcome_names(len(columns))
    return [[head, *map(written, column)] for head, column in zip(heads, columns, strict=True)]


def outcome_names(count: int) -> Labels:
    """The names of that many outcomes of an optimal mechanism.

    >>> outcome_names(3)
    ('y1', 'y2', 'y3')
    """
    return tuple(f"y{y}" for y in range(1, count + 1))


def _blocks_that_fit(columns: list[list[str]], room: int) -> list[list[list[str]]]:
    """The columns of an optimal mechanism's channel in blocks, each at most `room` wide."""
    blocks: list[list[list[str]]] = [[]]
    for column in columns:
        if blocks[-1] and sum(map(_column_width, (*blocks[-1], column))) > room:
            blocks.append([])
        blocks[-1].append(column)
    return blocks


def _column_width(column: list[str]) -> int:
    """How wide one outcome's column of an optimal mechanism is, with the space behind it."""
    return max(map(len, column)) + 2


def _short_entry(entry: Fraction) -> str:
    """An entry of an optimal mechanism's channel, as a decimal where the fraction is long."""
    exact = str(entry)
    return exact if len(exact) <= _ENTRY else f"{float(entry):.{_DIGITS}g}"


def _prior_text(masses: Masses, letters: Labels) -> str:
    """The prior that a mechanism is optimal for, with the names of its letters if it has any."""
    if letters:
        shown = masses_text("P", masses[:_LONGEST_TABLE], list(map(word, letters))[:_LONGEST_TABLE])
    else:
        shown = "  ".join(map(str, masses[:_LONGEST_TABLE]))
    return shown + (" .." if len(masses) > _LONGEST_TABLE else "")


def _bound_text(value: Fraction, exact: bool) -> str:
    """The certified bound on every mechanism's utility, rounded up where it is rounded."""
    if exact:
        return str(value)
    up = Context(prec=12, rounding=ROUND_CEILING)
    return str(up.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _gap_text(gap: Fraction) -> str:
    """The gap between a mechanism's utility and the proven bound, to two digits."""
    return "0" if gap == 0 else f"{float(gap):.1e}"
