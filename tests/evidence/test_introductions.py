"""What a step introduces: rightly, and an attack on each condition under which it may.

Most attacks would end in -1 >= 0 if the condition were left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, delta, size, sum_over
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, SQUARE, convex
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.kernel.certificate import (
    PLAIN,
    Certificate,
    Choose,
    Combine,
    ConvexRow,
    Define,
    Enlarge,
    Indicate,
    Limit,
    Reciprocal,
    Same,
    Split,
    Step,
    Term,
    Use,
)
from tests.evidence.building import (
    ONE,
    Attack,
    accepts,
    applied,
    combined,
    in_cases,
    nonsense,
    proof,
    refuses,
)
from tests.evidence.hand_written import P, W, x, x0, y, y0

x1, x2 = Index("X", "x1"), Index("X", "x2")
k, s, u = Tensor("k"), Tensor("s"), Tensor("u")
h, d = Tensor("h", ("X",)), Tensor("d", ("X", "Y"))
r, v = Tensor("r", positive=True), Tensor("v", positive=True)
b = Tensor("b", indicator=True)
T, TX = Tensor("T"), Tensor("T", ("X",))
small = Tensor("lambda", positive=True, at_most_one=True)
NEVER = nonsense()
F10 = convex(SQUARE, constant(1), constant(0))
TRUE = combined(Fact("one", constant(1), (), ">"), ())
ONLY = Combine(Fact("goal", constant(1)), (Term(ONE, ()),))
"""The goal of certificates of which only the steps before matter."""


def minus(*names: str, by: int = 1) -> Term:
    """A term with a negative coefficient: of equalities alone."""
    return Term(Fraction(-by), tuple(map(Use, names)))


def define(tensor: Tensor, body: Polynomial, *uses: Use, **more: object) -> Define:
    """The definition of a scalar, called as the tensor."""
    return Define(Fact(f"def {tensor.name}", atom(tensor) - body, (), "=="), tensor, (), body, uses)


def define_x(body: Polynomial, *uses: Use, tensor: Tensor = TX, indices=(x,)) -> Define:
    statement = Fact("def T", atom(tensor, x) - body, indices, "==")
    return Define(statement, tensor, (x,), body, uses)


def alone(*steps: Step, facts=(), rules=()) -> Certificate:
    return proof(ONLY.statement, *steps, ONLY, facts=facts, rules=rules)


def line(name: str, c: Polynomial) -> ConvexRow:
    """F(1, 0) >= 2 c."""
    statement = Fact(name, F10 - 2 * c)
    return ConvexRow(statement, "square tangent", constant(1), constant(0), (c,), (PLAIN, PLAIN))


def term_of(a: Polynomial) -> Same:
    """F(a, 1) = F(a, 1), of which the statement says nothing."""
    both = a, constant(1), a, constant(1)
    return Same(Fact("a term", constant(0), (), "=="), EXCESS, *both, (PLAIN, PLAIN))


# --- Define -------------------------------------------------------------------------------------

SHAPES: tuple[tuple[str, Tensor, Polynomial, Polynomial], ...] = (
    ("nonnegative", Tensor("T", nonnegative=True), constant(-1), constant(2)),
    ("positive", Tensor("T", positive=True), constant(0), constant(2)),
    ("an indicator", Tensor("T", indicator=True), constant(2), constant(1)),
    ("an indicator, nor below", Tensor("T", indicator=True), constant(-1), constant(0)),
    ("at most one, though positive", Tensor("T", positive=True), constant(-2), constant(1)),
)


def definitions() -> Iterator[Attack]:
    body = atom(h, x) * atom(k) + 1
    right = alone(define_x(body))
    weak = Fact("def T", atom(TX, x) - body, (x,))
    yield Attack(
        "a definition of another",
        alone(replace(define_x(body), statement=replace(weak, relation=">"))),
        "not what the definition",
        alone(replace(define_x(body), statement=weak)),
    )
    for what, statement, why in (
        ("of the negative", Fact("def T", atom(TX, x) + body, (x,), "=="), "not what the def"),
        ("of twice", Fact("def T", atom(TX, x) - 2 * body, (x,), "=="), "not what the definition"),
        ("strict", Fact("def T", atom(TX, x) - body, (x,), ">"), "not what the definition"),
        ("at another place", Fact("def T", atom(TX, x0) - body, (x,), "=="), "not what the def"),
        ("for more letters", Fact("def T", atom(TX, x) - body, (x, y), "=="), "lets a letter run"),
    ):
        step = replace(define_x(body), statement=statement)
        yield Attack(f"a definition {what}", alone(step), why, right)
    for what, tensor, wrong, fine in SHAPES:
        yield Attack(
            f"what is defined is not {what}",
            alone(define(tensor, wrong, PLAIN)),
            "does not state",
            alone(define(tensor, fine, PLAIN)),
        )
    half = Tensor("T", at_most_one=True)
    two = define(half, constant(2), PLAIN)
    ends = combined(NEVER, (Use("T <= 1"),), (Use("def T"),))
    none = Combine(Fact("none", constant(0)), ())
    small_one = define(half, constant(Fraction(1, 2)), PLAIN)
    yield Attack(
        "what is defined is not at most one",
        proof(NEVER, two, ends),
        "does not state",
        alone(small_one),
    )
    yield Attack(
        "a shape shown by another fact",
        proof(NEVER, none, replace(two, shown=(Use("none"),)), ends),
        "none does not state",
    )
    whole = Tensor("T", ("X",), nonnegative=True, stochastic=(0,))
    yield Attack(
        "what is defined does not sum to one",
        proof(
            Fact("goal", 1 - 2 * atom(size("X"))),
            define_x(constant(2), PLAIN, PLAIN, tensor=whole),
            Combine(
                Fact("goal", 1 - 2 * atom(size("X"))),
                (Term(ONE, (Use("def T", (x,)),), (x,)),),
            ),
        ),
        "does not state",
        alone(define_x(atom(P, x), PLAIN, PLAIN, tensor=whole)),
    )
    channel = Tensor("T", ("X", "Y"), nonnegative=True, stochastic=(1,))
    for places, wrong in (((0,), "the other letter"), ((0, 1), "both letters")):
        other = Tensor("w", ("X", "Y"), nonnegative=True, stochastic=places)
        step = Define(
            Fact("def T", atom(channel, x, y) - atom(other, x, y), (x, y), "=="),
            channel,
            (x, y),
            atom(other, x, y),
            (PLAIN, PLAIN),
        )
        fine = replace(
            step,
            body=atom(W, x, y),
            statement=Fact("def T", atom(channel, x, y) - atom(W, x, y), (x, y), "=="),
        )
        yield Attack(f"it sums over {wrong}", alone(step), "does not state", alone(fine))
    # a shape holds at all places
    low = Tensor("T", ("X",), nonnegative=True)
    at_one, every = Fact("h", atom(h, x)), Fact("h", atom(h, x2), (x2,))
    step = define_x(atom(h, x), Use("h"), tensor=low)
    goal = Fact("goal", atom(h, x1))
    last = combined(goal, (Use("T >= 0", (x1,)),), minus_at("def T", x1))
    yield Attack(
        "a shape shown at one place",
        proof(goal, step, last, facts=(at_one,)),
        "x is one letter",
        proof(goal, replace(step, shown=(Use("h", (x,)),)), last, facts=(every,)),
    )
    yield Attack("no use for a shape", alone(replace(step, shown=())), "1 facts are needed")
    yield Attack("a use too many", alone(define(T, constant(2), PLAIN)), "0 facts are needed")
    # what runs
    at_x0 = atom(h, x0)
    free = define_x(atom(h, x) - at_x0)
    two_ways = replace(free, statement=replace(free.statement, indices=(x, x0)))
    same = Fact("goal", atom(h, x1) - atom(h, x2))
    last = combined(same, (Use("def T", (x, x2)),), Term(-ONE, (Use("def T", (x, x1)),)))
    one_way = combined(
        Fact("goal", atom(h, x1) - atom(h, x2) - atom(TX, x1) + atom(TX, x2)),
        (Use("def T", (x2,)),),
        Term(-ONE, (Use("def T", (x1,)),)),
    )
    yield Attack(
        "a parameter runs",
        proof(same, two_ways, last),
        "lets a letter run",
        proof_of_new(free, one_way),
    )
    # growing
    grown = define(T, F10)
    ends = combined(
        NEVER,
        Term(ONE, (Use("twice"),)),
        Term(ONE, (Use("once"),)),
        Term(Fraction(-2), (Use("def T"),)),
    )
    steps = (grown, line("twice", atom(T)), line("once", constant(Fraction(1, 2))), ends)
    yield Attack(
        "what grows is defined",
        proof(NEVER, *steps),
        "may not grow",
        alone(define(T, convex(EXCESS, atom(s), constant(1)))),
    )
    yield Attack(
        "what grows inside a term is defined",
        alone(define(T, convex(EXCESS, convex(ENTROPY, atom(s), constant(1)), constant(1)))),
        "may not grow",
    )
    two = define(T, constant(2))
    yield Attack(
        "what is defined is a term that grows of what is defined",
        alone(two, define(u, convex(ENTROPY, atom(T), constant(1)))),
        "may not grow",
        alone(two, define(u, convex(EXCESS, atom(T), constant(1)))),
    )
    # places
    square = Tensor("T", ("X", "X"))
    diagonal = Define(
        Fact("def T", atom(square, x, x) - 1, (x,), "=="), square, (x, x), constant(1)
    )
    yield Attack("places that are one letter", alone(diagonal), "not distinct letters")
    unfit = Define(Fact("def T", atom(T) - 1, (), "=="), T, (x,), constant(1))
    yield Attack("a place too many", alone(unfit), "do not fit")
    for what, tensor, places in (("delta", delta("X"), (x, x1)), ("a size", size("X"), ())):
        body = constant(0) if places else constant(3)
        statement = Fact("def", atom(tensor, *places) - body, places, "==")
        step = Define(statement, tensor, places, body, (PLAIN,))
        yield Attack(f"{what} is defined", alone(step), "not new|means one thing")


def minus_at(name: str, *letters: Index) -> Term:
    return Term(-ONE, (Use(name, letters),))


def proof_of_new(*steps: Step) -> Certificate:
    """What is derived of a new tensor, and a goal that does not mention it."""
    last = steps[-1]
    named = replace(last, statement=replace(last.statement, name="derived"))
    return alone(*steps[:-1], named)


# --- What is new is new -------------------------------------------------------------------------

TWO = (
    define(T, constant(0)),
    replace(define(T, constant(1)), statement=Fact("again", atom(T) - 1, (), "==")),
    combined(NEVER, (Use("again"),), minus("def T")),
)
"""T is 0, and T is 1."""


def makers() -> Iterator[tuple[str, Tensor, Step]]:
    """A step of each kind that introduces T, which says what may be false of another T."""
    yield "define", T, define(T, constant(-1))
    bit = Tensor("T", indicator=True)
    signed = (1 - 2 * atom(bit)) * constant(-1)
    yield "indicate", bit, Indicate(Fact("def T", signed), bit, constant(-1))
    recip = Tensor("T", positive=True)
    product = atom(recip) * Fraction(1, 2) - 1
    yield "reciprocal", recip, Reciprocal(Fact("def T", product, (), "=="), recip, "half")


HALF = combined(Fact("half", constant(Fraction(1, 2)), (), ">"), Term(Fraction(1, 2), ()))
# what a sequent may say of T, so that with each definition it ends in -1 >= 0
SAID = {
    "define": (Fact("said", atom(T)), combined(NEVER, (Use("said"),), minus("def T"))),
    "indicate": (
        Fact("said", -atom(Tensor("T", indicator=True))),
        combined(NEVER, Term(Fraction(2), (Use("said"),)), (Use("def T"),)),
    ),
    "reciprocal": (
        Fact("said", 1 - atom(Tensor("T", positive=True))),
        combined(Fact("goal", constant(-1)), (Use("said"),), Term(Fraction(2), (Use("def T"),))),
    ),
}


def news() -> Iterator[Attack]:
    yield Attack("defined twice", proof(NEVER, *TWO), "T is not new", alone(TWO[0]))
    for kind, tensor, step in makers():
        said, last = SAID[kind]
        right = alone(HALF, step)
        yield Attack(
            f"{kind}: the sequent speaks of it",
            proof(NEVER, HALF, step, last, facts=(said,)),
            "T is not new",
            right,
        )
        inner = replace(said, polynomial=convex(EXCESS, said.polynomial, constant(1)) + 1)
        yield Attack(
            f"{kind}: a term of the sequent speaks of it",
            alone(HALF, step, facts=(inner,)),
            "T is not new",
            right,
        )
        before = term_of(atom(tensor))
        yield Attack(
            f"{kind}: a term of it stands before it",
            alone(HALF, before, step),
            "T is not new",
            alone(HALF, step, before),
        )
        rule = Rule("all", (tensor,), (), Fact("d", atom(tensor) * atom(k)))
        yield Attack(
            f"{kind}: a rule binds it", alone(HALF, step, rules=(rule,)), "T is not new", right
        )
        mention = Define(
            Fact("def S", atom(Tensor("S")) - atom(tensor), (), "=="), Tensor("S"), (), atom(tensor)
        )
        yield Attack(
            f"{kind}: an earlier definition speaks of it",
            alone(HALF, mention, step),
            "T is not",
            right,
        )
        again = replace(step, statement=replace(step.statement, name="again"))
        yield Attack(f"{kind}: twice", alone(HALF, step, again), "T is not new", right)
        goal = Fact("one", constant(1))
        ends = [combined(Fact(f"one if {c}", constant(1)), Term(ONE, ())) for c in (">", ">=")]
        other = replace(step, statement=replace(step.statement, name="once"))
        split = in_cases(goal, atom(k), (other, ends[0]), (again, ends[1]))
        yield Attack(
            f"{kind}: in either branch",
            alone(HALF, split),
            "T is not new",
            alone(HALF, in_cases(goal, atom(k), (other, ends[0]), (ends[1],))),
        )
        split = in_cases(goal, atom(k), (other, ends[0]), (ends[1],))
        yield Attack(
            f"{kind}: in a branch and after it", alone(HALF, split, again), "T is not new", right
        )
        kept = Fact("kept", step.statement.polynomial)
        inside = replace(step, statement=replace(step.statement, name="inside"))
        copy = combined(replace(kept, name="kept if >"), (Use("inside"),))
        split = Split(kept, "case", constant(1), (inside, copy), (copy,))
        yield Attack(
            f"{kind}: the statement of a split speaks of it",
            alone(HALF, split),
            "T is not new",
            right,
        )
        limit = Limit(Fact("limit", constant(1)), small, "one")
        yield Attack(
            f"{kind}: a limit beside it",
            alone(HALF, TRUE_AT_ONE, step, limit),
            "has no limits",
            right,
        )
    # of themselves
    own = Fact("def T", (1 - 2 * atom(b)) * (atom(b) - Fraction(1, 2)))
    itself = Indicate(own, b, atom(b) - Fraction(1, 2))
    yield Attack(
        "an indicator of itself",
        proof(
            NEVER,
            itself,
            combined(NEVER, Term(Fraction(2), (Use("def T"),))),
        ),
        "b is not new",
        alone(Indicate(Fact("def T", (1 - 2 * atom(b)) * atom(k)), b, atom(k))),
    )
    loop = define(T, atom(T) + 1)
    yield Attack(
        "a tensor defined by itself",
        proof(NEVER, loop, combined(NEVER, (Use("def T"),))),
        "T is not new",
        alone(define(T, atom(u) + 1)),
    )
    inner = define(T, convex(EXCESS, atom(T) + 2, constant(1)))
    yield Attack("a tensor defined by a term of itself", alone(inner), "T is not new")
    one_hot = Tensor("c", ("X",), indicator=True, stochastic=(0,))
    F = -atom(one_hot, x)
    itself_c = Choose(
        Fact("best", sum_over(atom(one_hot, x) * F, x) - F, (x,)), one_hot, (), (x,), F
    )
    yield Attack("a choice of itself", alone(itself_c), "c is not new")
    # limits, with a false end
    turn = Reciprocal(Fact("def r", atom(r) * atom(small) - 1, (), "=="), r, "lambda > 0")
    yield Attack(
        "the limit of a reciprocal",
        proof(NEVER, turn, Limit(NEVER, small, "def r")),
        "has no limits",
        alone(turn),
    )
    named = Tensor("T", positive=True)
    moved = define(named, atom(small), Use("lambda > 0"))
    neg = Combine(Fact("neg", atom(small) - atom(named), (), "=="), (minus("def T"),))
    low = Limit(Fact("low", -atom(named)), small, "neg")
    last = combined(NEVER, (Use("low"),), multiplier=(Use("T > 0"),))
    yield Attack(
        "the limit of a definition",
        proof(NEVER, moved, neg, low, last),
        "has no limits",
        alone(moved, neg),
    )
    branch = in_cases(
        Fact("one", constant(1)),
        atom(k),
        (moved, combined(Fact("one if >", constant(1)), Term(ONE, ()))),
        (combined(Fact("one if >=", constant(1)), Term(ONE, ())),),
    )
    yield Attack(
        "a limit beside a definition in a branch",
        alone(branch, Limit(Fact("limit", constant(1)), small, "one")),
        "has no limits",
    )


TRUE_AT_ONE = combined(Fact("one", constant(1)), Term(ONE, ()))


# --- Indicate -----------------------------------------------------------------------------------


def indicators() -> Iterator[Attack]:
    right = alone(Indicate(Fact("sign", (1 - 2 * atom(b)) * atom(k)), b, atom(k)))
    one_hot = Tensor("b", ("X",), indicator=True, stochastic=(0,))
    step = Indicate(Fact("sign", 1 - 2 * atom(one_hot, x), (x,)), one_hot, constant(1))
    goal = Fact("goal", atom(size("X")) - 2)
    last = Combine(goal, (Term(ONE, (Use("sign", (x,)),), (x,)),))
    yield Attack("an indicator that sums to one", proof(goal, step, last), "is an indicator", right)
    hot = Tensor("b", positive=True, indicator=True)
    step = Indicate(Fact("sign", 1 - 2 * atom(hot)), hot, constant(1))
    equal = Combine(Fact("equal", 1 - atom(hot), (), "=="), (), (Use("b > 0"),))
    last = combined(NEVER, (Use("sign"),), Term(Fraction(-2), (Use("equal"),)))
    yield Attack(
        "an indicator that is positive", proof(NEVER, step, equal, last), "is an indic", right
    )
    for what, tensor in (
        ("no indicator", Tensor("b", nonnegative=True, at_most_one=True)),
        ("nonnegative as well", Tensor("b", indicator=True, nonnegative=True)),
        ("at most one as well", Tensor("b", indicator=True, at_most_one=True)),
    ):
        step = Indicate(Fact("sign", (1 - 2 * atom(tensor)) * atom(k)), tensor, atom(k))
        yield Attack(f"what is indicated is {what}", alone(step), "is an indicator", right)
    scalar = Indicate(Fact("sign", (1 - 2 * atom(b)) * atom(h, x), (x,)), b, atom(h, x))
    yield Attack("one sign for all letters", alone(scalar), "is an indicator|does not take", right)
    bx = Tensor("b", ("X",), indicator=True)
    signed = (1 - 2 * atom(bx, x)) * atom(d, x, y)
    one = Indicate(Fact("sign", signed, (x,)), bx, atom(d, x, y))
    every = replace(one, statement=replace(one.statement, indices=(x, y)))
    yield Attack(
        "a letter on which the sign depends runs",
        alone(every),
        "is an indic|does not take",
        alone(one),
    )
    for what, statement in (
        ("the other sign", Fact("sign", (2 * atom(b) - 1) * atom(k))),
        ("a strict sign", Fact("sign", (1 - 2 * atom(b)) * atom(k), (), ">")),
        ("an equality", Fact("sign", (1 - 2 * atom(b)) * atom(k), (), "==")),
        ("half of it", Fact("sign", (1 - atom(b)) * atom(k))),
        ("the sign of another", Fact("sign", (1 - 2 * atom(b)) * atom(s))),
    ):
        step = Indicate(statement, b, atom(k))
        yield Attack(f"an indicator with {what}", alone(step), "not what the definition", right)


# --- Choose -------------------------------------------------------------------------------------

c_one = Tensor("c", ("Y", "X"), indicator=True, stochastic=(1,))


def chosen(tensor: Tensor, F: Polynomial, outer=(y,), inner=(x,), indices=(y, x)) -> Choose:
    best = sum_over(atom(tensor, *outer, *inner) * F, *inner) - F
    return Choose(Fact("best", best, indices), tensor, outer, inner, F)


def choices() -> Iterator[Attack]:
    F = atom(d, x, y)
    right = alone(chosen(c_one, F))
    joint = Tensor("c", ("Y", "X"), indicator=True, stochastic=(0, 1))
    goal = Fact("goal", 1 - atom(size("Y")))
    last = Combine(goal, (Term(ONE, (Use("best", (y, x0)),), (y,)),))
    yield Attack(
        "one-hot in the outer letters as well",
        proof(goal, chosen(joint, constant(1)), last),
        "one-hot in its inner letters",
        right,
    )
    sharp = Tensor("c", ("Y", "X"), indicator=True, stochastic=(0,))
    goal = Fact("goal", atom(size("X")) - atom(size("Y")))
    summed = Combine(goal, (Term(ONE, (Use("best", (y, x0)),), (y,)),))
    yield Attack(
        "one-hot in the outer letters",
        proof(goal, chosen(sharp, constant(1)), summed),
        "one-hot in its inner letters",
        right,
    )
    for what, tensor in (
        ("no indicator", Tensor("c", ("Y", "X"), nonnegative=True, stochastic=(1,))),
        ("nonnegative as well", replace_facts(c_one, nonnegative=True)),
        ("at most one as well", replace_facts(c_one, at_most_one=True)),
        ("one-hot in nothing", replace_facts(c_one, stochastic=())),
    ):
        yield Attack(f"what is chosen is {what}", alone(chosen(tensor, F)), "one-hot", right)
    plain = Tensor("c", ("Y",), indicator=True)
    step = Choose(Fact("best", atom(plain, y) - 1, (y,)), plain, (y,), (), constant(1))
    yield Attack("nothing to choose from", alone(step), "one-hot in its inner letters", right)
    # a letter on which the choice depends runs
    alone_c = Tensor("c", ("X",), indicator=True, stochastic=(0,))
    every = chosen(alone_c, F, (), (x,), (x, y))
    yield Attack(
        "a choice for all letters at once",
        alone(every),
        "lets a letter run",
        alone(chosen(alone_c, F, (), (x,), (x,))),
    )
    for what, statement in (
        ("the worst", Fact("best", -chosen(c_one, F).statement.polynomial, (y, x))),
        ("a strictly better one", Fact("best", chosen(c_one, F).statement.polynomial, (y, x), ">")),
        ("the largest of another", chosen(c_one, 2 * F).statement),
        ("an equality", Fact("best", chosen(c_one, F).statement.polynomial, (y, x), "==")),
    ):
        step = replace(chosen(c_one, F), statement=statement)
        yield Attack(f"a choice of {what}", alone(step), "not what the definition", right)
    pairs = Tensor("c", ("X", "X"), indicator=True, stochastic=(1,))
    twice = chosen(pairs, atom(h, x), (x,), (x,), (x,))
    yield Attack(
        "an inner letter that is an outer one", alone(twice), "one-hot in its inner", right
    )
    # chosen twice: of F and of -F
    G = atom(h, x)
    c2 = Tensor("c", ("X",), indicator=True, stochastic=(0,))
    first = chosen(c2, G, (), (x,), (x,))
    second = replace(chosen(c2, -G, (), (x,), (x,)))
    second = replace(second, statement=replace(second.statement, name="worst"))
    goal = Fact("goal", atom(h, x1) - atom(h, x2))
    last = combined(goal, (Use("best", (x2,)),), (Use("worst", (x1,)),))
    yield Attack("chosen twice", proof(goal, first, second, last), "c is not new", alone(first))


def replace_facts(tensor: Tensor, **facts: object) -> Tensor:
    return replace(tensor, **facts)  # type: ignore[arg-type]


# --- Reciprocal ---------------------------------------------------------------------------------


def reciprocals() -> Iterator[Attack]:
    up = Fact("k", atom(k), (), ">")
    right = alone(Reciprocal(Fact("def r", atom(r) * atom(k) - 1, (), "=="), r, "k"), facts=(up,))
    none = Combine(Fact("none", constant(0)), ())
    zero = Reciprocal(Fact("def r", constant(-1), (), "=="), r, "none")
    last = combined(NEVER, (Use("def r"),))
    yield Attack(
        "the reciprocal of zero", proof(NEVER, none, zero, last), "positive for good", right
    )
    own = Reciprocal(Fact("def r", atom(r) * atom(r) - 1, (), "=="), r, "r > 0")
    yield Attack("a reciprocal of itself", alone(own), "positive for good", right)
    for relation in (">=", "=="):
        given = alone(
            Reciprocal(Fact("def r", atom(r) * atom(k) - 1, (), "=="), r, "k"),
            facts=(replace(up, relation=relation),),
        )
        yield Attack(f"the reciprocal of what is {relation} 0", given, "positive for good", right)
    # of what grows
    big = line("big", constant(Fraction(1, 2)))
    above = combined(Fact("above", F10, (), ">"), (Use("big"),), Term(ONE, ()))
    turn = Reciprocal(Fact("def r", atom(r) * F10 - 1, (), "=="), r, "above")
    back = Reciprocal(Fact("def v", atom(v) * atom(r) - 1, (), "=="), v, "r > 0")
    twice = line("twice", atom(v))
    last = combined(
        NEVER,
        Term(ONE, (Use("r > 0"), Use("twice"))),
        minus("def r"),
        Term(Fraction(2), (Use("def v"),)),
    )
    strict = Fact("s", atom(s), (), ">")
    yield Attack(
        "the reciprocal of what grows",
        proof(NEVER, big, above, turn, back, twice, last),
        "positive for good",
        right,
    )
    # a tensor that declares more
    least = Tensor("r", positive=True, at_most_one=True)
    step = Reciprocal(Fact("def r", atom(least) * Fraction(1, 2) - 1, (), "=="), least, "half")
    ends = combined(NEVER, (Use("r <= 1"),), Term(Fraction(2), (Use("def r"),)))
    yield Attack(
        "a reciprocal that is at most one",
        proof(NEVER, HALF, step, ends),
        "is a positive tensor",
        right,
    )
    for what, tensor in (
        ("nonnegative", Tensor("r", nonnegative=True)),
        ("nonnegative as well", Tensor("r", nonnegative=True, positive=True)),
        ("of any sign", Tensor("r")),
        ("an indicator", Tensor("r", positive=True, indicator=True)),
    ):
        step = Reciprocal(Fact("def r", atom(tensor) * atom(k) - 1, (), "=="), tensor, "k")
        yield Attack(
            f"a reciprocal that is {what}",
            alone(step, facts=(up,)),
            "is a positive",
            right,
        )
    # letters
    rx = Tensor("r", ("X",), positive=True)
    each = Fact("h", atom(h, x), (x,), ">")
    step = Reciprocal(Fact("def r", atom(rx, x) * atom(h, x) - 1, (x,), "=="), rx, "h")
    beside = alone(step, facts=(each,))
    for what, tensor, letters in (
        ("for all letters", r, ()),
        ("over other letters", Tensor("r", ("Y",), positive=True), (y,)),
        ("over more letters", Tensor("r", ("X", "X"), positive=True), (x, x)),
    ):
        product = atom(tensor, *letters) * atom(h, x) - 1
        wrong = Reciprocal(Fact("def r", product, (x,), "=="), tensor, "h")
        yield Attack(
            f"one reciprocal {what}", alone(wrong, facts=(each,)), "is a positive tensor", beside
        )
    at_one = Fact("h", atom(h, x), (), ">")
    runs = Reciprocal(Fact("def r", atom(r) * atom(h, x) - 1, (x,), "=="), r, "h")
    goal = Fact("goal", atom(h, x1) - atom(h, x2))
    last = Combine(
        goal,
        (Term(ONE, (Use("def r", (x1,)),)), Term(-ONE, (Use("def r", (x2,)),))),
        (Use("r > 0"),),
    )
    yield Attack(
        "the reciprocal at one letter for all",
        proof(goal, runs, last, facts=(at_one,)),
        "lets a letter run",
        beside,
    )
    for what, statement in (
        ("twice", Fact("def r", 2 * atom(r) * atom(k) - 1, (), "==")),
        ("the negative", Fact("def r", 1 - atom(r) * atom(k), (), ">")),
        ("strictly", Fact("def r", atom(r) * atom(k) - 1, (), ">")),
        ("of another", Fact("def r", atom(r) * atom(s) - 1, (), "==")),
    ):
        wrong = alone(Reciprocal(statement, r, "k"), facts=(up,))
        yield Attack(f"a reciprocal, {what}", wrong, "not what the definition", right)
    yield Attack(
        "the reciprocal of what nobody knows",
        alone(Reciprocal(Fact("def r", atom(r) * atom(s) - 1, (), "=="), r, "s")),
        "well formed: 's'",
        alone(Reciprocal(Fact("def r", atom(r) * atom(s) - 1, (), "=="), r, "s"), facts=(strict,)),
    )


# --- Enlarge ------------------------------------------------------------------------------------


def enlarged(p: Polynomial, fact: str = "p", alphabet: str = "J", name: str = "large") -> Enlarge:
    return Enlarge(Fact(name, atom(size(alphabet)) * p - 1), alphabet, fact)


def alphabets() -> Iterator[Attack]:
    up = Fact("p", atom(k), (), ">")
    right = alone(enlarged(atom(k)), facts=(up,))
    zero = Fact("p", constant(0))
    yield Attack(
        "as many letters as 1/0",
        proof(NEVER, enlarged(constant(0)), combined(NEVER, (Use("large"),)), facts=(zero,)),
        "positive for good",
        right,
    )
    own = enlarged(atom(size("J")), "|J| > 0")
    yield Attack("an alphabet enlarged by itself", alone(own), "positive for good", right)
    yield Attack(
        "as many letters as what may be zero asks for",
        alone(enlarged(atom(k)), facts=(replace(up, relation=">="),)),
        "positive for good",
        right,
    )
    # p grows, as 1 - F(1, 0) r, negative sooner or later, does not: here -F is assumed above -k
    grow = Fact("p", atom(k) - F10, (), ">")
    yield Attack(
        "as many letters as what grows asks for",
        alone(enlarged(atom(k) - F10), facts=(grow,)),
        "positive for good",
        right,
    )
    runs = Fact("p", atom(h, x), (x,), ">")
    yield Attack(
        "as many letters for all letters",
        alone(enlarged(atom(h, x)), facts=(runs,)),
        "positive for good",
        alone(enlarged(atom(h, x)), facts=(replace(runs, indices=()),)),
    )
    at_one = replace(runs, indices=())
    every = replace(
        enlarged(atom(h, x)), statement=Fact("large", atom(size("J")) * atom(h, x) - 1, (x,))
    )
    yield Attack(
        "large at one letter, for all",
        alone(every, facts=(at_one,)),
        "lets a letter run",
    )
    for what, statement in (
        ("twice as large", Fact("large", atom(size("J")) * atom(k) - 2)),
        ("strictly", Fact("large", atom(size("J")) * atom(k) - 1, (), ">")),
        ("just so large", Fact("large", atom(size("J")) * atom(k) - 1, (), "==")),
        ("another", Fact("large", atom(size("X")) * atom(k) - 1)),
    ):
        wrong = replace(enlarged(atom(k)), statement=statement)
        yield Attack(
            f"an alphabet, {what}", alone(wrong, facts=(up,)), "not what the def|not new", right
        )
    # not new: X has one letter, and at least two
    x_large = enlarged(constant(Fraction(1, 2)), "half", "X")
    two = Fraction(2)
    last = combined(NEVER, (Use("one letter"),), Term(two, (Use("large"),)))
    one_letter = Fact("one letter", 1 - atom(size("X")))
    yield Attack(
        "an alphabet that a hypothesis counts",
        proof(NEVER, HALF, x_large, last, facts=(one_letter,)),
        "X is not new",
        right,
    )
    alike = Fact("alike", delta_of(x, x1) - 1, (x, x1), "==")
    counted = Combine(
        Fact("one letter", 1 - atom(size("X"))), (Term(ONE, (Use("alike", (x, x1)),), (x,)),)
    )
    yield Attack(
        "an alphabet over which delta stands in a hypothesis",
        proof(NEVER, HALF, x_large, counted, last, facts=(alike,)),
        "X is not new",
        right,
    )
    entry = Tensor("e", ("X",), nonnegative=True, stochastic=(0,))
    full = Fact("full", atom(entry, x) - 1, (x,), "==")
    counted = Combine(
        Fact("one letter", 1 - atom(size("X"))), (Term(ONE, (Use("full", (x,)),), (x,)),)
    )
    yield Attack(
        "an alphabet of a tensor of a hypothesis",
        proof(NEVER, HALF, x_large, counted, last, facts=(full,)),
        "X is not new",
        right,
    )
    inside = Fact("inside", convex(EXCESS, atom(size("X")), constant(1)), (), "==")
    yield Attack(
        "an alphabet inside a term", alone(HALF, x_large, facts=(inside,)), "X is not new", right
    )
    before = term_of(atom(size("X")))
    yield Attack(
        "an alphabet inside a term of an earlier step",
        alone(HALF, before, x_large),
        "X is not new",
        alone(HALF, x_large, before),
    )
    letter = Fact("letter", constant(1), (x,))
    yield Attack(
        "an alphabet of a letter", alone(HALF, x_large, facts=(letter,)), "X is not", right
    )
    rule = Rule("rule", (), (), Fact("d", constant(1)), ("X",))
    yield Attack(
        "an alphabet that a rule binds", alone(HALF, x_large, rules=(rule,)), "X is not", right
    )
    said = Rule("rule", (), (Fact("p", atom(size("X")) - 2),), Fact("d", constant(1)))
    yield Attack(
        "an alphabet of a premise", alone(HALF, x_large, rules=(said,)), "X is not new", right
    )
    size_goal = Fact("goal", atom(size("X")) - 2)
    yield Attack(
        "an alphabet of the goal",
        proof(
            size_goal,
            HALF,
            x_large,
            combined(size_goal, Term(two, (Use("large"),))),
        ),
        "X is not new",
        right,
    )
    # earlier steps, by each thing that they say
    mentions: tuple[tuple[str, Step], ...] = (
        (
            "a statement",
            combined(Fact("any", atom(size("X"))), (Use("|X| > 0"),)),
        ),
        ("a letter that runs", combined(Fact("any", constant(1), (x,)), Term(ONE, ()))),
        ("a summed letter", Combine(Fact("any", constant(0)), (Term(Fraction(0), (), (x,)),))),
        ("a tensor", combined(Fact("any", atom(P, x0)), (Use("P >= 0", (x0,)),))),
        ("a case", in_cases(Fact("any", constant(1)), atom(size("X")) - 2, *TWO_ONES)),
        ("a place", define_x(constant(1))),
        ("another", enlarged(constant(Fraction(1, 2)), "half", "X", "before")),
        (
            "a choice",
            chosen(
                Tensor("c", ("X",), indicator=True, stochastic=(0,)), constant(1), (), (x,), (x,)
            ),
        ),
    )
    for what, step in mentions:
        wrong = alone(HALF, step, x_large)
        yield Attack(
            f"an alphabet of an earlier step: {what}", wrong, "X is not new", alone(HALF, step)
        )
    product = applied(Fact("any", constant(1)), "rule", {}, alphabets={"Z": ("X",)})
    bound = Rule("rule", (), (), Fact("d", constant(1)), ("Z",))
    yield Attack(
        "an alphabet that an application puts in",
        alone(HALF, product, x_large, rules=(bound,)),
        "X is not new",
        alone(HALF, product, rules=(bound,)),
    )
    image = applied(Fact("any", constant(1)), "letter", {}, letters={y: y0})
    of_y = Rule("letter", (), (), Fact("d", constant(1), (y,)))
    yield Attack(
        "an alphabet of a letter that is put in",
        alone(HALF, image, enlarged(constant(Fraction(1, 2)), "half", "Y"), rules=(of_y,)),
        "Y is not new",
    )
    goal = Fact("any", atom(size("J")) * Fraction(1, 2) - 1)
    grown = enlarged(constant(Fraction(1, 2)), "half")
    copy = combined(replace(goal, name="any if >"), (Use("large"),))
    yield Attack(
        "an alphabet of the statement around it",
        alone(HALF, Split(goal, "case", atom(k), (grown, copy), (copy,))),
        "J is not new",
        right,
    )
    yield Attack(
        "a limit beside a new alphabet",
        alone(HALF, TRUE_AT_ONE, grown, Limit(Fact("limit", constant(1)), small, "one")),
        "has no limits",
        right,
    )
    of_small = enlarged(atom(small), "lambda > 0")
    less = Fact("less", constant(-1))
    yield Attack(
        "the limit of a new alphabet",
        proof(NEVER, of_small, Limit(replace(less, name="goal"), small, "large")),
        "has no limits",
        alone(of_small),
    )


TWO_ONES = tuple((combined(Fact(f"one if {c}", constant(1)), Term(ONE, ())),) for c in (">", ">="))


def delta_of(i: Index, j: Index) -> Polynomial:
    return atom(delta(i.alphabet), i, j)


ATTACKS = (
    *definitions(), *news(), *indicators(), *choices(), *reciprocals(), *alphabets(),
)  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_a_wrong_introduction_is_refused(attack: Attack):
    refuses(attack.wrong, attack.why)
    if attack.right is not None:
        accepts(attack.right)


def one_letter_in_three() -> Certificate:
    """-2 >= 0, from |X| := 3 and a distribution that is one at each letter."""
    count = atom(size("X"))
    three = Define(Fact("three", count - 3, (), "=="), size("X"), (), constant(3), (PLAIN,))
    entry = Tensor("e", ("X",), nonnegative=True, stochastic=(0,))
    full = Fact("full", atom(entry, x) - 1, (x,), "==")
    one = Combine(Fact("one", 1 - count, (), "=="), (Term(ONE, (Use("full", (x,)),), (x,)),))
    goal = Fact("goal", constant(-2))
    return proof(goal, three, one, combined(goal, (Use("one"),), (Use("three"),)), facts=(full,))


def test_a_size_is_not_defined():
    refuses(one_letter_in_three(), "not new")
