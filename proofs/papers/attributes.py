"""Attributes U of a secret and gains: U-leakage, g-leakage, the shattering channel, U_g of a gain.

    exp l_U(X->y) = max_u P_{U|Y=y}(u) / max_u P_U(u)
    exp l_g(X->y) = max_guess sum_x g(x,guess) P_{X|Y=y}(x) / max_guess sum_x g(x,guess) P_X(x)

An attribute has rows P_{U|X}; a gain is a matrix of nonnegative rationals with a row for each
letter. Source: [PML23, App. A].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from random import Random

from proofs.papers.drawing import draw_rows, drawn
from proofs.papers.joint import Joint, Row, Rows, mean_of

Gain = Rows


def law_given(joint: Joint, rows: Rows, y: int) -> Row:
    """P_{U|Y=y}; an outcome of probability zero changes nothing.

    >>> from proofs.papers.joint import matrix, uniform
    >>> law_given(Joint(uniform(2), matrix("1 0; 0 1")), matrix("1 0; 0 1"), 0)
    (Fraction(1, 1), Fraction(0, 1))
    """
    return mean_of(joint.posterior(y) if joint.masses[y] else joint.prior, rows)


def gain_leakage(joint: Joint, y: int, gain: Gain) -> Fraction:
    """exp l_g(X->y), for a gain that is positive somewhere on the support of X.

    >>> from proofs.papers.joint import matrix, uniform
    >>> gain_leakage(Joint(uniform(2), matrix("1 0; 0 1")), 0, matrix("1 0; 0 1"))
    Fraction(2, 1)
    """
    before = max(mean_of(joint.prior, gain))
    return max(mean_of(joint.posterior(y), gain)) / before


def attribute_leakage(joint: Joint, y: int, attribute: Rows) -> Fraction:
    """exp l_U(X->y), for the rows of P_{U|X}; it is the g-leakage of the gain P_{U|X=x}(u)."""
    return gain_leakage(joint, y, attribute)


def chunks(size: Fraction) -> tuple[Fraction, ...]:
    """1 cut into pieces of `size`, and what remains as a last one if 1/size is no integer.

    >>> chunks(Fraction(2, 5))
    (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))
    """
    whole = floor(1 / size)
    rest = 1 - whole * size
    return (size,) * whole + ((rest,) if rest else ())


def shattering(prior: Row) -> Rows:
    """The shattering channel [PML23, Def. 2]; a letter of mass zero gets letters of its own.

    >>> from proofs.papers.joint import vector
    >>> shattering(vector("2/3 1/3"))[0]
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    least = min(mass for mass in prior if mass > 0)
    pieces = [chunks(least / mass) if mass else (Fraction(1),) for mass in prior]
    return _apart(pieces)


def printed_shares(size: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """All values that the printed cases of the construction give to each letter j of one x.

    >>> printed_shares(Fraction(1, 2))
    ((Fraction(1, 2),), (Fraction(1, 2), Fraction(0, 1)))
    """
    whole, last = floor(1 / size), ceil(1 / size)
    return tuple(
        (*((size,) if j <= whole else ()), *((1 - whole * size,) if j == last else ()))
        for j in range(1, last + 1)
    )


@dataclass(frozen=True)
class Construction:
    """U_g of a gain at an outcome: its rows P_{U|X}, and the case of Appendix A it is of."""

    rows: Rows
    case: str


def attribute_of_gain(joint: Joint, y: int, gain: Gain, extra: int | None = None) -> Construction:
    """U_g with l_{U_g}(X->y) = l_g(X->y), by the cases of [PML23, App. A].

    `extra` is the number of letters given to each group of x whose gain is zero; if it is not
    given, one that suffices for numerator and denominator. The gain is positive at the posterior.
    """
    scaled = _scaled(gain)
    after = mean_of(joint.posterior(y), scaled)
    before = mean_of(joint.prior, scaled)
    best_after, best_before = max(after), max(before)
    enough = extra or ceil(2 / min(best_after, best_before))
    both = [k for k in range(len(after)) if (after[k], before[k]) == (best_after, best_before)]
    if both:
        return Construction(_spread([_column(scaled, both[0])], enough), "case 1")
    after_guess, before_guess = after.index(best_after), before.index(best_before)
    columns = [_column(scaled, after_guess), _column(scaled, before_guess)]
    supports = [{x for x, g in enumerate(column) if g} for column in columns]
    case = "case 2.1" if supports[0] == supports[1] else "case 2.2"
    return Construction(_spread(columns, enough), case)


def _spread(columns: Sequence[Row], extra: int) -> Rows:
    """The equal mixture of one attribute a column; a letter without gain in all goes to `extra`."""
    rows: list[Row] = [()] * len(columns[0])
    nowhere = {x for x in range(len(rows)) if not any(column[x] for column in columns)}
    for column in columns:
        pieces = [chunks(size) if size else () for size in column]
        width = max(map(len, pieces))
        for x, shares in enumerate(pieces):
            padded = (*shares, *(Fraction(0),) * (width - len(shares)))
            idle = not shares and x not in nowhere
            rest = (Fraction(1, extra) if idle else Fraction(0),) * extra
            rows[x] += tuple(share / len(columns) for share in (*padded, *rest))
    return tuple(
        (*row, *(Fraction(1, extra) if x in nowhere else Fraction(0),) * extra)
        for x, row in enumerate(rows)
    )


def _scaled(gain: Gain) -> Gain:
    largest = max(max(row) for row in gain)
    return tuple(tuple(entry / largest for entry in row) for row in gain)


def _column(gain: Gain, guess: int) -> Row:
    return tuple(row[guess] for row in gain)


def _apart(pieces: Sequence[Sequence[Fraction]]) -> Rows:
    """Each letter's pieces on letters of its own."""
    rows = []
    for x in range(len(pieces)):
        row: list[Fraction] = []
        for other, shares in enumerate(pieces):
            row += shares if other == x else [Fraction(0)] * len(shares)
        rows.append(tuple(row))
    return tuple(rows)


@drawn
def draw_attribute(random: Random, letters: int, *, largest: int = 4) -> Rows:
    """Rows P_{U|X}, deterministic and constant ones among them.

    >>> len(draw_attribute(Random(1), 3))
    3
    """
    return draw_rows(random, letters, random.randint(1, largest))
