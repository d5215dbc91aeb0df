"""Second-order hypotheses in worlds: true exactly where the definition says so."""

from fractions import Fraction
from random import Random

import pytest

from pmlsym.calculus import Index, Tensor, atom, sum_over
from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.sequent import Fact, Rule
from tests.calculus.brute_force import World, random_world
from tests.evidence.laws import NotAffine, law_holds

P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
A = Tensor("a", ("Y",), nonnegative=True, at_most_one=True)
T, DELTA = Tensor("t", positive=True), Tensor("d", nonnegative=True)
x, y = Index("X", "x"), Index("Y", "y")
heavy = sum_over(atom(P, x) * atom(W, x, y) * atom(A, y), x, y)
leaked = sum_over(atom(W, x, y) * atom(A, y), y)
LAW = Rule(
    "eml(P, W, d) <= log t",
    (A,),
    (Fact("heavy", heavy - atom(DELTA)),),
    Fact("leaks", atom(P, x) * (atom(T) * heavy - leaked), (x,)),
)


def worst(world: World, delta: Fraction) -> Fraction:
    """exp of the event maximal leakage: outcomes by their ratio, until they weigh enough."""
    p, w = world.entries["P"], world.entries["W"]
    count, found = world.sizes["Y"], Fraction(1)
    out = [sum(p[(i,)] * w[(i, k)] for i in range(world.sizes["X"])) for k in range(count)]
    for i in range(world.sizes["X"]):
        if not p[(i,)]:
            continue
        mass = leak = Fraction(0)
        for k in sorted((k for k in range(count) if out[k]), key=lambda k: -w[(i, k)] / out[k]):
            take = min(Fraction(1), (delta - mass) / out[k]) if mass < delta else Fraction(0)
            take = Fraction(1) if mass == 0 and not delta else take
            mass, leak = mass + take * out[k], leak + take * w[(i, k)]
            if mass >= delta:
                break
        found = max(found, leak / mass)
    return found


def test_a_law_about_events_is_true_at_the_largest_leakage_and_not_below():
    rng, bounded = Random(3), 0
    for _ in range(40):
        world = random_world(rng, (P, W, T, A), {"X": rng.randint(1, 3), "Y": rng.randint(1, 3)})
        delta = Fraction(rng.randint(0, 4), 4)
        level = worst(world, delta)
        for t, said in ((level, True), (level - Fraction(1, 50), False)):
            entries = {**world.entries, "t": {(): t}, "d": {(): delta}}
            assert law_holds(World(world.sizes, entries), LAW, {}) == said
        bounded += level > 1
    assert bounded > 10


def test_a_law_that_is_not_affine_is_not_decided():
    square = Rule("square", (A,), (), Fact("square", heavy * heavy - constant(1)))
    world = random_world(Random(1), (P, W), {"X": 2, "Y": 2})
    with pytest.raises(NotAffine):
        law_holds(world, square, {})
    unbounded = Rule("unbounded", (Tensor("a", ("Y",)),), (), LAW.conclusion)
    with pytest.raises(NotAffine):
        law_holds(world, unbounded, {})
