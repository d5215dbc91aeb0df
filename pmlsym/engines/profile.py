"""Profiles: functions of one letter whose sums are the masses that a problem speaks of.

The mass  sum_x A(x,y)p(x)  is the sum of the profile A(x,y)p(x); what the mass leaves out is the
sum of (1 - A(x,y))p(x), where A is at most one. Hypotheses averaged with a profile as weight are
what bounds of ratios of masses are made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from pmlsym.calculus.normal_form import Atom, Factor, rename
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index
from pmlsym.engines.ingredient import Ingredient
from pmlsym.evidence.certificate import Use

MOST = 12
"""How many profiles are used, at most."""


@dataclass(frozen=True)
class Profile:
    """A nonnegative function of `letter`: the product of `uses`, declared facts."""

    letter: Index
    polynomial: Polynomial
    uses: tuple[Use, ...]


def profiles(facts: Iterable[Fact], goal: Polynomial) -> tuple[Profile, ...]:
    """The profiles of the masses in the goal, then in the facts at letters of the goal."""
    found: dict[Polynomial, Profile] = {}
    for polynomial, quantified in ((goal, ()), *((f.polynomial, f.indices) for f in facts)):
        masses = {f for monomial, _ in polynomial for f in monomial}
        for mass in sorted(masses, key=lambda f: (len(f), f)):
            own = [i for i in quantified if any(i in indices for _, indices in mass)]
            options = ([g for g in goal.free if g.alphabet == i.alphabet] for i in own)
            for letters in product(*options):
                placed = rename(mass, dict(zip(own, letters, strict=True)))
                for profile in _of_mass(tuple(placed)):
                    found.setdefault(profile.polynomial, profile)
    return tuple(found.values())[:MOST]


def profiled(base: Ingredient, weights: Iterable[Profile]) -> Iterator[Ingredient]:
    """The ingredient summed over one of its letters, with a profile as weight."""
    for weight in weights:
        for index in base.indices:
            if index.alphabet == weight.letter.alphabet:
                placed = base.at({index: weight.letter}, "")
                yield Ingredient(
                    sum_over(placed.polynomial * weight.polynomial, weight.letter),
                    placed.indices,
                    (*placed.uses, *weight.uses),
                    (*placed.summed, weight.letter),
                    placed.relation,
                )


def _of_mass(mass: tuple[Atom, ...] | Factor) -> Iterator[Profile]:
    """The profile of a mass, and those of what it leaves out where an atom is at most one."""
    summed = {i for _, indices in mass for i in indices if i.is_bound}
    if len(summed) != 1 or not all(tensor.is_nonnegative for tensor, _ in mass):
        return
    (index,) = summed
    letter = Index(index.alphabet, f"{index.alphabet.lower()}*p")
    atoms = rename(mass, {index: letter})
    if len(atoms) > 1:
        yield _profile(letter, atoms, None)
    for place, (tensor, indices) in enumerate(atoms):
        averaged = [indices[k] for k in tensor.stochastic]
        if tensor.is_at_most_one and not tensor.is_delta and letter not in averaged:
            yield _profile(letter, atoms, place)


def _profile(letter: Index, atoms: list[Atom], left_out: int | None) -> Profile:
    polynomial, uses = constant(1), []
    for place, (tensor, indices) in enumerate(atoms):
        entry, inside = atom(tensor, *indices), place != left_out
        polynomial = polynomial * (entry if inside else 1 - entry)
        uses.append(Use(declared_name(tensor, ">= 0" if inside else "<= 1"), indices))
    return Profile(letter, polynomial, tuple(uses))
