"""Channels: conditional distributions of outcomes given letters.

    W        an unknown channel W(x,y) >= 0, sum_y W(x,y) = 1
    W >> V   the cascade        sum_y W(x,y)V(y,z)
    W & U    the joint output   W(x,y)U(x,y,z)  of W and of a second mechanism U: X, Y -> Z
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch
from pmlsym.model.data import Data, merge

Alphabets = Alphabet | Sequence[Alphabet]


@dataclass(frozen=True, init=False, eq=False)
class Channel:
    """A channel from `inputs` to `outputs`, given by the polynomial of its entries.

    >>> X, Y, Z = Alphabet("X"), Alphabet("Y"), Alphabet("Z")
    >>> W, V = Channel("W", X, Y), Channel("V", Y, Z)
    >>> W >> V
    W >> V
    >>> (W >> V).body
    sum_{y1} V(y1,z)W(x,y1)
    """

    text: str
    inputs: tuple[Alphabet, ...]
    outputs: tuple[Alphabet, ...]
    letters: tuple[Index, ...]
    body: Polynomial
    data: tuple[Data, ...] = ()

    def __init__(self, name: str, inputs: Alphabets, outputs: Alphabets) -> None:
        ins, outs = _several(inputs), _several(outputs)
        own = letters((*ins, *outs))
        tensor = Tensor(
            name,
            tuple(a.name for a in (*ins, *outs)),
            nonnegative=True,
            stochastic=tuple(range(len(ins), len(own))),
        )
        self._fill(name, ins, outs, own, atom(tensor, *own), ())

    def _fill(
        self,
        text: str,
        inputs: tuple[Alphabet, ...],
        outputs: tuple[Alphabet, ...],
        own: tuple[Index, ...],
        body: Polynomial,
        data: tuple[Data, ...],
    ) -> Channel:
        values = (text, inputs, outputs, own, body, data)
        names = ("text", "inputs", "outputs", "letters", "body", "data")
        for name, value in zip(names, values, strict=True):
            object.__setattr__(self, name, value)
        return self

    def __repr__(self) -> str:
        return self.text

    @property
    def operand(self) -> str:
        """The text of this channel as a right operand: in parentheses if it is composed."""
        return self.text if self.text.isidentifier() else f"({self.text})"

    def entry(self, inputs: Sequence[Index], outputs: Sequence[Index]) -> Polynomial:
        """The probability of the outcomes given the letters."""
        return substitute(self.body, dict(zip(self.letters, (*inputs, *outputs), strict=True)))

    def require_inputs(self, alphabets: tuple[Alphabet, ...]) -> None:
        """Return if the channel takes these alphabets; raise AlphabetMismatch if not."""
        if self.inputs != alphabets:
            wanted = ", ".join(a.name for a in self.inputs)
            given = ", ".join(a.name for a in alphabets)
            raise AlphabetMismatch(f"{self} takes letters of {wanted}, not of {given}")

    def __rshift__(self, second: Channel) -> Channel:
        second.require_inputs(self.outputs)
        own = letters((*self.inputs, *second.outputs))
        inputs, outputs = own[: len(self.inputs)], own[len(self.inputs) :]
        between = letters(self.outputs, taken=own)
        body = sum_over(self.entry(inputs, between) * second.entry(between, outputs), *between)
        return object.__new__(Channel)._fill(
            f"{self.text} >> {second.operand}",
            self.inputs,
            second.outputs,
            own,
            body,
            merge(self.data, second.data),
        )

    def __and__(self, second: Channel) -> Channel:
        own = letters((*self.inputs, *self.outputs, *second.outputs))
        before = own[: len(self.inputs) + len(self.outputs)]
        inputs, outputs = own[: len(self.inputs)], own[len(self.inputs) :]
        first = self.entry(inputs, outputs[: len(self.outputs)])
        if second.inputs == self.inputs:
            seen: tuple[Index, ...] = inputs
        else:
            second.require_inputs((*self.inputs, *self.outputs))
            seen = before
        body = first * second.entry(seen, own[len(before) :])
        return object.__new__(Channel)._fill(
            f"{self.text} & {second.operand}",
            self.inputs,
            (*self.outputs, *second.outputs),
            own,
            body,
            merge(self.data, second.data),
        )


def _several(alphabets: Alphabets) -> tuple[Alphabet, ...]:
    return (alphabets,) if isinstance(alphabets, Alphabet) else tuple(alphabets)
