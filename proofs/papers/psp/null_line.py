"""[PSP, Prop. 4, Cor. 1.1]: mappings by the null vectors of P.

Where Null(P) is a line, all p(x) (V(y|x) - P(y)) of private mappings V are multiples of one vector
p u. So is that of M, of the outcome z at least; where M(z|d) = 1 and M(z|c) = 0, as u is largest at
d and least at c,

    V(y|x) = M(z|x) V(y|d) + (1 - M(z|x)) V(y|c):

the outcome z of M is followed by an outcome of V at d, and any other by one at c.

A point t of S that is positive where a null vector v is not zero is the mean of t + s v and
t - s v, which are points of S for small s > 0. So the columns of P at the datasets of an extreme
point are independent: there are rank(P) of them at most, and |Y| times as many have to cover all.
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import atom, constant, equal_letters, sum_over
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.language.building import all_of, equal, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio, Smallest, Value
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, lines_of_rule, named

_X, _Y = alphabets("X Y")
_z, _a, _y = Index("Z", "z"), Index("Z", "aa"), Index("Y", "yy")
_c, _d = Index("X", "c"), Index("X", "d")
_MORE, _LESS = (Tensor(name, ("X",), nonnegative=True) for name in ("more", "less"))


def rows_of_two_letters(sequent: Sequent) -> tuple[Line, ...]:
    """The row of d after z, and that of c after all others."""
    (rule,) = sequent.rules
    mapping, is_one = named(sequent, "W"), equal_letters(_a, _z)
    rows = is_one * atom(mapping, _d, _y) + (constant(1) - is_one) * atom(mapping, _c, _y)
    return tuple(lines_of_rule(rule, {rule.tensors[0]: Body(((_a,), (_y,)), rows)}))


def points_beside_a_point() -> Claim:
    """A (t + s v) is A t, for every s >= 0, where A v is 0; so is A (t - s v).

    >>> type(points_beside_a_point()).__name__
    'Implication'
    """
    g, x = Index("G", "g"), Index("X", "x")
    matrix = atom(Tensor("A", ("G", "X"), nonnegative=True), g, x)
    point, vector = Prior("T", _X).mass(x), atom(_MORE, x) - atom(_LESS, x)
    sums = Ratio(sum_over(matrix * vector, x))
    above = _measure("max A v", Largest((g,), sums))
    below = _measure("min A v", Smallest((g,), sums))
    moved = sum_over(matrix * (point + atom(scalar("s", "nonnegative")) * vector), x)
    both = (
        Measure(text, (), Ratio(value), is_log=False, free=(g,))
        for text, value in (("A (t + s v)", moved), ("A t", sum_over(matrix * point, x)))
    )
    return implies(all_of(above <= 0, below >= 0), equal(*both))


def outcomes_that_cover() -> Claim:
    """|X| <= r |Y|, where each outcome can come from at most r datasets.

    >>> type(outcomes_that_cover()).__name__
    'Implication'
    """
    x, y = Index("X", "x"), Index("Y", "y")
    inside = atom(Tensor("S", ("X", "Y"), nonnegative=True, at_most_one=True, indicator=True), x, y)
    entry = Channel("W", _X, _Y).entry((x,), (y,))
    covered = _measure("1[W > 0] - W", Smallest((x, y), Ratio(inside - entry)))
    count = _measure("max_y sum_x 1[W > 0]", Largest((y,), Ratio(sum_over(inside, x))))
    letters, outcomes = (_measure(f"|{a}|", Ratio(atom(size(a)))) for a in ("X", "Y"))
    r = Scalar("r", "nonnegative")
    return implies(all_of(covered >= 0, count <= r), letters <= r * outcomes)


def _measure(text: str, value: Value) -> Measure:
    return Measure(text, (), value, is_log=False)
