"""A hypothesis "for all ..", turned into rules of a sequent.

    forall P: pml(P, W) <= log s     is, for every P,   P(x) (s P_Y(y) - W(y|x)) >= 0

A rule binds what the hypothesis binds, and the levels of the measures in it:

    forall P: pml(P, W) <= pml(P, V)          for every P and every t > 0
        P(x) (t P_Z(z) - V(z|x)) >= 0   gives   P(x) (t P_Y(y) - W(y|x)) >= 0

A rule must be true wherever the hypothesis is. So a premise of a rule says at least as much as the
part that it stands for, the conclusion at most as much; and the rule says nothing about a P at
which the hypothesis has no value. This holds for comparisons that are linear in the measures of
bound names, if all but one of these are bounded by a finite number, from the side that makes the
comparison weaker:

    a <= b + c - d      b <= t, c <= s, d >= r      give      a <= t + s - r

Where a + d is inf - inf, a is zero or minus infinity, and the conclusion is true. Refused are a
comparison that could be true at infinity alone (one infinite measure twice), one that may have no
value at finite ones (quotients, logarithms and exponentials of measures, logarithms of what may be
negative), and one with a level that is not exact (maxima, quotients of the library's own).

A measure at an outcome has no value where the outcome cannot occur, which may depend on P. It may
be on the left alone, as an extremum of ratios: where these are all 0/0 the conclusion is 0 >= 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import cast

from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.sequent import Fact, Rule
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import tensors_in
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.fold import Node, contains, fold, key, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Constant,
    Division,
    Exponential,
    Implication,
    Logarithm,
    Measure,
    Negation,
    Optimum,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Sum,
    measures_in,
)
from pmlsym.language.value import Larger, Largest, Ratio, Smallest, Value
from pmlsym.language.value_facts import facts_of
from pmlsym.language.writing import statement
from pmlsym.lowering.branches import Branch, branches, normal_form, upward
from pmlsym.lowering.comparison import assume_premises, conclusion_forms, main_measure
from pmlsym.lowering.condition_form import condition_form
from pmlsym.lowering.forms import Both, ForAllTensor, facts_of_form
from pmlsym.lowering.levels import State, assume, is_nonnegative_number
from pmlsym.lowering.linear import linear


def assume_for_all(state: State, premise: Quantified) -> None:
    """Assume "for all .." as rules of a sequent. Raises Unsupported where no rule says it."""
    claim, positive = _with_logs_of_factors(premise.body)
    for within in (*positive, *premise.within):
        claim = Implication(within, claim)
    claim = open_quantifiers(claim)
    if is_quantified(claim):
        raise Unsupported(f"{statement(premise)} has a quantifier within")
    numbers = {part.name for part in walk(premise) if isinstance(part, Scalar)}
    if any(isinstance(p, Scalar) and p.name not in numbers for p in walk(claim)):
        raise Unsupported(f"{statement(premise)} has a supremum within")
    binding = _Binding(premise)
    for part in walk(claim):
        if isinstance(part, Comparison):
            _require_exact(part)
    for branch in branches(claim):
        _require_outcomes_concluded(state, branch, binding.names)
        for rule in _rules_of_branch(state, branch, binding):
            state.add_rule(rule)


def _with_logs_of_factors(claim: Claim) -> tuple[Claim, tuple[Claim, ...]]:
    """A rule's comparison of products as one of logarithms, and that the divisors are positive.

        a <= exp(s) b    is    log a <= s + log b          log(a/b)    is    log a - log b

    Where a = b = 0 the first is true, and the second says nothing.
    """
    if not isinstance(claim, Comparison):
        return claim, ()
    divisors: list[Quantity] = []

    def rule(node: Node, inner: tuple[Node, ...]) -> Node:
        """A logarithm of a product as a sum of logarithms; any other node as it is."""
        if isinstance(node, Logarithm) and isinstance(node.body, Product | Division):
            log = _log_of_factors(node.body, divisors)
            return node if log is None else log
        return rebuild(node, inner)

    changed = cast(Comparison, fold(claim, rule))
    sides = changed.left, changed.right
    if any(linear(side) is None for side in sides):
        logs = [_log_of_factors(side, divisors) for side in sides]
        if logs[0] is not None and logs[1] is not None:
            changed = Comparison(logs[0], changed.relation, logs[1])
    return changed, tuple(Comparison(each, ">", Constant(Fraction(0))) for each in divisors)


def _log_of_factors(quantity: Quantity, divisors: list[Quantity]) -> Quantity | None:
    """The logarithm of a product as a sum, for a rule of a sequent; its divisors are noted."""
    match quantity:
        case Product():
            logs = [_log_of_factors(factor, divisors) for factor in quantity.factors]
            several = tuple(each for each in logs if each is not None)
            return Sum(several) if len(several) == len(logs) else None
        case Division(above, below):
            one, other = (_log_of_factors(each, divisors) for each in (above, below))
            divisors.append(below)
            return None if one is None or other is None else one - other
        case Exponential(body):
            return body
        case Constant(value) if value > 0:
            return Logarithm(quantity)
    return Logarithm(quantity) if _has_exact_log(quantity) else None


class _Binding:
    """The names and alphabets that a hypothesis binds, with those bound inside it."""

    def __init__(self, premise: Quantified) -> None:
        inner = [part.over for part in walk(premise) if isinstance(part, Quantified | Optimum)]
        self.text = statement(premise)
        self.names = frozenset(name for over in inner for name in over.names)
        self.alphabets = frozenset(a for over in inner for a in over.alphabets)


def _require_exact(comparison: Comparison) -> None:
    """Raise Unsupported unless a comparison inside "for all" has exact levels, and a value."""
    leaves = []
    for side in (comparison.left, comparison.right):
        form = linear(side)
        if form is None:
            raise Unsupported(f"{statement(comparison)} is not linear, within a quantifier")
        leaves += [leaf for leaf, _ in form.terms]
    for leaf in leaves:
        if isinstance(leaf, Measure):
            _require_exact_measure(leaf)
        elif isinstance(leaf, Logarithm) and _has_exact_log(leaf.body):
            continue
        elif contains(leaf, Measure):
            raise Unsupported(f"{leaf} stands within a quantifier")
    several = [key(m) for m in measures_in(comparison) if not m.finite]
    if len(set(several)) < len(several):
        raise Unsupported(f"{statement(comparison)} may be true at infinity alone")


def _has_exact_log(body: Quantity) -> bool:
    """Whether the logarithm of a body is that of its level, so that a rule may take it.

    log a <= s + log b has no value at a = b = 0. It is concluded as a <= exp(s) b, which is true
    there; where it is a premise, the level of b is positive, and so b is.
    """
    if not isinstance(body, Measure) or body.is_log or body.defined or not body.finite:
        return False
    return body.positive or is_nonnegative_number(body)


def _require_exact_measure(measure: Measure) -> None:
    """Raise Unsupported for a rule's measure with quotients, or a log of what may be negative."""
    least = facts_of(measure.value, measure.defined).least
    may_be_negative = measure.is_log and (least is None or least < 0)
    if measure.defined or may_be_negative:
        raise Unsupported(f"{measure.text} stands within a quantifier")


def _require_outcomes_concluded(state: State, branch: Branch, names: frozenset[str]) -> None:
    """Raise Unsupported unless a rule has bound measures at outcomes in its conclusion alone.

    An entry may stand anywhere: it is a polynomial, which has a value at each outcome.
    """
    goal = branch.goal
    at_outcomes = {
        key(m): m
        for part in (*branch.premises, *(() if goal is None else (goal,)))
        for m in measures_in(part)
        if m.free and not names.isdisjoint(t.name for t in tensors_in(m))
        if not (isinstance(m.value, Ratio) and m.value.denominator == constant(1))
    }
    if not at_outcomes:
        return
    main = main_measure(state, goal.left, goal.right) if isinstance(goal, Comparison) else None
    assumed = [key(m) for part in branch.premises for m in measures_in(part)]
    is_main = main is not None and at_outcomes.keys() == {key(main)} and key(main) not in assumed
    if main is None or not is_main or not _is_extremum_of_ratios(main.value):
        raise Unsupported(
            f"{', '.join(m.text for m in at_outcomes.values())} stands within a quantifier"
        )


def _is_extremum_of_ratios(value: Value) -> bool:
    """Whether a value is a ratio, or an extreme of ratios, as a rule may conclude at an outcome."""
    match value:
        case Larger(bodies):
            return all(map(_is_extremum_of_ratios, bodies))
        case Largest(body=body) | Smallest(body=body):
            return isinstance(body, Ratio)
    return isinstance(value, Ratio)


def _rules_of_branch(state: State, branch: Branch, bound: _Binding) -> Iterator[Rule]:
    """The rules to which one branch of a hypothesis "for all" is lowered."""
    inner = state.fork()
    inner.facts, inner.rules = (), ()
    try:
        conclusions = [*_conclusions_of_branch(inner, branch, bound.text)]
    except Unsupported:
        outcomes = branch.goal is None or any(m.free for m in measures_in(branch.goal))
        if outcomes or not isinstance(branch.goal, Comparison):
            raise
        # "large for some letter" is the contrary of "small for all"
        contrary = normal_form(branch.goal, holds=False)
        assert isinstance(contrary, Comparison)
        absurd = Branch((*branch.premises, upward(contrary)), None)
        conclusions = [*_conclusions_of_branch(inner, absurd, bound.text)]
    for after, conclusion in conclusions:
        yield _rule_of(state, after, conclusion, bound)
        state.names = after.names  # no later tensor gets a name of the rule


def _conclusions_of_branch(state: State, branch: Branch, name: str) -> Iterator[tuple[State, Fact]]:
    """The facts to which lowering brings the goal of a branch inside "for all", with states."""
    for ready in _states_with_premises(state.fork(), branch):
        for after, conclusions in _conclusion_facts(ready, branch, name):
            yield from ((after, conclusion) for conclusion in conclusions)


def _states_with_premises(state: State, branch: Branch) -> Iterator[State]:
    """The states of rules in which the premises of a branch of "for all" are assumed."""
    states = [state]
    for each in branch.premises:
        if isinstance(each, Negation | Quantified):
            raise Unsupported(f"{statement(each)} stands within a quantifier")
        if isinstance(each, Condition):
            # each of two inequalities follows from others, an equality from equalities alone
            form = condition_form(each, assumed=each.kind != "same")
            states = [s for before in states for s in assume(before, form, statement(each))]
        else:
            states = [s for before in states for s in assume_premises(before, (each,))]
    yield from states


def _conclusion_facts(
    state: State, branch: Branch, name: str
) -> Iterator[tuple[State, tuple[Fact, ...]]]:
    """The conclusion of a rule as facts; for a branch without a goal, the absurd fact."""
    goal = branch.goal
    if goal is None:
        yield state, (Fact(name, constant(-1)),)
    elif isinstance(goal, Condition):
        yield state, tuple(facts_of_form(condition_form(goal, assumed=True), name))
    else:
        for after, form in conclusion_forms(state, goal.left, goal.right):
            while isinstance(form, ForAllTensor):  # the rule binds this tensor as well
                for fact in form.conditions:
                    after.add(fact)
                form = form.form
            yield after, tuple(facts_of_form(form, name))


def _rule_of(outer: State, state: State, conclusion: Fact, bound: _Binding) -> Rule:
    """The rule of a sequent that one conclusion makes. Raises Unsupported if it is not exact."""
    facts = (*state.facts, conclusion)
    every = {t for fact in facts for t in fact.polynomial.tensors}
    tensors = {t for t in every if not (t.is_delta or t.is_size or t.is_term)}
    outer_tensors = _tensors_spoken_of(outer)
    introduced = {t for t in tensors if t.is_introduced and t not in outer_tensors}
    declares = state.declared != outer.declared or state.introduced != outer.introduced
    is_silent = any(each.form == Both(()) for each in state.bounds[len(outer.bounds) :])
    if state.rules or declares or is_silent or any(t.is_exponential for t in introduced):
        raise Unsupported(f"{bound.text} says more than a rule can")
    # "c, if some x is .." is "for all x: c, if x is ..", but "some x is .." is not for all x
    letters = _fixed_letters(state.facts) - outer.profile.outcomes
    shared = _fixed_letters((*outer.facts, *(f for rule in outer.rules for f in rule.facts)))
    if letters & shared or _fixed_letters((conclusion,)) - outer.profile.outcomes:
        raise Unsupported(f"{bound.text} speaks of some letter")
    conclusion = replace(conclusion, indices=(*conclusion.indices, *sorted(letters)))
    spoken = {a for t in tensors for a in t.alphabets} | {t.counted for t in every if t.is_size}
    spoken |= {i.alphabet for fact in facts for i in fact.indices}
    bound_tensors = introduced | {t for t in tensors if t.name in bound.names}
    alphabets = tuple(sorted(bound.alphabets & spoken))
    try:
        return Rule(bound.text, tuple(sorted(bound_tensors)), state.facts, conclusion, alphabets)
    except InvalidInput as error:
        raise Unsupported(f"{bound.text}: {error}") from None


def _fixed_letters(facts: Iterable[Fact]) -> set[Index]:
    """The letters, of a rule lowered from a premise "for all", over which its facts do not run."""
    return {i for fact in facts for i in fact.polynomial.free if i not in fact.indices}


def _tensors_spoken_of(state: State) -> set[Tensor]:
    """The tensors in the facts, rules and levels assumed for a sequent so far."""
    facts = (*state.facts, *(fact for rule in state.rules for fact in rule.facts))
    return {t for fact in facts for t in fact.polynomial.tensors}.union(
        level.tensor for level in state.levels
    )
