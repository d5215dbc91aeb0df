"""A random generator that keeps what was drawn, so that different instances can be counted.

A check makes its instance from its draws: what they came to names the instance. A drawing function
counts as one draw, of the value it returns; so weights (1, 1) and (2, 2), which make the same
distribution, are the same draw. Coins that only choose what is drawn next, `random.random()`, are
not kept. Two instances that are counted as different have different draws, and a check that draws
nothing has one instance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any, TypeVar

_T = TypeVar("_T")
_Drawing = TypeVar("_Drawing", bound=Callable[..., Any])


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
