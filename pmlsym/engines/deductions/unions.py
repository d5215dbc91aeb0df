"""Bounds of guesses together: the mass of all letters that are not guessed is not negative.

    sum_z q(z) (1 - d(z,x)) (1 - d(z,x'))  >=  0,       q(z) a mass, for all x, x'

Written out it is  sum_z q(z) - q(x) - q(x') + d(x,x') q(x) >= 0:  a set of letters, some of them
perhaps the same, has no more mass than all. So one right guess among k is at most as likely as 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, delta
from pmlsym.engines.certificates.ingredient import target
from pmlsym.engines.certificates.terms import NotDeduced, apart_use, times
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import product_of
from pmlsym.engines.deductions.idea import Ideas
from pmlsym.kernel.shown import is_plain

MOST_GUESSES = 4
"""The most letters that are guessed together: there are 2^k sets of them."""


def unions(deductions: Deductions) -> Ideas:
    """An idea of a search: the letters that are not guessed together have nonnegative mass."""
    facts: list[Fact] = []
    for alphabet, count, mass in dict.fromkeys(_guesses(deductions.sequent.goal)):
        for letter in (i for i in mass.free if i.alphabet == alphabet):
            with suppress(NotDeduced):
                facts.append(_mass_of_others(letter, count, mass, deductions))
    return Ideas(tuple(dict.fromkeys(facts)))


def _guesses(goal: Polynomial) -> Iterator[tuple[str, int, Polynomial]]:
    """The letters that a goal guesses together, for an idea of a search: how many, what mass."""
    compared = {tensor.alphabets[0] for tensor in goal.tensors if tensor.is_delta}
    free = Counter(i.alphabet for i in goal.free if i.alphabet in compared)
    for monomial in (m for m, c in goal if c < 0):
        atoms = target(monomial).atoms
        together = free.copy()
        for tensor, _ in atoms:
            if tensor.role == "selector":
                together |= Counter(tensor.alphabets)
        mass = product_of(a for a in atoms if not (a[0].role == "selector" or a[0].is_delta))
        for alphabet, count in together.items():
            if 2 <= count <= MOST_GUESSES and is_plain(mass, ">="):
                yield alphabet, count, mass


def _mass_of_others(letter: Index, count: int, mass: Polynomial, deductions: Deductions) -> Fact:
    """Deduce that the mass of all letters but `count` guesses is not negative."""
    others = {i: Index(i.alphabet, f"{i.alphabet.lower()}*{k}") for k, i in enumerate(mass.free)}
    here = others[letter]
    guesses = [Index(letter.alphabet, f"{here.name}{k}") for k in range(count)]
    deductions.declare(delta(letter.alphabet))
    apart = [apart_use(here, guess) for guess in guesses]
    terms = times(substitute(mass, others), *apart, over=(here,))
    return deductions.total("others than these", terms)
