"""Scalars that a claim puts into exponents: those that are compared with leakages."""

from __future__ import annotations

from collections.abc import Iterable

from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Exponential, Measure, Scalar
from pmlsym.language.value import polynomials_of
from pmlsym.lowering.linear import has_logs, leaves


def exponents_of(claim: Claim, measures: Iterable[Measure] = ()) -> frozenset[str]:
    """The names of the scalars whose exponentials the levels of a claim are made of.

    Those of its `measures` are the levels in them.

    >>> from pmlsym.claims.parsing import parse
    >>> sorted(exponents_of(parse("pml(P, W) <= a + b and b <= c and d <= 1 => d <= exp(e)")))
    ['a', 'b', 'c', 'e']
    """
    comparisons = [part for part in walk(claim) if isinstance(part, Comparison)]
    sides = [(each, [*leaves(each.left), *leaves(each.right)]) for each in comparisons]
    powers = [part.body for part in walk(claim) if isinstance(part, Exponential)]
    found = {name for body in powers for name in _scalars(walk(body))}
    found |= {name for measure in measures for name in _in_levels(measure)}
    for each, every in sides:
        if has_logs(each.left) or has_logs(each.right):
            found |= _scalars(every)
    alone = [_scalars(every) for _, every in sides if all(map(_is_number, every))]
    while more := {name for names in alone if names & found for name in names} - found:
        found |= more
    return frozenset(found)


def _scalars(parts: Iterable[object]) -> set[str]:
    return {part.name for part in parts if isinstance(part, Scalar)}


def _is_number(leaf: object) -> bool:
    return isinstance(leaf, Scalar | Constant)


def _in_levels(measure: Measure) -> set[str]:
    tensors = {tensor for p in polynomials_of(measure.value) for tensor in p.tensors}
    return {tensor.number for tensor in tensors if tensor.is_exponential}
