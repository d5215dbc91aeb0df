"""Gain functions: the worth of a guess to an adversary who knows or suspects the letter.

G            an unknown g(x, v) >= 0, x a letter, v a guess
id           1 if the guess is the letter, else 0
tries(k)     1 if the letter is one of the k that are guessed, else 0
right(A)     A(x, u): the probability that u is right, for an attribute U by A: X -> U
wrong(A)     1 - A(x, u): the probability that u is wrong, the cost of that guess [QID24, Thm. 3]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from pmlsym.calculus.alphabet import Alphabet, alphabets_of, letters
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.model.channel import Alphabets, Channel
from pmlsym.model.entries import read_entries
from pmlsym.model.prior import require_name

MOST_TRIES = 4
"""The most tries: the polynomial of k tries has 2^k - 1 monomials."""


@dataclass(frozen=True, init=False, eq=False)
class Gain:
    """An unknown gain function g(x, v) >= 0 of the letters of `inputs` and a guess.

    A guess is a letter of each of the alphabets `guesses`; it may be a guess of an `attribute`.
    Raises InvalidInput unless the name is an identifier.

    >>> X, V = Alphabet("X"), Alphabet("V")
    >>> Gain("G", X, V).body
    G(x,v)
    """

    text: str
    inputs: tuple[Alphabet, ...]
    guesses: tuple[Alphabet, ...]
    letters: tuple[Index, ...]
    body: Polynomial
    data: tuple[Data, ...]
    attribute: Channel | None

    def __init__(self, name: str, inputs: Alphabets, guess: Alphabets) -> None:
        require_name(name)
        ins = alphabets_of(inputs, f"the inputs of {name}")
        guesses = alphabets_of(guess, f"the guesses of {name}")
        all_letters = letters((*ins, *guesses))
        tensor = Tensor(name, tuple(i.alphabet for i in all_letters), nonnegative=True)
        self._set_fields(name, ins, guesses, all_letters, atom(tensor, *all_letters))

    def _set_fields(
        self,
        text: str,
        inputs: tuple[Alphabet, ...],
        guesses: tuple[Alphabet, ...],
        all_letters: tuple[Index, ...],
        body: Polynomial,
    ) -> None:
        """Set the fields of a new gain function, once."""
        vars(self).update(text=text, inputs=inputs, guesses=guesses)
        vars(self).update(letters=all_letters, body=body, data=(), attribute=None)

    @classmethod
    def identity(cls, inputs: Alphabets) -> Gain:
        """The gain function id: 1 for a right guess of the letter, 0 for a wrong one.

        >>> Gain.identity(Alphabet("X")).body
        delta(x,x')
        """
        return cls._gain_of_tries("id", 1, inputs)

    @classmethod
    def tries(cls, count: int, inputs: Alphabets) -> Gain:
        """The gain function tries(k): 1 if one of `count` guesses of the letter is right, else 0.

        Raises InvalidInput unless there are 1 to 4.

        >>> Gain.tries(2, Alphabet("X"))
        tries(2)
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_TRIES:
            raise InvalidInput(f"tries({count}): write a number of tries from 1 to {MOST_TRIES}")
        return cls._gain_of_tries(f"tries({count})", count, inputs)

    @classmethod
    def _gain_of_tries(cls, text: str, count: int, inputs: Alphabets) -> Gain:
        """The gain function of that many guesses of the letter: 1 if one is right, else 0."""
        ins = alphabets_of(inputs, f"the inputs of {text}")
        all_letters = letters(ins * (count + 1))
        letter, *guesses = (
            all_letters[k : k + len(ins)] for k in range(0, len(all_letters), len(ins))
        )
        missed = (
            1 - prod(map(equal_letters, letter, guess), start=constant(1)) for guess in guesses
        )
        new = object.__new__(cls)
        new._set_fields(text, ins, ins * count, all_letters, 1 - prod(missed, start=constant(1)))
        return new

    @classmethod
    def right(cls, attribute: Channel) -> Gain:
        """The gain function of a guess of an attribute: the probability that it is right.

        [PML23, App. A]

        >>> Gain.right(Channel("A", Alphabet("X"), Alphabet("U"))).body
        A(x,u)
        """
        return cls._gain_of_attribute("right", attribute, lambda entry: entry)

    @classmethod
    def wrong(cls, attribute: Channel) -> Gain:
        """The cost of a guess of an attribute: the probability that it is wrong.

        [QID24, Thm. 3]

        >>> Gain.wrong(Channel("A", Alphabet("X"), Alphabet("U"))).body
        1 - A(x,u)
        """
        return cls._gain_of_attribute("wrong", attribute, lambda entry: 1 - entry)

    @classmethod
    def _gain_of_attribute(
        cls, word: str, attribute: Channel, worth: Callable[[Polynomial], Polynomial]
    ) -> Gain:
        """The gain function of a guess of an attribute, a polynomial in the attribute's entries."""
        inputs = letters(attribute.inputs)
        guess = letters(attribute.outputs, taken=inputs)
        body = worth(attribute.entry(inputs, guess))
        new = object.__new__(cls)
        text = f"{word}({attribute})"
        new._set_fields(text, attribute.inputs, attribute.outputs, (*inputs, *guess), body)
        vars(new).update(data=attribute.data, attribute=attribute)
        return new

    @classmethod
    def from_rows(
        cls,
        rows: object,
        name: str = "G",
        inputs: Alphabets | None = None,
        guess: Alphabets | None = None,
    ) -> Gain:
        """A concrete gain function, rows by letter, columns by guess.

        `rows` are given as for a channel, but need not sum to 1; `inputs` and `guess` are X and V
        unless given. Raises InvalidInput where rows are ragged or empty, or an entry is negative or
        not a number.

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

    def worth(self, inputs: Sequence[Index], guess: Sequence[Index]) -> Polynomial:
        """The gain g(x, v) at these letters and this guess, as a polynomial."""
        return substitute(self.body, dict(zip(self.letters, (*inputs, *guess), strict=True)))
