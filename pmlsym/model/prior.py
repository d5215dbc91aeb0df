"""Priors: distributions of one letter, or of several jointly.

    P         an unknown prior p(x) >= 0, sum_x p(x) = 1, zeros allowed
    P >> W    the output distribution  P_Y(y) = sum_x p(x)W(x,y)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.model.data import Data, merge

if TYPE_CHECKING:
    from pmlsym.model.channel import Channel


@dataclass(frozen=True, init=False, eq=False)
class Prior:
    """A distribution of `letters`, given by the polynomial of its masses.

    `where` is positive, for some letters `through`, exactly where the mass is: it is the support
    condition in the form that has certificates, p(x)W(x,y) for P >> W rather than its sum.

    >>> X, Y = Alphabet("X"), Alphabet("Y")
    >>> Prior("P", X)
    P
    """

    text: str
    alphabets: tuple[Alphabet, ...]
    letters: tuple[Index, ...]
    body: Polynomial
    where: Polynomial
    through: tuple[Index, ...] = ()
    data: tuple[Data, ...] = ()

    def __init__(self, name: str, *alphabets: Alphabet, full_support: bool = False) -> None:
        own = letters(alphabets)
        every = tuple(range(len(alphabets)))
        tensor = Tensor(
            name,
            tuple(a.name for a in alphabets),
            nonnegative=True,
            positive=full_support,
            stochastic=every,
        )
        mass = atom(tensor, *own)
        self._fill(name, tuple(alphabets), own, mass, mass, (), ())

    def _fill(
        self,
        text: str,
        alphabets: tuple[Alphabet, ...],
        own: tuple[Index, ...],
        body: Polynomial,
        where: Polynomial,
        through: tuple[Index, ...],
        data: tuple[Data, ...],
    ) -> Prior:
        values = (text, alphabets, own, body, where, through, data)
        names = ("text", "alphabets", "letters", "body", "where", "through", "data")
        for name, value in zip(names, values, strict=True):
            object.__setattr__(self, name, value)
        return self

    def __repr__(self) -> str:
        return self.text

    def mass(self, *at: Index) -> Polynomial:
        """p at these letters."""
        return substitute(self.body, dict(zip(self.letters, at, strict=True)))

    def support(self, *at: Index) -> tuple[Polynomial, tuple[Index, ...]]:
        """The support condition at these letters, with further letters that it ranges over."""
        through = letters((Alphabet(i.alphabet) for i in self.through), taken=at)
        names = dict(zip((*self.letters, *self.through), (*at, *through), strict=True))
        return substitute(self.where, names), through

    def __rshift__(self, channel: Channel) -> Prior:
        channel.require_inputs(self.alphabets)
        outputs = letters(channel.outputs)
        inputs = letters(self.alphabets, taken=outputs)
        where, through = self.support(*inputs)
        entry = channel.entry(inputs, outputs)
        return object.__new__(Prior)._fill(
            f"{self.text} >> {channel.operand}",
            channel.outputs,
            outputs,
            sum_over(self.mass(*inputs) * entry, *inputs),
            where * entry,
            (*inputs, *through),
            merge(self.data, channel.data),
        )
