"""A sequent that says the same in other tensors: something new takes the place of what it is in.

    V(y,z) = M(z) + R(y,z)        t = 1 + e        m = 1 - d

Facts, goal and terms are rewritten by such equalities; a last step leads back to the goal.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.clearing import rewritten, undone
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.kernel.certificate import GOAL, Arguments, Combine, Define, Step, Use


@dataclass(frozen=True)
class Restated:
    """Another sequent, whose facts the steps derive, and the step from its goal to that of ours."""

    sequent: Sequent
    steps: tuple[Step, ...]
    last: Combine


@dataclass(frozen=True)
class NamedPart:
    """What is new: a nonnegative tensor that is `fact`, and the equality that it gives.

    tensor = value, of whose sides that with the tensor stands first.
    """

    new: Tensor
    tensor: Tensor
    value: Fact
    defined: Use


def part(
    title: str, fact: Fact, tensor: Tensor, at: tuple[Index, ...], deductions: Deductions
) -> NamedPart:
    """The nonnegative polynomial of a fact over letters, named; one monomial has the tensor."""
    alphabets = tuple(i.alphabet for i in at)
    new = Tensor(deductions.fresh(title), alphabets, nonnegative=True, role="envelope")
    own, body = atom(new, *at), fact.polynomial
    statement = Fact(f"what {title} is", own - body, at, "==")
    defined = deductions.add(Define(statement, new, at, body, (use_of_fact(fact),)))
    use, c = Use(defined.name, at), _coefficient(tensor, body)
    equality = Fact(f"by {title}", (body - own) * (1 / c), at, "==")
    return NamedPart(new, tensor, deductions.add(Combine(equality, times(-1 / c, use))), use)


def restated(
    sequent: Sequent, parts: Iterable[NamedPart], known: Iterable[Fact], deductions: Deductions
) -> Restated:
    """The sequent with the values of tensors; `known` are facts that take part as they are."""
    rewrites = {each.tensor: each.value for each in parts}
    tensors, new = set(rewrites), {each.new for each in parts}
    facts = list(known)
    for each in dict.fromkeys(terms_in(*sequent.polynomials)):
        if each.term is not None and not tensors.isdisjoint(each.term.tensors):
            with suppress(NotDeduced):
                facts.append(_in_parts(each, each.term, rewrites, new, deductions))
    for fact in sequent.facts:
        step = rewritten(fact, rewrites)
        with suppress(NotDeduced):
            facts.append(fact if step is None else deductions.add(step))
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    step = rewritten(goal, rewrites)
    if step is None:
        raise NotDeduced("the goal has none of the tensors")
    name = f"the goal without {', '.join(sorted(tensor.name for tensor in tensors))}"
    step = replace(step, statement=replace(step.statement, name=name))
    other = replace(sequent, facts=tuple(dict.fromkeys(facts)), goal=step.statement.polynomial)
    return Restated(other, tuple(deductions.steps), undone(step, goal))


def _in_parts(
    tensor: Tensor,
    term: ConvexTerm,
    rewrites: dict[Tensor, Fact],
    new: set[Tensor],
    deductions: Deductions,
) -> Fact:
    """The term at the values, which is used from now on, below itself in two parts.

    F(A + a, B + b) <= F(A, B) + F(a, b), where a and b have what is new.
    """
    rewrites[tensor], a, b = deductions.valued(term, dict(rewrites))
    own = [_with(new, argument) for argument in (a, b)]
    below = [Arguments(a - own[0], b - own[1]), Arguments(own[0], own[1])]
    return deductions.perspective("part by part", term.function, below)


def _coefficient(tensor: Tensor, body: Polynomial) -> Fraction:
    """That of the monomial which has the tensor."""
    return next(Fraction(c) for m, c in body if any(t == tensor for f in m for t, _ in f))


def _with(tensors: set[Tensor], polynomial: Polynomial) -> Polynomial:
    own = ((m, c) for m, c in polynomial if not tensors.isdisjoint(t for f in m for t, _ in f))
    return sum((Polynomial({m: c}) for m, c in own), constant(0))
