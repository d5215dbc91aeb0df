"""[PML23, Prop. 7]: mutual information under (eps, delta)-PML, by the outcomes.

With m = p_min every W(x,y) is at most P_Y(y)/m, and at most e^eps P_Y(y) where y is good, that is,
leaks eps at most. Where W <= c P_Y, W log(W/P_Y) is at most W log c; so the mean over the good
outcomes is at most eps, and that over the others, of mass delta at most, delta log(1/m).
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.convex_term import ENTROPY, convex
from pmlsym.calculus.polynomial import atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import (
    GOAL,
    PLAIN,
    Arguments,
    Combine,
    ConvexRow,
    Perspective,
    Scale,
    Use,
)
from proofs.papers.deduced import Line, named

_x, _c, _y = Index("X", "xx"), Index("X", "cc"), Index("Y", "yy")
_ONE = constant(1)
_FULL = "P has full support, without loss of generality"


def information_under_a_tail(sequent: Sequent) -> tuple[Line, ...]:
    """I(X;Y) <= eps + delta log(1/m), where b is one at the outcomes of the tail, and g = 1 - b."""
    return tuple(_lines(sequent))


def _lines(sequent: Sequent) -> Iterator[Line]:
    prior, row = atom(named(sequent, "P"), _x), atom(named(sequent, "W"), _x, _y)
    least, level = atom(named(sequent, "m1")), atom(named(sequent, "exp(eps)"))
    mass = sum_over(substitute(prior * row, {_x: _c}), _c)
    bad, at_most_one = atom(named(sequent, "b1"), _y), Use("b1 <= 1", (_y,))
    good = 1 - bad
    by_prior = Fact("of the good, times P", prior * good * (level * mass - row), (_x, _y))
    yield by_prior
    of_good = Fact("of the good", good * (level * mass - row), (_x, _y))
    yield Combine(of_good, times(1, by_prior), (Use(_FULL, (_x,)),))
    no_less = Fact("P >= m", prior - least, (_x,))
    yield Combine(no_less, times(1, Use("pmin(P) >= m1", (_x,))), (Use(_FULL, (_x,)),))
    of_any = Fact("of any", mass - least * row, (_x, _y))
    yield of_any
    yield Fact("m <= 1", 1 - least)
    rest = Fact("the rest", level * (mass - least * bad * row) - good * row, (_x, _y))
    yield Combine(rest, (*times(1, of_good), *times(level * bad, of_any)))
    good_rows = Fact("g W", good * row, (_x, _y))
    yield Combine(good_rows, times(row, at_most_one))
    good_levels = Fact("e^eps g W", level * good * row, (_x, _y))
    yield Combine(good_levels, times(level * row, at_most_one))
    a, b = (level * good * row, level * bad * row), (good * row, level * least * bad * row)
    chord = sum((convex(ENTROPY, *part) for part in zip(a, b, strict=True)), constant(0))
    told = convex(ENTROPY, row, mass)
    parts = (*map(Arguments, a, b), Arguments(constant(0), rest.polynomial))
    at_most = Fact("the chord", chord - level * told, (_x, _y))
    shown = (Use(good_levels.name, (_x, _y)), Use(good_rows.name, (_x, _y)), PLAIN, PLAIN, PLAIN)
    yield Perspective(at_most, ENTROPY, parts, (*shown, Use(rest.name, (_x, _y))))
    of_level = convex(ENTROPY, level, _ONE)
    apart = convex(ENTROPY, good * level, good) - good * of_level
    scaled = Fact("g apart", apart, (_y,), "==")
    yield Scale(scaled, ENTROPY, good, level, _ONE, (at_most_one,))
    number = of_level + level * convex(ENTROPY, _ONE, level)
    about = Fact("e^eps and its logarithm", number, (), "==")
    yield ConvexRow(about, "entropy of number", level, _ONE, (), (PLAIN,) * 3)
    tangent = Fact("log 1/m from below", convex(ENTROPY, _ONE, least) - 1 + least)
    yield ConvexRow(tangent, "entropy tangent", _ONE, least, (_ONE, _ONE), (PLAIN,) * 4)
    eps, log, positive = atom(named(sequent, "eps")), Use("log exp(eps)"), Use("exp(eps) > 0")
    largest = convex(ENTROPY, _ONE, least)
    of_each = Fact("told", good * row * eps + bad * row * largest - told, (_x, _y))
    by_level = (*times(1, at_most), *times(-row, scaled), *times(-good * row, about))
    yield Combine(of_each, (*by_level, *times(-level * good * row, log)), (positive,))
    known = Fact("log 1/m >= 0", largest)
    yield known
    both = (_x, _y)
    terms = (
        *times(prior, of_each, over=both),
        *times(prior * bad * row * eps, over=both),
        *times(1, Use("tail(P, W, eps) <= delta (2)"), known),
    )
    yield Combine(Fact(GOAL, sequent.goal), terms)
