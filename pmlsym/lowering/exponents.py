"""Scalars that a claim puts into exponents: those that are compared with leakages."""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Exponential, Measure, Scalar
from pmlsym.language.value import polynomials_of
from pmlsym.lowering.linear import has_logs, leaves


def exponents_of(claim: Claim) -> frozenset[str]:
    """The names of the scalars whose exponentials the levels of a claim are made of.

    >>> from pmlsym.claims.parsing import parse
    >>> text = "pml(P, W) <= a + b and b <= c and d <= 1 => tail(P, W, e) <= d"
    >>> sorted(exponents_of(parse(text)))
    ['a', 'b', 'c', 'e']
    """
    found = {name for part in walk(claim) for name in _names(part)}
    together = [_compared(part) for part in walk(claim) if isinstance(part, Comparison)]
    while more := {n for names in together if names & found for n in names} - found:
        found |= more
    return frozenset(found)


def _compared(comparison: Comparison) -> set[str]:
    """The scalars of a comparison that has nothing else."""
    every = [*leaves(comparison.left), *leaves(comparison.right)]
    numbers = [leaf.name for leaf in every if isinstance(leaf, Scalar)]
    plain = sum(isinstance(leaf, Scalar | Constant) for leaf in every) == len(every)
    return set(numbers) if plain else set()


def _names(part: object) -> Iterator[str]:
    match part:
        case Comparison(left, _, right) if has_logs(left) or has_logs(right):
            every = (leaf for side in (left, right) for leaf in leaves(side))
            yield from (leaf.name for leaf in every if isinstance(leaf, Scalar))
        case Exponential(body):
            yield from (inner.name for inner in walk(body) if isinstance(inner, Scalar))
        case Measure(value=value):
            for polynomial in polynomials_of(value):
                for tensor in polynomial.tensors:
                    if tensor.is_exponential:
                        yield tensor.number
