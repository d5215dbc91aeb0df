"""Jensen's step: a mean of logarithms against the logarithm of a level.

    sum_w weight(w) log( n(w)/d(w) ) <= log S      iff     sum_w weight(w) L(w) <= 0

where the weights have sum one and L is log( n/(S d) ): the level is moved into the logarithm, whose
tangents then bound the mean by a sum of ratios. With E[l] <= maxleak the tangents are those of
Jensen's inequality. L is 1 where S d = 0 < n, and -1 where n = 0, so that for all letters

    n - S d - S d L >= 0      log r <= r - 1             n L - n + S d >= 0      log r >= 1 - 1/r

Where d is not the weight itself but sums the weights over some letters, the first is stated times
R = weight / d, a tensor with sums <= 1 (0 where d is 0):  n R - S weight - S weight L >= 0.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Origin
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, MeanLog, Ratio, mean_log_of
from pmlsym.lowering.level_form import ForAllTensor, Form, Holds, Level
from pmlsym.lowering.levels import ABOVE, State, surely_positive, unguarded
from pmlsym.lowering.linear import Linear
from pmlsym.lowering.log_tensor import log_of_ratio


def mean_of(form: Linear) -> tuple[Measure, Fraction] | None:
    """The one mean of logarithms in a form, and its coefficient, if that is 1 or -1.

    >>> from pmlsym.lowering.linear import linear
    >>> from pmlsym.claims.question import parse
    >>> claim = parse("expected_pml(P, W) <= maxleak(W)")
    >>> mean_of(linear(claim.left - claim.right))
    (expected_pml(P, W), Fraction(1, 1))
    """
    measures = [(leaf, c) for leaf, c in form.terms if isinstance(leaf, Measure)]
    found = [(leaf, c) for leaf, c in measures if _is_mean(mean_log_of(leaf.value))]
    return found[0] if len(found) == 1 and abs(found[0][1]) == 1 else None


def mean_against(
    before: State, state: State, measure: Measure, sign: Fraction, level: Level
) -> Form:
    """sign * measure <= log level, with what is known of the logarithms assumed.

    `before` is the state in which premises alone are assumed, and no level of this comparison.
    """
    mean = mean_log_of(measure.value)
    assert mean is not None
    over, weight, ratio, body = mean.over, mean.weight, mean.ratio, mean.largest
    level = _positive(before, state, level)
    scale, factor = (level if sign < 0 else level.inverse()), level.numerator
    if body is not None:
        body = replace(body, where=unguarded(state, body.over, body.where))
        if sign > 0:
            log = _logarithm(state, ratio, scale, (*over, *body.over), weight)
            return _largest_from_above(state, body, over, factor * weight, log)
        ratio = _extreme(state, body, ratio, over)
    log = _logarithm(state, ratio, scale, over, weight)
    return Holds(factor * sum_over(weight * log, *over) * -sign)


def _positive(before: State, state: State, level: Level) -> Level:
    """A level s > 0, at least the one given: what is below the logarithm of each is below its own.

    The least s is the level itself; where that is zero, its logarithm is the limit of theirs. The
    level of a measure of which no premise speaks, bounded from above alone, is such an s.
    """
    if surely_positive(level.numerator):
        return level
    tensors = level.numerator.tensors
    if len(tensors) == 1 and level == Level(atom(tensors[0])):
        (own,) = tensors
        sides = {state.asked[one] for one, level_ in state.level_of.items() if level_ == own}
        known = [one for one in before.asked if state.level_of.get(one) == own]
        if sides == {frozenset({ABOVE})} and not known:
            state.add(Fact(f"{own.name} > 0", level.numerator, (), ">"))
            return level
    least = atom(Tensor(state.names.fresh("s"), positive=True, role="level"))
    state.add(Fact("s is at least the level", least * level.denominator - level.numerator))
    return Level(least)


def _is_mean(found: MeanLog | None) -> bool:
    return found is not None and sum_over(found.weight, *found.over) == constant(1)


def _logarithm(
    state: State, ratio: Ratio, scale: Level, every: tuple[Index, ...], weight: Polynomial
) -> Polynomial:
    """L = log(scale * ratio), and what is known of it and of weight / denominator."""
    above = ratio.numerator * scale.numerator
    below = ratio.denominator * scale.denominator
    log = log_of_ratio(Ratio(above, below))
    letters = tuple(i for i in every if i in log.free)
    ((tensor, _),) = log.atoms()
    origin = Origin("scaled tangent", tensor)
    state.add(Fact("log r >= 1 - 1/r", above * log - above + below, letters, ">=", origin))
    share = _share(state, ratio.denominator, weight, every)
    times = constant(1)
    if share is not None:
        above, below, times = share * above, scale.denominator * weight, share
    letters = tuple(i for i in every if i in log.free or i in times.free)
    state.add(Fact("log r <= r - 1", above - below - below * log, letters))
    return log


def _share(
    state: State, denominator: Polynomial, weight: Polynomial, every: tuple[Index, ...]
) -> Polynomial | None:
    """R = weight / denominator, if the denominator sums the weights over some letters."""
    own = tuple(i for i in every if i in weight.free)
    for size in range(1, len(own) + 1):
        for summed in combinations(own, size):
            if sum_over(weight, *summed) == denominator:
                name = state.names.fresh("R")
                share = atom(
                    Tensor(name, tuple(i.alphabet for i in own), nonnegative=True, role="quotient"),
                    *own,
                )
                rest = tuple(i for i in own if i not in summed)
                ((tensor, _),) = share.atoms()
                origin = Origin("definition", tensor)
                equality = denominator * share - weight
                state.add(Fact(f"definition of {name}", equality, own, "==", origin))
                least = 1 - sum_over(share, *summed)
                state.add(Fact(f"{name} sums to at most one", least, rest))
                return share
    return None


def _largest_from_above(
    state: State, body: Largest, over: tuple[Index, ...], weight: Polynomial, log: Polynomial
) -> Form:
    """For every choice c of letters that count: the mean of the chosen logarithms is <= 0."""
    own = tuple(i.alphabet for i in (*over, *body.over))
    plain = body.where == constant(1)
    places = tuple(range(len(over), len(own))) if plain else ()
    tensor = Tensor(
        state.names.fresh("c"), own, nonnegative=True, stochastic=places, role="selector"
    )
    chosen = body.where * atom(tensor, *over, *body.over)
    sums = Fact(f"{tensor.name} sums to one", sum_over(chosen, *body.over) - 1, over, "==")
    goal = -sum_over(weight * chosen * log, *over, *body.over)
    return ForAllTensor(tensor, () if plain else (sums,), Holds(goal))


def _extreme(state: State, body: Largest, ratio: Ratio, over: tuple[Index, ...]) -> Ratio:
    """The largest ratio at each letter: M over the denominator, or the numerator over m.

    M is at least the numerators that count, m at most the denominators, as the largest and the
    smallest of them are.
    """
    above, below = ratio.numerator, ratio.denominator
    alphabets, letters = tuple(i.alphabet for i in over), (*over, *body.over)
    varying = [bool({*form.free} & {*body.over}) for form in (above, below)]
    if varying == [True, False]:
        largest = Tensor(state.names.fresh("M"), alphabets, nonnegative=True, role="envelope")
        entry = atom(largest, *over)
        state.add(Fact(f"{largest.name} is an envelope", body.where * (entry - above), letters))
        return Ratio(entry, below)
    if varying == [False, True]:
        smallest = Tensor(state.names.fresh("m"), alphabets, nonnegative=True, role="envelope")
        entry = atom(smallest, *over)
        state.add(Fact(f"{smallest.name} is an envelope", body.where * (below - entry), letters))
        return Ratio(above, entry)
    raise Unsupported("no lower bound of a mean of the largest of such logarithms")
