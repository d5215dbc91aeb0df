"""Valid certificates written by hand: theorems of the field with their known proofs."""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.substitution import Body
from pmlsym.kernel.certificate import (
    Apply,
    Certificate,
    Combine,
    Indicate,
    Limit,
    Split,
    Term,
    Use,
)

ONE = Fraction(1)
x, x0, y, y0, z, z0 = (Index(*pair) for pair in (
    ("X", "x"), ("X", "x0"), ("Y", "y"), ("Y", "y0"), ("Z", "z"), ("Z", "z0"),
))  # fmt: skip
P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
V = Tensor("V", ("Y", "Z"), nonnegative=True, stochastic=(1,))
U = Tensor("U", ("X", "Y", "Z"), nonnegative=True, stochastic=(2,))
Q = Tensor("Q", ("Y", "Z"), nonnegative=True, stochastic=(1,))
q0 = Index("Y", "q~0")  # the letter of a need
t, s = Tensor("t", positive=True), Tensor("s", positive=True)


def output(j: Index) -> Polynomial:
    """P_Y(y)."""
    return sum_over(atom(P, x) * atom(W, x, j), x)


def cascade(i: Index, k: Index) -> Polynomial:
    """sum_y W(x,y)V(y,z)."""
    return sum_over(atom(W, i, y) * atom(V, y, k), y)


def pml_at_most(level: Tensor, i: Index, j: Index) -> Polynomial:
    """p(x) (t P_Y(y) - W(x,y))."""
    return atom(P, i) * (atom(level) * output(j) - atom(W, i, j))


def pml_of_cascade(i: Index, k: Index) -> Polynomial:
    """p(x) (t P_Z(z) - P(z|x))."""
    mass = sum_over(atom(P, x) * cascade(x, k), x)
    return atom(P, i) * (atom(t) * mass - cascade(i, k))


def post_processing() -> Certificate:
    """pml(P, W >> V) <= pml(P, W)."""
    h = Fact("pml(P, W) <= log t", pml_at_most(t, x, y), (x, y))
    goal = pml_of_cascade(x0, z0)
    term = Term(ONE, (Use("V >= 0", (y, z0)), Use(h.name, (x0, y))), (y,))
    return Certificate(Sequent((h,), goal), (Combine(Fact("goal", goal), (term,)),))


def pre_processing() -> Certificate:
    """pml(P, W >> V) <= pml(P >> W, V)."""
    body = atom(t) * sum_over(output(y) * atom(V, y, z), y) - atom(V, y, z)
    h = Fact("pml(P >> W, V) <= log t", atom(P, x) * atom(W, x, y) * body, (x, y, z))
    goal = pml_of_cascade(x0, z0)
    term = Term(ONE, (Use(h.name, (x0, y, z0)),), (y,))
    return Certificate(Sequent((h,), goal), (Combine(Fact("goal", goal), (term,)),))


def composition() -> Certificate:
    """pml(P, W & U) <= pml(P, W) + pml(P, U | W), with P_Y(y)Q(y,z) = P_YZ(y,z)."""
    joint = sum_over(atom(P, x) * atom(W, x, y) * atom(U, x, y, z), x)
    defined = Fact("Q", output(y) * atom(Q, y, z) - joint, (y, z), "==")
    first = Fact("pml(P, W) <= log t", pml_at_most(t, x, y), (x, y))
    gap = atom(s) * atom(Q, y, z) - atom(U, x, y, z)
    second = Fact("pml(P, U | W) <= log s", atom(P, x) * atom(W, x, y) * gap, (x, y, z))
    product = atom(W, x0, y0) * atom(U, x0, y0, z0)
    there = sum_over(atom(P, x) * atom(W, x, y0) * atom(U, x, y0, z0), x)
    goal = atom(P, x0) * (atom(t) * atom(s) * there - product)
    first_term = (Use("s > 0"), Use("Q >= 0", (y0, z0)), Use(first.name, (x0, y0)))
    equal = (Use("P >= 0", (x0,)), Use("t > 0"), Use("s > 0"), Use("Q", (y0, z0)))
    terms = (
        Term(ONE, first_term),
        Term(ONE, (Use(second.name, (x0, y0, z0)),)),
        Term(-ONE, equal),
    )
    sequent = Sequent((defined, first, second), goal)
    return Certificate(sequent, (Combine(Fact("goal", goal), terms),))


def maximal_leakage() -> Certificate:
    """maxleak(W >> V) <= maxleak(W), with the column maxima M and a selector c."""
    M = Tensor("M", ("Y",))
    c = Tensor("c", ("Z", "X"), nonnegative=True, stochastic=(1,))
    total = Fact("maxleak(W) <= log t", atom(t) - sum_over(atom(M, y), y))
    column = Fact("M", atom(M, y) - atom(W, x, y), (x, y))
    goal = atom(t) - sum_over(atom(c, z, x) * cascade(x, z), x, z)
    selected = (Use("c >= 0", (z, x)), Use("V >= 0", (y, z)), Use("M", (x, y)))
    terms = (Term(ONE, (Use(total.name),)), Term(ONE, selected, (x, y, z)))
    return Certificate(Sequent((total, column), goal), (Combine(Fact("goal", goal), terms),))


def square() -> Certificate:
    """m(y)^2 >= 0 for an m of any sign, by cases."""
    m = atom(Tensor("m", ("Y",)), y0)
    goal = Fact("goal", m * m)

    def twice(relation: str) -> Combine:
        statement = Fact(f"goal if {relation}", goal.polynomial)
        return Combine(statement, (Term(ONE, (Use("sign"), Use("sign"))),))

    step = Split(goal, "sign", m, (twice(">"),), (twice(">="),))
    return Certificate(Sequent((), goal.polynomial), (step,))


def event_leakage(delta: Polynomial, part: Tensor) -> tuple[Fact, Fact]:
    """eml <= log t as a rule's premise and conclusion: sum a P_Y >= delta, and the bound."""
    mass = sum_over(atom(part, y) * output(y), y)
    event = sum_over(atom(part, y) * atom(W, x, y), y)
    bound = atom(P, x) * (atom(t) * mass - event)
    return Fact("mass of a", mass - delta), Fact("bound", bound, (x,))


def event_post_processing() -> Certificate:
    """eml(P, W >> V, delta) <= eml(P, W, delta), by a(y) := sum_z V(y,z)e(z)."""
    d = atom(Tensor("delta0", nonnegative=True, at_most_one=True))
    a = Tensor("a", ("Y",), nonnegative=True, at_most_one=True)
    e = Tensor("e", ("Z",), nonnegative=True, at_most_one=True)
    premise, conclusion = event_leakage(d, a)
    rule = Rule("eml(P, W, delta0) <= log t", (a,), (premise,), conclusion)
    mass = sum_over(atom(P, x) * cascade(x, z) * atom(e, z), x, z)
    event = sum_over(cascade(x0, z) * atom(e, z), z)
    goal = atom(P, x0) * (atom(t) * mass - event)
    hypothesis = Fact("mass of e", mass - d)
    body = sum_over(atom(V, y, z) * atom(e, z), z)
    v = Use("V >= 0", (y, z))
    steps = (
        Combine(Fact("low", body, (y,)), (Term(ONE, (v, Use("e >= 0", (z,))), (z,)),)),
        Combine(Fact("high", 1 - body, (y,)), (Term(ONE, (v, Use("e <= 1", (z,))), (z,)),)),
    )
    # The conclusion speaks of every x; the goal of x0, which the rule's own x stands for.
    derived = Fact("at every x", substitute(goal, {x0: x}), (x,))
    last = Combine(Fact("goal", goal), (Term(ONE, (Use(derived.name, (x0,)),)),))
    shown = (Use("mass of e"), Use("low", (q0,)), Use("high", (q0,)))
    put_in = ((a.name, Body(((y,),), body)),)
    applied = Apply(derived, rule.name, put_in, (), ((x, (x,)),), shown, constant(1))
    sequent = Sequent((hypothesis,), goal, rules=(rule,))
    return Certificate(sequent, (*steps, applied, last))


def limit() -> Certificate:
    """If c + r m >= 0 for every r > 0, then c >= 0."""
    c, m = atom(Tensor("c0")), atom(Tensor("m0"))
    r = Tensor("r", nonnegative=True)
    small = Tensor("lambda", positive=True, at_most_one=True)
    line = Fact("line", c + atom(r) * m)
    rule = Rule("for every r", (r,), (Fact("r", atom(r), (), ">"),), line)
    line = Fact("line at lambda", c + atom(small) * m)
    put_in, positive = ((r.name, Body((), atom(small))),), Use("lambda > 0")
    steps = (
        Apply(line, rule.name, put_in, (), (), (positive, positive), constant(1)),
        Limit(Fact("goal", c), small, line.name),
    )
    return Certificate(Sequent((), c, rules=(rule,)), steps)


def real_squares() -> Certificate:
    """m(x)^2 >= 0 for a real m: its sign times m, squared."""
    m, negative = Tensor("m", ("X",)), Tensor("b", ("X",), indicator=True)
    signed = (1 - 2 * atom(negative, x)) * atom(m, x)
    define = Indicate(Fact("the size of m", signed, (x,)), negative, atom(m, x))
    goal = atom(m, x0) * atom(m, x0)
    size = Use("the size of m", (x0,))
    last = Combine(Fact("goal", goal), (Term(ONE, (size, size)),))
    return Certificate(Sequent((), goal), (define, last))


ALL = (
    post_processing,
    pre_processing,
    composition,
    maximal_leakage,
    square,
    event_post_processing,
    limit,
    real_squares,
)
