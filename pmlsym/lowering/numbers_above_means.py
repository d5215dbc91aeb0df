"""Numbers above means of logarithms: the cut.

    ldp(W) <= eps  =>  mi(P, W) <= eps          is read as          mi(P, W) <= log(exp(eps))

A premise that bounds a leakage by eps is a bound of ratios by the level exp(eps). So exp(eps) takes
the place that the level of the leakage has in mi(P, W) <= ldp(W), and the same proof is one of the
claim as it was asked; eps as a plain number would be known by 1 + eps <= exp(eps) alone, which does
not prove it. Nothing is lost: log(exp(eps)) is eps, and a leakage that a number bounds is finite.

Where a premise bounds the very logarithms of the mean, as pml(P, W) <= eps does, they are compared
with the number itself, which is shorter.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.language.nodes import (
    Comparison,
    Constant,
    Exponential,
    Logarithm,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.value import MeanLog, mean_log_of
from pmlsym.lowering.exponents import in_units
from pmlsym.lowering.levels import State
from pmlsym.lowering.linear import Linear, has_logs, linear
from pmlsym.lowering.log_tensor import log_of_ratio
from pmlsym.lowering.mean_log import mean_of
from pmlsym.lowering.profile import ClaimProfile


def number_in_level(state: State, goal: Comparison) -> tuple[Quantity, Quantity]:
    """The sides of a goal; a number that bounds a mean of logarithms as the logarithm of a level.

    `state` has the premises. The sides are as they were where the number is not made of what these
    put into exponents.

    >>> from pmlsym.claims.question import parse
    >>> from pmlsym.lowering.profile import profile_of
    >>> claim = parse("ldp(W) <= a + b => mi(P, W) - a <= b")
    >>> number_in_level(State(profile_of(claim)), claim.conclusion)
    (mi(P, W), log(exp(a + b)))
    >>> claim = parse("chi2(P, W) <= a => mi(P, W) <= a")
    >>> number_in_level(State(profile_of(claim)), claim.conclusion)
    (mi(P, W), a)
    """
    left, right = linear(goal.left), linear(goal.right)
    if left is None or right is None or has_logs(goal.left) or has_logs(goal.right):
        return goal.left, goal.right
    form = left.plus(right.scaled(Fraction(-1)))
    mean = mean_of(form)
    if mean is None or mean[1] < 0:
        return goal.left, goal.right
    rest = form.plus(Linear((mean,)).scaled(Fraction(-1))).scaled(Fraction(-1))
    found = mean_log_of(mean[0].value)
    if not _is_in_exponents(state.profile, rest) or (found and _is_bounded(state, found)):
        return goal.left, goal.right
    return mean[0], Logarithm(Exponential(_quantity(rest)))


def _is_in_exponents(profile: ClaimProfile, number: Linear) -> bool:
    """Whether a number is a sum of those that the premises put into exponents."""
    scalars = [leaf.name if isinstance(leaf, Scalar) else "" for leaf, _ in number.terms]
    units = [unit for unit, _ in in_units(abs(number.constant), profile.units)]
    whole = all(c.denominator == 1 for _, c in number.terms)
    known = set(scalars) <= profile.exponents and set(units) <= set(profile.units)
    return bool(scalars or units) and whole and known


def _is_bounded(state: State, mean: MeanLog) -> bool:
    """Whether a premise speaks of the logarithms themselves, and not of their ratios alone."""
    logs = {tensor for tensor, _ in log_of_ratio(mean.ratio).atoms()}
    return mean.largest is None and any(logs & {*f.polynomial.tensors} for f in state.facts)


def _quantity(form: Linear) -> Quantity:
    terms = [leaf if c == 1 else Product((Constant(c), leaf)) for leaf, c in form.terms]
    if form.constant or not terms:
        terms.append(Constant(form.constant))
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))
