"""The calculus, written as JSON; wire.py describes the format, and reads it.

Nothing here is trusted: the reader makes everything anew, in normal form.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pmlsym.calculus.normal_form import Monomial, loosen
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.tensor import Index, Tensor, with_primes
from pmlsym.calculus.wire import DECLARABLE
from pmlsym.errors import InvalidInput


def write_index(index: Index) -> str:
    """A tensor's named index as JSON text, with its alphabet.

    >>> write_index(Index("X", "x'"))
    "x':X"
    """
    return f"{index.name}:{index.alphabet}"


def write_tensors(tensors: Iterable[Tensor]) -> dict[str, Any]:
    """Tensors as JSON, by name, with alphabets and facts; deltas, sizes and terms need none.

    Raises InvalidInput where two different tensors have one name.
    """
    table: dict[str, Any] = {}
    for tensor in sorted(set(tensors)):
        if not (tensor.is_delta or tensor.is_size or tensor.is_term):
            facts = [fact for fact in DECLARABLE if getattr(tensor, fact)]
            alphabets, places = list(tensor.alphabets), list(tensor.stochastic)
            declared = {"alphabets": alphabets, "facts": facts, "stochastic": places}
            if table.setdefault(tensor.name, declared) is not declared:
                raise InvalidInput(f"two different tensors are called {tensor.name}")
    return table


def write_terms(tensors: Iterable[Tensor]) -> dict[str, Any]:
    """The convex terms F(a, b) among tensors as JSON, with polynomials a and b; inner first."""
    table: dict[str, Any] = {}
    for tensor in sorted(set(tensors), key=lambda t: (_depth(t), t)):
        if tensor.term is not None:
            function, letters = tensor.term.function, tensor.term.letters
            order = function.order
            table[tensor.name] = {
                "function": function.name,
                **({} if order is None else {"order": write_polynomial(order)}),
                "letters": [write_index(index) for index in letters],
                "a": write_polynomial(tensor.term.a),
                "b": write_polynomial(tensor.term.b),
            }
    return table


def write_polynomial(polynomial: Polynomial) -> list[dict[str, Any]]:
    """The polynomial in tensors with named indices as a JSON list of monomials, in fixed order.

    >>> from pmlsym.calculus.polynomial import atom, sum_over
    >>> x = Index("X", "x")
    >>> write_polynomial(2 * sum_over(atom(Tensor("m", ("X",)), x), x))
    [{'coefficient': '2', 'sum': ['x1:X'], 'atoms': [['m', 'x1:X']]}]
    """
    taken = {index.name for index in polynomial.free}
    ordered = sorted(polynomial, key=lambda item: (len(item[0]), item[0]))
    return [_write_monomial(monomial, Fraction(c), taken) for monomial, c in ordered]


def write_fact(fact: Fact) -> dict[str, Any]:
    """A fact as JSON: its name, quantified indices, index polynomial and relation to zero."""
    return {
        "name": fact.name,
        "for_all": [write_index(index) for index in fact.indices],
        "polynomial": write_polynomial(fact.polynomial),
        "relation": fact.relation,
    }


def write_rule(rule: Rule) -> dict[str, Any]:
    """A rule as JSON, as sequents assume it: bound tensors and alphabets, premises, conclusion."""
    return {
        "name": rule.name,
        "alphabets": list(rule.alphabets),
        "tensors": [tensor.name for tensor in rule.tensors],
        "premises": [write_fact(premise) for premise in rule.premises],
        "conclusion": write_fact(rule.conclusion),
    }


def write_sequent(sequent: Sequent) -> dict[str, Any]:
    """The sequent as JSON, without the table of its tensors."""
    return {
        "facts": [write_fact(fact) for fact in sequent.facts],
        "rules": [write_rule(rule) for rule in sequent.rules],
        "goal": write_polynomial(sequent.goal),
        "relation": sequent.relation,
    }


def _write_monomial(monomial: Monomial, c: Fraction, taken: set[str]) -> dict[str, Any]:
    """A monomial of tensors as JSON: coefficient, summed indices with fresh names, and atoms."""
    atoms, summed = loosen(monomial)
    fresh, names = set(taken), {}
    for k, index in enumerate(summed):
        name = with_primes(f"{index.alphabet.lower()}{k + 1}", fresh)
        fresh.add(name)
        names[index] = Index(index.alphabet, name)
    return {
        "coefficient": str(c),
        "sum": [write_index(index) for index in names.values()],
        "atoms": [[t.name, *(write_index(names.get(i, i)) for i in own)] for t, own in atoms],
    }


def _depth(tensor: Tensor) -> int:
    """How deep convex terms F(a, b) are nested in this tensor, so that inner ones come first."""
    return 1 + max(map(_depth, tensor.term.tensors), default=0) if tensor.term else 0
