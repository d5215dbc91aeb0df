"""Comparisons of the arguments of a term: facts  v (alpha a - beta b) >= 0,  or turned round.

They say on which side of a ray the point (a, b) lies, where v is positive. A fact of two monomials
is one directly, such as  E W(x',y) - W(x,y) >= 0, or after its mean over a prior, as of P_Y.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import Ingredient, ingredient, letters_among
from pmlsym.engines.certificates.quotient import quotient, shared
from pmlsym.engines.certificates.terms import declared_use
from pmlsym.kernel.certificate import Term
from pmlsym.kernel.shown import is_plain


@dataclass(frozen=True)
class Ray:
    """`factor` (alpha one - beta other) >= 0, which the term shows."""

    alpha: Polynomial
    beta: Polynomial
    factor: Polynomial
    term: Term


@dataclass(frozen=True)
class Wedge:
    """The known comparisons of two arguments: alpha a >= beta b, and alpha b >= beta a."""

    lower: tuple[Ray, ...]
    upper: tuple[Ray, ...]


def comparisons(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> tuple[Ingredient, ...]:
    """The facts and means over a prior that compare two monomials, for deductions about terms.

    A ratio that is only known to be finite is compared with nothing.
    """
    priors = [
        t
        for t in tensors
        if t.alphabets and t.stochastic == tuple(range(len(t.alphabets))) and t.is_nonnegative
    ]
    compared = []
    for fact in facts:
        if fact.relation == "==" or len(fact.polynomial) != 2 or not fact.indices:
            continue
        if any(tensor.role == "ratio" for tensor in fact.polynomial.tensors):
            continue
        base = ingredient(fact)
        compared.append(base)
        for prior in priors:
            for letters in permutations(fact.indices, len(prior.alphabets)):
                if prior.alphabets == tuple(i.alphabet for i in letters):
                    mean = _mean_over_prior(base, prior, letters)
                    if len(mean.polynomial) == 2:
                        compared.append(mean)
    return tuple(compared)


def wedge(a: Polynomial, b: Polynomial, compared: Iterable[Ingredient]) -> Wedge:
    """The rays of facts between which deductions put the arguments (a, b) of a convex term."""
    rays: dict[tuple[bool, Polynomial, Polynomial, Polynomial], Ray] = {}
    for placed in _comparisons_at(compared, tuple(sorted({*a.free, *b.free}))):
        (one, c), (two, d) = placed.polynomial.terms.items()
        if c < 0:
            (one, c), (two, d) = (two, d), (one, c)
        if c < 0 or d > 0:
            continue
        term = Term(Fraction(1), placed.uses, placed.summed)
        for upwards, over, under in ((True, a, b), (False, b, a)):
            alpha = quotient(Polynomial({one: c}), over)
            beta = quotient(Polynomial({two: -d}), under)
            if alpha is None or beta is None:
                continue
            factor = _common_factor(alpha, beta)
            alpha, beta = _quotient_or_zero(alpha, factor), _quotient_or_zero(beta, factor)
            if all(is_plain(p, ">=") for p in (alpha, beta, factor)):
                rays.setdefault((upwards, alpha, beta, factor), Ray(alpha, beta, factor, term))
    return Wedge(
        tuple(ray for key, ray in rays.items() if key[0]),
        tuple(ray for key, ray in rays.items() if not key[0]),
    )


def bounds_above(
    a: Polynomial, compared: Iterable[Ingredient], letters: Iterable[Index]
) -> Iterator[tuple[Polynomial, Polynomial, Term]]:
    """Upper bounds c of an argument for deductions: (c, v, term) with  v (c - a) >= 0."""
    yield from _bounds_on_side(a, compared, letters, -1)


def bounds_below(
    a: Polynomial, compared: Iterable[Ingredient], letters: Iterable[Index]
) -> Iterator[tuple[Polynomial, Polynomial, Term]]:
    """Lower bounds c of an argument for deductions: (c, v, term) with  v (a - c) >= 0."""
    yield from _bounds_on_side(a, compared, letters, 1)


def _bounds_on_side(
    a: Polynomial, compared: Iterable[Ingredient], letters: Iterable[Index], sign: int
) -> Iterator[tuple[Polynomial, Polynomial, Term]]:
    """Bounds c of an argument for deductions: (c, v, term) with  sign v (a - c) >= 0."""
    for placed in _comparisons_at(compared, tuple(letters)):
        for monomial, c in placed.polynomial:
            factor = quotient(Polynomial({monomial: sign * c}), a)
            if factor is None or not is_plain(factor, ">="):
                continue
            bound = quotient(factor * a - sign * placed.polynomial, factor)
            if bound and is_plain(bound, ">="):
                yield bound, factor, Term(Fraction(1), placed.uses, placed.summed)


def _comparisons_at(
    compared: Iterable[Ingredient], letters: tuple[Index, ...]
) -> Iterator[Ingredient]:
    """The comparisons of a search at every choice of these letters."""
    for base in compared:
        for chosen in letters_among(base.indices, letters):
            placed = base.at(dict(zip(base.indices, chosen, strict=True)), "~")
            if len(placed.polynomial) == 2:
                yield placed


def _mean_over_prior(base: Ingredient, prior: Tensor, letters: tuple[Index, ...]) -> Ingredient:
    """The mean of a comparison of a search over the letters of a prior."""
    names = {i: Index(i.alphabet, f"{i.name}*m") for i in letters}
    at = tuple(names.values())
    return base.at(names, "").times(atom(prior, *at), declared_use(prior, at)).over(at)


def _common_factor(one: Polynomial, other: Polynomial) -> Polynomial:
    """The factors that two sides of a comparison share, which deductions take out."""
    ((left, _),), ((right, _),) = one.terms.items(), other.terms.items()
    return Polynomial({shared(left, right): 1})


def _quotient_or_zero(polynomial: Polynomial, factor: Polynomial) -> Polynomial:
    """The quotient of one side of a comparison in deductions by a factor, or zero."""
    divided = quotient(polynomial, factor)
    return constant(0) if divided is None else divided
