"""Entropies of random variables on an instance: joint distributions, and sums of p log(1/p).

An instance of a claim about random variables gives their joint distribution as one tensor of
rationals, named by its axes, such as joint(A,B,C); the variables are its alphabets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm
from operator import add
from typing import Any

from pmlsym.calculus.meter import uncounted
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.evidence.entropy_dual import EntropyForm, Information, Variables
from pmlsym.language.fold import fold, rebuild
from pmlsym.language.nodes import Entropic, Measure, Quantity, quantity_of
from pmlsym.language.value import Log, Ratio, Total, Weighted
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number

PREFIX = "joint("


def joint(variables: Variables) -> Tensor:
    """The tensor joint(A,B) that an instance of a claim about random variables A, B gives.

    >>> joint(("A", "B"))
    joint(A,B)(A, B)
    """
    name = f"{PREFIX}{','.join(variables)})"
    return Tensor(
        name, variables, nonnegative=True, stochastic=tuple(range(len(variables))), role="joint"
    )


def is_joint(tensor: Tensor) -> bool:
    """Whether a tensor of a claim is the joint distribution of random variables such as A, B."""
    return tensor.role == "joint"


def joints_of(names: Iterable[str]) -> Iterator[Tensor]:
    """The joint laws that an instance of a claim has for random variables, by tensors' names."""
    for name in names:
        if name.startswith(PREFIX):
            yield joint(tuple(name[len(PREFIX) : -1].split(",")))


def joint_of(instance: Instance, variables: Variables) -> Tensor:
    """The joint law that a claim's random variables have on an instance, perhaps with others.

    Raises InvalidInput where the instance has no joint law.
    """
    for tensor in joints_of(instance.tensors):
        if set(variables) <= set(tensor.alphabets):
            return tensor
    raise InvalidInput(f"the instance gives no joint distribution of {', '.join(variables)}")


def form_of(quantity: Entropic) -> EntropyForm:
    """The equal of a claim's entropy or information, such as I(A;B), linear in joint entropies."""
    return Information(quantity.left, quantity.right or quantity.left, quantity.given).form


@lru_cache(maxsize=1 << 9)
def in_masses(quantity: Quantity, joints: tuple[Tensor, ...]) -> Quantity:
    """The quantity of a claim with the equal of each entropy put in: sums of m log m over a law.

    Raises InvalidInput where no law has all the variables of one of the entropies.

    >>> in_masses(Entropic(("A",)), (joint(("A", "B")),)).factors
    (-1, sum(m*log(m), m of A))
    """

    def rule(node: Any, done: tuple[Any, ...]) -> Any:
        """A sum of m log m for a part of the claim that is an entropy; else the part made anew."""
        return _in_mass_logs(node, joints) if isinstance(node, Entropic) else rebuild(node, done)

    with uncounted():
        changed: Quantity = fold(quantity, rule)
    return changed


def _in_mass_logs(entropic: Entropic, joints: tuple[Tensor, ...]) -> Quantity:
    """The equal of a claim's entropy, to be put in: sums of m log m over a law of its variables."""
    for tensor in joints:
        if set(entropic.variables) <= set(tensor.alphabets):
            terms = [-c * _mass_log_sum(key, tensor) for key, c in form_of(entropic).terms]
            return reduce(add, terms, quantity_of(0)) if len(terms) != 1 else terms[0]
    raise InvalidInput(f"no joint distribution has the variables of {entropic}")


def _mass_log_sum(key: Any, tensor: Tensor) -> Quantity:
    """The sum of m log m over a law's marginal: minus one entropy that a claim has."""
    letters = [Index(name, name) for name in tensor.alphabets]
    away = [index for index in letters if index.alphabet not in key]
    mass = sum_over(atom(tensor, *letters), *away)
    kept = tuple(index for index in letters if index.alphabet in key)
    text = f"sum(m*log(m), m of {','.join(key)})"
    return Measure(text, (), Total(kept, Weighted(mass, Log(Ratio(mass)))), is_log=False)


def entropy_of(form: EntropyForm, variables: Variables, instance: Instance) -> Number:
    """The exact number of a linear form in joint entropies on an instance of a claim.

    >>> instance = Instance({"A": 2, "B": 2}, {"joint(A,B)": [["1/2", 0], [0, "1/2"]]})
    >>> entropy_of(EntropyForm.of({("A", "B"): Fraction(2)}), ("A", "B"), instance)
    2*log(2)
    """
    tensor = joint_of(instance, variables)
    entries = list(_masses(instance.tensors[tensor.name], ()))
    whole = lcm(*(mass.denominator for _, mass in entries))
    shares = [(at, mass.numerator * (whole // mass.denominator)) for at, mass in entries]
    scale = lcm(*(c.denominator for _, c in form.terms))
    counts: dict[int, int] = {}
    for key, c in form.terms:
        if not isinstance(key, tuple):
            raise InvalidInput(f"{key} is no entropy")
        times = c.numerator * (scale // c.denominator)
        places = [tensor.alphabets.index(name) for name in key]
        for share in _marginal_shares(shares, places).values():
            counts[share] = counts.get(share, 0) + times
    logs = [
        (Fraction(whole, share), Fraction(count * share, scale * whole))
        for share, count in sorted(counts.items(), reverse=True)
        if count and share < whole
    ]
    return Exact(Fraction(0), tuple(logs))


def _masses(entries: Any, at: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The positive masses of an instance's joint law, nested tuples, each with its indices."""
    if isinstance(entries, tuple):
        for letter, inner in enumerate(entries):
            yield from _masses(inner, (*at, letter))
    elif entries:
        yield at, entries


def _marginal_shares(
    shares: list[tuple[tuple[int, ...], int]], places: list[int]
) -> dict[tuple[int, ...], int]:
    """The marginal of an instance's joint law at some places, in whole numbers, added fast."""
    total: dict[tuple[int, ...], int] = {}
    for at, share in shares:
        key = tuple([at[k] for k in places])
        total[key] = total.get(key, 0) + share
    return total
