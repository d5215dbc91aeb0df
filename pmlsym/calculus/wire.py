"""The calculus as JSON: data only, readable by a person, read back strictly.

    index        "x:X"                               letter x of alphabet X
    polynomial   [{"coefficient": "-1/2", "sum": ["x1:X"], "atoms": [["p", "x1:X"], ["t"]]}, ..]
    tensors      {"p": {"alphabets": ["X"], "facts": ["nonnegative"], "stochastic": [0]}, ..}

A monomial lists its atoms and the indices summed over it; it is rebuilt with `atom` and `sum_over`,
so that what is read is in normal form whatever the file says, and a summed index that occurs in
no atom is the factor |X|. Deltas and sizes of alphabets are known and stand in no table. Anything
unexpected raises InvalidInput, in one line that says where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from pmlsym.calculus.normal_form import Monomial, loosen
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.rational import read_rational
from pmlsym.calculus.sequent import Fact, Schema, Sequent
from pmlsym.calculus.tensor import DELTA, Index, Tensor, delta, size
from pmlsym.errors import InvalidInput

DECLARABLE = ("nonnegative", "positive", "at_most_one", "indicator")
LONGEST_LIST, LONGEST_PRODUCT, LONGEST_NAME = 20_000, 24, 10_000
_LETTER = re.compile(r"[^\W\d][\w'*~]*")

Tensors = Mapping[str, Tensor]


def write_index(index: Index) -> str:
    """An index as text.

    >>> write_index(Index("X", "x'"))
    "x':X"
    """
    return f"{index.name}:{index.alphabet}"


def write_tensors(tensors: Iterable[Tensor]) -> dict[str, Any]:
    """The declarations of tensors; deltas and sizes need none.

    Raises InvalidInput where two different tensors have one name.
    """
    table: dict[str, Any] = {}
    for tensor in sorted(set(tensors)):
        if not (tensor.is_delta or tensor.is_size):
            facts = [fact for fact in DECLARABLE if getattr(tensor, fact)]
            alphabets, places = list(tensor.alphabets), list(tensor.stochastic)
            declared = {"alphabets": alphabets, "facts": facts, "stochastic": places}
            if table.setdefault(tensor.name, declared) is not declared:
                raise InvalidInput(f"two different tensors are called {tensor.name}")
    return table


def write_polynomial(polynomial: Polynomial) -> list[dict[str, Any]]:
    """A polynomial as a list of its monomials, in a fixed order.

    >>> x = Index("X", "x")
    >>> write_polynomial(2 * sum_over(atom(Tensor("m", ("X",)), x), x))
    [{'coefficient': '2', 'sum': ['x1:X'], 'atoms': [['m', 'x1:X']]}]
    """
    taken = {index.name for index in polynomial.free}
    ordered = sorted(polynomial, key=lambda item: (len(item[0]), item[0]))
    return [_write_monomial(monomial, Fraction(c), taken) for monomial, c in ordered]


def write_fact(fact: Fact) -> dict[str, Any]:
    """A fact with its name, quantified indices, polynomial and relation."""
    return {
        "name": fact.name,
        "for_all": [write_index(index) for index in fact.indices],
        "polynomial": write_polynomial(fact.polynomial),
        "relation": fact.relation,
    }


def write_schema(schema: Schema) -> dict[str, Any]:
    """A second-order hypothesis."""
    return {
        "name": schema.name,
        "parameter": schema.parameter.name,
        "conditions": [write_fact(condition) for condition in schema.conditions],
        "conclusion": write_fact(schema.conclusion),
    }


def write_sequent(sequent: Sequent) -> dict[str, Any]:
    """A sequent without the table of its tensors."""
    return {
        "facts": [write_fact(fact) for fact in sequent.facts],
        "schemas": [write_schema(schema) for schema in sequent.schemas],
        "goal": write_polynomial(sequent.goal),
        "relation": sequent.relation,
    }


def read_index(data: object, where: str) -> Index:
    """The index of a text such as "x:X"."""
    name, _, alphabet = read_name(data, where).rpartition(":")
    if not (_LETTER.fullmatch(name) and alphabet.isidentifier()):
        refuse(where, f"{data!r} is no index; write a letter and its alphabet, such as 'x:X'")
    return Index(alphabet, name)


def read_tensors(data: object, where: str = "tensors") -> dict[str, Tensor]:
    """The tensors of a table.

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


def read_polynomial(data: object, tensors: Tensors, where: str = "polynomial") -> Polynomial:
    """The polynomial of a list of monomials, in normal form."""
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
    """A fact."""
    entry = read_object(data, where, ("name", "for_all", "polynomial", "relation"))
    return Fact(
        read_name(entry["name"], f"{where}.name"),
        read_polynomial(entry["polynomial"], tensors, f"{where}.polynomial"),
        read_indices(entry["for_all"], f"{where}.for_all"),
        read_name(entry["relation"], f"{where}.relation"),
    )


def read_schema(data: object, tensors: Tensors, where: str = "schema") -> Schema:
    """A second-order hypothesis."""
    entry = read_object(data, where, ("name", "parameter", "conditions", "conclusion"))
    conditions = enumerate(read_list(entry["conditions"], f"{where}.conditions"))
    return Schema(
        read_name(entry["name"], f"{where}.name"),
        read_tensor(entry["parameter"], tensors, f"{where}.parameter"),
        tuple(read_fact(c, tensors, f"{where}.conditions[{k}]") for k, c in conditions),
        read_fact(entry["conclusion"], tensors, f"{where}.conclusion"),
    )


def read_sequent(data: object, tensors: Tensors, where: str = "sequent") -> Sequent:
    """A sequent over the given tensors."""
    entry = read_object(data, where, ("facts", "schemas", "goal", "relation"))
    facts = enumerate(read_list(entry["facts"], f"{where}.facts"))
    schemas = enumerate(read_list(entry["schemas"], f"{where}.schemas"))
    return Sequent(
        tuple(read_fact(f, tensors, f"{where}.facts[{k}]") for k, f in facts),
        read_polynomial(entry["goal"], tensors, f"{where}.goal"),
        read_name(entry["relation"], f"{where}.relation"),
        tuple(read_schema(s, tensors, f"{where}.schemas[{k}]") for k, s in schemas),
    )


def read_object(data: object, where: str, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """An object with exactly these keys, or with any if none are given."""
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
    """A list that is not absurdly long."""
    if not isinstance(data, list):
        refuse(where, "a list [..] is needed")
    if len(data) > longest:
        refuse(where, f"more than {longest} entries")
    return data


def read_name(data: object, where: str) -> str:
    """A nonempty text of one printable line."""
    if not (isinstance(data, str) and data.isprintable() and 0 < len(data) <= LONGEST_NAME):
        refuse(where, "a name is needed: one printable line of text")
    return data


def read_fraction(data: object, where: str) -> Fraction:
    """A rational in lowest terms, such as "-1/2".

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
    """A tensor of the table, or the size of an alphabet."""
    name = read_name(data, where)
    if name[0] == "|" and name[-1] == "|" and name[1:-1].isidentifier():
        return size(name[1:-1])
    if name not in tensors:
        refuse(where, f"no tensor is called {name!r}")
    return tensors[name]


def read_indices(data: object, where: str) -> tuple[Index, ...]:
    """A list of distinct indices."""
    indices = tuple(read_index(part, where) for part in read_list(data, where, LONGEST_PRODUCT))
    if len(set(indices)) < len(indices):
        refuse(where, "one index stands there twice")
    return indices


def refuse(where: str, what: str) -> NoReturn:
    """Raise InvalidInput with the place and what is wrong there."""
    raise InvalidInput(f"{where}: {what}")


def _write_monomial(monomial: Monomial, c: Fraction, taken: set[str]) -> dict[str, Any]:
    atoms, summed = loosen(monomial)
    fresh, names = set(taken), {}
    for k, index in enumerate(summed):
        name = f"{index.alphabet.lower()}{k + 1}"
        while name in fresh:
            name += "'"
        fresh.add(name)
        names[index] = Index(index.alphabet, name)
    return {
        "coefficient": str(c),
        "sum": [write_index(index) for index in names.values()],
        "atoms": [[t.name, *(write_index(names.get(i, i)) for i in own)] for t, own in atoms],
    }


def _read_atom(data: object, tensors: Tensors, where: str) -> Polynomial:
    parts = read_list(data, where, LONGEST_PRODUCT)
    if not parts:
        refuse(where, "an atom is a name followed by its indices")
    indices = [read_index(part, where) for part in parts[1:]]
    if parts[0] == DELTA and len(indices) == 2:
        return atom(delta(indices[0].alphabet), *indices)
    return atom(read_tensor(parts[0], tensors, where), *indices)
