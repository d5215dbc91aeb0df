"""[RDP, Sec. 4]: differential and free-lunch privacy as bounds on leakage."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import sympy

from pmlsym.catalogue.checked import assume, require
from pmlsym.catalogue.rdp.approaching import E, Symbolic, limit, near_point_mass, symbolic
from pmlsym.catalogue.rdp.databases import DatabaseMechanism, DatabasePair, draw_mechanism
from pmlsym.catalogue.text_values import value_of
from pmlsym.evidence.instance import Instance
from pmlsym.numbers.number import INFINITY, leakage


def _case(level: Fraction | None) -> str:
    return "infinite" if level is None else "zero" if level == 1 else "finite"


def _definition(random: Random, measure: str, *, neighbours: bool) -> str:
    mechanism = draw_mechanism(random)
    assume(mechanism.entries == 2)
    letters = range(mechanism.letters)
    entries = tuple(tuple(mechanism.rows[a, b] for b in letters) for a in letters)
    sizes = {"D": len(letters), "F": len(letters), "Y": len(entries[0][0])}
    value = value_of(measure, Instance(sizes, {"W": entries}), lets=("W: D, F -> Y",))
    level = (mechanism.worst_neighbours() if neighbours else mechanism.worst_pair()).level
    expected = INFINITY if level is None else leakage(level)
    require(value == expected)
    return _case(level)


def dp_by_definition(random: Random) -> str:
    return _definition(random, "dp(W)", neighbours=True)


def flp_by_definition(random: Random) -> str:
    return _definition(random, "flp(W)", neighbours=False)


def _reached(mechanism: DatabaseMechanism, pair: DatabasePair, exact: Symbolic) -> str:
    require(limit(exact) == pair.level)
    for small in (Fraction(1, 10), Fraction(1, 1000)):
        value = exact.subs(E, symbolic(small))
        require(pair.level in (None, 1) or value < symbolic(pair.level or Fraction(1)))
    return _case(pair.level)


def conditional_leakage(random: Random) -> str:
    """l(D_i->y|d_-i) with D_i near the value where y is least likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_neighbours()
    i, d = pair.entry, pair.below
    column = [
        mechanism.rows[(*d[:i], value, *d[i + 1 :])][pair.outcome]
        for value in range(mechanism.letters)
    ]
    law = near_point_mass(mechanism.letters, d[i])
    mass = sympy.Add(*(q * symbolic(v) for q, v in zip(law, column, strict=True)))
    return _reached(mechanism, pair, symbolic(max(column)) / mass)


def product_entry_leakage(random: Random) -> str:
    """l(D_i->y) with independent entries near the database where y is less likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_neighbours()
    prior = mechanism.product_near(pair.below)
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(mechanism, pair, exact)


def whole_leakage(random: Random) -> str:
    """l(X->y) with independent entries near the database where y is least likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.product_near(pair.below)
    high = symbolic(mechanism.rows[pair.above][pair.outcome])
    mass = sympy.Add(*(prior[d] * symbolic(row[pair.outcome]) for d, row in mechanism.rows.items()))
    return _reached(mechanism, pair, high / mass)


def correlated_entry_leakage(random: Random) -> str:
    """l(D_i->y) under P*_{D_-i|D_i}, i an entry in which the two extreme databases differ."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.correlated_near(pair)
    require(sympy.simplify(sympy.Add(*prior.values()) - 1) == 0)
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(mechanism, pair, exact)


def near_product(random: Random) -> None:
    """(B.3): mass (1-e)^(n-1) at d*, at most e/(|D|-1) (1-e)^(n-2) elsewhere, for e small."""
    letters, entries = random.randint(2, 4), random.randint(1, 3)
    e = Fraction(random.randint(1, 9), 10) * Fraction(letters - 1, letters)
    law = [1 - e] + [e / (letters - 1)] * (letters - 1)
    for d in product(range(letters), repeat=entries):
        mass = Fraction(1)
        for value in d:
            mass *= law[value]
        most = (1 - e) ** entries if not any(d) else law[1] * (1 - e) ** (entries - 1)
        require(mass <= most and (any(d) or mass == most))


_FIXED = DatabaseMechanism(
    2,
    2,
    {
        (0, 0): (Fraction(9, 10), Fraction(1, 10)),
        (0, 1): (Fraction(1, 10), Fraction(9, 10)),
        (1, 0): (Fraction(1, 2), Fraction(1, 2)),
        (1, 1): (Fraction(1, 2), Fraction(1, 2)),
    },
)
"""The outcomes are extreme at databases that differ in the second entry alone."""


def any_entry(random: Random) -> None:
    """(B.6) for i = 1: P(y|D_1 = d) lies between the extremes over d_2, and the two are d /= d'."""
    levels = []
    for y in _FIXED.outcomes:
        for own, other in product(range(2), repeat=2):
            if own != other:
                high = max(_FIXED.rows[own, value][y] for value in range(2))
                low = min(_FIXED.rows[other, value][y] for value in range(2))
                levels.append(high / low)
    printed = _FIXED.worst_pair().level
    require(
        max(levels) == printed,
        f"{_FIXED}, i = 1: the supremum of exp l(D_1->y) over all priors is {max(levels)}, the "
        f"printed maximum {printed}",
    )
