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
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import (
    GOAL,
    PLAIN,
    Arguments,
    Combine,
    ConvexRow,
    Define,
    Perspective,
    Same,
    Use,
)
from proofs.papers.deduced import Line, named

_x, _c, _y = Index("X", "xx"), Index("X", "cc"), Index("Y", "yy")
_ONE = constant(1)
_FULL = "P has full support, without loss of generality"


def information_under_a_tail(sequent: Sequent) -> tuple[Line, ...]:
    """I(X;Y) <= eps + delta log(1/m), with the weights P and g = 1 - b."""
    return tuple(_lines(sequent))


def _lines(sequent: Sequent) -> Iterator[Line]:
    prior, row = atom(named(sequent, "P"), _x), atom(named(sequent, "W"), _x, _y)
    least, level = atom(named(sequent, "m1")), atom(named(sequent, "exp(eps)"))
    mass = sum_over(substitute(prior * row, {_x: _c}), _c)
    tensor = Tensor("g", ("Y",), nonnegative=True)
    good, bad = atom(tensor, _y), atom(named(sequent, "b1"), _y)
    is_good = Fact("g is 1 - b", good - 1 + bad, (_y,), "==")
    yield Define(is_good, tensor, (_y,), 1 - bad, (Use("b1 <= 1", (_y,)),))
    by_prior = Fact("of the good, times P", prior * good * (level * mass - row), (_x, _y))
    yield by_prior
    of_good = Fact("of the good", good * (level * mass - row), (_x, _y))
    yield Combine(of_good, times(1, by_prior), (Use(_FULL, (_x,)),))
    no_less = Fact("P >= m", prior - least, (_x,))
    yield Combine(no_less, times(1, Use("pmin(P) >= m1", (_x,))), (Use(_FULL, (_x,)),))
    of_any = Fact("of any", mass - least * row, (_x, _y))
    yield of_any
    yield Fact("m <= 1", 1 - least)
    every = Fact("g W + b W is W", (good + bad - 1) * row, (_x, _y), "==")
    yield Combine(every, times(row, is_good))
    rest = Fact("the rest", level * (mass - least * bad * row) - good * row, (_x, _y))
    others = (*times(1, of_good), *times(level * bad, of_any), *times(-level * mass, is_good))
    yield Combine(rest, others)
    a, b = (level * good * row, level * bad * row), (good * row, level * least * bad * row)
    chord = sum((convex(ENTROPY, *part) for part in zip(a, b, strict=True)), constant(0))
    whole = convex(ENTROPY, sum(a, constant(0)), level * mass)
    parts = (*map(Arguments, a, b), Arguments(constant(0), rest.polynomial))
    at_most = Fact("the chord", chord - whole, (_x, _y))
    shown = (PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, Use(rest.name, (_x, _y)))
    yield Perspective(at_most, ENTROPY, parts, shown)
    told, split = convex(ENTROPY, row, mass), (good + bad) * row
    same = Fact(
        "F(g W + b W, P_Y) is F(W, P_Y)", convex(ENTROPY, split, mass) - told, (_x, _y), "=="
    )
    yield Same(same, ENTROPY, split, mass, row, mass, (Use(every.name, (_x, _y)), PLAIN))
    number = convex(ENTROPY, level, _ONE) + level * convex(ENTROPY, _ONE, level)
    about = Fact("e^eps and its logarithm", number, (), "==")
    yield ConvexRow(about, "entropy of number", level, _ONE, (), (PLAIN,) * 3)
    tangent = Fact("log 1/m from below", convex(ENTROPY, _ONE, least) - 1 + least)
    yield ConvexRow(tangent, "entropy tangent", _ONE, least, (_ONE, _ONE), (PLAIN,) * 4)
    eps, log, positive = atom(named(sequent, "eps")), Use("log exp(eps)"), Use("exp(eps) > 0")
    largest = convex(ENTROPY, _ONE, least)
    of_each = Fact("told", good * row * eps + bad * row * largest - told, (_x, _y))
    by_level = (*times(1, at_most), *times(-good * row, about), *times(level, same))
    yield Combine(of_each, (*by_level, *times(-level * good * row, log)), (positive,))
    known = Fact("log 1/m >= 0", largest)
    yield known
    both = (_x, _y)
    terms = (
        *times(prior, of_each, over=both),
        *times(prior * bad * row * eps, over=both),
        *times(-prior * row * eps, is_good, over=both),
        *times(1, Use("tail(P, W, eps) <= delta (2)"), known),
    )
    yield Combine(Fact(GOAL, sequent.goal), terms)
