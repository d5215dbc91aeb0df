"""libqif, whose package is `qif`: vulnerabilities, leakages and capacities, in exact rationals.

Where its function is of rationals the numbers have to be equal; logarithms it has in floats.
https://github.com/chatziko/libqif
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import log
from typing import Any

import numpy as np
import qif

from tests.crosscheck.peers.cases import (
    OF_SAME_LETTERS,
    Case,
    Masses,
    Rows,
    beside,
    claim_beside,
)
from tests.crosscheck.peers.comparison import Comparison, Departure
from tests.crosscheck.peers.shannon_capacity import capacity_beside

PACKAGE = "qif"
BIT = log(2)
TRIES = 2
"""Guesses that are allowed of V[tries(k)]."""
PRECISION = 1e-10
"""To which its iterations for Shannon's capacity go."""

measure, metric = qif.measure, qif.metric
Entries = Masses | Rows


NO_INFINITY = Departure(
    lambda case: any(
        all(not a or not b for a, b in zip(*pair, strict=True))
        for pair in combinations(case.channel, 2)
    ),
    "has no infinite rational: where two rows share no outcome, it gives the largest integer of "
    "64 bits",
)


def exact(entries: Entries) -> Any:
    """An array of rationals."""
    return np.array(entries, dtype=object)


def floats(entries: Entries) -> Any:
    """An array of floats."""
    return np.array(entries, dtype=float)


def of_prior(function: Callable[..., Any], read: Callable[[Entries], Any] = exact) -> Any:
    """A function of P, as one of a case."""
    return lambda case: function(read(case.prior))


def of_both(function: Callable[..., Any], read: Callable[[Entries], Any] = exact) -> Any:
    """A function of P and W, as one of a case."""
    return lambda case: function(read(case.prior), read(case.channel))


def of_channel(function: Callable[..., Any], read: Callable[[Entries], Any] = exact) -> Any:
    """A function of W, as one of a case."""
    return lambda case: function(read(case.channel))


def in_bits(function: Callable[[Case], float]) -> Callable[[Case], float]:
    """A function whose values are bits, in nats."""
    return lambda case: BIT * float(function(case))


def of_gain(function: Callable[..., Any], *, after: bool = True) -> Callable[[Case], Any]:
    """A function of G, P and, after the outcome, W; qif has a row for each guess."""
    return lambda case: function(
        exact(case.gains).T, exact(case.prior), *([exact(case.channel)] if after else [])
    )


def vulnerability_of_tries(case: Case) -> Any:
    """The g-vulnerability where a guess is a set of letters."""
    letters = range(len(case.prior))
    sets = [*combinations(letters, min(TRIES, len(letters)))]
    gains = [[Fraction(int(x in guesses)) for x in letters] for guesses in sets]
    return measure.g_vuln.posterior(exact(gains), exact(case.prior), exact(case.channel))


def _bayes() -> list[Comparison]:
    bayes = measure.bayes_vuln
    return [
        beside("V[id](P)", "bayes_vuln.prior", of_prior(bayes.prior)),
        beside("V[id](P, W)", "bayes_vuln.posterior", of_both(bayes.posterior)),
        beside("exp(L[id](P, W))", "bayes_vuln.mult_leakage", of_both(bayes.mult_leakage)),
        beside("Ladd[id](P, W)", "bayes_vuln.add_leakage", of_both(bayes.add_leakage)),
        beside(
            "L[id](P, W)",
            "bayes_vuln.min_entropy_leakage",
            in_bits(of_both(bayes.min_entropy_leakage, floats)),
        ),
        beside("exp(maxleak(W))", "bayes_vuln.mult_capacity", of_channel(bayes.mult_capacity)),
        beside(
            "1 - eta[tv](W)",
            "bayes_risk.mult_capacity, its reciprocal",
            lambda c: 1 / measure.bayes_risk.mult_capacity(exact(c.channel))[0],
            NO_INFINITY,
        ),
        beside("doeblin(W)", "channel.sum_column_min", of_channel(qif.channel.sum_column_min)),
        beside("1 - V[id](P, W)", "bayes_risk.posterior", of_both(measure.bayes_risk.posterior)),
    ]


def _gains() -> list[Comparison]:
    gains = measure.g_vuln
    return [
        beside("V[G](P)", "g_vuln.prior", of_gain(gains.prior, after=False)),
        beside("V[G](P, W)", "g_vuln.posterior", of_gain(gains.posterior)),
        beside("exp(L[G](P, W))", "g_vuln.mult_leakage", of_gain(gains.mult_leakage)),
        beside("Ladd[G](P, W)", "g_vuln.add_leakage", of_gain(gains.add_leakage)),
        beside(f"V[tries({TRIES})](P, W)", "g_vuln.posterior", vulnerability_of_tries),
        beside(
            "tv(P, W)",
            "g_vuln.add_capacity of 1-spanning gains",
            lambda c: gains.add_capacity(exact(c.prior), exact(c.channel), True),
        ),
        beside("1 - doeblin(P, W)", "g_vuln.add_capacity", of_both(gains.add_capacity)),
    ]


def _entropies() -> list[Comparison]:
    guessing, shannon = measure.guessing, measure.shannon
    return [
        beside("guess(P)", "guessing.prior", of_prior(guessing.prior)),
        beside("guess(P, W)", "guessing.posterior", of_both(guessing.posterior)),
        beside("guess(P) - guess(P, W)", "guessing.add_leakage", of_both(guessing.add_leakage)),
        beside("H[1](P)", "shannon.prior", in_bits(of_prior(shannon.prior, floats))),
        beside("H[1](P | W)", "shannon.posterior", in_bits(of_both(shannon.posterior, floats))),
        beside("mi(P, W)", "shannon.add_leakage", in_bits(of_both(shannon.add_leakage, floats))),
        capacity_beside(
            "shannon.add_capacity, to 1e-10",
            in_bits(lambda c: shannon.add_capacity(floats(c.channel), PRECISION)[0]),
        ),
    ]


def _distances() -> list[Comparison]:
    discrete, ratio = metric.discrete(qif.uint), metric.mult_total_variation()
    return [
        beside(
            "ldp(W)",
            "d_privacy.smallest_epsilon, discrete metric",
            lambda c: measure.d_privacy.smallest_epsilon(floats(c.channel), discrete),
        ),
        beside(
            "eta[tv](W)",
            "metric.optimize.l1_diameter, halved",
            lambda c: metric.optimize.l1_diameter(exact(c.channel))[0] / 2,
        ),
        beside(
            "D[tv](P || Q)",
            "metric.total_variation",
            lambda c: metric.total_variation(qif.rat)(exact(c.prior), exact(c.other)),
        ),
        beside(
            "max(D[inf](P || Q), D[inf](Q || P))",
            "metric.mult_total_variation",
            lambda c: ratio(floats(c.prior), floats(c.other)),
        ),
    ]


def _channels() -> list[Comparison]:
    compose, refined = qif.channel.compose, qif.refinement.refined_by

    def seen(case: Case, channel: Any) -> Any:
        return measure.bayes_vuln.posterior(exact(case.prior), channel)

    def refinement(case: Case) -> bool:
        return bool(refined(exact(case.channel), exact(case.second)))

    return [
        beside(
            "V[id](P, W & U)",
            "channel.compose.parallel",
            lambda c: seen(c, compose.parallel(exact(c.channel), exact(c.second))),
            lets=OF_SAME_LETTERS,
        ),
        beside(
            "V[id](P, W^&3)",
            "channel.compose.repeated_independent",
            lambda c: seen(c, compose.repeated_independent(exact(c.channel), 3)),
        ),
        claim_beside("exists R: U == W >> R", "refinement.refined_by", refinement, OF_SAME_LETTERS),
        claim_beside(
            "exists R: W >> V == W >> R",
            "refinement.refined_by",
            lambda c: bool(refined(exact(c.channel), exact(c.channel) @ exact(c.post))),
        ),
    ]


def comparisons() -> list[Comparison]:
    """All that is compared with libqif."""
    return [*_bayes(), *_gains(), *_entropies(), *_distances(), *_channels()]
