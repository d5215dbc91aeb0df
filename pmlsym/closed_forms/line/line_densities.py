"""Gaussian and Laplace densities at numbers: the outcomes of a line, read in balls.

    D_x(y) = P_Y(y) / f_x(y) = sum_x' p(x') f_x'(y)/f_x(y),      leakage at y = -log min_x D_x(y)

Along the line every D_x falls and then rises: for Gaussians it is a sum of exponentials of linear
functions of y, so it is convex; for Laplace noise it falls up to the mean of x and rises from there
on, and is constant beyond the outer means. So every event {D_x < c} is an interval, whose ends
`isolate` encloses.

`NoisyMeans` holds numbers, `line.in_balls()` the same at the precision that is set. Letters without
mass are left out, and letters with the same mean are joined to one: neither changes a leakage of
the mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count

from flint import arb, ctx

from pmlsym.errors import Unsupported
from pmlsym.numbers.balls import ball
from pmlsym.numbers.number import Number, number

INF = arb.pos_inf()
FARTHEST = 10**8  # densities at this distance are still numbers with an exponent
Function = Callable[[arb], arb]


@dataclass(frozen=True)
class NoisyMeans:
    """Distinct means with positive masses, in units of the scale; `ends` where noise is cut off."""

    kind: str
    masses: tuple[Number, ...]
    means: tuple[Number, ...]
    ends: tuple[Number, Number] | None = None

    def in_balls(self) -> LineDensities:
        """The densities on the line in balls, to enclose what has no closed form."""
        ends = None if self.ends is None else (ball(self.ends[0]), ball(self.ends[1]))
        return LineDensities(
            self.kind, tuple(map(ball, self.masses)), tuple(map(ball, self.means)), ends
        )


def line_of(
    kind: str,
    masses: Sequence[Number | Fraction],
    gaps: Sequence[Number | Fraction],
    ends: tuple[Number | Fraction, Number | Fraction] | None = None,
) -> NoisyMeans:
    """The noisy means on a line, of masses, distances of neighbours, and distances to the ends.

    Raises Unsupported where means are more than 10^8 apart.

    >>> half = Fraction(1, 2)
    >>> line_of("Laplace", [half, Fraction(0), half], [Fraction(1), Fraction(2)]).means
    (0, 3)
    """
    means, kept = [number(0)], [number(masses[0])]
    for gap, mass in zip(gaps, masses[1:], strict=True):
        if number(gap).sign():
            means.append(means[-1] + gap)
            kept.append(number(mass))
        else:
            kept[-1] = kept[-1] + mass
    if means[-1] > FARTHEST:
        raise Unsupported(f"means that are more than {FARTHEST} apart are not evaluated")
    borders = None if ends is None else (-number(ends[0]), means[-1] + ends[1])
    pairs = [(p, mean) for p, mean in zip(kept, means, strict=True) if p.sign()]
    return NoisyMeans(kind, tuple(p for p, _ in pairs), tuple(m for _, m in pairs), borders)


@dataclass(frozen=True)
class LineDensities:
    """The densities in balls; `ends` are the ends of the outcomes where the noise is cut off."""

    kind: str
    masses: tuple[arb, ...]
    means: tuple[arb, ...]
    ends: tuple[arb, arb] | None = None

    @property
    def is_normal(self) -> bool:
        """Whether the noise on a line is Gaussian, and not Laplace."""
        return self.kind == "Gaussian"

    @property
    def letters(self) -> range:
        """The letters of noise on a line, in the order of their means."""
        return range(len(self.means))

    @property
    def width(self) -> arb:
        """The width to which ends of events on a line are enclosed, without a closed form."""
        return arb(2) ** -(ctx.prec * 3 // 5)

    @cached_property
    def mirrored(self) -> LineDensities:
        """The noise on a line read from the right: means negated, masses reversed."""
        ends = None if self.ends is None else (-self.ends[1], -self.ends[0])
        means = tuple(-mean for mean in reversed(self.means))
        return LineDensities(self.kind, self.masses[::-1], means, ends)

    @cached_property
    def scales(self) -> tuple[arb, ...]:
        """The factor c_x of each density on a line, where a closed form is checked or missing."""
        if self.ends is None:
            return tuple(arb(1) / 2 for _ in self.means)
        low, high = self.ends
        return tuple(1 / (2 - (low - m).exp() - (m - high).exp()) for m in self.means)

    def mixture_ratio(self, x: int, y: arb) -> arb:
        """P_Y(y) / f_x(y) in a ball, at an outcome of noise on a line."""
        total, centre = arb(0), self.means[x]
        for z, (p, mean) in enumerate(zip(self.masses, self.means, strict=True)):
            if z == x:
                total += p
            elif self.is_normal:
                total += p * ((mean - centre) * (2 * y - mean - centre) / 2).exp()
            else:
                share = self.scales[z] / self.scales[x]
                total += p * share * (abs(y - centre) - abs(y - mean)).exp()
        return total

    def cdf(self, x: int, y: arb) -> arb:
        """P[Y <= y | x] of noise on a line, also at plus or minus infinity."""
        if not y.is_finite():
            return arb(1 if y > 0 else 0)
        mean = self.means[x]
        if self.is_normal:
            return ((mean - y) / arb(2).sqrt()).erfc() / 2
        whole = (y.min(mean) - mean).exp() + 1 - (mean - y.max(mean)).exp()
        if self.ends is not None:
            whole -= (self.ends[0] - mean).exp()
        return self.scales[x] * whole

    def mass_given(self, x: int, low: arb, high: arb) -> arb:
        """P[low < Y <= high | x] of noise on a line."""
        return (self.cdf(x, high) - self.cdf(x, low)).nonnegative_part()

    def mass(self, low: arb, high: arb) -> arb:
        """P[low < Y <= high] on a line, where a closed form is checked or missing."""
        total = arb(0)
        for x, p in enumerate(self.masses):
            total += p * self.mass_given(x, low, high)
        return total

    @cached_property
    def reach(self) -> tuple[arb, arb]:
        """Exact points beyond which the densities of noise on a line decide nothing.

        Outside D_x is constant, or the mass is far below the precision.
        """
        room = arb(0) if not self.is_normal else arb(2 * int(ctx.prec**0.5) + 2)
        return (self.means[0] - room).lower(), (self.means[-1] + room).upper()

    @cached_property
    def least_outcomes(self) -> tuple[tuple[arb, arb], ...]:
        """Exact points around each letter's outcome on a line where P_Y/f_x is least.

        An outer letter of Gaussian noise has none, D_x falls to p(x): an end of `reach` stands.
        """
        return tuple(map(self._least_outcome, self.letters))

    def _least_outcome(self, x: int) -> tuple[arb, arb]:
        """Exact points of a line around an outcome where P_Y/f_x of one letter is least."""
        if not self.is_normal:
            return self.means[x].lower(), self.means[x].upper()
        if x in (0, len(self.means) - 1):
            end = self.reach[0 if x == 0 else 1]
            return end, end
        low, high = self.reach
        room = high - low
        while not self._log_slope(x, low) < 0:
            low, room = (low - room).mid(), room * 2
        while not self._log_slope(x, high) > 0:
            high, room = (high + room).mid(), room * 2
        before, after = isolate(lambda y: self._log_slope(x, y), low, high, self.width)
        return before or low, after or high

    def _log_slope(self, x: int, y: arb) -> arb:
        """The slope of log(P_Y/f_x) at y of Gaussian noise on a line: it grows with y."""
        top = arb(0)
        for p, mean in zip(self.masses, self.means, strict=True):
            gap = mean - self.means[x]
            top += p * gap * (gap * (2 * y - mean - self.means[x]) / 2).exp()
        return top / self.mixture_ratio(x, y)

    @cached_property
    def least_ratios(self) -> tuple[arb, ...]:
        """The infimum of P_Y/f_x on a line, by letter, where a closed form is missing."""
        return tuple(map(self._least_ratio, self.letters))

    def _least_ratio(self, x: int) -> arb:
        """The infimum of P_Y/f_x over outcomes on a line, of one letter."""
        if self.is_normal and x in (0, len(self.means) - 1):
            return self.masses[x]
        if not self.is_normal:
            return self.mixture_ratio(x, self.means[x])
        low, high = self.least_outcomes[x]
        above = self.mixture_ratio(x, low)
        tangent = above * (1 + self._log_slope(x, low) * (high - low))  # D_x is convex
        return above.union(tangent.nonnegative_part())


def isolate(value: Function, low: arb, high: arb, width: arb) -> tuple[arb | None, arb | None]:
    """Exact outcomes on a line before and after the sign change of a nondecreasing function.

    value(before) < 0 < value(after), the points about `width` apart; `low <= high` are exact. The
    first is None where no point is surely before it, the second where none is surely after it.
    A sign counts only where its ball, at the precision that is set, leaves zero out. Points come
    from the false position with halved weights (Illinois), and from bisection at every third step,
    so that no shape of the function stalls them.

    >>> before, after = isolate(lambda y: y * y - 2, arb(0), arb(2), arb(2) ** -40)
    >>> bool(before**2 < 2) and bool(after**2 > 2) and bool(after - before < arb(2) ** -40)
    True
    """
    ends, values = [low, high], [value(low), value(high)]
    if values[0] > 0 or values[1] < 0:
        return (None, low) if values[0] > 0 else (high, None)
    sure = [bool(values[0] < 0), bool(values[1] > 0)]
    weights, last = list(values), None
    for step in count():
        at = _next_point(ends, weights, step)
        if ends[1] - ends[0] < width or not ends[0] < at < ends[1]:
            break
        height = value(at)
        side = 1 if height > 0 else 0 if height < 0 else None
        if side is None:
            _nearest_signed_points(value, at, ends, sure, width)
            break
        if side == last:
            weights[1 - side] = weights[1 - side] / 2
        ends[side], weights[side], sure[side], last = at, height, True, side
    return (ends[0] if sure[0] else None), (ends[1] if sure[1] else None)


def _next_point(ends: list[arb], weights: list[arb], step: int) -> arb:
    """The next outcome on a line to try for a sign change: of the secant, or the middle."""
    low, high = ends
    middle = ((low + high) / 2).mid()
    if step % 3 == 2 or not (weights[0] < 0 < weights[1]):
        return middle
    at = (low - weights[0] * (high - low) / (weights[1] - weights[0])).mid()
    return at if at.is_finite() and low < at < high else middle


def _nearest_signed_points(
    value: Function, at: arb, ends: list[arb], sure: list[bool], width: arb
) -> None:
    """Set ends to outcomes on a line with sure signs, next to one whose sign is not seen."""
    for side, sign in ((0, -1), (1, 1)):
        step = width / 4
        while (point := (at + sign * step).mid()) > ends[0] and point < ends[1]:
            if value(point) * sign > 0:
                ends[side], sure[side] = point, True
                break
            step = step * 8
