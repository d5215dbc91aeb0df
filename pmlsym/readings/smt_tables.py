"""The solver reading where some tensors are families: entries are polynomials in parameters.

    W(x, y) = N ((E - 1) [x = y] + 1),   N (k - 1 + E) = 1,   E >= 1

The parameters are the solver's variables; the entries of W are terms in them, not variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import z3

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.evidence.instance import Instance
from pmlsym.readings.read import read
from pmlsym.readings.smt import SmtAlgebra, Term

Tables = Mapping[str, Sequence[Polynomial]]


class TabledSmtAlgebra(SmtAlgebra):
    """Real variables for most tensors, terms in scalars for those that `tables` give.

    >>> from pmlsym.calculus.polynomial import atom
    >>> a = atom(Tensor("a"))
    >>> TabledSmtAlgebra({"X": 2}, tables={"W": (a, a)}).entries(Tensor("W", ("X",)))
    [a, a]
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        *,
        tables: Tables,
        given: Instance | None = None,
        loosened: tuple[str, ...] = (),
    ) -> None:
        """Take the entries of some tensors, the last index running fastest, without free index."""
        super().__init__(sizes, given=given, loosened=loosened)
        self._tables = tables
        self._terms: dict[str, tuple[Tensor, list[Term]]] = {}

    def entries(self, tensor: Tensor) -> Sequence[Term]:
        """The terms of the table, or what any other tensor has."""
        if tensor.name not in self._tables:
            return super().entries(tensor)
        if tensor.name not in self._terms:
            terms = [read(entry, self)[()] for entry in self._tables[tensor.name]]
            self._terms[tensor.name] = (tensor, terms)
        return self._terms[tensor.name][1]

    def declared(self) -> list[z3.BoolRef]:
        """What variables declare, and that the entries of tables are nonnegative if they say so."""
        own = [
            self.compare(term, ">=")
            for tensor, terms in self._terms.values()
            if tensor.is_nonnegative
            for term in terms
            if not isinstance(term, Fraction)
        ]
        return [*super().declared(), *own]

    def model_tensors(self, model: z3.ModelRef) -> dict[str, tuple[Tensor, list[Fraction]]]:
        """The rational entries of a model; those of tables are computed from the parameters."""
        found = super().model_tensors(model)
        known = {name: entries[0] for name, (t, entries) in found.items() if not t.alphabets}
        for name, (tensor, _) in self._terms.items():
            values = [_value(entry, known) for entry in self._tables[name]]
            found[name] = (tensor, self._normalised(tensor, values))
        return found


def _value(polynomial: Polynomial, known: Mapping[str, Fraction]) -> Fraction:
    """A polynomial in scalars at their values."""
    total = Fraction(0)
    for monomial, c in polynomial:
        term = Fraction(c)
        for factor in monomial:
            for tensor, _ in factor:
                term *= known[tensor.name]
        total += term
    return total
