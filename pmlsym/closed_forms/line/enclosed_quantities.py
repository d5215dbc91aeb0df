"""Quantities of outcomes on a line, enclosed in balls.

The worst outcome, with D_x(y) = P_Y(y) / f_x(y) and leakage -log min_x D_x. Gaussian noise: for an
outer mean D_x falls to p(x) as y goes to infinity on its side, and the leakage tends to -log p(x).
For an inner mean D_x is convex, and its least point is enclosed by the sign of its slope;
convexity bounds D_x there from below by its tangent. So an inner mean of tiny mass can dominate:
means -10, 0, 10 with middle mass 1e-9 leak 20.7 nats near 0. Laplace noise: D_x is least at the
mean of x.

Events {f_x > s P_Y} [PML23, Defs. 5, 11, 17]:

    G_x(s) = int max(0, f_x - s P_Y)
    tv     = sum_x p(x) G_x(1)
    tail   = P_Y( union over x of {f_x > exp(tau) P_Y} )
    eml    = log max_x beta_x(delta) / delta,    beta_x(delta) = min over s >= 0 of G_x(s) + s delta

beta_x(delta) is the largest P[event | x] of an event, fractional where it has to be, of probability
delta: for every s and such a, int a f_x <= int max(0, f_x - s P_Y) + s delta, with equality for
a = 1 on {f_x > s P_Y} and a share of {f_x = s P_Y}. It is concave in delta and 0 at 0, so larger
events have no larger ratio. The minimum is of a convex function with slope delta - P_Y{f_x > s P_Y}
in s: two slopes of opposite signs bound it from below by the meeting point of their tangents.

Integrals of Gaussian outcomes. Around a mean, v = y - mu_x, up to the middle between neighbours,

    D_x = sum_z p(z) exp(g_z v - g_z^2 / 2),    g_z = mu_z - mu_x,    P_Y = phi(v) D_x
    expected_pml = sum_x int -phi D_x log D_x
    mi           = sum_x int phi ( sum_z p(z) exp(g_z v - g_z^2 / 2) (g_z v - g_z^2 / 2)
                                   - D_x log D_x )

The integrands are analytic, and integrated by Arb with proven error bounds [Johansson 2018]. Beyond
a distance T of every mean both lie between 0 and P_Y log(1/p_min), the divergence of a posterior
from the prior and its leakage being at most log(1/p_min): that is at most erfc(T/sqrt(2))
log(1/p_min).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import acb, arb, ctx

from pmlsym.closed_forms.line.line_densities import INF, LineDensities, NoisyMeans, isolate
from pmlsym.numbers.balls import DIGITS, enclosed_nonnegative_number, ends_of
from pmlsym.numbers.interval import Interval
from pmlsym.numbers.number import Exact, Number, log_of


def worst_outcome(line: NoisyMeans) -> tuple[Number, int]:
    """The worst leakage of noise on a line, enclosed, and the place of a letter that has it.

    >>> from fractions import Fraction
    >>> from pmlsym.closed_forms.line.line_densities import line_of
    >>> worst_outcome(line_of("Gaussian", [Fraction(1, 3), Fraction(2, 3)], [Fraction(1)]))
    (log(3), 0)
    """
    leakages = []
    for x, mass in enumerate(line.masses):
        outer = line.kind == "Gaussian" and x in (0, len(line.masses) - 1)
        leakages.append(-log_of(mass) if outer else _inner_leakage(line, x))
    lows, highs = zip(*(value.enclose(DIGITS) for value in leakages), strict=True)
    best = lows.index(max(lows))
    near = [x for x in range(len(leakages)) if highs[x] >= lows[best]]
    if all(isinstance(leakages[x], Exact) for x in near):
        best = max(near, key=lambda x: (leakages[x], -x))
    elif len(near) > 1:  # letters that lie alike leak alike, which no interval shows
        largest = enclosed_nonnegative_number(
            lambda: worst_ratio(line.in_balls()).log(), "the worst case"
        )
        return largest, near[0]
    return leakages[best], best


def total_variation(line: LineDensities) -> arb:
    """The total variation of noise on a line, enclosed as it has no closed form."""
    total = arb(0)
    for x, p in enumerate(line.masses):
        total += p * excess(line, x, arb(1))[0]
    return total


def tail_probability(line: LineDensities, ratio: arb) -> arb:
    """P[max_x f_x / P_Y > ratio] of noise on a line, enclosed as it has no closed form."""
    if ratio == 1:
        return arb(1)  # no interval of outcomes has all ratios one
    letters = (x for x in line.letters if not line.least_ratios[x] * ratio > 1)
    events = [event(line, x, 1 / ratio) for x in letters]
    low = _mass_of_union(line, [each.inside for each in events if each.inside is not None])
    high = _mass_of_union(line, [each.outside for each in events])
    return low.union(high).min(arb(1))


def event_ratio(line: LineDensities, delta: arb) -> arb:
    """max_x beta_x(delta) / delta for 0 < delta <= 1, of noise on a line, enclosed in a ball."""
    best = arb(1)
    for x in line.letters:
        best = best.max(_largest_share(line, x, delta) / delta)
    return best


def mutual_information(line: LineDensities) -> arb:
    """I(X; Y) of Gaussian noise on a line, enclosed as it has no closed form.

    >>> from fractions import Fraction
    >>> from pmlsym.closed_forms.line.line_densities import line_of
    >>> line = line_of("Gaussian", [Fraction(1, 2)] * 2, [Fraction(1)]).in_balls()
    >>> print(mutual_information(line).str(6, radius=False))
    0.111421
    """
    return _gaussian_integral(line, is_expected=False)


def expected_leakage(line: LineDensities) -> arb:
    """The mean leakage of Gaussian noise on a line, enclosed as it has no closed form."""
    return _gaussian_integral(line, is_expected=True)


@dataclass(frozen=True)
class OutcomeInterval:
    """An interval between an inner one, if it surely has outcomes, and an outer one."""

    inside: tuple[arb, arb] | None
    outside: tuple[arb, arb]


def event(line: LineDensities, x: int, level: arb) -> OutcomeInterval:
    """The interval of outcomes on a line where P_Y(y) / f_x(y) < level, between exact ends.

    >>> from fractions import Fraction
    >>> from pmlsym.closed_forms.line.line_densities import line_of
    >>> line = line_of("Gaussian", [Fraction(1, 2)] * 2, [Fraction(1)]).in_balls()
    >>> bool(abs(event(line, 0, arb(1)).outside[1] - 1 / arb(2)) < line.width)
    True
    """
    right = _right_border(line, x, level)
    left = _right_border(line.mirrored, len(line.means) - 1 - x, level)
    inside = None
    if left[0] is not None and right[0] is not None and -left[0] < right[0]:
        inside = -left[0], right[0]
    return OutcomeInterval(inside, (-left[1], right[1]))


def excess(line: LineDensities, x: int, s: arb) -> tuple[arb, arb]:
    """int max(0, f_x - s P_Y) of noise on a line, and the probability of {f_x > s P_Y}."""
    interval = event(line, x, 1 / s)
    low, high = interval.outside
    if interval.inside is None:
        most = line.mass_given(x, low, high) * (1 - s * line.least_ratios[x]).nonnegative_part()
        return arb(0).union(most), arb(0).union(line.mass(low, high))
    left, right = interval.inside
    share, mass = line.mass_given(x, left, right), line.mass(left, right)
    total, most = (share - s * mass).nonnegative_part(), arb(0)
    for a, b, edge in ((low, left, left), (right, high, right)):
        if a < b:
            falls = line.is_normal and not (a.is_finite() and b.is_finite())
            depth = line.least_ratios[x] if falls else line.mixture_ratio(x, edge)
            most += line.mass_given(x, a, b) * (1 - s * depth).nonnegative_part()
    return total + arb(0).union(most), mass.union(line.mass(low, high))


def worst_ratio(line: LineDensities) -> arb:
    """The supremum, over outcomes on a line and letters, of f_x / P_Y, enclosed in a ball."""
    least = line.least_ratios[0]
    for other in line.least_ratios[1:]:
        least = least.min(other)
    return 1 / least


def _inner_leakage(line: NoisyMeans, x: int) -> Number:
    """The largest leakage of an inner mean of noise on a line, enclosed."""
    return enclosed_nonnegative_number(
        lambda: -line.in_balls().least_ratios[x].log(), "the worst case"
    )


def _right_border(line: LineDensities, x: int, level: arb) -> tuple[arb | None, arb]:
    """Points on a line around the right end of P_Y / f_x < level; the first None if unsure."""
    if not level > 0:
        return None, line.least_outcomes[x][1]
    bar = level.log()

    def height(y: arb) -> arb:
        """log(P_Y / f_x) less the log of the level, at outcome y of noise on a line."""
        return line.mixture_ratio(x, y).log() - bar

    start = line.least_outcomes[x][1]
    far = max(start, line.reach[1])
    if height(far) < 0:
        return (far if line.is_normal else INF), INF
    before, after = isolate(height, start, far, line.width)
    return before, INF if after is None else after


def _mass_of_union(line: LineDensities, intervals: Sequence[tuple[arb, arb]]) -> arb:
    """The probability of a union of intervals of outcomes on a line, with exact ends."""
    total, reached = arb(0), -INF
    for low, high in sorted(intervals, key=lambda interval: interval[0]):
        if high > reached:
            total += line.mass(low.max(reached), high)
            reached = high
    return total


@dataclass(frozen=True)
class _Tangent:
    """U(s) = G_x(s) + s delta and its slope at a place."""

    place: arb
    value: arb
    slope: arb


def _largest_share(line: LineDensities, x: int, delta: arb) -> arb:
    """The largest P[event | x] of an event of probability delta on a line, enclosed."""
    tangents: dict[Interval, _Tangent] = {}

    def at(s: arb) -> _Tangent:
        """The tangent at s of the function on a line whose minimum is the largest P[event | x]."""
        key = ends_of(s)
        if key not in tangents:
            share, mass = excess(line, x, s)
            tangents[key] = _Tangent(s, share + s * delta, delta - mass)
        return tangents[key]

    last = (1 / line.least_ratios[x]).upper()
    ends = [_Tangent(arb(0), arb(1), delta - 1), _Tangent(last, last * delta, delta)]
    near = arb(2) ** -(ctx.prec // 2)
    for kink in _tail_kinks(line, x):
        for s in (kink * (1 - near), kink * (1 + near)):
            _narrow_ends(ends, at(s.mid()))
    # below 2^-precision U differs from U(0) = 1 by less than the precision
    # The search for the place where the slope changes sign is made in the logarithm of s, as it may
    # be near zero; all tangents met on the way narrow the ends.
    start, stop = (end.place.max(arb(2) ** -ctx.prec).log().mid() for end in ends)
    isolate(lambda power: at(power.exp().mid()).slope, start, stop, near)
    for tangent in tangents.values():
        _narrow_ends(ends, tangent)
    place, least = _meeting_point(*ends)
    low, high = ends
    least, most = least.lower(), min(low.value.upper(), high.value.upper())
    if low.place < place < high.place:
        at(place)
    for tangent in tangents.values():
        if low.place <= tangent.place <= high.place:
            most = min(most, tangent.value.upper())
            # where the slope is too small to have a sign, U is flat up to the slope
            reach = (high.place - tangent.place).max(tangent.place - low.place)
            least = max(least, (tangent.value - abs(tangent.slope) * reach).lower())
    return least.union(most)


def _tail_kinks(line: LineDensities, x: int) -> list[arb]:
    """The values of s at which a whole tail of Laplace noise on a line has f_x = s P_Y."""
    if line.is_normal:
        return []
    return [(1 / line.mixture_ratio(x, mean)).mid() for mean in (line.means[0], line.means[-1])]


def _narrow_ends(ends: list[_Tangent], tangent: _Tangent) -> None:
    """Move the end on the side of a tangent's slope to it, for an event of noise on a line."""
    if ends[0].place < tangent.place < ends[1].place:
        if tangent.slope < 0:
            ends[0] = tangent
        elif tangent.slope > 0:
            ends[1] = tangent


def _meeting_point(low: _Tangent, high: _Tangent) -> tuple[arb, arb]:
    """The place and value where two tangents meet that enclose an event of noise on a line."""
    width = high.place - low.place
    step = (low.value - high.value + high.slope * width) / (high.slope - low.slope)
    step = step.max(arb(0)).min(width) if step.is_finite() else arb(0).union(width)
    return (low.place + step).mid(), low.value + low.slope * step


def _gaussian_integral(line: LineDensities, *, is_expected: bool) -> arb:
    """The mutual information, or mean leakage, of Gaussian noise on a line, by Arb."""
    reach = (arb(3) * ctx.prec / 2).sqrt().upper()
    total = arb(0)
    for x, mean in enumerate(line.means):
        low, high = -reach, reach
        if x > 0:
            low = low.max((line.means[x - 1] - mean) / 2)
        if x + 1 < len(line.means):
            high = high.min((line.means[x + 1] - mean) / 2)
        total += _integral_around(line, x, low, high, is_expected=is_expected)
    least = INF
    for p in line.masses:
        least = least.min(p)
    beyond = (reach / arb(2).sqrt()).erfc() * -least.log()
    return total + arb(0).union(beyond)


def _integral_around(line: LineDensities, x: int, low: arb, high: arb, *, is_expected: bool) -> arb:
    """The part of that Gaussian integral on a line that lies around one mean, by Arb."""
    gaps = [mean - line.means[x] for mean in line.means]

    def integrand(v: acb, analytic: bool) -> acb:
        """The integrand of mutual information or mean leakage near one mean on a line."""
        whole, pulled = acb(0), acb(0)
        for p, gap in zip(line.masses, gaps, strict=True):
            log_ratio = gap * v - gap * gap / 2
            term = p * log_ratio.exp()
            whole += term
            pulled += term * log_ratio
        inner = -whole * whole.log(analytic=analytic)
        return (-v * v / 2).exp() * (inner if is_expected else inner + pulled)

    goal = arb(2) ** (10 - ctx.prec)
    integral = acb.integral(integrand, acb(low), acb(high), rel_tol=goal, abs_tol=goal)
    return integral.real / (2 * arb.pi()).sqrt()
