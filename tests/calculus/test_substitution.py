"""What is substituted means what the whole means where the bodies are the tensors.

Evaluated with exact fractions in random worlds: products of alphabets, the empty one too, bodies
with parameters, letters that coincide, terms inside terms.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from pmlsym.calculus import (
    Index,
    Polynomial,
    Tensor,
    atom,
    constant,
    delta,
    size,
    substitute,
    sum_over,
)
from pmlsym.calculus.convex_term import ENTROPY, EXCESS, ROOT, SQUARE, convex
from pmlsym.calculus.substitution import Body, Substitution
from tests.calculus.brute_force import evaluate, random_world
from tests.calculus.term_worlds import AnyWorld, random_lines

FUNCTIONS = (ENTROPY, SQUARE, EXCESS, ROOT)
BOUND = (
    Tensor("p", ("X",), nonnegative=True, stochastic=(0,)),
    Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)),
    Tensor("F", ("X", "Y"), indicator=True, stochastic=(1,)),
    Tensor("m", ("X",)),
    Tensor("t", nonnegative=True),
    Tensor("b", ("X", "X")),
)
OTHER = (
    Tensor("h", ("Z",)),
    Tensor("g", ("Y", "Z"), nonnegative=True),
    Tensor("m", ("X",)),
    Tensor("s"),
)
LETTERS = {a: tuple(Index(a, n) for n in names) for a, names in (
    ("X", ("x", "x1", "~0")), ("Y", ("y", "y1", "~1")), ("Z", ("z", "z1", "~0")),
)}  # fmt: skip
PRODUCTS = (("X",), (), ("Z",), ("X", "Z"), ("Z", "Z"), ("Y", "Z"))


def random_atom(rng: Random, tensors: tuple[Tensor, ...]) -> Polynomial:
    tensor = rng.choice((*tensors, delta("X"), size("Y")))
    return atom(tensor, *(rng.choice(LETTERS[a]) for a in tensor.alphabets))


def random_polynomial(rng: Random, tensors: tuple[Tensor, ...], depth: int = 2) -> Polynomial:
    total = constant(0)
    for _ in range(rng.randint(1, 2)):
        part = constant(rng.choice((-2, -1, 1, 1, 3)))
        for _ in range(rng.randint(0, 2)):
            part = part * random_atom(rng, tensors)
        if depth and rng.random() < 0.6:
            a, b = (random_polynomial(rng, tensors, depth - 1) for _ in range(2))
            part = part * convex(rng.choice(FUNCTIONS), a, b)
        if part.free and rng.random() < 0.5:
            part = sum_over(part, rng.choice(part.free))
        total = total + part
    return total


@pytest.mark.seconds
def test_substitution_means_what_it_says():
    rng, tried, moved, terms = Random(17), 0, 0, 0
    for _ in range(110):
        alphabets = {a: rng.choice(PRODUCTS) for a in "XY" if rng.random() < 0.7}
        bodies = {}
        for tensor in BOUND:
            places, used = [], 0
            for a in tensor.alphabets:
                own = alphabets.get(a, (a,))
                places.append(tuple(Index(e, f"q{used + k}") for k, e in enumerate(own)))
                used += len(own)
            letters = [i for place in places for i in place]
            body = random_polynomial(rng, OTHER, 1)
            for i in letters:
                if rng.random() < 0.7:
                    same = [j for j in body.free if j.alphabet == i.alphabet]
                    if same:
                        body = substitute(body, {rng.choice(same): i})
            bodies[tensor] = Body(tuple(places), body)
        whole = random_polynomial(rng, BOUND)
        substitution = Substitution(bodies, alphabets)
        images = {
            i: tuple(rng.choice(LETTERS[a]) for a in alphabets.get(i.alphabet, (i.alphabet,)))
            for i in whole.free
        }
        result = substitution(whole, images)
        sizes = {"X": 2, "Y": rng.randint(1, 2), "Z": rng.randint(1, 2)}
        plain = random_world(rng, OTHER, sizes)
        world = AnyWorld(sizes, plain.entries, random_lines(rng))
        at = {i: rng.randrange(sizes[i.alphabet]) for own in LETTERS.values() for i in own}
        outer = {a: product_size(sizes, alphabets.get(a, (a,))) for a in ("X", "Y")}
        entries = {}
        for tensor, body in bodies.items():
            entries[tensor.name] = {}
            for cell in product(*(range(outer[a]) for a in tensor.alphabets)):
                here = dict(at)
                for place, number in zip(body.places, cell, strict=True):
                    here.update(decoded(sizes, place, number))
                entries[tensor.name][cell] = evaluate(world, body.polynomial, here)
        there = replace(world, sizes={**sizes, **outer}, entries=entries)
        inside = {i: encoded(sizes, own, at) for i, own in images.items()}
        assert evaluate(world, result, at) == evaluate(there, whole, inside)
        tried += 1
        moved += any(len(own) != 1 for own in alphabets.values())
        terms += any(t.is_term for t in whole.tensors)
    assert tried == 110 and moved > 50 and terms > 60


def product_size(sizes: dict[str, int], own: tuple[str, ...]) -> int:
    number = 1
    for a in own:
        number *= sizes[a]
    return number


def decoded(sizes: dict[str, int], place: tuple[Index, ...], number: int) -> dict[Index, int]:
    found = {}
    for i in place:
        number, found[i] = divmod(number, sizes[i.alphabet])
    return found


def encoded(sizes: dict[str, int], own: tuple[Index, ...], at: dict[Index, int]) -> int:
    number, unit = 0, 1
    for i in own:
        number, unit = number + unit * at[i], unit * sizes[i.alphabet]
    return number
