"""Means of logarithms that are concave in the prior, such as mutual information, over a polytope.

    f(p) = sum_x p(x) L(x)  -  sum_j k_j b_j(p) log b_j(p),       b_j >= 0 linear,  k_j >= 0

    mi             L(x) = sum_y W(x,y) log W(x,y),        b_y = P_Y(y)
    expected_pml   the same with max_x W(x,y): the largest among letters that have mass in the set

The largest value lies between that at any prior and, by the tangent of -b log b at any q > 0,

    f(p) <= sum_x p(x) L(x) + sum_j k_j (-b_j(p) log q_j + q_j - b_j(p))

whose largest value over the set is that of a linear form. Floats find p and q as Arimoto and Blahut
do [IEEE Trans. IT 18, 1972], on mixtures of vertices; rationals and outward logarithms decide. The
smallest value is at a vertex: also where a letter without mass leaves a maximum, since the priors
without it are a face of the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Index
from pmlsym.engines.polytope.events import form_at
from pmlsym.engines.polytope.linear_forms import MassForms, choices
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import MeanLog, Ratio, mean_log_of
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.linear.ratio_supremum import (
    best_prior,
    largest_value,
    mean_prior,
    unit_masses,
    value_at,
)
from pmlsym.numbers.number import log_of

ZERO, ONE = Fraction(0), Fraction(1)
DIGITS = 25  # of the logarithms in a bound
SHORTEST = 10**12  # denominators of q: as short as they can be without a loss that floats see
ROUNDS, STEPS = 60, 300
"""Vertices that are added to the mixture, and steps of the mixture between two of them."""

DENOMINATORS = (12, 1000, 10**6)
SMALLEST = 1e-300  # of a probability, so that it has a logarithm
FLAT = 1e-13  # a vertex that promises no more than that is not worth adding


@dataclass(frozen=True)
class ConcaveMean:
    """L(x) as products of powers, one list of (base, exponent) for each letter; k_j and b_j."""

    logs: tuple[tuple[tuple[Fraction, Fraction], ...], ...]
    parts: tuple[tuple[Fraction, Masses], ...]

    def tangent(self, slopes: Sequence[Fraction]) -> Masses:
        """The tangent above a concave mean, linear in the prior, which decides a bound."""
        coefficients = []
        for x, factors in enumerate(self.logs):
            total = sum((c * _log_above(base, c) for base, c in factors), ZERO)
            for (k, form), q in zip(self.parts, slopes, strict=True):
                total += k * (-form[x] * _log_above(q, -form[x]) + q - form[x])
            coefficients.append(total)
        return tuple(coefficients)


@dataclass(frozen=True)
class ConcaveBound:
    """No prior of the set has more than `most`, by the q of `slopes`; `priors` come near to it.

    The last of them is nearest, and those before have shorter masses.
    """

    most: Fraction
    priors: tuple[Masses, ...]
    slopes: tuple[Fraction, ...]

    def reason(self, text: str) -> str:
        """The sentence on why a concave measure is bounded over the priors of a decided claim."""
        q = ", ".join(f"{float(slope):.6g}" for slope in self.slopes)
        return (
            f"{text} is concave in the prior: by its tangent at output probabilities ({q}) it is"
            f" at most {float(self.most):.9g} nats on the set, with logarithms rounded outwards"
        )


def concave_mean(
    measure: Measure, forms: MassForms, priors: PriorPolytope, at: Mapping[Index, int]
) -> ConcaveMean | None:
    """A measure as a concave mean of logarithms in the prior, for deciding a claim; or None."""
    mean = mean_log_of(measure.value)
    if mean is None or measure.defined:
        return None
    logs: list[dict[Fraction, Fraction]] = [{} for _ in range(forms.count)]
    weights: dict[Masses, list[Fraction]] = {}
    try:
        for place in choices(mean.over, forms.sizes, at):
            weight = form_at(mean.weight, forms, place)
            if not any(weight):
                continue
            if min(weight) < 0:
                return None
            base, below = _largest_ratio(mean, forms, priors, place)
            total = weights.setdefault(below, [ZERO] * forms.count)
            for x, w in enumerate(weight):
                logs[x][base] = logs[x].get(base, ZERO) + w
                total[x] += w
    except Unsupported:
        return None
    parts = []
    for below, total in weights.items():
        k = next(t / b for t, b in zip(total, below, strict=True) if b)
        if k < 0 or min(below) < 0 or any(t != k * b for t, b in zip(total, below, strict=True)):
            return None
        parts.append((k, below))
    return ConcaveMean(tuple(tuple(weight.items()) for weight in logs), tuple(parts))


def bounds_of_largest(mean_: ConcaveMean, priors: PriorPolytope) -> tuple[ConcaveBound, ...]:
    """Better and better bounds on a concave measure over a set of priors, to decide a claim."""
    vertices = list(dict.fromkeys(best_prior(unit, priors) for unit in unit_masses(priors.count)))
    start = mean_prior(vertices)
    bounds: list[ConcaveBound] = []
    # Each round makes the mean largest over mixtures of few vertices in floats, and adds the vertex
    # at which its tangent is largest: where that is an old one, no vertex promises more.
    for _ in range(ROUNDS):
        tick(STEPS * len(vertices))
        shares = _mixture_weights(mean_, vertices)
        tried = tuple(
            mixture_of_priors(vertices, _short_rationals(shares, most_)) for most_ in DENOMINATORS
        )
        prior = tried[-1]
        # A little of the mean keeps every q_j above zero that some prior of the set has.
        at = mixture_of_priors([prior, start], [1 - Fraction(1, SHORTEST), Fraction(1, SHORTEST)])
        slopes = tuple(value_at(form, at).limit_denominator(SHORTEST**2) for _, form in mean_.parts)
        if not all(slopes):
            raise Unsupported("an outcome of a mean of logarithms never occurs")
        form = mean_.tangent(slopes)
        bounds.append(ConcaveBound(largest_value(form, priors), tried, slopes))
        best = best_prior(form, priors)
        if best in vertices or float(value_at(form, best) - value_at(form, prior)) < FLAT:
            break
        vertices.append(best)
    return tuple(bounds)


def _largest_ratio(
    mean_: MeanLog, forms: MassForms, priors: PriorPolytope, at: Mapping[Index, int]
) -> tuple[Fraction, Masses]:
    """The largest numerator of a measure's ratios, and their denominator, for a decision."""
    if mean_.largest is None:
        return _number_and_form(mean_.ratio, forms, at)
    ratios = []
    for place in choices(mean_.largest.over, forms.sizes, at):
        numerator = form_at(mean_.ratio.numerator, forms, place)
        if any(numerator) and largest_value(form_at(mean_.largest.where, forms, place), priors) > 0:
            ratios.append(_number_and_form(mean_.ratio, forms, place))
    if len({below for _, below in ratios}) != 1:
        raise Unsupported("a largest of ratios with several denominators")
    return max(ratios)


def _number_and_form(
    ratio: Ratio, forms: MassForms, at: Mapping[Index, int]
) -> tuple[Fraction, Masses]:
    """A measure's constant numerator, and its denominator, linear in the prior, for a decision."""
    above, below = (form_at(p, forms, at) for p in (ratio.numerator, ratio.denominator))
    if len(set(above)) > 1 or above[0] <= 0:
        raise Unsupported("the numerator depends on the prior")
    return above[0], below


def _log_above(base: Fraction, sign: Fraction) -> Fraction:
    """A rational next to log(base), on the side that keeps a decision over priors sound."""
    low, high = log_of(base).enclose(DIGITS)
    return high if sign > 0 else low


def _mixture_weights(mean_: ConcaveMean, vertices: Sequence[Masses]) -> list[float]:
    """Weights of vertices, in floats, at which a concave mean to decide by is nearly largest."""
    linear = [
        sum(
            float(m) * float(c) * log(base)
            for m, factors in zip(vertex, mean_.logs, strict=True)
            for base, c in factors
        )
        for vertex in vertices
    ]
    table = [[float(value_at(form, vertex)) for _, form in mean_.parts] for vertex in vertices]
    scale = [float(k) for k, _ in mean_.parts]
    shares = [1 / len(vertices)] * len(vertices)
    for _ in range(STEPS):
        columns = zip(*table, strict=True)
        slopes = [sum(s * b for s, b in zip(shares, column, strict=True)) for column in columns]
        logs = [k * log(max(q, SMALLEST)) for k, q in zip(scale, slopes, strict=True)]
        gains = [
            value - sum(b * c for b, c in zip(row, logs, strict=True))
            for value, row in zip(linear, table, strict=True)
        ]
        top = max(gains)
        shares = [s * exp(gain - top) for s, gain in zip(shares, gains, strict=True)]
        total = sum(shares)
        shares = [share / total for share in shares]
    return shares


def _short_rationals(shares: Iterable[float], longest: int) -> list[Fraction]:
    """Weights of a mixture of priors as short rationals of sum one, to decide exactly."""
    short = [Fraction(float(share)).limit_denominator(longest) for share in shares]
    return [share / sum(short) for share in short]
