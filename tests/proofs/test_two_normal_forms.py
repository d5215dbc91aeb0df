"""Two algorithms and a random world say the same of random polynomials, as they are written."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pmlsym.calculus import wire
from pmlsym.calculus.wire_writing import write_polynomial
from proofs.verify import Reader, World, collect, read_tensors, scale

TENSORS: dict[str, Any] = {
    name: {"alphabets": alphabets.split(), "facts": facts.split(), "stochastic": places}
    for name, alphabets, facts, places in (
        ("p", "X", "nonnegative", [0]),
        ("W", "X Y", "nonnegative", [1]),
        ("F", "X Y", "indicator", [1]),
        ("G", "X X", "indicator", [0]),
        ("H", "X Y", "indicator", [0, 1]),
        ("S", "X X", "", [0, 1]),
        ("D", "X Y X", "indicator", [2]),
        ("b", "X", "indicator", []),
        ("m", "X X", "", []),
        ("r", "", "", []),
    )
}
LETTERS = {"X": ["x", "x1", "x2", "x3", "x4"], "Y": ["y", "y1", "y2"]}


def random_atom(rng: Random) -> list[str]:
    if rng.random() < 0.3:
        name, alphabets = "delta", [rng.choice("XXY")] * 2
    else:
        name = rng.choice(list(TENSORS))
        alphabets = TENSORS[name]["alphabets"]
    return [name, *(f"{rng.choice(LETTERS[a])}:{a}" for a in alphabets)]


def random_monomial(rng: Random) -> dict[str, Any]:
    every = [f"{name}:{alphabet}" for alphabet, names in LETTERS.items() for name in names]
    atoms = [random_atom(rng) for _ in range(rng.randint(1, 6))]
    summed = rng.sample(every, rng.randint(0, 5))
    return {"coefficient": rng.choice(("-1", "1", "2")), "sum": summed, "atoms": atoms}


def rewritten(rng: Random, monomial: dict[str, Any]) -> dict[str, Any]:
    """The same with other names for summed letters, and its atoms in another order."""
    old = monomial["sum"]
    names = {letter: f"q{k}{letter}" for k, letter in enumerate(rng.sample(old, len(old)))}
    atoms = [[name, *(names.get(i, i) for i in at)] for name, *at in monomial["atoms"]]
    rng.shuffle(atoms)
    return {**monomial, "sum": [names[letter] for letter in old], "atoms": atoms}


@pytest.mark.seconds
def test_normal_forms_and_values_agree():
    rng, summed, dropped = Random(5), 0, 0
    declared, reader = wire.read_tensors(TENSORS), Reader(read_tensors(TENSORS))
    for _ in range(500):
        written = [random_monomial(rng) for _ in range(2)]
        other = [rewritten(rng, monomial) for monomial in written]
        normal = wire.read_polynomial(written, declared)
        assert normal == wire.read_polynomial(other, declared)
        forms = [reader.polynomial(p) for p in (written, other, write_polynomial(normal))]
        assert forms[0].free == {(i.alphabet, i.name) for i in normal.free}
        for form in forms[1:]:
            assert not collect([*forms[0].terms, *scale(-1, form.terms)]), written
        for letters in (1, 2, 3):
            world = World(rng, letters)
            assert len({world.value(form, {}) for form in forms}) == 1, written
        summed += any(monomial["sum"] for monomial in written)
        dropped += sum(len(m["atoms"]) for m in written) > sum(1 for _ in normal.atoms())
    assert summed > 300 and dropped > 100
