"""Index polynomials: rational combinations of monomials, always in normal form.

    t * sum_x' p(x')W(x',y) - W(x,y)            free: x, y      bound: x'

Only `sum_over` binds an index, and the sum of 1 over an alphabet is |X|. So bound
indices are right by construction, and two polynomials that compare equal are equal for all tensors
with the declared facts, at every alphabet size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from pmlsym.calculus.meter import tick
from pmlsym.calculus.normal_form import (
    ONE,
    Atom,
    Factor,
    Monomial,
    joinable,
    loosen,
    normalise,
    rename,
)
from pmlsym.calculus.tensor import Index, Tensor, bound, delta, with_inner
from pmlsym.errors import AlphabetMismatch, InvalidInput

Coefficient = Fraction | int

PRODUCT = 3
"""Steps for a product of two monomials, a sum or a renaming of one; most of them are cached."""


class Polynomial:
    """An immutable polynomial in tensors with named indices.

    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
    >>> sum_over(atom(W, x, y), y)
    1
    >>> 3 * atom(W, x, y) - 1
    -1 + 3*W(x,y)
    """

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, Coefficient]) -> None:
        """Take monomials in normal form; other code starts from `atom` and `constant`."""
        self.terms = {
            monomial: c if type(c) is int or c.denominator != 1 else c.numerator
            for monomial, c in terms.items()
            if c
        }  # integers are added twenty times as fast as fractions
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __iter__(self) -> Iterator[tuple[Monomial, Coefficient]]:
        return iter(self.terms.items())

    def __len__(self) -> int:
        return len(self.terms)

    def __add__(self, other: Polynomial | Coefficient) -> Polynomial:
        terms = dict(self.terms)
        for monomial, c in _polynomial(other).terms.items():
            terms[monomial] = terms.get(monomial, 0) + c
        return Polynomial(terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Polynomial | Coefficient) -> Polynomial:
        return self + -_polynomial(other)

    def __rsub__(self, other: Polynomial | Coefficient) -> Polynomial:
        return _polynomial(other) - self

    def __mul__(self, other: Polynomial | Coefficient) -> Polynomial:
        if not isinstance(other, Polynomial):
            return Polynomial({monomial: c * other for monomial, c in self.terms.items()})
        tick(PRODUCT * len(self) * len(other))
        terms: dict[Monomial, Coefficient] = {}
        for left, c in self.terms.items():
            for right, d in other.terms.items():
                monomial = _times(left, right)
                terms[monomial] = terms.get(monomial, 0) + c * d
        return Polynomial(terms)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        power = constant(1)
        for _ in range(exponent):
            power = power * self
        return power

    def __repr__(self) -> str:
        ordered = sorted(self.terms.items(), key=lambda item: (len(item[0]), item[0]))
        signed = [(c, "*".join(map(_show, monomial))) for monomial, c in ordered]
        text = "".join(
            f" {'-' if c < 0 else '+'} "
            + ("" if abs(c) == 1 and body else str(abs(c)) + ("*" if body else ""))
            + body
            for c, body in signed
        )
        return text[3:] if text[:3] == " + " else "-" + text[3:] if text else "0"

    @property
    def free(self) -> tuple[Index, ...]:
        """The free indices of the polynomial, sorted."""
        return tuple(sorted({i for _, indices in self.atoms() for i in indices if not i.is_bound}))

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """The polynomial's tensors, sorted, with deltas, sizes, and those inside convex terms."""
        return tuple(sorted(with_inner({tensor for tensor, _ in self.atoms()})))

    def atoms(self) -> Iterator[Atom]:
        """Every atom, a tensor at indices, of every monomial of the polynomial."""
        for monomial in self.terms:
            for factor in monomial:
                yield from factor


def constant(value: Coefficient) -> Polynomial:
    """The index polynomial without tensors that is a number."""
    return Polynomial({ONE: value})


def atom(tensor: Tensor, *indices: Index) -> Polynomial:
    """One tensor at free indices, as an index polynomial.

    Raises AlphabetMismatch where the indices do not fit the tensor, InvalidInput at a bound one.
    """
    if tuple(index.alphabet for index in indices) != tensor.alphabets:
        given = ", ".join(f"{index} in {index.alphabet}" for index in indices)
        raise AlphabetMismatch(f"{tensor} does not take the indices ({given})")
    if any(index.is_bound for index in indices):
        raise InvalidInput("an index is bound by sum_over, never by hand")
    return Polynomial({normalise([(tensor, indices)]): 1})


def equal_letters(a: Index, b: Index) -> Polynomial:
    """The Kronecker delta of two indices of one alphabet, as an index polynomial."""
    return atom(delta(a.alphabet), a, b)


def sum_over(polynomial: Polynomial, *indices: Index) -> Polynomial:
    """The sum over free indices; that of 1 over X is |X|. Raises InvalidInput at a bound index."""
    for index in indices:
        if index.is_bound:
            raise InvalidInput(f"{index} is summed over already")
    if not indices:
        return polynomial
    tick(PRODUCT * len(polynomial) * len(indices))
    terms: dict[Monomial, Coefficient] = {}
    for monomial, c in polynomial:
        summed = _sum_monomial(monomial, indices)
        terms[summed] = terms.get(summed, 0) + c
    return Polynomial(terms)


def substitute(polynomial: Polynomial, names: Mapping[Index, Index]) -> Polynomial:
    """The index polynomial with free indices replaced by others of the same alphabets."""
    for old, new in names.items():
        if old.alphabet != new.alphabet:
            raise AlphabetMismatch(f"{old} ranges over {old.alphabet}, {new} over {new.alphabet}")
        if new.is_bound or old.is_bound:
            raise InvalidInput("only free indices are substituted")
    changed = {old: new for old, new in names.items() if old != new}
    if not changed:
        return polynomial
    tick(PRODUCT * len(polynomial))
    terms: dict[Monomial, Coefficient] = {}
    for monomial, c in polynomial:
        renamed = _rename_monomial(monomial, tuple(changed.items()))
        terms[renamed] = terms.get(renamed, 0) + c
    return Polynomial(terms)


def _polynomial(value: Polynomial | Coefficient) -> Polynomial:
    """The value as an index polynomial, a number as a constant one."""
    return value if isinstance(value, Polynomial) else constant(value)


@lru_cache(maxsize=1 << 18)
def _times(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials of index polynomials, in normal form."""
    if not left or not right:
        return left or right
    if not joinable(left, right):
        return tuple(sorted(left + right))
    return normalise(*loosen(left + right))


@lru_cache(maxsize=1 << 18)
def _sum_monomial(monomial: Monomial, over: tuple[Index, ...]) -> Monomial:
    """The sum of a monomial over indices, as a monomial in normal form."""
    inside = [f for f in monomial if any(i in over for _, indices in f for i in indices)]
    outside = [f for f in monomial if f not in inside]
    atoms, summed = loosen(inside)
    fresh = [bound(index.alphabet, len(summed) + k) for k, index in enumerate(over)]
    closed = normalise(rename(atoms, dict(zip(over, fresh, strict=True))), [*summed, *fresh])
    return _times(tuple(outside), closed)


@lru_cache(maxsize=1 << 18)
def _rename_monomial(monomial: Monomial, names: tuple[tuple[Index, Index], ...]) -> Monomial:
    """The monomial with free indices replaced, in normal form."""
    table = dict(names)
    if not any(i in table for factor in monomial for _, indices in factor for i in indices):
        return monomial
    atoms, summed = loosen(monomial)
    return normalise(rename(atoms, table), summed)


def _show(factor: Factor) -> str:
    """The text of one factor of a monomial, its bound indices named."""
    own = sorted({i for _, indices in factor for i in indices if i.is_bound})
    names = {index: f"{index.alphabet.lower()}{k + 1}" for k, index in enumerate(own)}
    body = "".join(
        tensor.name + (f"({','.join(names.get(i, i.name) for i in indices)})" if indices else "")
        for tensor, indices in factor
    )
    return f"sum_{{{','.join(names.values())}}} {body}" if names else body
