"""Priors: distributions of one letter, or of several jointly.

P         an unknown prior p(x) >= 0, sum_x p(x) = 1, zeros allowed
P >> W    the output distribution  P_Y(y) = sum_x p(x)W(x,y)
P & Q     the product  p(d)q(e)  of independent entries of a database
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from pmlsym.calculus.alphabet import Alphabet, alphabets_of, letters
from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.kind import begins_large, described, require_kind
from pmlsym.calculus.polynomial import Polynomial, atom, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.display import as_html
from pmlsym.model.composition import Composition, Mixture, Repetition
from pmlsym.model.distribution import frequencies
from pmlsym.model.entries import (
    are_all_numbers,
    entries_over,
    entries_table,
    letter_names,
    read_entries,
    read_labels,
    require_sums,
    shape_of,
)


@dataclass(frozen=True, init=False, eq=False)
class Prior:
    """A distribution of `letters`, given by the polynomial of its masses.

    `where` is positive, for some letters `through`, exactly where the mass is: it is the support
    condition in the form that certificates need, p(x)W(x,y) for P >> W rather than its sum.

    `full_support` declares every mass positive, `deterministic` that one letter has all of it.
    Raises InvalidInput unless the name is an identifier.

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
    made: Composition | Mixture | Repetition | None = None

    def __init__(
        self,
        name: str,
        *alphabets: Alphabet,
        full_support: bool = False,
        deterministic: bool = False,
    ) -> None:
        require_name(name)
        alphabets_of(alphabets, f"the alphabets of {name} (masses with Prior.from_masses)")
        all_letters = letters(alphabets)
        every = tuple(range(len(alphabets)))
        tensor = Tensor(
            name,
            tuple(a.name for a in alphabets),
            nonnegative=True,
            positive=full_support,
            indicator=deterministic,
            stochastic=every,
        )
        mass = atom(tensor, *all_letters)
        vars(self).update(text=name, alphabets=tuple(alphabets), letters=all_letters)
        vars(self).update(body=mass, where=mass, through=(), data=(), made=None)

    @classmethod
    def from_polynomial(
        cls,
        text: str | Composition | Mixture | Repetition,
        alphabets: Sequence[Alphabet],
        letters: Sequence[Index],
        body: Polynomial,
        where: Polynomial | None = None,
        through: Sequence[Index] = (),
        data: Sequence[Data] = (),
    ) -> Prior:
        """The prior whose masses are a polynomial, printed as `text`.

        `where` is the masses themselves unless given; `data` has the concrete entries of the
        tensors, as far as these are known; a `Composition` in the place of the text has the parts
        of the prior. The caller must make sure that the masses are a distribution.
        Raises AlphabetMismatch unless there is a letter of each alphabet.

        >>> Prior.from_polynomial("R", [Alphabet("X")], [], Prior("P", Alphabet("X")).body)
        Traceback (most recent call last):
        pmlsym.errors.AlphabetMismatch: R has letters of [], but the alphabets ['X']
        """
        needed, names = [a.name for a in alphabets], [i.alphabet for i in letters]
        if needed != names:
            raise AlphabetMismatch(f"{text} has letters of {names}, but the alphabets {needed}")
        new, made = object.__new__(cls), None if isinstance(text, str) else text
        vars(new).update(text=f"{text}", made=made, alphabets=tuple(alphabets))
        where = body if where is None else where
        vars(new).update(letters=tuple(letters), body=body, where=where)
        vars(new).update(through=tuple(through), data=tuple(data))
        return new

    def with_data(self, data: Sequence[Data]) -> Prior:
        """The same prior with these concrete masses for its tensors."""
        parts = (self.alphabets, self.letters, self.body, self.where, self.through)
        return Prior.from_polynomial(self.made or self.text, *parts, data)

    @classmethod
    def from_masses(
        cls,
        masses: object,
        name: str = "P",
        alphabet: Alphabet | Sequence[Alphabet] | None = None,
        *,
        labels: Sequence[str] | None = None,
    ) -> Prior:
        """The concrete prior with these masses, checked to be a distribution.

        `masses` is a list, nested for several alphabets, or anything with `.tolist()`: exact are
        integers, fractions and strings such as "1/3" or "0.25"; with floats the sum may miss 1 by
        1e-9, and all results are inexact; symbols are taken as they are. `alphabet` is X unless
        given; `labels` names the letters of a single one.
        Raises InvalidInput where a mass is negative or not a number, or the sum is not 1.

        >>> Prior.from_masses(["1/3", "2/3"]).masses()
        (Fraction(1, 3), Fraction(2, 3))
        """
        alphabets = Alphabet("X") if alphabet is None else alphabet
        prior = cls(name, *alphabets_of(alphabets, f"the alphabets of {name}"))
        depth = len(prior.alphabets)
        entries = read_entries(_entries_of_one_line(masses) if depth == 1 else masses, depth, name)
        require_sums(entries, 0, depth, name)
        named = read_labels([labels], shape_of(entries, depth), name) if labels is not None else ()
        (tensor,) = prior.body.tensors
        return prior.with_data((Data(tensor, entries, named),))

    @classmethod
    def from_counts(
        cls, counts: Sequence[int], name: str = "P", alphabet: Alphabet | None = None
    ) -> Prior:
        """The concrete prior of observed frequencies k_i/n, exact.

        `prior_sets.prior_set.counted(counts)` is the set of the priors that the counts leave open.
        Raises InvalidInput where a count is not an integer or negative, or nothing was counted.

        >>> Prior.from_counts([1, 3]).masses()
        (Fraction(1, 4), Fraction(3, 4))
        """
        return cls.from_masses(frequencies(counts, f"the counts of {name}"), name, alphabet)

    def masses(self) -> Any:
        """The masses of a concrete prior, nested by its alphabets; exact if all its data is.

        Raises InvalidInput where a part was given no entries.
        """
        return entries_over(self.body, self.letters, self.data)

    def __repr__(self) -> str:
        return self.text

    def __format__(self, form: str) -> str:
        return self.text.__format__(form)  # the prior's name in sentences and claims

    def _repr_html_(self) -> str:
        """The table of the prior's masses, or its name, as HTML for a notebook."""
        return as_html(str(self))

    def __str__(self) -> str:
        """The masses below the names of the letters, where they are numbers; else the name."""
        if len(self.letters) != 1 or not are_all_numbers(self.body.tensors, self.data):
            return self.text
        masses = self.masses()
        heads = letter_names(self.data, self.letters[0], len(masses))
        return entries_table(self.text, heads, [("", masses)])

    def mass(self, *at: Index) -> Polynomial:
        """The mass p(x) of the prior at these letters, as a polynomial."""
        return substitute(self.body, dict(zip(self.letters, at, strict=True)))

    def support(self, *at: Index) -> tuple[Polynomial, tuple[Index, ...]]:
        """The polynomial that is positive where the prior's mass at these letters is.

        The result also has the further letters that the polynomial ranges over.
        """
        through = letters((Alphabet(i.alphabet) for i in self.through), taken=at)
        names = dict(zip((*self.letters, *self.through), (*at, *through), strict=True))
        return substitute(self.where, names), through

    def support_apart(
        self, at: tuple[Index, ...], taken: tuple[Index, ...]
    ) -> tuple[Polynomial, tuple[Index, ...]]:
        """The prior's support polynomial at letters, whose further letters are not those taken."""
        where, through = self.support(*at)
        apart = letters((Alphabet(i.alphabet) for i in through), taken=(*taken, *at))
        return substitute(where, dict(zip(through, apart, strict=True))), apart

    def __and__(self, second: Prior) -> Prior:
        require_kind(second, Prior, f"a prior after {self} &")
        both = letters((*self.alphabets, *second.alphabets))
        before, after = both[: len(self.alphabets)], both[len(self.alphabets) :]
        first, through = self.support_apart(before, both)
        then, further = second.support_apart(after, (*both, *through))
        return Prior.from_polynomial(
            Composition("&", self, second),
            (*self.alphabets, *second.alphabets),
            both,
            self.mass(*before) * second.mass(*after),
            first * then,
            (*through, *further),
            merge(self.data, second.data),
        )

    def __mul__(self, second: Prior) -> Prior:
        require_kind(second, Prior, f"a prior after {self} *")
        return self & second

    def __rand__(self, first: object) -> NoReturn:
        raise InvalidInput(f"{described(first)}; write a prior before & {self}")

    def __rshift__(self, channel: object) -> Prior:
        if not hasattr(channel, "require_inputs"):
            raise InvalidInput(f"{described(channel)}; write a channel after {self} >>")
        return NotImplemented  # the channel turns it into the prior of its outcomes


def require_name(name: object) -> None:
    """Raise InvalidInput unless a prior or a channel may have this name."""
    if not (isinstance(name, str) and name.isidentifier()):
        raise InvalidInput(f"{name!r} is no name of a prior or channel; write a word such as W")
    if not begins_large(name):
        raise InvalidInput(
            f"{name} is no name of a prior or channel, which begins with a capital letter,"
            f" as {name[0].upper() + name[1:] if name[0].isalpha() else 'W'} does"
        )


def _entries_of_one_line(masses: object) -> object:
    """A prior's masses in one list where given as a matrix of one row or column; else as given."""
    rows = masses.tolist() if hasattr(masses, "tolist") else masses
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        return rows
    if len(rows) == 1:
        return rows[0]
    return [row[0] for row in rows] if all(len(row) == 1 for row in rows) else rows


@dataclass(frozen=True)
class Against:
    """Two priors of the same letters; the first is compared with the second.

    Raises AlphabetMismatch where their letters differ.

    >>> X = Alphabet("X")
    >>> print(Against(Prior("P", X), Prior("Q", X)))
    P || Q
    """

    first: Prior
    second: Prior

    def __post_init__(self) -> None:
        for each in (self.first, self.second):
            require_kind(each, Prior, "ps.Against(P, Q) with two priors")
        one, two = self.first.alphabets, self.second.alphabets
        if one != two:
            raise AlphabetMismatch(f"{self.first} has letters of {one}, {self.second} of {two}")

    def __str__(self) -> str:
        return f"{self.first} || {self.second}"
