"""What the steps of a certificate refer to and mention, and how many products they sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pmlsym.calculus.tensor import Tensor
from pmlsym.evidence.certificate import (
    Certificate,
    Combine,
    Indicate,
    Instantiate,
    Limit,
    Split,
    Step,
    Use,
)


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
