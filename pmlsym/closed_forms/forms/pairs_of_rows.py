"""Measures of two rows a, b of a channel, their outcomes summed by the ratio a/b.

The least eps for a probability delta that is given away,

    max over sets E of outcomes  (a(E) - delta)/b(E),

is attained at a set that with an outcome has all of larger ratio. The largest D[alpha](a || b) over
its order alpha > 1 has a closed form where exchanging a and b exchanges outcomes, and only one
ratio, its inverse and 1 occur: two outcomes (a, b), (b, a), and c = 1 - a - b that both rows share.
With s = alpha - 1/2 and L = log(a/b)

    D[alpha]/alpha  =  G(s)/(s^2 - 1/4),    G(s) = log( 2 sqrt(ab) cosh(L s) + c ),    G(1/2) = 0.

G is a concave function of s^2 if c <= 4 sqrt(ab): its slope is L^2 sinh(z)/(2z)/(cosh z + k) at
z = L s, k = c/(2 sqrt(ab)), which falls where k (z cosh z - sinh z) <= sinh z cosh z - z, and the
terms of the series are k 2j <= 4^j for j = 1, 2, .., all true at k <= 2. So the chord of G from
s^2 = 1/4 falls, and the largest is its limit at order 1, the divergence D[kl] = (a - b) L.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.closed_forms.forms.dominance import Prover
from pmlsym.closed_forms.forms.extremes import extremum
from pmlsym.closed_forms.forms.form import (
    Form,
    InfiniteForm,
    InfiniteWhere,
    LogForm,
    NoForm,
    Rational,
)
from pmlsym.closed_forms.forms.form_sums import scaled_form, split_logarithm
from pmlsym.closed_forms.forms.frame import Frame
from pmlsym.closed_forms.forms.rational_functions import turned_factors
from pmlsym.errors import Unsupported

Outcomes = Sequence[tuple[FracElement, FracElement]]
"""The entries of two rows at each outcome, or their sums over outcomes of one ratio."""

MOST_SETS = 64
"""The most sets of outcomes that are compared: nobody would read a form of more."""

MANY_SETS = "which outcomes make the worst set is not known, and they are many: give values"
NO_SYMMETRY = (
    "a largest divergence over its order has a closed form, as far as is known here, where "
    "exchanging the rows exchanges outcomes of one ratio and its inverse; at values it is enclosed"
)


def worst_set_form(
    outcomes: Outcomes, delta: FracElement, frame: Frame, prover: Prover
) -> Form | None:
    """The closed form of max (a(E) - delta)/b(E) over sets of outcomes; None if none has mass."""
    by_ratio, massless = _rows_by_ratio(outcomes, frame)
    ratios = [ratio for ratio in by_ratio if ratio]
    larger = {r: {o for o in ratios if o != r and prover.at_most(r, o)} for r in ratios}
    best: list[Form] = []
    for number, chosen in enumerate(_sets_with_larger_ratios(ratios, larger)):
        if number == MOST_SETS:
            raise Unsupported(MANY_SETS)
        part, mass = (sum((by_ratio[r][k] for r in chosen), frame.field.zero) for k in (0, 1))
        best.append(Rational((massless + part - delta) / mass))
    form = extremum(best, True, frame, prover)
    if not massless or prover.at_most(massless, delta):
        return form
    return InfiniteWhere(massless, delta, form or Rational(frame.field.zero))


def concentrated_form(
    outcomes: Outcomes, frame: Frame, prover: Prover
) -> tuple[Form, list[PolyElement]]:
    """The closed form of the largest D[alpha]/alpha, with polynomials positive where it holds."""
    by_ratio, massless = _rows_by_ratio(outcomes, frame)
    zero, one = frame.field.zero, frame.field.one
    if massless:
        positive = massless.numer * massless.denom
        return InfiniteForm(), [] if prover.sign(positive) == ">" else [positive]
    shared, _ = by_ratio.pop(one, (zero, zero))
    if not by_ratio:
        return Rational(zero), []
    (a, b), *others = by_ratio.values()
    if others != [(b, a)]:
        return NoForm(NO_SYMMETRY), []
    c, factors = turned_factors(16 * a * b - shared**2, prover.sign)
    needed = c * prod(
        (f for f, n, sign in factors if sign is None and n % 2), start=a.numer.ring.one
    )
    is_sure = prover.sign(needed) in (">", ">=")
    form = scaled_form(a - b, split_logarithm(LogForm(Rational(a / b)), frame, prover), frame)
    return form, [] if is_sure else [needed]


def _rows_by_ratio(
    outcomes: Outcomes, frame: Frame
) -> tuple[dict[FracElement, tuple[FracElement, FracElement]], FracElement]:
    """Sums of two rows of a closed form by their ratio, and of the first where the second is 0."""
    sums: dict[FracElement, tuple[FracElement, FracElement]] = {}
    massless = frame.field.zero
    for a, b in outcomes:
        if not b:
            massless = massless + a
            continue
        above, below = sums.get(a / b, (frame.field.zero, frame.field.zero))
        sums[a / b] = above + a, below + b
    return sums, massless


def _sets_with_larger_ratios(
    ratios: Sequence[FracElement], larger: dict[FracElement, set[FracElement]]
) -> Iterator[tuple[FracElement, ...]]:
    """A closed form's candidate sets, which have with each ratio all that are proved larger."""

    def grown(chosen: frozenset[FracElement]) -> Iterable[frozenset[FracElement]]:
        """Sets of ratios that a closed form compares, with one more ratio than those before."""
        return (chosen | {r} for r in ratios if r not in chosen and larger[r] <= chosen)

    level = [frozenset[FracElement]()]
    while level := list(dict.fromkeys(each for chosen in level for each in grown(chosen))):
        yield from (tuple(r for r in ratios if r in chosen) for chosen in level)
