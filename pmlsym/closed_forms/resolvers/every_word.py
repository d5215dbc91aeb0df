"""Quantities of a mechanism on words of n letters, from those of the mechanism on one letter.

    W(x, y) = R(x_1, y_1) .. R(x_n, y_n)          under a prior of independent letters

A value whose ratios are of single products, under sums and extremes over letters alone, is the n-th
power of that of R: a sum, a largest or a smallest of a product of nonnegative functions of separate
letters is the product of theirs. So its logarithm is n times that of R, and so is the mean of the
log of such a ratio. Words that differ in one letter alone have the ratios of that letter, since the
others cancel.

After shuffling, entries are sums over words, and a ratio of sums is at most the largest ratio of
their terms. That one is attained where all letters of a word are the same: nothing is summed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

import sympy

from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.forms.frame import Constraint, Frame
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    POWER,
    ConcentratedDivergence,
    Divergence,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.mechanism_families.parameter import WordEntries


@dataclass(frozen=True)
class EveryWord:
    """Quantities at every length of words, from the closed form of `one` letter."""

    words: WordEntries
    one: ClosedForm
    frame: Frame
    used: tuple[Any, ...] = ()
    needs: Mapping[str, int] = field(default_factory=dict)
    within: tuple[Any, ...] = ()

    def assumptions(self) -> list[str]:
        """The assumptions of the closed form for one letter, which words share."""
        return list(self.one.assumptions)

    def extreme_mass_domain(self) -> list[Constraint]:
        """An empty list, as closed forms on words have no masses of letters."""
        return []

    def expression(self, measure: Measure, of_one: sympy.Expr) -> sympy.Expr:
        """The closed form of a measure on words of any length, from that on one letter.

        Raises Unsupported where it is not a multiple or a power of that.
        """
        value, length = measure.value, sympy.Symbol(self.words.length)
        if measure.is_log and not measure.free and self._is_ratio_of_entries(value):
            is_near = {*value.where.tensors} & {*self.frame.content.neighbours}
            return of_one if is_near else length * of_one
        if self.words.shuffled:
            raise Unsupported(
                f"no closed form of {measure.word or measure.text} of shuffled words is known; at "
                "a given length, up to some ten letters, there is one"
            )
        if not measure.free and factorises(value):
            return length * of_one if measure.is_log else of_one**length
        if isinstance(value, Weighted) and not value.weight.tensors:
            value = value.body
        if isinstance(value, Log) and factorises(value.body) and not measure.is_log:
            return length * of_one
        match value:
            case Largest(_, ConcentratedDivergence(_, a, b), where) if all(
                map(_is_product, (a, b, where))
            ):
                return length * of_one  # each letter has its largest at every order
        if isinstance(value, Divergence) and self._is_mean_log_ratio(value):
            return length * of_one
        raise Unsupported(
            f"{measure.word or measure.text} of words is no multiple of that of one letter, and no "
            "closed form is known at every length: give the sizes"
        )

    def _is_ratio_of_entries(self, value: Value) -> TypeGuard[Largest]:
        """Whether a closed form's value is the largest ratio of two entries on words."""
        if not isinstance(value, Largest) or not isinstance(value.body, Ratio):
            return False
        above, below = (
            [a for a in part.atoms() if _is_product(part) and not any(i.is_bound for i in a[1])]
            for part in (value.body.numerator, value.body.denominator)
        )
        are_entries = [t for t, _ in (*above, *below)] == [self.words.tensor] * 2
        return are_entries and {*value.where.tensors} <= {*self.frame.content.neighbours}

    def _is_mean_log_ratio(self, value: Divergence) -> bool:
        """Whether a closed form's divergence is the mean of a log ratio on words.

        It is sum w a log(a/b), where w a sums to one.
        """
        parts = (value.a, value.b, value.weight)
        total = sum_over(value.weight * value.a, *value.over)
        are_products = value.function == "kl" and all(map(_is_product, parts))
        return are_products and self.frame.convert(total) == self.frame.field.one


def factorises(value: Value, *, is_whole: bool = True) -> bool:
    """Whether a value's closed form on words is the product of those on the single letters.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.leakage_capacity import ldp
    >>> from pmlsym.measures.mutual_information import mi
    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.model.prior import Prior
    >>> X, Y = alphabets("X Y")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> factorises(ldp(W).value), factorises(mi(P, W).value)
    (True, False)
    """
    match value:
        case Ratio(above, below):
            return _is_product(above) and _is_product(below)
        case Largest(_, body, where) | Smallest(_, body, where):
            return _is_product(where) and factorises(body, is_whole=False)
        case Total(_, body):
            return factorises(body, is_whole=False)
        case Power(body):
            return factorises(body, is_whole=is_whole)
        case Weighted(weight, body):
            return _is_product(weight) and factorises(body, is_whole=is_whole)
        case Divergence():
            parts = (value.a, value.b, value.weight)
            return value.function == POWER and all(map(_is_product, parts))
        case Larger(bodies):
            return is_whole and all(factorises(body, is_whole=False) for body in bodies)
    return False


def _is_product(polynomial: Polynomial) -> bool:
    """Whether a polynomial of a closed form on words is one product, split letter by letter."""
    return [c for _, c in polynomial] == [1]
