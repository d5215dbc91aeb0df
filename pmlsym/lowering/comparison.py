"""Comparisons of quantities as forms, which are to be shown or may be assumed.

    A <= B with logarithms     exp A <= exp B: one measure against a level, a product of the others
    A <= B without             one measure against a level, arithmetic of the others

Every other measure is replaced by its level (lowering/levels.py), bounded from the side that its
place in the comparison needs. Functions yield each way to do so, with its state: a disjunction, or
a maximum, has several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import HYPOTHESIS, Fact, Origin
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import Unsupported
from pmlsym.kernel.shown import is_plain
from pmlsym.language.nodes import (
    Comparison,
    Condition,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantified,
    Quantity,
    Scalar,
    Sum,
    measures_in,
)
from pmlsym.language.value import Largest, Power, Smallest
from pmlsym.language.writing import statement, write_quantity
from pmlsym.lowering.branches import Premise, condition_of
from pmlsym.lowering.condition_form import condition_form, declaration_of, fact_name_of
from pmlsym.lowering.convex_sums import (
    is_of_terms,
    largest_mean,
    mean_from_above,
    mean_from_below,
    sum_of_terms,
)
from pmlsym.lowering.exponential_numbers import exponential_of
from pmlsym.lowering.forms import Both, ExistsTensor, Form, Holds, negated
from pmlsym.lowering.infinite_parts import require_assumable, require_exponent
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import is_mass_above
from pmlsym.lowering.levels import (
    ABOVE,
    BELOW,
    State,
    assume,
    assume_definitions,
    exponential_level,
    is_nonnegative_number,
    lacks_set,
    logarithm_level,
    measure_level,
    require_nonzero,
    scalar_level,
    value_of,
)
from pmlsym.lowering.linear import Linear, has_logs, linear
from pmlsym.lowering.orders.multiples import goal_of_multiples, multiples_by_letters, sum_in_nats
from pmlsym.lowering.orders.powers import root_of

Levels = Iterator[tuple[State, Level]]
"""Each way to bound something by a level, with the state in which its bounds are assumed."""

Polynomials = Iterator[tuple[State, Polynomial]]
Forms = Iterator[tuple[State, Form]]

MainTerm = tuple[Quantity, Fraction] | None
"""The measure, with its coefficient, that is compared with a level made of the others."""

Sides = Mapping[bool, str]
"""The side from which a term is bounded whose coefficient is positive (True) or negative."""

Bound = TypeVar("Bound")

Reader = Callable[[State, Quantity, str], Iterator[tuple[State, Bound]]]
"""A function that yields the ways to bound a quantity from a side."""

LARGEST_POWER = 20
BOTH = f"{ABOVE} {BELOW}"
FLIP = {ABOVE: BELOW, BELOW: ABOVE, BOTH: BOTH}
GOAL_SIDES = {True: BELOW, False: ABOVE}
HYPOTHESIS_SIDES = {True: ABOVE, False: BELOW}


def assume_premises(state: State, premises: tuple[Premise, ...]) -> Iterator[State]:
    """The states of a sequent after every premise of a branch is assumed; several for an "or"."""
    if not premises:
        yield state
        return
    for after in _assume_premise(state, premises[0]):
        yield from assume_premises(after, premises[1:])


def _assume_premise(state: State, premise: Premise) -> Iterator[State]:
    """The states of a sequent after one premise of a branch is assumed."""
    if isinstance(premise, Negation):
        form = negated(condition_form(condition_of(premise), assumed=False))
        yield from assume(state, form, statement(premise))
        return
    if isinstance(premise, Condition):
        yield from _assume_condition(state, premise)
        return
    if isinstance(premise, Quantified):
        raise Unsupported(f"{statement(premise)} stands where no rule can")
    name = statement(premise)
    strict = premise.relation == "<"
    for after, form in _assumed_forms(state, premise.left, premise.right, strict=strict):
        yield from assume(after, form, name)


def _assume_condition(state: State, condition: Condition) -> Iterator[State]:
    """The states of a sequent after a condition is assumed, or declared of its tensor."""
    declared = declaration_of(condition)
    if declared is not None:
        state.declare(*declared)
        yield state
        return
    form = condition_form(condition, assumed=True)
    origin = Origin("support") if condition.kind == "fullsupport" else HYPOTHESIS
    yield from assume(state, form, fact_name_of(condition), origin=origin)


def goal_forms(state: State, left: Quantity, right: Quantity) -> Forms:
    """All the forms that have to be shown for a goal left <= right, each with its state."""
    form = _difference(state, left, right)
    if form is None:
        if of_letters := multiples_by_letters(state, left, right):
            yield from goal_of_multiples(state, of_letters, _leaf_in_nats)
            return
        yield from _nonlinear_forms(state, left, right, (BELOW, ABOVE), ">=", assumed=False)
        return
    parts = _parts_of_maximum(form)
    if parts is not None:
        for part in parts:
            terms = Sum(tuple(Product((Constant(c), leaf)) for leaf, c in part.terms))
            yield from goal_forms(state.fork(), terms, Constant(-part.constant))
        return
    if _is_in_nats(state, form):
        yield from _forms_in_nats(state, form, GOAL_SIDES)
        return
    main, logs = _goal_term(state, left, right, form)
    main = None if main and lacks_set(state, main[0], left, right) else main
    for after, level in _allowed_levels(state, form, main, GOAL_SIDES, logs=logs):
        yield after, _form_against_level(after, main, level, assumed=False, logs=logs)


def conclusion_forms(state: State, left: Quantity, right: Quantity) -> Forms:
    """The forms that a rule of a sequent may conclude from left <= right, each with its state.

    Measures are bounded as for a goal. The form is that of a hypothesis or, where that needs a new
    tensor, the form for every weighting. A mass above a level has neither form: it becomes a level.
    """
    form = _difference(state, left, right)
    if form is None:
        raise Unsupported(f"{write_quantity(left)} against {write_quantity(right)} is not linear")
    if _is_in_nats(state, form):
        yield from _forms_in_nats(state, form, GOAL_SIDES)
        return
    main, logs = _goal_term(state, left, right, form)
    if main and isinstance(main[0], Measure) and is_mass_above(main[0].value):
        main = None
    for after, level in _allowed_levels(state, form, main, GOAL_SIDES, logs=logs):
        other = after.fork()
        conclusion = _form_against_level(after, main, level, assumed=True, logs=logs)
        if isinstance(conclusion, ExistsTensor):
            yield other, _form_against_level(other, main, level, assumed=False, logs=logs)
        else:
            yield after, conclusion


def main_measure(state: State, left: Quantity, right: Quantity) -> Measure | None:
    """The measure that `conclusion_forms` bounds by a level made of all the others."""
    form = _difference(state, left, right)
    if form is None or _is_in_nats(state, form):
        return None
    main, _ = _goal_term(state, left, right, form)
    return main[0] if main and isinstance(main[0], Measure) else None


def _goal_term(
    state: State, left: Quantity, right: Quantity, form: Linear
) -> tuple[MainTerm, bool]:
    """The term of a goal that is compared with a level, and whether they are logarithms."""
    logs = has_logs(left, right) or _is_in_exponents(state, form)
    return _main_term(form, logs=logs), logs


def _assumed_forms(state: State, left: Quantity, right: Quantity, *, strict: bool) -> Forms:
    """The forms that a sequent may assume of left <= right, or left < right: some for each case."""
    form = _difference(state, left, right)
    require_assumable(left, right, linear=form is not None)
    relation = ">" if strict else ">="
    if form is None:
        if of_letters := multiples_by_letters(state, left, right):
            for after, total in sum_in_nats(state, of_letters.terms, True, _leaf_in_nats):
                yield after, Holds(-of_letters.number - total, relation)
            return
        yield from _nonlinear_forms(state, left, right, (ABOVE, BELOW), relation, assumed=True)
        return
    if _is_in_nats(state, form):
        yield from _forms_in_nats(state, form, HYPOTHESIS_SIDES, relation)
        return
    sides, logs = HYPOTHESIS_SIDES, has_logs(left, right)
    main = None if strict else _main_term(form, logs=logs) or _only_measure(form, logs=logs)
    for after, level in _allowed_levels(state, form, main, sides, logs=logs):
        if main is None and _is_in_exponents(state, form):
            for last, power in _allowed_levels(after, form, None, sides, logs=True):
                yield last, Both((_no_less(level, 0, relation), _no_less(power, 1, relation)))
        elif main is None:
            yield after, _no_less(level, 1 if logs else 0, relation)
        else:
            yield after, _form_against_level(after, main, level, assumed=True, logs=logs)


def _nonlinear_forms(
    state: State,
    left: Quantity,
    right: Quantity,
    sides: tuple[str, str],
    relation: str,
    *,
    assumed: bool,
) -> Forms:
    """The forms of a left <= right that is not linear: of one measure, or arithmetic of levels."""
    logs = has_logs(left, right)
    is_single = assumed or not lacks_set(state, left, left, right)
    if not logs and relation == ">=" and isinstance(left, Measure) and is_single:
        for after, level in plain_level(state, right, sides[1]):
            main = left, Fraction(1)
            yield after, _form_against_level(after, main, level, assumed=assumed, logs=False)
        return
    read = _level_in_nats if logs else plain_level
    for after, low in read(state, left, sides[0]):
        for last, high in read(after, right, sides[1]):
            yield last, Holds(high.above(low.numerator, low.denominator), relation)


def _is_in_exponents(state: State, form: Linear) -> bool:
    """Whether the exponentials of a linear form's numbers are levels of the claim too."""
    names = [leaf.name if isinstance(leaf, Scalar) else "" for leaf, _ in form.terms]
    small = all(abs(c) <= LARGEST_POWER for _, c in form.terms)
    return bool(names) and small and state.profile.exponents >= set(names)


def _no_less(level: Level, least: int, relation: str) -> Form:
    """The form of level >= least, or level > least, as one polynomial inequality."""
    return Holds(level.above(constant(least), constant(1)), relation)


def _difference(state: State, left: Quantity, right: Quantity) -> Linear | None:
    """left - right of a comparison to lower, as an integral linear form; nothing if not linear."""
    above, below = linear(left), linear(right)
    if above is None or below is None:
        if has_logs(left, right) and not state.profile.has_terms:
            raise Unsupported(
                f"{write_quantity(left)} against {write_quantity(right)} "
                "is not linear in its logarithms"
            )
        return None
    return above.plus(below.scaled(Fraction(-1))).integral()


def _parts_of_maximum(form: Linear) -> list[Linear] | None:
    """The linear form of a goal for each part of a maximum to be small; nothing without one."""
    for leaf, c in form.terms:
        if isinstance(leaf, Extreme) and leaf.is_maximum == (c > 0):
            rest = form.plus(Linear(((leaf, -c),)))
            parts = [linear(body) for body in leaf.bodies]
            if any(part is None for part in parts):
                raise Unsupported(
                    f"{write_quantity(leaf)} has a part that is not linear in logarithms"
                )
            return [rest.plus(part.scaled(c)) for part in parts if part is not None]
    return None


def _main_term(form: Linear, *, logs: bool) -> MainTerm:
    """The term of a linear form that a level bounds without a choice of letters; or none."""
    for leaf, c in form.terms:
        if not isinstance(leaf, Measure) or leaf.is_log != logs:
            continue
        if c == (-1 if isinstance(leaf.value, Smallest) else 1):
            return leaf, c
        if c == -1 and isinstance(leaf.value, Power) and not isinstance(leaf.value.body, Largest):
            return leaf, c
    return None


def _only_measure(form: Linear, *, logs: bool) -> MainTerm:
    """The one measure beside free numbers in a linear form; else nothing. It needs no level."""
    measures = [(leaf, c) for leaf, c in form.terms if not isinstance(leaf, Scalar)]
    match measures:
        case [(Measure(is_log=is_log) as leaf, c)] if is_log == logs and abs(c) == 1:
            return (leaf, c) if len(form.terms) > 1 else None
    return None


def _form_against_level(
    state: State, main: MainTerm, level: Level, *, assumed: bool, logs: bool
) -> Form:
    """The form of main <= level, -main <= level or 0 <= level; of exponentials for logarithms."""
    if main is None:
        return _no_less(level, 1 if logs else 0, ">=")
    leaf, c = main
    assert isinstance(leaf, Measure)
    assume_definitions(state, leaf)
    if c > 0:
        return state.bound(leaf, ABOVE, level, assumed=assumed)
    lower = level.inverse() if leaf.is_log else Level(-level.numerator, level.denominator)
    return state.bound(leaf, BELOW, lower, assumed=assumed)


def _allowed_levels(
    state: State, form: Linear, main: MainTerm, sides: Sides, *, logs: bool
) -> Levels:
    """The levels that the rest of a linear form <= 0 leaves its main term; exp for logarithms."""
    rest = form if main is None else form.plus(Linear((main,)).scaled(Fraction(-1)))
    if not logs:
        start = Level(constant(-rest.constant))
        yield from _all_bounds(state, rest.terms, sides, start, Level.minus, plain_level)
        return
    start = exponential_of(state, -rest.constant)
    for leaf, c in rest.terms:
        if abs(c) > LARGEST_POWER:
            text = write_quantity(leaf)
            raise Unsupported(f"{abs(c)} times {text} is too large a power of a level")

    def over_power(total: Level, level: Level, c: Fraction) -> Level:
        """The level left so far, divided by the c-th power of one more leaf's level."""
        return total * level ** -int(c)

    yield from _all_bounds(state, rest.terms, sides, start, over_power, _exponential_of_leaf)


def _all_bounds(
    state: State,
    terms: Sequence[tuple[Quantity, Fraction]],
    sides: Sides,
    start: Bound,
    join: Callable[[Bound, Bound, Fraction], Bound],
    read: Reader[Bound],
) -> Iterator[tuple[State, Bound]]:
    """Each way to bound all terms by levels, joined one after the other, with its state.

    Each term is read in the state that reading those before it has left.
    """
    if not terms:
        yield state, start
        return
    (part, c), later = terms[0], terms[1:]
    for after, bound in read(state, part, sides[c > 0]):
        yield from _all_bounds(after, later, sides, join(start, bound, c), join, read)


def _is_in_nats(state: State, form: Linear) -> bool:
    """Whether a linear form mixes informations and logarithms, so that it needs convex terms."""
    values = [leaf.value for leaf, _ in form.terms if isinstance(leaf, Measure) and not leaf.is_log]
    means = any(largest_mean(value) is not None for value in values)
    sums = any(map(is_of_terms, values))
    logs = has_logs(*(leaf for leaf, _ in form.terms))
    return state.profile.has_terms and ((means and (sums or logs)) or (sums and logs))


def _forms_in_nats(state: State, form: Linear, sides: Sides, relation: str = ">=") -> Forms:
    """The form that a linear form is <= 0, as one polynomial with convex terms.

    An information is its own polynomial, and log t is a convex term; other numbers are levels.
    """

    def less(gap: Polynomial, bound: Polynomial, c: Fraction) -> Polynomial:
        """The polynomial of the level form so far, minus c times one more leaf's bound."""
        return gap - c * bound

    start = constant(-form.constant)
    for after, gap in _all_bounds(state, form.terms, sides, start, less, _leaf_in_nats):
        yield after, Holds(gap, relation)


def _leaf_in_nats(state: State, leaf: Quantity, side: str) -> Polynomials:
    """A leaf of a linear form as a polynomial with convex terms, bounded from that side."""
    match leaf:
        case Measure(is_log=False):
            yield from _measure_in_nats(state, leaf, side)
        case Measure():
            for after, root in _roots_of_level(state, leaf, side):
                yield after, state.profile.degree * log(root)
        case Scalar():
            yield state, scalar_level(state, leaf, exponential=False).numerator
        case Logarithm(body):
            for after, level in plain_level(state, body, side):
                above = _positive_numerator(after, level, write_quantity(body), side)
                below = level.denominator
                yield after, log(above) - (log(below) if below != constant(1) else constant(0))
        case Extreme() if leaf.is_maximum == (side == ABOVE):
            for after, level in _level_of_extreme(state, leaf, exponential=False):
                yield after, level.numerator
        case _:
            raise Unsupported(f"{write_quantity(leaf)} is not known in nats from {side}")


def _measure_in_nats(state: State, measure: Measure, side: str) -> Polynomials:
    """A measure to be lowered as convex terms, if it is made of logarithms, else its level."""
    value = value_of(state, measure)
    terms, mean = sum_of_terms(value), largest_mean(value)
    if terms is None and mean is None:
        yield from ((s, level.numerator) for s, level in measure_level(state, measure, side))
        return
    assume_definitions(state, measure)
    if terms is None and mean is not None:
        bounded = mean_from_above if side == ABOVE else mean_from_below
        _, facts, terms = bounded(mean, state.names)
        for fact in facts:
            state.add(fact)
    assert terms is not None
    yield state, terms


def _level_of_extreme(state: State, extreme: Extreme, *, exponential: bool) -> Levels:
    """A new level that is assumed to bound all parts of a maximum or a minimum."""
    bound = state.number("max" if extreme.is_maximum else "min")
    level = scalar_level(state, bound, exponential=exponential)
    pairs = [(body, bound) if extreme.is_maximum else (bound, body) for body in extreme.bodies]
    premises = tuple(Comparison(low, "<=", high) for low, high in pairs)
    # Assuming a premise reads levels again, of the parts: these functions call each other.
    yield from ((after, level) for after in assume_premises(state, premises))


def _roots_of_level(state: State, measure: Measure, side: str) -> Polynomials:
    """The tensor of a leakage: the leakage's level is a power of it."""
    for after, level in measure_level(state, measure, side):
        root = root_of(level.numerator, state.profile.degree)
        assert root is not None  # the level of a power is a power of its tensor
        yield after, root


def _level_in_nats(state: State, quantity: Quantity, side: str) -> Levels:
    """A quantity as a level in which logarithms and informations are sums of convex terms.

    Raises Unsupported for a measure that can be infinite beside others in a product.
    """
    match quantity:
        case Sum(terms):
            yield from _level_of_sum(state, terms, side, _level_in_nats)
        case Product(factors):
            varying = [f for f in factors if not isinstance(f, Constant)]
            if len(varying) > 1:
                _require_finite(varying)
            yield from _level_of_product(state, factors, side, _level_in_nats)
        case Division(numerator, denominator):
            for after, top in _level_in_nats(state, numerator, side):
                yield from _quotient_level(after, top, denominator, side)
        case Constant() | Exponential():
            yield from plain_level(state, quantity, side)
        case Measure(is_log=True) if quantity.finite:
            degree = state.profile.degree
            for after, root in _roots_of_level(state, quantity, side):
                ((tensor, _),) = root.atoms()
                yield after, Level(degree * logarithm_level(after, quantity, tensor))
        case _ if side in (ABOVE, BELOW):
            yield from ((after, Level(p)) for after, p in _leaf_in_nats(state, quantity, side))
        case _:
            yield from _exact_in_nats(state, quantity)


def _exact_in_nats(state: State, quantity: Quantity) -> Levels:
    """A leaf as a level, where its polynomials with convex terms from both sides are one."""
    for after, above in _leaf_in_nats(state, quantity, ABOVE):
        for last, below in _leaf_in_nats(after, quantity, BELOW):
            if above != below:
                raise Unsupported(f"{write_quantity(quantity)} has no value in nats")
            yield last, Level(above)


def _require_finite(factors: list[Quantity]) -> None:
    """Raise Unsupported where a factor to be lowered has a measure that can be infinite."""
    for measure in (m for factor in factors for m in measures_in(factor) if not m.finite):
        raise Unsupported(f"{measure.text} can be infinite, and stands in a product")


def _positive_numerator(state: State, level: Level, text: str, side: str) -> Polynomial:
    """The numerator of a level whose logarithm is taken, or a number s > 0 that is no smaller.

    From below, a logarithm of a number that is not positive has no value or is -inf, and bounds
    nothing. From above, the logarithm of zero is the limit of those of positive numbers.
    """
    numerator = level.numerator
    if is_plain(numerator, ">"):
        return numerator
    if side == BELOW:
        state.add(Fact(f"{text} > 0", numerator, (), ">"))
        return numerator
    least = atom(Tensor(state.names.fresh("s"), positive=True, role="level"))
    state.add(Fact(f"{text} is at most s", least - numerator))
    return least


def _exponential_of_leaf(state: State, leaf: Quantity, side: str) -> Levels:
    """The level of exp of a leaf of a linear form, bounded from that side."""
    match leaf:
        case Scalar():
            yield state, scalar_level(state, leaf, exponential=True)
        case Measure(is_log=is_log):
            for after, level in measure_level(state, leaf, side):
                yield after, level if is_log else exponential_level(after, leaf, level)
        case Logarithm(body):
            for after, level in plain_level(state, body, side):
                if not is_plain(level.numerator, ">"):
                    sign = ">" if side == BELOW else ">="
                    name = f"{write_quantity(body)} {sign} 0"
                    after.add(Fact(name, level.numerator, (), sign))
                yield after, level
        case Extreme() if leaf.is_maximum == (side == ABOVE):
            yield from _level_of_extreme(state, leaf, exponential=True)
        case _:
            raise Unsupported(f"{write_quantity(leaf)} has no level from {side}")


def plain_level(state: State, quantity: Quantity, side: str) -> Levels:
    """The level of a quantity without logs. Raises Unsupported if a denominator's sign is open."""
    match quantity:
        case Constant(value):
            yield state, Level(constant(value))
        case Scalar():
            yield state, scalar_level(state, quantity, exponential=False)
        case Measure() if not quantity.is_log:
            yield from measure_level(state, quantity, side)
        case Exponential(body):
            form = linear(body)
            if form is None:
                raise Unsupported(f"{write_quantity(quantity)} is not exp of a linear form")
            form = form.scaled(Fraction(-1))
            if any(c.denominator != 1 for _, c in form.terms):
                raise Unsupported(f"{write_quantity(quantity)} has a root in it")
            sides = {True: FLIP[side], False: side}
            require_exponent(form, sides, BELOW)
            yield from _allowed_levels(state, form, None, sides, logs=True)
        case Sum(terms):
            yield from _level_of_sum(state, terms, side, plain_level)
        case Product(factors):
            yield from _level_of_product(state, factors, side, plain_level)
        case Division(numerator, denominator):
            for after, top in plain_level(state, numerator, side):
                yield from _quotient_level(after, top, denominator, side)
        case _:
            raise Unsupported(f"{write_quantity(quantity)} is not arithmetic of levels")


def _level_of_sum(
    state: State, terms: Sequence[Quantity], side: str, read: Reader[Level]
) -> Levels:
    """The levels of a sum: each way to bound all its terms from that side."""
    parts = [(term, Fraction(1)) for term in terms]
    yield from _all_bounds(state, parts, {True: side}, Level(constant(0)), Level.plus, read)


def _level_of_product(
    state: State, factors: Sequence[Quantity], side: str, read: Reader[Level]
) -> Levels:
    """The levels of a product: its factors bounded from the sides that their signs need."""
    parts = [(factor, Fraction(1)) for factor in factors]
    sides = {True: _side_of_factors(factors, side)}
    start = Level(constant(1))
    yield from _all_bounds(state, parts, sides, start, lambda total, level, _: total * level, read)


def _quotient_level(state: State, top: Level, denominator: Quantity, side: str) -> Levels:
    """A level divided by that of a denominator, which is assumed to be positive."""
    for after, low in plain_level(state, denominator, FLIP[side]):
        if not is_plain(low.numerator, ">"):
            require_nonzero(after, low.numerator, write_quantity(denominator))
        yield after, top * low.inverse()


def _side_of_factors(factors: Sequence[Quantity], side: str) -> str:
    """The side from which a product's factors need levels, for a bound of it from this side.

    A negative constant turns the side. Two factors that vary need both sides, unless each is a
    finite measure that is never negative: an infinite factor says nothing where another is zero.
    """
    varying = [f for f in factors if not isinstance(f, Constant)]
    if len(varying) > 1 and not all(map(is_nonnegative_number, varying)):
        return BOTH
    negative = sum(isinstance(f, Constant) and f.value < 0 for f in factors)
    return FLIP[side] if negative % 2 else side
