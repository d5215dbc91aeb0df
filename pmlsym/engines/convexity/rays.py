"""Comparisons of the arguments of a term: facts  v (alpha a - beta b) >= 0,  or turned round.

They say on which side of a ray the point (a, b) lies, where v is positive. A fact of two monomials
says so directly, such as  E W(x',y) - W(x,y) >= 0, or after its mean over a prior, as of P_Y.
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
from pmlsym.engines.certificates.terms import use_of
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
    """What is known of two arguments: alpha a >= beta b, and alpha b >= beta a."""

    lower: tuple[Ray, ...]
    upper: tuple[Ray, ...]


def comparisons(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> tuple[Ingredient, ...]:
    """The facts of two monomials that mention no term, and their means over a prior."""
    priors = [
        t
        for t in tensors
        if t.alphabets and t.stochastic == tuple(range(len(t.alphabets))) and t.is_nonnegative
    ]
    found = []
    for fact in facts:
        if fact.relation == "==" or len(fact.polynomial) != 2 or not fact.indices:
            continue
        base = ingredient(fact)
        found.append(base)
        for prior in priors:
            for letters in permutations(fact.indices, len(prior.alphabets)):
                if prior.alphabets == tuple(i.alphabet for i in letters):
                    mean = _mean(base, prior, letters)
                    if len(mean.polynomial) == 2:
                        found.append(mean)
    return tuple(found)


def wedge(a: Polynomial, b: Polynomial, known: Iterable[Ingredient]) -> Wedge:
    """The rays that hold (a, b), which are a monomial each."""
    found: dict[tuple[bool, Polynomial, Polynomial, Polynomial], Ray] = {}
    for placed in _placed(known, tuple(sorted({*a.free, *b.free}))):
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
            factor = _common(alpha, beta)
            alpha, beta = _divided(alpha, factor), _divided(beta, factor)
            if all(is_plain(p, ">=") for p in (alpha, beta, factor)):
                found.setdefault((upwards, alpha, beta, factor), Ray(alpha, beta, factor, term))
    return Wedge(
        tuple(ray for key, ray in found.items() if key[0]),
        tuple(ray for key, ray in found.items() if not key[0]),
    )


def bounds(
    a: Polynomial, known: Iterable[Ingredient], letters: Iterable[Index]
) -> Iterator[tuple[Polynomial, Polynomial, Term]]:
    """What is known to be at least a: (c, v, term) with  v (c - a) >= 0."""
    for placed in _placed(known, tuple(letters)):
        for monomial, c in placed.polynomial:
            factor = quotient(Polynomial({monomial: -c}), a)
            if factor is None or not is_plain(factor, ">="):
                continue
            above = quotient(placed.polynomial + factor * a, factor)
            if above and is_plain(above, ">="):
                yield above, factor, Term(Fraction(1), placed.uses, placed.summed)


def _placed(known: Iterable[Ingredient], letters: tuple[Index, ...]) -> Iterator[Ingredient]:
    for base in known:
        for chosen in letters_among(base.indices, letters):
            placed = base.at(dict(zip(base.indices, chosen, strict=True)), "~")
            if len(placed.polynomial) == 2:
                yield placed


def _mean(base: Ingredient, prior: Tensor, letters: tuple[Index, ...]) -> Ingredient:
    own = {i: Index(i.alphabet, f"{i.name}*m") for i in letters}
    at = tuple(own.values())
    return base.at(own, "").times(atom(prior, *at), use_of(prior, at)).over(at)


def _common(one: Polynomial, other: Polynomial) -> Polynomial:
    ((left, _),), ((right, _),) = one.terms.items(), other.terms.items()
    return Polynomial({shared(left, right): 1})


def _divided(polynomial: Polynomial, factor: Polynomial) -> Polynomial:
    found = quotient(polynomial, factor)
    return constant(0) if found is None else found
