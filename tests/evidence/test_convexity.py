"""Steps about convex terms: rightly, and an attack on each condition under which they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from itertools import product

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, Function, convex
from pmlsym.calculus.sequent import Fact
from pmlsym.errors import InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Certificate,
    Convexity,
    ConvexRow,
    Perspective,
    Same,
    Scale,
    Use,
)
from pmlsym.kernel.certificate import Arguments as Part
from pmlsym.kernel.convex_rows import ROWS
from pmlsym.kernel.convexity import stated_by
from tests.evidence.building import Attack, accepts, combined, nonsense, proof, refuses
from tests.evidence.hand_written import V, W, output, x, y, z

x1, y1 = Index("X", "x1"), Index("Y", "y1")
k, s, v = Tensor("k"), Tensor("s"), Tensor("v")
a, b, n, d = (Tensor(name) for name in "abnd")
PARAMETERS = (n, d, *(Tensor(f"p{k}") for k in range(2, 9)))
g, h = Tensor("g", ("X",)), Tensor("h", ("X",))
alpha = Tensor("alpha")
POWER = Function("power", atom(alpha))
FUNCTIONS = (
    *(ENTROPY, SQUARE, EXCESS, ROOT, POWER),
    *(Function("power", constant(q)) for q in (Fraction(1, 2), 2, 1, 0, -1)),
)
F10 = convex(SQUARE, constant(1), constant(0))
NEVER = nonsense()


def stating(step: Convexity, name: str = "goal", *letters: Index) -> Convexity:
    """The step with what it states, for all of some letters."""
    stated = stated_by(step)
    return replace(step, statement=Fact(name, stated.polynomial, letters, stated.relation))


def alone(step: Convexity, *facts: Fact) -> Certificate:
    """The certificate of what the step states, at any letters."""
    goal = replace(step.statement, indices=(), name="goal")
    if not step.statement.indices:
        return proof(goal, replace(step, statement=goal), facts=facts)
    named = replace(step, statement=replace(step.statement, name="every"))
    return proof(goal, named, combined(goal, (Use("every", step.statement.indices),)), facts=facts)


NOTHING = Fact("goal", constant(0))
g_low, h_low = Fact("g", atom(g, x), (x,)), Fact("h", atom(h, x), (x,))
G, H = Use("g", (x,)), Use("h", (x,))


def spoilt(step: Convexity, right: Certificate, what: str, *facts: Fact) -> Iterator[Attack]:
    """Other statements than what the step gives, and other uses than those that show its needs."""
    said = step.statement
    for how, statement in (
        ("twice and one less", replace(said, polynomial=2 * said.polynomial - 1)),
        ("the negative", replace(said, polynomial=-said.polynomial)),
        ("one less", replace(said, polynomial=said.polynomial - 1)),
        ("strictly", replace(said, relation=">")),
        ("equal", replace(said, relation="==")),
    ):
        if statement.relation != said.relation or statement.polynomial != said.polynomial:
            wrong = replace(step, statement=statement)
            yield Attack(f"{what} says {how}", alone(wrong, *facts), "not what the step", right)
    uses = step.shown
    for k in range(len(uses)):
        fewer = replace(step, shown=(*uses[:k], *uses[k + 1 :]))
        yield Attack(f"{what} without need {k}", alone(fewer, *facts), "facts are needed", right)
        if uses[k] != PLAIN:
            none = replace(step, shown=(*uses[:k], PLAIN, *uses[k + 1 :]))
            why = "what is declared does not state"
            yield Attack(f"{what} with need {k} taken for plain", alone(none, *facts), why, right)
    more = replace(step, shown=(*uses, PLAIN))
    yield Attack(f"{what} with a use too many", alone(more, *facts), "facts are needed", right)


# --- Perspective ------------------------------------------------------------------------------


def perspectives() -> Iterator[Attack]:
    parts = (Part(atom(g, x), atom(h, x), (x,)), Part(atom(s), constant(1)))
    s_low = Fact("s", atom(s))
    facts = (g_low, h_low, s_low)
    step = Perspective(NOTHING, SQUARE, parts, (G, H, Use("s"), PLAIN))
    right = alone(stating(step), *facts)
    yield from spoilt(stating(step), right, "a perspective", *facts)
    none = Perspective(NOTHING, SQUARE, (), ())
    yield Attack("a perspective of nothing", alone(none), "at least one part", right)
    # a part summed over letters, shown at one letter
    for what, at in (("a", 0), ("b", 1)):
        fixed = tuple(
            replace(fact, indices=()) if k == at else fact for k, fact in enumerate(facts)
        )
        uses = tuple(Use(u.fact) if k == at else u for k, u in enumerate(step.shown))
        yield Attack(
            f"a part whose {what} is shown at one of the letters summed",
            alone(stating(replace(step, shown=uses)), *fixed),
            "x is one letter",
            right,
        )
    one = Perspective(NOTHING, SQUARE, (Part(atom(g, x), atom(h, x)),), (Use("g"), H))
    at_one = Fact("g", atom(g, x))
    yield Attack(
        "a perspective for all letters, shown at one",
        alone(stating(one, "goal", x), at_one, h_low),
        "x is one letter",
        alone(stating(replace(one, shown=(G, H)), "goal", x), g_low, h_low),
    )
    beside = Part(atom(g, x), atom(h, x))
    two = Perspective(NOTHING, SQUARE, (beside, Part(atom(h, x), constant(1), (x,))), ())
    two = replace(two, shown=(Use("g"), H, H, PLAIN))
    yield Attack(
        "a letter is summed in one part and fixed in another",
        alone(stating(two), at_one, h_low),
        "x is one letter",
        alone(stating(replace(two, shown=(G, H, H, PLAIN))), g_low, h_low),
    )
    # nothing shown: subadditivity fails where the sum of a, or of b, is negative
    for what, part, shown in (
        ("negative a", Part(constant(-1), constant(1)), (PLAIN, PLAIN)),
        ("negative b", Part(constant(1), constant(-1)), (PLAIN, PLAIN)),
        ("an a of any sign", Part(atom(k), constant(1)), (PLAIN, PLAIN)),
        ("a b of any sign", Part(constant(1), atom(k)), (PLAIN, PLAIN)),
        (
            "an a that is a term",
            Part(convex(ROOT, atom(k), constant(1)), constant(1)),
            (PLAIN,) * 2,
        ),
    ):
        added = Perspective(
            NOTHING, SQUARE, (part, Part(constant(2), constant(1))), (*shown, *(PLAIN,) * 2)
        )
        yield Attack(f"a part with {what}", alone(stating(added)), "does not state", right)
    # of another function, or other parts, than those of the statement
    said = stating(step)
    for f in FUNCTIONS:
        if f != SQUARE:
            yield Attack(
                f"a perspective of {f}, said of the square",
                alone(replace(said, function=f), *facts),
                "not what the step",
                right,
            )
        own = stating(replace(step, function=f))
        accepts(alone(own, *facts))
    for what, other in (
        ("not summed", (replace(parts[0], summed=()), parts[1])),
        ("one part fewer", parts[:1]),
        ("a part twice", (*parts, parts[1])),
        ("a and b exchanged", (Part(atom(h, x), atom(g, x), (x,)), parts[1])),
    ):
        given = replace(said, parts=other)
        yield Attack(f"a perspective, {what}", alone(given, *facts), "not what the step", right)
    # data processing, whole
    part = Part(atom(V, y, z) * atom(W, x, y), atom(V, y, z) * output(y), (y,))
    processed = stating(Perspective(NOTHING, ENTROPY, (part,), (PLAIN, PLAIN)), "every", x, z)
    accepts(alone(processed))


# --- Scale and same ---------------------------------------------------------------------------


def scales() -> Iterator[Attack]:
    v_low = Fact("v", atom(v))
    step = stating(Scale(NOTHING, SQUARE, atom(v), atom(a), atom(b), (Use("v"),)))
    right = alone(step, v_low)
    yield from spoilt(step, right, "a scale", v_low)
    for what, factor in (("-1", constant(-1)), ("any number", atom(v)), ("less one", atom(v) - 1)):
        own = stating(replace(step, factor=factor, shown=(PLAIN,)))
        yield Attack(f"a factor of {what}", alone(own, v_low), "does not state", right)
    vx = Tensor("v", ("X",))
    at_one = Fact("v", atom(vx, x))
    every = stating(replace(step, factor=atom(vx, x), shown=(Use("v"),)), "goal", x)
    yield Attack(
        "a scale for all letters, shown at one",
        alone(every, at_one),
        "x is one letter",
        alone(replace(every, shown=(Use("v", (x,)),)), replace(at_one, indices=(x,))),
    )
    for f in FUNCTIONS:
        accepts(alone(stating(replace(step, function=f)), v_low))


def sames() -> Iterator[Attack]:
    first, second = (
        Fact("a is n", atom(a) - atom(n), (), "=="),
        Fact("b is d", atom(b) - atom(d), (), "=="),
    )
    uses = (Use("a is n"), Use("b is d"))
    step = stating(Same(NOTHING, SQUARE, *map(atom, (a, b, n, d)), uses))
    right = alone(step, first, second)
    yield from spoilt(step, right, "two terms", first, second)
    weak = replace(first, relation=">=")
    yield Attack("arguments that are at most", alone(step, weak, second), "does not state", right)
    strict = replace(second, relation=">")
    yield Attack("arguments that are more", alone(step, first, strict), "does not state", right)
    turned = replace(step, shown=(uses[1], uses[0]))
    yield Attack("the other equality", alone(turned, first, second), "does not state", right)
    alike = Fact("alike", atom(g, x) - atom(h, x), (), "==")
    every = stating(
        Same(
            NOTHING, SQUARE, atom(g, x), constant(1), atom(h, x), constant(1), (Use("alike"), PLAIN)
        ),
        "goal",
        x,
    )
    yield Attack(
        "the same for all letters, shown at one",
        alone(every, alike),
        "x is one letter",
        alone(replace(every, shown=(Use("alike", (x,)), PLAIN)), replace(alike, indices=(x,))),
    )
    for f in FUNCTIONS:
        accepts(alone(stating(replace(step, function=f)), first, second))


# --- Rows ----------------------------------------------------------------------------------------


ABOVE = {"order": constant(3), "near": constant(2), "far": constant(3), "s": constant(1)}
BELOW = {
    "order": constant(Fraction(1, 3)),
    "other": constant(Fraction(2, 3)),
    "s": constant(-1),
    "near": constant(Fraction(1, 2)),
    "far": constant(Fraction(1, 3)),
}
NOTHING_GIVEN: dict[str, Polynomial] = {}


def at_scalars(
    name: str, fixed: Mapping[str, Polynomial] = NOTHING_GIVEN
) -> tuple[ConvexRow, tuple[Fact, ...]]:
    """A row at scalars of which nothing is declared, but for some, with a fact for each need."""
    names = (*signature(ROWS[name]).parameters,)[2:]
    second = constant(1) if name == "entropy of number" else atom(b)
    given = tuple(fixed.get(own, atom(p)) for own, p in zip(names, PARAMETERS, strict=False))
    needs = (
        (atom(a), ">="),
        (second, ">="),
        *ROWS[name](atom(a), second, *given).needs,
    )
    facts, uses = [], []
    for k, (polynomial, relation) in enumerate(needs):
        if any(polynomial.tensors):
            facts.append(Fact(f"need {k}", polynomial, (), relation))
            uses.append(Use(f"need {k}"))
        else:
            uses.append(PLAIN)
    return stating(ConvexRow(NOTHING, name, atom(a), second, given, tuple(uses))), tuple(facts)


def rows() -> Iterator[Attack]:
    for name in ROWS:
        step, facts = at_scalars(name)
        right = alone(step, *facts)
        yield from spoilt(step, right, name, *facts)
        for k, fact in enumerate(facts):
            others = (*facts[:k], *facts[k + 1 :])
            if fact.relation == ">":
                weak = replace(fact, relation=">=")
                yield Attack(
                    f"{name}: {fact} may be zero",
                    alone(step, *others, weak),
                    "does not state",
                    right,
                )
            off = replace(fact, polynomial=fact.polynomial + 1)
            yield Attack(
                f"{name}: {fact} is not quite shown",
                alone(step, *others, off),
                "does not state",
                right,
            )
        count = len(step.parameters)
        for wrong in {count - 1, count + 1} - {-1}:
            own = replace(step, parameters=tuple(map(atom, PARAMETERS[:wrong])))
            yield Attack(
                f"{name} with {wrong} parameters", alone(own, *facts), "well formed", right
            )
        for k in range(count):
            grown = (*step.parameters[:k], atom(s) * F10 + 1, *step.parameters[k + 1 :])
            own = stating_anyhow(replace(step, parameters=grown))
            yield Attack(
                f"{name}: parameter {k} grows", alone(own, *facts), "of a row grows", right
            )
        own = stating_anyhow(replace(step, a=convex(ENTROPY, atom(a), atom(b)) + 1))
        yield Attack(f"{name}: a grows", alone(own, *facts), "of a row grows", right)
        if name != "entropy of number":
            inside = convex(EXCESS, convex(ENTROPY, atom(a), atom(b)), constant(1))
            own = stating_anyhow(replace(step, b=inside))
            yield Attack(
                f"{name}: b grows inside a term", alone(own, *facts), "of a row grows", right
            )
    for name in (name for name in ROWS if is_about_orders(name)):
        above = [] if name == "power turned" else [ABOVE, {**ABOVE, "c": atom(b)}]
        below = [] if name == "excess below power" else [BELOW, {**BELOW, "c": atom(b)}]
        for k, fixed in enumerate((*above, *below)):
            step, facts = at_scalars(name, fixed)
            right = alone(step, *facts)
            yield from spoilt(step, right, f"{name} at numbers {k}", *facts)
            numbers = [j for j, p in enumerate(step.parameters) if not any(p.tensors)]
            for j, wrong in product(numbers, (-1, 0, Fraction(1, 2), 1, Fraction(3, 2))):
                if step.parameters[j] == constant(wrong):
                    continue
                given = (*step.parameters[:j], constant(wrong), *step.parameters[j + 1 :])
                yield Attack(
                    f"{name} at numbers {k}, {wrong} for parameter {j}",
                    alone(replace(step, parameters=given), *facts),
                    "step",
                    right,
                )
    step, facts = at_scalars("root above")
    right = alone(step, *facts)
    yield Attack(
        "a row that is not there", alone(replace(step, row="root below"), *facts), "no row", right
    )
    yield Attack(
        "the statement of another row",
        alone(replace(step, row="root square"), *facts),
        "not what the step",
        right,
    )
    step, facts = at_scalars("entropy of number")
    yield Attack(
        "an entropy of a number, of another",
        alone(
            replace(step, b=atom(b), shown=(*step.shown[:1], Use("b"), Use("is one"))),
            *facts,
            Fact("b", atom(b)),
            Fact("is one", atom(b) - 1, (), "=="),
        ),
        "second argument is 1",
        alone(step, *facts),
    )
    # letters
    low = Fact("g", atom(g, x))
    line = ConvexRow(NOTHING, "root above", atom(g, x), constant(1), (), (Use("g"), PLAIN))
    every = stating(line, "goal", x)
    yield Attack(
        "a row for all letters, shown at one",
        alone(every, low),
        "x is one letter",
        alone(replace(every, shown=(G, PLAIN)), g_low),
    )

    # -1 >= 0 from a tangent at what grows
    def tangent(fact: str, c: Polynomial) -> ConvexRow:
        statement = Fact(fact, F10 - 2 * c)
        return ConvexRow(
            statement, "square tangent", constant(1), constant(0), (c,), (PLAIN, PLAIN)
        )

    last = combined(NEVER, (Use("low"),), (Use("high"),))
    low_row = tangent("low", constant(Fraction(1, 2)))
    yield Attack(
        "-1 >= 0 from a tangent at a term",
        proof(NEVER, low_row, tangent("high", F10), last),
        "of a row grows",
        alone(replace(low_row, statement=replace(low_row.statement, name="goal"))),
    )
    # a log a of what is larger than N:  N - 2 N log 2 == 0
    top, two = convex(ENTROPY, F10, constant(1)), F10 * convex(ENTROPY, constant(1), F10)
    large = Fact("large", F10)
    own = ConvexRow(
        Fact("goal", top + two, (), "=="),
        "entropy of number",
        F10,
        constant(1),
        (),
        (Use("large"), PLAIN, PLAIN),
    )
    yield Attack("a log a of what grows", alone(own, large), "of a row grows")


def is_about_orders(name: str) -> bool:
    """Whether a row has an order among its parameters."""
    return not {"order", "near"}.isdisjoint(signature(ROWS[name]).parameters)


def stating_anyhow(step: ConvexRow) -> ConvexRow:
    """The step with what the table says, whether or not it may be applied, if it says anything."""
    try:
        stated = ROWS[step.row](step.a, step.b, *step.parameters)
    except InvalidInput:  # an order that is no number and no letter
        return step
    return replace(step, statement=Fact("goal", stated.polynomial, (), stated.relation))


ATTACKS = (*perspectives(), *scales(), *sames(), *rows())


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_a_wrong_convex_step_is_refused(attack: Attack):
    refuses(attack.wrong, attack.why)
    if attack.right is not None:
        accepts(attack.right)


NO_FUNCTIONS = (
    ("cube", None),
    ("power", None),
    ("square", constant(2)),
    ("power", 2 * atom(alpha)),
    ("power", atom(alpha) + 1),
    ("power", atom(alpha) * atom(k)),
    ("power", atom(g, x)),
    ("power", sum_over(atom(g, x), x)),
)


@pytest.mark.parametrize(("name", "order"), NO_FUNCTIONS)
def test_functions_are_those_of_the_list(name: str, order: Polynomial | None):
    with pytest.raises(InvalidInput):
        Function(name, order)
