"""Guards: the atoms that are positive at some letters, and what is positive because of them.

    p(x)W(x,y) > 0                  p(x) > 0 and W(x,y) > 0
    sum_x p(x)W(x,y) > 0            p(x0) > 0 and W(x0,y) > 0 for some letter x0
    p(x) > 0 and W(x,y) > 0         sum_x' p(x')W(x',y) > 0, since one term is positive

Only exact normal forms decide, and what tensors declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from pmlsym.calculus.bounds import at_least_zero, lower
from pmlsym.calculus.normal_form import Atom, loosen, rename
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.tensor import Index
from pmlsym.language.value import Quotient


@dataclass(frozen=True)
class Guard:
    """The atoms that are positive at some letters, and quotients with their definitions."""

    atoms: frozenset[Atom] = frozenset()
    quotients: tuple[Quotient, ...] = ()

    def without(self, letters: Iterable[Index]) -> Guard:
        """The guard of a node's facts without atoms at letters that an inner node ranges over."""
        others = set(letters)
        kept = frozenset(atom for atom in self.atoms if others.isdisjoint(atom[1]))
        return replace(self, atoms=kept)

    def where(self, polynomial: Polynomial) -> Guard:
        """The guard of a node's facts, with what else is positive where this polynomial is.

        Of a product of nonnegative atoms each atom is positive; of a sum of products some term is,
        at letters of which nothing else is known.
        """
        if len(polynomial) != 1:
            return self
        ((monomial, c),) = polynomial
        atoms, summed = loosen(monomial)
        if c <= 0 or not all(tensor.is_nonnegative for tensor, _ in atoms):
            return self
        taken = {index.name for _, indices in self.atoms for index in indices}
        names = (name for k in count() if (name := f"~{k}") not in taken)
        some = {i: Index(i.alphabet, name) for i, name in zip(summed, names, strict=False)}
        return replace(self, atoms=self.atoms | frozenset(rename(atoms, some)))

    def makes_positive(self, polynomial: Polynomial) -> bool:
        """Whether a node's guard makes a polynomial plainly positive: one term is, and all >= 0.

        >>> from pmlsym.calculus.polynomial import atom, sum_over
        >>> from pmlsym.calculus.tensor import Tensor
        >>> x, p = Index("X", "x"), atom(Tensor("P", ("X",), nonnegative=True), Index("X", "x"))
        >>> Guard().where(p).makes_positive(sum_over(p, x)), Guard().makes_positive(sum_over(p, x))
        (True, False)
        """
        least = lower(polynomial)
        return (least is not None and least > 0) or any(
            c > 0
            and self._are_positive(loosen(monomial)[0])
            and at_least_zero(polynomial - Polynomial({monomial: c}))
            for monomial, c in polynomial
        )

    def carries(self, above: Polynomial, below: Polynomial) -> bool:
        """Whether `below` is positive wherever `above`, itself >= 0, is, by a node's guard.

        Where `above` is positive, one of its positive terms is too, since it is at most their sum.
        """
        if not at_least_zero(above) or not all(
            tensor.is_nonnegative for m, _ in above for part in m for tensor, _ in part
        ):
            return False
        terms = (Polynomial({monomial: c}) for monomial, c in above if c > 0)
        return all(self.where(term).makes_positive(below) for term in terms)

    def _are_positive(self, atoms: Sequence[Atom]) -> bool:
        """Whether the guard of a node makes all atoms positive, at some choice of bound letters."""
        if not atoms:
            return True
        (tensor, indices), rest = atoms[0], atoms[1:]
        if tensor.positive or (tensor, indices) in self.atoms or self._is_quotient(atoms[0]):
            return self._are_positive(rest)
        # a bound letter may be any letter that a known atom has: backtrack over these
        return any(i.is_bound for i in indices) and any(
            self._are_positive(rename(rest, choice))
            for other, at in self.atoms
            if other == tensor and (choice := _matching(indices, at)) is not None
        )

    def _is_quotient(self, atom: Atom) -> bool:
        """Whether an atom is a quotient in a node, of two parts that its guard makes positive."""
        tensor, indices = atom
        if any(i.is_bound for i in indices):
            return False
        plain = replace(self, quotients=())
        return any(
            all(
                plain.makes_positive(substitute(p, dict(zip(q.indices, indices, strict=True))))
                for p in (q.weight, q.total)
            )
            for q in self.quotients
            if q.tensor == tensor
        )


def _matching(indices: tuple[Index, ...], at: tuple[Index, ...]) -> dict[Index, Index] | None:
    """The letters that put for bound ones make a node's atom the guard's; None if none do."""
    chosen: dict[Index, Index] = {}
    for index, letter in zip(indices, at, strict=True):
        if (chosen.setdefault(index, letter) if index.is_bound else index) != letter:
            return None
    return chosen
