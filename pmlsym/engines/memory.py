"""What a search for a certificate has worked out already, so that nothing is worked out twice.

The searches of a combination, one for each reach, ask for the same ingredients at the same letters
times the same atoms again and again: of four products three are known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field

from pmlsym.calculus.normal_form import Atom, Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.engines.ingredient import Ingredient
from pmlsym.engines.matching import Match, Target, matches
from pmlsym.meter import tick

KNOWN = 2
"""Steps for finding what was worked out before."""


@dataclass(frozen=True)
class Memory:
    """Polynomials by what they are made of; one that comes again is the same object."""

    _formed: dict[Hashable, Polynomial] = field(default_factory=dict)
    _matches: dict[Hashable, tuple[Match, ...]] = field(default_factory=dict)

    def matches(
        self, base: Ingredient, part: Monomial, aim: Target, constants: tuple[Index, ...]
    ) -> tuple[Match, ...]:
        """The ways in which a monomial of an ingredient is a part of the target."""
        asked = (base.indices, part, aim, constants)
        found = self._matches.get(asked)
        if found is None:
            found = self._matches[asked] = tuple(matches(base, part, aim, constants))
        else:
            tick(KNOWN)
        return found

    def placed(self, base: Polynomial, names: Mapping[Index, Index]) -> Polynomial:
        """The polynomial at other letters."""
        return self._get((base, "at", *names.items()), lambda: substitute(base, names))

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The product of two."""
        return self._get((left, "times", right), lambda: left * right)

    def with_atoms(self, base: Polynomial, atoms: tuple[Atom, ...]) -> Polynomial:
        """The polynomial times atoms."""
        for place in atoms:
            base = self._with_atom(base, place)
        return base

    def outside(self, base: Polynomial, place: Atom) -> Polynomial:
        """The polynomial times what an atom leaves of one."""
        tensor, at = place
        return self._get((base, "outside", place), lambda: base * (1 - atom(tensor, *at)))

    def total(self, body: Polynomial, letters: tuple[Index, ...]) -> Polynomial:
        """The sum over letters."""
        return self._get((body, "sum", letters), lambda: sum_over(body, *letters))

    def _with_atom(self, base: Polynomial, place: Atom) -> Polynomial:
        tensor, at = place
        return self._get((base, place), lambda: base * atom(tensor, *at))

    def _get(self, key: Hashable, form: Callable[[], Polynomial]) -> Polynomial:
        found = self._formed.get(key)
        if found is None:
            formed = form()
            found = self._formed[key] = self._formed.setdefault(formed, formed)
        else:
            tick(KNOWN)
        return found
