"""Proofs along an outline: the facts in between, each derived by itself.

A certificate whose terms have many factors is beyond the search, but not its pieces. An outline
names the facts on the way to the goal; each is looked for as a combination of those before it, and
steps that are no combination, such as an event put into a second-order hypothesis, stand in it as
they are. The outline is not trusted: the kernel checks the certificate that comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.effort import after
from pmlsym.engines.combination import combine
from pmlsym.engines.instantiation import application
from pmlsym.engines.setting_up import Problem
from pmlsym.errors import InvalidCertificate, UnknownName
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Step
from pmlsym.evidence.checker import check

Line = Fact | Step
Outline = Callable[[Sequent], Sequence[Line]]


def certified(sequent: Sequent, lines: Sequence[Line], *, effort: float) -> Certificate:
    """The certificate of a sequent along these lines, accepted by the kernel.

    Raises InvalidCertificate where a line is not derived within `effort` units, and where the
    kernel refuses what was found.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> (sequent,) = lower(parse("pml(P, W >> V) <= pml(P, W)"))
    >>> len(certified(sequent, (), effort=9).steps)
    1
    """
    steps = _derived(sequent, lines, effort)
    if isinstance(steps, Fact):
        raise InvalidCertificate(f"not derived: {steps}")
    certificate = Certificate(sequent, steps)
    check(certificate)
    return certificate


def _derived(sequent: Sequent, lines: Sequence[Line], effort: float) -> tuple[Step, ...] | Fact:
    """The steps of the lines, and of the goal if no line is it; or what is not derived in time."""
    facts, steps = sequent.facts, []
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    ends = any(isinstance(line, Combine) and line.statement.name == GOAL for line in lines)
    for line in lines if ends else (*lines, goal):
        step: Step | None
        if isinstance(line, Fact):
            step = combine([Problem(facts, line)], deadline=after(effort)).step
            if step is None:
                return line
        else:
            step = line
        steps.append(step)
        facts = (*facts, step.statement)
    return tuple(steps)


def named(sequent: Sequent, name: str) -> Tensor:
    """The tensor of a sequent under its name. Raises UnknownName if there is none.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.lowering.sequents import lower
    >>> named(lower(parse("pml(P, W) >= 0"))[0], "P")
    P(X)
    """
    for tensor in sequent.tensors:
        if tensor.name == name:
            return tensor
    raise UnknownName(f"the sequent has no tensor {name}")


def applied(sequent: Sequent, places: tuple[Index, ...], body: Polynomial) -> Iterator[Line]:
    """The lines that put a body into the only second-order hypothesis of the sequent."""
    (schema,) = sequent.schemas
    guard, conditions, step = application(schema, body, places, f"{schema.name}, applied")
    yield guard
    yield from conditions
    yield step
