"""Random exact instances, boundary cases among them, drawn so that different ones can be counted.

Entries are small integer weights over their sum, so that ties and equalities do occur; there are
zeros, null outcomes, one letter, equal rows.

A check makes its instance from its draws: what they came to names the instance. A drawing function
counts as one draw, of the value it returns; so weights (1, 1) and (2, 2), which make the same
distribution, are the same draw. Coins that only choose what is drawn next, `random.random()`, are
not kept. Two instances that are counted as different have different draws, and a check that draws
nothing has one instance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from random import Random
from typing import Any, TypeVar

from pmlsym.linear.matrix import units
from proofs.papers.joint import Adaptive, Joint, Row, Rows

_T = TypeVar("_T")

_Drawing = TypeVar("_Drawing", bound=Callable[..., Any])

LARGEST_WEIGHT = 4


class Draws(Random):
    """The generator of the same seed, with the values that were drawn from it in `kept`.

    >>> draws = Draws("7")
    >>> draws.randint(1, 6) == Random("7").randint(1, 6) and len(draws.kept) == 1
    True
    """

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.kept: list[str] = []
        self._inside = 0

    @property
    def instance(self) -> tuple[str, ...]:
        """What was drawn, as a value to count by."""
        return tuple(self.kept)

    @property
    def shown(self) -> str:
        """What was drawn, to be read.

        >>> Draws("7").shown
        'nothing was drawn'
        """
        return "; ".join(self.kept) or "nothing was drawn"

    def whole(self, draw: Callable[[], _T]) -> _T:
        """One draw, of whatever the function returns."""
        self._inside += 1
        try:
            value = draw()
        finally:
            self._inside -= 1
        if not self._inside:
            self.kept.append(repr(value))
        return value

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A number of a range, kept."""
        return self.whole(lambda: Random.randrange(self, start, stop, step))

    def randint(self, a: int, b: int) -> int:
        """A number from a to b, kept."""
        return self.whole(lambda: Random.randint(self, a, b))

    def choice(self, seq: Any) -> Any:
        """One of the values, kept."""
        return self.whole(lambda: Random.choice(self, seq))

    def sample(self, population: Any, k: int, **kwargs: Any) -> list[Any]:
        """Some of the values, kept."""
        return self.whole(lambda: Random.sample(self, population, k, **kwargs))


def drawn(drawing: _Drawing) -> _Drawing:
    """A drawing function whose value counts as one draw; the generator is its first argument.

    >>> pair = drawn(lambda random: (random.randint(1, 2), random.randint(1, 2)))
    >>> draws = Draws("1")
    >>> draws.kept == [repr(pair(draws))]
    True
    """

    @wraps(drawing)
    def kept(random: Random, *args: Any, **kwargs: Any) -> Any:
        if isinstance(random, Draws):
            return random.whole(lambda: drawing(random, *args, **kwargs))
        return drawing(random, *args, **kwargs)

    return kept  # type: ignore[return-value]


@drawn
def draw_distribution(random: Random, count: int, *, zeros: bool = True) -> Row:
    """A distribution on so many letters; without zeros if they are not wanted.

    >>> sum(draw_distribution(Random(1), 3))
    Fraction(1, 1)
    """
    lowest = 0 if zeros and random.random() < 0.6 else 1
    weights = [random.randint(lowest, LARGEST_WEIGHT) for _ in range(count)]
    if not any(weights):
        weights[random.randrange(count)] = 1
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@drawn
def draw_rows(random: Random, inputs: int, outputs: int, *, zeros: bool = True) -> Rows:
    """A channel: free rows mostly, sometimes equal rows, unit rows, or a column of zeros.

    >>> len(draw_rows(Random(1), 2, 3))
    2
    """
    sort = random.randrange(8) if zeros else 7
    if sort == 0:
        return (draw_distribution(random, outputs),) * inputs
    if sort == 1:
        chosen = [random.randrange(outputs) for _ in range(inputs)]
        return units(chosen, outputs)
    if sort == 2 and outputs > 1:
        narrow = [draw_distribution(random, outputs - 1) for _ in range(inputs)]
        null = random.randrange(outputs)
        return tuple((*row[:null], Fraction(0), *row[null:]) for row in narrow)
    return tuple(draw_distribution(random, outputs, zeros=zeros) for _ in range(inputs))


@drawn
def draw_joint(
    random: Random, *, largest: int = 4, full_support: bool = False, smallest: int = 1
) -> Joint:
    """A prior and a channel on alphabets of at most `largest` letters.

    >>> sum(draw_joint(Random(1)).prior)
    Fraction(1, 1)
    """
    inputs, outputs = random.randint(smallest, largest), random.randint(1, largest)
    prior = draw_distribution(random, inputs, zeros=not full_support)
    return Joint(prior, draw_rows(random, inputs, outputs))


@drawn
def draw_probability(random: Random, *, positive: bool = False) -> Fraction:
    """A rational in [0, 1], its ends included; above zero if so asked.

    >>> 0 <= draw_probability(Random(1)) <= 1
    True
    """
    bottom = random.randint(1, 6)
    return Fraction(random.randint(1 if positive else 0, bottom), bottom)


@drawn
def draw_gain(random: Random, letters: int, *, guesses: int = 4) -> Rows:
    """A gain with entries in 0, 1/4, .., 1, some rows zero.

    >>> len(draw_gain(Random(1), 2))
    2
    """
    count = random.randint(1, guesses)
    zero = random.randrange(3 * letters)
    return tuple(
        tuple(Fraction(0 if x == zero else random.randint(0, 4), 4) for _ in range(count))
        for x in range(letters)
    )


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
