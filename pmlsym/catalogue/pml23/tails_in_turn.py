"""[PML23, Thm. 4.2]: the terms of the proof that tails of two mechanisms in turn combine.

With b1(y) and b2(y,z) the indicators of the bad outcomes, P_Y Q = P_YZ, t = e^eps1, s = e^eps2:

    bad outcomes     b1 + b2 - b1 b2
    the others       (1-b1)(1-b2) p(x) [ t s P_YZ - W U ]
                         = (1-b1)(1-b2) p(x) ( s Q [ t P_Y - W ] + W [ s Q - U ] )
    their mass       d1 + d2 - d1 d2 - P_YZ(b1 + b2 - b1 b2)
                         = (1-d2) [ d1 - P_Y(b1) ] + sum_y (1-b1) P_Y [ d2 - Q(b2) ]
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.catalogue.outlined import Line
from pmlsym.evidence.certificate import GOAL, Combine, Term, Use

_ONE = Fraction(1)
_Q = "(U | P, W)"
_FIRST, _SECOND = "tail(P, W, eps1) <= d1", "worst_tail(P, U | W, eps2) <= d2"
_DEFINED = f"definition of {_Q}"


def combined_tails(sequent: Sequent) -> tuple[Line, ...]:
    """The goal as a sum of terms, by the letters that it speaks of.

    >>> from pmlsym.lowering.sequents import lower
    >>> from pmlsym.claims.parsing import parse
    >>> whole = "tail(P, W & U, eps1 + eps2) <= d1 + d2 - d1*d2"
    >>> given = ("tail(P, W, eps1) <= d1", "worst_tail(P, U | W, eps2) <= d2", "d1 <= 1", "d2 <= 1")
    >>> [len(combined_tails(sequent)) for sequent in lower(parse(whole, assume=given))]
    [0, 1, 1]
    """
    letters = {index.name for index in sequent.goal.free}
    if "x" in letters:
        terms = _density_of_the_others()
    elif not letters:
        terms = _mass_of_the_bad()
    else:
        return ()
    return (Combine(Fact(GOAL, sequent.goal), terms),)


def _density_of_the_others() -> tuple[Term, ...]:
    x, y, z = Index("X", "x"), Index("Y", "y"), Index("Z", "z")
    first_good, second_good = Use("b1 <= 1", (y,)), Use("b2 <= 1", (y, z))
    levels = (Use("exp(eps1) >= 0"), Use("exp(eps2) >= 0"))
    seen = (Use(_FIRST, (y, x)), Use(f"{_Q} >= 0", (y, z)), levels[1], second_good)
    return (
        Term(_ONE, seen),
        Term(_ONE, (Use(_SECOND, (y, z, x)), first_good)),
        Term(-_ONE, (Use(_DEFINED, (y, z)), Use("P >= 0", (x,)), *levels, first_good, second_good)),
    )


def _mass_of_the_bad() -> tuple[Term, ...]:
    y, z = Index("Y", "y_"), Index("Z", "z_")
    first_good = Use("b1 <= 1", (y,))
    return (
        Term(_ONE, (Use(f"{_FIRST} (2)"), Use("d2 <= 1"))),
        Term(_ONE, (Use(f"{_SECOND} (2)", (y,)), first_good), (y,)),
        Term(_ONE, (Use(_DEFINED, (y, z)), first_good, Use("b2 >= 0", (y, z))), (y, z)),
    )
