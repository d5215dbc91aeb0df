"""Steps about convex terms: perspective, scale, same, and the rows of the table.

The data of a step determine its statement; the kernel compares normal forms and requires that the
needs are shown. All steps but rows hold at every N; rows need a large N (calculus/convex_term.py).
"""

from __future__ import annotations

from pmlsym.calculus.convex_term import convex, grows
from pmlsym.calculus.polynomial import constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Convexity, ConvexRow, Perspective, Same, Scale
from pmlsym.kernel.convex_rows import ROWS, Stated
from pmlsym.kernel.shown import Facts, show, states


def check_convexity(step: Convexity, facts: Facts) -> None:
    """Raise InvalidCertificate unless a certificate's convexity step states what its kind gives."""
    stated = stated_by(step)
    fact = Fact(step.statement.name, stated.polynomial, (), stated.relation)
    if not states(fact, step.statement.polynomial, step.statement.relation):
        raise InvalidCertificate(f"the statement is not what the step gives: {fact}")
    needs = tuple(Fact("a need", polynomial, (), relation) for polynomial, relation in stated.needs)
    show(needs, step.shown, facts, {*step.statement.indices, *_summed(step)})


def stated_by(step: Convexity) -> Stated:
    """The statement that a certificate's convexity step gives, and its needs, in order."""
    match step:
        case Perspective():
            return _perspective(step)
        case Scale(function=f, factor=v, a=a, b=b):
            # b f(a/b) is homogeneous, a multiple of a where a or b is negative; F(0, 0) = 0
            return Stated(convex(f, v * a, v * b) - v * convex(f, a, b), "==", ((v, ">="),))
        case Same(function=f, a=a, b=b, c=c, d=d):
            # F is a function
            needs = ((a - c, "=="), (b - d, "=="))
            return Stated(convex(f, a, b) - convex(f, c, d), "==", needs)
        case ConvexRow():
            return _row(step)
    raise InvalidCertificate(f"{step!r} is no step")


def _perspective(step: Perspective) -> Stated:
    """The kernel's  sum F(a,b) >= F(sum a, sum b), a, b >= 0:  F is convex, homogeneous; finite."""
    if not step.parts:
        raise InvalidCertificate("a perspective has at least one part")
    above, a, b = constant(0), constant(0), constant(0)
    needs = []
    for part in step.parts:
        above = above + sum_over(convex(step.function, part.a, part.b), *part.summed)
        a, b = a + sum_over(part.a, *part.summed), b + sum_over(part.b, *part.summed)
        needs += [(part.a, ">="), (part.b, ">=")]
    return Stated(above - convex(step.function, a, b), ">=", tuple(needs))


def _row(step: ConvexRow) -> Stated:
    """The statement of a certificate's step by a row of the kernel's table, if nothing grows."""
    row = ROWS.get(step.row)
    if row is None:
        raise InvalidCertificate(f"no row is called {step.row}")
    if any(map(grows, (step.a, step.b, *step.parameters))):
        raise InvalidCertificate("an argument or a parameter of a row grows")
    stated = row(step.a, step.b, *step.parameters)
    return Stated(
        stated.polynomial, stated.relation, ((step.a, ">="), (step.b, ">="), *stated.needs)
    )


def _summed(step: Convexity) -> set[Index]:
    """The indices that a certificate's step of perspective sums over; other steps have none."""
    return (
        {i for part in step.parts for i in part.summed} if isinstance(step, Perspective) else set()
    )
