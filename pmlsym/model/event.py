"""Events: sets of letters, or of letters and outcomes, whose probability a claim speaks of.

    Pr[P](A)          sum_x p(x) 1{x in A}
    Pr[P, W](E)       sum_{x, y} p(x) W(x,y) 1{(x, y) in E}
    Pr[P](E[y])       sum_x p(x) 1{(x, y) in E},  the letters that E has at an outcome

A claim is about all events of that shape, as it is about all priors.
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import Alphabet, alphabets_of, letters
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.model.prior import require_name


class Event:
    """An unknown set of tuples of letters, one of each alphabet.

    Raises InvalidInput unless the name is an identifier.

    >>> X, Y = Alphabet("X"), Alphabet("Y")
    >>> Event("E", X, Y).body
    E(x,y)
    """

    def __init__(self, name: str, *alphabets: Alphabet) -> None:
        require_name(name)
        self.text = name
        self.alphabets = alphabets_of(alphabets, f"the letters of {name}")
        self.letters = letters(self.alphabets)
        self._tensor = Tensor(name, tuple(a.name for a in self.alphabets), indicator=True)

    @property
    def body(self) -> Polynomial:
        """The polynomial that is 1 at the letters in the event, else 0."""
        return self.at(*self.letters)

    def at(self, *places: Index) -> Polynomial:
        """The polynomial that is 1 if these letters are in the event, else 0."""
        return atom(self._tensor, *places)

    def __repr__(self) -> str:
        return self.text
