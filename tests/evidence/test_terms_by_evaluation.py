"""Whatever the kernel derives of convex terms, or by a lemma, holds where its facts hold.

As in test_kernel_by_evaluation.py: a world first, then facts that are true in it, then steps with
random letters, quantifiers, guards and relations. Each function is the largest of some lines with
rational coefficients, so that all is exact. Rows are at numbers in test_convex_rows.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, convex
from pmlsym.calculus.sequent import Fact, Sequent, lemma
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import (
    PLAIN,
    Apply,
    Certificate,
    Combine,
    Convexity,
    Lemma,
    Perspective,
    Same,
    Scale,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.certificate import Arguments as Part
from pmlsym.kernel.checker import check
from pmlsym.kernel.convexity import stated_by
from pmlsym.kernel.rules import conclusion_of, needs_of
from pmlsym.kernel.shown import is_plain
from tests.calculus.brute_force import evaluate, random_world
from tests.calculus.term_worlds import AnyWorld, random_lines
from tests.evidence.building import ONE, applied, lemma_of, needed
from tests.evidence.test_apply import LEAST, MEAN, P, g

TENSORS = (
    P,
    Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)),
    Tensor("m", ("X",)),
    Tensor("u", ("X", "X")),
    Tensor("e", ("Y",), nonnegative=True, at_most_one=True),
    Tensor("r"),
)
LETTERS = tuple(Index(alphabet, name) for alphabet in "XY" for name in ("a", "b"))
HIDDEN = tuple(needed(alphabet, k) for alphabet in "XY" for k in range(2))
FUNCTIONS = (ENTROPY, SQUARE, EXCESS, ROOT)
At = dict[Index, int]


def draw(seed: int) -> tuple[Random, AnyWorld, At]:
    rng = Random(seed)
    sizes = {"X": rng.randint(1, 3), "Y": rng.randint(1, 2)}
    plain = random_world(rng, TENSORS, sizes)
    world = AnyWorld(sizes, plain.entries, random_lines(rng))
    return rng, world, {i: rng.randrange(sizes[i.alphabet]) for i in (*LETTERS, *HIDDEN)}


def random_polynomial(rng: Random, terms: float = 0.2) -> Polynomial:
    total = constant(0)
    for _ in range(rng.randint(1, 2)):
        part = constant(rng.choice((-1, 1, 1, 2)))
        for tensor in rng.choices(TENSORS, k=rng.randint(0, 2)):
            part = part * atom(tensor, *(letter(rng, a) for a in tensor.alphabets))
        if rng.random() < terms:
            a, b = random_polynomial(rng, 0), random_polynomial(rng, 0)
            part = part * convex(rng.choice(FUNCTIONS), a, b)
        total = total + part
    return total


def letter(rng: Random, alphabet: str) -> Index:
    return rng.choice([i for i in LETTERS if i.alphabet == alphabet])


def some(rng: Random, letters: Iterable[Index], share: float = 0.5) -> tuple[Index, ...]:
    return tuple(i for i in letters if rng.random() < share)


def holds(world: AnyWorld, fact: Fact, at: At) -> bool:
    values = (
        evaluate(world, fact.polynomial, {**at, **letters})
        for letters in world.assignments(fact.indices)
    )
    sign = {">=": lambda v: v >= 0, ">": lambda v: v > 0, "==": lambda v: v == 0}[fact.relation]
    return all(map(sign, values))


def shown(
    rng: Random, world: AnyWorld, at: At, needs: Sequence[Fact]
) -> tuple[list[Fact], list[Use]]:
    """Facts that are true, for random letters, and uses of them that state what is needed."""
    facts, uses = [], []
    for k, need in enumerate(needs):
        free = need.polynomial.free
        own = {*some(rng, free), *(need.indices if rng.random() < 0.9 else ())} & set(free)
        fact = Fact(f"need {k}", need.polynomial, tuple(sorted(own)), need.relation)
        if is_plain(need.polynomial, need.relation) and rng.random() < 0.8:
            uses.append(PLAIN)
        elif holds(world, fact, at):
            facts.append(fact)
            uses.append(Use(fact.name, fact.indices))
        else:
            uses.append(PLAIN)
    return facts, uses


def judge(
    world: AnyWorld, at: At, facts: Sequence[Fact], step: Step, lemmas: tuple[Lemma, ...] = ()
) -> bool:
    """Whether the kernel accepts the step; if so, what it states is true."""
    goal = Combine(Fact("goal", constant(1)), (Term(ONE, ()),))
    sequent = Sequent(tuple(facts), goal.statement.polynomial)
    try:
        check(Certificate(sequent, (step, goal), lemmas))
    except InvalidCertificate:
        return False
    assert holds(world, step.statement, at), step
    return True


def random_step(rng: Random) -> Convexity:
    f, nothing = rng.choice(FUNCTIONS), Fact("step", constant(0))
    a, b = random_polynomial(rng), random_polynomial(rng)
    match rng.randrange(3):
        case 0:
            parts = [Part(a, b, some(rng, LETTERS, 0.3))]
            for _ in range(rng.randint(0, 1)):
                own = random_polynomial(rng, 0), random_polynomial(rng, 0)
                parts.append(Part(*own, some(rng, LETTERS, 0.3)))
            return Perspective(nothing, f, tuple(parts), ())
        case 1:
            return Scale(nothing, f, random_polynomial(rng), a, b, ())
    i, j = (letter(rng, "X") for _ in range(2))
    c = rng.choice((a, a + atom(P, i) - atom(P, j), random_polynomial(rng)))
    return Same(nothing, f, a, b, c, b, ())


@pytest.mark.seconds
def test_convex_steps_leave_what_is_true():
    accepted = {kind.__name__: 0 for kind in (Perspective, Scale, Same)}
    for seed in range(600):
        rng, world, at = draw(seed)
        step = random_step(rng)
        stated = stated_by(step)
        relation = stated.relation if rng.random() < 0.9 else rng.choice((">=", ">", "=="))
        statement = Fact("step", stated.polynomial, some(rng, LETTERS), relation)
        summed = {i for part in getattr(step, "parts", ()) for i in part.summed}
        needs = [Fact("", p, tuple(sorted(summed & {*p.free})), r) for p, r in stated.needs]
        facts, uses = shown(rng, world, at, needs)
        whole = replace(step, statement=statement, shown=tuple(uses))
        accepted[type(step).__name__] += judge(world, at, facts, whole)
    assert min(accepted.values()) > 15, accepted


def extremes() -> Lemma:
    """F(g, 1) + F(1, g) >= 0 where g(x) >= 0, for the square: they are at least F(g + 1, g + 1)."""
    body = atom(g, Index("X", "x"))
    goal = Fact("goal", convex(SQUARE, body, constant(1)) + convex(SQUARE, constant(1), body))
    both = goal.polynomial - convex(SQUARE, body + 1, body + 1)
    low = Fact("low", body)
    step = Perspective(
        Fact("sum", both),
        SQUARE,
        (Part(body, constant(1)), Part(constant(1), body)),
        (Use("low"), PLAIN, PLAIN, Use("low")),
    )
    last = Combine(
        goal,
        (Term(ONE, (Use("sum"),)), Term(ONE, (Use("low"),)), Term(ONE, ())),
    )
    return lemma_of("extremes", goal, step, last, facts=(low,))


LAWS = (MEAN, LEAST, extremes())


def random_application(rng: Random) -> tuple[Apply, Lemma]:
    """A lemma at random bodies and letters, its alphabets now and then at products."""
    law = rng.choice(LAWS)
    rule = lemma(law.name, law.sequent)
    bodies = {}
    for tensor in rule.tensors:
        (place,) = (letter(rng, a) for a in tensor.alphabets)
        body = random_polynomial(rng)
        if tensor == P:
            body = rng.choice((atom(P, place), constant(1), body))
        bodies[tensor] = ((place,), body)
    images = {
        i: rng.choice((letter(rng, "X"), letter(rng, "X"), HIDDEN[0]))
        for i in rule.conclusion.indices
    }
    guard = rng.choice((constant(1), constant(1), random_polynomial(rng, 0)))
    step = applied(Fact("step", constant(0)), law.name, bodies, (), images, guard)
    return step, law


@pytest.mark.seconds
def test_lemmas_leave_what_is_true():
    accepted = 0
    for seed in range(600):
        rng, world, at = draw(seed)
        step, law = random_application(rng)
        rule = lemma(law.name, law.sequent)
        conclusion = conclusion_of(step, rule)
        relation = ">=" if rng.random() < 0.95 else ">"
        statement = Fact("step", conclusion, some(rng, (*LETTERS, HIDDEN[0]), 0.4), relation)
        needs = (Fact("", step.guard), *needs_of(step, rule))
        facts, (guard, *uses) = shown(rng, world, at, needs)
        whole = replace(step, statement=statement, guard_shown=guard, shown=tuple(uses))
        accepted += judge(world, at, facts, whole, (law,))
    assert accepted > 40, accepted


@pytest.mark.seconds
def test_cases_letter_by_letter_leave_what_is_true():
    """Facts for some letters, a case at random letters, and what both branches say alike."""
    accepted, running = 0, 0
    for seed in range(600):
        rng, world, at = draw(seed)
        given = random_polynomial(rng)
        low = Fact("low", given, some(rng, given.free), ">=")
        if not holds(world, low, at):
            continue
        case = random_polynomial(rng)
        polynomial = given + case * case
        indices = some(rng, LETTERS)
        left = tuple(i for i in indices if i not in case.free or rng.random() < 0.1)
        terms = (
            Term(ONE, (Use("case"), Use("case"))),
            Term(ONE, (Use("low", low.indices),)),
        )
        branches = [
            (Combine(Fact(f"step if {sign}", polynomial, left), terms),) for sign in (">", ">=")
        ]
        split = Split(Fact("step", polynomial, indices), "case", case, *branches)
        good = judge(world, at, (low,), split)
        accepted += good
        running += good and bool({*indices} & {*case.free})
    assert accepted > 50 and running > 15, (accepted, running)


def test_the_sum_of_a_case_is_no_case_of_the_sum():
    """The same with a case that is summed, or runs, in a branch: none is accepted."""
    for seed in range(60):
        rng, world, at = draw(seed)
        case = atom(TENSORS[2], LETTERS[0])
        own = rng.choice(((LETTERS[0],), ()))
        inner = Combine(
            Fact("sum", sum_over(case, LETTERS[0]) if own else case, () if own else (LETTERS[0],)),
            (Term(ONE, (Use("case"),), own),),
        )
        last = Combine(Fact("step if >", case * case), (Term(ONE, (Use("case"), Use("case"))),))
        split = Split(
            Fact("step", case * case, (LETTERS[0],)), "case", case, (inner, last), (last,)
        )
        assert not judge(world, at, (), split)
