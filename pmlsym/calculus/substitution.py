"""Substitution: polynomials for tensors, products of alphabets for alphabets, all at once.

    W(x, y)  ->  W1(x, y1) W2(x, y2)          Y  ->  Y1 x Y2          |Y|  ->  |Y1| |Y2|
    W(x, z)  ->  sum_y A(x, y) B(y, z)        delta_Y(a, b)  ->  delta_Y1(a1, b1) delta_Y2(a2, b2)

A product of finite nonempty alphabets is one, and the empty product has one letter: so a statement
about all alphabets holds for these. No letter is captured: bound letters get temporary names that
occur nowhere else. The arguments of convex terms are substituted too, and the terms made anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from pmlsym.calculus.convex_term import Function, convex
from pmlsym.calculus.normal_form import Monomial, loosen
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.tensor import Index, Tensor, size, with_inner
from pmlsym.errors import InvalidInput

Letters = Mapping[Index, tuple[Index, ...]]
"""The image of each letter: one letter from each alphabet of the product."""


@dataclass(frozen=True)
class Body:
    """A polynomial in place of a tensor: its value at `places`, a tuple for each of its indices."""

    places: tuple[tuple[Index, ...], ...]
    polynomial: Polynomial

    @property
    def letters(self) -> tuple[Index, ...]:
        """The named indices at which the polynomial put for a tensor is read, in a row."""
        return tuple(i for place in self.places for i in place)

    @property
    def parameters(self) -> frozenset[Index]:
        """The free indices of the polynomial put for a tensor that are not its places."""
        return frozenset(self.polynomial.free) - frozenset(self.letters)


@dataclass(frozen=True)
class Substitution:
    """The replacements of tensors and of alphabets; all others stay.

    Raises InvalidInput where a body does not fit its tensor, or the tensor has a fixed meaning.
    """

    bodies: Mapping[Tensor, Body] = field(default_factory=dict)
    alphabets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for tensor, body in self.bodies.items():
            wanted = tuple(map(self.product, tensor.alphabets))
            if tuple(tuple(i.alphabet for i in place) for place in body.places) != wanted:
                raise InvalidInput(f"the places {body.places} do not fit {tensor}")
            own = body.letters
            if len(set(own)) < len(own) or any(i.is_bound for i in own):
                raise InvalidInput(f"the places of {tensor.name} are not distinct letters")
            if tensor.is_delta or tensor.is_size or tensor.is_term:
                raise InvalidInput(f"{tensor.name} means one thing only")

    def product(self, alphabet: str) -> tuple[str, ...]:
        """The alphabets whose product replaces an alphabet in polynomials."""
        return self.alphabets.get(alphabet, (alphabet,))

    def __call__(self, polynomial: Polynomial, letters: Letters | None = None) -> Polynomial:
        """The polynomial after substitution; free letters stay by default.

        Raises InvalidInput where letters do not fit, or a tensor whose alphabet is replaced has no
        body.
        """
        named: dict[Index, tuple[Index, ...]] = {i: (i,) for i in polynomial.free}
        named |= letters or {}
        for index, images in named.items():
            if tuple(i.alphabet for i in images) != self.product(index.alphabet):
                raise InvalidInput(f"{images} are no letters for {index} of {index.alphabet}")
        changed = self._changed_tensors(polynomial)
        total = constant(0)
        for monomial, c in polynomial:
            total = total + c * self._monomial(monomial, named, changed)
        return total

    def _changed_tensors(self, polynomial: Polynomial) -> frozenset[Tensor]:
        """The tensors of a polynomial that are replaced, or whose alphabets or arguments are."""
        moved = [a for a, own in self.alphabets.items() if own != (a,)]

        def own(tensor: Tensor) -> bool:
            """Whether a polynomial replaces this tensor, or a product one of its alphabets."""
            return (
                tensor in self.bodies
                or tensor.counted in moved
                or any(a in moved for a in tensor.alphabets)
            )

        return frozenset(
            t for t in polynomial.tensors if any(own(inner) for inner in with_inner([t]))
        )

    def _monomial(
        self, monomial: Monomial, named: Letters, changed: frozenset[Tensor]
    ) -> Polynomial:
        """The image of a monomial after substitution; plain factors are only renamed."""
        kept = tuple(part for part in monomial if not any(t in changed for t, _ in part))
        plain = {i: images[0] for i, images in named.items() if len(images) == 1}
        whole = Polynomial({kept: 1})
        result = substitute(whole, {i: plain[i] for i in whole.free})
        if len(kept) == len(monomial):
            return result
        atoms, summed = loosen(part for part in monomial if part not in kept)
        taken = {i.name for images in named.values() for i in images}
        taken |= {i.name for body in self.bodies.values() for i in body.letters}
        taken |= {i.name for body in self.bodies.values() for i in body.parameters}
        names, inner = (name for k in count() if (name := f"~{k}") not in taken), dict(named)
        for index in summed:
            own = self.product(index.alphabet)
            inner[index] = tuple(Index(a, next(names)) for a in own)
        for tensor, indices in atoms:
            result = result * self._atom(tensor, tuple(inner[i] for i in indices))
        return sum_over(result, *(i for index in summed for i in inner[index]))

    def _atom(self, tensor: Tensor, at: tuple[tuple[Index, ...], ...]) -> Polynomial:
        """The image of one tensor at indices after substitution."""
        if tensor.is_size:
            result = constant(1)
            for alphabet in self.product(tensor.counted):
                result = result * atom(size(alphabet))
            return result
        if tensor.is_delta:
            result = constant(1)
            for a, b in zip(*at, strict=True):
                result = result * equal_letters(a, b)
            return result
        flat = tuple(i for images in at for i in images)
        if tensor.term is not None:
            term, function = tensor.term, tensor.term.function
            names = dict(zip(term.letters, at, strict=True))
            if function.order is not None:
                function = Function(function.name, self(function.order))
            return convex(function, self(term.a, names), self(term.b, names))
        body = self.bodies.get(tensor)
        if body is not None:
            return substitute(body.polynomial, dict(zip(body.letters, flat, strict=True)))
        if len(flat) != len(at) or tuple(i.alphabet for i in flat) != tensor.alphabets:
            raise InvalidInput(f"{tensor.name} needs a body: its alphabets are replaced")
        return atom(tensor, *flat)


def replace_tensor(
    polynomial: Polynomial, tensor: Tensor, places: tuple[Index, ...], body: Polynomial
) -> Polynomial:
    """The index polynomial with tensor(places) replaced by `body` wherever the tensor occurs."""
    return Substitution({tensor: Body(tuple((i,) for i in places), body)})(polynomial)
