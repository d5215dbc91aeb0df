"""The needs of a step, and whether facts show them.

A *need* is a polynomial with a relation to zero, for all letters that it quantifies. It is shown by
a use, a known fact at letters; or it is plain: a sum of products of tensors declared nonnegative.
There is no search: the step names the use for each need, in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import PLAIN, Use

Facts = Mapping[str, Fact]


def show(
    needs: Sequence[Fact], uses: Sequence[Use], facts: Facts, running: Iterable[Index] = ()
) -> None:
    """Raise InvalidCertificate unless uses show a step's needs, for all letters and `running`."""
    if len(needs) != len(uses):
        raise InvalidCertificate(f"{len(needs)} facts are needed, and {len(uses)} are given")
    for need, use in zip(needs, uses, strict=True):
        if not shows(use, need, facts):
            raise InvalidCertificate(f"{use.fact or 'what is declared'} does not state {need}")
        if use != PLAIN:
            refuse_constants({*need.indices, *running}, [use.fact], facts)


def shows(use: Use, need: Fact, facts: Facts) -> bool:
    """Whether a use states the polynomial and the relation of a need of a step."""
    if use == PLAIN:
        return is_plain(need.polynomial, need.relation)
    fact = facts[use.fact]
    return instance(fact, use.indices) == need.polynomial and need.relation in (
        fact.relation,
        ">=",
    )


def is_plain(polynomial: Polynomial, relation: str) -> bool:
    """Whether a need of a step is plain: zero, or a sum of products of tensors with that sign."""
    if relation == "==":
        return not polynomial
    for monomial, c in polynomial:
        if c < 0 or not all(t.is_nonnegative for part in monomial for t, _ in part):
            return False
    return relation == ">=" or any(
        all(t.positive for part in monomial for t, _ in part) for monomial, _ in polynomial
    )


def instance(fact: Fact, indices: tuple[Index, ...]) -> Polynomial:
    """The polynomial of a fact at the letters that a certificate's use gives."""
    return substitute(fact.polynomial, dict(zip(fact.indices, indices, strict=True)))


def constants(fact: Fact) -> set[Index]:
    """The letters of a fact that it does not quantify, which no step may let run."""
    return set(fact.polynomial.free) - set(fact.indices)


def refuse_constants(indices: Iterable[Index], names: Iterable[str], facts: Facts) -> None:
    """Raise InvalidCertificate if a letter that a step lets run is constant in a fact."""
    fixed = set(indices) & {i for name in names for i in constants(facts[name])}
    if fixed:
        raise InvalidCertificate(f"{min(fixed)} is one letter; it cannot range over all of them")


def states(fact: Fact, polynomial: Polynomial, relation: str) -> bool:
    """Whether a fact of a certificate says that a polynomial has that relation to zero."""
    return fact.polynomial == polynomial and relation in (fact.relation, ">=")


def covers(known: Fact, wanted: Fact) -> bool:
    """Whether a fact of a certificate states the wanted one, for at least as many letters."""
    return states(known, wanted.polynomial, wanted.relation) and set(known.indices) >= (
        set(wanted.indices) & set(wanted.polynomial.free)
    )
