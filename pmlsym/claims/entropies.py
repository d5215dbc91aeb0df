"""Entropies in claims: how their words are read, and their exact value, sums of p log(1/p).

    H(A,B|C)    I(A,B;C|D)    markov(A, B, C)    markov(A; B,C; D)    indep(A, B)    indep(A;B|C)

A comma groups variables where a semicolon separates groups; without a semicolon, the commas of a
condition separate. markov(A, B, C, D) says that each group depends on all earlier ones only through
the one just before; indep(A, B, C) says that the groups are independent together. Both are read as
informations that are at most zero.

An instance of a claim about random variables gives their joint distribution as one tensor of
rationals, its name and axes such as joint(A,B,C); the variables are its alphabets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm
from operator import add
from typing import Any

from lark import Token, Tree

from pmlsym.calculus.meter import uncounted
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.names import VARIABLE, Names
from pmlsym.errors import ClaimSyntaxError, InvalidInput
from pmlsym.evidence.entropy_dual import EntropyForm, Information, Variables
from pmlsym.language.building import all_of
from pmlsym.language.fold import fold, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Entropic,
    Measure,
    Quantity,
    quantity_of,
)
from pmlsym.language.syntax import Source, Syntax
from pmlsym.language.value import Log, Ratio, Total, Weighted
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number

PREFIX = "joint("


def joint(variables: Variables) -> Tensor:
    """The joint distribution of the variables, as a tensor.

    >>> joint(("A", "B"))
    joint(A,B)(A, B)
    """
    name = f"{PREFIX}{','.join(variables)})"
    return Tensor(
        name, variables, nonnegative=True, stochastic=tuple(range(len(variables))), role="joint"
    )


def is_joint(tensor: Tensor) -> bool:
    """Whether the tensor is the joint distribution of random variables."""
    return tensor.role == "joint"


def joints_of(names: Iterable[str]) -> Iterator[Tensor]:
    """The joint distributions among the tensors of an instance, which has their names alone."""
    for name in names:
        if name.startswith(PREFIX):
            yield joint(tuple(name[len(PREFIX) : -1].split(",")))


def joint_of(instance: Instance, variables: Variables) -> Tensor:
    """The instance's joint distribution, of these variables and perhaps others.

    Raises InvalidInput where there is none.
    """
    for tensor in joints_of(instance.tensors):
        if set(variables) <= set(tensor.alphabets):
            return tensor
    raise InvalidInput(f"the instance gives no joint distribution of {', '.join(variables)}")


def form_of(quantity: Entropic) -> EntropyForm:
    """An entropy or information as a linear form in joint entropies."""
    return Information(quantity.left, quantity.right or quantity.left, quantity.given).form


@lru_cache(maxsize=1 << 9)
def in_masses(quantity: Quantity, joints: tuple[Tensor, ...]) -> Quantity:
    """The quantity with every entropy as a sum of m log m over the marginals of a joint law.

    Raises InvalidInput where no law has all the variables of one.

    >>> in_masses(Entropic(("A",)), (joint(("A", "B")),)).factors
    (-1, sum(m*log(m), m of A))
    """

    def rule(node: Any, done: tuple[Any, ...]) -> Any:
        return _in_masses(node, joints) if isinstance(node, Entropic) else rebuild(node, done)

    with uncounted():
        found: Quantity = fold(quantity, rule)
    return found


def _in_masses(entropic: Entropic, joints: tuple[Tensor, ...]) -> Quantity:
    for tensor in joints:
        if set(entropic.variables) <= set(tensor.alphabets):
            terms = [-c * _mass_logs(key, tensor) for key, c in form_of(entropic).terms]
            return reduce(add, terms, quantity_of(0)) if len(terms) != 1 else terms[0]
    raise InvalidInput(f"no joint distribution has the variables of {entropic}")


def _mass_logs(key: Any, tensor: Tensor) -> Quantity:
    """The sum of m log m over the masses of some of the variables."""
    letters = [Index(name, name) for name in tensor.alphabets]
    away = [index for index in letters if index.alphabet not in key]
    mass = sum_over(atom(tensor, *letters), *away)
    kept = tuple(index for index in letters if index.alphabet in key)
    text = f"sum(m*log(m), m of {','.join(key)})"
    return Measure(text, (), Total(kept, Weighted(mass, Log(Ratio(mass)))), is_log=False)


def entropy_of(form: EntropyForm, variables: Variables, instance: Instance) -> Number:
    """The number of a form in joint entropies of the variables.

    >>> instance = Instance({"A": 2, "B": 2}, {"joint(A,B)": [["1/2", 0], [0, "1/2"]]})
    >>> entropy_of(EntropyForm.of({("A", "B"): Fraction(2)}), ("A", "B"), instance)
    2*log(2)
    """
    tensor = joint_of(instance, variables)
    entries = list(_walk(instance.tensors[tensor.name], ()))
    whole = lcm(*(mass.denominator for _, mass in entries))
    shares = [(at, mass.numerator * (whole // mass.denominator)) for at, mass in entries]
    scale = lcm(*(c.denominator for _, c in form.terms))
    counts: dict[int, int] = {}
    for key, c in form.terms:
        if not isinstance(key, tuple):
            raise InvalidInput(f"{key} is no entropy")
        times = c.numerator * (scale // c.denominator)
        places = [tensor.alphabets.index(name) for name in key]
        for share in _marginal(shares, places).values():
            counts[share] = counts.get(share, 0) + times
    logs = [
        (Fraction(whole, share), Fraction(count * share, scale * whole))
        for share, count in sorted(counts.items(), reverse=True)
        if count and share < whole
    ]
    return Exact(Fraction(0), tuple(logs))


def _walk(entries: Any, at: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    if isinstance(entries, tuple):
        for letter, inner in enumerate(entries):
            yield from _walk(inner, (*at, letter))
    elif entries:
        yield at, entries


def _marginal(
    shares: list[tuple[tuple[int, ...], int]], places: list[int]
) -> dict[tuple[int, ...], int]:
    """The shares of what some variables are: whole numbers, which are added fast."""
    total: dict[tuple[int, ...], int] = {}
    for at, share in shares:
        key = tuple([at[k] for k in places])
        total[key] = total.get(key, 0) + share
    return total


USAGE = {
    "H": "H(A,B|C)",
    "I": "I(A,B;C|D)",
    "markov": "markov(A, B, C)",
    "indep": "indep(A, B), or indep(A, B|C)",
}
CONDITIONS = ("markov", "indep")


def is_entropic(tree: Syntax) -> bool:
    """Whether a call is a word over random variables."""
    return str(tree.children[0]) in USAGE


def read_entropic(source: Source, names: Names, tree: Syntax) -> Callable[[], Entropic]:
    """H(..) or I(..), from its call. Raises ClaimSyntaxError with the place."""
    word = str(tree.children[0])
    if word in CONDITIONS:
        reason = f"'{source.at(tree)}' is a condition, not a number"
        raise source.error(ClaimSyntaxError, reason, tree)
    groups, given = _arguments(source, names, tree, ";")
    if len(groups) != (1 if word == "H" else 2):
        raise _usage(source, tree)
    quantity = Entropic(groups[0], groups[1] if word == "I" else (), given)
    return lambda: quantity


def read_condition(source: Source, names: Names, tree: Syntax) -> Callable[[], Claim]:
    """markov(..) or indep(..), from its call. Raises ClaimSyntaxError with the place."""
    word = str(tree.children[0])
    if word not in CONDITIONS:
        reason = f"'{source.at(tree)}' is a number; compare it with another"
        raise source.error(ClaimSyntaxError, reason, tree)
    separator = ";" if ";" in tree.children else ","
    groups, given = _arguments(source, names, tree, separator)
    if word == "markov":
        if len(groups) < 3 or given:
            raise _usage(source, tree)
        zeros = [
            Entropic(_union(groups[: k - 1]), groups[k], groups[k - 1])
            for k in range(2, len(groups))
        ]
    else:
        if len(groups) < 2:
            raise _usage(source, tree)
        zeros = [Entropic(_union(groups[:k]), groups[k], given) for k in range(1, len(groups))]
    claims = tuple(Comparison(zero, "<=", Constant(Fraction(0))) for zero in zeros)
    return lambda: all_of(*claims)


def _arguments(
    source: Source, names: Names, tree: Syntax, separator: str
) -> tuple[list[Variables], Variables]:
    """The groups of variables before the bar, and the variables behind it."""
    groups: list[list[str]] = [[]]
    given: list[str] | None = None
    for part in tree.children[1:]:
        if isinstance(part, Token):
            if given is None and part == separator:
                groups.append([])
            elif part == ";":
                raise source.error(ClaimSyntaxError, "write a comma in place of ;", part)
            continue
        for k, name in enumerate(_names(source, tree, part)):
            names.use(source, name, VARIABLE)
            if k == 1:
                if given is not None:
                    raise _usage(source, tree)
                given = []
            (groups[-1] if given is None else given).append(str(name))
    if not all(groups):
        raise _usage(source, tree)
    return [_union([tuple(g)]) for g in groups], _union([tuple(given or ())])


def _names(source: Source, call: Syntax, part: Syntax) -> list[Token]:
    """A variable, or the two on the sides of a bar."""
    pair = part.children if part.data == "given" else [part]
    names = []
    for side in pair:
        name = side.children[0] if isinstance(side, Tree) and side.data == "name" else None
        if not isinstance(name, Token):
            raise _usage(source, call)
        names.append(name)
    return names


def _union(groups: list[Variables]) -> Variables:
    return tuple(sorted({name for group in groups for name in group}))


def _usage(source: Source, tree: Syntax) -> ClaimSyntaxError:
    word = str(tree.children[0])
    reason = f"'{source.at(tree)}' has the wrong arguments; write {USAGE[word]}"
    return source.error(ClaimSyntaxError, reason, tree)
