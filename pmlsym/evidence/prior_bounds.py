"""What a decision over a set of priors found: the worst values, and the priors of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pmlsym.calculus.labels import masses_text
from pmlsym.display import as_html
from pmlsym.numbers.number import Number

Masses = tuple[Fraction, ...]


@dataclass(frozen=True)
class WorstLetter:
    """A letter at which a measure is worst: its index, its place from zero, what it is called.

    >>> print(WorstLetter("y", 1, "2"))
    y=2
    """

    index: str
    place: int
    word: str

    def __str__(self) -> str:
        return f"{self.index}={self.word}"


@dataclass(frozen=True, repr=False)
class PriorBound:
    """The largest (or smallest) value of a measure over a set of priors.

    `prior` attains it; if none does, it is the limit for priors on the way from `inside` to
    `prior`. Masses are in the order of the letters, `letters` are where it is. `name` is
    the prior's, and `words` are what its letters are called where they have labels, by which
    nothing is decided. `in_nats` is false of a plain number, such as a probability.
    """

    text: str
    is_largest: bool
    value: Number
    attained: bool
    prior: Masses
    inside: Masses
    letters: tuple[WorstLetter, ...]
    name: str = "P"
    words: tuple[str, ...] = ()
    in_nats: bool = True

    @property
    def key(self) -> str:
        """Which end of which measure it is.

        >>> from pmlsym.numbers.number import INFINITY
        >>> PriorBound("pml(P, W)", True, INFINITY, False, (), (), ()).key
        'largest pml(P, W)'
        """
        return f"{'largest' if self.is_largest else 'smallest'} {self.text}"

    def to_json(self) -> dict[str, Any]:
        """Plain data: the measure, which end, its number, masses as strings, letters from zero."""
        return {
            "measure": self.text,
            "end": "largest" if self.is_largest else "smallest",
            "value": self.value.to_json(),
            "attained": self.attained,
            "prior": list(map(str, self.prior)),
            "inside": list(map(str, self.inside)),
            "letters": {letter.index: letter.place for letter in self.letters},
        }

    @property
    def place(self) -> str:
        """The worst prior, and whether it attains the value.

        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> from pmlsym.numbers.number import INFINITY
        >>> PriorBound("pml(P, W)", True, INFINITY, True, half, half, (), "P", ("no", "yes")).place
        'attained at P(no)=1/2, P(yes)=1/2'
        """
        return f"{self.reached} {self.masses}"

    @property
    def reached(self) -> str:
        """Whether the worst prior attains the value, in front of that prior."""
        return "attained at" if self.attained else "not attained, approached towards"

    @property
    def masses(self) -> str:
        """The masses of the worst prior, by the names of their letters where these have some."""
        row = f"({', '.join(map(str, self.prior))})"
        return masses_text(self.name, self.prior, self.words) if self.words else row

    def __repr__(self) -> str:
        letters = "".join(f", {letter}" for letter in self.letters)
        return f"{self.key} = {self.value}, {self.place}{letters}"


@dataclass(frozen=True)
class OverPriors:
    """A claim about concrete channels, decided for all priors of a polytope.

    `rests` says on what it rests where a worst value is known within bounds alone.
    """

    bounds: tuple[PriorBound, ...]
    rests: tuple[str, ...] = ()
    engine: str = "over priors"
    trust: str = "decided exactly for all priors of the set"

    def __str__(self) -> str:
        return "\n".join([self.trust, *self.rests, *map(str, self.bounds)])

    def _repr_html_(self) -> str:
        return as_html(str(self))
