"""The rules for values that are the same however letters are written.

A power has its exponent, a divergence is written out in other nodes, and one of two equal rows is
the extreme one, by Jensen. How forms are put together is in forms/form_sums.py, extremes.py and
pairs_of_rows.py; how letters are written is in the other files of this room.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import QQ
from sympy.polys.fields import FracElement

from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.closed_forms.forms.form import Form, Rational
from pmlsym.closed_forms.forms.frame import Frame
from pmlsym.language.value import (
    POWER,
    ConcentratedDivergence,
    Divergence,
    LetterExponent,
    LetterOrder,
    Power,
    Ratio,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import Refused

WITHOUT_FORM = {
    "contraction": Refused(
        "the largest quotient of divergences over all distributions has no closed form here; that "
        "of tv, eta[tv](W), is dobrushin(W)"
    )
}
"""The refusals of nodes that have no closed form at any sizes."""


def exponent_of(value: Power, frame: Frame) -> FracElement:
    """A power's exponent in a closed form: a number, or a function of orders as letters."""
    exponent = value.exponent
    if isinstance(exponent, LetterExponent):
        return frame.convert(exponent.numerator, {}) / frame.convert(exponent.denominator, {})
    return frame.field(QQ(exponent.numerator, exponent.denominator))


def written_out(value: Divergence) -> Value:
    """A divergence in other nodes of values, whose closed forms are known."""
    if not isinstance(value.order, LetterOrder):
        return value.written
    power = LetterExponent(value.order.number - 1, constant(1), True)
    return Total(
        value.over, Weighted(value.weight * value.a, Power(Ratio(value.a, value.b), power))
    )


def least_of_rows(
    value: Value, total: Callable[[Polynomial], FracElement], frame: Frame
) -> Form | None:
    """The closed form of a divergence at two equal rows, least by Jensen: 1, or 0 of logs.

    Both rows have to sum to one; the result is None for a value that is not such a divergence.
    """
    if isinstance(value, Divergence):
        plain = value.weight == constant(1) and value.function in (POWER, "kl", "chi2")
    else:
        plain = isinstance(value, ConcentratedDivergence)
    if not plain or not isinstance(value, Divergence | ConcentratedDivergence):
        return None
    one = frame.field.one
    if any(total(sum_over(row, *value.over)) != one for row in (value.a, value.b)):
        return None
    is_power = isinstance(value, Divergence) and value.function == POWER
    return Rational(one if is_power else frame.field.zero)


def at_given_sizes(node: Value | type[Value]) -> str:
    """The words by which a closed form at every size refuses a node of values."""
    return f"{node.words} has a closed form at given sizes only"
