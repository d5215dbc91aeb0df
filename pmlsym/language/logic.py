"""What the connectives of claims mean over some entries, and the one place that reads them.

Truths, slacks on many instances and pieces of text are entries. How comparisons are read and how
they are joined is a `Logic`, as an `Arithmetic` is of quantities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pmlsym.errors import Unsupported
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Disjunction,
    Implication,
    Negation,
)

T = TypeVar("T")


@dataclass(kw_only=True)
class Logic(Generic[T]):
    """The rules. The conclusion of an implication is read only if its rule asks for it.

    >>> from operator import not_
    >>> from pmlsym.claims.parsing import parse
    >>> claim = parse("a <= b and not b < c")
    >>> Logic(
    ...     compare=lambda part: part.relation == "<=",
    ...     condition=lambda part: True,
    ...     all_of=all,
    ...     any_of=any,
    ...     negate=not_,
    ...     implies=lambda premise, conclusion: not premise or conclusion(),
    ... ).read(claim)
    True
    """

    compare: Callable[[Comparison], T]
    condition: Callable[[Condition], T]
    all_of: Callable[[Sequence[T]], T]
    any_of: Callable[[Sequence[T]], T]
    negate: Callable[[T], T]
    implies: Callable[[T, Callable[[], T]], T]

    def read(self, claim: Claim) -> T:
        """The entry of a claim."""
        match claim:
            case Comparison():
                return self.compare(claim)
            case Condition():
                return self.condition(claim)
            case Conjunction(claims):
                return self.all_of([self.read(part) for part in claims])
            case Disjunction(claims):
                return self.any_of([self.read(part) for part in claims])
            case Negation(inner):
                return self.negate(self.read(inner))
            case Implication(premise, conclusion):
                return self.implies(self.read(premise), lambda: self.read(conclusion))
        raise Unsupported(f"{type(claim).__name__} is no claim that is read here")
