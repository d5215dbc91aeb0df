"""The calculus as JSON: data only, readable by a person, read back strictly.

    index        "x:X"                               letter x of alphabet X
    polynomial   [{"coefficient": "-1/2", "sum": ["x1:X"], "atoms": [["p", "x1:X"], ["t"]]}, ..]
    tensors      {"p": {"alphabets": ["X"], "facts": ["nonnegative"], "stochastic": [0]}, ..}
    terms        {"F1": {"function": "entropy", "letters": ["x:X"], "a": [..], "b": [..]}, ..}

A monomial lists its atoms and the indices summed over it; it is rebuilt with `atom` and `sum_over`,
so that the result is in normal form whatever the file says; a summed index without an atom is the
factor |X|. Deltas and sizes of alphabets are in no table. A convex term is made with `convex` from
arguments over its letters, which may mention the terms before it. Anything unexpected raises
InvalidInput, in one line with its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from pmlsym.calculus.convex_term import Function, convex
from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.rational import read_rational
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.calculus.tensor import DELTA, Index, Tensor, delta, size
from pmlsym.errors import InvalidInput

DECLARABLE = ("nonnegative", "positive", "at_most_one", "indicator")
LONGEST_LIST, LONGEST_PRODUCT, LONGEST_NAME = 20_000, 100, 10_000
_LETTER = re.compile(r"[^\W\d][\w'*~]*")


@dataclass(frozen=True)
class NamedTerm:
    """The polynomial of an atom with the name of a convex term, at its letters."""

    letters: tuple[Index, ...]
    polynomial: Polynomial


Tensors = Mapping[str, Tensor | NamedTerm]
"""Tensors and convex terms by name."""


def read_index(data: object, where: str) -> Index:
    """The named index at which a tensor stands, from a JSON text such as "x:X"."""
    name, _, alphabet = read_name(data, where).rpartition(":")
    if not (_LETTER.fullmatch(name) and alphabet.isidentifier()):
        refuse(where, f"{data!r} is no index; write a letter and its alphabet, such as 'x:X'")
    return Index(alphabet, name)


def read_tensors(data: object, where: str = "tensors") -> dict[str, Tensor]:
    """The tensors of a JSON table, read strictly.

    >>> read_tensors({"t": {"alphabets": [], "facts": ["positive"], "stochastic": []}})
    {'t': t}
    """
    table = {}
    for name, declared in read_object(data, where).items():
        at = f"{where}.{name}" if name.isprintable() else where
        read_name(name, at)
        entry = read_object(declared, at, ("alphabets", "facts", "stochastic"))
        alphabets = [read_name(a, f"{at}.alphabets") for a in read_list(entry["alphabets"], at)]
        facts = [read_name(f, f"{at}.facts") for f in read_list(entry["facts"], at)]
        places = read_list(entry["stochastic"], at)
        if name == DELTA or name[0] == "|" or not all(a.isidentifier() for a in alphabets):
            refuse(at, "a reserved name, or an alphabet that is no identifier")
        if facts != [fact for fact in DECLARABLE if fact in facts]:
            refuse(f"{at}.facts", f"facts are, in this order, some of {', '.join(DECLARABLE)}")
        if not all(type(place) is int for place in places) or places != sorted(places):
            refuse(f"{at}.stochastic", "positions are rising integers")
        flags: dict[str, Any] = dict.fromkeys(facts, True)
        table[name] = Tensor(name, tuple(alphabets), stochastic=tuple(places), **flags)
    return table


def read_terms(data: object, tensors: Mapping[str, Tensor], where: str = "terms") -> Tensors:
    """The tensors, with the convex terms F(a, b) of JSON by name, each over those before it."""
    table: dict[str, Tensor | NamedTerm] = dict(tensors)
    for name, declared in read_object(data, where).items():
        at = f"{where}.{name}" if name.isprintable() else where
        read_name(name, at)
        if name in table or name == DELTA or name[0] == "|":
            refuse(at, "another tensor has this name")
        table[name] = _read_term(declared, table, at)
    return table


def _read_term(data: object, tensors: Tensors, where: str) -> NamedTerm:
    """The convex term F(a, b) at named indices, from JSON that has the polynomials a and b."""
    more = ("order",) if isinstance(data, dict) and "order" in data else ()
    entry = read_object(data, where, ("function", *more, "letters", "a", "b"))
    letters = read_indices(entry["letters"], f"{where}.letters")
    function = read_function(entry, tensors, where)
    a, b = (read_polynomial(entry[key], tensors, f"{where}.{key}") for key in ("a", "b"))
    if {*a.free, *b.free} != set(letters):
        refuse(where, "the letters of a term are those of its arguments")
    return NamedTerm(letters, convex(function, a, b))


def read_function(entry: Mapping[str, Any], tensors: Tensors, where: str) -> Function:
    """The function F of a convex term F(a, b), with its order if it has one, in a JSON object."""
    name, given = read_name(entry["function"], f"{where}.function"), entry.get("order", [])
    order = read_polynomial(given, tensors, f"{where}.order") if "order" in entry else None
    return Function(name, order)


def read_polynomial(data: object, tensors: Tensors, where: str = "polynomial") -> Polynomial:
    """The polynomial in tensors with named indices, in normal form, of a JSON list of monomials."""
    total: dict[Monomial, Fraction | int] = {}
    for k, entry in enumerate(read_list(data, where)):
        at = f"{where}[{k}]"
        term = read_object(entry, at, ("coefficient", "sum", "atoms"))
        product = constant(read_fraction(term["coefficient"], f"{at}.coefficient"))
        for part in read_list(term["atoms"], f"{at}.atoms", LONGEST_PRODUCT):
            product = product * _read_atom(part, tensors, f"{at}.atoms")
        for monomial, c in sum_over(product, *read_indices(term["sum"], f"{at}.sum")):
            total[monomial] = total.get(monomial, 0) + c
    return Polynomial(total)


def read_fact(data: object, tensors: Tensors, where: str = "fact") -> Fact:
    """The fact, an index polynomial and its relation to zero, of a JSON object."""
    entry = read_object(data, where, ("name", "for_all", "polynomial", "relation"))
    return Fact(
        read_name(entry["name"], f"{where}.name"),
        read_polynomial(entry["polynomial"], tensors, f"{where}.polynomial"),
        read_indices(entry["for_all"], f"{where}.for_all"),
        read_name(entry["relation"], f"{where}.relation"),
    )


def read_rule(data: object, tensors: Tensors, where: str = "rule") -> Rule:
    """The rule that binds tensors and alphabets, as sequents assume rules, of a JSON object."""
    entry = read_object(data, where, ("name", "alphabets", "tensors", "premises", "conclusion"))
    premises = enumerate(read_list(entry["premises"], f"{where}.premises"))
    return Rule(
        read_name(entry["name"], f"{where}.name"),
        tuple(
            read_tensor(name, tensors, f"{where}.tensors")
            for name in read_list(entry["tensors"], f"{where}.tensors")
        ),
        tuple(read_fact(p, tensors, f"{where}.premises[{k}]") for k, p in premises),
        read_fact(entry["conclusion"], tensors, f"{where}.conclusion"),
        read_alphabets(entry["alphabets"], f"{where}.alphabets"),
    )


def read_sequent(data: object, tensors: Tensors, where: str = "sequent") -> Sequent:
    """The sequent, facts and a goal that are polynomials in the tensors, of a JSON object."""
    entry = read_object(data, where, ("facts", "rules", "goal", "relation"))
    rules = enumerate(read_list(entry["rules"], f"{where}.rules"))
    return Sequent(
        read_facts(entry["facts"], tensors, f"{where}.facts"),
        read_polynomial(entry["goal"], tensors, f"{where}.goal"),
        read_name(entry["relation"], f"{where}.relation"),
        tuple(read_rule(rule, tensors, f"{where}.rules[{k}]") for k, rule in rules),
    )


def read_facts(data: object, tensors: Tensors, where: str) -> tuple[Fact, ...]:
    """The facts of a JSON list, each an index polynomial and its relation to zero."""
    facts = enumerate(read_list(data, where))
    return tuple(read_fact(fact, tensors, f"{where}[{k}]") for k, fact in facts)


def read_alphabets(data: object, where: str) -> tuple[str, ...]:
    """The names of the alphabets of tensors or indices, in a JSON list."""
    names = tuple(read_name(name, where) for name in read_list(data, where, LONGEST_PRODUCT))
    if not all(name.isidentifier() for name in names):
        refuse(where, "the name of an alphabet is an identifier")
    return names


def read_object(data: object, where: str, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """The JSON object of a tensor, monomial or sequent, checked; with just these keys, if given."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        refuse(where, "an object {..} is needed")
    if keys is not None and set(data) != set(keys):
        wrong = [f"no {key!r}" for key in keys if key not in data]
        wrong += [f"an unknown key {key[:40]!r}" for key in data if key not in keys]
        refuse(where, "there is " + " and ".join(wrong))
    if len(data) > LONGEST_LIST:
        refuse(where, f"more than {LONGEST_LIST} entries")
    return data


def read_list(data: object, where: str, longest: int = LONGEST_LIST) -> list[Any]:
    """A JSON list of monomials, indices or facts, checked to be one and not too long."""
    if not isinstance(data, list):
        refuse(where, "a list [..] is needed")
    if len(data) > longest:
        refuse(where, f"more than {longest} entries")
    return data


def read_name(data: object, where: str) -> str:
    """The name of a tensor, an index or a fact, in JSON: a nonempty text of one printable line."""
    if not (isinstance(data, str) and data.isprintable() and 0 < len(data) <= LONGEST_NAME):
        refuse(where, "a name is needed: one printable line of text")
    return data


def read_fraction(data: object, where: str) -> Fraction:
    """The rational coefficient of a monomial, in a JSON text in lowest terms, such as "-1/2".

    >>> read_fraction("2/4", "coefficient")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: coefficient: '2/4' is no fraction in lowest terms, such as '-1/2'
    """
    try:
        value = read_rational(data) if isinstance(data, str) else None
    except InvalidInput:
        value = None
    if value is None or str(value) != data:
        refuse(where, f"{str(data)[:40]!r} is no fraction in lowest terms, such as '-1/2'")
    return value


def read_tensor(data: object, tensors: Tensors, where: str) -> Tensor:
    """The tensor of this name among those declared, or |X|, the size of an alphabet, for JSON."""
    name = read_name(data, where)
    if name[0] == "|" and name[-1] == "|" and name[1:-1].isidentifier():
        return size(name[1:-1])
    tensor = tensors.get(name)
    if not isinstance(tensor, Tensor):
        refuse(where, f"no tensor is called {name!r}")
    return tensor


def read_indices(data: object, where: str) -> tuple[Index, ...]:
    """Distinct named indices of tensors, from a JSON list of texts such as "x:X"."""
    indices = tuple(read_index(part, where) for part in read_list(data, where, LONGEST_PRODUCT))
    if len(set(indices)) < len(indices):
        refuse(where, "one index stands there twice")
    return indices


def refuse(where: str, what: str) -> NoReturn:
    """Raise InvalidInput at the place where the JSON of a polynomial or sequent is wrong."""
    raise InvalidInput(f"{where}: {what}")


def _read_atom(data: object, tensors: Tensors, where: str) -> Polynomial:
    """The polynomial of a JSON atom: a tensor, a delta or a convex term at named indices."""
    parts = read_list(data, where, LONGEST_PRODUCT)
    if not parts:
        refuse(where, "an atom is a name followed by its indices")
    indices = [read_index(part, where) for part in parts[1:]]
    if parts[0] == DELTA and len(indices) == 2:
        return atom(delta(indices[0].alphabet), *indices)
    named = tensors.get(parts[0]) if isinstance(parts[0], str) else None
    if not isinstance(named, NamedTerm):
        return atom(read_tensor(parts[0], tensors, where), *indices)
    if len(indices) != len(named.letters):
        refuse(where, f"{parts[0]} stands at {len(named.letters)} letters")
    return substitute(named.polynomial, dict(zip(named.letters, indices, strict=True)))
