"""dit: informations, entropies and divergences of distributions, in floats and in bits.

A prior is a `Distribution` of its letters, a prior and a channel are one of pairs of letter and
outcome; what has no mass is left out of both. https://github.com/dit/dit
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import inf, log, sqrt
from typing import Any

import dit
import numpy as np
from dit.channelorder import is_output_degraded
from dit.divergences import generalized_divergences as general

from tests.crosscheck.peers.cases import OF_SAME_LETTERS, Case, beside, claim_beside
from tests.crosscheck.peers.comparison import Comparison, Departure

PACKAGE = "dit"
BIT = log(2)
KEPT = 8
"""Distributions that are kept: those of one instance are asked for again and again."""

ORDERS = {"1/2": 0.5, "2": 2.0, "5/2": 2.5, "7": 7.0}

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "kl": lambda u: u * log(u) if u else 0.0,
    "chi2": lambda u: (u - 1) ** 2,
    "tv": lambda u: max(u - 1, 0.0),
    "H2": lambda u: (sqrt(u) - 1) ** 2 / 2,
    "lc": lambda u: (u - 1) ** 2 / (2 * u + 2),
    "E(2)": lambda u: max(u - 2, 0.0),
}
"""f of the f-divergences, as the formulas of pmlsym/measures/f_divergence.py have it."""

Read = Callable[[Case], Any]
"""What a function of dit is given of an instance."""


@lru_cache(maxsize=KEPT)
def prior(case: Case) -> Any:
    """P, as a distribution of letters."""
    return _distribution({(x,): p for x, p in enumerate(case.prior)})


@lru_cache(maxsize=KEPT)
def other(case: Case) -> Any:
    """Q, as a distribution of letters."""
    return _distribution({(x,): q for x, q in enumerate(case.other)})


@lru_cache(maxsize=KEPT)
def pairs(case: Case) -> Any:
    """The joint distribution of letter and outcome."""
    return _distribution(joint_masses(case))


@lru_cache(maxsize=KEPT)
def product(case: Case) -> Any:
    """The product of the distributions of letter and outcome."""
    seen = outcome_masses(case)
    return _distribution(
        {(x, y): p * q for x, p in enumerate(case.prior) for y, q in enumerate(seen)}
    )


@lru_cache(maxsize=KEPT)
def law(case: Case) -> Any:
    """The joint distribution of A, B and C."""
    return _distribution(
        {
            (a, b, c): mass
            for a, rows in enumerate(case.law)
            for b, row in enumerate(rows)
            for c, mass in enumerate(row)
        }
    )


def joint_masses(case: Case) -> dict[tuple[int, int], Any]:
    """P(x) W(y|x) by letter and outcome."""
    return {
        (x, y): p * w
        for x, (p, row) in enumerate(zip(case.prior, case.channel, strict=True))
        for y, w in enumerate(row)
    }


def outcome_masses(case: Case) -> list[Any]:
    """The probabilities of the outcomes."""
    joint = joint_masses(case)
    return [sum(m for (_, at), m in joint.items() if at == y) for y in range(len(case.post))]


def _distribution(masses: Mapping[tuple[int, ...], Any]) -> Any:
    kept = {at: float(mass) for at, mass in masses.items() if mass}
    return dit.Distribution([*kept], [*kept.values()])


def _is_excluded(case: Case) -> bool:
    """Whether Q excludes a letter of P."""
    return any(p and not q for p, q in zip(case.prior, case.other, strict=True))


def _letters_differ(case: Case) -> bool:
    """Whether one of P and Q excludes a letter of the other."""
    return any(bool(p) != bool(q) for p, q in zip(case.prior, case.other, strict=True))


def _pair_is_ruled_out(case: Case) -> bool:
    """Whether a letter and an outcome that both occur do not occur together."""
    seen = outcome_masses(case)
    return any(case.prior[x] and seen[y] and not m for (x, y), m in joint_masses(case).items())


SLOPE_LEFT_OUT = Departure(
    _is_excluded, "leaves out outcomes that Q excludes, which count by the slope of f at infinity"
)
ENDS_LEFT_OUT = Departure(
    _letters_differ, "leaves out outcomes that P or Q excludes, which count by f(0) or that slope"
)
PAIRS_LEFT_OUT = Departure(
    _pair_is_ruled_out, "leaves out pairs without joint probability, which count by f(0)"
)


def _row(
    measure: str,
    function: str,
    theirs: Callable[[Case], Any],
    *,
    unit: float = 1.0,
    departure: Departure | None = None,
) -> Comparison:
    """A comparison, with a `unit` of the peer in ours."""

    def in_our_units(case: Case) -> float:
        with np.errstate(all="ignore"):  # zeros are among the instances
            return unit * float(theirs(case))

    return beside(measure, function, in_our_units, departure)


def _entropies() -> list[Comparison]:
    def renyi(order: float, case: Case) -> float:
        return dit.other.renyi_entropy(prior(case), order)

    bits = partial(_row, unit=BIT)
    orders = {"0": 0.0, **ORDERS, "inf": inf}
    shannon, multivariate = dit.shannon, dit.multivariate
    return [
        bits("H[1](P)", "shannon.entropy", lambda c: shannon.entropy(prior(c))),
        *(
            bits(f"H[{text}](P)", "other.renyi_entropy", partial(renyi, order))
            for text, order in orders.items()
        ),
        bits(
            "H[1](P | W)",
            "shannon.conditional_entropy",
            lambda c: shannon.conditional_entropy(pairs(c), [0], [1]),
        ),
        bits("H(A)", "multivariate.entropy", lambda c: multivariate.entropy(law(c), [0])),
        bits(
            "H(A, B | C)",
            "multivariate.entropy",
            lambda c: multivariate.entropy(law(c), [0, 1], [2]),
        ),
        bits(
            "I(A; B)",
            "multivariate.coinformation",
            lambda c: multivariate.coinformation(law(c), [[0], [1]]),
        ),
        bits(
            "I(A; B | C)",
            "multivariate.coinformation",
            lambda c: multivariate.coinformation(law(c), [[0], [1]], [2]),
        ),
    ]


def _informations() -> list[Comparison]:
    def sibson(order: float, case: Case) -> float:
        return dit.other.sibson_mutual_information(pairs(case), [0], [1], order)

    bits = partial(_row, unit=BIT)
    return [
        bits(
            "mi(P, W)",
            "shannon.mutual_information",
            lambda c: dit.shannon.mutual_information(pairs(c), [0], [1]),
        ),
        *(
            bits(f"I[{text}](P, W)", "other.sibson_mutual_information", partial(sibson, order))
            for text, order in ORDERS.items()
        ),
        bits(
            "maxleak(P, W)",
            "other.maximal_leakage",
            lambda c: dit.other.maximal_leakage(pairs(c), [0], [1]),
        ),
        _row(
            "rho(P, W)",
            "divergences.maximum_correlation",
            lambda c: dit.divergences.maximum_correlation(pairs(c), [[0], [1]]),
        ),
    ]


def _divergences() -> list[Comparison]:
    def between(function: Callable[..., Any], *options: Any) -> Callable[[Case], Any]:
        return lambda case: function(prior(case), other(case), *options)

    def of_pairs(f: Callable[[float], float]) -> Callable[[Case], Any]:
        return lambda case: general.f_divergence(pairs(case), product(case), f)

    named = dit.divergences
    bits = partial(_row, unit=BIT)
    return [
        bits(
            "D[kl](P || Q)",
            "divergences.kullback_leibler_divergence",
            between(named.kullback_leibler_divergence),
        ),
        bits(
            "D[js](P || Q)",
            "divergences.jensen_shannon_divergence",
            lambda c: named.jensen_shannon_divergence([prior(c), other(c)]),
        ),
        _row(
            "D[tv](P || Q)",
            "divergences.variational_distance",
            between(named.variational_distance),
        ),
        _row(
            "D[H2](P || Q)",
            "divergences.hellinger_distance, squared",
            lambda c: named.hellinger_distance(prior(c), other(c)) ** 2,
        ),
        _row(
            "D[chi2](P || Q)",
            "divergences.hellinger_divergence of order 2",
            between(general.hellinger_divergence, 2.0),
        ),
        *(
            bits(
                f"D[{text}](P || Q)",
                "divergences.renyi_divergence",
                between(general.renyi_divergence, order),
            )
            for text, order in ORDERS.items()
        ),
        *(
            _row(
                f"D[{name}](P || Q)",
                "divergences.f_divergence",
                between(general.f_divergence, f),
                departure=ENDS_LEFT_OUT if f(0.0) else SLOPE_LEFT_OUT,
            )
            for name, f in FUNCTIONS.items()
        ),
        *(
            _row(
                f"I[{name}](P, W)",
                "divergences.f_divergence",
                of_pairs(f),
                departure=PAIRS_LEFT_OUT if f(0.0) else None,
            )
            for name, f in FUNCTIONS.items()
            if name != "E(2)"
        ),
    ]


def _refinement() -> Comparison:
    claim = "exists R: U == W >> R"

    def theirs(case: Case) -> bool:
        rows = (np.array(rows, dtype=float) for rows in (case.channel, case.second))
        return bool(is_output_degraded(*rows))

    return claim_beside(claim, "channelorder.is_output_degraded", theirs, OF_SAME_LETTERS)


def comparisons() -> list[Comparison]:
    """All that is compared with dit.

    Two searches are not, as neither bounds what is left: channel_capacity ends where two steps
    agree, hypercontractivity_coefficient, which is eta[kl], after some random starts.
    """
    return [*_entropies(), *_informations(), *_divergences(), _refinement()]
