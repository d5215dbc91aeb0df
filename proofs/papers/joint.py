"""A prior and one or two channels in exact rationals, with what the papers define on them.

    density(x, y) = exp i(x;y) = W(x,y) / P_Y(y),   leakage(y) = exp l(X->y) = max_x density(x, y)

Everything is computed from the definitions with the standard library, apart from the engines. What
the package itself says of a quantity is asked for by its text (`value_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import InvalidInput
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number

Row = tuple[Fraction, ...]
Rows = tuple[Row, ...]


def total(values: Iterable[Fraction]) -> Fraction:
    """The sum, a fraction also where there is nothing to add."""
    return sum(values, Fraction(0))


def vector(text: str) -> Row:
    """A row of rationals.

    >>> vector("1/3 2/3")
    (Fraction(1, 3), Fraction(2, 3))
    """
    return tuple(Fraction(entry) for entry in text.split())


def matrix(text: str) -> Rows:
    """Rows of rationals, apart by semicolons.

    >>> len(matrix("1 0; 1/2 1/2"))
    2
    """
    return tuple(vector(row) for row in text.split(";"))


def shown(rows: Rows) -> str:
    """Rows as text.

    >>> shown(matrix("1 0; 1/2 1/2"))
    '[1 0; 1/2 1/2]'
    """
    return f"[{'; '.join(' '.join(map(str, row)) for row in rows)}]"


def uniform(count: int) -> Row:
    """The uniform distribution on so many letters.

    >>> uniform(2)
    (Fraction(1, 2), Fraction(1, 2))
    """
    return (Fraction(1, count),) * count


def mean_of(weights: Row, rows: Rows) -> Row:
    """sum_x weights(x) rows(x, .): the law of an outcome or attribute, expected gains or costs.

    >>> mean_of(uniform(2), matrix("1 0; 1/2 1/2")) == vector("3/4 1/4")
    True
    """
    return tuple(
        total(p * row[y] for p, row in zip(weights, rows, strict=True)) for y in range(len(rows[0]))
    )


def times(first: Rows, second: Rows) -> Rows:
    """The cascade of two channels.

    >>> times(matrix("1/2 1/2"), matrix("1 0; 0 1")) == matrix("1/2 1/2")
    True
    """
    return tuple(mean_of(row, second) for row in first)


@dataclass(frozen=True)
class Joint:
    """A prior P_X and the rows of a channel P_{Y|X}.

    Raises InvalidInput where shapes do not fit or a row is no distribution.

    >>> Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")).leakage(0)
    Fraction(6, 5)
    """

    prior: Row
    rows: Rows

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows}
        if len(self.rows) != len(self.prior) or len(widths) != 1:
            raise InvalidInput(f"{len(self.prior)} letters, rows of lengths {sorted(widths)}")
        for row in (self.prior, *self.rows):
            if total(row) != 1 or min(row) < 0:
                raise InvalidInput(f"({', '.join(map(str, row))}) is no distribution")

    def __str__(self) -> str:
        return f"P = ({' '.join(map(str, self.prior))}), W = {shown(self.rows)}"

    @cached_property
    def letters(self) -> tuple[int, ...]:
        """The support of the prior."""
        return tuple(x for x, mass in enumerate(self.prior) if mass > 0)

    @cached_property
    def masses(self) -> Row:
        """P_Y."""
        return mean_of(self.prior, self.rows)

    @cached_property
    def outcomes(self) -> tuple[int, ...]:
        """The support of P_Y."""
        return tuple(y for y, mass in enumerate(self.masses) if mass > 0)

    @property
    def least(self) -> Fraction:
        """The smallest positive mass of the prior, exp(-eps_max)."""
        return min(self.prior[x] for x in self.letters)

    def posterior(self, y: int) -> Row:
        """P_{X|Y=y}, for an outcome that can occur."""
        return tuple(
            p * row[y] / self.masses[y] for p, row in zip(self.prior, self.rows, strict=True)
        )

    def density(self, x: int, y: int) -> Fraction:
        """exp i(x;y) = W(x,y) / P_Y(y)."""
        return self.rows[x][y] / self.masses[y]

    def leakage(self, y: int) -> Fraction:
        """exp l(X->y)."""
        return max(self.density(x, y) for x in self.letters)

    def maximisers(self, y: int) -> frozenset[int]:
        """The letters of the support that maximise i(.;y)."""
        return frozenset(x for x in self.letters if self.density(x, y) == self.leakage(y))

    @cached_property
    def densities(self) -> Row:
        """All exp i(x;y), of letters of the support and outcomes that can occur."""
        return tuple(self.density(x, y) for x in self.letters for y in self.outcomes)

    def column(self, y: int) -> Row:
        """W(.,y)."""
        return tuple(row[y] for row in self.rows)

    @property
    def worst(self) -> Fraction:
        """The largest exp l(X->y), over the outcomes that can occur."""
        return max(self.leakage(y) for y in self.outcomes)

    @property
    def expected(self) -> Fraction:
        """E exp l(X->Y)."""
        return total(self.masses[y] * self.leakage(y) for y in self.outcomes)

    def tail(self, level: Fraction) -> Fraction:
        """The probability of exp l(X->Y) > level."""
        return total(self.masses[y] for y in self.outcomes if self.leakage(y) > level)

    def event(self, weights: Sequence[Fraction]) -> Fraction:
        """exp l(X->E) of a fractional event of positive probability."""
        mass = total(a * p for a, p in zip(weights, self.masses, strict=True))
        return max(
            total(a * w for a, w in zip(weights, self.rows[x], strict=True)) / mass
            for x in self.letters
        )

    def after(self, channel: Rows) -> Joint:
        """X and the outcome of a channel applied to Y."""
        return Joint(self.prior, times(self.rows, channel))

    def of_outcome(self, channel: Rows) -> Joint:
        """Y and the outcome of a channel applied to it."""
        return Joint(self.masses, channel)

    @property
    def independent(self) -> bool:
        """Whether X and Y are independent."""
        return len({self.rows[x] for x in self.letters}) == 1

    def f_information(self, f: Callable[[Fraction], Fraction]) -> Fraction:
        """E f(exp i(X;Y)) over the product of the marginals."""
        return total(
            self.prior[x] * self.masses[y] * f(self.density(x, y))
            for x in self.letters
            for y in self.outcomes
        )

    def value(self, text: str, y: int | None = None, **others: Any) -> Number:
        """The package's own value of a quantity of P, W and other tensors, at the outcome y.

        >>> Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5")).value("pml(P, W, y)", 0)
        log(6/5)
        """
        return value_of(text, y, P=self.prior, W=self.rows, **others)


@dataclass(frozen=True)
class Adaptive:
    """Two mechanisms, the second of which may look at the letter and at the first outcome.

    X has the prior P_X, Y the rows `first[x]`, Z the rows `second[x][y]`.
    """

    prior: Row
    first: Rows
    second: tuple[Rows, ...]

    def __str__(self) -> str:
        blocks = ["; ".join(" ".join(map(str, row)) for row in rows) for rows in self.second]
        return f"{self.seen}, U = [{' | '.join(blocks)}]"

    @cached_property
    def seen(self) -> Joint:
        """X and Y."""
        return Joint(self.prior, self.first)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The outcomes (y, z), in the order of the columns of `both`."""
        return tuple((y, z) for y in range(len(self.first[0])) for z in range(self.after))

    @property
    def after(self) -> int:
        """The number of letters of Z."""
        return len(self.second[0][0])

    @cached_property
    def both(self) -> Joint:
        """X and (Y, Z)."""
        rows = tuple(
            tuple(row[y] * table[y][z] for y, z in self.pairs)
            for row, table in zip(self.first, self.second, strict=True)
        )
        return Joint(self.prior, rows)

    def given(self, y: int) -> Joint:
        """X and Z at the posterior given Y = y: conditional leakages are leakages of this."""
        return Joint(self.seen.posterior(y), self.channel(y))

    def at_prior(self, y: int) -> Joint:
        """The channel P_{Z|X,Y=y} at the prior of X, which is another distribution of X."""
        return Joint(self.prior, self.channel(y))

    def channel(self, y: int) -> Rows:
        """P_{Z|X,Y=y}."""
        return tuple(table[y] for table in self.second)

    def value(self, text: str) -> Number:
        """The package's own value of a quantity of P, W: X -> Y and U: X, Y -> Z."""
        return self.seen.value(text, U=self.second)

    @property
    def worst_given(self) -> Fraction:
        """The largest exp l(X->z|y) over the outcomes that can occur."""
        return max(self.given(y).worst for y in self.seen.outcomes)


_ALPHABETS = {"P": "X", "W": "XY", "A": "XZ", "G": "XZ", "U": "XYZ"}
_quantity = cache(parse_quantity)


def value_of(text: str, y: int | None = None, **tensors: Any) -> Number:
    """The exact value of a quantity of P, W: X -> Y, A and G: X -> Z, U: X, Y -> Z, at y.

    >>> value_of("pmin(P)", P=vector("1/3 2/3"))
    1/3
    """
    sizes = {}
    for name, entries in tensors.items():
        for alphabet in _ALPHABETS[name]:
            sizes[alphabet], entries = len(entries), entries[0]
    outcomes = {} if y is None else {"y": y}
    return evaluate(_quantity(text), Instance(sizes, tensors, outcomes=outcomes))
