"""Certificates in brief: the names that they use, the statements they end with, their length.

A written proof leaves out what its certificate does not use, and a page says how long the proof is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pmlsym.kernel.certificate import (
    PLAIN,
    Apply,
    Certificate,
    Combine,
    Split,
    Step,
    every_step,
    uses_of,
)


def count_terms(certificates: Iterable[Certificate]) -> int:
    """The number of nonnegative products that all steps of a proof's certificates sum.

    >>> count_terms([])
    0
    """
    return sum(
        _count_step_terms(step) for certificate in certificates for step in certificate.steps
    )


def used_names(certificate: Certificate) -> frozenset[str]:
    """The names of the facts and rules that a certificate's steps use, also inside cases."""
    names: set[str] = set()
    for step in every_step(certificate.steps):
        names |= {use.fact for use in uses_of(step) if use != PLAIN}
        if isinstance(step, Apply):
            names.add(step.rule)
    return frozenset(names)


def closing_statements(steps: Sequence[Step]) -> frozenset[str]:
    """The names of the statements that end a certificate's written proof and its cases."""
    if not steps:
        return frozenset()
    last = steps[-1]
    ending = frozenset({last.statement.name})
    if not isinstance(last, Split):
        return ending
    return ending | closing_statements(last.positive) | closing_statements(last.nonpositive)


def _count_step_terms(step: Step) -> int:
    """The number of products that one step of a proof sums, for its length."""
    if isinstance(step, Split):
        return sum(_count_step_terms(inner) for inner in (*step.positive, *step.nonpositive))
    return len(step.terms) if isinstance(step, Combine) else 1
