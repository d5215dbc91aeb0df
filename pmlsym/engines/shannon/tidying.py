"""Fewer terms in an entropy proof, by the chain rule.

    I(A; B | C) + I(A; D | B, C)  =  I(A; B, D | C)          H(A | B, C) + I(A; B | C) = H(A | C)

The sums are equal as forms, so a tidied proof proves the same; it is checked again all the same.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from pmlsym.evidence.entropy_dual import EntropyTerm, Information, Variables


def tidy(terms: tuple[EntropyTerm, ...]) -> tuple[EntropyTerm, ...]:
    """The terms with informations joined wherever the chain rule applies.

    >>> from fractions import Fraction
    >>> one = [Information(("A",), ("B",), ()), Information(("A",), ("C",), ("B",))]
    >>> print(*(term.source for term in tidy(tuple(EntropyTerm(Fraction(1), i) for i in one))))
    I(A;B,C)
    """
    parts: dict[Information | str, Fraction] = {}
    for term in terms:
        parts[term.source] = parts.get(term.source, Fraction(0)) + term.coefficient
    while True:
        step = _step(parts)
        if step is None:
            return tuple(EntropyTerm(c, source) for source, c in parts.items() if c)
        first, second, whole = step
        common = min(parts[first], parts[second])
        for source in (first, second):
            parts[source] -= common
            if not parts[source]:
                del parts[source]
        parts[whole] = parts.get(whole, Fraction(0)) + common


def _step(
    parts: dict[Information | str, Fraction],
) -> tuple[Information, Information, Information] | None:
    known = [source for source in parts if isinstance(source, Information)]
    for first, second in permutations(known, 2):
        for left, right in ((first.left, first.right), (first.right, first.left)):
            whole = _joined(left, right, first, second)
            if whole is not None:
                return first, second, whole
    return None


def _joined(
    left: Variables, right: Variables, first: Information, second: Information
) -> Information | None:
    """I(left; right, more | given), if `second` is I(left; more | right, given)."""
    if set(second.given) != {*right, *first.given}:
        return None
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
