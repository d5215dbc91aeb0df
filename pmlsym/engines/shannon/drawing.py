"""Random joint distributions with exact rational masses, of the kinds that refute entropy claims.

linear    each variable is some parities of fair bits: the exclusive or is among them
sparse    few atoms; each variable is a function of the atom
network   each variable is a coin, a function or a noisy copy of earlier ones
uniform   an atom of many, all alike; each variable is the atom, or its remainder
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.evidence.entropy_dual import Variables

MOST_ATOMS = 16
"""As many as there are letters in the largest instances of other claims."""

UNIFORM = 8
"""How many rounds of the other kinds come before one of these, the small ones first."""

Letters = tuple[int, ...]
Masses = dict[Letters, Fraction]

FAIR = Fraction(1, 2)
COINS = (FAIR, FAIR, Fraction(1, 3), Fraction(1, 4), Fraction(1, 10))


def draws(variables: Variables, random: Random) -> Iterator[Masses]:
    """Masses by the letters of all variables, for ever; small ones first.

    >>> first = next(draws(("A", "B"), Random(0)))
    >>> sum(first.values()), {len(letters) for letters in first}
    (Fraction(1, 1), {2})
    """
    count = len(variables)
    kinds = (_linear, _sparse, _network, _network)
    tried = 0
    while True:
        size = min(4, 1 + tried // 200)
        for kind in kinds:
            yield kind(count, size, random)
        if tried % UNIFORM == UNIFORM - 1:
            yield _uniform(count, 2 + tried // UNIFORM % (MOST_ATOMS - 1), random)
        tried += 1


def _linear(count: int, size: int, random: Random) -> Masses:
    bits = random.randint(1, size + 1)
    parities = [
        [random.randrange(1 << bits) for _ in range(random.choice((0, 1, 1, 1, 2)))]
        for _ in range(count)
    ]
    masses: Masses = {}
    for word in range(1 << bits):
        letters = tuple(
            sum(((word & mask).bit_count() & 1) << k for k, mask in enumerate(masks))
            for masks in parities
        )
        masses[letters] = masses.get(letters, Fraction(0)) + Fraction(1, 1 << bits)
    return masses


def _uniform(count: int, atoms: int, random: Random) -> Masses:
    letters = [random.choice((atoms, atoms, 1, 2, 3)) for _ in range(count)]
    masses: Masses = {}
    for atom in range(atoms):
        at = tuple(atom % own for own in letters)
        masses[at] = masses.get(at, Fraction(0)) + Fraction(1, atoms)
    return masses


def _sparse(count: int, size: int, random: Random) -> Masses:
    atoms = random.randint(2, size + 3)
    weights = [random.choice((1, 1, 1, 2, 3)) for _ in range(atoms)]
    if random.random() < 0.5:
        weights = [1] * atoms
    total = sum(weights)
    masses: Masses = {}
    letters = random.choice((2, 2, 3))
    for weight in weights:
        at = tuple(random.randrange(letters) for _ in range(count))
        masses[at] = masses.get(at, Fraction(0)) + Fraction(weight, total)
    return masses


def _network(count: int, size: int, random: Random) -> Masses:
    order = list(range(count))
    chain = random.random() < 0.3
    if not chain:
        random.shuffle(order)
    elif random.random() < 0.5:
        order.reverse()
    masses: dict[tuple[tuple[int, int], ...], Fraction] = {(): Fraction(1)}
    for place, variable in enumerate(order):
        earlier = order[place - 1 : place] if chain else order[:place]
        parents = random.sample(earlier, min(len(earlier), random.randint(0, 2)))
        table = _table(len(parents), random)
        after: dict[tuple[tuple[int, int], ...], Fraction] = {}
        for known, mass in masses.items():
            now = dict(known)
            one = table[tuple(now[parent] for parent in parents)]
            for letter, part in ((1, one), (0, 1 - one)):
                if part:
                    key = (*known, (variable, letter))
                    after[key] = after.get(key, Fraction(0)) + mass * part
        masses = after
    return {tuple(dict(known)[v] for v in range(count)): mass for known, mass in masses.items()}


def _table(parents: int, random: Random) -> dict[Letters, Fraction]:
    """The probability of a one, given the parents' bits."""
    noise = random.choice((0, 0, 0, 0, 1)) * random.choice(COINS)
    if not parents:
        return {(): random.choice((*COINS, Fraction(0)))}
    words = list(product(range(2), repeat=parents))
    if random.random() < 0.4:
        value = {word: sum(word) % 2 for word in words}
    else:
        value = {word: random.randrange(2) for word in words}
    return {word: 1 - noise if bit else noise for word, bit in value.items()}
