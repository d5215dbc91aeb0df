"""Levels: the numbers that stand for the quantities of a claim, and what is assumed of them.

A `State` collects the facts and rules of one sequent while a claim is lowered. Every measure gets
one level, a scalar tensor; asking for it "from above" assumes `measure <= level`, "from below"
`measure >= level`. The exact value satisfies both, so both may be assumed of a finite measure.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.convex_term import Function, convex, log
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.scalar import exponential as exponential_tensor
from pmlsym.calculus.scalar import scalar as scalar_tensor
from pmlsym.calculus.sequent import HYPOTHESIS, Fact, Origin, Rule, Sequent, declared_facts
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claims.subjects import FreshNames
from pmlsym.errors import Unsupported
from pmlsym.language.fold import contains, key, walk
from pmlsym.language.nodes import Constant, Measure, Quantity, Scalar, measures_in
from pmlsym.language.value import (
    Divergence,
    Exceeds,
    Larger,
    Largest,
    LetterOrder,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
    mass_counted,
    polynomials_of,
)
from pmlsym.language.writing import write_value
from pmlsym.lowering.contraction_form import SHARE
from pmlsym.lowering.forms import (
    Both,
    Either,
    Exists,
    ExistsTensor,
    ForAll,
    ForAllTensor,
    Form,
    Holds,
    facts_of_form,
    rename_form,
    tensors_bound,
)
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_least, at_most, is_mass_above
from pmlsym.lowering.orders.equal_numbers import with_equal_numbers, with_tensor
from pmlsym.lowering.orders.powers import without_means, without_whole_powers
from pmlsym.lowering.profile import ClaimProfile

ABOVE, BELOW = "above", "below"


@dataclass(frozen=True)
class MeasureBound:
    """A bound of a measure by a level, "above" or "below" the measure, and its form.

    It is either `assumed` or to be shown; `value` is what the form bounds: the value of the
    measure, or its simpler form under full support.
    """

    measure: Measure
    value: Value
    side: str
    level: Level
    form: Form
    assumed: bool


@dataclass(frozen=True)
class MeasureLevel:
    """The level of a measure, and the sides from which it is bounded.

    The level's power of the `degree` is the exponential of a measure that is a logarithm.
    """

    tensor: Tensor
    measure: Measure
    sides: tuple[str, ...]
    degree: int = 1


class State:
    """The facts, rules and levels that have been assumed on the way to one sequent."""

    def __init__(self, profile: ClaimProfile) -> None:
        """Start from nothing assumed of a claim with this profile."""
        self.profile = profile
        self.facts: tuple[Fact, ...] = ()
        self.rules: tuple[Rule, ...] = ()
        self.constants = profile.outcomes
        self.names = FreshNames(profile.taken)
        self.level_of: dict[Hashable, MeasureLevel] = {}
        self.log_of: dict[Tensor, Tensor] = {}
        self.scalar_forms: dict[str, frozenset[str]] = {}
        self.introduced: frozenset[str] = frozenset()
        self.declared: dict[Tensor, Tensor] = {}
        self.bounds: tuple[MeasureBound, ...] = ()

    def fork(self) -> State:
        """A copy of the facts, rules and levels assumed so far, which can go another way."""
        other = copy(self)
        other.names = self.names.copy()
        other.level_of, other.log_of = dict(self.level_of), dict(self.log_of)
        other.scalar_forms, other.declared = dict(self.scalar_forms), dict(self.declared)
        return other

    def add(self, fact: Fact) -> None:
        """Assume a fact in the sequent, unless it is there already; its name is made unique."""
        same = (fact.polynomial, fact.indices, fact.relation)
        if any(same == (f.polynomial, f.indices, f.relation) for f in self.facts):
            return
        name = _unused_name(fact.name, self.fact_names())
        self.facts = (*self.facts, replace(fact, name=name))

    def add_rule(self, rule: Rule) -> None:
        """Assume a rule, a second-order hypothesis, in the sequent, under a name of its own."""
        self.rules = (*self.rules, replace(rule, name=_unused_name(rule.name, self.fact_names())))
        self.constants = self.constants.union(*(fact.indices for fact in rule.facts))

    def sequent(self, goal: Polynomial, relation: str) -> Sequent:
        """The sequent of all that is assumed so far, with a goal.

        A fact that a tensor declares is not also a hypothesis, and no hypothesis has the name of
        such a fact: the kernel tells facts apart by their names.
        """
        sequent = Sequent(self.facts, goal, relation, self.rules, self.profile.outcomes)
        for tensor, declared_ in self.declared.items():
            sequent = with_tensor(sequent, tensor, declared_)
        if self.profile.has_letters:
            sequent = with_equal_numbers(sequent)
        declared = {fact.name: fact for fact in declared_facts(sequent.tensors)}
        if declared.keys().isdisjoint(self.fact_names()):
            return sequent
        taken = self.fact_names() | declared.keys()
        facts = tuple(
            replace(fact, name=_unused_name(fact.name, taken)) if fact.name in declared else fact
            for fact in self.facts
            if fact != declared.get(fact.name)
        )
        rules = tuple(
            replace(each, name=_unused_name(each.name, taken)) if each.name in declared else each
            for each in self.rules
        )
        return replace(sequent, facts=facts, rules=rules)

    def declare(self, tensor: Tensor, more: Tensor) -> None:
        """Note that the sequent is to have, for this tensor, one with more declared of it."""
        self.declared[tensor] = more

    def fact_names(self) -> set[str]:
        """The names that the facts and rules assumed so far have."""
        return {fact.name for fact in self.facts} | {rule.name for rule in self.rules}

    def bound(self, measure: Measure, side: str, level: Level, *, assumed: bool) -> Form:
        """The form of a measure's bound by a level, which is kept. Raises as `at_most` does."""
        rule = at_most if side == ABOVE else at_least
        value = value_of(self, measure)
        form = rule(value, level, self.names, assumed=assumed)
        if isinstance(value, Power) and not (measure.is_log or at_least_zero(level.numerator)):
            # powers and roots are never negative: the form is right only for levels that are not
            if side == ABOVE and not assumed:
                form = Both((Holds(level.numerator), form))
            if side == BELOW and assumed:
                form = Both(())
        self.bounds = (*self.bounds, MeasureBound(measure, value, side, level, form, assumed))
        return form

    def number(self, stem: str) -> Scalar:
        """A new scalar of the sequent for no measure, such as an upper bound of several."""
        scalar = Scalar(self.names.fresh(stem))
        self.introduced = self.introduced | {scalar.name}
        return scalar

    @property
    def levels(self) -> tuple[MeasureLevel, ...]:
        """The levels that measures have in the sequent so far, as they were asked for."""
        return tuple(self.level_of.values())

    def fresh(self, indices: tuple[Index, ...]) -> dict[Index, Index]:
        """New constant letters of the sequent for these indices, apart from all others."""
        constants = letters((Alphabet(i.alphabet) for i in indices), taken=self.constants)
        self.constants = self.constants | frozenset(constants)
        return dict(zip(indices, constants, strict=True))


def _unused_name(stem: str, taken: set[str]) -> str:
    """The name of a fact of a sequent, with a number where another fact has it."""
    name, k = stem, 1
    while name in taken:
        k += 1
        name = f"{stem} ({k})"
    return name


def assume(
    state: State,
    form: Form,
    name: str,
    every: tuple[Index, ...] = (),
    *,
    origin: Origin = HYPOTHESIS,
) -> Iterator[State]:
    """The states of a sequent after assuming a form for all letters of `every`.

    Raises Unsupported where a letter or tensor would have to depend on other letters.
    """
    match form:
        case Holds(polynomial, relation):
            kept = tuple(i for i in every if i in polynomial.free)
            state.add(Fact(name, polynomial, kept, relation, origin))
            yield state
        case Both(forms):
            yield from _assume_each(state, forms, name, every)
        case ForAll(indices, inner):
            yield from assume(state, inner, name, (*every, *indices), origin=origin)
        case Exists(indices, inner) if not every:
            yield from assume(state, rename_form(inner, state.fresh(indices)), name)
        case ExistsTensor(_, inner) if not every:
            yield from assume(state, inner, name)
        case ForAllTensor() if not every:
            tensors, conditions, inner = tensors_bound(form)
            (conclusion,) = facts_of_form(inner, name)
            state.add_rule(Rule(name, tensors, conditions, conclusion))
            yield state
        case Either(forms) if not every:
            for inner in forms:
                yield from assume(state.fork(), inner, name)
        case _:
            raise Unsupported(f"{name}: its {form.words} depends on other letters")


def _assume_each(
    state: State, forms: tuple[Form, ...], name: str, every: tuple[Index, ...]
) -> Iterator[State]:
    """The states of a sequent after all forms of a conjunction are assumed."""
    if not forms:
        yield state
        return
    for after in assume(state, forms[0], name, every):
        yield from _assume_each(after, forms[1:], name, every)


def measure_level(state: State, measure: Measure, sides: str) -> Iterator[tuple[State, Level]]:
    """The level of a measure in a sequent, with the bounds that are asked of it assumed.

    `sides` is "above", "below" or both words. Where the claim has roots, the tensor is a root of
    the exponential. An entry at letters, such as P[x] and (P >> W)[y], is a number itself. Raises
    Unsupported where a measure that can be infinite is asked for both.
    """
    match measure.value:
        case Ratio(entry, one) if measure.free and not measure.is_log and one == constant(1):
            yield state, Level(entry)
            return
    kept = state.level_of.get(key(measure)) or _new_level(state, measure)
    new_sides = sorted({*sides.split()} - {*kept.sides})
    all_sides = tuple(sorted((*kept.sides, *new_sides)))
    if not measure.finite and len(all_sides) > 1:
        raise Unsupported(f"{measure.text} can be infinite, and stands on both sides")
    state.level_of[key(measure)] = replace(kept, sides=all_sides)
    _introduce_level(state, measure, kept.tensor)
    level = Level(atom(kept.tensor) ** kept.degree)
    yield from ((after, level) for after in _assume_bounds(state, measure, level, new_sides))


def _new_level(state: State, measure: Measure) -> MeasureLevel:
    """The level, a new tensor of the sequent, of a measure that has none yet."""
    degree = state.profile.degree if measure.is_log else 1
    tensor = Tensor(
        state.names.fresh("t" if measure.is_log else "m"),
        nonnegative=measure.least is not None and measure.least >= 0,
        positive=measure.positive or measure.is_log,
        at_most_one=measure.most == 1 and not measure.is_log,
        role="level",
        of=write_value(measure, degree),
    )
    return MeasureLevel(tensor, measure, (), degree)


def _assume_bounds(
    state: State, measure: Measure, level: Level, sides: list[str]
) -> Iterator[State]:
    """The states of a sequent after a measure is bounded by its level from each side."""
    if not sides:
        yield state
        return
    sign = "<=" if sides[0] == ABOVE else ">="
    shown = f"log {level.numerator}" if measure.is_log else str(level.numerator)
    form = state.bound(measure, sides[0], level, assumed=True)
    for after in assume(state, form, f"{measure.text} {sign} {shown}"):
        yield from _assume_bounds(after, measure, level, sides[1:])


def value_of(state: State, measure: Measure) -> Value:
    """The value of a measure as a sequent needs it, simpler if its priors have full support.

    The number of letters of positive mass is |X|, and a smallest or largest over all letters needs
    no guard. A divergence is written out where nothing in the claim is a sum of convex terms, and a
    single mean of powers stays as it is where no sum of means is with it.
    """
    value = measure.value if state.profile.has_terms else without_divergences(measure.value)
    value = value if state.profile.has_means else without_means(value)
    value = value if state.profile.has_orders else without_whole_powers(value)
    if not isinstance(value, Total):
        return value
    over, body = value.over, value.body
    match body:
        case Weighted(_, Log(Largest(letters, _, where) as largest) as mean):
            plain = replace(largest, where=guard_needed(state, letters, where))
            return Total(over, replace(body, body=replace(mean, body=plain)))
    if isinstance(body, Smallest):
        return Total(over, replace(body, where=guard_needed(state, body.over, body.where)))
    if mass_counted(body) in [*_support_masses(state.profile.positive, over)]:
        return Ratio(sum_over(constant(1), *over))
    return value


def without_divergences(value: Value) -> Value:
    """The value to be bounded by a level, with its divergences written out in other nodes."""
    match value:
        case Divergence():
            return value.written
        case Largest(body=body):
            return replace(value, body=without_divergences(body))
        case Larger(bodies):
            return Larger(tuple(map(without_divergences, bodies)))
    return value


def guard_needed(state: State, letters: tuple[Index, ...], where: Polynomial) -> Polynomial:
    """The guard of letters in a level form; 1 where full support makes it positive."""
    return constant(1) if where in _support_masses(state.profile.positive, letters) else where


def _support_masses(priors: tuple[Tensor, ...], letters: tuple[Index, ...]) -> Iterator[Polynomial]:
    """The masses of letters under priors that a sequent takes to have full support."""
    axes = tuple(i.alphabet for i in letters)
    return (atom(prior, *letters) for prior in priors if prior.alphabets == axes)


def _introduce_level(state: State, measure: Measure, tensor: Tensor) -> None:
    """Assume the bounds and definitions that hold of a new level whatever is asked of it.

    It is not assumed that a leakage is nonnegative: certificates derive that.
    """
    if measure.least and not measure.is_log:
        name, entry = f"{tensor.name} >= {measure.least}", atom(tensor)
        state.add(Fact(name, entry - measure.least, origin=Origin("bound", tensor)))
    assume_definitions(state, measure)


def assume_definitions(state: State, measure: Measure) -> None:
    """Assume, in a sequent, what defines the quotients and the levels exp(eps) in a measure."""
    for quotient in measure.defined:
        entry = atom(quotient.tensor, *quotient.indices)
        equality = quotient.weight * entry - quotient.total
        name = f"definition of {quotient.tensor.name}"
        origin = Origin("definition", quotient.tensor)
        state.add(Fact(name, equality, quotient.indices, "==", origin))
    for part in walk(measure.value):
        if isinstance(part, Divergence) and isinstance(part.order, LetterOrder):
            order, sign = part.order.number, 1 if part.order.is_above_one else -1
            whole = convex(Function("power", order), constant(1), constant(1))
            state.add(Fact(f"1 to the power {order}", sign * whole - 1, (), "=="))
    for tensor in (t for polynomial in polynomials_of(measure.value) for t in polynomial.tensors):
        if tensor.is_exponential:
            scalar_level(state, Scalar(tensor.number, "nonnegative"), exponential=True)
    if state.profile.has_parts and measure.assumed_finite:
        _assume_part(state, measure)


def _assume_part(state: State, measure: Measure) -> None:
    """Assume, in a sequent, r a <= b for some r > 0, for a divergence that is finite."""
    name = f"where {measure.text} is finite"
    match measure.value:
        case Divergence("kl" | "chi2", over, a, b, weight) if weight == constant(1):
            if name not in state.fact_names():
                number = state.names.fresh("r")
                share = Tensor(number, positive=True, at_most_one=True, role="selector", of=SHARE)
                state.add(Fact(name, b - atom(share) * a, over))


def scalar_level(state: State, scalar: Scalar, *, exponential: bool) -> Level:
    """The level of a free scalar, or of its exponential, in a sequent."""
    name, domain = scalar.name, state.profile.scalars.get(scalar.name, scalar.domain)
    introduced = name in state.introduced
    plain = scalar_tensor(name, domain, introduced=introduced)
    power = exponential_tensor(name, introduced=introduced)
    asked = state.scalar_forms.get(name, frozenset()) | {"exp" if exponential else "plain"}
    state.scalar_forms[name] = asked
    if exponential and domain in ("nonnegative", "probability"):
        state.add(Fact(f"{power.name} >= 1", atom(power) - 1))
    if len(asked) > 1:
        state.add(Fact(f"{power.name} >= 1 + {name}", atom(power) - 1 - atom(plain)))
        if state.profile.has_terms:
            state.add(Fact(f"log {power.name}", log(atom(power)) - atom(plain), (), "=="))
    return Level(atom(power if exponential else plain))


def exponential_level(state: State, measure: Measure, level: Level) -> Level:
    """The level of exp(m) for a measure m with that level, with 1 + m <= exp(m) assumed."""
    power = exponential_tensor(measure.text)
    state.add(Fact(f"{power.name} >= 1 + it", atom(power) - 1 - level.numerator))
    if state.profile.has_terms and level.denominator == constant(1):
        state.add(Fact(f"log {power.name}", log(atom(power)) - level.numerator, (), "=="))
    return Level(atom(power))


def lacks_set(state: State, main: Quantity, left: Quantity, right: Quantity) -> bool:
    """Whether a goal's tail is better a level itself, as no known set of outcomes bounds it.

    That is so if the facts have no set of outcomes that could bound it, or no set of all that leak,
    as for facts about other priors, which come without such a set.
    """
    if not isinstance(main, Measure) or not is_mass_above(main.value):
        return False
    measures = (*measures_in(left), *measures_in(right))
    tails = {key(m) for m in measures if contains(m.value, Exceeds)}
    sets = {t for fact in state.facts for t in fact.polynomial.tensors if t.role == "event"}
    is_zero = isinstance(right, Constant) and right.value == 0
    rules = any(t.role == "selector" for rule in state.rules for t in rule.tensors)
    return tails == {key(main)} and (rules or not sets) and not is_zero


def logarithm_level(state: State, measure: Measure, level: Tensor) -> Polynomial:
    """The number log t of a level t of a leakage, as a new tensor of the sequent.

    In products a number works better than a convex term, which has no sign.
    """
    if level not in state.log_of:
        logarithm = Tensor(state.names.fresh("m"), role="level", of=measure.text)
        state.log_of[level] = logarithm
        state.add(Fact(f"{level.name} >= 1 + log {level.name}", atom(level) - 1 - atom(logarithm)))
        state.add(Fact(f"log {level.name}", log(atom(level)) - atom(logarithm), (), "=="))
    return atom(state.log_of[level])


def require_nonzero(state: State, denominator: Polynomial, text: str) -> None:
    """Assume that a denominator in a level is positive: it is never negative, and has a value.

    Raises Unsupported unless its tensors, or a premise that is assumed already, say so.
    """
    nonnegative = [f.polynomial for f in state.facts if f.relation != "==" and not f.indices]
    differences = (denominator - least for least in nonnegative)
    candidates = (denominator, _from_one_up(denominator, nonnegative), *differences)
    if not at_least_zero(denominator) and not any(map(is_plainly_nonnegative, candidates)):
        raise Unsupported(f"the sign of the denominator {text} is not plain")
    state.add(Fact(f"{text} > 0", denominator, (), ">"))


def _from_one_up(polynomial: Polynomial, nonnegative: list[Polynomial]) -> Polynomial:
    """A level's denominator with 1 + t for each number t that is assumed to be at least one."""
    for tensor in polynomial.tensors:
        if not tensor.alphabets and atom(tensor) - 1 in nonnegative:
            polynomial = replace_tensor(polynomial, tensor, (), atom(tensor) + 1)
    return polynomial


def is_plainly_nonnegative(polynomial: Polynomial) -> bool:
    """Whether a level's polynomial, c minus multiples of numbers in [0, 1], is plainly >= 0.

    >>> m = atom(Tensor("m", nonnegative=True, at_most_one=True))
    >>> is_plainly_nonnegative(1 - m), is_plainly_nonnegative(1 - 2 * m)
    (True, False)
    """
    total: Fraction | int = 0
    for monomial, c in polynomial:
        tensors = [tensor for factor in monomial for tensor, _ in factor]
        if any(t.alphabets or not t.is_nonnegative for t in tensors):
            return False
        if c < 0 and not all(t.is_at_most_one for t in tensors):
            return False
        total += c if c < 0 or not tensors else 0
    return total >= 0


def is_nonnegative_number(quantity: Quantity) -> bool:
    """Whether a quantity is a finite measure >= 0, whose level can be multiplied with others."""
    if not isinstance(quantity, Measure) or quantity.is_log or not quantity.finite:
        return False
    return quantity.least is not None and quantity.least >= 0
