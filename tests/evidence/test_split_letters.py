"""Cases letter by letter, and limits: an attack on each condition of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.convex_term import EXCESS, SQUARE, convex
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.kernel.certificate import (
    PLAIN,
    Certificate,
    Combine,
    ConvexRow,
    Define,
    Limit,
    Perspective,
    Scale,
    Split,
    Term,
    Use,
)
from pmlsym.kernel.certificate import Arguments as Part
from tests.evidence.building import (
    ONE,
    Attack,
    accepts,
    applied,
    combined,
    lemma_of,
    nonsense,
    proof,
    refuses,
)
from tests.evidence.hand_written import P, W, x, x0, y

x1, x2, y1 = Index("X", "x1"), Index("X", "x2"), Index("Y", "y1")
k, s, T = Tensor("k"), Tensor("s"), Tensor("T", positive=True)
c, g, h = Tensor("c", ("X",)), Tensor("g", ("X",)), Tensor("h", ("X",))
r = Tensor("r", positive=True)
small = Tensor("lambda", positive=True, at_most_one=True)
CASE = Use("case")
F10 = convex(SQUARE, constant(1), constant(0))


def in_both(goal: Fact, case: Polynomial, branch, *inner: Index, name: str = "case") -> Split:
    """The split whose branches derive the statement alike; `branch` says how, given its name."""
    left = tuple(i for i in goal.indices if i not in case.free or i in inner)
    own = [
        branch(Fact(f"{goal.name} if {sign}", goal.polynomial, left, goal.relation))
        for sign in (">", ">=")
    ]
    return Split(
        goal, name, case, *((step,) if isinstance(step, Combine) else step for step in own)
    )


# --- Cases under a quantified letter ------------------------------------------------------------


def divided() -> Certificate:
    """f(y) >= 0 where P_Y(y) f(y) >= 0, and W(x, y) f(y) >= 0 where P_Y(y) = 0: letter by letter.

    The goal is  sum_y W(x0, y) f(y) >= 0  for a prior that is nowhere zero.
    """
    f = Tensor("f", ("Y",))
    full = Tensor("P", ("X",), positive=True, stochastic=(0,))
    mass = sum_over(atom(full, x) * atom(W, x, y), x)
    given = Fact("given", mass * atom(f, y), (y,))
    other = Fact("other", atom(W, x, y) * atom(f, y) + mass, (x, y))
    every = Fact("every", atom(W, x, y) * atom(f, y), (x, y))
    at_y = replace(every, indices=(x,))
    divide = Combine(
        replace(at_y, name="every if >"),
        (Term(ONE, (Use("W >= 0", (x, y)), Use("given", (y,)))),),
        (CASE,),
    )
    null = combined(replace(at_y, name="every if >="), (Use("other", (x, y)),), (CASE,))
    goal = Fact("goal", sum_over(atom(W, x0, y) * atom(f, y), y))
    last = combined(goal, Term(ONE, (Use("every", (x0, y)),), (y,)))
    split = Split(every, "case", mass, (divide,), (null,))
    return proof(goal, split, last, facts=(given, other))


def letters() -> Iterator[Attack]:
    yield Attack(
        "nothing stands for a branch", drop_branch(divided()), "does not derive", divided()
    )
    # a fact about one letter is not about all of them
    at_one = Fact("g", atom(g, x))
    every = Fact("every", atom(g, x), (x,))
    goal = Fact("goal", atom(g, x1))
    last = combined(goal, (Use("every", (x1,)),))
    copy = in_both(every, atom(h, x), lambda own: combined(own, (Use("g"),)))
    all_of = in_both(every, atom(h, x), lambda own: combined(own, (Use("g", (x,)),)))
    yield Attack(
        "a hypothesis about one letter",
        proof(goal, copy, last, facts=(at_one,)),
        "x is one letter",
        proof(goal, all_of, last, facts=(every_of(at_one, x),)),
    )
    derived = combined(Fact("derived", atom(g, x)), (Use("g0"),))
    copy = in_both(every, atom(h, x), lambda own: combined(own, (Use("derived"),)))
    yield Attack(
        "a derived fact about one letter",
        proof(goal, derived, copy, last, facts=(replace(at_one, name="g0"),)),
        "x is one letter",
    )
    # a case of a split around it
    none = Fact("none", constant(0))
    within = [combined(Fact(f"inner if {c}", constant(0))) for c in (">", ">=")]
    product = atom(h, x) * atom(g, x)
    inner = Split(Fact("none if >", constant(0), (x,)), "inner", product, *((w,) for w in within))
    around = Split(
        replace(none, name="goal"),
        "around",
        atom(g, x),
        (inner,),
        (combined(replace(none, name="none if >=")),),
    )
    yield Attack(
        "the case of a split around it",
        proof(replace(none, name="goal"), around),
        "x is one letter",
        proof(replace(none, name="goal"), replace(around, case=atom(g, x0))),
    )
    # a rule about one letter
    rule = Rule("at x", (), (), Fact("d", atom(g, x)))
    put_in = in_both(every, atom(h, x), lambda own: (applied(own, "at x", {}),))
    of_all = Rule("at x", (), (), Fact("d", atom(g, x2), (x2,)))
    for_all = in_both(every, atom(h, x), lambda own: (applied(own, "at x", {}, letters={x2: x}),))
    yield Attack(
        "a rule about one letter",
        proof(goal, put_in, last, rules=(rule,)),
        "x is one letter of a rule",
        proof(goal, for_all, last, rules=(of_all,)),
    )
    premise = Rule("if", (), (Fact("g", atom(g, x)),), Fact("d", constant(-1)))
    calm = in_both(
        Fact("one", constant(1), (x,)), atom(h, x), lambda own: combined(own, Term(ONE, ()))
    )
    yield Attack(
        "a rule whose premise is about one letter",
        proof(
            Fact("goal", constant(1)),
            calm,
            combined(Fact("goal", constant(1)), Term(ONE, ())),
            rules=(premise,),
        ),
        "x is one letter of a rule",
        proof(Fact("goal", constant(1)), calm, combined(Fact("goal", constant(1)), Term(ONE, ()))),
    )
    # inside a branch the letter is a constant
    total = Fact("goal", sum_over(atom(c, x), x))
    wide = Fact("wide", sum_over(atom(c, x), x), (x1,))
    summed = Split(
        Fact("sum", sum_over(atom(c, x), x), (x1,)),
        "case",
        atom(c, x1),
        (Combine(replace(wide, indices=()), (Term(ONE, (CASE,), (x1,)),)),),
        (),
    )
    yield Attack(
        "a branch sums over the letter of its case",
        proof(total, summed),
        "x1 is one letter",
    )
    every_c = Fact("every", atom(c, x), (x,))
    runs = Split(
        every_c,
        "case",
        atom(c, x),
        (combined(Fact("all", atom(c, x), (x,)), (CASE,)),),
        (),
    )
    yield Attack("a branch lets the letter of its case run", proof(total, runs), "x is one letter")
    spread = Perspective(
        mean_statement(c), EXCESS, (Part(atom(c, x), constant(1), (x,)),), (CASE, PLAIN)
    )
    yield Attack(
        "a branch sums a term over the letter of its case",
        proof(
            total,
            Split(replace(mean_statement(c), indices=(x,)), "case", atom(c, x), (spread,), ()),
        ),
        "x is one letter",
    )
    need = Rule(
        "low", (g,), (Fact("g", atom(g, x), (x,)),), Fact("d", sum_over(atom(g, x) * atom(k), x))
    )
    shown = applied(
        Fact("d", sum_over(atom(c, x) * atom(k), x)), "low", {g: ((x,), atom(c, x))}, (CASE,)
    )
    yield Attack(
        "a branch shows a premise by its case",
        proof(
            total,
            Split(
                Fact("d", sum_over(atom(c, x) * atom(k), x), (x1,)),
                "case",
                atom(c, x1),
                (shown,),
                (),
            ),
            rules=(need,),
        ),
        "does not state",
    )
    # what the branches derive
    square = Fact("square", atom(c, x) * atom(c, x), (x,))
    twice = lambda own: combined(own, (CASE, CASE))  # noqa: E731
    right = in_both(square, atom(c, x), twice)
    goal = Fact("goal", sum_over(atom(c, x) * atom(c, x), x))
    ends = combined(goal, Term(ONE, (Use("square", (x,)),), (x,)))
    beside = proof(goal, right, ends)
    more = replace(square, polynomial=square.polynomial - 1)
    for what, split, why in (
        ("more than its branches", replace(right, statement=more), "does not derive"),
        ("strictly", replace(right, statement=replace(square, relation=">")), "does not derive"),
        (
            "an equality",
            replace(right, statement=replace(square, relation="==")),
            "does not derive",
        ),
        ("without one branch", replace(right, nonpositive=()), "does not derive"),
        ("without the other", replace(right, positive=()), "does not derive"),
        ("of another case", replace(right, case=atom(g, x)), "identity"),
        ("of the case at another letter", replace(right, case=atom(c, x1)), "identity"),
    ):
        yield Attack(f"a split that says {what}", proof(goal, split, ends), why, beside)
    # a letter that is not the case's runs in the branches as well
    d = Tensor("d", ("X", "Y"))
    at_y = Fact("d", atom(d, x, y), (x,))
    both = Fact("both", atom(d, x, y), (x, y))
    fewer = in_both(
        both, atom(h, x), lambda own: combined(replace(own, indices=()), (Use("d", (x,)),))
    )
    goal_d = Fact("goal", atom(d, x1, y1))
    last_d = combined(goal_d, (Use("both", (x1, y1)),))
    whole = in_both(both, atom(h, x), lambda own: combined(own, (Use("d", (x, y)),)))
    yield Attack(
        "a letter beside that of the case runs though its branches fix it",
        proof(goal_d, fewer, last_d, facts=(at_y,)),
        "does not derive",
        proof(goal_d, whole, last_d, facts=(replace(at_y, indices=(x, y)),)),
    )
    # names
    yield Attack(
        "a case called as a fact",
        proof(goal, replace(right, name="g"), ends, facts=(every_of(at_one, x),)),
        "one name|two facts",
        beside,
    )
    yield Attack(
        "the case is used after the split",
        proof(Fact("goal", atom(c, x1)), right, combined(Fact("goal", atom(c, x1)), (CASE,))),
        "case",
        beside,
    )
    yield Attack(
        "a fact of a branch is used after the split",
        proof(
            Fact("goal", atom(c, x)),
            right,
            combined(Fact("goal", atom(c, x)), (Use("square if >"),)),
        ),
        "square if",
        beside,
    )


def mean_statement(tensor: Tensor) -> Fact:
    total = sum_over(atom(tensor, x), x)
    terms = sum_over(convex(EXCESS, atom(tensor, x), constant(1)), x)
    count = sum_over(constant(1), x)
    return Fact("mean", terms - convex(EXCESS, total, count))


def every_of(fact: Fact, *indices: Index) -> Fact:
    return replace(fact, indices=indices)


def drop_branch(certificate: Certificate) -> Certificate:
    split, *rest = certificate.steps
    return replace(certificate, steps=(replace(split, nonpositive=()), *rest))  # type: ignore[type-var]


# --- What a branch introduces is not in the statement -------------------------------------------

SQUARE_LEMMA = lemma_of(
    "square",
    Fact("goal", atom(k) * atom(k)),
    Split(
        Fact("goal", atom(k) * atom(k)),
        "case",
        atom(k),
        (combined(Fact("goal if >", atom(k) * atom(k)), (CASE, CASE)),),
        (combined(Fact("goal if >=", atom(k) * atom(k)), (CASE, CASE)),),
    ),
)


def introduced() -> Iterator[Attack]:
    """For each x a T = q(x); so one T for all x, if the statement could speak of it."""
    q = Tensor("q", ("X",))
    up = Fact("q", atom(q, x), (x,), ">")
    gap = atom(T) - atom(q, x)
    every = Fact("every", -(gap * gap), (x,))
    define = Define(Fact("def T", gap, (), "=="), T, (), atom(q, x), (CASE,))
    equal = Combine(Fact("every if >", -(gap * gap)), (Term(-ONE, (Use("def T"), Use("def T"))),))
    # q (-(T - q)^2) = (-q) T T + 2 T q q + (-q) q q
    low = Use("q", (x,))
    absurd = Combine(
        Fact("every if >=", -(gap * gap)),
        (
            Term(ONE, (CASE, Use("T > 0"), Use("T > 0"))),
            Term(Fraction(2), (Use("T > 0"), low, low)),
            Term(ONE, (CASE, low, low)),
        ),
        (low,),
    )
    split = Split(every, "case", atom(q, x), (define, equal), (absurd,))
    # -(a - b)^2 = -2 (T - a)^2 - 2 (T - b)^2 + (a + b - 2 T)^2
    a, b = atom(q, x1), atom(q, x2)
    goal = Fact("goal", -((a - b) * (a - b)))
    rest = a + b - 2 * atom(T)
    squared = applied(Fact("rest", rest * rest), "square", {k: ((), rest)})
    two = Fraction(2)
    last = combined(
        goal,
        Term(two, (Use("every", (x1,)),)),
        Term(two, (Use("every", (x2,)),)),
        (Use("rest"),),
    )
    calm = Fact("calm", constant(1), (x,))
    copies = [combined(Fact(f"calm if {c}", constant(1)), Term(ONE, ())) for c in (">", ">=")]
    right = Split(calm, "case", atom(q, x), (define, copies[0]), (copies[1],))
    one = Fact("goal", constant(1))
    yield Attack(
        "the statement for all letters speaks of what a branch introduces",
        proof(goal, split, squared, last, facts=(up,), lemmas=(SQUARE_LEMMA,)),
        "T is not new",
        proof(one, right, combined(one, (Use("calm", (x1,)),)), facts=(up,)),
    )


# --- Limits -------------------------------------------------------------------------------------


def limits() -> Iterator[Attack]:
    goal = nonsense()
    one = combined(Fact("one", constant(1)), Term(ONE, ()))
    fine = Fact("goal", atom(k))
    given = Fact("k", atom(k))
    line = combined(Fact("line", atom(k) + atom(small)), (Use("k"),), (Use("lambda > 0"),))
    right = proof(fine, line, Limit(fine, small, "line"), facts=(given,))
    # the constant part
    for what, statement in (
        ("more", Fact("goal", atom(k) - 1)),
        ("strict", Fact("goal", atom(k), (), ">")),
        ("an equality", Fact("goal", atom(k), (), "==")),
    ):
        wrong = proof(statement, line, Limit(statement, small, "line"), facts=(given,))
        yield Attack(f"the limit is {what}", wrong, "constant part", right)
    moved = combined(Fact("line", atom(h, x) + atom(small)), (Use("h"),), (Use("lambda > 0"),))
    every = Limit(Fact("every", atom(h, x), (x,)), small, "line")
    h1 = Fact("goal", atom(h, x1))
    last = combined(h1, (Use("every", (x1,)),))
    yield Attack(
        "the limit of a fact about one letter, for all",
        proof(h1, moved, every, last, facts=(Fact("h", atom(h, x)),)),
        "constant part",
    )
    # the variable
    h_small = Fact("h", atom(k) + atom(small))
    yield Attack(
        "a hypothesis speaks of the variable",
        proof(fine, Limit(fine, small, "h"), facts=(h_small,)),
        "not fresh",
        right,
    )
    inside = Fact("h", convex(EXCESS, atom(k) + atom(small), constant(1)))
    yield Attack(
        "a term of a hypothesis speaks of the variable",
        proof(fine, line, Limit(fine, small, "line"), facts=(given, inside)),
        "not fresh",
        right,
    )
    bound = Rule("rule", (small,), (), Fact("d", atom(small)))
    yield Attack(
        "a rule binds the variable",
        proof(fine, line, Limit(fine, small, "line"), facts=(given,), rules=(bound,)),
        "not fresh",
        right,
    )
    for what, other in (
        ("any positive number", Tensor("lambda", positive=True)),
        ("what may be zero", Tensor("lambda", nonnegative=True, at_most_one=True)),
        ("an indicator", Tensor("lambda", positive=True, at_most_one=True, indicator=True)),
        ("any number", Tensor("lambda")),
        ("a letter's", Tensor("lambda", ("X",), positive=True, at_most_one=True)),
    ):
        wrong = proof(
            Fact("goal", constant(1)), one, Limit(Fact("goal", constant(1)), other, "one")
        )
        yield Attack(f"the variable is {what}", wrong, "is a scalar in", right)
    sure = Tensor("lambda", positive=True, at_most_one=True, indicator=True)
    is_one = Combine(Fact("is one", atom(sure) - 1), (), (Use("lambda > 0"),))
    yield Attack(
        "an indicator goes to zero",
        proof(goal, is_one, Limit(goal, sure, "is one")),
        "is a scalar in",
        right,
    )
    # F = square:  l + F(1, 2) >= F(1 + l, 2 + l) >= F(1 + l, 2 + 2 l) = (1 + l) F(1, 2)
    unit, two, lam = constant(1), constant(2), atom(small)
    f12, f_l = convex(SQUARE, unit, two), convex(SQUARE, 1 + lam, 2 + lam)
    f_2l = convex(SQUARE, 1 + lam, 2 + 2 * lam)
    plain = (PLAIN,) * 4
    above = Perspective(
        Fact("above", lam + f12 - f_l), SQUARE, (Part(lam, lam), Part(unit, two)), plain
    )
    below = Perspective(
        Fact("below", f_l - f_2l), SQUARE, (Part(1 + lam, 2 + lam), Part(constant(0), lam)), plain
    )
    scale = Scale(
        Fact("scale", f_2l - (1 + lam) * f12, (), "=="), SQUARE, 1 + lam, unit, two, (PLAIN,)
    )
    tends = Limit(Fact("tends", f12 - f_l), small, "above")
    uses = [(Use(name),) for name in ("tends", "below", "scale")]
    less = Fact("goal", -f12)
    last = combined(less, *uses, multiplier=(Use("lambda > 0"),))
    calm = Fact("goal", constant(0))
    yield Attack(
        "a term of the fact has the variable inside",
        proof(less, above, below, scale, tends, last),
        "has lambda inside",
        proof(calm, above, below, scale, combined(calm)),
    )
    # rows, of the certificate and of its lemmas; rules about terms that grow
    row = ConvexRow(
        Fact("row", F10 - 2 * atom(k)),
        "square tangent",
        constant(1),
        constant(0),
        (atom(k),),
        (PLAIN, PLAIN),
    )
    # r F(1, 0) >= 1 for each r > 0, once N is large: at lambda that is no fact about one N
    inverse = Rule(
        "inverse",
        (r,),
        (),
        Fact("d", atom(r) * F10 - 1),
    )
    lam = applied(Fact("line", atom(small) * F10 - 1), "inverse", {r: ((), atom(small))}, (PLAIN,))
    above = Fact("goal", atom(s) * F10 - 1)
    at_s = applied(above, "inverse", {r: ((), atom(s))}, (Use("s"),))
    accepted_rule = proof(above, at_s, facts=(Fact("s", atom(s), (), ">"),), rules=(inverse,))
    yield Attack(
        "a limit beside a rule about a term that grows",
        proof(goal, lam, Limit(goal, small, "line"), rules=(inverse,)),
        "holds for large N alone",
        accepted_rule,
    )
    premise = Rule("premise", (r,), (Fact("p", F10 - atom(r)),), Fact("d", atom(r)))
    yield Attack(
        "a limit beside a rule whose premise grows",
        proof(fine, line, Limit(fine, small, "line"), facts=(given,), rules=(premise,)),
        "holds for large N alone",
        right,
    )
    deep = convex(EXCESS, F10, constant(1))
    within = Rule("within", (r,), (), Fact("d", atom(r) * deep))
    yield Attack(
        "a limit beside a rule about a term inside which one grows",
        proof(fine, line, Limit(fine, small, "line"), facts=(given,), rules=(within,)),
        "holds for large N alone",
        right,
    )
    calm = Rule("calm", (r,), (), Fact("d", atom(r) * convex(EXCESS, atom(s), constant(1))))
    accepts(proof(fine, line, Limit(fine, small, "line"), facts=(given,), rules=(calm,)))
    yield Attack(
        "a limit beside a row",
        proof(fine, row, line, Limit(fine, small, "line"), facts=(given,)),
        "holds for large N alone",
        right,
    )
    copies = [combined(Fact(f"one if {c}", constant(1)), Term(ONE, ())) for c in (">", ">=")]
    split = Split(Fact("one", constant(1)), "case", atom(s), (row, copies[0]), (copies[1],))
    yield Attack(
        "a limit beside a row in a branch",
        proof(fine, split, line, Limit(fine, small, "line"), facts=(given,)),
        "holds for large N alone",
        right,
    )
    with_row = lemma_of(
        "row",
        Fact("goal", F10 - 2 * atom(k)),
        replace(row, statement=Fact("goal", F10 - 2 * atom(k))),
    )
    yield Attack(
        "a limit beside a lemma with a row, which nobody applies",
        proof(fine, line, Limit(fine, small, "line"), facts=(given,), lemmas=(with_row,)),
        "holds for large N alone",
        proof(fine, combined(fine, (Use("k"),)), facts=(given,), lemmas=(with_row,)),
    )
    below = lemma_of("limit", fine, line, Limit(fine, small, "line"), facts=(given,))
    use = applied(fine, "limit", {k: ((), atom(k))}, (Use("k"),))
    later = replace(row, statement=Fact("row", F10 - 2 * atom(k)))
    yield Attack(
        "a limit in a lemma after one with a row",
        proof(fine, use, facts=(given,), lemmas=(with_row, below)),
        "holds for large N alone",
        proof(fine, later, use, facts=(given,), lemmas=(below, with_row)),
    )


# --- Goals, names, and what tensors declare -----------------------------------------------------


def ends() -> Iterator[Attack]:
    goal = Fact("goal", atom(k))
    low = Fact("low", atom(k))
    right = proof(goal, combined(goal, (Use("low"),)), facts=(low,))
    yield Attack(
        "a hypothesis is called goal", proof(goal, facts=(Fact("goal", atom(k)),)), "no step", right
    )
    yield Attack(
        "no step is called goal",
        proof(goal, combined(replace(goal, name="end"), (Use("low"),)), facts=(low,)),
        "no step",
        right,
    )
    yield Attack(
        "another goal",
        proof(Fact("goal", atom(k) - 1), *right.steps, facts=(low,)),
        "not the goal",
        right,
    )
    yield Attack(
        "a strict goal",
        proof(replace(goal, relation=">"), *right.steps, facts=(low,)),
        "not the goal",
        right,
    )
    more = Tensor("k", nonnegative=True)
    step = combined(Fact("more", atom(more)), (Use("k >= 0"),))
    yield Attack(
        "a step declares more", proof(goal, step, facts=(low,)), "change the declared facts", right
    )
    excess = convex(EXCESS, atom(more), constant(2))
    lower = ConvexRow(
        Fact("more", excess),
        "excess tangent",
        atom(more),
        constant(2),
        (constant(0),),
        (PLAIN,) * 4,
    )
    yield Attack(
        "a step declares more inside a term",
        proof(goal, lower, *right.steps, facts=(low,)),
        "change the declared facts",
        right,
    )
    name = next(t.name for t in excess.tensors if t.is_term)
    called = Tensor(name)
    yield Attack(
        "a tensor is called as a term",
        proof(
            goal,
            replace(lower, statement=Fact("more", excess)),
            combined(Fact("c", constant(1)), Term(ONE, ())),
            *right.steps,
            facts=(low, Fact("named", atom(called))),
        ),
        "change the declared facts",
        right,
    )
    yield Attack(
        "two facts of one name",
        proof(goal, combined(Fact("low", constant(1)), Term(ONE, ())), *right.steps, facts=(low,)),
        "two facts are called low",
        right,
    )
    yield Attack(
        "a fact called as a declared one",
        proof(goal, *right.steps, facts=(low, Fact("P >= 0", -atom(P, x), (x,)))),
        "two facts are called P >= 0",
        right,
    )
    yield Attack(
        "a fact without a name",
        proof(goal, combined(Fact("", constant(1)), Term(ONE, ())), *right.steps, facts=(low,)),
        "has no name",
        right,
    )


# --- Sums of products ---------------------------------------------------------------------------


def sums() -> Iterator[Attack]:
    low, up, null = (
        Fact("low", atom(k)),
        Fact("up", atom(s), (), ">"),
        Fact("null", atom(k), (), "=="),
    )
    goal, last = Fact("goal", atom(k)), (Use("low"),)
    right = proof(goal, combined(goal, last), facts=(low,))
    less = Fact("goal", -atom(k))
    minus = combined(less, Term(-ONE, last))
    calm = proof(less, combined(less, Term(-ONE, (Use("null"),))), facts=(null,))
    yield Attack("a negative coefficient", proof(less, minus, facts=(low,)), "negative", calm)
    for what, relation, why in (("strictly", ">", "strictly"), ("equal", "==", "equalities alone")):
        more = replace(goal, relation=relation)
        yield Attack(
            f"what is >= 0 is so {what}",
            proof(more, combined(more, last), facts=(low,)),
            why,
            proof(more, combined(more, last), facts=(replace(low, relation=relation),)),
        )
    strict = Fact("goal", atom(k) * atom(s), (), ">")
    yield Attack(
        "a product of which one factor may be zero is positive",
        proof(strict, combined(strict, (Use("low"), Use("up"))), facts=(low, up)),
        "strictly",
        proof(
            strict,
            combined(strict, (Use("low"), Use("up"))),
            facts=(replace(low, relation=">"), up),
        ),
    )
    never = Fact("goal", constant(0), (), ">")
    none = combined(never, Term(Fraction(0), (Use("up"),)))
    yield Attack("no times what is positive", proof(never, none, facts=(up,)), "strictly", right)
    product = Fact("product", atom(k) * atom(s))
    divide = combined(goal, (Use("product"),), multiplier=(Use("s"),))
    for relation in (">=", "=="):
        zero = Fact("s", atom(s), (), relation)
        yield Attack(
            f"a multiplier that is {relation} 0",
            proof(goal, divide, facts=(product, zero)),
            "not known to be positive",
            proof(goal, divide, facts=(product, replace(zero, relation=">"))),
        )
    at_one = Fact("c", atom(c, x))
    total = Fact("goal", sum_over(atom(c, x), x))
    summed = combined(total, Term(ONE, (Use("c"),), (x,)))
    yield Attack(
        "a fact about one letter is summed",
        proof(total, summed, facts=(at_one,)),
        "x is one letter",
        proof(
            total, combined(total, Term(ONE, (Use("c", (x,)),), (x,))), facts=(every_of(at_one, x),)
        ),
    )
    every, named = Fact("every", atom(c, x), (x,)), Fact("goal", atom(c, x1))
    ends_at = combined(named, (Use("every", (x1,)),))
    yield Attack(
        "a fact about one letter is about all",
        proof(named, combined(every, (Use("c"),)), ends_at, facts=(at_one,)),
        "x is one letter",
        proof(named, combined(every, (Use("c", (x,)),)), ends_at, facts=(every_of(at_one, x),)),
    )
    mass, held = Fact("h", atom(h, x), (), ">"), Fact("held", atom(h, x) * atom(c, x), (x,))
    by = combined(every, (Use("held", (x,)),), multiplier=(Use("h"),))
    by_all = combined(every, (Use("held", (x,)),), multiplier=(Use("h", (x,)),))
    yield Attack(
        "a multiplier at one letter",
        proof(named, by, ends_at, facts=(mass, held)),
        "x is one letter",
        proof(named, by_all, ends_at, facts=(every_of(mass, x), held)),
    )
    yield Attack(
        "a sum that is not the statement",
        proof(Fact("goal", atom(k) - 1), combined(Fact("goal", atom(k) - 1), last), facts=(low,)),
        "identity does not hold",
        right,
    )
    beside = combined(
        Fact("line", convex(EXCESS, atom(s), constant(1)) + atom(small)),
        (Use("term"),),
        (Use("lambda > 0"),),
    )
    term = Fact("goal", convex(EXCESS, atom(s), constant(1)))
    yield Attack(
        "the limit of a term, and one less",
        proof(
            replace(term, polynomial=term.polynomial - 1),
            beside,
            Limit(replace(term, polynomial=term.polynomial - 1), small, "line"),
            facts=(replace(term, name="term"),),
        ),
        "constant part",
        proof(term, beside, Limit(term, small, "line"), facts=(replace(term, name="term"),)),
    )


ATTACKS = (*letters(), *introduced(), *limits(), *ends(), *sums())


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_a_wrong_split_or_limit_is_refused(attack: Attack):
    refuses(attack.wrong, attack.why)
    if attack.right is not None:
        accepts(attack.right)
