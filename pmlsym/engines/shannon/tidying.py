"""Fewer terms in an entropy proof, by the chain rule.

    I(A; B | C) + I(A; D | B, C)  =  I(A; B, D | C)          H(A | B, C) + I(A; B | C) = H(A | C)

The sums are equal as forms, so a tidied proof proves the same; it is checked again all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pmlsym.evidence.entropy_dual import EntropyTerm, Information, Variables
from pmlsym.meter import tick


def tidy(terms: tuple[EntropyTerm, ...]) -> tuple[EntropyTerm, ...]:
    """The terms with informations joined wherever the chain rule applies.

    >>> from fractions import Fraction
    >>> one = [Information(("A",), ("B",), ()), Information(("A",), ("C",), ("B",))]
    >>> print(*(term.source for term in tidy(tuple(EntropyTerm(Fraction(1), i) for i in one))))
    I(A;B,C)
    """
    parts: dict[Information | str, Fraction] = {}
    by_given: dict[frozenset[str], dict[Information, None]] = {}

    def put(source: Information | str, c: Fraction) -> None:
        parts[source] = parts.get(source, Fraction(0)) + c
        if isinstance(source, Information):
            among = by_given.setdefault(frozenset(source.given), {})
            among[source] = None
            if not parts[source]:
                del parts[source], among[source]

    for term in terms:
        put(term.source, term.coefficient)
    grows = True
    while grows:
        grows = False
        for first in [source for source in parts if isinstance(source, Information)]:
            while first in parts and (step := _step(first, by_given)):
                second, whole = step
                common = min(parts[first], parts[second])
                tick()
                for source, c in ((first, -common), (second, -common), (whole, common)):
                    put(source, c)
                grows = True
    return tuple(EntropyTerm(c, source) for source, c in parts.items() if c)


def _step(
    first: Information, by_given: Mapping[frozenset[str], Iterable[Information]]
) -> tuple[Information, Information] | None:
    """Another information that goes on where the first ends, and both in one."""
    for left, right in ((first.left, first.right), (first.right, first.left)):
        for second in by_given.get(frozenset((*right, *first.given)), ()):
            whole = _joined(left, right, first, second) if second != first else None
            if whole is not None:
                return second, whole
    return None


def _joined(
    left: Variables, right: Variables, first: Information, second: Information
) -> Information | None:
    """I(left; right, more | given), if `second`, given right and given, is I(left; more | ..)."""
    if first.left != first.right and second.left == second.right == left:
        return Information(left, left, first.given)
    if first.left == first.right:
        if second.left == second.right:
            both = tuple(sorted({*left, *second.left}))
            return Information(both, both, first.given)
        return None
    for a, more in ((second.left, second.right), (second.right, second.left)):
        if a == left and a != more:
            return Information(left, tuple(sorted({*right, *more})), first.given)
    return None
