"""[PSP, Sec. I]: two coins and their parity, and what differential privacy bounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Fails, Holds, Trial
from pmlsym.catalogue.psp.mass_table import BIT, Table, independent, information
from pmlsym.numbers.number import log_of


def _parity_of_two_coins(random: Random) -> Trial:
    table: Table = {(a, b, a ^ b): Fraction(1, 4) for a, b in product((0, 1), repeat=2)}
    alone = [independent(table, [i], [2]) for i in (0, 1)]
    both = information(table, [0, 1], [2])
    return Holds() if all(alone) and both == BIT else Fails(f"{alone}, I(X1,X2;Y) = {both}")


def _differential_privacy_bounds_conditional_information(random: Random) -> Trial:
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
    if level == 1:
        return UNMET
    for i in range(samples):
        rest = [j for j in range(samples) if j != i]
        found = information(table, [i], [samples], rest)
        if found > log_of(level):
            return Fails(f"I(Y;X_{i + 1}|rest) = {found} exceeds eps = log({level}) on {table}")
    return Holds("null datasets" if min(masses) == 0 else "every dataset possible")


ENTRIES = (
    Entry(
        "PSP/intro-xor",
        "the parity of two fair coins is independent of each, and tells one bit about both",
        "Section I-B",
        (Checked("Y = X1 xor X2", _parity_of_two_coins),),
        remarks=(Claimed("indep(Y, A) and indep(Y, B) => I(A,B;Y) <= I(A;Y|B)"),),
    ),
    Entry(
        "PSP/footnote-1",
        "eps-differential privacy bounds I(Y;X_i|X_-i) by eps nats, for every i: given the other "
        "samples, X_i -> Y is eps-locally private, and I(Y;X_i|X_-i) is a mean of informations",
        "Section I-B, footnote 1",
        (
            Composed(
                "I(Y;X_i|X_-i) <= eps",
                "given the other samples X_i -> Y is eps-locally private, and the information is a "
                "mean over what they are",
                (
                    Claimed("ldp(W) <= eps => pml(P, W) <= eps"),
                    Claimed("pml(P, W) <= eps => mi(P, W) <= eps"),
                ),
            ),
        ),
        remarks=(
            Checked(
                "I(Y;X_i|X_-i) itself, of mappings of two and three samples",
                _differential_privacy_bounds_conditional_information,
                trials=40,
                least=30,
                cases=("null datasets", "every dataset possible"),
            ),
            Claimed("pml_entry_given(P, W, 1) <= dp(W)"),
        ),
    ),
)
