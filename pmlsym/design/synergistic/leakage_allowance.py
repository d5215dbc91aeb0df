"""C_1(alpha) for a binary W tilde, between proven bounds: what a leakage allowance about X buys.

C_1(alpha) = max I(W~; Y) over X - W~ - Y with I(X; Y) <= alpha [PSP, eq. 38]. With q = P(W~=1|Y),

    I(W~; Y) - c I(X; Y) = E phi(q),   phi(q) = H(W~) - h(q) - c (H(X) - H(X | q)),

so for every price c >= 0 the least affine function above phi, read at the prior, is a bound B(c),
and C_1(alpha) <= B(c) + c alpha. The affine function is checked on [0, 1] by subdivision: on an
interval -h(q) is at most its chord and H(X | q) at most its tangent, so that the excess is largest
at an end. The splits that touch it are mechanisms, whose exact values and leakages bound C_1 from
below, also in between, since C_1 is concave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pmlsym.design.bracket import Bracket, binary_entropy, entropy, logarithm, total
from pmlsym.design.distribution import Masses, Number
from pmlsym.design.model_objects import Rows
from pmlsym.design.synergistic.private_information import PrivateInformation, private_information
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.model.prior import Prior

_GRID = 2**14
_SHORT = 96
_TOLERANCE = Fraction(1, 10**7)


@dataclass(frozen=True)
class PricedSplit:
    """The best split of W~ at a price for leakage, and the certified bound at that price."""

    price: Fraction
    weights: Masses
    posteriors: Masses
    value: Bracket
    leakage: Bracket
    bound: Fraction

    @property
    def gap(self) -> Fraction:
        """bound - (value - price * leakage): how far from the best the split can be."""
        return self.bound - (self.value - self.leakage.scaled(self.price)).lower


STEPS = 16
"""How often the price is halved into place; each step may narrow the bracket."""


def leakage_allowance(
    latent: Prior | Sequence[Number],
    channel: Rows,
    allowance: Fraction,
    *,
    steps: int = STEPS,
) -> Bracket:
    """C_1(allowance) between proven bounds, in nats, for a binary W tilde.

    The price of leakage is bisected until the best split uses the allowance. Raises InvalidInput
    for an allowance outside [0, I(X; W~)] and Unsupported when W tilde is not binary.

    >>> flip = [["9/10", "1/10"], ["1/10", "9/10"]]
    >>> found = leakage_allowance(["1/2", "1/2"], flip, Fraction(1, 10))
    >>> round(float(found), 5), float(found.width) < 1e-5
    (0.18832, True)
    """
    merged = private_information(latent, channel)
    if len(merged.masses) != 2:
        raise Unsupported(f"W tilde has {len(merged.masses)} values; this needs a binary one")
    most = _leakage(merged, Fraction(0)).scaled(1 - merged.masses[1]) + _leakage(
        merged, Fraction(1)
    ).scaled(merged.masses[1])
    if not 0 <= allowance <= most.upper:
        raise InvalidInput(f"the allowance is between 0 and I(X; W~) = {float(most):.6g} nats")
    splits = _bisected(merged, allowance, steps)
    upper = min([split.bound + split.price * allowance for split in splits] + [merged.amount.upper])
    points = [(Fraction(0), Fraction(0)), (most.upper, merged.amount.lower)]
    points += [(split.leakage.upper, split.value.lower) for split in splits]
    return Bracket(min(_hull_at(points, allowance), upper), upper)


def priced_split(merged: PrivateInformation, price: Fraction) -> PricedSplit:
    """The best split at a price, with the certified bound on I(W~; Y) - price * I(X; Y).

    >>> even = (Fraction(1, 2), Fraction(1, 2))
    >>> merged = private_information(even, [["9/10", "1/10"], ["1/10", "9/10"]])
    >>> free = priced_split(merged, Fraction(0))
    >>> free.posteriors, float(free.gap) < 1e-9
    ((Fraction(0, 1), Fraction(1, 1)), True)
    """
    prior = merged.masses[1]
    low, high = _touching(merged, price, prior)
    weights: Masses = (
        ((high - prior) / (high - low), (prior - low) / (high - low))
        if (low < prior < high)
        else (Fraction(1),)
    )
    ends = (low, high) if len(weights) == 2 else (prior,)
    value = total(
        (merged.amount - binary_entropy(q)).scaled(w) for w, q in zip(weights, ends, strict=True)
    )
    leakage = total(_leakage(merged, q).scaled(w) for w, q in zip(weights, ends, strict=True))
    bound = _certified(merged, price, prior, ends)
    return PricedSplit(price, weights, ends, value, leakage, bound)


def _bisected(merged: PrivateInformation, allowance: Fraction, steps: int) -> list[PricedSplit]:
    """Splits at prices that close in on the one at which the allowance is used."""
    splits = [priced_split(merged, Fraction(0)), priced_split(merged, Fraction(1))]
    while splits[-1].leakage.upper > allowance and splits[-1].price < 2**10:
        splits.append(priced_split(merged, 2 * splits[-1].price))
    high = splits[-1].price
    low = splits[-2].price
    for _ in range(steps):
        split = priced_split(merged, (low + high) / 2)
        splits.append(split)
        if split.leakage.upper > allowance:
            low = split.price
        else:
            high = split.price
    return splits


def _leakage(merged: PrivateInformation, q: Fraction) -> Bracket:
    """H(X) - H(X | q)."""
    return entropy(_law(merged, merged.masses[1])) - entropy(_law(merged, q))


def _law(merged: PrivateInformation, q: Fraction) -> Masses:
    return tuple((1 - q) * a + q * b for a, b in zip(*merged.channel, strict=True))


def _phi(merged: PrivateInformation, price: Fraction, q: Fraction) -> Bracket:
    gain = merged.amount - binary_entropy(q, precision=_SHORT)
    return gain - _leakage(merged, q).scaled(price)


def _touching(
    merged: PrivateInformation, price: Fraction, prior: Fraction
) -> tuple[Fraction, Fraction]:
    """The two points where the concave hull of phi touches it around the prior, on finer grids."""
    low, high = Fraction(0), Fraction(1)
    step, left, right = Fraction(1, 64), (Fraction(0), prior), (prior, Fraction(1))
    while True:
        lows = _grid(left, step, prior)
        highs = _grid(right, step, prior)
        values = {q: float(_phi(merged, price, q)) for q in (*lows, *highs)}

        def at_prior(a: Fraction, b: Fraction, values: dict[Fraction, float] = values) -> float:
            if a == b:
                return values[a]
            share = float((prior - a) / (b - a))
            return (1 - share) * values[a] + share * values[b]

        low, high = max(((a, b) for a in lows for b in highs), key=lambda pair: at_prior(*pair))
        if step < Fraction(1, _GRID):
            return low, high
        left = (max(Fraction(0), low - step), min(prior, low + step))
        right = (max(prior, high - step), min(Fraction(1), high + step))
        step /= 16


def _grid(ends: tuple[Fraction, Fraction], step: Fraction, prior: Fraction) -> list[Fraction]:
    count = int((ends[1] - ends[0]) / step)
    inner = {ends[0] + k * step for k in range(count + 1)}
    return sorted(inner | {ends[0], ends[1]} | ({prior} & set(ends)))


def _certified(
    merged: PrivateInformation, price: Fraction, prior: Fraction, ends: Masses
) -> Fraction:
    """a + b * prior for an affine a + b q proven to be above phi on [0, 1]."""
    if len(ends) == 2:
        first, second = (_phi(merged, price, q).middle for q in ends)
        slope = (second - first) / (ends[1] - ends[0])
    else:
        first, slope = _phi(merged, price, prior).middle, _slope(merged, price, prior)
    constant = first - slope * ends[0]
    cuts = sorted({Fraction(k, 32) for k in range(33)} | set(ends))
    pending = list(pairwise(cuts))
    reached = lift = Fraction(0)
    while pending:
        left, right = pending.pop()
        middle = (left + right) / 2
        excess = _excess(merged, price, left, right, constant, slope)
        if excess > reached + _TOLERANCE and excess > lift:
            # phi itself may be above the line here; what it reaches need not be split away.
            reached = max(reached, _phi(merged, price, middle).upper - constant - slope * middle)
        if excess <= max(lift, reached + _TOLERANCE) or right - left < Fraction(1, 2**22):
            lift = max(lift, excess)
        else:
            pending += [(left, middle), (middle, right)]
    return constant + lift + slope * prior


def _excess(
    merged: PrivateInformation,
    price: Fraction,
    left: Fraction,
    right: Fraction,
    constant: Fraction,
    slope: Fraction,
) -> Fraction:
    """An upper bound on phi(q) - constant - slope q over the interval."""
    middle = (left + right) / 2
    law = _law(merged, middle)
    tangent = [
        (b - a, -logarithm(m).middle) for a, b, m in zip(*merged.channel, law, strict=True) if m
    ]
    rate = sum((move * surprise for move, surprise in tangent), Fraction(0))
    spread = sum((abs(move) for move, _ in tangent), Fraction(0)) * Fraction(1, 2**150)
    base = entropy(law).upper - entropy(_law(merged, merged.masses[1])).lower
    worst: list[Fraction] = []
    for q in (left, right):
        line = base + rate * (q - middle) + spread * (right - left)
        # H(W) - h(q) is exact at the ends of its chord; the price is nonnegative.
        worst.append(
            merged.amount.upper - binary_entropy(q).lower + price * line - constant - slope * q
        )
    return max(worst)


def _slope(merged: PrivateInformation, price: Fraction, q: Fraction) -> Fraction:
    """The derivative of phi inside (0, 1), to the middle of its enclosure."""
    law = _law(merged, q)
    heat: Fraction = sum(
        ((b - a) * -logarithm(m).middle for a, b, m in zip(*merged.channel, law, strict=True) if m),
        Fraction(0),
    )
    return logarithm(q).middle - logarithm(1 - q).middle + price * heat


def _hull_at(points: Sequence[tuple[Fraction, Fraction]], allowance: Fraction) -> Fraction:
    """The best time sharing between two known points with mean leakage at most the allowance."""
    best = max(value for leakage, value in points if leakage <= allowance)
    for (a, low), (b, high) in ((p, q) for p in points for q in points):
        if a <= allowance < b:
            share = (allowance - a) / (b - a)
            best = max(best, (1 - share) * low + share * high)
    return best
