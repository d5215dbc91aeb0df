"""A sequent that says the same in other tensors: something new takes the place of what it is in.

    V(y,z) = M(z) + R(y,z)        t = 1 + e        m = 1 - d

Facts, goal and terms are rewritten by such equalities; a last step leads back to the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.rewriting import rewritten, undone
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.occurrences import terms_in
from pmlsym.kernel.certificate import GOAL, Arguments, Combine, Define, Step, Term, Use


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
) -> NamedPart | None:
    """The nonnegative polynomial of a fact over letters, named; one monomial has the tensor."""
    alphabets = tuple(i.alphabet for i in at)
    new = Tensor(deductions.fresh(title), alphabets, nonnegative=True, role="envelope")
    own, body = atom(new, *at), fact.polynomial
    shown = (Use(fact.name, fact.indices),)
    step = Define(Fact(f"what {title} is", own - body, at, "=="), new, at, body, shown)
    defined = deductions.add(step)
    if defined is None:
        return None
    use, c = Use(defined.name, at), _coefficient(tensor, body)
    statement = Fact(f"by {title}", (body - own) * (1 / c), at, "==")
    value = deductions.add(Combine(statement, (Term(-1 / c, (use,)),)))
    return None if value is None else NamedPart(new, tensor, value, use)


def restated(
    sequent: Sequent, parts: Iterable[NamedPart], known: Iterable[Fact], deductions: Deductions
) -> Restated | None:
    """The sequent with the values of tensors; `known` are facts that take part as they are."""
    rewrites = {each.tensor: each.value for each in parts}
    tensors, new = set(rewrites), {each.new for each in parts}
    found = list(known)
    for each in dict.fromkeys(terms_in(*sequent.polynomials)):
        if each.term is not None and not tensors.isdisjoint(each.term.tensors):
            found += _in_parts(each, each.term, rewrites, new, deductions)
    for fact in sequent.facts:
        step = rewritten(fact, rewrites)
        kept = fact if step is None else deductions.add(step)
        found += [] if kept is None else [kept]
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    step = rewritten(goal, rewrites)
    if step is None:
        return None
    name = f"the goal without {', '.join(sorted(tensor.name for tensor in tensors))}"
    step = replace(step, statement=replace(step.statement, name=name))
    facts = tuple(dict.fromkeys(found))
    other = replace(sequent, facts=facts, goal=step.statement.polynomial)
    return Restated(other, tuple(deductions.steps), undone(step, goal))


def _in_parts(
    tensor: Tensor,
    term: ConvexTerm,
    rewrites: dict[Tensor, Fact],
    new: set[Tensor],
    deductions: Deductions,
) -> Iterator[Fact]:
    """The term at the values, which is used from now on, below itself in two parts.

    F(A + a, B + b) <= F(A, B) + F(a, b), where a and b have what is new.
    """
    found = deductions.valued(term, dict(rewrites))
    if found is None:
        return
    rewrites[tensor], a, b = found
    own = [_with(new, argument) for argument in (a, b)]
    below = [Arguments(a - own[0], b - own[1]), Arguments(own[0], own[1])]
    fact = deductions.perspective("part by part", term.function, below)
    if fact is not None:
        yield fact


def _coefficient(tensor: Tensor, body: Polynomial) -> Fraction:
    """That of the monomial which has the tensor."""
    return next(Fraction(c) for m, c in body if any(t == tensor for f in m for t, _ in f))


def _with(tensors: set[Tensor], polynomial: Polynomial) -> Polynomial:
    own = ((m, c) for m, c in polynomial if not tensors.isdisjoint(t for f in m for t, _ in f))
    return sum((Polynomial({m: c}) for m, c in own), constant(0))
