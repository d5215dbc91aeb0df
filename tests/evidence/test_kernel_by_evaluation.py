"""Whatever the kernel derives from facts that hold in a world holds in that world.

A world is drawn first; then facts that are true in it, by shifting random polynomials; then steps
at random, with random quantifiers, sums, signs and relations. Where the kernel accepts a step, its
statement is evaluated letter by letter.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, delta, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Certificate, Combine, Split, Term, Use
from pmlsym.kernel.checker import available_facts, check, expand
from tests.calculus.brute_force import World, evaluate, random_world

TENSORS = (
    Tensor("p", ("X",), nonnegative=True, stochastic=(0,)),
    Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)),
    Tensor("F", ("X", "Y"), indicator=True, stochastic=(1,)),
    Tensor("m", ("X",)),
    Tensor("e", ("Y",), nonnegative=True, at_most_one=True),
    Tensor("q", ("X",), positive=True, stochastic=(0,)),
    Tensor("r"),
    delta("X"),
)
LETTERS = tuple(Index(alphabet, name) for alphabet in "XY" for name in ("a", "b", "c"))


def letters_for(rng: Random, alphabets: tuple[str, ...]) -> tuple[Index, ...]:
    return tuple(rng.choice([i for i in LETTERS if i.alphabet == a]) for a in alphabets)


def random_polynomial(rng: Random) -> Polynomial:
    total = constant(0)
    for _ in range(rng.randint(1, 2)):
        product = constant(rng.choice((-2, -1, 1, 1, 2)))
        for tensor in rng.choices(TENSORS, k=rng.randint(1, 2)):
            product = product * atom(tensor, *letters_for(rng, tensor.alphabets))
        if rng.random() < 0.4:
            product = sum_over(product, rng.choice(LETTERS))
        total = total + product
    return total


def values(world: World, fact: Fact, at: dict[Index, int]) -> list[Fraction]:
    every = world.assignments(fact.indices)
    return [evaluate(world, fact.polynomial, {**at, **letters}) for letters in every]


def true_fact(rng: Random, name: str, world: World, at: dict[Index, int]) -> Fact:
    """A random polynomial, shifted so that it holds for all letters that it quantifies."""
    polynomial = random_polynomial(rng)
    indices = tuple(i for i in polynomial.free if rng.random() < 0.6)
    found = values(world, Fact(name, polynomial, indices), at)
    if len(set(found)) == 1 and rng.random() < 0.5:
        return Fact(name, polynomial - found[0], indices, "==")
    if rng.random() < 0.4:
        return Fact(name, polynomial - min(found) + Fraction(1, 2), indices, ">")
    return Fact(name, polynomial - min(found), indices)


def random_use(rng: Random, fact: Fact) -> Use:
    return Use(fact.name, letters_for(rng, tuple(i.alphabet for i in fact.indices)))


def random_term(rng: Random, facts: list[Fact]) -> Term:
    uses = tuple(random_use(rng, fact) for fact in rng.choices(facts, k=rng.randint(1, 2)))
    summed = tuple(rng.sample(LETTERS, k=rng.choice((0, 0, 1, 2))))
    return Term(Fraction(rng.choice((-1, 1, 1, 1, 2)), rng.choice((1, 3))), uses, summed)


def random_combine(rng: Random, name: str, facts: list[Fact]) -> Combine:
    """A step whose identity holds; its quantifiers, signs and relation are at random."""
    named = {fact.name: fact for fact in facts}
    terms = tuple(random_term(rng, facts) for _ in range(rng.randint(1, 2)))
    total = sum((expand(term, named) for term in terms), constant(0))
    indices = tuple(i for i in total.free if rng.random() < 0.5)
    relation = rng.choice((">=", ">=", ">", "=="))
    return Combine(Fact(name, total, indices, relation), terms)


def judge(world: World, at: dict[Index, int], facts: tuple[Fact, ...], steps: list) -> bool:
    """Whether the kernel accepts; if so, what it accepts is true."""
    goal = steps[-1].statement
    sequent = Sequent(facts, goal.polynomial, goal.relation)
    try:
        check(Certificate(sequent, tuple(steps)))
    except InvalidCertificate:
        return False
    for step in steps:
        found = values(world, step.statement, at)
        relation = step.statement.relation
        assert all(
            v > 0 if relation == ">" else v == 0 if relation == "==" else v >= 0 for v in found
        ), step
    return True


def draw(seed: int) -> tuple[Random, World, dict[Index, int], tuple[Fact, ...]]:
    rng = Random(seed)
    world = random_world(rng, TENSORS, {"X": rng.randint(1, 3), "Y": rng.randint(1, 2)})
    at = {i: rng.randrange(world.sizes[i.alphabet]) for i in LETTERS}
    return rng, world, at, tuple(true_fact(rng, f"h{k}", world, at) for k in range(3))


@pytest.mark.seconds
def test_combinations_of_true_facts_are_true():
    accepted = 0
    for seed in range(1500):
        rng, world, at, facts = draw(seed)
        steps: list = []
        for name in ("first", "goal"):
            known = [*facts, *declared(facts), *(step.statement for step in steps)]
            steps.append(random_combine(rng, name, known))
        accepted += judge(world, at, facts, steps)
    assert accepted > 100


@pytest.mark.seconds
def test_cancelled_multipliers_leave_what_is_true():
    """From f > 0 (or not) and f g + h, for random quantifiers: is g derived rightly?"""
    accepted = 0
    for seed in range(1500):
        rng, world, at, facts = draw(seed)
        left, right = facts[:2]
        use = random_use(rng, left)
        named = {left.name: left}
        other = rng.choice((right.polynomial, -right.polynomial, random_polynomial(rng)))
        product = expand(Term(Fraction(1), (use,)), named) * other
        indices = tuple(i for i in product.free if rng.random() < 0.5)
        relation = rng.choice((">=", ">", "=="))
        whole = Fact("whole", product, indices, relation)
        if not all(v > 0 if relation == ">" else v >= 0 for v in values(world, whole, at)):
            continue
        if relation == "==" and any(values(world, whole, at)):
            continue
        over = tuple(i for i in other.free if rng.random() < 0.5)
        term = Term(Fraction(1), (Use("whole", indices),))
        step = Combine(Fact("goal", other, over, relation), (term,), (use,))
        accepted += judge(world, at, (*facts, whole), [step])
    assert accepted > 50


@pytest.mark.seconds
def test_cases_leave_what_is_true():
    """A random case, and in each branch a random derivation of one statement."""
    accepted = 0
    for seed in range(1500):
        rng, world, at, facts = draw(seed)
        case = random_polynomial(rng)
        indices = tuple(i for i in LETTERS if rng.random() < 0.3)
        branches = []
        total = case * case + rng.choice((constant(0), facts[0].polynomial))
        for sign in (">", ">="):
            terms = [Term(Fraction(1), (Use("case"), Use("case")))]
            if total != case * case:
                terms.append(Term(Fraction(1), (Use("h0", facts[0].indices),)))
            relation = rng.choice((">=", ">=", ">"))
            statement = Fact(f"goal if {sign}", total, indices, relation)
            branches.append((Combine(statement, tuple(terms)),))
        split = Split(Fact("goal", total, indices), "case", case, *branches)
        accepted += judge(world, at, facts, [split])
    assert accepted > 50


def declared(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """What the tensors of the facts declare."""
    return available_facts(Sequent(facts, constant(0)))[len(facts) :]
