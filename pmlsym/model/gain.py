"""Gain functions: what a guess is worth to an adversary who knows or suspects the letter.

g(x, v) >= 0        x a letter, v a guess
"""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.alphabet import Alphabet, alphabets_of, letters
from pmlsym.calculus.data import Data
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.model.channel import Alphabets
from pmlsym.model.entries import read_entries
from pmlsym.model.prior import require_name


@dataclass(frozen=True, init=False, eq=False)
class Gain:
    """An unknown gain function g(x, v) >= 0 of the letters of `inputs` and a guess.

    Raises InvalidInput unless the name is an identifier.

    >>> X, V = Alphabet("X"), Alphabet("V")
    >>> Gain("G", X, V).body
    G(x,v)
    """

    text: str
    inputs: tuple[Alphabet, ...]
    guess: Alphabet
    letters: tuple[Index, ...]
    body: Polynomial
    data: tuple[Data, ...]

    def __init__(self, name: str, inputs: Alphabets, guess: Alphabet) -> None:
        require_name(name)
        ins = alphabets_of(inputs, f"the inputs of {name}")
        require_kind(guess, Alphabet, f"the guesses of {name} as ps.Alphabet('V')")
        own = letters((*ins, guess))
        tensor = Tensor(name, tuple(i.alphabet for i in own), nonnegative=True)
        values = (name, ins, guess, own, atom(tensor, *own), ())
        names = ("text", "inputs", "guess", "letters", "body", "data")
        for field, value in zip(names, values, strict=True):
            object.__setattr__(self, field, value)

    @classmethod
    def from_rows(
        cls,
        rows: object,
        name: str = "G",
        inputs: Alphabets | None = None,
        guess: Alphabet | None = None,
    ) -> Gain:
        """A concrete gain function, rows by letter, columns by guess.

        `rows` are as those of a channel, but need not sum to 1; `inputs` and `guess` are X and V
        unless given. Raises InvalidInput where rows are ragged or empty, or an entry is negative or
        no number.

        >>> Gain.from_rows([[1, 0], [0, "1/2"]]).data[0].entries
        ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 2)))
        """
        gain = cls(
            name,
            Alphabet("X") if inputs is None else inputs,
            Alphabet("V") if guess is None else guess,
        )
        (tensor,) = gain.body.tensors
        entries = read_entries(rows, len(gain.letters), name)
        object.__setattr__(gain, "data", (Data(tensor, entries),))
        return gain

    def __repr__(self) -> str:
        return self.text

    def worth(self, inputs: tuple[Index, ...], guess: Index) -> Polynomial:
        """g at these letters and this guess."""
        return substitute(self.body, dict(zip(self.letters, (*inputs, guess), strict=True)))
