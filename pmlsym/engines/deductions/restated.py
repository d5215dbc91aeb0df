"""A sequent that says the same in other tensors: one of them becomes a bound and a new rest.

    V(y,z) = M(z) + R(y,z)        t = 1 + e        m = 1 - d

Facts, goal and terms are rewritten by such equalities; a last step leads back to the goal.

A channel whose rows have a common part:  V(y,z) = M(z) + R(y,z)  [Doeblin]. Where V(y,z) - M(z) is
nonnegative for all y, what is left, R = V - M, is named. All rows of R have one mass,
1 - sum_z M(z), and a term is at most the sum of two: that of M, which tells nothing where its
arguments are equal, and that of R.

Events after a channel:  sum_z s(x,z) V(y,z) = m(x) + U(x,y), m its least value. Where columns of V
vary by a factor,  k V(y',z) - V(y,z) >= 0  for all y, y', what an event comes to varies by little,
since both the event and its complement do so:

    m(x) >= G / k,     1 - m(x) <= k (1 - G)      give      (k + 1) U(x,y) <= k - 1

Numbers counted from a bound:  t = 1 + e where t >= 1,  m = 1 - d where m <= 1. The product of two
bounds, (t - 1)(1 - m), is a monomial then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Origin, Sequent, declared_facts, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.clearing import lead_monomial, rewriting_step, step_back
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.columns.column import Column, columns
from pmlsym.engines.convexity.columns.extreme_entries import extreme_entry
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.engines.convexity.occurrences import is_number, terms_in
from pmlsym.kernel.certificate import GOAL, Arguments, Combine, Define, Step, Use

LEAST = 2
"""The fewest numbers of the goal with bounds: a single bound is a factor as it is."""


@dataclass(frozen=True)
class Restated:
    """Another sequent, whose facts the steps derive, and the step from its goal to the first."""

    sequent: Sequent
    steps: tuple[Step, ...]
    last: Combine


@dataclass(frozen=True)
class NamedPart:
    """A new nonnegative tensor, whose value a fact has, and the equality that it gives.

    The equality is tensor = value, and the side with the tensor stands first.
    """

    new: Tensor
    tensor: Tensor
    value: Fact
    defined: Use


def named_part(
    title: str, fact: Fact, tensor: Tensor, at: tuple[Index, ...], deductions: Deductions
) -> NamedPart:
    """Deduce a fact's nonnegative polynomial as a new tensor, the value of another one."""
    alphabets = tuple(i.alphabet for i in at)
    new = Tensor(deductions.fresh(title), alphabets, nonnegative=True, role="envelope")
    named, body = atom(new, *at), fact.polynomial
    statement = Fact(f"what {title} is", named - body, at, "==")
    defined = deductions.add(Define(statement, new, at, body, (use_of_fact(fact),)))
    use, (_, c) = Use(defined.name, at), lead_monomial(body, tensor)
    equality = Fact(f"by {title}", (body - named) * (1 / c), at, "==")
    return NamedPart(new, tensor, deductions.add(Combine(equality, times(-1 / c, use))), use)


def restatement(
    sequent: Sequent, parts: Iterable[NamedPart], kept: Iterable[Fact], deductions: Deductions
) -> Restated:
    """Restate a sequent for a search, with values for tensors; `kept` are facts as they are."""
    rewrites = {each.tensor: each.value for each in parts}
    tensors, new = set(rewrites), {each.new for each in parts}
    facts = list(kept)
    for each in dict.fromkeys(terms_in(*sequent.polynomials)):
        if each.term is not None and not tensors.isdisjoint(each.term.tensors):
            with suppress(NotDeduced):
                facts.append(_term_in_parts(each, each.term, rewrites, new, deductions))
    for fact in sequent.facts:
        step = rewriting_step(fact, rewrites)
        with suppress(NotDeduced):
            facts.append(fact if step is None else deductions.add(step))
    goal = Fact(GOAL, sequent.goal, (), sequent.relation)
    name = f"the goal without {', '.join(sorted(tensor.name for tensor in tensors))}"
    step = rewriting_step(goal, rewrites)
    if step is not None:
        step = replace(step, statement=replace(step.statement, name=name))
    elif any(tensor.is_term for tensor in rewrites):  # the goal knows the tensors by facts alone
        step = Combine(replace(goal, name=name), times(1, goal))
    else:
        raise NotDeduced("neither the goal nor a term has one of the tensors")
    other = replace(sequent, facts=tuple(dict.fromkeys(facts)), goal=step.statement.polynomial)
    return Restated(other, tuple(deductions.steps), step_back(step, goal))


def _term_in_parts(
    tensor: Tensor,
    term: ConvexTerm,
    rewrites: dict[Tensor, Fact],
    new: set[Tensor],
    deductions: Deductions,
) -> Fact:
    """Deduce that a convex term at the new values is at most the sum of its two parts.

    F(A + a, B + b) <= F(A, B) + F(a, b), where a and b have what is new.
    """
    rewrites[tensor], a, b = deductions.value_equality(term, dict(rewrites))
    new_parts = [_part_with(new, argument) for argument in (a, b)]
    below = [Arguments(a - new_parts[0], b - new_parts[1]), Arguments(new_parts[0], new_parts[1])]
    return deductions.perspective("part by part", term.function, below)


def _part_with(tensors: set[Tensor], polynomial: Polynomial) -> Polynomial:
    """The monomials of a term's argument with one of the new tensors, for deductions in parts."""
    terms = ((m, c) for m, c in polynomial if not tensors.isdisjoint(t for f in m for t, _ in f))
    return sum((Polynomial({m: c}) for m, c in terms), constant(0))


def without_common_parts(sequent: Sequent) -> Iterator[Restated]:
    """Sequents for a search to prove instead, with the rest R of a channel beyond a common part."""
    for fact in sequent.facts:
        channel = _with_common_part(fact)
        if channel is None or not fact.indices:
            continue
        deductions, (tensor, at) = Deductions(sequent), channel
        with suppress(NotDeduced):
            rest = named_part("rest", fact, tensor, at, deductions)
            whole = times(1, rest.defined, over=tuple(at[k] for k in tensor.stochastic))
            mass = deductions.total("mass of the rest", whole, relation="==")
            origin = Origin("definition", rest.new)  # so that it is used from left to right
            others = replace(sequent, facts=tuple(f for f in sequent.facts if f != fact))
            yield restatement(others, (rest,), (replace(mass, origin=origin),), deductions)


def _with_common_part(fact: Fact) -> tuple[Tensor, tuple[Index, ...]] | None:
    """The channel V whose common part M a fact states, for a search without it; else None."""
    parts = sorted(fact.polynomial.terms.items(), key=lambda item: -item[1])
    if fact.relation == "==" or [c for _, c in parts] != [1, -1]:
        return None
    atoms = [tuple(Polynomial({m: 1}).atoms()) for m, _ in parts]
    if [len(each) for each in atoms] != [1, 1]:
        return None
    ((tensor, at),), ((common, letters),) = atoms
    is_channel = len(tensor.stochastic) == 1 < len(tensor.alphabets) and common.is_nonnegative
    is_quantified = sorted(fact.indices) == sorted(at)
    return (tensor, at) if is_channel and is_quantified and set(letters) < set(at) else None


def with_images(sequent: Sequent) -> Iterator[Restated]:
    """Sequents for a search to prove instead, in which U replaces an event after a channel."""
    events = [t for t in sequent.goal.tensors if t.role == "selector" and not t.stochastic]
    deductions = Deductions(sequent)
    for column, event in product(columns(deductions), events) if events else ():
        for outcome in (i for i in column.entry.free if i != column.letter):
            is_event = event.is_nonnegative and event.is_at_most_one
            if is_event and event.alphabets.count(outcome.alphabet) == 1:
                with suppress(NotDeduced):
                    yield _with_image(sequent, column, event, outcome, deductions.copy())


def _with_image(
    sequent: Sequent, column: Column, event: Tensor, outcome: Index, deductions: Deductions
) -> Restated:
    """The sequent for a search, with U for an event, by the least value that a column gives it."""
    others = (Index(a, f"{a.lower()}*e") for a in event.alphabets)
    at = tuple(outcome if i.alphabet == outcome.alphabet else i for i in others)
    image = sum_over(column.entry * atom(event, *at), outcome)
    aside = deductions.aside
    more, less = (
        aside.total("after a channel", times(1, column.pairs, use, over=(outcome,)))
        for use in (Use(declared_name(event, bound), at) for bound in (">= 0", "<= 1"))
    )
    least = extreme_entry(image, column.letter, deductions, largest=False)
    (other,) = set(column.pairs.indices) - set(column.entry.free)
    first = least.attained("at the least", more, column.ratio, other, aside)
    second = least.attained("at the least", less, ONE, column.letter, aside)
    names = tuple(column.letter if i == other else i for i in second.indices)
    terms = times(1, first) + times(1, Use(second.name, names))
    spread = deductions.total("spread of an event", terms)
    rest = named_part("spread", least.bound, event, least.bound.indices, deductions)
    return restatement(replace(sequent, facts=(*sequent.facts, spread)), (rest,), (), deductions)


def counted_from_bounds(sequent: Sequent, before: tuple[Step, ...]) -> Restated:
    """The sequent for a search, with each number of the goal counted from its bound.

    Raises NotDeduced where there are too few such numbers.
    """
    declared = declared_facts(t for t in sequent.goal.tensors if not (t.alphabets or t.is_term))
    bounds: dict[Tensor, Fact] = {}
    for fact in (*sequent.facts, *declared):
        tensor = _number_bounded_by(fact)
        if tensor is not None and tensor in sequent.goal.tensors:
            bounds.setdefault(tensor, fact)
    if len(bounds) < LEAST:
        raise NotDeduced("the goal has too few numbers with bounds")
    deductions = Deductions(sequent, list(before))
    parts = [named_part("beyond", fact, tensor, (), deductions) for tensor, fact in bounds.items()]
    facts = (*sequent.facts, *declared)
    return restatement(replace(sequent, facts=facts), parts, (), deductions)


def _number_bounded_by(fact: Fact) -> Tensor | None:
    """The number that a fact bounds by another than zero, for a search to count from there."""
    parts = dict(fact.polynomial.terms)
    if fact.relation == "==" or not parts.pop((), 0) or len(parts) != 1:
        return None
    ((monomial, _),) = parts.items()
    ((tensor, _), *more) = Polynomial({monomial: 1}).atoms()
    return tensor if not more and is_number(tensor) else None
