"""The terms of certificates: sums of products of facts, which a step adds up.

`times(c * w, f, g, over=(x,))` is the sum over x of c w times the facts f and g, and
`times(1, f) + times(-1, g)` is f less g.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from pmlsym.calculus.normal_form import loosen, rename
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.kernel.certificate import PLAIN, Term, Use
from pmlsym.kernel.shown import is_plain


class NotDeduced(Exception):
    """Something that a step needs is not shown, or the step states only what is plain."""


@lru_cache(maxsize=1 << 16)
def declared_use(tensor: Tensor, indices: tuple[Index, ...]) -> Use:
    """The use, in a certificate's term, of the declared fact that a tensor is nonnegative."""
    return Use(declared_name(tensor, ">= 0"), indices)


def apart_use(one: Index, other: Index) -> Use:
    """The use in a certificate's term of the fact that 1 - delta is not negative."""
    return Use(declared_name(delta(one.alphabet), "<= 1"), (one, other))


def use_of_fact(fact: Fact, names: Mapping[Index, Index] = MappingProxyType({})) -> Use:
    """The use of a fact in a certificate's term, at its quantified letters or at others."""
    return Use(fact.name, tuple(names.get(i, i) for i in fact.indices))


def use_at(use: Use, names: Mapping[Index, Index]) -> Use:
    """A use of a fact in a certificate's term, moved to other letters."""
    return Use(use.fact, tuple(names.get(i, i) for i in use.indices))


def times(
    factor: Polynomial | Fraction | int,
    *facts: Fact | Use,
    over: tuple[Index, ...] = (),
    strictly: bool = False,
) -> tuple[Term, ...]:
    """The terms of a certificate for a factor times facts, one for each monomial.

    The factor is a sum of products of nonnegative tensors, or any polynomial where one of the facts
    is an equality. `strictly` refers to tensors that are positive as such.

    >>> x = Index("X", "x")
    >>> times(2, Fact("f", constant(1), (x,)), over=(x,))
    (Term(coefficient=Fraction(2, 1), uses=(Use(fact='f', indices=(x,)),), summed=(x,)),)
    """
    uses = tuple(use_of_fact(fact) if isinstance(fact, Fact) else fact for fact in facts)
    terms = []
    for monomial, c in factor if isinstance(factor, Polynomial) else constant(factor):
        atoms, summed = loosen(monomial)
        names = {i: Index(i.alphabet, f"{i.alphabet.lower()}~{j}") for j, i in enumerate(summed)}
        factors = (
            Use(declared_name(t, "> 0" if strictly and t.positive else ">= 0"), at)
            for t, at in rename(atoms, names)
        )
        terms.append(Term(Fraction(c), (*uses, *factors), (*names.values(), *over)))
    return tuple(terms)


def times_terms(
    factor: Polynomial, terms: Iterable[Term], *facts: Fact | Use, over: tuple[Index, ...] = ()
) -> tuple[Term, ...]:
    """The terms of a certificate for a factor times each of these terms and facts."""
    return tuple(
        Term(
            other.coefficient * term.coefficient,
            (*term.uses, *other.uses),
            (*term.summed, *other.summed),
        )
        for term in terms
        for other in times(factor, *facts, over=over)
    )


def negated(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The terms of a certificate with the other sign."""
    return tuple(replace(term, coefficient=-term.coefficient) for term in terms)


def summed_terms(terms: Iterable[Term], over: tuple[Index, ...]) -> tuple[Term, ...]:
    """The terms of a certificate, each summed over further letters too."""
    return tuple(replace(term, summed=(*term.summed, *over)) for term in terms)


def shown_times(
    factor: Polynomial, shown: Use, *facts: Fact | Use, by: int = 1, over: tuple[Index, ...] = ()
) -> tuple[Term, ...]:
    """The terms of a certificate for a factor, shown nonnegative by a use, times facts."""
    if shown == PLAIN:
        return times(by * factor, *facts, over=over)
    return times(by, shown, *facts, over=over)


def plain_terms(
    polynomial: Polynomial, *facts: Fact | Use, over: tuple[Index, ...] = ()
) -> tuple[Term, ...]:
    """The terms of a certificate for a sum of products of nonnegative tensors, times facts.

    Raises NotDeduced where the polynomial is not such a sum.
    """
    if not is_plain(polynomial, ">="):
        raise NotDeduced(f"{polynomial} is not plainly nonnegative")
    return times(polynomial, *facts, over=over)


def terms_of_others(
    where: Polynomial, through: Sequence[Index], names: Mapping[Index, Index]
) -> Iterator[Term]:
    """Terms of a certificate for a mass at all letters but some: the whole less these parts.

    One letter after the other is summed over: sum_s' a(s') - a(s) = sum_s' a(s') (1 - delta(s,s')).
    """
    kept = {i: j for i, j in names.items() if i not in through}
    for k, letter in enumerate(through):
        fixed = {i: names[i] for i in through[k + 1 :]}
        summed = {i: Index(i.alphabet, f"{i.name}~~{m}") for m, i in enumerate(through[: k + 1])}
        apart = apart_use(summed[letter], names[letter])
        moved = substitute(where, {**kept, **fixed, **summed})
        yield from plain_terms(moved, apart, over=tuple(summed.values()))
