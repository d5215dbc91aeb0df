"""Databases of n entries, in exact rationals, and priors with a parameter e near their extremes.

A mechanism gives each database d = (d_1, .., d_n) a row. The ratios of [RDP, Def. 4.1, 4.4]:

    dp: databases that differ in one entry,     flp: any two databases

No prior attains the suprema of the leakage. Near a point mass, q(x*) = 1 - e and q(x) = e/(n - 1)
for x /= x*, it is a rational function of e, whose limit at 0 SymPy takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import sympy

from proofs.papers.drawing import draw_distribution, drawn
from proofs.papers.joint import Row

E = sympy.Symbol("e", positive=True)

Symbolic = Any
"""A SymPy expression."""


def symbolic(value: Fraction) -> Symbolic:
    """A fraction for SymPy.

    >>> symbolic(Fraction(1, 3))
    1/3
    """
    return sympy.Rational(value.numerator, value.denominator)


def near_point_mass(count: int, at: int) -> tuple[Symbolic, ...]:
    """All but e at one letter, the rest evenly on the others; raises ZeroDivisionError for one.

    >>> near_point_mass(3, 0)
    (1 - e, e/2, e/2)
    """
    rest = E * sympy.Rational(1, count - 1)
    return tuple(1 - E if x == at else rest for x in range(count))


def limit(expression: Symbolic) -> Fraction | None:
    """The limit for e -> 0 from above of a rational function; nothing if it is infinite.

    >>> limit((1 + E) / (2 + E)), limit(1 / E)
    (Fraction(1, 2), None)
    """
    found = sympy.limit(expression, E, 0, "+")
    return Fraction(int(found.p), int(found.q)) if found.is_finite else None


def mixture(weights: Iterable[Symbolic], column: Iterable[Fraction]) -> Symbolic:
    """The probability of an outcome under a symbolic prior.

    >>> mixture((1 - E, E), (Fraction(0), Fraction(1)))
    e
    """
    return sympy.Add(*(w * symbolic(v) for w, v in zip(weights, column, strict=True)))


def stays_below(expression: Symbolic, level: Fraction | None) -> bool:
    """Whether small e are below the level; an infinite one, and level 1, are not compared.

    >>> stays_below(2 - E, Fraction(2)), stays_below(2 + E, Fraction(2))
    (True, False)
    """
    small = (symbolic(Fraction(1, k)) for k in (10, 1000))
    return level in (None, 1) or all(expression.subs(E, e) < symbolic(level) for e in small)


Database = tuple[int, ...]


@dataclass(frozen=True)
class DatabasePair:
    """An outcome, a database where it is likely and one where it is not; exp of their ratio."""

    outcome: int
    above: Database
    below: Database
    level: Fraction | None

    @property
    def entry(self) -> int:
        """The first entry in which the two differ; the first of all where none does."""
        pairs = zip(self.above, self.below, strict=True)
        return next((i for i, (a, b) in enumerate(pairs) if a != b), 0)


@dataclass(frozen=True)
class DatabaseMechanism:
    """`letters` values of an entry, `entries` of them in a database, and the row of each database.

    >>> fair = (Fraction(1, 2), Fraction(1, 2))
    >>> DatabaseMechanism(2, 1, {(0,): fair, (1,): fair}).worst_pair().level
    Fraction(1, 1)
    """

    letters: int
    entries: int
    rows: dict[Database, Row]

    def __str__(self) -> str:
        rows = (f"{''.join(map(str, d))}: {' '.join(map(str, r))}" for d, r in self.rows.items())
        return f"[{'; '.join(rows)}]"

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The outcomes that some database allows."""
        width = len(next(iter(self.rows.values())))
        return tuple(y for y in range(width) if any(row[y] for row in self.rows.values()))

    def neighbours(self) -> Iterator[tuple[Database, Database]]:
        """Pairs of databases that differ in one entry, and the pairs of equal ones."""
        for one, other in product(self.rows, repeat=2):
            if sum(a != b for a, b in zip(one, other, strict=True)) <= 1:
                yield one, other

    def worst_neighbours(self) -> DatabasePair:
        """The comparison of neighbours that attains the differential privacy parameter."""
        return self._worst(list(self.neighbours()))

    def worst_pair(self) -> DatabasePair:
        """The comparison of any two databases that attains the free-lunch parameter."""
        return self._worst([(one, other) for one in self.rows for other in self.rows])

    def _worst(self, pairs: Sequence[tuple[Database, Database]]) -> DatabasePair:
        best: DatabasePair | None = None
        for y in self.outcomes:
            for above, below in pairs:
                high, low = self.rows[above][y], self.rows[below][y]
                if not high:
                    continue
                level = high / low if low else None
                if best is None or (
                    best.level is not None and (level is None or level > best.level)
                ):
                    best = DatabasePair(y, above, below, level)
        assert best is not None
        return best

    def entry_leakage(
        self, prior: dict[Database, Symbolic], entry: int, value: int, y: int
    ) -> Symbolic:
        """P(y | D_i = value) / P(y) under a symbolic prior; exp l(D_i->y) is the largest."""
        own = [d for d in self.rows if d[entry] == value]
        joint = mixture((prior[d] for d in own), (self.rows[d][y] for d in own))
        mass = sympy.Add(*(prior[d] for d in own))
        return joint / mass / self.outcome_mass(prior, y)

    def outcome_mass(self, prior: dict[Database, Symbolic], y: int) -> Symbolic:
        """P(y) under a symbolic prior."""
        return mixture((prior[d] for d in self.rows), (row[y] for row in self.rows.values()))

    def product_prior(self, laws: Sequence[Sequence[Symbolic]]) -> dict[Database, Symbolic]:
        """Independent entries with these laws."""
        return {d: sympy.Mul(*(law[x] for law, x in zip(laws, d, strict=True))) for d in self.rows}

    def product_near(self, at: Database) -> dict[Database, Symbolic]:
        """Independent entries, each near the point mass at its value in a database."""
        return self.product_prior([near_point_mass(self.letters, value) for value in at])

    def correlated_near(self, pair: DatabasePair) -> dict[Database, Symbolic]:
        """D_i near its value in `below`, and the others near those of `above` or `below` with it.

        [RDP, App. B.2], i an entry in which the two databases differ.
        """
        i = pair.entry
        law = near_point_mass(self.letters, pair.below[i])
        rest = list(product(range(self.letters), repeat=self.entries - 1))
        prior = {}
        for d in self.rows:
            others, targets = (
                d[:i] + d[i + 1 :],
                pair.above if d[i] == pair.above[i] else pair.below,
            )
            target = targets[:i] + targets[i + 1 :]
            kernel = near_point_mass(len(rest), rest.index(target)) if len(rest) > 1 else (1,)
            prior[d] = law[d[i]] * kernel[rest.index(others)]
        return prior


@drawn
def draw_mechanism(random: Random) -> DatabaseMechanism:
    """A random mechanism on two or three entries, ones with zeros and constant ones among them.

    >>> draw_mechanism(Random(1)).letters
    2
    """
    letters, entries = random.choice(((2, 2), (2, 2), (3, 2), (2, 3)))
    databases = list(product(range(letters), repeat=entries))
    sort, outputs = random.randrange(6), random.randint(2, 3)
    zeros = sort in (0, 1)
    row = draw_distribution(random, outputs, zeros=False)
    rows = {
        d: row if sort == 2 else draw_distribution(random, outputs, zeros=zeros) for d in databases
    }
    return DatabaseMechanism(letters, entries, rows)
