"""[PSP, Sec. I]: two coins and their parity, and what differential privacy bounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.psp.mass_table import BIT, Table, independent, information
from pmlsym.numbers.number import log_of


def parity_of_two_coins(random: Random) -> None:
    table: Table = {(a, b, a ^ b): Fraction(1, 4) for a, b in product((0, 1), repeat=2)}
    alone = [independent(table, [i], [2]) for i in (0, 1)]
    both = information(table, [0, 1], [2])
    require(all(alone) and both == BIT)


def differential_privacy_bounds_conditional_information(random: Random) -> str:
    """A mapping of two or three samples: eps from its rows, I(Y;X_i|X_-i) from the joint masses."""
    letters, samples = random.choice(((2, 2), (3, 2), (2, 3)))
    states = list(product(range(letters), repeat=samples))
    rows = {state: draw_distribution(random, 2, zeros=False) for state in states}
    masses = draw_distribution(random, len(states))
    level = max(
        rows[a][y] / rows[b][y]
        for a, b in product(states, repeat=2)
        if sum(s != t for s, t in zip(a, b, strict=True)) == 1
        for y in (0, 1)
    )
    table = {
        (*state, y): mass * rows[state][y]
        for state, mass in zip(states, masses, strict=True)
        for y in (0, 1)
        if mass
    }
    assume(level != 1)
    for i in range(samples):
        rest = [j for j in range(samples) if j != i]
        found = information(table, [i], [samples], rest)
        require(found <= log_of(level))
    return "null datasets" if min(masses) == 0 else "every dataset possible"
