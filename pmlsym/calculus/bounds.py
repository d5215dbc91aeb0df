"""Lower and upper bounds of index polynomials, from the declared facts of their tensors.

    1 - sum_x p(x)W(x,y) >= 0                 W <= 1 is dropped, and sum_x p(x) = 1
    sum_x p(x)W(x,y) - p(x)W(x,y) >= 0        the second is a term of the first
    (a - b)^2 >= 0                            a square, found by the roots of its pure terms

Only exact normal forms decide; a bound that needs anything else is not found.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import isqrt

from pmlsym.calculus.normal_form import ONE, Atom, Monomial, loosen, normalise, rename
from pmlsym.calculus.polynomial import Coefficient, Polynomial
from pmlsym.calculus.tensor import Index

DROPPED, ROOTS, PAIRS = 8, 4, 400
"""The most atoms that are dropped (in 256 ways) and the most pure terms that are roots (in 8 ways);
and the most pairs of a negative and a positive term that are compared, which takes a second."""


@lru_cache(maxsize=1 << 12)
def lower(polynomial: Polynomial) -> Fraction | None:
    """A lower bound of an index polynomial, on all instances and at all letters, or None.

    Each negative term is covered by larger positive terms, or by a number.

    >>> from pmlsym.calculus.polynomial import atom, sum_over
    >>> from pmlsym.calculus.tensor import Tensor
    >>> x, p = Index("X", "x"), Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
    >>> lower(2 - atom(p, x)), lower(sum_over(atom(p, x) ** 2, x) - atom(p, x)), lower(-atom(p, x))
    (Fraction(1, 1), Fraction(-1, 1), Fraction(-1, 1))
    """
    base = Fraction(polynomial.terms.get(ONE, 0))
    cover = {m: c for m, c in polynomial if c > 0 and m}
    covered = [(m, -c) for m, c in polynomial if c < 0 and m]
    if not all(map(is_nonnegative, cover)) or not all(_is_of_nonnegative(m) for m, _ in covered):
        return _of_square(polynomial)
    if len(covered) * len(cover) > PAIRS:
        return _of_square(polynomial)
    for monomial, left in covered:
        for larger, room in cover.items():
            if left and room and _is_below(monomial, larger):
                used = min(left, room)
                left, cover[larger] = left - used, room - used
        if left and not _is_below(monomial, ONE):
            return _of_square(polynomial)
        base -= left
    base += sum(c for m, c in cover.items() if all(t.is_size for part in m for t, _ in part))
    found = _of_square(polynomial) if base < 0 else None
    return base if found is None else found


def upper(polynomial: Polynomial) -> Fraction | None:
    """An upper bound of an index polynomial on all instances, or None if none is found."""
    found = lower(-polynomial)
    return None if found is None else -found


def at_least_zero(polynomial: Polynomial) -> bool:
    """Whether the lower bound found for an index polynomial is at least zero."""
    found = lower(polynomial)
    return found is not None and found >= 0


def is_nonnegative(monomial: Monomial) -> bool:
    """Whether each factor of a monomial is nonnegative, or occurs an even number of times."""
    odd = (part for part, count in Counter(monomial).items() if count % 2)
    return all(tensor.is_nonnegative for part in odd for tensor, _ in part)


def _is_of_nonnegative(monomial: Monomial) -> bool:
    """Whether no tensor of a monomial, in a bound of a polynomial, may be negative."""
    return all(tensor.is_nonnegative for part in monomial for tensor, _ in part)


@lru_cache(maxsize=1 << 14)
def _is_below(small: Monomial, large: Monomial) -> bool:
    """Whether one monomial is at most another, both of nonnegative tensors, some of them <= 1.

    Atoms that are at most one may be dropped from the small product; the rest has to be a part of
    the large one. All choices of at most DROPPED atoms are tried.
    """
    atoms, summed = loosen(small)
    spare = Counter(tensor for tensor, _ in atoms)
    spare.subtract(tensor for tensor, _ in loosen(large)[0] if not tensor.is_size)
    if not _is_of_nonnegative(large) or min(spare.values(), default=0) < 0:
        return False
    places = [k for k, (tensor, _) in enumerate(atoms) if tensor.is_at_most_one and spare[tensor]]
    return any(
        _is_part(normalise([a for k, a in enumerate(atoms) if k not in out], summed), large)
        for count in range(min(len(places), DROPPED) + 1)
        for out in combinations(places[:DROPPED], count)
    )


def _is_part(part: Monomial, whole: Monomial) -> bool:
    """Whether one monomial is another at some choice of the letters that the other sums over.

    Every letter that the part sums over occurs in its atoms, so different letters select different
    terms of the whole: the part adds up some terms of the whole, each of them once.
    """
    atoms, _ = loosen(part)
    others, summed = loosen(whole)
    if len(atoms) != len(others):
        return False
    apart = {index: Index(index.alphabet, f"~{k}") for k, index in enumerate(summed)}
    places = frozenset(apart.values())
    return _matches(rename(others, apart), atoms, places, {})


def _matches(
    pattern: list[Atom],
    atoms: list[Atom],
    places: frozenset[Index],
    chosen: dict[Index, Index],
) -> bool:
    """Whether a product of tensors becomes these atoms with named indices put at the places."""
    if not pattern:
        return True
    (tensor, indices), rest = pattern[0], pattern[1:]
    for k, (other, at) in enumerate(atoms):
        if other != tensor:
            continue
        more = dict(chosen)
        fits = all(
            (more.setdefault(i, j) if i in places else i) == j
            for i, j in zip(indices, at, strict=True)
        )
        if fits and _matches(rest, atoms[:k] + atoms[k + 1 :], places, more):
            return True
    return False


def _of_square(polynomial: Polynomial) -> Fraction | None:
    """Zero as the lower bound of an index polynomial that is a square, else None."""
    roots = [root for m, c in polynomial if (root := _root(m, c)) is not None]
    if not 0 < len(roots) <= ROOTS:
        return None
    first, *others = roots
    for signs in product((1, -1), repeat=len(others)):
        root = sum((s * other for s, other in zip(signs, others, strict=True)), first)
        if root * root == polynomial:
            return Fraction(0)
    return None


def _root(monomial: Monomial, c: Coefficient) -> Polynomial | None:
    """A polynomial in tensors whose square may be this monomial; None where there is none."""
    counts = Counter(monomial)
    if c <= 0 or any(n % 2 and not part.indicators for part, n in counts.items()):
        return None
    above, below = (isqrt(part) for part in Fraction(c).as_integer_ratio())
    if Fraction(above, below) ** 2 != c:
        return None
    factors = [part for part, n in counts.items() for _ in range((n + 1) // 2)]
    return Polynomial({tuple(sorted(factors)): Fraction(above, below)})
