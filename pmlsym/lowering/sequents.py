"""Lowering: a claim becomes sequents.

    A <= B         for every t with B <= log t (assumed):  A <= log t (the goal)
    A <= B + C     two levels and their product; k*A a power
    premise => c   the premise's level forms are further facts

Every measure that is not the goal itself is replaced by a level (lowering/levels.py). An instance
that violates the claim violates a sequent when each level is the measure's exact value; so a claim
is proved when all its sequents are. A measure that can be infinite is asked for one bound only, in
the direction where infinity is no violation.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.claims.given_entries import without_sets
from pmlsym.errors import Unsupported
from pmlsym.language.fold import Node, walk
from pmlsym.language.nodes import Claim, Comparison, Condition, Constant, Division
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import Branch, branches, turns
from pmlsym.lowering.comparison import assume_premises, shown
from pmlsym.lowering.infinite_cases import infinite_cases
from pmlsym.lowering.level_form import (
    Both,
    Either,
    ExistsTensor,
    ForAll,
    ForAllTensor,
    Form,
    Holds,
    negated,
)
from pmlsym.lowering.levels import State, assume, rename_form
from pmlsym.lowering.profile import profile_of
from pmlsym.lowering.union_witness import witnessed

Premise = Comparison | Condition


@dataclass(frozen=True)
class Lowered:
    """A sequent, the branch of the claim that it comes from, and whose level each level is.

    `levels` gives the measures, or exp of them, by the names of the tensors; `case` says what is
    infinite in it, or finite, where that makes cases. `unread` are premises that no rule assumes.
    """

    sequent: Sequent
    branch: Branch
    levels: dict[str, str]
    case: str = ""
    unread: tuple[str, ...] = ()


def lower(claim: Claim) -> tuple[Sequent, ...]:
    """The sequents that together prove the claim.

    A prior that may be taken to have full support is (lowering/full_support.py), and a set of
    priors is not used: what holds for all priors holds for those of a set. Nor is a premise without
    a level form: what holds without it holds with it. Raises Unsupported where a conclusion has
    none.
    """
    return tuple(found.sequent for found in lowered(claim))


def lowered(claim: Claim) -> Iterator[Lowered]:
    """The same sequents, each with where it comes from. Raises as `lower` does.

    >>> from pmlsym.claims.parsing import parse
    >>> [found.levels for found in lowered(parse("pml(P, W) <= maxleak(W)"))]
    [{'t1': 'exp(maxleak(W))'}]
    """
    claim = without_sets(claim)
    try:
        yield from [*_lowered(claim)]
    except Unsupported as error:
        cases = infinite_cases(claim)
        if len(cases) == 1:
            yield from _lowered_in_part(claim, error)
            return
        for words, part in cases:
            for found in lowered(part):
                yield replace(found, case=", ".join(filter(None, (words, found.case))))


def _lowered_in_part(claim: Claim, error: Unsupported) -> list[Lowered]:
    """The sequents without the premises that no rule assumes, of the first goal that has a form.

    The goal is a part of a disjunction, the last of them if it can be, under the others' negations.
    """
    for turn in range(turns(claim)):
        with suppress(Unsupported):
            return [*_lowered(claim, leaving_out=True, turn=turn)]
    raise error


def _lowered(claim: Claim, *, leaving_out: bool = False, turn: int = 0) -> Iterator[Lowered]:
    profile = profile_of(claim)
    for branch in branches(claim, turn=turn):
        state = State(profile)
        for prior in profile.positive:
            (letter,) = letters(Alphabet(name) for name in prior.alphabets)
            name = f"{prior.name} has full support, without loss of generality"
            state.add(Fact(name, atom(prior, letter), (letter,), ">", Origin("support", prior)))
        premises = _by_need(branch.premises)
        if leaving_out:
            premises = _assumable(state, premises)
            if branch.goal is None and branch.premises[-1] not in premises:
                raise Unsupported("what is to be shown has no level form")
        unread = tuple(statement(p) for p in branch.premises if p not in premises)
        for ready in assume_premises(state, premises):
            for last, sequent in _conclude_branch(ready, branch):
                levels = {level.name: level.of for level in last.level_of.values()}
                yield Lowered(sequent, branch, levels, unread=unread)


def _assumable(state: State, premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
    """The premises that have a level form, once those before them are assumed."""
    kept: tuple[Premise, ...] = ()
    for premise in premises:
        with suppress(Unsupported):
            for _ in assume_premises(state.fork(), (*kept, premise)):
                pass
            kept = (*kept, premise)
    return kept


def _by_need(premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
    """What divides comes last: other premises may say that what it divides by is not negative."""
    return tuple(sorted(premises, key=lambda premise: any(map(_divides, walk(premise)))))


def _divides(part: Node) -> bool:
    return isinstance(part, Division) and not isinstance(part.denominator, Constant)


def _conclude_branch(state: State, branch: Branch) -> Iterator[tuple[State, Sequent]]:
    if branch.goal is None:
        yield state, state.sequent(constant(-1), ">=")
        return
    for after, form in shown(state, branch.goal.left, branch.goal.right):
        yield from _conclude(after, form)


def _conclude(state: State, form: Form) -> Iterator[tuple[State, Sequent]]:
    match form:
        case Holds(polynomial, relation):
            yield state, state.sequent(polynomial, relation)
        case Both(forms):
            for inner in forms:
                yield from _conclude(state.fork(), inner)
        case ForAll(indices, inner):
            yield from _conclude(state, rename_form(inner, state.fresh(indices)))
        case ForAllTensor(_, conditions, inner):
            for fact in conditions:
                state.add(fact)
            yield from _conclude(state, inner)
        case Either((*others, last)):
            states = [state]
            for other in others:
                form_ = negated(other)
                states = [s for known in states for s in assume(known, form_, "otherwise")]
            for after in states:
                yield from _conclude(after, last)
        case ExistsTensor():
            yield from _conclude(state, witnessed(form, state.facts))
        case _:
            raise Unsupported(f"a goal needs a witness: {form.words}")
