"""dp-accounting: hockey-stick curves, Renyi orders and composition, in floats and in nats.

Its privacy loss distributions round losses to a grid. Where all losses lie on the grid nothing is
rounded, and values have to agree; elsewhere ours has to lie between its optimistic and its
pessimistic estimate. Curves of noise with a density, and of geometric noise, it has in closed form.
https://github.com/google/differential-privacy/tree/main/python/dp_accounting
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import permutations
from math import exp, inf, log, sqrt
from random import Random
from typing import Any

import dp_accounting
import numpy as np
from dp_accounting import pld
from dp_accounting.pld import privacy_loss_mechanism
from dp_accounting.rdp import rdp_privacy_accountant

from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.subjects import subjects
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.line.line_values import enclosed_form, numbers_on_line
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.listed import family_named
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational
from pmlsym.own_data.repeated_uses import RepeatedUses
from pmlsym.pages.mechanism_findings import channel_of_family
from tests.crosscheck.peers.cases import Case, Masses, Rows, beside, entries_text
from tests.crosscheck.peers.comparison import Comparison, tenth

PACKAGE = "dp-accounting"
GRID = log(2)
FINE = 1e-4
"""The grid of losses that the peer takes where none is named."""

ORDERS = {"3/2": 1.5, "2": 2.0, "3": 3.0, "11/2": 5.5, "20": 20.0}
MOST_USES = 12
ONE_USE = 1
SECTIONS = 80
"""Golden sections, after which less is left of an interval than a float resolves."""

distributions = pld.privacy_loss_distribution


@dataclass(frozen=True)
class Response:
    """Randomised response of k letters, which answers at random with probability `noise`."""

    letters: int
    noise: Fraction
    level: Fraction
    delta: Fraction
    uses: int

    @property
    def rows(self) -> Rows:
        """Its channel."""
        other, own = self.noise / self.letters, 1 - self.noise
        return tuple(
            tuple(other + own * (x == y) for y in range(self.letters)) for x in range(self.letters)
        )

    @property
    def losses(self) -> Any:
        """Its losses, of which the only two that are not zero are the grid."""
        noise, letters = float(self.noise), self.letters
        own, other = log(1 - noise * (letters - 1) / letters), log(noise / letters)
        return distributions.from_randomized_response(
            noise, letters, value_discretization_interval=own - other
        )

    def __str__(self) -> str:
        """Its parameters, and where it was asked."""
        return f"k = {self.letters}, noise = {self.noise}, {_place(self)}"


@dataclass(frozen=True)
class GridRows:
    """Two rows whose ratios are powers of two, zero or infinite."""

    rows: Rows
    level: Fraction
    delta: Fraction
    uses: int

    @property
    def losses(self) -> Any:
        """The distribution of the loss in either direction, on the grid of log 2."""
        (one, ruled_out), (other, excluded) = map(_losses_on_grid, (self.rows, self.rows[::-1]))
        return distributions.PrivacyLossDistribution.create_from_rounded_probability(
            one,
            ruled_out,
            GRID,
            rounded_probability_mass_function_add=other,
            infinity_mass_add=excluded,
            symmetric=False,
        )

    def __str__(self) -> str:
        """The rows, and where they were asked."""
        return f"W = {entries_text(self.rows)}, {_place(self)}"


Uses = Response | GridRows


def _place(case: Uses) -> str:
    return f"eps = log({case.level}), delta = {case.delta}, n = {case.uses}"


def _losses_on_grid(rows: Rows) -> tuple[dict[int, float], float]:
    """The probabilities of the losses of the first row, in multiples of log 2, and of infinity."""
    upper, lower = rows
    masses: Counter[int] = Counter()
    for a, b in zip(upper, lower, strict=True):
        if a and b:
            masses[_power_of_two(a / b)] += a
    infinite = sum((a for a, b in zip(upper, lower, strict=True) if not b), Fraction(0))
    return {at: float(mass) for at, mass in masses.items()}, float(infinite)


def _power_of_two(ratio: Fraction) -> int:
    return ratio.numerator.bit_length() - ratio.denominator.bit_length()


def _drawn_place(rng: Random) -> tuple[Fraction, Fraction, int]:
    """exp(eps), delta and a number of uses."""
    return (
        1 + Fraction(rng.randint(0, 40), 8),
        Fraction(rng.choice((0, 1, 1, 2, 5, 10, 60)), 100),
        rng.randint(1, MOST_USES),
    )


@cache
def responses(seed: int, count: int) -> tuple[Response, ...]:
    """Responses of 2 to 6 letters, from nearly none to nearly all noise."""
    rng = Random(seed)
    return tuple(
        Response(rng.randint(2, 6), Fraction(rng.randint(1, 63), 64), *_drawn_place(rng))
        for _ in range(count)
    )


@cache
def grid_rows(seed: int, count: int) -> tuple[GridRows, ...]:
    """Pairs of rows with losses of -2 .. 2 times log 2, and infinite ones on either side."""
    return tuple(_drawn_rows(Random(seed), count))


def _drawn_rows(rng: Random, count: int) -> Iterator[GridRows]:
    while count:
        same, twice, four, quarter = (Fraction(rng.choice((0, 1, 2, 5))) for _ in range(4))
        alone, absent = (Fraction(rng.choice((0, 0, 0, 1)), 4) for _ in range(2))
        half = 2 * (twice + 3 * four - Fraction(3, 4) * quarter + alone - absent)
        below = [same, twice, four, quarter, half, Fraction(0), absent]
        above = [same, 2 * twice, 4 * four, quarter / 4, half / 2, alone, Fraction(0)]
        total = sum(below)
        if half < 0 or not total:  # the masses of both rows have to be the same
            continue
        rows = tuple(tuple(mass / total for mass in row) for row in (above, below))
        count -= 1
        yield GridRows(rows, *_drawn_place(rng))


def _of_rows(text: str) -> Callable[[Uses], Number]:
    """A measure of W, eps and delta, as a function of a case."""
    quantity = parse_quantity(text, lets=("W: X -> Y",))
    scalars = subjects(quantity).scalars

    def value(case: Uses) -> Number:
        sizes = {"X": len(case.rows), "Y": len(case.rows[0])}
        given = {"eps": log_of(case.level), "delta": rational(case.delta)}
        at = {name: given[name] for name in scalars}
        return evaluate(quantity, Instance(sizes, {"W": case.rows}, at))

    return value


def _of_uses(kind: str, drawn: Callable[[int, int], Any], name: str) -> list[Comparison]:
    """Both sides of the curve, of one use and of several."""

    def many(case: Uses) -> RepeatedUses:
        return RepeatedUses(case.rows, case.uses)

    def composed(case: Uses) -> Any:
        return case.losses.self_compose(case.uses, tail_mass_truncation=0)

    return [
        Comparison(
            f"ldpdelta(W, eps), {kind}",
            f"{name}, get_delta_for_epsilon",
            _of_rows("ldpdelta(W, eps)"),
            lambda c: float(c.losses.get_delta_for_epsilon(log(c.level))),
            drawn,
        ),
        Comparison(
            f"ldp(W, delta), {kind}",
            f"{name}, get_epsilon_for_delta",
            _of_rows("ldp(W, delta)"),
            lambda c: float(c.losses.get_epsilon_for_delta(float(c.delta))),
            drawn,
        ),
        Comparison(
            f"ldpdelta(W^&n, eps), {kind}",
            "self_compose, get_delta_for_epsilon",
            lambda c: many(c).delta(log_of(c.level)),
            lambda c: float(composed(c).get_delta_for_epsilon(log(c.level))),
            drawn,
        ),
        Comparison(
            f"ldp(W^&n, delta), {kind}",
            "self_compose, get_epsilon_for_delta",
            lambda c: many(c).eps(c.delta),
            lambda c: float(composed(c).get_epsilon_for_delta(float(c.delta))),
            drawn,
        ),
    ]


def _orders() -> list[Comparison]:
    """Renyi orders of responses."""

    def divergences(case: Response, orders: list[float]) -> Any:
        accountant = dp_accounting.rdp.RdpAccountant(
            orders, dp_accounting.NeighboringRelation.REPLACE_ONE
        )
        noise = float(case.noise)
        accountant.compose(dp_accounting.RandomizedResponseDpEvent(noise, case.letters))
        return accountant._rdp

    def least_rho(case: Response) -> tuple[float, float]:
        orders = rdp_privacy_accountant.DEFAULT_RDP_ORDERS
        return float(max(divergences(case, orders) / np.array(orders))), inf

    def at(order: float, case: Response) -> float:
        return float(divergences(case, [order])[0])

    name = "RdpAccountant of RandomizedResponseDpEvent"
    return [
        *(
            Comparison(
                f"rdp(W, {text}), responses",
                name,
                _of_rows(f"rdp(W, {text})"),
                partial(at, order),
                responses,
            )
            for text, order in ORDERS.items()
        ),
        Comparison(
            "zcdp(W), responses",
            f"{name}: at least each of its orders over the order",
            _of_rows("zcdp(W)"),
            least_rho,
            tenth(responses),
        ),
    ]


def _any_rows() -> list[Comparison]:
    """Channels whose losses lie on no grid."""

    def estimate(case: Case, *, upper: bool) -> float:
        return max(
            (
                distributions.from_two_probability_mass_functions(
                    _logs(row), _logs(other), pessimistic_estimate=upper
                ).get_delta_for_epsilon(log(case.level))
                for other, row in permutations(case.channel, 2)
            ),
            default=0.0,
        )

    def ends(case: Case) -> tuple[float, float]:
        return float(estimate(case, upper=False)), float(estimate(case, upper=True))

    name = "from_two_probability_mass_functions: between its two estimates"
    return [beside("ldpdelta(W, eps)", name, ends)]


def _logs(row: Masses) -> dict[int, float]:
    return {y: log(mass) for y, mass in enumerate(row) if mass}


@dataclass(frozen=True)
class Noise:
    """Noise on one of two means at a distance, in units of its scale, under a prior."""

    kind: str
    distance: Fraction
    second: Fraction
    level: Fraction
    delta: Fraction

    def ours(self, quantity: str) -> Number | None:
        """The quantity of the family at these values; None where it is not known there."""
        mechanism = family_named(self.kind).mechanism(n=2)
        masses = [1 - self.second, self.second]
        values = {
            "d1": rational(self.distance),
            "tau": log_of(self.level),
            "delta": rational(self.delta),
        }
        form = enclosed_form(mechanism, quantity, [*values], masses) or _form(self.kind, quantity)
        given = {name: values[name] for name in form.parameters}
        (number,) = numbers_on_line(mechanism, form, given, masses) or (None,)
        try:
            return number if number is None or float(number) >= 0 else None
        except Unsupported:
            return None

    def loss(self, share: float) -> Any:
        """The loss of a mean against the mixture in which the other one has that share."""
        make = {
            "gaussian": privacy_loss_mechanism.GaussianPrivacyLoss,
            "laplace": privacy_loss_mechanism.LaplacePrivacyLoss,
        }[self.kind]
        adjacency = privacy_loss_mechanism.AdjacencyType.ADD
        return make(1.0, float(self.distance), sampling_prob=share, adjacency_type=adjacency)

    @property
    def losses(self) -> tuple[tuple[float, Any], tuple[float, Any]]:
        """Of each mean its mass and its loss against the mixture."""
        second = float(self.second)
        return (1 - second, self.loss(second)), (second, self.loss(1 - second))

    def __str__(self) -> str:
        """Its parameters, and where it was asked."""
        prior = entries_text((1 - self.second, self.second))
        return f"d1 = {self.distance}, P = {prior}, tau = log({self.level}), delta = {self.delta}"


@cache
def _form(kind: str, quantity: str) -> ClosedForm:
    """The closed form of two means."""
    return derive(family_named(kind).mechanism(n=2), quantity)


def _noise(kind: str, seed: int, count: int) -> Iterator[Noise]:
    """Means at a distance of 1/8 to 5, masses of a 16th and more."""
    rng = Random(seed)
    for _ in range(count):
        yield Noise(
            kind,
            Fraction(rng.randint(1, 40), 8),
            Fraction(rng.randint(1, 15), 16),
            1 + Fraction(rng.randint(1, 24), 16),
            Fraction(rng.randint(1, 99), 100),
        )


def mean_variation(case: Noise) -> float:
    """The mean of the hockey sticks at zero of the two means against their mixture."""
    return sum(mass * loss.get_delta_for_epsilon(0.0) for mass, loss in case.losses)


def leakage_of_variation(case: Noise) -> float:
    """The logarithm of one and the total variation of the two means."""
    return log(1 + case.loss(1.0).get_delta_for_epsilon(0.0))


def mass_above(case: Noise) -> float:
    """The mass of the mixture where one loss or the other exceeds tau."""
    tau, total = log(case.level), 0.0
    for mass, loss in case.losses:
        if tau < -log(mass):  # the loss against a mixture with that share has a bound
            total += exp(float(loss.mu_lower_log_cdf(loss.inverse_privacy_loss(tau))))
    return total


def worst_event(case: Noise) -> float:
    """The least of (hockey stick + e^eps delta)/delta over eps, for the worse of the two means.

    It is convex in e^eps, which lies between 0 and where the hockey stick ends.
    """
    delta = float(case.delta)

    def bound(loss: Any, level: float) -> float:
        return float(loss.get_delta_for_epsilon(log(level)) + level * delta) / delta

    return log(max(_least(partial(bound, loss), 1 / mass) for mass, loss in case.losses))


def _least(convex: Callable[[float], float], end: float) -> float:
    """The least value of a convex function between 0 and an end, by golden sections."""
    low, high, inner = end * 1e-300, end, (sqrt(5) - 1) / 2
    first, second = high - inner * (high - low), low + inner * (high - low)
    at_first, at_second = convex(first), convex(second)
    for _ in range(SECTIONS):
        if at_first <= at_second:
            high, second, at_second = second, first, at_first
            first = high - inner * (high - low)
            at_first = convex(first)
        else:
            low, first, at_first = first, second, at_second
            second = low + inner * (high - low)
            at_second = convex(second)
    return min(at_first, at_second)


def _densities(kind: str) -> list[Comparison]:
    """What the two-means family of that noise has, by the peer's closed forms."""
    name = f"{kind.capitalize()}PrivacyLoss"

    drawn = partial(_noise, kind)

    def row(quantity: str, text: str, theirs: Callable[[Noise], float], how: str) -> Comparison:
        return Comparison(
            f"{text} of {kind} noise",
            f"{name}, {how}",
            lambda case: case.ours(quantity),
            theirs,
            tenth(drawn) if quantity == "eml" else drawn,
        )

    return [
        row("maxleak", "maxleak(W)", leakage_of_variation, "get_delta_for_epsilon"),
        row("tv", "tv(P, W)", mean_variation, "subsampled, get_delta_for_epsilon"),
        row("tail", "tail(P, W, tau)", mass_above, "subsampled, mu_lower_log_cdf"),
        row("eml", "eml(P, W, delta)", worst_event, "subsampled, least over get_delta_for_epsilon"),
    ]


@dataclass(frozen=True)
class Geometric:
    """Two-sided geometric noise on a count of 0 .. n."""

    count: int
    odds: Fraction
    level: Fraction

    @property
    def rows(self) -> Rows:
        """Its channel: outcomes below 0, and those beyond n, are one each."""
        settings = {"n": str(self.count), "eps": f"log({self.odds})"}
        return channel_of_family(family_named("geometric"), settings).rows

    def __str__(self) -> str:
        """Its parameters, and where it was asked."""
        return f"n = {self.count}, noise of log({self.odds}), eps = log({self.level})"


def _counts(seed: int, count: int) -> Iterator[Geometric]:
    rng = Random(seed)
    for _ in range(count):
        odds, level = 1 + Fraction(rng.randint(1, 24), 8), 1 + Fraction(rng.randint(0, 60), 12)
        yield Geometric(rng.randint(1, 4), odds, level)


def _geometric() -> Comparison:
    def theirs(case: Geometric) -> float:
        loss = privacy_loss_mechanism.DiscreteLaplacePrivacyLoss(log(case.odds), case.count)
        return float(loss.get_delta_for_epsilon(log(case.level)))

    return Comparison(
        "ldpdelta(W, eps) of geometric noise",
        "DiscreteLaplacePrivacyLoss, get_delta_for_epsilon",
        lambda case: RepeatedUses(case.rows, ONE_USE).delta(log_of(case.level)),
        theirs,
        _counts,
    )


def comparisons() -> list[Comparison]:
    """All that is compared with the accountant."""
    response = "from_randomized_response"
    return [
        *_of_uses("responses", responses, response),
        *_of_uses("losses on a grid", grid_rows, "create_from_rounded_probability"),
        *_orders(),
        *_any_rows(),
        _geometric(),
        *_densities("gaussian"),
        *_densities("laplace"),
    ]
