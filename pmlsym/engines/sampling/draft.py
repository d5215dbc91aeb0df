"""Drafts: instances on the way to a counterexample, whose scalars are still rules.

A draft has exact entries and, for each free scalar, a quantity such as pml(P, W): when the entries
change, the scalar follows. `instance_of` evaluates the rules exactly; `is_violated` decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import subjects
from pmlsym.errors import AlphabetMismatch, InvalidInput, OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, Number

Entries = NDArray[Any]

SHARE = 4
"""Steps for an entry that is moved to another denominator."""

NOT_AN_INSTANCE = (AlphabetMismatch, InvalidInput, OutOfDomain, Unsupported)


@dataclass(frozen=True, eq=False)
class Draft:
    """Sizes, exact entries (arrays of fractions), rules of scalars in order, outcomes."""

    sizes: Mapping[str, int]
    entries: Mapping[str, Entries]
    rules: tuple[tuple[str, Quantity | Number], ...] = ()
    outcomes: Mapping[str, int] = field(default_factory=dict)


def instance_of(draft: Draft) -> Instance | None:
    """The instance of a draft, or None where a scalar's rule has no exact finite value."""
    tensors = {name: array.tolist() for name, array in draft.entries.items()}
    scalars: dict[str, Number] = {}
    try:
        for name, rule in draft.rules:
            if isinstance(rule, Number):
                value = rule
            else:
                value = evaluate(rule, Instance(draft.sizes, tensors, scalars, draft.outcomes))
            if not isinstance(value, Exact):
                return None
            scalars[name] = value
        return Instance(draft.sizes, tensors, scalars, draft.outcomes)
    except NOT_AN_INSTANCE:
        return None


def is_violated(claim: Claim, instance: Instance | None) -> bool:
    """Whether the claim is false on the instance, exactly; outside its domain it is not.

    >>> from pmlsym.language.building import log
    >>> is_violated(log(3) <= 1, Instance({})), is_violated(log(0) >= log(-1), Instance({}))
    (True, False)
    """
    if instance is None:
        return False
    try:
        return not holds(claim, instance)
    except NOT_AN_INSTANCE:
        return False


def array_of(entries: Any) -> Entries:
    """Nested tuples of fractions as an array of objects."""
    return np.array(entries, dtype=object)


def drafted(claim: Claim, instance: Instance) -> Draft:
    """The draft of an instance, its scalars fixed."""
    about = subjects(claim)
    own = {tensor.name for tensor in about.tensors}
    entries = {name: array_of(e) for name, e in instance.tensors.items() if name in own}
    return Draft(instance.sizes, entries, tuple(instance.scalars.items()), instance.outcomes)


def rounded(tensor: Tensor, entries: Entries, denominator: int) -> Entries:
    """The entries moved to that denominator, their sums of one kept.

    >>> p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> rounded(p, np.array([0.3, 0.3, 0.4]), 2).tolist()
    [Fraction(1, 2), Fraction(0, 1), Fraction(1, 2)]
    """
    places = tensor.stochastic
    result = np.empty(entries.shape, dtype=object)
    if not places:
        for at in np.ndindex(entries.shape):
            entry: Any = entries[at]
            result[at] = Fraction(round(Fraction(entry) * denominator), denominator)
        return result
    rows = [n if k not in places else 1 for k, n in enumerate(entries.shape)]
    for row in np.ndindex(*rows):
        cut = tuple(slice(None) if k in places else row[k] for k in range(entries.ndim))
        shares = entries[cut]
        result[cut] = np.array(shared(list(shares.ravel()), denominator), dtype=object).reshape(
            shares.shape
        )
    return result


def shared(shares: list[Any], denominator: int) -> list[Fraction]:
    """Largest remainders: nonnegative multiples of 1/denominator with sum one, near the shares."""
    tick(SHARE * len(shares))
    wanted = [Fraction(share) * denominator for share in shares]
    whole = [int(w) for w in wanted]
    order = sorted(range(len(shares)), key=lambda k: (whole[k] - wanted[k], k))
    for k in order[: max(0, denominator - sum(whole))]:
        whole[k] += 1
    return [Fraction(n, denominator) for n in whole]
