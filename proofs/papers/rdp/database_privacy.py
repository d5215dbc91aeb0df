"""[RDP, Sec. 4]: differential and free-lunch privacy as bounds on leakage.

Thm. 4.3 is of n equal entries D_1 = .. = D_n, each answered by randomised response with odds e^eps:
the outcome whose answers are all d, a least likely letter, leaks nearly all about an entry,

    exp l(D_i->y) = 1/(p(d) + (1-p(d)) e^(-n eps))

Sec. 4.1 is of the Laplace mechanism on a counting query, with a = 1/(nb) and B_i = f(D_i). The
densities of an outcome given B_i = 1 and B_i = 0 have a ratio r with e^-a <= r <= e^a, as shifting
a Laplace density by 1/n changes no exponent by more than a. Then

    exp l(B_i->y) = max(r, 1) / ((1-p) + p r)  <=  e^a / ((1-p) + p e^a)  or  1 / ((1-p) + p e^-a)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import sympy

from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.linear.matrix import identity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import INFINITY, leakage
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_distribution, draw_rows
from proofs.papers.joint import Joint, Rows, total
from proofs.papers.rdp.databases import (
    DatabaseMechanism,
    DatabasePair,
    Symbolic,
    draw_mechanism,
    limit,
    mixture,
    near_point_mass,
    stays_below,
    symbolic,
)


def _case(level: Fraction | None) -> str:
    return "infinite" if level is None else "zero" if level == 1 else "finite"


def _definition(random: Random, measure: str, *, neighbours: bool) -> str:
    mechanism = draw_mechanism(random)
    assume(mechanism.entries == 2)
    letters = range(mechanism.letters)
    entries = tuple(tuple(mechanism.rows[a, b] for b in letters) for a in letters)
    sizes = {"D": len(letters), "F": len(letters), "Y": len(entries[0][0])}
    value = evaluate(
        parse_quantity(measure, lets=("W: D, F -> Y",)), Instance(sizes, {"W": entries})
    )
    level = (mechanism.worst_neighbours() if neighbours else mechanism.worst_pair()).level
    expected = INFINITY if level is None else leakage(level)
    require(value == expected)
    return _case(level)


def dp_by_definition(random: Random) -> str:
    return _definition(random, "dp(W)", neighbours=True)


def flp_by_definition(random: Random) -> str:
    return _definition(random, "flp(W)", neighbours=False)


def _reached(pair: DatabasePair, exact: Symbolic) -> str:
    require(limit(exact) == pair.level and stays_below(exact, pair.level))
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
    mass = mixture(near_point_mass(mechanism.letters, d[i]), column)
    return _reached(pair, symbolic(max(column)) / mass)


def product_entry_leakage(random: Random) -> str:
    """l(D_i->y) with independent entries near the database where y is less likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_neighbours()
    prior = mechanism.product_near(pair.below)
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(pair, exact)


def whole_leakage(random: Random) -> str:
    """l(X->y) with independent entries near the database where y is least likely."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.product_near(pair.below)
    high = symbolic(mechanism.rows[pair.above][pair.outcome])
    return _reached(pair, high / mechanism.outcome_mass(prior, pair.outcome))


def correlated_entry_leakage(random: Random) -> str:
    """l(D_i->y) under P*_{D_-i|D_i}, i an entry in which the two extreme databases differ."""
    mechanism = draw_mechanism(random)
    pair = mechanism.worst_pair()
    prior = mechanism.correlated_near(pair)
    require(sympy.simplify(sympy.Add(*prior.values()) - 1) == 0)
    exact = mechanism.entry_leakage(prior, pair.entry, pair.above[pair.entry], pair.outcome)
    return _reached(pair, exact)


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


def strictly_below(random: Random) -> str:
    """A random product prior of full support, and the three leakages of Theorem 4.2."""
    mechanism = draw_mechanism(random)
    level = mechanism.worst_neighbours().level
    assume(level != 1)
    count, n = mechanism.letters, mechanism.entries
    laws = [draw_distribution(random, count, zeros=False) for _ in range(n)]
    for i, y in product(range(n), mechanism.outcomes):
        for d in mechanism.rows:
            row = [mechanism.rows[(*d[:i], v, *d[i + 1 :])][y] for v in range(count)]
            if not max(row):
                continue
            mixed = sum(p * v for p, v in zip(laws[i], row, strict=True))
            require(level is None or max(row) / mixed < level)
        prior = mechanism.product_prior([[symbolic(p) for p in law] for law in laws])
        values = [mechanism.entry_leakage(prior, i, v, y) for v in range(count)]
        require(level is None or max(values) < symbolic(level))
    return "infinite" if level is None else "finite"


def _randomised(letters: int, odds: Fraction) -> Rows:
    """Randomised response: the true letter with odds e^eps against each other one."""
    weight = 1 / (odds + letters - 1)
    return tuple(
        tuple(odds * weight if x == y else weight for y in range(letters)) for x in range(letters)
    )


def equal_entries(random: Random) -> str:
    """n equal entries, each answered by randomised response; y all at the least likely letter."""
    letters = random.randint(2, 3)
    odds = 1 + Fraction(1, random.randint(1, 5))
    law = draw_distribution(random, letters, zeros=False)
    least = law.index(min(law))
    rows = _randomised(letters, odds)
    require(all(max(column) / min(column) == odds for column in zip(*rows, strict=True)))
    delta = Fraction(1, random.choice((10, 100, 1000)))
    n = 1
    while True:
        masses = [rows[d][least] ** n for d in range(letters)]
        level = masses[least] / sum(p * m for p, m in zip(law, masses, strict=True))
        if level > (1 - delta) / law[least]:
            break
        n += 1
    require(level == 1 / (law[least] + (1 - law[least]) * odds ** (-n)) and level < 1 / law[least])
    return "one entry" if n == 1 else "several entries"


def entries_multiply(random: Random) -> None:
    """The mechanism of the family, database by database, is eps-DP."""
    letters, n = 2, random.randint(1, 3)
    odds = 1 + Fraction(random.randint(1, 5), random.randint(1, 5))
    rows = _randomised(letters, odds)
    every = list(product(range(letters), repeat=n))
    table = {}
    for d in every:
        masses = [Fraction(1)] * len(every)
        for k, y in enumerate(every):
            for own, answer in zip(d, y, strict=True):
                masses[k] *= rows[own][answer]
        table[d] = tuple(masses)
    level = DatabaseMechanism(letters, n, table).worst_neighbours().level
    require(level == odds)


def largest_of_an_entry(random: Random) -> None:
    """Releasing D_i leaks eps_max(D_i); no random mechanism on the database leaks more of it."""
    letters = random.randint(1, 3)
    law = draw_distribution(random, letters, zeros=False)
    kernel = draw_rows(random, letters, random.randint(1, 4))
    free = draw_rows(random, len(kernel[0]), random.randint(1, 3))
    other = Joint(law, kernel).after(free)
    require(Joint(law, identity(letters)).worst == 1 / min(law) and other.worst <= 1 / min(law))


def count_is_binomial(random: Random) -> str:
    """The number of entries with f(d) = 1 under an i.i.d. prior, and p in (c, 1-c) or not."""
    letters, n = random.randint(2, 4), random.randint(1, 4)
    law = draw_distribution(random, letters, zeros=False)
    predicate = [random.randint(0, 1) for _ in law]
    p = total(mass for mass, value in zip(law, predicate, strict=True) if value)
    counts = [Fraction(0)] * (n + 1)
    for database in product(range(letters), repeat=n):
        mass = Fraction(1)
        for d in database:
            mass *= law[d]
        counts[sum(predicate[d] for d in database)] += mass
    expected = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    require(counts == expected)
    c = Fraction(random.randint(0, 5), 12)
    require((c < p < 1 - c) == (c < 1 - p < 1 - c) and (not c < p < 1 - c or 0 < p < 1))
    return "in the class" if c < p < 1 - c else "outside"
