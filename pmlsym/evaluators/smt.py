"""Polynomials as Z3 real terms at given alphabet sizes, for questions to the solver.

Every entry of a tensor is a real variable, a rational number where an instance gives it, or, where
a tensor is a mechanism family, a term in the family's parameters, which are then variables:

    W(x, y) = N ((E - 1) [x = y] + 1),   N (k - 1 + E) = 1,   E >= 1

An excess, the convex term max(a - b, 0), is written as such. A root, a square or another whole
power of nonnegative numbers is a variable that satisfies its equation, r^2 = a b or b^(n-1) s = a^n
for b > 0; where the power is infinite, the variable may be any number. Every other convex term is a
variable about which nothing is known.

Masses such as sum_x p(x)W(x,y) may be loosened to nonnegative variables. If only linear facts about
them are used, the loosened question is far easier, and `unsat` answers both questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

import z3

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.convex_term import EXCESS, ROOT, SQUARE, ConvexTerm, Function
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.model.instance import Instance
from pmlsym.numbers.conversion import fraction_of, z3_of

LARGEST_ORDER = 4
"""Equations of a higher degree are too much for the solver."""

Term: TypeAlias = Any
"""A Z3 real term, or a Fraction where the entry is known."""


class SmtAlgebra:
    """Real variables for the entries of tensors, with the facts that tensors declare.

    >>> algebra = SmtAlgebra({"X": 2})
    >>> algebra.entries(Tensor("P", ("X",)))
    [P(0), P(1)]
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        *,
        given: Instance | None = None,
        loosened: tuple[str, ...] = (),
    ) -> None:
        """Take the kinds of sums to replace by nonnegative variables: MASS, MIXTURE, or none.

        Nothing defines these variables, so that only `unsat` answers the full question.
        """
        self.sizes = sizes
        self.known: dict[Polynomial, Array[Term]] = {}
        self.context = z3.Context()
        self.variables: dict[str, tuple[Tensor, list[Term]]] = {}
        self._bounds: list[z3.BoolRef] = []
        self._given = ExactAlgebra(given) if given else None
        self._loosened = loosened
        self._sums: dict[str, list[Term]] = {}
        self._symbols: dict[str, str] = {}

    def number(self, value: Fraction) -> Term:
        """The value of a rational number, which needs no Z3 term yet."""
        return value

    def entries(self, tensor: Tensor) -> Sequence[Term]:
        """The Z3 variables of a tensor's entries, or its numbers in the given instance."""
        if tensor.name not in self.variables:
            self.variables[tensor.name] = (tensor, self._terms_of(tensor))
        return self.variables[tensor.name][1]

    def sum_of_products(self, terms: Sequence[Sequence[Term]]) -> Term:
        """The value of a sum of products as a Z3 term, known factors multiplied out."""
        constant = Fraction(0)
        summands: list[Term] = []
        for term in terms:
            scale, unknown = Fraction(1), []
            for factor in term:
                if isinstance(factor, Fraction):
                    scale *= factor
                else:
                    unknown.append(factor)
            if not unknown or not scale:
                constant += scale
                continue
            summands.append(self._scaled_product(scale, unknown))
        if not summands:
            return constant
        if constant:
            summands.append(self.literal(constant))
        return summands[0] if len(summands) == 1 else z3.Sum(summands)

    def keep_sum(self, name: str, entries: list[Term]) -> list[Term]:
        """The values of a sum as Z3 terms, or nonnegative variables in place of them."""
        if not (self._loosened and name.startswith(self._loosened)):
            return entries
        if name not in self._sums:
            self._sums[name] = [
                self._loosened_entry(f"[{name}] at {k}", e) for k, e in enumerate(entries)
            ]
        return self._sums[name]

    @property
    def loosened_sums(self) -> frozenset[str]:
        """The sums whose values are variables in place of Z3 terms so far."""
        return frozenset(self._sums)

    def literal(self, value: Fraction) -> z3.ArithRef:
        """The Z3 term of a rational value, in this context."""
        return z3_of(value, self.context)

    def compare(self, entry: Term, relation: str) -> z3.BoolRef:
        """The Z3 constraint that an entry is >=, >, ==, <, <= or != zero."""
        if isinstance(entry, Fraction):
            return z3.BoolVal(_RELATIONS[relation](entry, 0), self.context)
        compared: z3.BoolRef = _RELATIONS[relation](entry, 0)
        return compared

    def declared(self) -> list[z3.BoolRef]:
        """What tensors declare of the Z3 terms read so far, as constraints; loosened sums >= 0."""
        facts = []
        for tensor, terms in self.variables.values():
            facts += self._facts_of(tensor, terms)
        return [*facts, *self._bounds]

    def model_tensors(self, model: z3.ModelRef) -> dict[str, tuple[Tensor, list[Fraction]]]:
        """The rational values of entries in a model of Z3; an algebraic one is approximated.

        Rows that have to sum to one are divided by their sum, which only changes approximations.
        """
        tensors = {}
        for name, (tensor, terms) in self.variables.items():
            entries = [_rational_in_model(model, term, tensor) for term in terms]
            tensors[name] = (tensor, self._with_sums_of_one(tensor, entries))
        return tensors

    def _terms_of(self, tensor: Tensor) -> list[Term]:
        """The values of a tensor's entries as Z3 terms: new variables, or given numbers."""
        if self._given and tensor.name in self._given.instance.tensors:
            return [fraction_of(entry) for entry in self._given.entries(tensor)]
        if self._given and not tensor.alphabets and tensor.name in self._given.instance.scalars:
            return [fraction_of(entry) for entry in self._given.entries(tensor)]
        if tensor.term is not None and tensor.term.function == EXCESS:
            return self._excess_terms(tensor.term)
        symbol = self._unique_symbol(tensor.name)
        variables = [
            z3.Real(symbol + (f"({','.join(map(str, at))})" if at else ""), self.context)
            for at in self._all_letters(tensor)
        ]
        if tensor.term is not None:
            self._bounds += self._equations_of(tensor.term, variables)
        return variables

    def _arguments_of(self, term: ConvexTerm) -> Iterator[tuple[Term, Term]]:
        """The values of a convex term's two arguments, as Z3 terms, at all letters in order."""
        letters = term.letters
        sides = [read(argument, self) for argument in (term.a, term.b)]
        for at in product(*(range(size_of(self.sizes, i.alphabet)) for i in letters)):
            named = dict(zip(letters, at, strict=True))
            a, b = (side[tuple(named[i] for i in side.indices)] for side in sides)
            yield a, b

    def _equations_of(self, term: ConvexTerm, values: Sequence[Term]) -> Iterator[z3.BoolRef]:
        """Z3 equations that a root's or power's values satisfy, where its arguments are >= 0."""
        order = 2 if term.function == SQUARE else _whole_order(term.function)
        if order is None and term.function != ROOT:
            return
        for (a, b), value in zip(self._arguments_of(term), values, strict=True):
            both = z3.And(self.compare(a, ">="), self.compare(b, ">="))
            if order is None:
                gap = self.sum_of_products([(value, value), (Fraction(-1), a, b)])
                yield z3.Implies(both, z3.And(value <= 0, self.compare(gap, "==")))
                continue
            gap = self.sum_of_products([(value, *[b] * (order - 1)), (Fraction(-1), *[a] * order)])
            yield z3.Implies(z3.And(both, self.compare(b, ">")), self.compare(gap, "=="))
            nothing = z3.And(self.compare(a, "=="), self.compare(b, "=="))
            yield z3.And(z3.Implies(both, value >= 0), z3.Implies(nothing, value == 0))

    def _excess_terms(self, term: ConvexTerm) -> list[Term]:
        """The values of an excess, max(a - b, 0), as Z3 terms at all letters.

        They are 0 where a or b is negative.
        """
        zero = self.literal(Fraction(0))
        terms: list[Term] = []
        for a, b in self._arguments_of(term):
            difference = self.sum_of_products([(a,), (Fraction(-1), b)])
            more = z3.And(*(self.compare(part, ">=") for part in (a, b, difference)))
            known = isinstance(difference, Fraction)
            terms.append(z3.If(more, self.literal(difference) if known else difference, zero))
        return terms

    def _unique_symbol(self, name: str) -> str:
        """A name for a Z3 variable that SMT-LIB can quote: without | and backslash, used once."""
        symbol = name.replace("|", "!").replace("\\", "!")
        while self._symbols.setdefault(symbol, name) != name:
            symbol += "'"
        return symbol

    def _all_letters(self, tensor: Tensor) -> list[tuple[int, ...]]:
        """The letters of every entry of a tensor, each of which is a Z3 variable, in order."""
        return list(product(*(range(size_of(self.sizes, a)) for a in tensor.alphabets)))

    def _scaled_product(self, scale: Fraction, unknown: list[Term]) -> Term:
        """The value of a product of Z3 terms and a rational, as a Z3 term."""
        result = unknown[0]
        for factor in unknown[1:]:
            result = result * factor
        return result if scale == 1 else self.literal(scale) * result

    def _loosened_entry(self, name: str, entry: Term) -> Term:
        """A new nonnegative Z3 variable in place of an entry; a number as it is."""
        if isinstance(entry, Fraction):
            return entry
        term = z3.Real(self._unique_symbol(name), self.context)
        self._bounds.append(term >= 0)
        return term

    def _facts_of(self, tensor: Tensor, terms: list[Term]) -> list[z3.BoolRef]:
        """The Z3 constraints that a tensor declares about the terms of its entries."""
        facts = []
        for term in terms:
            if isinstance(term, Fraction):
                continue
            if tensor.indicator:
                facts.append(z3.Or(term == 0, term == 1))
            elif tensor.positive:
                facts.append(term > 0)
            elif tensor.is_nonnegative:
                facts.append(term >= 0)
            if tensor.is_at_most_one and not tensor.stochastic and not tensor.indicator:
                facts.append(term <= 1)
        for row in self._places_by_row(tensor):
            total = self.sum_of_products([(terms[k],) for k in row])
            facts.append(self.compare(self.sum_of_products([(total,), (Fraction(-1),)]), "=="))
        return facts

    def _places_by_row(self, tensor: Tensor) -> list[list[int]]:
        """The places, among a tensor's Z3 terms, of each row whose values sum to one."""
        if not tensor.stochastic:
            return []
        rows: dict[tuple[int, ...], list[int]] = {}
        for place, at in enumerate(self._all_letters(tensor)):
            kept = tuple(a for k, a in enumerate(at) if k not in tensor.stochastic)
            rows.setdefault(kept, []).append(place)
        return list(rows.values())

    def _with_sums_of_one(self, tensor: Tensor, entries: list[Fraction]) -> list[Fraction]:
        """The values of a tensor in Z3's model, rows that sum to one divided by their sum."""
        for row in self._places_by_row(tensor):
            total = sum((entries[k] for k in row), Fraction(0))
            for k in row:
                entries[k] = entries[k] / total if total else Fraction(1, len(row))
        return entries


def _whole_order(function: Function) -> int | None:
    """The order of a power whose value a Z3 term can state: small and whole; else None."""
    if function.order is None or function.order.tensors:
        return None
    order = Fraction(function.order.terms.get((), 0))
    return int(order) if order in range(2, LARGEST_ORDER + 1) else None


def _rational_in_model(model: z3.ModelRef, term: Term, tensor: Tensor) -> Fraction:
    """The rational value of a Z3 term in a model; an algebraic number is approximated."""
    if isinstance(term, Fraction):
        return term
    value = model.eval(term, model_completion=True)
    if z3.is_algebraic_value(value):
        value = value.approx(30)
    rational = Fraction(value.numerator_as_long(), value.denominator_as_long())
    return max(rational, Fraction(0)) if tensor.is_nonnegative else rational


_RELATIONS: Mapping[str, Any] = {">=": ge, ">": gt, "==": eq, "<": lt, "<=": le, "!=": ne}


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
        """The Z3 terms in scalars of a tensor's table; for any other its variables."""
        if tensor.name not in self._tables:
            return super().entries(tensor)
        if tensor.name not in self._terms:
            terms = [read(entry, self)[()] for entry in self._tables[tensor.name]]
            self._terms[tensor.name] = (tensor, terms)
        return self._terms[tensor.name][1]

    def declared(self) -> list[z3.BoolRef]:
        """The Z3 constraints of variables, and that tables' entries are nonnegative."""
        of_tables = [
            self.compare(term, ">=")
            for tensor, terms in self._terms.values()
            if tensor.is_nonnegative
            for term in terms
            if not isinstance(term, Fraction)
        ]
        return [*super().declared(), *of_tables]

    def model_tensors(self, model: z3.ModelRef) -> dict[str, tuple[Tensor, list[Fraction]]]:
        """The rational values of entries in a model of Z3; those of tables come from scalars."""
        tensors = super().model_tensors(model)
        parameters = {name: entries[0] for name, (t, entries) in tensors.items() if not t.alphabets}
        for name, (tensor, _) in self._terms.items():
            values = [_value_at(entry, parameters) for entry in self._tables[name]]
            tensors[name] = (tensor, self._with_sums_of_one(tensor, values))
        return tensors


def _value_at(polynomial: Polynomial, parameters: Mapping[str, Fraction]) -> Fraction:
    """The value of a table's entry, a polynomial, at the scalars' values in a model of Z3."""
    total = Fraction(0)
    for monomial, c in polynomial:
        term = Fraction(c)
        for factor in monomial:
            for tensor, _ in factor:
                term *= parameters[tensor.name]
        total += term
    return total
