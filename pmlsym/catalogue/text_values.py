"""Quantities by their text, on an instance: how checks ask the package for its own value."""

from __future__ import annotations

from functools import cache

from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.parsing import parse_quantity
from pmlsym.evidence.instance import Instance
from pmlsym.numbers.number import Number

_quantity = cache(parse_quantity)


def value_of(text: str, instance: Instance, *, lets: tuple[str, ...] = ()) -> Number:
    """The exact value of a quantity on an instance that gives entries to its names.

    >>> value_of("pmin(P)", Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    1/3
    """
    return evaluate(_quantity(text, lets=lets), instance)
