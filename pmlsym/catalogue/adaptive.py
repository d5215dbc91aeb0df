"""Two mechanisms, the second of which may look at the letter and at the first outcome.

X has the prior P_X, Y the rows `first[x]`, Z the rows `second[x][y]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.catalogue.drawing import draw_distribution, draw_rows
from pmlsym.catalogue.draws import drawn
from pmlsym.catalogue.joint import Joint, Row, Rows
from pmlsym.evidence.instance import Instance


@dataclass(frozen=True)
class Adaptive:
    """A prior, the rows of P_{Y|X}, and for each letter the rows of P_{Z|X=x,Y}."""

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

    def instance(self) -> Instance:
        """The same as an instance of P, W: X -> Y and U: X, Y -> Z."""
        sizes = {"X": len(self.prior), "Y": len(self.first[0]), "Z": self.after}
        return Instance(sizes, {"P": self.prior, "W": self.first, "U": self.second})


@drawn
def draw_adaptive(random: Random, *, largest: int = 3, blind: bool = False) -> Adaptive:
    """Random mechanisms; a blind second one does not look at the first outcome: Y - X - Z.

    >>> len(draw_adaptive(Random(1)).second) == len(draw_adaptive(Random(1)).prior)
    True
    """
    inputs, middle, outputs = (random.randint(1, largest) for _ in range(3))
    prior = draw_distribution(random, inputs)
    first = draw_rows(random, inputs, middle)
    if blind:
        rows = draw_rows(random, inputs, outputs)
        return Adaptive(prior, first, tuple((row,) * middle for row in rows))
    flat = draw_rows(random, inputs * middle, outputs)
    second = tuple(flat[x * middle : (x + 1) * middle] for x in range(inputs))
    return Adaptive(prior, first, second)


def worst_given(adaptive: Adaptive) -> Fraction:
    """The largest exp l(X->z|y) over the outcomes that can occur.

    >>> worst_given(draw_adaptive(Random(1))) >= 1
    True
    """
    return max(adaptive.given(y).worst for y in adaptive.seen.outcomes)
