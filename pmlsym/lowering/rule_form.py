"""A hypothesis "for all ..", as rules of a sequent.

    forall P: pml(P, W) <= log s     is, for every P,   P(x) (s P_Y(y) - W(y|x)) >= 0

A rule binds what the hypothesis binds and the levels of measures that speak of it:

    forall P: pml(P, W) <= pml(P, V)     for every P and every t > 0
        P(x) (t sum_x' P(x')V(y|x') - V(y|x)) >= 0   gives   P(x) (t sum_x' P(x')W(y|x') - W(y|x)) >= 0

It has to be true wherever the hypothesis is. So a premise of a rule says at least as much as the
claim that it stands for, the conclusion at most; and it speaks of no P at which the hypothesis has
no value. That is so of comparisons that are linear in measures, each bounded by a finite number
from the side from which the comparison is no less than it says:

    a <= b + c - d      b <= t, c <= s, d >= r   give   a <= t + s - r,  all but a being finite there

What is more than that is refused: quotients of the library's own, exponentials of numbers, maxima,
measures at an outcome, logarithms of what may be negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.opening import opened
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import mentioned
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    Claim,
    Condition,
    Implication,
    Measure,
    Negation,
    Quantified,
    Scalar,
)
from pmlsym.language.value_facts import facts_of as facts_of_value
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import Branch, branches
from pmlsym.lowering.comparison import assume_premises, concluded
from pmlsym.lowering.condition_form import condition_form
from pmlsym.lowering.level_form import ForAllTensor, facts_of
from pmlsym.lowering.levels import State, assume


def assume_for_all(state: State, premise: Quantified) -> State:
    """The state in which a hypothesis "for all" is assumed, as one rule or several.

    Raises Unsupported where it has none.
    """
    claim: Claim = premise.body
    for within in premise.within:
        claim = Implication(within, claim)
    claim = opened(claim)
    if is_quantified(claim):
        raise Unsupported(f"{statement(premise)} has a quantifier within")
    bound = _bound(premise, claim)
    _require_plain(claim, bound)
    for branch in branches(claim):
        for rule in _rules(state, premise, branch, bound):
            state.add_rule(rule)
    return state


def _bound(premise: Quantified, claim: Claim) -> frozenset[str]:
    """The names that are bound: those of the hypothesis, and of quantifiers inside it."""
    names, outer = set(premise.over.names), set(premise.over.names)
    for part in walk(premise.body):
        if isinstance(part, Quantified):
            names.update(part.over.names)
    numbers = {part.name for part in walk(premise) if isinstance(part, Scalar)}
    more = {part.name for part in walk(claim) if isinstance(part, Scalar)} - numbers
    if more:
        raise Unsupported(f"{statement(premise)} has a supremum within")
    return frozenset(names | outer)


def _require_plain(claim: Claim, bound: frozenset[str]) -> None:
    """Raise Unsupported where the measures may have no value, or no level that is exact."""
    for part in walk(claim):
        if not isinstance(part, Measure) or bound.isdisjoint(t.name for t in mentioned(part)):
            continue
        least = facts_of_value(part.value, part.defined).least
        if part.defined or part.free or (part.is_log and (least is None or least < 0)):
            raise Unsupported(f"{part.text} stands within a quantifier")


def _rules(
    state: State, premise: Quantified, branch: Branch, bound: frozenset[str]
) -> Iterator[Rule]:
    """The rules that one branch of the body is."""
    own = state.fork()
    own.facts, own.rules = (), ()
    name = statement(premise)
    for ready in _assumed(own, branch):
        for after, conclusions in _concluded(ready, branch, name):
            for conclusion in conclusions:
                yield _rule(state, after, name, conclusion, premise, bound)
            state.names = after.names  # no later tensor is called as one of the rule


def _assumed(state: State, branch: Branch) -> Iterator[State]:
    """The states in which the premises of the body are assumed."""
    states = [state]
    for each in branch.premises:
        if isinstance(each, Negation | Quantified):
            raise Unsupported(f"{statement(each)} stands within a quantifier")
        if isinstance(each, Condition):
            form = condition_form(each, assumed=True)
            states = [s for known in states for s in assume(known, form, statement(each))]
        else:
            states = [s for known in states for s in assume_premises(known, (each,))]
    yield from states


def _concluded(
    state: State, branch: Branch, name: str
) -> Iterator[tuple[State, tuple[Fact, ...]]]:
    """What the body concludes, as facts; that it is absurd, where it has no goal."""
    goal = branch.goal
    if goal is None:
        yield state, (Fact(name, constant(-1)),)
    elif isinstance(goal, Condition):
        yield state, tuple(facts_of(condition_form(goal, assumed=True), name))
    else:
        for after, form in concluded(state, goal.left, goal.right):
            while isinstance(form, ForAllTensor):  # which the rule binds as well
                for fact in form.conditions:
                    after.add(fact)
                form = form.form
            yield after, tuple(facts_of(form, name))


def _rule(
    outer: State,
    state: State,
    name: str,
    conclusion: Fact,
    premise: Quantified,
    bound: frozenset[str],
) -> Rule:
    """The rule, once it is sure that what it binds is bound exactly."""
    facts = (*state.facts, conclusion)
    levels = {
        tensor
        for own, tensor in state.level_of.items()
        if own not in outer.level_of
    }
    tensors = {t for fact in facts for t in fact.polynomial.tensors if not (t.is_delta or t.is_size)}
    inside = {t for t in tensors if t.name in bound}
    made = {t for t in tensors if t in levels or _is_introduced(t, outer)}
    if any(t.is_exponential or t.role in ("power", "scalar") for t in made):
        raise Unsupported(f"{name} has the exponential of a measure in it")
    if state.rules or state.declared != outer.declared or state.between != outer.between:
        raise Unsupported(f"{name} says more than a rule can")
    fresh = {i for fact in facts for i in fact.polynomial.free if i not in fact.indices}
    if fresh - outer.profile.outcomes:
        raise Unsupported(f"{name} speaks of some letter")
    alphabets = set(premise.over.alphabets)
    for part in walk(premise.body):
        if isinstance(part, Quantified):
            alphabets.update(part.over.alphabets)
    spoken = {a for t in tensors for a in t.alphabets} | {
        i.alphabet for fact in facts for i in (*fact.indices, *fact.polynomial.free)
    }
    spoken |= {t.counted for f in facts for t in f.polynomial.tensors if t.is_size}
    own = tuple(sorted((inside | made) & {t for t in tensors if not t.is_term}))
    try:
        return Rule(name, own, state.facts, conclusion, tuple(sorted(alphabets & spoken)))
    except InvalidInput as error:
        raise Unsupported(f"{name}: {error}") from None


def _is_introduced(tensor: Tensor, outer: State) -> bool:
    """Whether lowering has introduced a tensor inside the rule."""
    known = {t for fact in outer.facts for t in fact.polynomial.tensors}
    known |= {*outer.level_of.values()}
    known |= {t for rule in outer.rules for f in rule.facts for t in f.polynomial.tensors}
    return tensor.is_introduced and tensor not in known
