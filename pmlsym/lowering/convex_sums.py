"""Informations and means of logarithms as polynomials with convex terms.

    kl      sum w a log(a/b)          =  sum w F[entropy](a; b)
    chi2    sum w (a - b)^2 / b       =  sum w ( F[square](a; b) - 2 a + b )
    tv      sum w max(a - b, 0)       =  sum w F[excess](a; b)
    H2      sum w (sqrt a - sqrt b)^2 / 2  =  sum w ( F[root](a; b) + (a + b)/2 )
    js      F[entropy] of a and of b against their mean, each halved
    lc      sum w (a - b)^2 / 2(a + b)     =  sum w ( 2 F[square](a; a + b) - (3a - b)/2 )
    power   sum w a^r b^(1 - r)       =  sum w F[power r](a; b), below order 1 with a minus;
                                         a square at order 2, a root at order 1/2

and log t is -F[entropy](1; t). So informations and logarithms are sums of one kind, and neither
needs a level. The meaning of a term, and why a claim that fails at an instance violates such a
sequent there, are in calculus/convex_term.py and docs/convex_terms.md.

A mean of the largest of several logarithms is bounded from above by numbers M(y) > 0 above the
ratios, and from below by any choice c(y, x) >= 0 among them:

    sum_y w log max_x n/d   <=   sum_y w log M                       M d >= n
                            <=   sum_y F[entropy](w; m)              d >= m >= 0, if n = w
                            >=   sum_y -F[entropy](w; sum_x c n)     sum_x c = 1, if d = w
                            >=   sum_y F[entropy](w; sum_x c d)      sum_x c = 1, if n = w
                            >=   sum_y sum_x c F[entropy](n; d)      sum_x c n = w

where x runs through the letters that count, c being zero at others. The largest ratios are such M,
the smallest denominators such m, and the choice of a largest ratio is such a c; where w = 0 every M
will do, and c = 0.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.compared_letters import compared_letters, where_letters_differ
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, Function, convex, log
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import FreshNames
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Divergence,
    Largest,
    LetterOrder,
    MeanLog,
    Ratio,
    Value,
    mean_log_of,
)
from pmlsym.language.value_facts import divided

ZERO, ONE = constant(0), constant(1)

Bounded = tuple[Tensor, tuple[Fact, ...], Polynomial]
"""A new tensor, the facts that it has to satisfy, and the bound that it gives."""


def divergence_terms(value: Divergence) -> Polynomial:
    """An f-divergence as a polynomial with convex terms, as sequents have it.

    >>> from pmlsym.claim_text.question import parse_quantity
    >>> divergence_terms(parse_quantity("tv(P, W)").value)
    sum_{x1,y2} P(x1)excess(W(x_0,y_1); sum_{x1} P(x1)W(x1,y_1))(x1,y2)
    """
    # a single product as weight goes into the terms; a mixture stays outside of them
    inside, outside = (value.weight, ONE) if len(value.weight) == 1 else (ONE, value.weight)
    a, b, half = inside * value.a, inside * value.b, Fraction(1, 2)
    order = value.order
    match value.function:
        case "kl":
            each = _letter_by_letter(ENTROPY, a, b)
        case "chi2":
            each = _letter_by_letter(SQUARE, a, b) - 2 * a + b
        case "tv":
            each = _letter_by_letter(EXCESS, a, b)
        case "H2":
            each = _letter_by_letter(ROOT, a, b) + half * (a + b)
        case "js":
            middle = half * half * (a + b)
            each = sum((_letter_by_letter(ENTROPY, half * p, middle) for p in (a, b)), ZERO)
        case "lc":
            each = 2 * _letter_by_letter(SQUARE, a, a + b) - 3 * half * a + half * b
        case "power" if order is not None:
            sign, function = _sign_and_power_function(order)
            each = sign * _letter_by_letter(function, a, b)
        case _:
            raise Unsupported(f"the divergence {value.function} has no convex terms")
    return sum_over(outside * each, *value.over)


def _letter_by_letter(function: Function, a: Polynomial, b: Polynomial) -> Polynomial:
    """A convex term F(a, b) in a sequent, by cases of two letters of a Kronecker delta in it."""
    pair = next((pair for p in (a, b) for pair in compared_letters(p)), None)
    if pair is None:
        return convex(function, a, b)
    same, merged = equal_letters(*pair), {pair[1]: pair[0]}
    one = _letter_by_letter(function, substitute(a, merged), substitute(b, merged))
    apart = (where_letters_differ(p, *pair) for p in (a, b))
    return same * one + (1 - same) * _letter_by_letter(function, *apart)


def _sign_and_power_function(order: Fraction | LetterOrder) -> tuple[int, Function]:
    """The sign and convex function whose product a level form has for u^order."""
    if isinstance(order, LetterOrder):
        return (1 if order.is_above_one else -1), Function("power", order.number)
    if order == 2:
        return 1, SQUARE
    if order == Fraction(1, 2):
        return -1, ROOT
    return (1 if order > 1 else -1), Function("power", constant(order))


def weighted_entry(weight: Polynomial, entry: Value) -> Polynomial | None:
    """A weight times a value as a sequent's convex terms, or None; zero times infinite is zero."""
    if isinstance(entry, Divergence):
        return divergence_terms(replace(entry, weight=weight * entry.weight))
    if isinstance(entry, Ratio) and entry.denominator == ONE:
        return weight * entry.numerator
    return None


def sum_of_terms(value: Value) -> Polynomial | None:
    """The value of a measure as a polynomial with convex terms; nothing if it is not one."""
    if isinstance(value, Divergence):
        return divergence_terms(value)
    mean = mean_log_of(value)
    if mean is None or mean.largest is not None:
        return None
    share = divided(mean.weight, mean.ratio.numerator)
    if share is None:
        return None
    each = _letter_by_letter(ENTROPY, mean.weight, share * mean.ratio.denominator)
    return sum_over(each, *mean.over)


def is_of_terms(value: Value) -> bool:
    """Whether a measure's value is lowered to convex terms, or is the largest of such."""
    body = value.body if isinstance(value, Largest) else value
    return sum_of_terms(body) is not None


def largest_mean(value: Value) -> MeanLog | None:
    """A measure's value as a mean of largest logarithms, to be lowered; nothing for any other."""
    mean = mean_log_of(value)
    return mean if mean is not None and mean.largest is not None else None


def mean_from_above(mean: MeanLog, names: FreshNames) -> Bounded:
    """A tensor M(y) above the ratios in a mean of logarithms, its facts, and the mean's bound."""
    assert mean.largest is not None
    axes, ratio = tuple(i.alphabet for i in mean.over), mean.ratio
    if ratio.numerator == mean.weight:
        bound = Tensor(names.fresh("m"), axes, nonnegative=True, role="envelope")
        entry = atom(bound, *mean.over)
        gap, each = ratio.denominator - entry, convex(ENTROPY, mean.weight, entry)
    else:
        bound = Tensor(names.fresh("M"), axes, positive=True, role="envelope")
        entry = atom(bound, *mean.over)
        gap, each = entry * ratio.denominator - ratio.numerator, mean.weight * log(entry)
    letters = (*mean.over, *mean.largest.over)
    fact = Fact(f"{bound.name} is an envelope", mean.largest.where * gap, letters)
    return bound, (fact,), sum_over(each, *mean.over)


def mean_from_below(mean: MeanLog, names: FreshNames) -> Bounded:
    """A tensor c(y, x) that chooses ratios in a mean of logarithms, its facts, and the bound."""
    assert mean.largest is not None
    over, inner, ratio = mean.over, mean.largest.over, mean.ratio
    axes = tuple(i.alphabet for i in (*over, *inner))
    sides = (ratio.denominator, ratio.numerator)
    plain = mean.weight in sides and _some_letter_always_counts(mean)
    places = (
        tuple(range(len(over), len(axes))) if mean.largest.where == constant(1) and plain else ()
    )
    choice = Tensor(names.fresh("c"), axes, nonnegative=True, stochastic=places, role="selector")
    share = mean.largest.where * atom(choice, *over, *inner)
    if plain:
        whole, asked = constant(1), sum_over(share, *inner)
        sign, other = (-1, sides[1]) if mean.weight == sides[0] else (1, sides[0])
        chosen = convex(ENTROPY, mean.weight, sum_over(share * other, *inner))
        bound = sign * sum_over(chosen, *over)
    else:
        whole, asked = mean.weight, sum_over(share * ratio.numerator, *inner)
        bound = sum_over(share * convex(ENTROPY, ratio.numerator, ratio.denominator), *over, *inner)
    chooses = Fact(f"{choice.name} chooses", asked - whole, over, "==")
    return choice, () if places else (chooses,), bound


def _some_letter_always_counts(mean: MeanLog) -> bool:
    """Whether some letter of a mean of logarithms always counts, as its guards sum to one."""
    assert mean.largest is not None
    where = mean.largest.where
    return where == constant(1) or sum_over(where, *mean.largest.over) == constant(1)
