"""Lowering: a claim becomes sequents.

    A <= B         for every t with B <= log t (assumed):  A <= log t (the goal)
    A <= B + C     two levels and their product; k*A a power
    premise => c   the level forms of the premise are further facts

Every measure that is not the goal itself is replaced by a level (lowering/levels.py). An instance
that violates the claim violates a sequent when each level is the measure's exact value; so a claim
is proved when all its sequents are. A measure that can be infinite is asked for one bound only, in
the direction where infinity does not violate the claim.

A claim for any number n of uses is lowered as its two parts, for the first n and from n to n + 1
(claims/any_number.py).

A goal `tail <= delta` needs a set b of outcomes such that the leakage is small outside it. Its
witness is the union  1 - product of (1 - b_i)  of the sets b_i from the hypotheses. Only b >= 0 has
to be shown: where the leakage is large,  (1 - b) * (level - ratio) >= 0  forces b >= 1. With three
sets or more the contrary is refuted instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.sequent import Fact, Origin, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.any_number import claims_that_imply, induction_parts
from pmlsym.claims.extremes import with_extremes_outside
from pmlsym.claims.given_entries import without_prior_sets
from pmlsym.claims.hypotheses import equations_in
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import subjects
from pmlsym.errors import Unsupported
from pmlsym.language.fold import Node, contains, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Division,
    Exponential,
    Optimum,
    Product,
    Quantified,
)
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import Branch, Premise, branches, goal_choices
from pmlsym.lowering.comparison import assume_premises, goal_forms
from pmlsym.lowering.condition_form import condition_form
from pmlsym.lowering.forms import (
    Both,
    Either,
    Exists,
    ExistsTensor,
    ForAll,
    ForAllTensor,
    Form,
    Holds,
    negated,
    rename_form,
    with_body_for_tensor,
)
from pmlsym.lowering.infinite_parts import infinite_cases
from pmlsym.lowering.levels import MeasureBound, MeasureLevel, State, assume
from pmlsym.lowering.one_column import with_columns
from pmlsym.lowering.orders.cases import Case, order_cases
from pmlsym.lowering.orders.finite_ratios import with_finite_ratios
from pmlsym.lowering.profile import profile_of
from pmlsym.lowering.rule_form import assume_for_all
from pmlsym.measures.concentrated_privacy import is_concentrated

MOST_IN_UNION = 2
"""The most assumed sets whose union is written out."""


@dataclass(frozen=True)
class Lowered:
    """A sequent, the branch of the claim that it comes from, and the measures of its levels.

    `levels` are those of measures, or of their exponentials; `bounds` are the bounds of measures,
    assumed or to be shown. `case` says what is infinite, or finite, where the claim has such cases.
    `unread` are premises that no rule assumes.
    """

    sequent: Sequent
    branch: Branch
    levels: tuple[MeasureLevel, ...]
    bounds: tuple[MeasureBound, ...] = ()
    case: str = ""
    unread: tuple[str, ...] = ()


def lower(claim: Claim) -> tuple[Sequent, ...]:
    """The sequents that together prove the claim.

    A prior that may be taken to have full support is (lowering/full_support.py), and a set of
    priors is not used: what holds for all priors holds for those of a set. Nor is a premise without
    a level form used: what holds without it holds with it. Raises Unsupported where a conclusion
    has no level form.
    """
    return tuple(part.sequent for part in lowered_sequents(claim))


def lowered_sequents(claim: Claim) -> Iterator[Lowered]:
    """The same sequents, each with its origin. Raises as `lower` does.

    >>> from pmlsym.claim_text.question import parse
    >>> [found.levels[0].tensor.of for found in lowered_sequents(parse("pml(P, W) <= maxleak(W)"))]
    ['exp(maxleak(W))']
    """
    claim = with_extremes_outside(open_quantifiers(without_prior_sets(claim)))
    if contains(claim, Exponential | Product):
        from pmlsym.claims.roots import without_roots  # few claims have roots

        claim = without_roots(claim)
    if is_concentrated(claim):
        from pmlsym.lowering.orders.every_order import (
            at_every_order,  # few claims are about all orders
        )

        if cases := at_every_order(claim):
            yield from _lowered_in_cases(tuple(("", case) for case in cases), lowered_sequents)
            return
    if equations_in(claim):
        from pmlsym.claims.equated import with_equal_put_in  # few claims have equations

        has_terms = profile_of(claim).has_terms
        if (case := with_equal_put_in(claim, of_channels=has_terms)) is not None:
            yield from _lowered_in_cases((case,), lowered_sequents)
            return
    try:
        parts = induction_parts(claim)
    except Unsupported:
        others = claims_that_imply(claim)
        if not others:
            raise
        yield from _lowered_in_cases(tuple(("", other) for other in others), lowered_sequents)
        return
    if parts is not None:
        yield from _lowered_in_cases(parts.cases, lowered_sequents)
    else:
        yield from _lowered_in_cases(
            order_cases(claim) or (("", claim),), _lowered_with_infinite_cases
        )


def _lowered_in_cases(
    cases: tuple[Case, ...], lowered_in: Callable[[Claim], Iterator[Lowered]]
) -> Iterator[Lowered]:
    """The sequents of each case, and of the cases inside it.

    Letters as orders make cases once, infinities as often as there are any.
    """
    for words, part in cases:
        for branch in lowered_in(part):
            yield replace(branch, case=", ".join(filter(None, (words, branch.case))))


def _lowered_with_infinite_cases(claim: Claim) -> Iterator[Lowered]:
    """The sequents of the claim, or of its finite and infinite cases if it has none itself.

    Four ways are tried in this order, each where the one before raises Unsupported: the claim as it
    is; its cases; without unread premises; with the contrary of a goal "for some".
    """
    try:
        yield from [*_lowered_directly(claim)]
    except Unsupported as error:
        cases = infinite_cases(claim)
        if cases == (("", claim),):
            try:
                parts = _lowered_without_unread_premises(claim, error)
            except Unsupported:
                parts = [*_lowered_directly(claim, otherwise=True)]
            yield from parts
            return
        yield from _lowered_in_cases(cases, _lowered_with_infinite_cases)


def _lowered_without_unread_premises(claim: Claim, error: Unsupported) -> list[Lowered]:
    """The sequents without the premises that no rule assumes, for the first goal with a form.

    The goal is a part of a disjunction, the last if possible, under the negations of the others.
    """
    for turn in range(goal_choices(claim)):
        with suppress(Unsupported):
            return [*_lowered_directly(claim, leaving_out=True, turn=turn)]
    raise error


def _lowered_directly(
    claim: Claim, *, leaving_out: bool = False, turn: int = 0, otherwise: bool = False
) -> Iterator[Lowered]:
    """The sequents; `otherwise` shows a goal "for some letter" by refuting its contrary."""
    profile = profile_of(claim)
    for branch in branches(claim, turn=turn):
        _require_bound_names_apart(branch)
        state = State(profile)
        for prior in profile.positive:
            (letter,) = letters(Alphabet(name) for name in prior.alphabets)
            name = f"{prior.name} has full support, without loss of generality"
            state.add(Fact(name, atom(prior, letter), (letter,), ">", Origin("support", prior)))
        premises = _divisions_last(branch.premises)
        if leaving_out:
            premises = _premises_with_forms(state, premises)
            if branch.goal is None and branch.premises[-1] not in premises:
                raise Unsupported("what is to be shown has no level form")
        unread = tuple(statement(p) for p in branch.premises if p not in premises)
        for ready in _states_with_premises(state, premises):
            for last, sequent in _sequents_of_goal(ready, branch, otherwise):
                if profile.has_terms:
                    sequent = with_finite_ratios(sequent, last.names)
                    if profile.outcomes:
                        sequent = with_columns(sequent)
                yield Lowered(sequent, branch, last.levels, last.bounds, unread=unread)


def _require_bound_names_apart(branch: Branch) -> None:
    """Raise Unsupported where a hypothesis binds what is free in the same branch."""
    parts = [*branch.premises, *(() if branch.goal is None else (branch.goal,))]
    for premise in branch.premises:
        if isinstance(premise, Quantified):
            bound = {p.over for p in walk(premise) if isinstance(p, Quantified | Optimum)}
            names = {name for over in bound for name in over.names}
            free = {t.name for part in parts for t in subjects(part).tensors}
            if names & free:
                raise Unsupported(f"{min(names & free)} is bound and free at once")


def _states_with_premises(state: State, premises: tuple[Premise, ...]) -> Iterator[State]:
    """The states after assuming every premise, the rules last."""
    rules = tuple(p for p in premises if isinstance(p, Quantified))
    plain = tuple(p for p in premises if not isinstance(p, Quantified))
    for ready in assume_premises(state, plain):
        for rule in rules:
            assume_for_all(ready, rule)
        yield ready


def _premises_with_forms(state: State, premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
    """The premises that have a level form, once those before them are assumed."""
    kept: tuple[Premise, ...] = ()
    # Each premise is tried after those kept so far: one may need a number that another bounds.
    for premise in premises:
        with suppress(Unsupported):
            for _ in _states_with_premises(state.fork(), (*kept, premise)):
                pass
            kept = (*kept, premise)
    return kept


def _divisions_last(premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
    """The premises, those with a division last, since others may bound what is divided by."""
    return tuple(sorted(premises, key=lambda premise: any(map(_divides, walk(premise)))))


def _divides(part: Node) -> bool:
    """Whether a part of a claim to be lowered divides by more than a number."""
    return isinstance(part, Division) and not isinstance(part.denominator, Constant)


def _sequents_of_goal(
    state: State, branch: Branch, otherwise: bool
) -> Iterator[tuple[State, Sequent]]:
    """The sequents for the goal of a branch, or for a contradiction, each with its state."""
    if branch.goal is None:
        yield state, state.sequent(constant(-1), ">=")
        return
    if isinstance(branch.goal, Condition):
        yield from _sequents_of_form(state, condition_form(branch.goal, assumed=False))
        return
    untouched = state.fork()
    for after, form in goal_forms(state, branch.goal.left, branch.goal.right):
        by_contrary = otherwise if isinstance(form, Exists) else _asks_for_many(form, after.facts)
        if by_contrary:  # the contrary, for no letter or set, is refuted
            negation = Comparison(branch.goal.right, "<", branch.goal.left)
            for ready in assume_premises(untouched, (negation,)):
                yield ready, ready.sequent(constant(-1), ">=")
            return
        yield from _sequents_of_form(after, form)


def _sequents_of_form(state: State, form: Form) -> Iterator[tuple[State, Sequent]]:
    """The sequents that together show a form, each with its state."""
    match form:
        case Holds(polynomial, relation):
            yield state, state.sequent(polynomial, relation)
        case Both(forms):
            for inner in forms:
                yield from _sequents_of_form(state.fork(), inner)
        case ForAll(indices, inner):
            yield from _sequents_of_form(state, rename_form(inner, state.fresh(indices)))
        case ForAllTensor(_, conditions, inner):
            for fact in conditions:
                state.add(fact)
            yield from _sequents_of_form(state, inner)
        case Either((*others, last)):
            for after in _states_without(state, others):
                yield from _sequents_of_form(after, last)
        case ExistsTensor():
            yield from _sequents_of_form(state, with_union_as_witness(form, state.facts))
        case _:
            raise Unsupported(f"a goal needs a witness: {form.words}")


def _states_without(state: State, forms: Sequence[Form]) -> list[State]:
    """The states in which none of the forms holds."""
    states = [state]
    for form in forms:
        states = [s for before in states for s in assume(before, negated(form), "otherwise")]
    return states


def _asks_for_many(form: Form, facts: tuple[Fact, ...]) -> bool:
    """Whether a level form needs a union of too many assumed sets: of n sets it has 2^n terms."""
    if not isinstance(form, ExistsTensor):
        return False
    over = _outer_indices(form.form)
    fitting = [each for each in _assumed_sets(facts) if _fitting_indices(each, over) is not None]
    return len(fitting) > MOST_IN_UNION and not _may_have_all_mass(form, over)


def _assumed_sets(facts: tuple[Fact, ...]) -> list[Tensor]:
    """The sets that the facts assumed on the way to a sequent speak of."""
    tensors = {t for fact in facts for t in fact.polynomial.tensors}
    return sorted(t for t in tensors if t.indicator and not t.is_delta)


def with_union_as_witness(form: ExistsTensor, facts: tuple[Fact, ...]) -> Form:
    """The level form with a union of assumed sets for its set, together with union >= 0.

    Without assumed sets the union is empty, or everything where the goal allows that.
    Raises Unsupported where the letters do not fit.
    """
    over = _outer_indices(form.form)
    if _may_have_all_mass(form, over):
        return with_body_for_tensor(form.form, form.tensor, over, constant(1))
    outside = constant(1)
    for tensor in _assumed_sets(facts):
        places = _fitting_indices(tensor, over)
        if places is not None:
            outside = outside * (1 - atom(tensor, *places))
    if tuple(i.alphabet for i in over) != form.tensor.alphabets:
        raise Unsupported(f"no witness for {form.tensor.name}")
    union = 1 - outside
    shown = ForAll(over, Holds(union))
    return Both((shown, with_body_for_tensor(form.form, form.tensor, over, union)))


def _may_have_all_mass(form: ExistsTensor, over: tuple[Index, ...]) -> bool:
    """Whether a level form allows its set all mass: whether it says tail <= c with c >= 1."""
    empty = with_body_for_tensor(form.form, form.tensor, over, constant(0))
    last = empty.forms[-1] if isinstance(empty, Both) else None
    if not isinstance(last, Holds):
        return False
    terms = dict(last.polynomial)
    return list(terms) == [()] and terms[()] >= 1


def _outer_indices(form: Form) -> tuple[Index, ...]:
    """The indices of the outermost "for all"."""
    match form:
        case ForAll(indices):
            return indices
        case Both((first, *_)):
            return _outer_indices(first)
    return ()


def _fitting_indices(tensor: Tensor, over: tuple[Index, ...]) -> tuple[Index, ...] | None:
    """The letters of a level form that fit an assumed set's places, each used once, in order."""
    left, places = list(over), []
    for alphabet in tensor.alphabets:
        fitting = next((i for i in left if i.alphabet == alphabet), None)
        if fitting is None:
            return None
        left.remove(fitting)
        places.append(fitting)
    return tuple(places)
