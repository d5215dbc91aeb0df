"""Sums and products with a symbolic number of terms, in closed form, and bounds of binomial tails.

    sum of c            c (n - m + 1)
    sum of k^d          Faulhaber's polynomial in n, less that in m - 1        d <= 4
    sum of b(k)         (b(n+1) - b(m)) / (q - 1)     where b(k+1) = q b(k), q free of k, as r^k
    product of b(k)     exp of the sum of log b(k), where b > 0

A sum is split into its terms first. Each formula holds for integers n >= m - 1, where the sum has a
value; a proof that uses one for all real numbers n shows more than is claimed.

For a binomial tail Chernoff's bound is shown by tilting. For 0 <= q <= p and k <= m = q n, term by
term (a logarithm that is linear in k, zero at k = m):

    p^k (1-p)^(n-k)  <=  exp(-n D(q || p)) q^k (1-q)^(n-k)

and the sum of C(n, k) q^k (1-q)^(n-k) is at most one. Its conditions are settled each time: the
logarithm of the quotient rises with k, and vanishes at k = m.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pmlsym.engines.analytic.bounds import exponentiated
from pmlsym.engines.analytic.polynomial import NUMBER, Generator
from pmlsym.engines.analytic.problem import NumberFact
from pmlsym.engines.analytic.ratio import IsPositive, NumberRatio
from pmlsym.engines.analytic.solver import follows
from pmlsym.errors import OutOfDomain

HIGHEST = 4
QUICK = 500


def closed_sum(
    body: NumberRatio, letter: str, low: NumberRatio, high: NumberRatio
) -> NumberRatio | None:
    """The closed form of a sum of analytic forms from low to high; None if none is known.

    >>> k, n, r = (NumberRatio.variable(name) for name in "knr")
    >>> print(closed_sum(k, "k", NumberRatio.number(1), n))
    1/2*n^2 + 1/2*n
    >>> print(closed_sum((k * r.log()).exp(), "k", NumberRatio.number(0), n))
    (exp(log(r)*n)*r - 1)/(r - 1)
    """
    below = NumberRatio.number(1)
    for factor, exponent in body.factors:
        below = below * NumberRatio(factor**exponent).inverse()
    if letter in below.numbers():
        return _geometric_sum(body, letter, low, high)
    total = NumberRatio.number(0)
    for powers, c in body.numerator.terms:
        part = _sum_of_term(NumberRatio.term(powers, c), letter, low, high)
        if part is None:
            return None
        total = total + part
    return total * below


def tail_facts(
    tail: NumberRatio,
    arguments: tuple[NumberRatio, ...],
    facts_known: tuple[NumberFact, ...],
    yes: IsPositive,
) -> tuple[NumberFact, ...]:
    """The facts of an analytic problem about a binomial tail: its range, and Chernoff's bound.

    `yes` tells which polynomials are known to be positive.
    """
    m, n, p = arguments
    facts = [NumberFact(tail), NumberFact(1 - tail)]
    if not all(follows(facts_known, NumberFact(form, True), QUICK) for form in (n, p, 1 - p)):
        return tuple(facts)
    if all(follows(facts_known, NumberFact(form, True), QUICK) for form in (n - m, m)):
        facts += [NumberFact(1 - tail, is_strict=True), NumberFact(tail, is_strict=True)]
        bound = chernoff_bound(m, n, p, facts_known, yes)
        if bound is not None:
            facts.append(NumberFact(bound - tail))
    return tuple(facts)


def chernoff_bound(
    m: NumberRatio,
    n: NumberRatio,
    p: NumberRatio,
    facts_known: tuple[NumberFact, ...],
    yes: IsPositive,
) -> NumberRatio | None:
    """Chernoff's bound exp(-n D(m/n || p)) of a tail as an analytic form, if it is sharp at m."""
    q = m * n.inverse()
    logs = {"p": p.log(yes), "1-p": (1 - p).log(yes), "q": q.log(yes), "1-q": (1 - q).log(yes)}
    exponent = -(m * (logs["q"] - logs["p"]) + (n - m) * (logs["1-q"] - logs["1-p"]))
    slope = logs["p"] - logs["1-p"] - logs["q"] + logs["1-q"]
    at_m = m * logs["p"] + (n - m) * logs["1-p"]
    tilted_at_m = exponent + m * logs["q"] + (n - m) * logs["1-q"]
    if (at_m - tilted_at_m).numerator:
        return None
    rises = NumberFact(exponentiated(slope) or slope)
    return exponent.exp() if follows(facts_known, rises, QUICK) else None


def _sum_of_term(
    term: NumberRatio, letter: str, low: NumberRatio, high: NumberRatio
) -> NumberRatio | None:
    """The analytic closed form of a sum whose letter is in one power, or in an exponent."""
    by_power = term.numerator.coefficients(Generator(letter, NUMBER))
    ((degree, rest),) = by_power.items()
    if letter in NumberRatio(rest).numbers():
        return None if degree else _geometric_sum(term, letter, low, high)
    if degree > HIGHEST:
        return None
    return NumberRatio(rest) * (_power_sum(degree, high) - _power_sum(degree, low - 1))


def _power_sum(degree: int, end: NumberRatio) -> NumberRatio:
    """The analytic closed form of 1^d + .. + n^d, a polynomial in n, for all integers.

    (d + 1) S_d(n) = (n + 1)^(d+1) - 1 - sum_{j < d} C(d+1, j) S_j(n),     S_j from 1
    """
    total = (end + 1) ** (degree + 1) - 1
    for j in range(degree):
        total = total - _power_sum(j, end) * comb(degree + 1, j)
    return total * Fraction(1, degree + 1)


def _geometric_sum(
    body: NumberRatio, letter: str, low: NumberRatio, high: NumberRatio
) -> NumberRatio | None:
    """The analytic closed form of a geometric sum: each term is one factor times the last."""
    k = NumberRatio.variable(letter)
    try:
        quotient = body.at(letter, k + 1) * body.inverse()
        if letter in quotient.numbers() or not (quotient - 1).numerator:
            return None
        first, beyond = body.at(letter, low), body.at(letter, high + 1)
        return (beyond - first) * (quotient - 1).inverse()
    except OutOfDomain:
        return None
