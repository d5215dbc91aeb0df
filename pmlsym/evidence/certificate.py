"""Certificates: proofs of sequents, as data.

A certificate derives facts one after the other; the last one is the goal. Each step is checked by
`evidence/checker.py` from exact polynomial identities alone.

    combine       multiplier * statement = sum of lambda * sum over letters of a product of facts
    split         the goal follows if c > 0, and it follows if -c >= 0
    instantiate   a schema applied to a polynomial in place of its parameter, under a guard
    limit         a polynomial nonnegative for every 0 < lambda <= 1 has a nonnegative constant part
    indicate      a new indicator B(y) is one where a polynomial in y is negative, else zero
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor

GOAL = "goal"


@dataclass(frozen=True)
class Use:
    """A fact by name, at indices that take the places of those it quantifies, in order."""

    fact: str
    indices: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Term:
    """`coefficient` times the product of the uses, summed over the indices `summed`."""

    coefficient: Fraction
    uses: tuple[Use, ...]
    summed: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Combine:
    """Derive `statement` from  multiplier * statement = sum of terms, the multipliers being > 0."""

    statement: Fact
    terms: tuple[Term, ...]
    multiplier: tuple[Use, ...] = ()


@dataclass(frozen=True)
class Split:
    """Prove `statement` if `case` > 0, and if -case >= 0; either is then the fact `name`."""

    statement: Fact
    name: str
    case: Polynomial
    positive: tuple[Step, ...]
    nonpositive: tuple[Step, ...]


@dataclass(frozen=True)
class Instantiate:
    """From a schema with parameter := `body` in `places`: guard * conclusion relation 0.

    `guard` is a polynomial c >= 0, shown so by the fact `guard_fact`; `conditions` names, in the
    order of the schema's own conditions followed by those its parameter declares, facts that state
    c * condition. The guard may not contain an index that a condition quantifies.
    """

    statement: Fact
    schema: str
    places: tuple[Index, ...]
    body: Polynomial
    guard: Polynomial
    guard_fact: str
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class Limit:
    """From a fact about every 0 < variable <= 1: its constant part in the variable is >= 0."""

    statement: Fact
    variable: Tensor
    fact: str


@dataclass(frozen=True)
class Indicate:
    """Define B(..) = 1 where `polynomial` < 0, else 0; so (1 - 2 B(..)) * polynomial >= 0.

    `statement` says the latter, for all letters of B, which are its indices in order. B is new:
    no assumption and no earlier step mentions it. A certificate with such a step has no limits.
    """

    statement: Fact
    indicator: Tensor
    polynomial: Polynomial


Step = Combine | Split | Instantiate | Limit | Indicate


@dataclass(frozen=True)
class Certificate:
    """A sequent with the steps that prove it; the last statement is named `goal`."""

    sequent: Sequent
    steps: tuple[Step, ...]


def count_terms(certificates: Iterable[Certificate]) -> int:
    """The number of nonnegative products that are summed in all the steps.

    >>> count_terms([])
    0
    """
    return sum(_terms(step) for certificate in certificates for step in certificate.steps)


def used_names(certificate: Certificate) -> frozenset[str]:
    """The names of the facts and schemas that the steps refer to."""
    names: set[str] = set()
    for step in every_step(certificate.steps):
        names |= {use.fact for use in uses_of(step)}
        if isinstance(step, Instantiate):
            names.add(step.schema)
    return frozenset(names)


def every_step(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, with those inside cases after the split."""
    for step in steps:
        yield step
        if isinstance(step, Split):
            yield from every_step((*step.positive, *step.nonpositive))


def closing(steps: Sequence[Step]) -> frozenset[str]:
    """The names of the statements that end a proof, and the cases of it."""
    if not steps:
        return frozenset()
    last = steps[-1]
    own = frozenset({last.statement.name})
    if not isinstance(last, Split):
        return own
    return own | closing(last.positive) | closing(last.nonpositive)


def uses_of(step: Step) -> Iterator[Use]:
    """The facts that a step refers to, at letters where it says so."""
    match step:
        case Combine(_, terms, multiplier):
            yield from multiplier
            for term in terms:
                yield from term.uses
        case Limit(fact=fact):
            yield Use(fact)
        case Instantiate(guard_fact=guard, conditions=conditions):
            yield from (Use(name) for name in (guard, *conditions))


def tensors_of(step: Step) -> set[Tensor]:
    """The tensors that a step mentions; those of the steps inside it too."""
    found = set(step.statement.polynomial.tensors)
    match step:
        case Split():
            inner = (*step.positive, *step.nonpositive)
            found = found.union(step.case.tensors, *map(tensors_of, inner))
        case Instantiate():
            found.update(step.body.tensors, step.guard.tensors)
        case Limit():
            found.add(step.variable)
        case Indicate():
            found.update(step.polynomial.tensors, (step.indicator,))
    return found


def _terms(step: Step) -> int:
    if isinstance(step, Split):
        return sum(_terms(inner) for inner in (*step.positive, *step.nonpositive))
    return len(step.terms) if isinstance(step, Combine) else 1
