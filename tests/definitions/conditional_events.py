"""A second mechanism after the outcome of a first: what it leaks under each posterior.

    U: X, Y -> Z after W: X -> Y      given Y = y the letter has P_{X|Y=y}, and the rows are U(., y)

Source: [PML23, Thm. 4].
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Rows, Second, inputs, outcomes, output_distribution, posterior
from .event_maximal_leakage import exp_eml
from .tail_probability import tail


def after(
    prior: Prior, second: Second, channel: Rows
) -> Iterator[tuple[Fraction, Prior, list[list[Fraction]]]]:
    """For each possible first outcome: its mass, the posterior, the rows of the second mechanism.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1 0; 1/3 2/3"), matrix("1 0; 1/2 1/2")]
    >>> [mass for mass, _, _ in after(uniform(2), second, matrix("2/5 3/5; 3/5 2/5"))]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    masses = output_distribution(prior, channel)
    for y in outcomes(prior, channel):
        rows = [list(second[x][y]) for x in inputs(channel)]
        yield masses[y], posterior(prior, channel, y), rows


def conditional_tail(prior: Prior, second: Second, channel: Rows, exp_eps: Fraction) -> Fraction:
    """The probability that the second outcome leaks more than eps given the first; both random.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1 0; 1 0"), matrix("1/2 1/2; 1 0")]
    >>> conditional_tail(uniform(2), second, matrix("1/2 1/2; 1/2 1/2"), Fraction(4, 3))
    Fraction(1, 8)
    """
    return sum(
        (mass * tail(p, rows, exp_eps) for mass, p, rows in after(prior, second, channel)),
        Fraction(0),
    )


def worst_tail(prior: Prior, second: Second, channel: Rows, exp_eps: Fraction) -> Fraction:
    """The largest, over possible first outcomes, of the tail of the second mechanism.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1 0; 1 0"), matrix("1/2 1/2; 1 0")]
    >>> worst_tail(uniform(2), second, matrix("1/2 1/2; 1/2 1/2"), Fraction(4, 3))
    Fraction(1, 4)
    """
    return max(tail(p, rows, exp_eps) for _, p, rows in after(prior, second, channel))


def exp_conditional_eml(prior: Prior, second: Second, channel: Rows, delta: Fraction) -> Fraction:
    """The event maximal leakage of the second mechanism under the worst posterior.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1 0; 1 0"), matrix("1/2 1/2; 1 0")]
    >>> exp_conditional_eml(uniform(2), second, matrix("1/2 1/2; 1/2 1/2"), Fraction(1))
    Fraction(1, 1)
    """
    return max(exp_eml(p, rows, delta) for _, p, rows in after(prior, second, channel))


def few_second_outcomes(prior: Prior, second: Second, channel: Rows, level: Fraction) -> bool:
    """Whether all sets of second outcomes are run through in a moment."""
    return len(second[0][0]) <= 12


DEFINITIONS = {
    "tail(P, U | W, eps)": Definition(conditional_tail, is_log=False, fits=few_second_outcomes),
    "worst_tail(P, U | W, eps)": Definition(worst_tail, is_log=False, fits=few_second_outcomes),
    "eml(P, U | W, delta)": Definition(exp_conditional_eml, fits=few_second_outcomes),
}
STATEMENTS = (
    near_miss("tail(P, W, eps) <= worst_tail(P, W | W, eps)", "sampling solver z3"),
    near_miss("worst_tail(P, U | W, eps) <= tail(P, U | W, eps)"),
    near_miss("eml(P, U | W, delta) <= eml(P, U, delta)", lets=("U: X -> Z",)),
)
