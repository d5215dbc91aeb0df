"""The places of convex terms in polynomials, and the factors that multiply them there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import Function
from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import letters_among, target

Pair = tuple[Polynomial, Polynomial]
"""The arguments a and b of a term."""


@dataclass(frozen=True)
class Occurrence:
    """F(a, b) in a monomial with a coefficient, times other atoms, summed over letters."""

    function: Function
    a: Polynomial
    b: Polynomial
    coefficient: Fraction
    beside: tuple[Atom, ...]
    summed: tuple[Index, ...]

    @property
    def letters(self) -> tuple[Index, ...]:
        """The letters of the arguments of a convex term that a search looks at."""
        return tuple(sorted({*self.a.free, *self.b.free}))


def occurrences(polynomial: Polynomial) -> Iterator[Occurrence]:
    """Every convex term of every monomial that a search looks at; the summed letters get names."""
    for monomial, c in polynomial:
        aim = target(monomial)
        for place, (tensor, letters) in enumerate(aim.atoms):
            if tensor.term is not None:
                a, b = arguments(tensor, letters)
                beside = aim.atoms[:place] + aim.atoms[place + 1 :]
                yield Occurrence(tensor.term.function, a, b, Fraction(c), beside, aim.shared)


def arguments(tensor: Tensor, letters: tuple[Index, ...]) -> Pair:
    """The arguments of a convex term at letters, as a search places it."""
    assert tensor.term is not None
    names = dict(zip(tensor.term.letters, letters, strict=True))
    return substitute(tensor.term.a, names), substitute(tensor.term.b, names)


def pairs_at(tensor: Tensor, letters: Sequence[Index]) -> Iterator[Pair]:
    """The arguments of a convex term at each choice of letters of a search."""
    return (arguments(tensor, chosen) for chosen in letters_among(tensor.alphabets, letters))


def terms_in(*polynomials: Polynomial) -> tuple[Tensor, ...]:
    """The convex terms that a search sees in polynomials, outside of others, in order."""
    atoms = (t for p in polynomials for t, _ in p.atoms())
    return tuple(dict.fromkeys(t for t in atoms if t.term is not None))


def is_number(tensor: Tensor) -> bool:
    """Whether a tensor of a search is a number that is neither a size nor a convex term."""
    return not (tensor.alphabets or tensor.is_size or tensor.is_term)


def product_of(atoms: Iterable[Atom]) -> Polynomial:
    """The product of the atoms beside a convex term, for deductions."""
    whole = constant(1)
    for tensor, letters in atoms:
        whole = whole * atom(tensor, *letters)
    return whole


def letters_of_entry(entry: Polynomial, a: Polynomial) -> dict[Index, Index] | None:
    """The letters at which a column's entry is a term's argument, for deductions; or None."""
    mine, yours = list(entry.atoms()), list(a.atoms())
    if len(yours) != 1 or mine[0][0] != yours[0][0] or len(a) != 1:
        return None
    names = dict(zip(mine[0][1], yours[0][1], strict=True))
    return names if a == substitute(entry, names) else None
